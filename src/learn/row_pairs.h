/* Lists of weights of rows (compact.h) made one long list of pairs, which is then added in one
 * loop: how long each of them is can hardly be foreseen, and a wrong guess costs as much as
 * twenty weights. For actions of one byte and of two: `wide` is a constant. */
#pragma once

#include "learn/compact_find.h"

#include <string.h>

PL_INLINE void add_list(const uint8_t *actions, uint32_t n, uint32_t wide, unsigned shift,
                        int32_t *sums)
{
    const int8_t *weights = (const int8_t *)actions + (size_t)n * wide;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t a = wide == 1 ? actions[k] : pl_get16(actions + 2 * k);
        sums[a] += weights[k] * (1 << shift);
    }
}

#ifdef __x86_64__
enum {
    PAIRS_ROWS = 64,           /* at most */
    PAIRS_LONGEST = 48,        /* list */
    PAIRS_SHIFT = 8,           /* the largest of a weight in 16 bits: -128 << 8 */
    PAIRS_UNITS = 32768 / 128, /* Σ 1 << shift of rows whose sums stay within 16 bits */
};

typedef struct row_pairs {
    size_t n;
    uint16_t actions[(PAIRS_ROWS + 1) * PAIRS_LONGEST]; /* bytes if not wide */
    int16_t weights[(PAIRS_ROWS + 1) * PAIRS_LONGEST];
} row_pairs;

/* A row in a bucket. Nothing beside the bucket is read: it would be one more line of memory.
 * So the 16 bytes end with the bucket where the row begins behind its first 48. */
AVX2 PL_INLINE void copy_near(const uint8_t *row, const uint8_t *buckets, uint32_t wide,
                              row_pairs *p, int32_t *sums)
{
    static const uint8_t slide[48] = {
        0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,
        12,   13,   14,   15,   0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    uint32_t n = *row >> 4, shift = *row & 0xf;
    uint32_t place = (uint32_t)(row - buckets) % PL_COMPACT_BUCKET;
    uint32_t back = place > PL_COMPACT_BUCKET - 16 ? place - (PL_COMPACT_BUCKET - 16) : 0;
    if (shift > PAIRS_SHIFT) { /* rare */
        add_list(row + 1, n, wide, shift, sums);
        return;
    }
    __m128i all = _mm_loadu_si128((const __m128i *)(row - back));
    const uint8_t *first = slide + back + 1;
    __m128i actions = _mm_shuffle_epi8(all, _mm_loadu_si128((const __m128i *)first));
    __m128i w = _mm_shuffle_epi8(
        all, _mm_loadu_si128((const __m128i *)(first + (size_t)n * wide)));
    w = _mm_sll_epi16(_mm_cvtepi8_epi16(w), _mm_cvtsi32_si128((int)shift));
    _mm_storel_epi64((__m128i *)((uint8_t *)p->actions + p->n * wide), actions);
    _mm_storeu_si128((__m128i *)(p->weights + p->n), w);
    p->n += n;
}

/* Eight at a time; the last ones are filled up with weights of 0. */
AVX2 PL_INLINE void add_pairs(row_pairs *p, uint32_t wide, int32_t *sums)
{
    enum { STEP = 8 };
    const uint8_t *actions = (const uint8_t *)p->actions;
    const int16_t *weights = p->weights, *end = weights + p->n;
    memset((uint8_t *)p->actions + p->n * wide, 0, (size_t)STEP * wide);
    memset(p->weights + p->n, 0, STEP * sizeof *weights);
    for (; weights < end; weights += STEP, actions += STEP * wide)
#pragma GCC unroll 8
        for (uint32_t i = 0; i < STEP; i++)
            sums[wide == 1 ? actions[i] : pl_get16(actions + 2 * i)] += weights[i];
}
#endif
