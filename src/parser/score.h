/* Scores of all actions for the configurations of a beam, fast.
 *
 * What depends on the stack, the deque or the buffer alone, or on one of the first two
 * with the buffer, is summed once and remembered at the item on top (s0, d0, b0) together
 * with the other items it was summed for; hypotheses that share these share the sum. For
 * the whole beam: hashes first, then slots, then rows, so that memory is waited for only
 * once. What the words of the buffer add up to wherever they stand (b*) is remembered as
 * sums of all words from one on. The result is exactly that of adding up every feature's
 * row. */
#ifndef PL_PARSER_SCORE_H
#define PL_PARSER_SCORE_H

#include "parser/extract.h"
#include "learn/weights.h"
#include "machine/system.h"

typedef struct pl_scorer pl_scorer;

/* Keeps `features` and `system`; the arena is the sentence's. */
pl_scorer *pl_scorer_new(const pl_features *features, const pl_system *system,
                         uint32_t max_beam, uint32_t n_actions);
void pl_scorer_free(pl_scorer *s);
/* Begins a sentence: forgets everything. Keeps `values` until the next one. */
void pl_scorer_start(pl_scorer *s, pl_weights weights, pl_arena *m,
                     const pl_values *values);
/* The scores of configuration i are out[i][0 … n_actions-1], owned by the scorer and
 * valid until the next call. */
const int32_t *const *pl_scorer_step(pl_scorer *s, const pl_config *const *configs,
                                     uint32_t n);

/* All features of one configuration into `out`, which has room for
 * pl_scorer_most_features(); returns how many there are: one for each template, in the
 * order of `features->list`, and one for each of b* and word in the buffer. */
uint32_t pl_scorer_features(pl_scorer *s, const pl_config *c, uint64_t *out);
uint32_t pl_scorer_most_features(const pl_scorer *s);

#endif
