/* Making the compact table from what was learned; see compact.h. */
#include "learn/compact_layout.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SHIFT = 15,
    LARGEST_NEAR = 13, /* bytes of a row that stands in its bucket */
    DENSE_FROM = 4, /* a row is dense from every fourth action on: then that is faster */
};

/* -- rows --------------------------------------------------------------------------- */

typedef struct entry {
    uint64_t hash;
    uint32_t first; /* byte of `near` */
    uint32_t n;     /* bytes */
} entry;

typedef struct maker {
    uint32_t n_actions, wide;
    double prune;
    pl_average *kept; /* [n_actions] */
    PL_VEC(entry) entries;
    PL_VEC(uint8_t) near; /* rows for buckets, or where their large form is */
    PL_VEC(uint8_t) far;
} maker;

static int quantize(double weight, unsigned shift)
{
    return (int)lrint(weight * PL_COMPACT_SCALE / (double)(1u << shift));
}

/* The smallest shift at which the largest weight fits into 8 bits. */
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

static uint8_t weight_byte(const pl_average *w, unsigned shift)
{
    int q = quantize((double)w->weight, shift);
    return (uint8_t)(int8_t)(q > INT8_MAX ? INT8_MAX : q < -INT8_MAX ? -INT8_MAX : q);
}

/* Actions and weights of a sparse row, at the end of `near` or `far`. */
#define PUT_LIST(k, to, n, shift)                                                        \
    do {                                                                                 \
        for (uint32_t i = 0; i < (n); i++) {                                             \
            PL_PUSH(to, (uint8_t)(k)->kept[i].action);                                   \
            if ((k)->wide == 2)                                                          \
                PL_PUSH(to, (uint8_t)((k)->kept[i].action >> 8));                        \
        }                                                                                \
        for (uint32_t i = 0; i < (n); i++)                                               \
            PL_PUSH(to, weight_byte(&(k)->kept[i], shift));                              \
    } while (0)

static void put_far(maker *k, uint32_t n, unsigned shift)
{
    bool dense = DENSE_FROM * n > k->n_actions;
    uint32_t length = dense ? PL_COMPACT_DENSE : n;
    PL_PUSH(&k->far, (uint8_t)(PL_COMPACT_FAR << 4 | shift));
    PL_PUSH(&k->far, (uint8_t)length);
    PL_PUSH(&k->far, (uint8_t)(length >> 8));
    if (!dense) {
        PUT_LIST(k, &k->far, n, shift);
        return;
    }
    size_t first = k->far.n;
    for (uint32_t i = 0; i < pl_compact_padded(k->n_actions); i++)
        PL_PUSH(&k->far, 0);
    for (uint32_t i = 0; i < n; i++)
        k->far.at[first + k->kept[i].action] = weight_byte(&k->kept[i], shift);
}

static void put_row(maker *k, uint64_t hash, uint32_t n, unsigned shift)
{
    uint32_t first = (uint32_t)k->near.n;
    if (1 + n * (k->wide + 1) <= LARGEST_NEAR) {
        PL_PUSH(&k->near, (uint8_t)(n << 4 | shift));
        PUT_LIST(k, &k->near, n, shift);
    } else {
        uint32_t place = (uint32_t)k->far.n;
        PL_PUSH(&k->near, (uint8_t)(PL_COMPACT_FAR << 4));
        for (int i = 0; i < 4; i++)
            PL_PUSH(&k->near, (uint8_t)(place >> 8 * i));
        put_far(k, n, shift);
    }
    entry e = {hash, first, (uint32_t)k->near.n - first};
    PL_PUSH(&k->entries, e);
}

