/* Finding rows of a compact table (compact.h), one body for all its readers: it is made anew
 * for what the processor can do, and functions that are given to it are constants. */
#pragma once

#include "base/byteorder.h"
#include "base/inline.h"
#include "learn/compact.h"

#ifdef __x86_64__
#include <immintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,bmi,bmi2")))
#endif

/* For conditions of which no branch shall be made. */
#ifdef __clang__
#define UNFORESEEN(condition) __builtin_unpredictable(condition)
#else
#define UNFORESEEN(condition) __builtin_expect_with_probability(condition, 1, 0.5)
#endif

enum { PL_COMPACT_MOST_ROWS = 10 }; /* in a bucket: the smallest takes 6 bytes */

/* Where rows are. */
typedef struct pl_compact_parts {
    const uint8_t *buckets;
    uint64_t n_buckets;
    const uint8_t *large; /* rows */
    uint32_t stretch;     /* 0, or of those of spread.h: see spread_place */
} pl_compact_parts;

/* Those of a block, which has been checked. */
PL_INLINE pl_compact_parts compact_parts(const void *block)
{
    const pl_compact_header *h = block;
    const uint8_t *buckets = (const uint8_t *)(h + 1);
    uint64_t n = pl_get64(&h->n_buckets);
    return (pl_compact_parts){buckets, n, buckets + n * PL_COMPACT_BUCKET, 0};
}

/* The bucket of a row: the upper half of the hash chooses it, the lower 16 bits are the
 * check. */
PL_INLINE size_t home_of(uint64_t hash, uint64_t n_buckets)
{
    return (size_t)((hash >> 32) * n_buckets >> 32);
}

PL_INLINE void prefetch_buckets(const uint8_t *buckets, uint64_t n_buckets,
                                const uint64_t *hashes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(buckets + home_of(hashes[i], n_buckets) * PL_COMPACT_BUCKET);
}

/* Where a spread row begins, given its place in the table: at a line of memory, one of its
 * own, since large rows have at least 17 bytes and `stretch` is 4 or more. */
PL_INLINE size_t spread_place(size_t place, uint32_t stretch)
{
    return place * stretch / 64 * 64;
}

/* Which of a bucket's checks are equal to one: as many bits as the finder says stand for each.
 * The bytes after the last check are compared like checks and taken out. */
typedef uint32_t equal_to(const uint8_t *bucket, uint16_t check);

PL_INLINE uint32_t equal_checks(const uint8_t *bucket, uint16_t check)
{
    uint32_t equal = 0;
#ifdef __x86_64__
    __m128i want = _mm_set1_epi16((short)check);
    __m128i low = _mm_loadu_si128((const __m128i *)(bucket + 2));
    __m128i high = _mm_loadu_si128((const __m128i *)(bucket + 18));
    low = _mm_cmpeq_epi16(low, want);
    high = _mm_cmpeq_epi16(high, want);
    equal = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#elif defined __wasm_simd128__
    v128_t want = wasm_i16x8_splat((int16_t)check);
    v128_t low = wasm_i16x8_eq(wasm_v128_load(bucket + 2), want);
    v128_t high = wasm_i16x8_eq(wasm_v128_load(bucket + 18), want);
    equal = wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high));
#else
    for (uint32_t i = 0; i < PL_COMPACT_MOST_ROWS; i++)
        equal |= (uint32_t)(pl_get16(bucket + 2 + 2 * i) == check) << i;
#endif
    return equal & ((1u << bucket[0]) - 1);
}

#ifdef __x86_64__
AVX2 PL_INLINE uint32_t equal_checks_avx2(const uint8_t *bucket, uint16_t check)
{
    __m256i all = _mm256_loadu_si256((const __m256i *)(bucket + 2));
    all = _mm256_cmpeq_epi16(all, _mm256_set1_epi16((short)check));
    return _bzhi_u32((uint32_t)_mm256_movemask_epi8(all), 2u * bucket[0]);
}
#endif

/* The row of a feature in one of the buckets after bucket b, which overflowed; NULL if there
 * is none. */
