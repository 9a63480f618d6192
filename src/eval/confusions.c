/* A hash table of pairs; see confusions.h. */
#include "eval/confusions.h"

#include "base/hash.h"

#include <string.h>

static uint32_t slot_of(const pl_confusions *c, uint32_t gold, uint32_t candidate)
{
    size_t mask = c->slots.n - 1;
    size_t i = pl_mix((uint64_t)gold << 32 | candidate) & mask;
    for (uint32_t at; (at = c->slots.at[i]) != 0; i = (i + 1) & mask)
        if (c->cells.at[at - 1].gold == gold &&
            c->cells.at[at - 1].candidate == candidate)
            break;
    return (uint32_t)i;
}

static void grow(pl_confusions *c)
{
    size_t size = c->slots.n == 0 ? 64 : c->slots.n * 2;
    PL_RESERVE(&c->slots, size);
    c->slots.n = size;
    memset(c->slots.at, 0, size * sizeof *c->slots.at);
    for (uint32_t i = 0; i < c->cells.n; i++)
        c->slots.at[slot_of(c, c->cells.at[i].gold, c->cells.at[i].candidate)] = i + 1;
}

void pl_confusions_add(pl_confusions *c, uint32_t gold, uint32_t candidate)
{
    if (c->cells.n * 2 >= c->slots.n)
        grow(c);
    uint32_t slot = slot_of(c, gold, candidate);
    if (c->slots.at[slot] == 0) {
        PL_PUSH(&c->cells, ((pl_confusion){gold, candidate, 0}));
        c->slots.at[slot] = (uint32_t)c->cells.n;
    }
    c->cells.at[c->slots.at[slot] - 1].n++;
}

static int by_count(const void *a, const void *b)
{
    const pl_confusion *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    if (x->gold != y->gold)
        return x->gold < y->gold ? -1 : 1;
    return x->candidate < y->candidate ? -1 : x->candidate > y->candidate;
}

void pl_confusions_sort(pl_confusions *c)
{
    if (c->cells.n > 0)
        qsort(c->cells.at, c->cells.n, sizeof *c->cells.at, by_count);
}

void pl_confusions_release(pl_confusions *c)
{
    PL_VEC_RELEASE(&c->cells);
    PL_VEC_RELEASE(&c->slots);
}
