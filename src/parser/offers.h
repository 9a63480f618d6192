/* The tokens of O, where all are active, with the arcs that pairs of them offer: a tree over
 * positions in which hypotheses share what has not changed.
 *
 *                  ●            the best pair of all below each knot
 *              ┌───┴───┐
 *              ●       ●        a step makes new knots above the tokens around it, O(log n),
 *            ┌─┴─┐   ┌─┴─┐      and leaves all others alone
 *            ●   ●   ●   ●      a token and its pairs with up to D tokens to its right
 *
 * An arc changes only what stands near it: its head has a new dependent, and its neighbours
 * have new neighbours. So only pairs are scored again of which features see something new. */
#pragma once

#include "machine/dependency.h"
#include "parser/scorer.h"

enum { PL_OFFERS_MAX_D = 16 }; /* tokens that an arc may reach over, and one */

/* One arc of a pair. */
typedef struct pl_offer {
    int32_t score;
    uint32_t action;
} pl_offer;

/* The best arcs of a pair of tokens; there is at least one. */
typedef struct pl_pair_offers {
    uint32_t left, right; /* positions; the tokens are `distance` apart in O */
    uint32_t distance;
    uint32_t n;
    uint64_t context;     /* hash of the tokens that features see */
    const pl_offer *list; /* [n]  best first, then the lower action */
} pl_pair_offers;

/* A token of O. */
typedef struct pl_offer_token {
    const pl_dep_node *node;
    const pl_pair_offers *pairs[]; /* [D]  with the tokens to its right; NULL: no arc */
} pl_offer_token;

typedef struct pl_offer_tree {
    uint32_t n;                          /* tokens below */
    const pl_pair_offers *best;          /* NULL: no pair offers an arc */
    const struct pl_offer_tree *half[2]; /* by the highest bit of the position; or … */
    const pl_offer_token *token;         /* … a single token */
} pl_offer_tree;

/* What all trees of a sentence share. */
typedef struct pl_offers {
    const pl_features *features;
    pl_scorer *scorer;                /* of pairs */
    uint32_t most;                    /* offers of a pair */
    uint32_t reach_left, reach_right; /* tokens beside a pair that features see */
    pl_offer *scratch;                /* [most] */
    const pl_dep_task *s;
    unsigned levels; /* of trees: positions have so many bits */
} pl_offers;

/* At most `most` offers of each pair. Keeps machine and features. */
void pl_offers_init(pl_offers *o, const pl_machine *m, const pl_features *features,
                    uint32_t most);
void pl_offers_release(pl_offers *o);
/* Begins a sentence: the tree of all its tokens. Trees live in the arena of the task. */
const pl_offer_tree *pl_offers_start(pl_offers *o, const pl_dep_task *s,
                                     pl_weights weights, const pl_values *values);
/* The tree after an arc of this pair, whose head becomes `head` and whose modifier goes. */
const pl_offer_tree *pl_offers_join(const pl_offers *o, const pl_offer_tree *t,
                                    const pl_pair_offers *pair, const pl_dep_node *head);
/* The token at a position, which must be in O. */
const pl_offer_token *pl_offer_tree_find(const pl_offers *o, const pl_offer_tree *t,
                                         uint32_t position);
/* How many tokens of O stand before a position. */
uint32_t pl_offer_tree_rank(const pl_offers *o, const pl_offer_tree *t,
                            uint32_t position);
/* Whether `a` comes before `b` where their scores are equal: the pair further right. */
static inline bool pl_pair_comes_first(const pl_pair_offers *a, const pl_pair_offers *b)
{
    return a->right != b->right ? a->right > b->right : a->left > b->left;
}