static void take_row(void *context, uint64_t hash, const pl_average *weights, uint32_t n)
{
    maker *k = context;
    uint32_t n_kept = 0;
    unsigned shift = shift_for(weights, n);
    for (uint32_t i = 0; i < n; i++)
        if (fabs((double)weights[i].weight) >= k->prune &&
            quantize((double)weights[i].weight, shift) != 0)
            k->kept[n_kept++] = weights[i];
    if (n_kept == 0)
        return;
    qsort(k->kept, n_kept, sizeof *k->kept, by_action);
    put_row(k, hash, n_kept, shift);
}

/* -- buckets ------------------------------------------------------------------------ */

/* What will stand in a bucket: numbers of entries. */
typedef struct draft {
    uint8_t n, full;
    uint16_t bytes; /* of the rows */
    uint32_t entries[PL_COMPACT_MOST_ROWS];
} draft;

static bool fits(const draft *d, uint32_t bytes)
{
    return d->n < PL_COMPACT_MOST_ROWS &&
           2 + 3 * (d->n + 1u) + d->bytes + bytes <= PL_COMPACT_BUCKET;
}

static void lay_out(const maker *k, const draft *d, uint8_t *bucket)
{
    uint32_t at = 2 + 3 * (uint32_t)d->n;
    bucket[0] = d->n;
    bucket[1] = d->full;
    for (uint32_t i = 0; i < d->n; i++) {
        const entry *e = &k->entries.at[d->entries[i]];
        bucket[2 + 2 * i] = (uint8_t)e->hash;
        bucket[3 + 2 * i] = (uint8_t)(e->hash >> 8);
        bucket[2 + 2 * d->n + i] = (uint8_t)at;
        memcpy(bucket + at, k->near.at + e->first, e->n);
        at += e->n;
    }
}

/* Two thirds full: then about one bucket in ten overflows into the next. */
static void *assemble(const maker *k, size_t *size)
{
    uint64_t bytes = k->near.n + 3 * k->entries.n;
    pl_compact_header h = {.n_actions = k->n_actions,
                           .wide = k->wide,
                           .n_buckets = bytes / 40 + 2,
                           .n_rows = k->entries.n,
                           .far_bytes = k->far.n};
    draft *drafts = pl_alloc_zero(h.n_buckets, sizeof *drafts);
    for (uint32_t i = 0; i < k->entries.n; i++) {
        size_t b = pl_compact_home(k->entries.at[i].hash, h.n_buckets);
        while (!fits(&drafts[b], k->entries.at[i].n)) {
            drafts[b].full = 1;
            b = b + 1 < h.n_buckets ? b + 1 : 0;
        }
        drafts[b].entries[drafts[b].n++] = i;
        drafts[b].bytes = (uint16_t)(drafts[b].bytes + k->entries.at[i].n);
    }
    *size = sizeof h + h.n_buckets * PL_COMPACT_BUCKET + k->far.n;
    uint8_t *block = pl_alloc_aligned(64, *size);
    memcpy(block, &h, sizeof h);
    for (uint64_t b = 0; b < h.n_buckets; b++)
        lay_out(k, &drafts[b], block + sizeof h + b * PL_COMPACT_BUCKET);
    if (k->far.n > 0)
        memcpy(block + *size - k->far.n, k->far.at, k->far.n);
    free(drafts);
    return block;
}

void *pl_compact_new(const pl_learner *l, double prune, size_t *size)
{
    return pl_compact_mean(&l, 1, prune, size);
}

void *pl_compact_mean(const pl_learner *const *learners, uint32_t n, double prune,
                      size_t *size)
{
    maker k = {.n_actions = pl_learner_weights(learners[0]).n_actions, .prune = prune};
    k.wide = k.n_actions <= 256 ? 1 : 2;
    k.kept = pl_alloc_zero(k.n_actions, sizeof *k.kept);
    pl_learners_each(learners, n, take_row, &k);
    void *block = assemble(&k, size);
    free(k.kept);
    PL_VEC_RELEASE(&k.entries);
    PL_VEC_RELEASE(&k.near);
    PL_VEC_RELEASE(&k.far);
    return block;
}
