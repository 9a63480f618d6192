/* Greedy search where all tokens are active from the start (easy-first and its
 * non-projective kin): O(n log n) with a heap, where a beam of one would look at every pair
 * in every step.
 *
 * An arc changes only what stands near it: its head has a new dependent, and its
 * neighbours have new neighbours. So the best arc of each pair waits in a heap, and only
 * pairs around the last change are scored again. The result is that of the beam. */
#pragma once

#include "parser/scorer.h"

typedef struct pl_easy_first pl_easy_first;

/* NULL if the machine cannot be run this way: all tokens must be active from the start
 * (K=inf), every arc must take its modifier out, and arcs must be allowed at all places.
 * Keeps machine and features. */
pl_easy_first *pl_easy_first_new(const pl_machine *m, const pl_features *features);
void pl_easy_first_free(pl_easy_first *e); /* NULL is fine */
/* Runs a task to its end: the final state into `out`. Returns its score. */
int64_t pl_easy_first_run(pl_easy_first *e, void *task, pl_weights weights,
                          const pl_values *values, pl_config *out);
