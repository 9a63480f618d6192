/* AdamW (Loshchilov and Hutter 2019): steps down a gradient, each weight at a rate of its
 * own, and the moving average of the weights, which is what a finished network uses.
 *
 *     pl_adam a = {.n = n, .decay = 1e-4, .clip = 20, .keep = 0.999};
 *     pl_adam_init(&a, weights);
 *     for each batch: pl_adam_step(&a, gradient, rate, pool);
 *     … a.average …
 *     pl_adam_release(&a);
 */
#pragma once

#include "base/parallel.h"
#include "learn/matrix.h"

typedef struct pl_adam {
    size_t n;      /* weights */
    double decay;  /* share of a weight that a step takes off, times the rate */
    double clip;   /* a longer gradient is shortened to this length; 0: none is */
    double keep;   /* what the average keeps of itself in a step, once there were many */
    pl_real *weights;               /* borrowed */
    pl_real *mean, *square;         /* moving means of the gradient and of its square */
    pl_real *average;               /* of the weights */
    uint64_t n_steps;
} pl_adam;

void pl_adam_init(pl_adam *a, pl_real *weights);
void pl_adam_release(pl_adam *a);
/* Returns the length of the gradient, which is all zero then. */
double pl_adam_step(pl_adam *a, pl_real *gradient, double rate, pl_pool *pool);
