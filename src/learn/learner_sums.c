/* The weights of a learner as scorers see them: rows are found and added up. */
#include "learn/learner_rows.h"

#include "base/inline.h"

/* -- finding ------------------------------------------------------------------------ */

static void prefetch(const void *table, const uint64_t *hashes, size_t n)
{
    const pl_feature_index *x = &((const pl_learner *)table)->index;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&x->lines[pl_home_line(x, hashes[i])]);
}

/* The caller holds rows as their values. Whether a feature has a row and of which form can
 * hardly be foreseen, so no branch depends on it: rows are put in from the front, singles
 * from the back. */
PL_INLINE size_t find_rows(const pl_learner *l, const uint64_t *hashes, size_t n,
                           const void **rows, pl_match *match)
{
    const pl_feature_index *x = &l->index;
    size_t n_rows = 0, n_single = 0;
    for (size_t i = 0; i < n; i++) {
        pl_index_place at = pl_feature_index_find_by(x, hashes[i], match);
        uint32_t value = x->lines[at.line].values[at.slot];
        const void *row = (const void *)(uintptr_t)value;
        rows[n_rows] = rows[n - 1 - n_single] = row;
        n_single += value >> 31;
        n_rows += value - 1 < PL_ROW_SINGLE - 1;
        value &= PL_ROW_PLACE & ((value >> 31) - 1); /* place 0 for singles */
        __builtin_prefetch(pl_place_at(&l->hot, value));
    }
    memmove(rows + n_rows, rows + n - n_single, n_single * sizeof *rows);
    return n_rows + n_single;
}

#define FIND(name, match)                                                                \
    static size_t name(const void *table, const uint64_t *hashes, size_t n,              \
                       const void **rows)                                                \
    {                                                                                    \
        return find_rows(table, hashes, n, rows, match);                                 \
    }

FIND(find, pl_match_any)

/* -- adding ------------------------------------------------------------------------- */

/* Adds n_rows rows of n weights each, at least one and at most MOST_DENSE, some weights at a
 * time: up to PL_DENSE_PAD of those of one byte, up to WIDE_STEP of those of two. */
enum { MOST_DENSE = 64, WIDE_STEP = 32 };
_Static_assert(PL_SUMS_ROOM(257) >= 9 * WIDE_STEP, "the last vector fits");
typedef void add_dense(const int8_t *const *rows, size_t n_rows, uint32_t n,
                       int32_t *sums);
typedef void add_wide(const int16_t *const *rows, size_t n_rows, uint32_t n,
                      int32_t *sums);

/* The pairs of 16 bytes, with some behind the last one, whose weights are 0. */
PL_INLINE void add_pairs(const void *list, bool wide, int32_t *sums)
{
    const pl_wide_pair *wides = list;
    const pl_byte_pair *pairs = list;
    if (wide)
#pragma GCC unroll 4
        for (uint32_t k = 0; k < PL_LEAST_LIST / sizeof *wides; k++)
            sums[wides[k].action] += wides[k].weight;
    else
#pragma GCC unroll 8
        for (uint32_t k = 0; k < PL_LEAST_LIST / sizeof *pairs; k++)
            sums[pairs[k].action] += pairs[k].weight;
}

/* Pairs of one byte each fill at most 32 bytes: see is_dense in learner.c. */
PL_INLINE void add_list(const void *list, bool is_long, bool wide, int32_t *sums)
{
    const char *at = list;
    size_t bytes = 2 * PL_LEAST_LIST;
    add_pairs(at, wide, sums);
    if (!is_long)
        return;
    if (wide)
        bytes = (1u + ((const pl_wide_pair *)list)->action) * sizeof(pl_wide_pair);
    for (size_t k = PL_LEAST_LIST; k < bytes; k += PL_LEAST_LIST)
        add_pairs(at + k, wide, sums);
}

/* Dense rows, which are added together while the rest of their lines is being loaded. */
typedef struct dense_rows {
    const int8_t *rows[MOST_DENSE];
    const int16_t *wides[MOST_DENSE];
    uint32_t n_rows, n_wides;
} dense_rows;

PL_INLINE void load_lines(const void *row, size_t bytes)
{
    for (size_t k = 64; k < bytes; k += 64)
        __builtin_prefetch((const char *)row + k);
}

PL_INLINE void take_dense(dense_rows *d, const pl_learner *l, uint32_t value)
{
    const void *row = pl_weights_at(l, value);
    if (value & PL_ROW_WIDE) {
        load_lines(row, l->n_actions * sizeof(int16_t));
        d->wides[d->n_wides++] = row;
    } else {
        load_lines(row, l->n_actions);
        d->rows[d->n_rows++] = row;
    }
}

/* The functions and `wide`, which is that of the learner, are constants in each function that
 * is made of this one. */
