/* What reading Alpino XML passes on: read_alpino.c collects the elements of a document,
 * alpino_tree.c makes a tree of them. */
#ifndef PL_FORMAT_ALPINO_TREE_H
#define PL_FORMAT_ALPINO_TREE_H

#include "base/intern.h"
#include "tree/build.h"
#include "format/xml.h"

/* The fields of a sentence, in the order in which they are kept (and written). */
enum {
    PL_ALPINO_OF_DOCUMENT,
    PL_ALPINO_ELEMENTS,
    PL_ALPINO_OF_SENTENCE,
    PL_ALPINO_COMMENT,
    PL_ALPINO_N_FIELDS,
};

/* A <node> as it was read. */
typedef struct pl_alpino_item {
    uint32_t parent; /* item; PL_NONE at the top */
    uint32_t part;   /* PL_NONE for a secondary edge and for what is left out */
    const char *label, *word, *rel, *lemma, *morph, *index;
    uint32_t begin, end; /* positions between words; PL_NONE if not given */
    pl_attr *attrs;
    size_t line;
    bool has_children, alive; /* alive: has a word below */
} pl_alpino_item;

/* A node that only carries an index: a secondary edge. */
typedef struct pl_alpino_reference {
    uint32_t item, parent; /* items; parent is PL_NONE for the root */
    const char *label;
} pl_alpino_reference;

typedef struct pl_alpino_reader {
    pl_xml xml;
    pl_arena *m;
    pl_build build;
    PL_VEC(pl_alpino_item) items;
    PL_VEC(uint32_t) words;      /* items that are words, in the order of `begin` */
    PL_VEC(const char *) tokens; /* the words of <sentence> */
    PL_VEC(const char *) notes;
    PL_VEC(pl_alpino_reference) references;
    pl_intern indices;        /* of items with a content … */
    PL_VEC(uint32_t) indexed; /* … and which these are */
    pl_str comment;           /* all comments, a line each */
    pl_str other;             /* an element that is kept as it is */
    uint32_t open;            /* the innermost open item */
    uint32_t top;             /* the part at the top; PL_NONE if there is not one */
    uint32_t depth;           /* of <alpino_ds>; 0 outside */
    uint32_t other_depth;     /* of the element in `other`; 0 outside */
    const char *id, *text;
    pl_attr *attrs[PL_ALPINO_N_FIELDS], **next_attr[PL_ALPINO_N_FIELDS];
    size_t line, n_sentences;
    bool is_treebank; /* the root is <treebank>, as the writer has it */
} pl_alpino_reader;

/* Adds a field to the sentence, at the end of one of its lists. */
void pl_alpino_add_field(pl_alpino_reader *s, int list, const char *key,
                         const char *value);
/* The tree of the document, with id, text and fields; NULL after pl_xml_fail. */
pl_tree *pl_alpino_tree(pl_alpino_reader *s);

#endif
