/* Seeded random numbers, the same on every machine (splitmix64). */
#ifndef PL_BASE_RNG_H
#define PL_BASE_RNG_H

#include "base/hash.h"

#include <stdint.h>

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

/* Puts numbers into a random order (Fisher and Yates). */
static inline void pl_rng_shuffle(pl_rng *r, size_t *order, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = pl_rng_below(r, (uint32_t)i), last = order[i - 1];
        order[i - 1] = order[k];
        order[k] = last;
    }
}

#endif
