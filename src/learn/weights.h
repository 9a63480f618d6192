/* What the scorer asks of a table of weights: given feature hashes, add their rows (the
 * weights of all actions) to a vector of scores. Two tables exist: the learner's, which
 * grows, and the model's, which is compact and mapped from a file. Weights are integers
 * in both, so that sums do not depend on their order.
 *
 * In three steps, because each touches memory that is far away: while the next hashes
 * are made, the slots of the last ones are on their way, then their rows. */
#ifndef PL_LEARN_WEIGHTS_H
#define PL_LEARN_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* Items of a vector of scores: whole steps of 16 actions, beginning at any action, and
 * never so few that an action of one byte lies outside. */
#define PL_SUMS_ROOM(n_actions)                                                          \
    (((n_actions) <= 256 ? 256u : ((n_actions) + 15u) / 16 * 16) + 16u)

typedef struct pl_weights {
    const void *table;
    uint32_t n_actions;
    /* Begins to load where the rows of n features are found. */
    void (*prefetch)(const void *table, const uint64_t *hashes, size_t n);
    /* The rows of those of n features that have one; their number. They begin to be
     * loaded. */
    size_t (*find)(const void *table, const uint64_t *hashes, size_t n,
                   const void **rows);
    /* sums[a] += weight of action a, for each row; sums has PL_SUMS_ROOM items. */
    void (*add)(const void *table, const void *const *rows, size_t n, int32_t *sums);
} pl_weights;

#endif
