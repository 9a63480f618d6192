/* The gradient of a batch whose parts several processes have passed through a network.
 *
 * Each weight must get its terms in the order of the parts, as in one process, since sums of
 * floats depend on their order. So the gradient goes from process to process, from the one
 * that has the first parts to the one that has the last; each adds its own terms. It goes in
 * pieces, the weights of one layer each: while a process works on one piece, the one before
 * it works on the next. The last one gives the sum to all. Of embeddings only the rows of
 * words in the batch travel. */
#pragma once

#include "base/peers.h"
#include "learn/gradient.h"

/* Adds the terms of all processes to `gradient`, which is zero. The first n_adding of them
 * have some parts, in the order of ranks; the others only get the sum. */
void pl_gradient_share(pl_peers *p, uint32_t n_adding, const pl_terms *parts,
                       uint32_t n_parts, pl_real *gradient, pl_pool *pool);
