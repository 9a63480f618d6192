/* Sums that the scorer remembers. Each holds the scores of all actions for the items at
 * some places, which are its key; an item points to its sum. Their number is fixed: the
 * oldest one is reused for the next item that needs a sum, except those used in the
 * current step. So a long sentence takes no more memory than a short one. */
#pragma once

#include "machine/items.h"

typedef struct pl_sum {
    struct pl_sum **owner;     /* the pointer that leads here */
    uint64_t step;             /* that used it last */
    uint32_t key[PL_N_PLACES]; /* ids of items */
    _Alignas(16) int32_t scores[];
} pl_sum;

typedef struct pl_sum_store {
    char *block; /* [n][bytes] */
    size_t bytes;
    uint32_t n, next;     /* next: where the search for a free one begins */
    uint64_t first, step; /* of the sentence; now */
} pl_sum_store;

/* n sums of `room` scores each; n is larger than what one step can use. */
void pl_sum_store_init(pl_sum_store *l, uint32_t n, uint32_t room);
void pl_sum_store_release(pl_sum_store *l);
void pl_sum_store_forget(pl_sum_store *l); /* everything; a sentence or other weights begin */
static inline void pl_sum_store_step(pl_sum_store *l)
{
    l->step++;
}
/* Whether *owner is a sum of this sentence, and of its weights: those that were remembered
 * before the store forgot them may belong to others now. */
static inline bool pl_sum_store_has(const pl_sum_store *l, pl_sum *const *owner)
{
    return *owner != NULL && (*owner)->step >= l->first && (*owner)->owner == owner;
}
/* Gives *owner, which has none, a sum with undefined scores. The pointer of the previous
 * owner becomes NULL. */
pl_sum *pl_sum_store_take(pl_sum_store *l, pl_sum **owner);
