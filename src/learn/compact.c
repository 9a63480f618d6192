/* Checking and using the compact table; see compact.h. */
#include "learn/compact_layout.h"

#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

static const uint8_t *buckets_of(const void *block)
{
    return (const uint8_t *)block + sizeof(pl_compact_header);
}

static const uint8_t *far_of(const void *block)
{
    const pl_compact_header *h = block;
    return buckets_of(block) + h->n_buckets * PL_COMPACT_BUCKET;
}

static uint16_t get16(const uint8_t *p)
{
    uint16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static uint32_t get32(const uint8_t *p)
{
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* -- checking ----------------------------------------------------------------------- */

/* Vectors of scores have room for every action of one byte; larger ones are checked. */
static bool actions_exist(const pl_compact_header *h, const uint8_t *actions, size_t n)
{
    uint32_t most = 0;
    for (size_t i = 0; h->wide == 2 && i < n; i++) {
        uint32_t a = get16(actions + 2 * i);
        most = a > most ? a : most;
    }
    return most < h->n_actions;
}

static bool far_fits(const pl_compact_header *h, const uint8_t *row, size_t left)
{
    if (left < PL_COMPACT_FAR_HEAD || row[0] >> 4 != PL_COMPACT_FAR)
        return false;
    size_t n = get16(row + 1);
    if (n == PL_COMPACT_DENSE)
        return left >= PL_COMPACT_FAR_HEAD + (size_t)pl_compact_padded(h->n_actions);
    return left >= PL_COMPACT_FAR_HEAD + n * (h->wide + 1) &&
           actions_exist(h, row + PL_COMPACT_FAR_HEAD, n);
}

static bool bucket_fits(const pl_compact_header *h, const uint8_t *bucket,
                        const uint8_t *far)
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
            if (left < n * (h->wide + 1) || !actions_exist(h, bucket + at + 1, n))
                return false;
            continue;
        }
        uint32_t place = left >= 4 ? get32(bucket + at + 1) : UINT32_MAX;
        if (place >= h->far_bytes || !far_fits(h, far + place, h->far_bytes - place))
            return false;
    }
    return true;
}

int pl_compact_check(const void *block, size_t size, uint32_t n_actions, pl_error *err)
{
    const pl_compact_header *h = block;
    if (size < sizeof *h || h->n_actions != n_actions ||
        h->wide != (n_actions <= 256 ? 1u : 2u))
        return pl_fail(err, PL_DAMAGED, "the table of weights does not fit the actions");
    if (h->n_buckets == 0 || h->n_buckets > UINT32_MAX || h->far_bytes > UINT32_MAX ||
        size != sizeof *h + h->n_buckets * PL_COMPACT_BUCKET + h->far_bytes)
        return pl_fail(err, PL_DAMAGED, "the table of weights has the wrong size");
    const uint8_t *bucket = buckets_of(block), *far = far_of(block);
    uint64_t n_rows = 0, n_full = 0;
    for (uint64_t i = 0; i < h->n_buckets; i++, bucket += PL_COMPACT_BUCKET) {
        if (!bucket_fits(h, bucket, far))
            return pl_fail(err, PL_DAMAGED, "a row of weights is damaged");
        n_rows += bucket[0];
        n_full += bucket[1];
    }
    if (n_rows != h->n_rows || n_full == h->n_buckets)
        return pl_fail(err, PL_DAMAGED, "the table of weights is damaged");
    return 0;
}

/* -- using -------------------------------------------------------------------------- */

static void prefetch(const void *block, const uint64_t *hashes, size_t n)
{
    uint64_t n_buckets = ((const pl_compact_header *)block)->n_buckets;
    const uint8_t *buckets = buckets_of(block);
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(buckets +
                           pl_compact_home(hashes[i], n_buckets) * PL_COMPACT_BUCKET);
}

/* Which of a bucket's checks are equal to one: bit i stands for check i. The bytes after
 * the last check are compared like checks and taken out. */
static uint32_t equal_checks(const uint8_t *bucket, uint16_t check)
{
    uint32_t equal = 0;
#ifdef __x86_64__
    __m128i want = _mm_set1_epi16((short)check);
    __m128i low = _mm_loadu_si128((const __m128i *)(bucket + 2));
    __m128i high = _mm_loadu_si128((const __m128i *)(bucket + 18));
    low = _mm_cmpeq_epi16(low, want);
    high = _mm_cmpeq_epi16(high, want);
    equal = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#else
    for (uint32_t i = 0; i < PL_COMPACT_MOST_ROWS; i++)
        equal |= (uint32_t)(get16(bucket + 2 + 2 * i) == check) << i;
#endif
    return equal & ((1u << bucket[0]) - 1);
}

/* The row of a feature in its bucket or the ones after it; an empty row if there is none.
 * Which it is can hardly be foreseen, so no branch depends on it, except after a bucket
 * that overflowed. */
