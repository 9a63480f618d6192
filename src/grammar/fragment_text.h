/* What writing and reading fragments as text work with. Only fragment_write.c and
 * fragment_read.c include this. */
#ifndef PL_GRAMMAR_FRAGMENT_TEXT_H
#define PL_GRAMMAR_FRAGMENT_TEXT_H

#include "grammar/code.h"
#include "grammar/fragments.h"

/* How a node of the code is written. */
typedef struct pl_text_node {
    uint32_t parent;      /* the one it is written below */
    uint32_t low;         /* its lowest index */
    uint32_t same_low;    /* the next node that has the same */
    uint32_t first, next; /* child and sibling, as written */
    bool dissolved;       /* not written */
} pl_text_node;

/* An opened bracket while reading. */
typedef struct pl_text_bracket {
    const char *label; /* in the text, not terminated */
    size_t n_label;
    size_t code; /* its place in the code */
    uint32_t n_kids;
    uint32_t low;      /* of the last child */
    size_t first_leaf; /* its leaves: indices[first_leaf …] */
    const char *word;  /* of its leaf; NULL if it has none */
    size_t n_word;
} pl_text_bracket;

struct pl_fragment_text {
    pl_code code;
    PL_VEC(pl_text_node) nodes; /* [code.nodes] */
    PL_VEC(uint32_t) indices, by_low;
    PL_VEC(pl_text_bracket) brackets;
    pl_prod_stack stack;
    pl_arena arena;
};

#endif
