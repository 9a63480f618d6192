/* Rows of a compact table (compact.h) added up: the part of scoring that takes most of the
 * time. There is a plain way and one for processors with AVX2; sums are the same. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PL_COMPACT_PAD = 16,     /* a dense row has a multiple of that many weights */
    PL_COMPACT_FAR_HEAD = 3, /* bytes before the actions of a large row */
};

/* sums[a] += weight of action a, for each row: `add` of pl_weights. */
typedef void pl_add_rows(const void *block, const void *const *rows, size_t n,
                         int32_t *sums);

/* The weights of a dense row. */
static inline uint32_t pl_compact_padded(uint32_t n_actions)
{
    return (n_actions + PL_COMPACT_PAD - 1) / PL_COMPACT_PAD * PL_COMPACT_PAD;
}

/* For actions of one byte or two. `plain`: without what only some processors can do. */
pl_add_rows *pl_compact_adder(uint32_t wide, bool plain);
