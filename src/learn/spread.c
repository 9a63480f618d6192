/* Spread rows; see spread.h. */
#include "learn/spread.h"

#include "base/alloc.h"
#include "learn/compact_rows.h"
#include "learn/row_pairs.h"

#include <stdlib.h>

enum {
    LINE = 64,
    WORD = 64,      /* actions of a word of bits */
    MOST_WORDS = 4, /* of a row */
    DENSE = 0x80,   /* in the first byte of a row */
    ROOM = 320,     /* bytes that can be read behind the last row's place */
    SHORTEST = 17,  /* bytes of a large row of the table */
    /* Lists are stretched so far that dense rows have room where they do not fit a line: those
     * of 40 actions or more among up to 192, of 32 or more among up to 256. */
    STRETCH = 4,
    STRETCH_MORE = 8,
};

struct pl_spread {
    pl_compact_parts parts;
    size_t bucket_bytes;
    uint32_t n_actions, n_words;
    uint8_t *rows;
};

#ifdef __x86_64__

/* -- making --------------------------------------------------------------------------- */

/* A list of ascending actions as bits and weights; false: they do not ascend. */
static bool spread_list(const pl_spread *s, const uint8_t *list, uint32_t n, uint8_t *to)
{
    uint64_t bits[MOST_WORDS] = {0};
    bool ascend = true;
    for (uint32_t k = 0; k < n; k++) {
        ascend &= list[k] < s->n_actions && (k == 0 || list[k] > list[k - 1]);
        bits[list[k] / WORD] |= (uint64_t)1 << list[k] % WORD;
    }
    memcpy(to + 1, bits, s->n_words * sizeof *bits);
    memcpy(to + 1 + s->n_words * sizeof *bits, list + n, n);
    return ascend;
}

/* One row of the table, of which `left` bytes are there. Returns how many it takes, 0 if it
 * cannot be spread. */
static size_t spread_row(const pl_spread *s, const uint8_t *row, size_t left, uint8_t *to)
{
    uint32_t n = left < SHORTEST ? 0 : pl_get16(row + 1),
             all = pl_compact_padded(s->n_actions);
    size_t bytes = PL_COMPACT_FAR_HEAD + (n == PL_COMPACT_DENSE ? all : 2 * (size_t)n);
    if (bytes < SHORTEST || bytes > left)
        return 0;
    row += PL_COMPACT_FAR_HEAD;
    to[0] = row[-PL_COMPACT_FAR_HEAD] & 0xf;
    if (1 + s->n_words * sizeof(uint64_t) + n <= LINE)
        return spread_list(s, row, n, to) ? bytes : 0;
    to[0] |= DENSE;
    if (n == PL_COMPACT_DENSE) {
        memcpy(to + 1, row, all);
        return bytes;
    }
    memset(to + 1, 0, all);
    for (uint32_t k = 0; k < n; k++) {
        if (row[k] >= s->n_actions || (k > 0 && row[k] <= row[k - 1]))
            return 0;
        to[1 + row[k]] = row[n + k];
    }
    return bytes;
}

/* Rows of a table that was checked follow each other without gaps. */
static bool spread_all(pl_spread *s, const uint8_t *rows, size_t size)
{
    for (size_t at = 0, bytes; at < size; at += bytes) {
        bytes = spread_row(s, rows + at, size - at,
                           s->rows + spread_place(at, s->parts.stretch));
        if (bytes == 0)
            return false;
    }
    return true;
}

static bool processor_can(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

pl_spread *pl_spread_new(const void *block)
{
    pl_compact_header h = pl_compact_info(block);
    if (h.n_actions > WORD * MOST_WORDS || !processor_can())
        return NULL;
    pl_spread *s = pl_alloc_zero(1, sizeof *s);
    s->parts = compact_parts(block);
    const uint8_t *large = s->parts.large;
    s->n_actions = h.n_actions;
    s->n_words = (h.n_actions + WORD - 1) / WORD;
    uint32_t stretch = s->n_words < MOST_WORDS ? STRETCH : STRETCH_MORE;
    s->rows = pl_alloc_table(spread_place(h.far_bytes, stretch) + ROOM);
    s->bucket_bytes = h.n_buckets * PL_COMPACT_BUCKET;
    s->parts.large = s->rows;
    s->parts.stretch = stretch;
    if (spread_all(s, large, h.far_bytes))
        return s;
    pl_spread_free(s);
    return NULL;
}

/* -- adding --------------------------------------------------------------------------- */

#define AVX512                                                                           \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,"   \
                          "avx512vbmi2")))

enum { LARGEST_SHIFT = 7 }; /* 1 << 7 is the largest power of two in a byte */

/* Large rows of the same form. */
typedef struct rows_of {
    const uint8_t *at[PAIRS_ROWS + 2];
    size_t n;
} rows_of;

