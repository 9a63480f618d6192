/* The compact table; see compact.h. */
#include "model/compact.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHIFT = 15 };

static const pl_compact_slot *slots_of(const void *block)
{
    return (const pl_compact_slot *)((const char *)block + sizeof(pl_compact_header));
}

static const uint8_t *rows_of(const void *block)
{
    const pl_compact_header *h = block;
    return (const uint8_t *)(slots_of(block) + h->n_slots);
}

static size_t home(uint64_t hash, uint64_t n_slots)
{
    return (size_t)((hash >> 32) * n_slots >> 32);
}

/* -- making ------------------------------------------------------------------------- */

typedef struct entry {
    uint64_t hash;
    uint32_t place;
} entry;

typedef struct maker {
    uint32_t n_actions, wide;
    double prune;
    PL_VEC(entry) entries;
    PL_VEC(uint8_t) rows;
} maker;

static void put_byte(maker *k, unsigned byte)
{
    PL_PUSH(&k->rows, (uint8_t)byte);
}

/* The weight's 8 bits at a shift. */
static int quantize(double weight, unsigned shift)
{
    return (int)lrint(weight * PL_COMPACT_SCALE / (double)(1u << shift));
}

static unsigned shift_for(const pl_average *weights, uint32_t n)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++)
        most = fmax(most, fabs((double)weights[i].weight));
    unsigned shift = 0;
    while (shift < MAX_SHIFT && quantize(most, shift) > INT8_MAX)
        shift++;
    return shift;
}

static int by_action(const void *a, const void *b)
{
    uint32_t x = ((const pl_average *)a)->action, y = ((const pl_average *)b)->action;
    return (x > y) - (x < y);
}

static void put_row(maker *k, const pl_average *kept, uint32_t n, unsigned shift)
{
    bool dense = (k->wide + 1) * n > k->n_actions || n >= PL_COMPACT_DENSE;
    unsigned head = (dense ? PL_COMPACT_DENSE : n) << 4 | shift;
    put_byte(k, head & 0xff);
    put_byte(k, head >> 8);
    if (dense) {
        size_t first = k->rows.n;
        for (uint32_t i = 0; i < k->n_actions; i++)
            put_byte(k, 0);
        for (uint32_t i = 0; i < n; i++)
            k->rows.at[first + kept[i].action] =
                (uint8_t)(int8_t)quantize((double)kept[i].weight, shift);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        put_byte(k, kept[i].action & 0xff);
        if (k->wide == 2)
            put_byte(k, kept[i].action >> 8);
    }
    for (uint32_t i = 0; i < n; i++)
        put_byte(k, (uint8_t)(int8_t)quantize((double)kept[i].weight, shift));
}

static void take_row(void *context, uint64_t hash, const pl_average *weights, uint32_t n)
{
    maker *k = context;
    pl_average kept[UINT16_MAX / 16];
    uint32_t n_kept = 0;
    unsigned shift = shift_for(weights, n);
    for (uint32_t i = 0; i < n; i++)
        if (fabs((double)weights[i].weight) >= k->prune &&
            quantize((double)weights[i].weight, shift) != 0)
            kept[n_kept++] = weights[i];
    if (n_kept == 0)
        return;
    qsort(kept, n_kept, sizeof *kept, by_action);
    entry e = {hash, (uint32_t)k->rows.n};
    PL_PUSH(&k->entries, e);
    put_row(k, kept, n_kept, shift);
}

static void *assemble(const maker *k, size_t *size)
{
    pl_compact_header h = {k->n_actions, k->wide, k->entries.n * 3 / 2 + 16, k->entries.n,
                           k->rows.n};
    *size = sizeof h + h.n_slots * sizeof(pl_compact_slot) + k->rows.n;
    char *block = pl_alloc_zero(1, *size);
    memcpy(block, &h, sizeof h);
    pl_compact_slot *slots = (pl_compact_slot *)(block + sizeof h);
    for (size_t i = 0; i < k->entries.n; i++) {
        const entry *e = &k->entries.at[i];
        size_t s = home(e->hash, h.n_slots);
        while (slots[s].place != 0)
            s = s + 1 < h.n_slots ? s + 1 : 0;
        slots[s] = (pl_compact_slot){(uint32_t)e->hash, e->place};
    }
    memcpy(slots + h.n_slots, k->rows.at, k->rows.n);
    return block;
}