static const uint8_t *find_row(const pl_compact_header *h, const uint8_t *buckets,
                               uint64_t hash, size_t *found)
{
    static const uint8_t none[8] = {0};
    size_t b = pl_compact_home(hash, h->n_buckets);
    for (;;) {
        const uint8_t *bucket = buckets + b * PL_COMPACT_BUCKET;
        uint32_t equal = equal_checks(bucket, (uint16_t)hash);
        if (equal != 0 || !bucket[1]) {
            uint32_t i = (uint32_t)__builtin_ctz(equal | 1u << 31) & 15;
            const uint8_t *row = bucket + bucket[2 + 2 * bucket[0] + i];
            *found += equal != 0;
            return equal != 0 ? row : none;
        }
        b = b + 1 < h->n_buckets ? b + 1 : 0;
    }
}

static size_t find(const void *block, const uint64_t *hashes, size_t n, const void **rows)
{
    const pl_compact_header *h = block;
    const uint8_t *buckets = buckets_of(block), *far = far_of(block);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = found;
        const uint8_t *row = find_row(h, buckets, hashes[i], &found);
        const uint8_t *large = far + get32(row + 1);
        row = *row >> 4 == PL_COMPACT_FAR ? large : row;
        __builtin_prefetch(row);
        rows[at] = row;
    }
    return found;
}

/* Rows are added by one body, made anew for actions of one byte and of two and for what
 * the processor can do with dense rows: `wide` and `dense` are constants in each. */
#define INLINE static inline __attribute__((always_inline))

typedef void add_weights(const int8_t *weights, uint32_t n, unsigned shift,
                         int32_t *sums);

typedef int8_t v16i8 __attribute__((vector_size(16)));
typedef int16_t v8i16 __attribute__((vector_size(16)));
typedef int32_t v4i32 __attribute__((vector_size(16)));

/* Four weights of eight bytes doubled into 16 bits each, spread to 32 bits and added: a
 * byte that stands in all four places of a word gives the number with its sign when it
 * is shifted to the right. */
INLINE void add_four(v8i16 twice, unsigned shift, int32_t *sums)
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

INLINE void add_sparse(const uint8_t *actions, uint32_t n, uint32_t wide, unsigned shift,
                       int32_t *sums)
{
    const int8_t *weights = (const int8_t *)actions + (size_t)n * wide;
#pragma GCC unroll 4
    for (uint32_t k = 0; k < n; k++) {
        uint32_t a = wide == 1 ? actions[k] : get16(actions + 2 * k);
        sums[a] += weights[k] * (1 << shift);
    }
}

INLINE void add_rows(const pl_compact_header *h, const void *const *rows, size_t n_rows,
                     uint32_t wide, add_weights *dense, int32_t *sums)
{
    for (size_t i = 0; i < n_rows; i++) {
        const uint8_t *row = rows[i];
        uint32_t n = *row >> 4, shift = *row & 0xf;
        if (n != PL_COMPACT_FAR) {
            add_sparse(row + 1, n, wide, shift, sums);
            continue;
        }
        n = get16(row + 1);
        if (n == PL_COMPACT_DENSE)
            dense((const int8_t *)row + PL_COMPACT_FAR_HEAD, h->n_actions, shift, sums);
        else
            add_sparse(row + PL_COMPACT_FAR_HEAD, n, wide, shift, sums);
    }
}

#define ADD(name, wide, dense)                                                           \
    static void name(const void *block, const void *const *rows, size_t n,               \
                     int32_t *sums)                                                      \
    {                                                                                    \
        add_rows(block, rows, n, wide, dense, sums);                                     \
    }

ADD(add_narrow, 1, add_dense)
ADD(add_wide, 2, add_dense)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,bmi2")))

AVX2 static void add_dense_avx2(const int8_t *weights, uint32_t n, unsigned shift,
                                int32_t *sums)
{
    __m128i by = _mm_cvtsi32_si128((int)shift);
    for (uint32_t a = 0; a < n; a += 8) {
        __m256i *to = (__m256i *)(sums + a);
        __m256i w = _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(weights + a)));
        w = _mm256_add_epi32(_mm256_sll_epi32(w, by), _mm256_loadu_si256(to));
        _mm256_storeu_si256(to, w);
    }
}

AVX2 ADD(add_narrow_avx2, 1, add_dense_avx2)
AVX2 ADD(add_wide_avx2, 2, add_dense_avx2)

#endif

pl_weights pl_compact_plain_weights(const void *block)
{
    const pl_compact_header *h = block;
    return (pl_weights){block, h->n_actions, prefetch, find,
                        h->wide == 1 ? add_narrow : add_wide};
}

pl_weights pl_compact_weights(const void *block)
{
    pl_weights w = pl_compact_plain_weights(block);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        w.add = w.add == add_narrow ? add_narrow_avx2 : add_wide_avx2;
#endif
    return w;
}

const pl_compact_header *pl_compact_info(const void *block)
{
    return block;
}
