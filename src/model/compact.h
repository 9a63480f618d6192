/* The weights of a finished model: pruned, rounded to 8 bits, in one block of bytes that
 * can be written to a file and mapped again as it is.
 *
 *     header | slots[n_slots] | rows
 *
 * A slot has 32 bits of the feature's hash and where its row begins; the slot where the
 * search starts comes from the other 32 bits, the search goes on to the next ones. A row:
 *
 *     head 2 bytes        n << 4 | shift
 *     actions n or 2n     which actions, ascending; one byte each if all fit
 *     weights n           value = weight << shift
 *
 * with n = PL_COMPACT_DENSE for a row that has the weights of all actions and no list.
 * Values are averaged weights times PL_COMPACT_SCALE. Rows that round to zero are gone.
 */
#ifndef PL_MODEL_COMPACT_H
#define PL_MODEL_COMPACT_H

#include "base/err.h"
#include "model/learner.h"
#include "model/weights.h"

enum { PL_COMPACT_SCALE = 64, PL_COMPACT_DENSE = 0xfff };

typedef struct pl_compact_header {
    uint32_t n_actions;
    uint32_t wide; /* bytes of an action in a row: 1 or 2 */
    uint64_t n_slots;
    uint64_t n_rows;
    uint64_t row_bytes;
} pl_compact_header;

typedef struct pl_compact_slot {
    uint32_t check;
    uint32_t place; /* byte of the row area, 0: empty (byte 0 is not used) */
} pl_compact_slot;

/* Makes the block, which the caller frees. Weights nearer to zero than `prune` are left
 * out. */
void *pl_compact_new(const pl_learner *l, double prune, size_t *size);

/* Checks that every row of a block lies inside it and names only existing actions. */
int pl_compact_check(const void *block, size_t size, uint32_t n_actions, pl_err *err);
pl_weights pl_compact_weights(const void *block);
const pl_compact_header *pl_compact_info(const void *block);

#endif
