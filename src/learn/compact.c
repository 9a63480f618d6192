/* The compact table: made from learners, checked, used; see compact.h. */
#include "learn/compact.h"

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/byteorder.h"
#include "base/sections.h"
#include "base/vec.h"
#include "learn/compact_find.h"
#include "learn/compact_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAR_HEAD = PL_COMPACT_FAR_HEAD,
    MAX_SHIFT = 15,
    LARGEST_NEAR = 13, /* bytes of a row that stands in its bucket */
    DENSE_FROM = 4,    /* a row with every fourth action or more is faster if dense */
};

_Static_assert(sizeof(pl_compact_header) == 64, "buckets begin at a cache line");

/* Between the order of the file and that of the machine, either way. */
static void turn(pl_compact_header *h)
{
    pl_file_order(&h->n_actions, 2, sizeof h->n_actions);
    pl_file_order(&h->n_buckets, 3, sizeof h->n_buckets);
}

/* -- making: rows ------------------------------------------------------------------- */

typedef struct entry {
    uint64_t hash;
    uint32_t first; /* byte of `near` */
    uint32_t n;     /* bytes */
} entry;

typedef PL_VEC(uint8_t) bytes;

typedef struct maker {
    uint32_t n_actions, wide;
    double prune;
    pl_average *kept; /* [n_actions] */
    PL_VEC(entry) entries;
    bytes near; /* rows for buckets, or the places of their large forms */
    bytes far;
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

static uint8_t weight_byte(const pl_average *w, unsigned shift)
{
    int q = quantize((double)w->weight, shift);
    return (uint8_t)(int8_t)(q > INT8_MAX ? INT8_MAX : q < -INT8_MAX ? -INT8_MAX : q);
}

/* Appends the actions and weights of a sparse row. */
static void put_list(const maker *k, bytes *to, uint32_t n, unsigned shift)
{
    for (uint32_t i = 0; i < n; i++) {
        PL_PUSH(to, (uint8_t)k->kept[i].action);
        if (k->wide == 2)
            PL_PUSH(to, (uint8_t)(k->kept[i].action >> 8));
    }
    for (uint32_t i = 0; i < n; i++)
        PL_PUSH(to, weight_byte(&k->kept[i], shift));
}

static void put_far(maker *k, uint32_t n, unsigned shift)
{
    bool dense = DENSE_FROM * n > k->n_actions;
    uint32_t length = dense ? PL_COMPACT_DENSE : n;
    PL_PUSH(&k->far, (uint8_t)(PL_COMPACT_FAR << 4 | shift));
    PL_PUSH(&k->far, (uint8_t)length);
    PL_PUSH(&k->far, (uint8_t)(length >> 8));
    if (!dense) {
        put_list(k, &k->far, n, shift);
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
        put_list(k, &k->near, n, shift);
    } else {
        uint32_t place = (uint32_t)k->far.n;
        PL_PUSH(&k->near, (uint8_t)(PL_COMPACT_FAR << 4));
        for (int i = 0; i < 4; i++)
            PL_PUSH(&k->near, (uint8_t)(place >> 8 * i));
        put_far(k, n, shift);
    }
    PL_PUSH(&k->entries, (entry){hash, first, (uint32_t)k->near.n - first});
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
    qsort(k->kept, n_kept, sizeof *k->kept, pl_by_u32); /* by action */
    put_row(k, hash, n_kept, shift);
}

/* -- making: buckets ---------------------------------------------------------------- */

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
static pl_bytes assemble(const maker *k)
{
    uint64_t bytes = k->near.n + 3 * k->entries.n;
    pl_compact_header h = {.n_actions = k->n_actions,
                           .wide = k->wide,
                           .n_buckets = bytes / 40 + 2,
                           .n_rows = k->entries.n,
                           .far_bytes = k->far.n};
    draft *drafts = pl_alloc_zero(h.n_buckets, sizeof *drafts);
    for (uint32_t i = 0; i < k->entries.n; i++) {
        size_t b = home_of(k->entries.at[i].hash, h.n_buckets);
        while (!fits(&drafts[b], k->entries.at[i].n)) {
            drafts[b].full = 1;
            b = b + 1 < h.n_buckets ? b + 1 : 0;
        }
        drafts[b].entries[drafts[b].n++] = i;
        drafts[b].bytes = (uint16_t)(drafts[b].bytes + k->entries.at[i].n);
    }
    size_t size = sizeof h + h.n_buckets * PL_COMPACT_BUCKET + k->far.n;
    uint8_t *block = pl_alloc_aligned(64, size + PL_SECTIONS_SLACK);
    for (uint64_t b = 0; b < h.n_buckets; b++)
        lay_out(k, &drafts[b], block + sizeof h + b * PL_COMPACT_BUCKET);
    turn(&h);
    memcpy(block, &h, sizeof h);
    if (k->far.n > 0)
        memcpy(block + size - k->far.n, k->far.at, k->far.n);
    free(drafts);
    return (pl_bytes){block, size, block};
}

pl_bytes pl_compact_new(const pl_learner *l, double prune)
{
    return pl_compact_mean(&l, 1, prune);
}

pl_bytes pl_compact_mean(const pl_learner *const *learners, uint32_t n, double prune)
{
    maker k = {.n_actions = pl_learner_weights(learners[0]).n_actions, .prune = prune};
    k.wide = k.n_actions <= 256 ? 1 : 2;
    k.kept = pl_alloc_zero(k.n_actions, sizeof *k.kept);
    pl_learners_each(learners, n, take_row, &k);
    pl_bytes block = assemble(&k);
    free(k.kept);
    PL_VEC_RELEASE(&k.entries, &k.near, &k.far);
    return block;
}

/* -- checking ----------------------------------------------------------------------- */

/* Vectors of scores have room for every action of one byte; larger ones are checked. */
static bool actions_exist(const pl_compact_header *h, const uint8_t *actions, size_t n)
{
    uint32_t most = 0;
    for (size_t i = 0; h->wide == 2 && i < n; i++) {
        uint32_t a = pl_get16(actions + 2 * i);
        most = a > most ? a : most;
    }
    return most < h->n_actions;
}

/* The bytes of a large row, 0 if they do not fit into those that are left. */
static size_t far_size(const pl_compact_header *h, const uint8_t *row, size_t left)
{
    if (left < FAR_HEAD || row[0] >> 4 != PL_COMPACT_FAR)
        return 0;
    size_t n = pl_get16(row + 1), size = FAR_HEAD + n * (h->wide + 1);
    if (n == PL_COMPACT_DENSE)
        size = FAR_HEAD + (size_t)pl_compact_padded(h->n_actions);
    else if (left >= size && !actions_exist(h, row + FAR_HEAD, n))
        return 0;
    return left >= size ? size : 0;
}

/* Large rows follow each other without gaps: where each of them begins, one bit for each
 * byte; NULL if one does not fit. */
static uint64_t *far_begins(const pl_compact_header *h, const uint8_t *far)
{
    uint64_t *begins = pl_alloc_zero(pl_bits_words(h->far_bytes) + 1, sizeof *begins);
    for (size_t at = 0, size; at < h->far_bytes; at += size) {
        size = far_size(h, far + at, h->far_bytes - at);
        if (size == 0) {
            free(begins);
            return NULL;
        }
        pl_bit_set(begins, at);
    }
    return begins;
}

static bool bucket_fits(const pl_compact_header *h, const uint8_t *bucket,
                        const uint64_t *far_begins)
{
    uint32_t k = bucket[0], rows = 2 + 3 * k;
    if (k > PL_COMPACT_MOST_ROWS || bucket[1] > 1)
        return false;
    for (uint32_t i = 0; i < k; i++) {
        uint32_t at = bucket[2 + 2 * k + i];
        if (at < rows || at >= PL_COMPACT_BUCKET)
            return false;
        uint32_t n = bucket[at] >> 4, left = PL_COMPACT_BUCKET - at - 1;
        if (n != PL_COMPACT_FAR) {
            uint32_t bytes = n * (h->wide + 1);
            if (left < bytes || 1 + bytes > LARGEST_NEAR ||
                !actions_exist(h, bucket + at + 1, n))
                return false;
            continue;
        }
        uint32_t place = left >= 4 ? pl_get32(bucket + at + 1) : UINT32_MAX;
        if (place >= h->far_bytes || !pl_bit_test(far_begins, place))
            return false;
    }
    return true;
}

int pl_compact_check(const void *block, size_t size, uint32_t n_actions, pl_error *err)
{
    pl_compact_header h = {0};
    if (size >= sizeof h)
        h = pl_compact_info(block);
    if (size < sizeof h || h.n_actions != n_actions ||
        h.wide != (n_actions <= 256 ? 1u : 2u))
        return pl_fail(err, PL_DAMAGED, "the table of weights does not fit the actions");
    if (h.n_buckets == 0 || h.n_buckets > UINT32_MAX || h.far_bytes > UINT32_MAX ||
        size != sizeof h + h.n_buckets * PL_COMPACT_BUCKET + h.far_bytes)
        return pl_fail(err, PL_DAMAGED, "the table of weights has the wrong size");
    pl_compact_parts p = compact_parts(block);
    uint64_t n_rows = 0, n_full = 0, *begins = far_begins(&h, p.large);
    bool fits = begins != NULL;
    for (uint64_t i = 0; fits && i < h.n_buckets; i++) {
        const uint8_t *bucket = p.buckets + i * PL_COMPACT_BUCKET;
        fits = bucket_fits(&h, bucket, begins);
        n_rows += bucket[0];
        n_full += bucket[1];
    }
    free(begins);
    if (!fits)
        return pl_fail(err, PL_DAMAGED, "a row of weights is damaged");
    if (n_rows != h.n_rows || n_full == h.n_buckets)
        return pl_fail(err, PL_DAMAGED, "the table of weights is damaged");
    return 0;
}

/* -- using -------------------------------------------------------------------------- */

static void prefetch(const void *block, const uint64_t *hashes, size_t n)
{
    pl_compact_parts p = compact_parts(block);
    prefetch_buckets(p.buckets, p.n_buckets, hashes, n);
}

#define FIND(name, equal, bits)                                                          \
    static size_t name(const void *block, const uint64_t *hashes, size_t n,              \
                       const void **rows)                                                \
    {                                                                                    \
        pl_compact_parts p = compact_parts(block);                                       \
        return find_rows(&p, hashes, n, rows, equal, bits);                              \
    }

FIND(find, equal_checks, 1)
#ifdef __x86_64__
AVX2 FIND(find_avx2, equal_checks_avx2, 2)
#endif

    pl_weights pl_compact_plain_weights(const void *block)
{
    return (pl_weights){block, pl_compact_actions(block), prefetch, find,
                        pl_compact_adder(pl_compact_info(block).wide, true)};
}

pl_weights pl_compact_weights(const void *block)
{
    pl_weights w = pl_compact_plain_weights(block);
    w.add = pl_compact_adder(pl_compact_info(block).wide, false);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2"))
        w.find = find_avx2;
#endif
    return w;
}

pl_compact_header pl_compact_info(const void *block)
{
    pl_compact_header h;
    memcpy(&h, block, sizeof h);
    turn(&h);
    return h;
}
