/* Adding rows of a compact table; see compact_rows.h. */
#include "learn/compact_rows.h"

#include "learn/row_pairs.h"

/* -- plain ---------------------------------------------------------------------------- */

typedef int8_t v16i8 __attribute__((vector_size(16)));
typedef int16_t v8i16 __attribute__((vector_size(16)));
typedef int32_t v4i32 __attribute__((vector_size(16)));

/* Four weights of eight bytes doubled into 16 bits each, spread to 32 bits and added: a
 * byte that stands in all four places of a word gives the number with its sign when it
 * is shifted to the right. */
PL_INLINE void add_four(v8i16 twice, unsigned shift, int32_t *sums)
{
    v4i32 w = (v4i32)twice >> 24 << shift, have;
    memcpy(&have, sums, sizeof have);
    have += w;
    memcpy(sums, &have, sizeof have);
}

static void add_dense(const int8_t *weights, uint32_t n, unsigned shift, int32_t *sums)
{
    for (uint32_t a = 0; a < n; a += PL_COMPACT_PAD) {
        v16i8 w;
        memcpy(&w, weights + a, sizeof w);
        v8i16 low = (v8i16)__builtin_shufflevector(w, w, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5,
                                                   5, 6, 6, 7, 7);
        v8i16 high = (v8i16)__builtin_shufflevector(w, w, 8, 8, 9, 9, 10, 10, 11, 11, 12,
                                                    12, 13, 13, 14, 14, 15, 15);
        add_four(__builtin_shufflevector(low, low, 0, 0, 1, 1, 2, 2, 3, 3), shift,
                 sums + a);
        add_four(__builtin_shufflevector(low, low, 4, 4, 5, 5, 6, 6, 7, 7), shift,
                 sums + a + 4);
        add_four(__builtin_shufflevector(high, high, 0, 0, 1, 1, 2, 2, 3, 3), shift,
                 sums + a + 8);
        add_four(__builtin_shufflevector(high, high, 4, 4, 5, 5, 6, 6, 7, 7), shift,
                 sums + a + 12);
    }
}

PL_INLINE void add_plain(const void *block, const void *const *rows, size_t n_rows,
                         uint32_t wide, int32_t *sums)
{
    for (size_t i = 0; i < n_rows; i++) {
        const uint8_t *row = rows[i];
        uint32_t n = *row >> 4, shift = *row & 0xf;
        if (n != PL_COMPACT_FAR) {
            add_list(row + 1, n, wide, shift, sums);
            continue;
        }
        n = pl_get16(row + 1);
        row += PL_COMPACT_FAR_HEAD;
        if (n == PL_COMPACT_DENSE)
            add_dense((const int8_t *)row, pl_compact_actions(block), shift, sums);
        else
            add_list(row, n, wide, shift, sums);
    }
}

#define ADD(name, body, wide)                                                            \
    static void name(const void *block, const void *const *rows, size_t n,               \
                     int32_t *sums)                                                      \
    {                                                                                    \
        body(block, rows, n, wide, sums);                                                \
    }

ADD(add_narrow, add_plain, 1)
ADD(add_wide, add_plain, 2)

/* -- AVX2 ------------------------------------------------------------------------------ */

#ifdef __x86_64__

/* Rows are first sorted without branches: lists are copied one after the other into one long
 * list, and dense rows are added together, their sums in registers. */
enum { MOST_VECTORS = 12 }; /* of sums in registers, of 16 actions each */

typedef struct sorted {
    row_pairs pairs;
    size_t n_dense;
    const int8_t *dense[PAIRS_ROWS + 1];
    uint8_t shifts[PAIRS_ROWS + 1]; /* of the dense rows */
} sorted;

/* Copies 16 actions and their weights, some of which may not belong to the row. */
AVX2 PL_INLINE void copy_pairs(const uint8_t *actions, const uint8_t *weights,
                               uint32_t wide, __m128i shift, uint8_t *to,
                               int16_t *to_weights)
{
    __m256i w = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)weights));
    if (wide == 1)
        _mm_storeu_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)actions));
    else
        _mm256_storeu_si256((__m256i *)to, _mm256_loadu_si256((const __m256i *)actions));
    _mm256_storeu_si256((__m256i *)to_weights, _mm256_sll_epi16(w, shift));
}

/* A large row; nothing is read behind `end`. */
AVX2 PL_INLINE void sort_far(const uint8_t *row, const uint8_t *end, uint32_t wide,
                             sorted *s, int32_t *sums)
{
    uint32_t n = pl_get16(row + 1), shift = *row & 0xf;
    uint32_t dense = -(uint32_t)(n == PL_COMPACT_DENSE); /* all bits, or none */
    const uint8_t *at = row + PL_COMPACT_FAR_HEAD;
    s->dense[s->n_dense] = (const int8_t *)at;
    s->shifts[s->n_dense] = (uint8_t)shift;
    s->n_dense += dense & 1;
    n &= ~dense;
    if (n > PAIRS_LONGEST || shift > PAIRS_SHIFT ||
        end - at < (ptrdiff_t)(PAIRS_LONGEST * (wide + 1))) { /* rare */
        add_list(at, n, wide, shift, sums);
        return;
    }
    uint8_t *to = (uint8_t *)s->pairs.actions + s->pairs.n * wide;
    int16_t *weights = s->pairs.weights + s->pairs.n;
    __m128i by = _mm_cvtsi32_si128((int)shift);
    copy_pairs(at, at + n * wide, wide, by, to, weights);
    copy_pairs(at + 16 * wide, at + n * wide + 16, wide, by, to + 16 * wide,
               weights + 16);
    if (n > 32)
        copy_pairs(at + 32 * wide, at + n * wide + 32, wide, by, to + 32 * wide,
                   weights + 32);
    s->pairs.n += n;
}

