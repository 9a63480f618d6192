/* Fragments of trees, and those that recur in a treebank.
 *
 * A fragment is a connected part of a tree in which each node has all the children it has
 * in the tree, or none: then it belongs to the frontier, a place where another fragment
 * may be substituted. It is written as the productions of its nodes in pre-order, PL_NONE
 * for a node of the frontier:
 *
 *     (S (VP 0= 3=) (VMFIN 1=muss) (NP 2=))     S→VP_2 VMFIN NP  NONE  VMFIN→muss  NONE
 *
 * A fragment recurs if it is the largest one that two nodes of different trees have in
 * common: it ends where their productions differ, and begins where they are not the same
 * child of the same production (or are roots). Its count is the number of all places
 * where it occurs, largest or not.
 *
 *     pl_forest_add(&forest, tree, &err); …              for each tree
 *     pl_forest_index(&forest);
 *     pl_fragments_seek(&fragments, &forest, &options, pool, &err);
 *     for (i = 0; i < fragments.at.n; i++) …
 *     pl_fragments_release(&fragments);
 */
#pragma once

#include "base/parallel.h"
#include "grammar/forest.h"

typedef struct pl_fragment {
    size_t code; /* its first number in pl_fragments.code */
    uint32_t n;  /* how many: its nodes */
    uint32_t count;
    uint32_t count2; /* in the second treebank, where there are two; else 0 */
    uint32_t n_trees;
    size_t trees; /* the trees it occurs in: trees[n_trees] of pl_fragments.trees */
} pl_fragment;

typedef struct pl_fragments {
    PL_VEC(pl_fragment) at;
    pl_numbers code;
    pl_numbers trees; /* with pl_seek_options.trees */
    /* The text of each fragment if they were read from a file, which may have fragments
     * that the treebank cannot have; else empty. */
    PL_VEC(const char *) texts;
    pl_arena arena; /* of the texts */
} pl_fragments;

/* The code of a production that the treebank does not have. */
#define PL_UNKNOWN (UINT32_MAX - 1)

typedef struct pl_seek_options {
    /* Trees from this one on are a second treebank: fragments are those that a tree of
     * the first and one of the second have in common. 0: there is only one. */
    uint32_t second;
    /* Also every fragment of the first treebank up to this depth, recurring or not: 1
     * gives all productions. */
    uint32_t cover;
    uint32_t min_words; /* only fragments with at least so many words */
    bool trees;         /* list the trees in which each fragment occurs */
    /* Share the work; the first of them gets all fragments, the others some. NULL: none. */
    struct pl_peers *peers;
    /* Called now and then by the calling thread with the share of nodes that are done;
     * may be NULL. */
    void (*progress)(void *context, double share);
    void *context;
} pl_seek_options;

/* The most fragments that a search may find; deep covers have more than memory holds. */
#define PL_MAX_FRAGMENTS 100000000u

/* Finds all recurring fragments of the forest, which must be indexed, in an order that
 * depends on nothing but the trees. 0, or -1 if there are more than PL_MAX_FRAGMENTS. */
int pl_fragments_seek(pl_fragments *out, const pl_forest *f,
                      const pl_seek_options *options, pl_pool *pool, pl_error *err);

/* Counts the fragments that are in `these` already, everywhere in the forest; of the
 * options, `second` and `trees` apply. A fragment whose code holds PL_UNKNOWN gets 0. */
void pl_fragments_count(pl_fragments *these, const pl_forest *f,
                        const pl_seek_options *options, pl_pool *pool);

void pl_fragments_release(pl_fragments *f);