PL_INLINE const uint8_t *find_later(const pl_compact_parts *p, size_t b, uint16_t check,
                                    equal_to *equal_to, uint32_t bits)
{
    for (;;) {
        b = b + 1 < p->n_buckets ? b + 1 : 0;
        const uint8_t *bucket = p->buckets + b * PL_COMPACT_BUCKET;
        uint32_t equal = equal_to(bucket, check);
        if (equal != 0)
            return bucket +
                   bucket[2 + 2 * bucket[0] + (uint32_t)__builtin_ctz(equal) / bits];
        if (!bucket[1])
            return NULL;
    }
}

/* Rows that were found: small ones, which stand in their buckets, and large ones. */
typedef struct findings {
    const void **small;
    const void *large[PL_MAX_AT_ONCE];
    size_t n_small, n_large;
} findings;

/* Adds a row to both lists; it counts in one of them, or in none. Returns the large row, or
 * `row` if it is small. */
PL_INLINE const uint8_t *note_row(findings *f, const pl_compact_parts *p,
                                  const uint8_t *row, size_t found)
{
    size_t large = *row >= PL_COMPACT_FAR << 4, place = pl_get32(row + 1);
    place = p->stretch > 0 ? spread_place(place, p->stretch) : place;
    /* nothing is there if the row is small */
    const uint8_t *at = (const uint8_t *)((uintptr_t)p->large + place);
    f->small[f->n_small] = row;
    f->large[f->n_large] = at;
    f->n_small += found - large;
    f->n_large += large;
    return UNFORESEEN(large) ? at : row;
}

/* At most PL_MAX_AT_ONCE rows; small ones come first, so that who adds them need not ask each of
 * them which it is. Whether there is a row and of which form can hardly be foreseen, so no
 * branch depends on it. What is needed next begins to be loaded: a large row, or the next
 * bucket where this one overflowed, which is looked at when all others are done. */
PL_INLINE size_t find_some(const pl_compact_parts *p, const uint64_t *hashes, size_t n,
                           const void **rows, equal_to *equal_to, uint32_t bits)
{
    uint32_t later[PL_MAX_AT_ONCE + 1], n_later = 0;
    findings f;
    f.small = rows;
    f.n_small = f.n_large = 0;
    for (size_t i = 0; i < n; i++) {
        size_t b = home_of(hashes[i], p->n_buckets);
        const uint8_t *bucket = p->buckets + b * PL_COMPACT_BUCKET;
        uint32_t equal = equal_to(bucket, (uint16_t)hashes[i]);
        size_t found = equal != 0, overflowed = bucket[1] & ~found;
        uint32_t k = (uint32_t)__builtin_ctz(equal | 1u << 31) / bits;
        /* Where there is none, the bucket's first byte, which no large row begins with. */
        const uint8_t *row =
            note_row(&f, p, bucket + (bucket[2 + 2 * bucket[0] + k] & -found), found);
        __builtin_prefetch(row + overflowed * PL_COMPACT_BUCKET);
        later[n_later] = (uint32_t)i;
        n_later += (uint32_t)overflowed;
    }
    for (uint32_t k = 0; k < n_later; k++) {
        uint64_t hash = hashes[later[k]];
        const uint8_t *row =
            find_later(p, home_of(hash, p->n_buckets), (uint16_t)hash, equal_to, bits);
        if (row != NULL)
            __builtin_prefetch(note_row(&f, p, row, 1));
    }
    for (size_t i = 0; i < f.n_large; i++)
        rows[f.n_small + i] = f.large[i];
    return f.n_small + f.n_large;
}

PL_INLINE size_t find_rows(const pl_compact_parts *p, const uint64_t *hashes, size_t n,
                           const void **rows, equal_to *equal_to, uint32_t bits)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i += PL_MAX_AT_ONCE)
        found += find_some(p, hashes + i, n - i < PL_MAX_AT_ONCE ? n - i : PL_MAX_AT_ONCE,
                           rows + found, equal_to, bits);
    return found;
}
