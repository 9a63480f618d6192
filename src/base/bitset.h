/* Sets of small numbers as arrays of 64-bit words; the caller owns the words. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t pl_bits_words(size_t n) /* words that hold n bits */
{
    return (n + 63) / 64;
}

static inline bool pl_bit_test(const uint64_t *set, size_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static inline void pl_bit_set(uint64_t *set, size_t i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void pl_bit_clear(uint64_t *set, size_t i)
{
    set[i / 64] &= ~((uint64_t)1 << (i % 64));
}
