/* Trees of another parser scored by a grammar of fragments.
 *
 *     pl_reranker *r = pl_reranker_open("nl.grammar", &err);
 *     pl_reranker_state *s = pl_reranker_state_new(r);         one for each thread
 *     cost = pl_reranker_cost(s, tree);                        -log p, for each tree
 *     pl_reranker_state_free(s);  pl_reranker_close(r);
 */
#pragma once

#include "grammar/tsg.h"

typedef struct pl_reranker pl_reranker;
typedef struct pl_reranker_state pl_reranker_state;

/* NULL with the reason: no such file, no grammar, or not one of fragments. */
pl_reranker *pl_reranker_open(const char *path, pl_error *err);
void pl_reranker_close(pl_reranker *r); /* NULL is fine */

pl_reranker_state *pl_reranker_state_new(const pl_reranker *r); /* keeps `r` */
void pl_reranker_state_free(pl_reranker_state *s);              /* NULL is fine */
/* The cost of a tree as the treebanks have it; it is not changed. Infinite where it
 * cannot be given the form of the grammar's trees. */
double pl_reranker_cost(pl_reranker_state *s, const pl_tree *t);

/* -- the probability of a tree ------------------------------------------------------ */

/* The sum over all derivations of the tree. No chart is needed, since the tree says where
 * everything stands: at each node, from the bottom up, the fragments that fit there are
 * found by going down a tree of prefixes of all fragments.
 *
 *     inside(v) = sum over fragments f that fit at v of
 *                 weight(f) * product of inside(u) over the frontier nodes u of f
 *
 * A production that the grammar does not have, and a word, cost a fixed amount, so that
 * every tree has a score. */
typedef struct pl_tree_scorer {
    const pl_tsg *tsg;
    pl_prefix_tree prefixes; /* of the elementary trees */
    double *costs;           /* [places]  of the fragment that ends there; INFINITY */
    double unseen_word;
} pl_tree_scorer;

/* -log of the weight of a production that is not known. */
#define PL_NEW_PRODUCTION 12.0

/* Keeps the grammar, whose base can be looked up (pl_productions_index). Const while it
 * is used. */
void pl_tree_scorer_init(pl_tree_scorer *s, const pl_tsg *g);
void pl_tree_scorer_release(pl_tree_scorer *s);

/* What one thread works with; all zero at first. */
typedef struct pl_tree_scorer_state {
    pl_prod_stack stack;
    pl_forest_nodes nodes;
    pl_numbers place;
    PL_VEC(double) inside; /* [nodes]  -log */
    PL_VEC(struct pl_scorer_step) steps;
} pl_tree_scorer_state;

struct pl_scorer_step { /* a prefix of some fragments that fits so far */
    uint32_t at;        /* of the tree of prefixes */
    uint32_t next;      /* the node that is not decided yet */
    double cost;        /* of the frontier nodes so far */
};

/* -log of the probability of a tree in the form of the grammar's treebank: in order,
 * binarized and split as its trees were, with tags and signatures. */
double pl_tree_cost(const pl_tree_scorer *s, pl_tree_scorer_state *w, const pl_tree *t);
void pl_tree_scorer_state_release(pl_tree_scorer_state *w);
