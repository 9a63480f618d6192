/* What a model is made of: the averaged weights of learners. */
#pragma once

#include "learn/learner.h"

typedef struct pl_average {
    uint32_t action;
    float weight;
} pl_average;

/* Calls `row` for each feature with the mean of its averaged weights in n learners, which
 * have the same actions. Zeros are left out. The order is that of the hash slots, those of
 * the first learner first: the same for the same updates. */
void pl_learners_each(const pl_learner *const *learners, uint32_t n,
                      void (*row)(void *context, uint64_t hash, const pl_average *weights,
                                  uint32_t n),
                      void *context);
