/* The k best derivations of an item, lazily and exactly (Huang and Chiang 2005, algorithm
 * 3): the next derivation of an item is looked for only when one above it needs it.
 *
 *     pl_kbest_start(k, chart);
 *     n = pl_kbest_find(k, chart->goal, 10000);      found: 10000, or all there are
 *     pl_kbest_derivation(k, chart->goal, rank, arena, &derivation);      rank < n
 *
 * The rank of the best derivation is 0. */
#pragma once

#include "grammar/chart.h"

typedef struct pl_kbest pl_kbest;

pl_kbest *pl_kbest_new(void);
void pl_kbest_free(pl_kbest *k); /* NULL is fine */

/* The chart is kept until the next start, and must not change but for its expansion. */
void pl_kbest_start(pl_kbest *k, pl_chart *c);
/* Finds derivations of the item until there are `want`, or no more; how many there are.
 */
uint32_t pl_kbest_find(pl_kbest *k, uint32_t item, uint32_t want);
/* One that has been found; for rank 0 of any item it is looked for. */
pl_ranked pl_kbest_get(pl_kbest *k, uint32_t item, uint32_t rank);
/* Its nodes, in the arena. */
void pl_kbest_derivation(pl_kbest *k, uint32_t item, uint32_t rank, pl_arena *m,
                         pl_derivation *out);
/* Sets used[i], of as many as the chart has items, for each item i of the first n
 * derivations of `item`. */
void pl_kbest_mark(pl_kbest *k, uint32_t item, uint32_t n, bool *used);

/* -- objectives --------------------------------------------------------------------- */

/* What a parse maximizes:
 *
 *     mpd        the most probable derivation
 *     mpp        the most probable tree: probabilities of derivations of the same tree,
 *                among the n best of all derivations, are added up
 *     shortest   the derivation with the fewest fragments; of these the most probable:
 *                parse with rules compiled so (pl_ruleset_compile), then as mpd
 *
 * In a plain PCFG or LCFRS every derivation has a tree of its own, so all but the
 * last are the same. */
typedef enum pl_objective { PL_MPD, PL_MPP, PL_SHORTEST } pl_objective;

/* Says which derivations stand for the same tree. A derivation falls into fragments: the
 * rules of one are those from its root down through symbols that are `inner`, which only
 * flattening and binarizing made. The key of a tree must depend on the tree alone, not on
 * the fragments it was put together of. */
typedef struct pl_tree_keys {
    const bool *inner; /* [symbols of pl_productions] */
    /* The key of the tree that a fragment and the n parts at its frontier make;
     * `production` is that of its root, parts[n] are the keys of the trees substituted
     * there, 0 for terminals, in the order of children from left to right. */
    uint64_t (*key)(void *context, uint32_t production, const uint64_t *parts,
                    uint32_t n);
    void *context;
} pl_tree_keys;

/* The most probable trees among the first `n` derivations of an item, at most `nbest`,
 * into out[nbest]: each by its best derivation, with the cost of the tree. Their number.
 */
uint32_t pl_most_probable(pl_kbest *k, uint32_t item, uint32_t n,
                          const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                          pl_derivation *out);

/* -- sums: tree_sums.c ------------------------------------------------------------- */

/* The most probable trees by all derivations that cost at most `more` above the best one,
 * as pl_most_probable gives them, but in other steps: derivations of the same tree over an
 * item are one for all that is built on it, so that not even their number matters.
 *
 *     pl_tree_sums *s = pl_tree_sums_new();
 *     n = pl_tree_sums_find(s, chart, 9, keys, nbest, arena, out);
 */
typedef struct pl_tree_sums pl_tree_sums;

pl_tree_sums *pl_tree_sums_new(void);
void pl_tree_sums_free(pl_tree_sums *s); /* NULL is fine */
uint32_t pl_tree_sums_find(pl_tree_sums *s, pl_chart *c, pl_cost more,
                           const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                           pl_derivation *out);
