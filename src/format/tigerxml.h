/* Definitions that the reader and the writer of TigerXML share. */
#pragma once

#include "format/export.h"
#include "format/xml.h"
#include "tree/index.h"

/* Names of the fields for values that have no place in the tree. */
#define PL_TIGER_ID            "id" /* of a node: its id, if it is not the usual id */
#define PL_TIGER_ROOT          "graph.root" /* of several roots, the one that <graph> names */
#define PL_TIGER_GRAPH         "graph." /* followed by NAME: another attribute of <graph> */
#define PL_TIGER_DISCONTINUOUS "graph.discontinuous"
#define PL_TIGER_VIRTUAL       "VROOT"

/* The line that marks a <head> that pleach wrote for a treebank of another format. */
#define PL_TIGER_OWN_HEAD "<format>TigerXML, written by pleach</format>"

/* The writer's state. */
typedef struct pl_tiger_writer {
    pl_levels levels;
    pl_edge_index edges;        /* by child */
    PL_VEC(uint32_t) order;     /* the nonterminals in the order of writing */
    PL_VEC(const char *) ids;   /* [n_nodes] */
    pl_intern used;             /* ids of the sentence */
    uint32_t next;              /* number to add to an id that is used already */
    pl_xml_names names;         /* attribute names of the current element */
    pl_str text;                /* an id, as XML can hold it */
    pl_arena arena;             /* of the sentence */
    bool from_tiger;            /* keep all ids unchanged */
    bool all_lemmas, all_morph; /* the <head> declares them: write them even if empty */
} pl_tiger_writer;

static inline bool pl_tiger_has_virtual(const pl_tree *t)
{
    return t->root != PL_NONE && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
}

/* The attributes of <t> and of <nt> that have a place in the tree; each ends with NULL. */
extern const char *const pl_tiger_word_names[], *const pl_tiger_node_names[];

/* Fills ids[n_nodes] with the usual ids of nodes. Words get SENTENCE_1 …, and a virtual root gets
 * SENTENCE_VROOT. Nonterminals get SENTENCE_500 …, in the order of levels; with 500 words or more,
 * the numbers continue after the last word. The text lives in `m`. */
void pl_tiger_usual_ids(const pl_tree *t, const char *sentence, pl_levels *levels,
                        pl_arena *m, const char **ids);

int pl_tiger_write_start(pl_writer *w, pl_error *err);
int pl_tiger_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_tiger_write_end(pl_writer *w, pl_error *err);