/* Sums of 16 bits for 64 actions each: of the first and of the last eight of every 16. */
typedef struct sums_of {
    __m512i first[MOST_WORDS], last[MOST_WORDS];
    uint32_t units; /* Σ 1 << shift of what was added */
} sums_of;

/* The weights of a row for all actions, 64 in a vector: of a list … */
AVX512 PL_INLINE void spread_short(const uint8_t *row, uint32_t words, __m512i *to)
{
    static const _Alignas(LINE) uint8_t count[LINE] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
        16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __m512i line = _mm512_load_si512(row), places = _mm512_load_si512(count);
    uint32_t first = 1 + 8 * words;
#pragma GCC unroll 4
    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = pl_get64(row + 1 + 8 * w);
        __m512i from = _mm512_add_epi8(places, _mm512_set1_epi8((char)first));
        to[w] = _mm512_maskz_expand_epi8(bits, _mm512_permutexvar_epi8(from, line));
        first += (uint32_t)_mm_popcnt_u64(bits);
    }
}

/* … or as they stand there; nothing behind the last of them is read. */
AVX512 PL_INLINE void spread_dense(const uint8_t *row, uint32_t words, uint64_t last,
                                   __m512i *to)
{
#pragma GCC unroll 4
    for (uint32_t w = 0; w < words; w++)
        to[w] = w + 1 < words ? _mm512_loadu_si512(row + 1 + WORD * w)
                              : _mm512_maskz_loadu_epi8(last, row + 1 + WORD * w);
}

/* Sixteen sums, k-th of a word, in the order of the actions. */
#define SIXTEEN(s, w, k)                                                                 \
    _mm512_cvtepi16_epi32(_mm256_set_m128i(_mm512_extracti32x4_epi32((s)->last[w], k),   \
                                           _mm512_extracti32x4_epi32((s)->first[w], k)))

AVX512 PL_INLINE void add_sixteen(__m512i now, int32_t *sums)
{
    _mm512_storeu_si512(sums, _mm512_add_epi32(_mm512_loadu_si512(sums), now));
}

AVX512 PL_INLINE void add_vectors(uint32_t words, const sums_of *s, int32_t *sums)
{
#pragma GCC unroll 4
    for (uint32_t w = 0; w < words; w++, sums += WORD) {
        add_sixteen(SIXTEEN(s, w, 0), sums);
        add_sixteen(SIXTEEN(s, w, 1), sums + 16);
        add_sixteen(SIXTEEN(s, w, 2), sums + 32);
        add_sixteen(SIXTEEN(s, w, 3), sums + 48);
    }
}

/* Sixteen weights, k-th of a word. */
#define WEIGHTS(x, k) _mm512_cvtepi8_epi32(_mm512_extracti32x4_epi32(x, k))

/* A row with a shift that is too large for sums of 16 bits; learning by whole derivations
 * makes such weights. */
AVX512 PL_INLINE void add_alone(const uint8_t *row, uint32_t words, uint64_t last,
                                int32_t *sums)
{
    __m512i x[MOST_WORDS];
    __m128i shift = _mm_cvtsi32_si128(*row & 0xf);
    if (*row & DENSE)
        spread_dense(row, words, last, x);
    else
        spread_short(row, words, x);
#pragma GCC unroll 4
    for (uint32_t w = 0; w < words; w++, sums += WORD) {
        add_sixteen(_mm512_sll_epi32(WEIGHTS(x[w], 0), shift), sums);
        add_sixteen(_mm512_sll_epi32(WEIGHTS(x[w], 1), shift), sums + 16);
        add_sixteen(_mm512_sll_epi32(WEIGHTS(x[w], 2), shift), sums + 32);
        add_sixteen(_mm512_sll_epi32(WEIGHTS(x[w], 3), shift), sums + 48);
    }
}

AVX512 PL_INLINE void clear(uint32_t words, sums_of *s)
{
    s->units = 0;
#pragma GCC unroll 4
    for (uint32_t w = 0; w < words; w++)
        s->first[w] = s->last[w] = _mm512_setzero_si512();
}

/* Adds two rows at a time: each pair of weights, times 1 << shift, is one sum. `dense` and
 * `words` are constants. */
