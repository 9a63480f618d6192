/* The rows of a learner, whole: for averages and checkpoints, which pass over all of them
 * once. Nothing else includes this. */
#ifndef PL_LEARN_LEARNER_ROWS_H
#define PL_LEARN_LEARNER_ROWS_H

#include "learn/learner.h"

/* What has been learned of a feature and an action. */
typedef struct pl_learned {
    uint32_t action;
    int32_t weight;
    float total; /* see learner.h */
} pl_learned;

uint32_t pl_learner_actions(const pl_learner *l);
uint64_t pl_learner_time(const pl_learner *l);

/* The index has 1 << bits slots. Gives the feature of the row in slot i, if there is one.
 */
unsigned pl_learner_bits(const pl_learner *l);
bool pl_learner_at(const pl_learner *l, size_t i, uint64_t *hash);

bool pl_learner_has(const pl_learner *l, uint64_t hash);
/* All that is not zero in the row of a feature, into out[n_actions]; returns how many. */
uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out);

/* A learner at a later time, with an index of a given size and without rows; a row that
 * it does not have yet. */
pl_learner *pl_learner_restart(uint32_t n_actions, unsigned bits, uint64_t time);
void pl_learner_put(pl_learner *l, uint64_t hash, const pl_learned *weights, uint32_t n);

#endif