AVX2 PL_INLINE void widen_and_add(__m256i w, int32_t *sums)
{
    __m256i *to = (__m256i *)sums;
    __m256i low = _mm256_cvtepi16_epi32(_mm256_castsi256_si128(w));
    __m256i high = _mm256_cvtepi16_epi32(_mm256_extracti128_si256(w, 1));
    _mm256_storeu_si256(to, _mm256_add_epi32(_mm256_loadu_si256(to), low));
    _mm256_storeu_si256(to + 1, _mm256_add_epi32(_mm256_loadu_si256(to + 1), high));
}

/* Adds `vectors` times 16 weights, from action `a` on, of the dense rows first … end-1,
 * whose sums have 16 bits. */
AVX2 PL_INLINE void add_vectors(const sorted *s, size_t first, size_t end, uint32_t a,
                                uint32_t vectors, int32_t *sums)
{
    __m256i sum[MOST_VECTORS];
#pragma GCC unroll 12
    for (uint32_t k = 0; k < vectors; k++)
        sum[k] = _mm256_setzero_si256();
    for (size_t i = first; i < end; i++) {
        const __m128i *from = (const __m128i *)(s->dense[i] + a);
        __m128i shift = _mm_cvtsi32_si128(s->shifts[i]);
#pragma GCC unroll 12
        for (uint32_t k = 0; k < vectors; k++) {
            __m256i w = _mm256_cvtepi8_epi16(_mm_loadu_si128(from + k));
            sum[k] = _mm256_add_epi16(sum[k], _mm256_sll_epi16(w, shift));
        }
    }
#pragma GCC unroll 12
    for (uint32_t k = 0; k < vectors; k++)
        widen_and_add(sum[k], sums + a + 16 * k);
}

/* One case for each number of vectors, so that it is a constant. */
AVX2 static void add_block(const sorted *s, size_t first, size_t end, uint32_t a,
                           uint32_t vectors, int32_t *sums)
{
#define VECTORS(n)                                                                       \
    case n:                                                                              \
        add_vectors(s, first, end, a, n, sums);                                          \
        break;
    switch (vectors) {
        VECTORS(1)
        VECTORS(2)
        VECTORS(3)
        VECTORS(4)
        VECTORS(5)
        VECTORS(6)
        VECTORS(7)
        VECTORS(8)
        VECTORS(9)
        VECTORS(10)
        VECTORS(11)
        VECTORS(12)
    }
#undef VECTORS
}

/* As many rows at a time as fit 16 bits whatever their weights are. */
AVX2 static void add_all_dense(const sorted *s, uint32_t n_actions, int32_t *sums)
{
    uint32_t vectors = (n_actions + 15) / 16;
    for (size_t first = 0, end; first < s->n_dense; first = end) {
        uint32_t units = 0;
        for (end = first; end < s->n_dense; end++) {
            units += 1u << s->shifts[end];
            if (units > PAIRS_UNITS)
                break;
        }
        if (end == first) { /* a shift of 9 or more */
            add_dense(s->dense[end], n_actions, s->shifts[end], sums);
            end++;
            continue;
        }
        for (uint32_t k = 0; k < vectors; k += MOST_VECTORS)
            add_block(s, first, end, 16 * k,
                      vectors - k < MOST_VECTORS ? vectors - k : MOST_VECTORS, sums);
    }
}

AVX2 PL_INLINE void add_sorted(const void *block, const void *const *rows, size_t n_rows,
                               uint32_t wide, int32_t *sums)
{
    const pl_compact_header *h = block;
    pl_compact_parts p = compact_parts(block);
    const uint8_t *end = p.large + pl_get64(&h->far_bytes);
    sorted s;
    for (size_t first = 0; first < n_rows; first += PAIRS_ROWS) {
        size_t n = n_rows - first < PAIRS_ROWS ? n_rows - first : PAIRS_ROWS;
        s.pairs.n = s.n_dense = 0;
        for (size_t i = 0; i < n;) { /* mostly all small ones, then all large ones */
            for (; i < n && (const uint8_t *)rows[first + i] < p.large; i++)
                copy_near(rows[first + i], p.buckets, wide, &s.pairs, sums);
            for (; i < n && (const uint8_t *)rows[first + i] >= p.large; i++)
                sort_far(rows[first + i], end, wide, &s, sums);
        }
        add_pairs(&s.pairs, wide, sums);
        if (s.n_dense > 0)
            add_all_dense(&s, pl_compact_actions(block), sums);
    }
}

AVX2 ADD(add_narrow_avx2, add_sorted, 1) AVX2 ADD(add_wide_avx2, add_sorted, 2)
#endif

    pl_add_rows *pl_compact_adder(uint32_t wide, bool plain)
{
#ifdef __x86_64__
    if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2"))
        return wide == 1 ? add_narrow_avx2 : add_wide_avx2;
#endif
    return wide == 1 ? add_narrow : add_wide;
}
