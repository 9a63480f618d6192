/* 64-bit hashing of bytes and of integers. The values are the same on every machine
 * and in every run: they decide orders and are written into files. */
#ifndef PL_BASE_HASH_H
#define PL_BASE_HASH_H

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
    for (; n >= 8; n -= 8, p += 8) {
        uint64_t word = 0;
        for (int i = 7; i >= 0; i--)
            word = word << 8 | p[i];
        h = pl_mix(h ^ word);
    }
    uint64_t tail = 0;
    for (; n > 0; n--)
        tail = tail << 8 | p[n - 1];
    return pl_mix(h ^ tail);
}

#endif
