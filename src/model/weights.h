/* What the scorer asks of a table of weights: given feature hashes, add their rows (the
 * weights of all actions) to a vector of scores. Two tables exist: the learner's, which
 * grows, and the model's, which is compact and mapped from a file. Weights are integers
 * in both, so that sums do not depend on their order.
 *
 * In three steps, because each touches memory that is far away: while the next hashes
 * are made, the slots of the last ones are on their way, then their rows. */
#ifndef PL_MODEL_WEIGHTS_H
#define PL_MODEL_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct pl_weights {
    const void *table;
    uint32_t n_actions;
    void (*prefetch)(const void *table, uint64_t hash);
    /* The rows of n features, NULL for those without one; rows begin to be loaded. */
    void (*find)(const void *table, const uint64_t *hashes, size_t n, const void **rows);
    /* sums[a] += weight of action a, for each row. There is room for a multiple of 16. */
    void (*add)(const void *table, const void *const *rows, size_t n, int32_t *sums);
} pl_weights;

#endif
