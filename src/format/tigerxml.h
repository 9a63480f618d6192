/* What the reader and the writer of TigerXML share. */
#pragma once

#include "format/export.h"
#include "format/xml.h"
#include "tree/index.h"

/* The fields under which the reader keeps what has no place in the tree. */
#define PL_TIGER_ID            "id"         /* of a node, where it is not the usual one */
#define PL_TIGER_ROOT          "graph.root" /* of several roots, the one <graph> names */
#define PL_TIGER_GRAPH         "graph." /* and the attribute's name: others of <graph> */
#define PL_TIGER_DISCONTINUOUS "graph.discontinuous"
#define PL_TIGER_VIRTUAL       "VROOT"

/* The line by which the head that pleach writes for other formats is known. */
#define PL_TIGER_OWN_HEAD "<format>TigerXML, written by pleach</format>"

/* The writer's state. */
typedef struct pl_tiger_writer {
    pl_levels levels;
    pl_edge_index edges;        /* by child */
    PL_VEC(uint32_t) order;     /* the nonterminals in the order of writing */
    PL_VEC(const char *) ids;   /* [n_nodes] */
    pl_intern used;             /* ids of the sentence */
    uint32_t next;              /* number for an id that is used already */
    pl_xml_names names;         /* of the element that is written */
    pl_str text;                /* an id, as XML has it */
    pl_arena arena;             /* of the sentence */
    bool from_tiger;            /* ids are kept as they are */
    bool all_lemmas, all_morph; /* the head declares them: written even where empty */
} pl_tiger_writer;

static inline bool pl_tiger_has_virtual(const pl_tree *t)
{
    return t->root != PL_NONE && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
}

/* The attributes of <t> and of <nt> that have a place in the tree; each ends with NULL. */
extern const char *const pl_tiger_word_names[], *const pl_tiger_node_names[];

/* The usual ids of nodes: SENTENCE_1 … for words, SENTENCE_500 … (after the last word, if
 * that is more) for nonterminals in the order of levels, SENTENCE_VROOT for a virtual
 * root. Fills ids[n_nodes]; the text lives in `m`. */
void pl_tiger_usual_ids(const pl_tree *t, const char *sentence, pl_levels *levels,
                        pl_arena *m, const char **ids);

int pl_tiger_write_start(pl_writer *w, pl_error *err);
int pl_tiger_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_tiger_write_end(pl_writer *w, pl_error *err);
