/* Numbers in files are little-endian on every machine. Where the machine is little-endian,
 * too, reading one is a plain load and nothing is ever turned around. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PL_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* A number of a file, at any address. */
static inline uint16_t pl_get16(const void *at)
{
    uint16_t x;
    memcpy(&x, at, sizeof x);
    return PL_LITTLE_ENDIAN ? x : __builtin_bswap16(x);
}

static inline uint32_t pl_get32(const void *at)
{
    uint32_t x;
    memcpy(&x, at, sizeof x);
    return PL_LITTLE_ENDIAN ? x : __builtin_bswap32(x);
}

static inline uint64_t pl_get64(const void *at)
{
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return PL_LITTLE_ENDIAN ? x : __builtin_bswap64(x);
}

/* The number that n bytes make, n < 8: the first is the lowest. */
static inline uint64_t pl_get_few(const void *at, size_t n)
{
    const unsigned char *p = at;
    if (n >= 4)
        return pl_get32(p) | (uint64_t)pl_get32(p + n - 4) << 8 * (n - 4);
    return n == 0 ? 0
                  : p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) |
                        (uint64_t)p[n - 1] << 8 * (n - 1);
}

/* Turns n numbers of `width` bytes, integers or floats, from the order of the machine into
 * that of files, or back. */
static inline void pl_file_order(void *numbers, size_t n, size_t width)
{
    for (size_t i = 0; !PL_LITTLE_ENDIAN && i < n; i++) {
        unsigned char *low = (unsigned char *)numbers + i * width, *high = low + width;
        while (low < --high) {
            unsigned char swap = *low;
            *low++ = *high;
            *high = swap;
        }
    }
}
