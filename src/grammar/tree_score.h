/* The probability of a tree under a grammar of fragments: the sum over all derivations of
 * it. No chart is needed, since the tree says where everything stands: at each node, from
 * the bottom up, the fragments that fit there are found by going down a tree of prefixes
 * of all fragments.
 *
 *     inside(v) = sum over fragments f that fit at v of
 *                 weight(f) * product of inside(u) over the frontier nodes u of f
 *
 * A production that the grammar does not have, and a word, cost a fixed amount, so that
 * every tree has a score. */
#ifndef PL_GRAMMAR_TREE_SCORE_H
#define PL_GRAMMAR_TREE_SCORE_H

#include "grammar/rare.h"
#include "grammar/tsg.h"

typedef struct pl_tree_scorer pl_tree_scorer;

#define PL_NEW_PRODUCTION                                                                \
    12.0 /* -log of the weight of a production that is not known                         \
          */

/* Keeps the grammar, whose base can be looked up (pl_productions_index), and `rare`, NULL
 * where words stand for themselves. Const while it is used. */
pl_tree_scorer *pl_tree_scorer_new(const pl_tsg *g, const pl_rare *rare);
void pl_tree_scorer_free(pl_tree_scorer *s); /* NULL is fine */

/* What one thread works with. */
typedef struct pl_tree_scoring {
    pl_prod_stack stack;
    PL_VEC(uint32_t) productions, sizes, place;
    PL_VEC(double) inside;
    PL_VEC(struct pl_scoring_step) steps;
    pl_str form;
} pl_tree_scoring;

struct pl_scoring_step {
    uint32_t state, next; /* of the tree of prefixes; the node that is not decided yet */
    double cost;
};

/* -log of the probability of a tree in the form of the grammar's treebank: in order,
 * binarized and split as its trees were, with tags. */
double pl_tree_cost(const pl_tree_scorer *s, pl_tree_scoring *w, const pl_tree *t);
void pl_tree_scoring_release(pl_tree_scoring *w);

#endif
