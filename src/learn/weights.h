/* A table of weights as a scorer sees it: given feature hashes, it adds their rows (the
 * weights of all actions) to a vector of scores. There are two tables: the learner's,
 * which grows, and the compact one of a finished model, mapped from a file. Weights are
 * integers in both, so that sums do not depend on their order.
 *
 * The work has three steps, because each waits for memory: while a scorer makes the next
 * hashes, the slots of the last ones are being loaded, then their rows. */
#ifndef PL_LEARN_WEIGHTS_H
#define PL_LEARN_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* Length of a vector of scores. A step adds 16 actions, beginning at any action, and an
 * action of one byte is not checked: it must lie inside. */
#define PL_SUMS_ROOM(n_actions)                                                          \
    (((n_actions) <= 256 ? 256u : ((n_actions) + 15u) / 16 * 16) + 16u)

typedef struct pl_weights {
    const void *table;
    uint32_t n_actions;
    /* Begins to load the slots of n features. */
    void (*prefetch)(const void *table, const uint64_t *hashes, size_t n);
    /* Finds the rows of n features, begins to load them and returns their number; a
     * feature without weights has none. */
    size_t (*find)(const void *table, const uint64_t *hashes, size_t n,
                   const void **rows);
    /* sums[a] += weight of action a, for each row; sums has PL_SUMS_ROOM items. */
    void (*add)(const void *table, const void *const *rows, size_t n, int32_t *sums);
} pl_weights;

#endif
