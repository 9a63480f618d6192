/* Trees from the derivations of a grammar: fragments expanded, transforms undone. */
#ifndef PL_GRAMMAR_GRAMMAR_TREES_H
#define PL_GRAMMAR_GRAMMAR_TREES_H

#include "grammar/derivation.h"
#include "grammar/objective.h"
#include "grammar/grammar_file.h"

typedef struct pl_grammar_trees pl_grammar_trees;

pl_grammar_trees *pl_grammar_trees_new(const pl_cascade *c); /* keeps it */
void pl_grammar_trees_free(pl_grammar_trees *g);             /* NULL is fine */

/* Puts the tree of a derivation of a stage over the words of `sentence`, in place of what
 * constituents are there. */
void pl_grammar_tree(pl_grammar_trees *g, uint32_t stage, const pl_derivation *d,
                     pl_tree *sentence);
/* A flat tree, NOPARSE, over derivations of parts of the sentence by the first stage. */
void pl_grammar_flat_tree(pl_grammar_trees *g, const pl_derivation *parts, uint32_t n,
                          pl_tree *sentence);
/* Whether a symbol may be such a part: it is no invention of binarization or splitting.
 */
bool pl_grammar_may_stand_alone(const char *label);

/* Whether a production begins a fragment. */
bool pl_grammar_starts(const pl_tsg *g, uint32_t production);

/* The key of a tree (see grammar/objective.h): a hash of its productions in the base. */
typedef struct pl_grammar_keys {
    const pl_tsg *tsg;
    PL_VEC(uint64_t) stack; /* scratch */
} pl_grammar_keys;
uint64_t pl_grammar_key(void *keys, uint32_t production, const pl_frontier *parts,
                        uint32_t n, uint32_t width);

#endif
