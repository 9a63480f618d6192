/* Scores of all actions for a pair of tokens.
 *
 * What a pair scores depends on the values of its slots and on nothing else, and the same
 * values come back again and again: in the other hypotheses of a beam, and in the next
 * steps wherever nothing near the pair has changed. So sums are kept in a small table
 * under a hash of the values. */
#ifndef PL_PARSER_DEP_SCORER_H
#define PL_PARSER_DEP_SCORER_H

#include "parser/dep_features.h"
#include "learn/weights.h"

typedef struct pl_dep_scorer pl_dep_scorer;

/* `features` is kept. `whole`: pairs of the whole sentence are asked for at each step. */
pl_dep_scorer *pl_dep_scorer_new(const pl_dep_features *features, uint32_t n_actions,
                                 bool whole);
void pl_dep_scorer_free(pl_dep_scorer *s); /* NULL is fine */
/* A new sentence; both are kept until the next one. Forgets all sums. */
void pl_dep_scorer_start(pl_dep_scorer *s, pl_weights weights,
                         const pl_dep_values *values);

/* The scores of all actions for the tokens at the places, i - j = `distance`; valid until
 * the next call. */
const int32_t *pl_dep_scorer_pair(pl_dep_scorer *s, const pl_dep_node *const *at,
                                  uint32_t distance);
/* The features behind them, into out[features->n]. */
void pl_dep_scorer_features(pl_dep_scorer *s, const pl_dep_node *const *at,
                            uint32_t distance, uint64_t *out);

#endif
