/* 64-bit hashing of bytes and of integers, and random numbers made in the same way. The
 * values are the same on every machine and in every run: they decide orders and are
 * written into files. Tables of strings from input use keyed_hash.h. */
#pragma once

#include "base/byteorder.h"

#include <stddef.h>
#include <stdint.h>

/* A bijection that spreads every input bit over the whole word (the finalizer of
 * Stafford's variant 13, as in splitmix64). */
static inline uint64_t pl_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A cheaper one, for sums of products with odd numbers, whose high bits are good. Model
 * files contain its results. */
static inline uint64_t pl_hash_finish(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

static inline uint64_t pl_hash(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t h = 0x9e3779b97f4a7c15u ^ n;
    for (; n >= 8; n -= 8, p += 8)
        h = pl_mix(h ^ pl_get64(p));
    return pl_mix(h ^ pl_get_few(p, n));
}

/* Of whole files: four chains side by side, because one waits for its own multiplications. */
static inline uint64_t pl_checksum(const unsigned char *p, size_t n)
{
    uint64_t lanes[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int k = 0; k < 4; k++) {
            lanes[k] = (lanes[k] ^ pl_get64(p + i + 8 * k)) * 0x9e3779b97f4a7c15u;
            lanes[k] ^= lanes[k] >> 32;
        }
    uint64_t h = pl_hash(p + i, n - i);
    for (int k = 0; k < 4; k++)
        h = pl_mix(h ^ lanes[k]);
    return h;
}

/* Seeded random numbers (splitmix64). */
typedef struct pl_rng {
    uint64_t state;
} pl_rng;

static inline uint64_t pl_rng_next(pl_rng *r)
{
    return pl_mix(r->state += 0x9e3779b97f4a7c15u);
}

/* Uniform in 0 … n-1 without modulo bias (Lemire's multiplication with rejection on
 * 32 bits); n > 0. */
static inline uint32_t pl_rng_below(pl_rng *r, uint32_t n)
{
    for (;;) {
        uint64_t product = (pl_rng_next(r) >> 32) * n;
        if ((uint32_t)product >= (uint32_t)(-n) % n)
            return (uint32_t)(product >> 32);
    }
}

/* Puts n items of `size` bytes (at most 64) into a random order (Fisher and Yates). */
static inline void pl_rng_shuffle(pl_rng *r, void *items, size_t n, size_t size)
{
    char swap[64], *at = items;
    for (size_t i = n; i > 1; i--) {
        char *one = at + (size_t)pl_rng_below(r, (uint32_t)i) * size;
        char *last = at + (i - 1) * size;
        memcpy(swap, last, size);
        memmove(last, one, size);
        memcpy(one, swap, size);
    }
}
