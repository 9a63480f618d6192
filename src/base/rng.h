/* Seeded random numbers, the same on every machine (splitmix64). */
#ifndef PL_BASE_RNG_H
#define PL_BASE_RNG_H

#include "base/hash.h"

#include <stdint.h>
#include <string.h>

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

#endif
