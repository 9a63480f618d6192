/* The k best derivations of an item, lazily and exactly (Huang and Chiang 2005, algorithm
 * 3): a next derivation of an item is looked for only when somebody above needs it.
 *
 *     pl_kbest_start(k, chart);
 *     n = pl_kbest_find(k, chart->goal, 10000);      found: 10000, or all there are
 *     pl_kbest_derivation(k, chart->goal, rank, arena, &derivation);      rank < n
 *
 * The rank of the best derivation is 0. */
#ifndef PL_GRAMMAR_KBEST_H
#define PL_GRAMMAR_KBEST_H

#include "grammar/chart.h"
#include "grammar/derivation.h"

typedef struct pl_ranked { /* a derivation: an edge, and which derivations are below it */
    pl_cost cost;
    uint32_t edge;
    uint32_t left, right; /* ranks */
} pl_ranked;

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

/* Room for one number for each derivation found so far, 0 at first: valid until the next
 * find. */
uint64_t *pl_kbest_note(pl_kbest *k, uint32_t item, uint32_t rank);

#endif