void *pl_compact_new(const pl_learner *l, double prune, size_t *size)
{
    maker k = {.n_actions = pl_learner_weights(l).n_actions, .prune = prune};
    k.wide = k.n_actions <= 256 ? 1 : 2;
    put_byte(&k, 0);
    pl_learner_each(l, take_row, &k);
    void *block = assemble(&k, size);
    PL_VEC_RELEASE(&k.entries);
    PL_VEC_RELEASE(&k.rows);
    return block;
}

/* -- checking ----------------------------------------------------------------------- */

static bool row_fits(const pl_compact_header *h, const uint8_t *row, size_t left)
{
    if (left < 2)
        return false;
    size_t n = (size_t)(row[0] | row[1] << 8) >> 4;
    if (n == PL_COMPACT_DENSE)
        return left >= 2 + (size_t)h->n_actions;
    if (left < 2 + n * (h->wide + 1))
        return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t a =
            h->wide == 1 ? row[2 + i] : (uint32_t)(row[2 + 2 * i] | row[3 + 2 * i] << 8);
        if (a >= h->n_actions)
            return false;
    }
    return true;
}

int pl_compact_check(const void *block, size_t size, uint32_t n_actions, pl_err *err)
{
    const pl_compact_header *h = block;
    if (size < sizeof *h || h->n_actions != n_actions ||
        h->wide != (n_actions <= 256 ? 1u : 2u))
        return pl_fail(err, "the table of weights does not fit the actions");
    if (h->n_slots == 0 || h->n_slots > UINT32_MAX || h->row_bytes == 0 ||
        h->row_bytes > UINT32_MAX ||
        size != sizeof *h + h->n_slots * sizeof(pl_compact_slot) + h->row_bytes)
        return pl_fail(err, "the table of weights has the wrong size");
    const pl_compact_slot *slots = slots_of(block);
    const uint8_t *rows = rows_of(block);
    size_t used = 0;
    for (uint64_t i = 0; i < h->n_slots; i++) {
        if (slots[i].place == 0)
            continue;
        used++;
        if (slots[i].place >= h->row_bytes ||
            !row_fits(h, rows + slots[i].place, h->row_bytes - slots[i].place))
            return pl_fail(err, "a row of weights lies outside the table");
    }
    if (used != h->n_rows || used >= h->n_slots)
        return pl_fail(err, "the table of weights is damaged");
    return 0;
}

/* -- using -------------------------------------------------------------------------- */

static void prefetch(const void *block, uint64_t hash)
{
    const pl_compact_header *h = block;
    __builtin_prefetch(slots_of(block) + home(hash, h->n_slots));
}

static void find(const void *block, const uint64_t *hashes, size_t n, const void **rows)
{
    const pl_compact_header *h = block;
    const pl_compact_slot *slots = slots_of(block);
    const uint8_t *base = rows_of(block);
    for (size_t i = 0; i < n; i++) {
        size_t s = home(hashes[i], h->n_slots);
        uint32_t check = (uint32_t)hashes[i];
        while (slots[s].place != 0 && slots[s].check != check)
            s = s + 1 < h->n_slots ? s + 1 : 0;
        rows[i] = slots[s].place != 0 ? base + slots[s].place : NULL;
        if (rows[i] != NULL)
            __builtin_prefetch(rows[i]);
    }
}

static void add_dense(const int8_t *weights, uint32_t n, unsigned shift, int32_t *sums)
{
    for (uint32_t a = 0; a < n; a++)
        sums[a] += weights[a] * (1 << shift);
}

static void add(const void *block, const void *const *rows, size_t n_rows, int32_t *sums)
{
    const pl_compact_header *h = block;
    for (size_t i = 0; i < n_rows; i++) {
        const uint8_t *row = rows[i];
        if (row == NULL)
            continue;
        unsigned head = (unsigned)(row[0] | row[1] << 8), shift = head & 0xf;
        uint32_t n = head >> 4;
        if (n == PL_COMPACT_DENSE) {
            add_dense((const int8_t *)row + 2, h->n_actions, shift, sums);
            continue;
        }
        const uint8_t *actions = row + 2;
        const int8_t *weights = (const int8_t *)actions + (size_t)n * h->wide;
        if (h->wide == 1)
            for (uint32_t k = 0; k < n; k++)
                sums[actions[k]] += weights[k] * (1 << shift);
        else
            for (uint32_t k = 0; k < n; k++)
                sums[actions[2 * k] | actions[2 * k + 1] << 8] +=
                    weights[k] * (1 << shift);
    }
}

pl_weights pl_compact_weights(const void *block)
{
    return (pl_weights){block, ((const pl_compact_header *)block)->n_actions, prefetch,
                        find, add};
}

const pl_compact_header *pl_compact_info(const void *block)
{
    return block;
}