PL_INLINE void add_rows(const pl_learner *l, const void *const *rows, size_t n, bool wide,
                        add_dense *add_dense, add_wide *add_wide, int32_t *sums)
{
    dense_rows d;
    for (size_t i = 0; i < n;) {
        size_t end = n - i > MOST_DENSE ? i + MOST_DENSE : n;
        d.n_rows = d.n_wides = 0;
        for (; i < end; i++) {
            uint32_t value = (uint32_t)(uintptr_t)rows[i];
            if (value & PL_ROW_SINGLE)
                sums[pl_single_action(value)] += pl_single_weight(value);
            else if (!(value & PL_ROW_DENSE))
                add_list(pl_weights_at(l, value), value & PL_ROW_LONG, wide, sums);
            else
                take_dense(&d, l, value);
        }
        if (!wide && d.n_rows > 0)
            add_dense(d.rows, d.n_rows, l->n_actions, sums);
        if (d.n_wides > 0)
            add_wide(d.wides, d.n_wides, l->n_actions, sums);
    }
}

#define ADD(name, wide, dense, wides)                                                    \
    static void name(const void *table, const void *const *rows, size_t n,               \
                     int32_t *sums)                                                      \
    {                                                                                    \
        add_rows(table, rows, n, wide, dense, wides, sums);                              \
    }

PL_INLINE void add_plain(const int8_t *const *rows, size_t n_rows, uint32_t n,
                         int32_t *sums)
{
    for (size_t i = 0; i < n_rows; i++)
        for (uint32_t a = 0; a < n; a++)
            sums[a] += rows[i][a];
}

PL_INLINE void add_wide_plain(const int16_t *const *rows, size_t n_rows, uint32_t n,
                              int32_t *sums)
{
    for (size_t i = 0; i < n_rows; i++)
        for (uint32_t a = 0; a < n; a++)
            sums[a] += rows[i][a];
}

ADD(add, false, add_plain, add_wide_plain)
ADD(add_to_wide, true, add_plain, add_wide_plain)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))

AVX2 PL_INLINE void add_to(__m256i *sums, __m128i weights)
{
    __m256i sum = _mm256_loadu_si256(sums);
    _mm256_storeu_si256(sums, _mm256_add_epi32(sum, _mm256_cvtepi16_epi32(weights)));
}

AVX2 PL_INLINE __m256i twice_as_wide(const int8_t *weights)
{
    return _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)weights));
}

/* Sums of MOST_DENSE weights of one byte fit into two. Those of PL_DENSE_PAD actions stay in
 * registers. */
AVX2 PL_INLINE void add_avx2(const int8_t *const *rows, size_t n_rows, uint32_t n,
                             int32_t *sums)
{
    enum { N = PL_DENSE_PAD / 16 }; /* vectors */
    _Static_assert(MOST_DENSE * 128 <= INT16_MAX, "no sum is larger");
    for (uint32_t a = 0; a < n; a += PL_DENSE_PAD) {
        __m256i *to = (__m256i *)(sums + a), s[N];
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++)
            s[k] = twice_as_wide(rows[0] + a + 16 * k);
        for (size_t i = 1; i < n_rows; i++)
#pragma GCC unroll 4
            for (uint32_t k = 0; k < N; k++)
                s[k] = _mm256_add_epi16(s[k], twice_as_wide(rows[i] + a + 16 * k));
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++) {
            add_to(to + 2 * k, _mm256_castsi256_si128(s[k]));
            add_to(to + 2 * k + 1, _mm256_extracti128_si256(s[k], 1));
        }
    }
}

/* The sums of WIDE_STEP actions stay in registers. */
AVX2 PL_INLINE void add_wide_avx2(const int16_t *const *rows, size_t n_rows, uint32_t n,
                                  int32_t *sums)
{
    enum { N = WIDE_STEP / 8 }; /* vectors */
    for (uint32_t a = 0; a < n; a += WIDE_STEP) {
        __m256i *to = (__m256i *)(sums + a), s[N];
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++)
            s[k] = _mm256_loadu_si256(to + k);
        for (size_t i = 0; i < n_rows; i++)
#pragma GCC unroll 4
            for (uint32_t k = 0; k < N; k++) {
                const __m128i *at = (const __m128i *)(rows[i] + a + 8 * k);
                s[k] = _mm256_add_epi32(s[k], _mm256_cvtepi16_epi32(_mm_load_si128(at)));
            }
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++)
            _mm256_storeu_si256(to + k, s[k]);
    }
}

AVX2 ADD(add_by_avx2, false, add_avx2, add_wide_avx2)
AVX2 ADD(add_to_wide_by_avx2, true, add_avx2, add_wide_avx2)

AVX2 PL_INLINE uint32_t match_avx2(const pl_index_line *at, uint32_t check)
{
    __m256i checks = _mm256_load_si256((const __m256i *)at->checks);
    __m256i same = _mm256_cmpeq_epi32(checks, _mm256_set1_epi32((int)check));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same));
}

AVX2 FIND(find_by_avx2, match_avx2)
#endif

pl_weights pl_learner_plain_weights(const pl_learner *l)
{
    return (pl_weights){l, l->n_actions, prefetch, find, l->wide ? add_to_wide : add};
}

pl_weights pl_learner_weights(const pl_learner *l)
{
    pl_weights w = pl_learner_plain_weights(l);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        w.find = find_by_avx2;
        w.add = l->wide ? add_to_wide_by_avx2 : add_by_avx2;
    }
#endif
    return w;
}
