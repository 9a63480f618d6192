/* Numbers in packed trees: 7 bits per byte, the lowest first, the top bit set in all bytes
 * but the last. Small ones, which nearly all are, take one byte. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Bytes that are read from left to right. After a mistake there are none left. */
typedef struct pl_varints {
    const unsigned char *at, *end;
    bool bad;
} pl_varints;

static inline uint64_t pl_varint_spoil(pl_varints *b)
{
    b->bad = true;
    b->at = b->end;
    return 0;
}

static inline uint64_t pl_varint_long(pl_varints *b)
{
    uint64_t x = 0;
    for (unsigned shift = 0; shift < 64 && b->at < b->end; shift += 7) {
        unsigned char byte = *b->at++;
        x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return x;
    }
    return pl_varint_spoil(b);
}

/* The next number; 0 after a mistake. */
static inline uint64_t pl_varint_take(pl_varints *b)
{
    if (b->at < b->end && *b->at < 0x80)
        return *b->at++;
    return pl_varint_long(b);
}

/* The inverse of what packing does to differences: 0, 1, 2, 3 … become 0, -1, 1, -2 … */
static inline uint64_t pl_unzigzag(uint64_t x)
{
    return x >> 1 ^ (x & 1 ? UINT64_MAX : 0);
}
