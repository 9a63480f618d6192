/* The large rows of a compact table (compact.h) in the form that processors with AVX-512 add
 * fastest. They are made when a model is loaded, in two milliseconds for 80,000 rows.
 *
 * A list becomes a bit for each action and the weights of those whose bit is set, in one line
 * of memory. A processor spreads the weights to their places by one instruction for 64
 * actions; no loop runs over them. Longer rows hold the weights of all actions.
 *
 *     0    shift, above 0x80 in long rows
 *     1    of a list: words of 64 bits, one for each 64 actions; then weights
 *     1    of a long row: the weights of all actions
 *
 * The sums are the same as those of the table. */
#pragma once

#include "learn/learner.h"

typedef struct pl_spread pl_spread;

/* Of a block that was checked, which is kept. NULL where the processor or the table is not
 * made for it: such tables have at most 256 actions. */
pl_spread *pl_spread_new(const void *block);
void pl_spread_free(pl_spread *s); /* NULL is fine */
pl_weights pl_spread_weights(const pl_spread *s);
