/* Remembered sums; see sums.h. */
#include "parser/sums.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { CACHE_LINE = 64 };

void pl_sum_store_init(pl_sum_store *l, uint32_t n, uint32_t room)
{
    size_t bytes = sizeof(pl_sum) + room * sizeof(int32_t);
    *l = (pl_sum_store){.n = n,
                        .bytes = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE};
    l->block = pl_alloc_zero(n, l->bytes);
    pl_sum_store_forget(l);
}

void pl_sum_store_release(pl_sum_store *l)
{
    free(l->block);
    *l = (pl_sum_store){0};
}

/* Sums of steps before the first have no owner: it is gone with its sentence. */
void pl_sum_store_forget(pl_sum_store *l)
{
    l->first = ++l->step;
    l->next = 0;
}

pl_sum *pl_sum_store_take(pl_sum_store *l, pl_sum **owner)
{
    pl_sum *sum;
    do {
        sum = (pl_sum *)(void *)(l->block + l->next * l->bytes);
        l->next = l->next + 1 < l->n ? l->next + 1 : 0;
    } while (sum->step == l->step);
    if (sum->step >= l->first)
        *sum->owner = NULL;
    sum->owner = owner;
    sum->step = l->step;
    *owner = sum;
    return sum;
}
