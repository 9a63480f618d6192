/* The bytes of the compact table, for the files that make and use it; see compact.h. */
#ifndef PL_LEARN_COMPACT_LAYOUT_H
#define PL_LEARN_COMPACT_LAYOUT_H

#include "learn/compact.h"

enum {
    PL_COMPACT_MOST_ROWS = 10, /* in a bucket: the smallest takes 6 bytes */
    PL_COMPACT_PAD = 16,
    PL_COMPACT_FAR_HEAD = 3, /* bytes before the actions of a large row */
};

_Static_assert(sizeof(pl_compact_header) == 64, "buckets begin at a cache line");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the file is read as it is");

/* The bucket of a row: the upper half of the hash chooses it, the lower 16 bits are the
 * check. */
static inline size_t pl_compact_home(uint64_t hash, uint64_t n_buckets)
{
    return (size_t)((hash >> 32) * n_buckets >> 32);
}

static inline uint32_t pl_compact_padded(uint32_t n)
{
    return (n + PL_COMPACT_PAD - 1) / PL_COMPACT_PAD * PL_COMPACT_PAD;
}

#endif
