/* The weights of a finished model: pruned, rounded to 8 bits, in one block of bytes that
 * can be written to a file and read again as it is.
 *
 *     header (64 bytes) | buckets, 64 bytes each | large rows
 *
 * The time goes into waiting for memory, and most features have a weight for one action
 * only. So a bucket is a cache line that holds whole rows:
 *
 *     0         number of rows k
 *     1         1 if rows that belong here stand in the next bucket
 *     2         k times 2 bytes of the feature's hash
 *     2 + 2k    k times 1 byte: where in the bucket the row begins
 *     …         rows: head (n << 4 | shift), n actions, n weights
 *
 * An action has one byte, or two where there are more than 256. A weight has one byte and
 * counts weight << shift. A row with n = PL_COMPACT_FAR is 4 bytes more: the place of a
 * large row. That one begins with the same byte, then n in 2 bytes, actions and weights;
 * with n = PL_COMPACT_DENSE it has no list of actions but the weights of all, padded to a
 * multiple of 16.
 *
 * PL_SECTIONS_SLACK bytes behind the block can be read: a row of a bucket is looked at as if it had the
 * place of a large one, before it is known whether it has.
 *
 * Values are averaged weights times PL_COMPACT_SCALE. Rows that round to zero are gone.
 */
#pragma once

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/err.h"
#include "learn/averages.h"

enum {
    PL_COMPACT_SCALE = 64,
    PL_COMPACT_FAR = 0xf,
    PL_COMPACT_DENSE = 0xffff,
    PL_COMPACT_BUCKET = 64, /* bytes */
};

typedef struct pl_compact_header {
    uint32_t n_actions;
    uint32_t wide; /* bytes of an action in a row: 1 or 2 */
    uint64_t n_buckets;
    uint64_t n_rows;
    uint64_t far_bytes; /* of the large rows */
    uint8_t zeros[32];
} pl_compact_header;

/* Makes a block that the caller releases; it is aligned to 64 bytes. Weights nearer to
 * zero than `prune` are left out. */
pl_bytes pl_compact_new(const pl_learner *l, double prune);
/* The same with the mean of the weights of n learners, which have the same actions. */
pl_bytes pl_compact_mean(const pl_learner *const *learners, uint32_t n, double prune);

/* Checks that every row of a block lies inside it and names only existing actions, and
 * that every search ends. */
int pl_compact_check(const void *block, size_t size, uint32_t n_actions, pl_error *err);
pl_weights pl_compact_weights(const void *block);
/* The same without what only some processors can do, for tests. */
pl_weights pl_compact_plain_weights(const void *block);
static inline uint32_t pl_compact_actions(const void *block)
{
    return pl_get32(&((const pl_compact_header *)block)->n_actions);
}
/* A copy, in the machine's order of bytes; in the block all numbers are little-endian. */
pl_compact_header pl_compact_info(const void *block);