AVX512 PL_INLINE void add_rows(rows_of *rows, bool dense, uint32_t words, uint64_t last,
                               sums_of *s, int32_t *sums)
{
    static const _Alignas(LINE) uint8_t nothing[ROOM];
    rows->at[rows->n] = nothing; /* beside the last one */
    for (size_t i = 0; i < rows->n; i += 2) {
        const uint8_t *a = rows->at[i], *b = rows->at[i + 1];
        __m512i x[MOST_WORDS], y[MOST_WORDS];
        uint32_t times_a = 1u << (*a & 0xf), times_b = 1u << (*b & 0xf);
        __m512i times = _mm512_set1_epi16((short)(times_a | times_b << 8));
        s->units += times_a + times_b;
        if (s->units > PAIRS_UNITS) {
            add_vectors(words, s, sums);
            clear(words, s);
            s->units = times_a + times_b;
        }
        if (dense) {
            spread_dense(a, words, last, x);
            spread_dense(b, words, last, y);
        } else {
            spread_short(a, words, x);
            spread_short(b, words, y);
        }
#pragma GCC unroll 4
        for (uint32_t w = 0; w < words; w++) {
            __m512i f = _mm512_unpacklo_epi8(x[w], y[w]),
                    l = _mm512_unpackhi_epi8(x[w], y[w]);
            s->first[w] = _mm512_add_epi16(s->first[w], _mm512_maddubs_epi16(times, f));
            s->last[w] = _mm512_add_epi16(s->last[w], _mm512_maddubs_epi16(times, l));
        }
    }
}

PL_INLINE bool in_bucket(const pl_spread *s, const void *row)
{
    return (uintptr_t)row - (uintptr_t)s->parts.buckets < s->bucket_bytes;
}

/* Adds a large row to both lists; it counts in one of them. */
AVX512 PL_INLINE void sort_large(const uint8_t *row, uint32_t words, uint64_t last,
                                 rows_of *lists, rows_of *dense, int32_t *sums)
{
    size_t is_dense = *row / DENSE;
    if ((*row & 0xf) > LARGEST_SHIFT) { /* rare */
        add_alone(row, words, last, sums);
        return;
    }
    lists->at[lists->n] = row;
    dense->at[dense->n] = row;
    lists->n += 1 - is_dense;
    dense->n += is_dense;
}

/* Rows in buckets become pairs, large ones are sorted by their form. */
AVX512 PL_INLINE void add_some(const pl_spread *s, const void *const *rows, size_t n,
                               uint32_t words, int32_t *sums)
{
    row_pairs pairs;
    rows_of lists, dense;
    sums_of vectors;
    /* a bit for each action of the last word */
    uint64_t last =
        _bzhi_u64(UINT64_MAX, pl_compact_padded(s->n_actions) - WORD * (words - 1));
    pairs.n = lists.n = dense.n = 0;
    for (size_t i = 0; i < n;) { /* mostly all small ones, then all large ones */
        for (; i < n && in_bucket(s, rows[i]); i++)
            copy_near(rows[i], s->parts.buckets, 1, &pairs, sums);
        for (; i < n && !in_bucket(s, rows[i]); i++)
            sort_large(rows[i], words, last, &lists, &dense, sums);
    }
    add_pairs(&pairs, 1, sums);
    clear(words, &vectors);
    add_rows(&lists, false, words, 0, &vectors, sums);
    add_rows(&dense, true, words, last, &vectors, sums);
    add_vectors(words, &vectors, sums);
}

#define ADD(words)                                                                       \
    AVX512 static void add_##words(const void *table, const void *const *rows, size_t n, \
                                   int32_t *sums)                                        \
    {                                                                                    \
        for (size_t i = 0; i < n; i += PAIRS_ROWS)                                       \
            add_some(table, rows + i, n - i < PAIRS_ROWS ? n - i : PAIRS_ROWS, words,    \
                     sums);                                                              \
    }

ADD(1)
ADD(2)
ADD(3)
ADD(4)

/* -- the rest ------------------------------------------------------------------------- */

static void prefetch(const void *table, const uint64_t *hashes, size_t n)
{
    const pl_spread *s = table;
    prefetch_buckets(s->parts.buckets, s->parts.n_buckets, hashes, n);
}

#define FIND(name, by)                                                                   \
    AVX2 static size_t name(const void *table, const uint64_t *hashes, size_t n,         \
                            const void **rows)                                           \
    {                                                                                    \
        pl_compact_parts p = ((const pl_spread *)table)->parts;                          \
        p.stretch = by; /* a constant */                                                 \
        return find_rows(&p, hashes, n, rows, equal_checks_avx2, 2);                     \
    }

FIND(find, STRETCH)
FIND(find_more, STRETCH_MORE)

pl_weights pl_spread_weights(const pl_spread *s)
{
    static pl_add_rows *const adders[] = {add_1, add_2, add_3, add_4};
    return (pl_weights){s, s->n_actions, prefetch,
                        s->parts.stretch == STRETCH ? find : find_more,
                        adders[s->n_words - 1]};
}

#else

pl_spread *pl_spread_new(const void *block)
{
    return NULL;
}

pl_weights pl_spread_weights(const pl_spread *s)
{
    return (pl_weights){0};
}

#endif

void pl_spread_free(pl_spread *s)
{
    if (s == NULL)
        return;
    free(s->rows);
    free(s);
}
