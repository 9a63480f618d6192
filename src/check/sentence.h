/* A sentence as the methods of check see it: its tree, with labels and words as numbers
 * and yields as hashes. */
#pragma once

#include "base/intern.h"
#include "base/keyed_hash.h"
#include "check/outcomes.h"
#include "tree/tree.h"

typedef struct pl_checked {
    const pl_tree *tree;
    const uint32_t *symbols; /* [n_nodes]   labels and tags */
    const uint64_t *yields;  /* [n_nodes]   hash of the set of words below a node */
    const uint32_t *words;   /* [n_tokens] */
    const bool *punct;       /* [n_tokens]  the word is a punctuation mark */
} pl_checked;

/* A node that is no punctuation mark: productions are read without these. */
static inline bool pl_checked_counts(const pl_checked *v, uint32_t node)
{
    return !pl_is_terminal(v->tree, node) || !v->punct[node];
}

/* The next sibling that counts, from `node` (PL_NONE: none) on. */
static inline uint32_t pl_checked_skip(const pl_checked *v, uint32_t node)
{
    while (node != PL_NONE && !pl_checked_counts(v, node))
        node = v->tree->nodes[node].next;
    return node;
}

/* The hashes of the yields of all live nodes, in `m`: sums of those of their words. */
const uint64_t *pl_yields(const pl_tree *t, pl_arena *m);
/* The view of a tree, which it keeps; names and words are numbered in the two tables. */
void pl_view_make(pl_checked *v, const pl_tree *t, pl_intern *names, pl_intern *words,
                  pl_arena *m);
