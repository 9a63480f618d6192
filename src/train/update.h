/* Learning from one sentence: decode it with the current weights and, where the beam goes
 * wrong, say what has to change. At each step let C be the correct steps of the correct
 * hypotheses in the beam.
 *
 *     early           If none of C survives, reward the best of C and punish the best in
 *                     the beam; leave the sentence. At its end, if the best is wrong, do so
 *                     with whole derivations. (Collins and Roark 2004; where several orders
 *                     are right it always fixes a violation: Ma et al. 2013.)
 *     laso            Like early, but go on from the best of C (Daumé and Marcu 2005).
 *     max-violation   Go on to the end; reward and punish up to where the best in the beam
 *                     is furthest above the gold derivation (Huang, Fayong and Guo 2012).
 *                     For machines with one gold derivation.
 */
#pragma once

#include "base/options.h"
#include "learn/learner.h"
#include "parser/transitions.h"

typedef enum pl_update {
    PL_UPDATE_EARLY,
    PL_UPDATE_MAX_VIOLATION,
    PL_UPDATE_LASO,
    PL_N_UPDATES
} pl_update;
extern const pl_option_choice pl_update_choices[];

/* A sentence to learn from; what it points to is kept. */
typedef struct pl_example {
    pl_values values;
    pl_target target;
} pl_example;

typedef PL_VEC(pl_change) pl_changes;

/* What is learned from one example. */
typedef struct pl_outcome {
    pl_learner *learner; /* decode with its weights */
    pl_changes changes;
    bool at_once; /* weights are not shared: laso continues with the new ones */
    bool changed;
    uint32_t n_actions, n_kept; /* gold actions, and those before the gold was lost */
} pl_outcome;

/* What a thread decodes with. */
typedef struct pl_decoder {
    const pl_transitions *parser;
    pl_update update;
    int importance; /* factor on updates of steps that jump over words */
    pl_beam beam;
    pl_arena arena;
    void *task; /* of the sentence being decoded */
    pl_acts right, wrong;
} pl_decoder;

void pl_decoder_init(pl_decoder *d, const pl_transitions *parser, pl_update update,
                     uint32_t beam, uint32_t importance);
void pl_decoder_release(pl_decoder *d);
/* Decodes an example and fills `out`, whose learner and at_once are set. */
void pl_decoder_learn(pl_decoder *d, const pl_example *e, pl_outcome *out);
/* Makes the changes of an outcome. */
void pl_outcome_apply(pl_outcome *out);
