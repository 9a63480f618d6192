/* How often one thing was taken for another: counts of pairs of small numbers.
 *
 *     pl_confusions c = {0};
 *     pl_confusions_add(&c, np, pp);                  gold NP, candidate PP
 *     pl_confusions_sort(&c);                         most frequent first
 *     for (i …) use(c.cells.at[i]);
 *     pl_confusions_release(&c);
 */
#ifndef PL_EVAL_CONFUSIONS_H
#define PL_EVAL_CONFUSIONS_H

#include "base/vec.h"

#include <stdint.h>

typedef struct pl_confusion {
    uint32_t gold, candidate;
    uint64_t n;
} pl_confusion;

typedef struct pl_confusions {
    PL_VEC(pl_confusion) cells; /* in the order in which they first came */
    PL_VEC(uint32_t) slots;     /* index + 1 by hash, 0 is empty; stale once sorted */
} pl_confusions;

void pl_confusions_add(pl_confusions *c, uint32_t gold, uint32_t candidate);
/* Most frequent first, ties by the numbers; nothing can be added afterwards. */
void pl_confusions_sort(pl_confusions *c);
void pl_confusions_release(pl_confusions *c);

#endif
