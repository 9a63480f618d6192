/* What each feature template adds to the score of an action, for people who want to know why
 * a linear parser takes it. */
#pragma once

#include "parser/transitions.h"

/* Fills out[PL_MAX_TEMPLATES] with the templates that add something to the score of a step
 * in a configuration, the most first, and returns how many they are; 0 with a network. The
 * weights add up to the score, but for the bonus of pl_transitions_favour_crossing. Names are
 * in `m`. `scorer` has begun the sentence. */
uint32_t pl_feature_weights(const pl_transitions *t, pl_scorer *scorer,
                            const pl_config *config, pl_act step, pl_arena *m,
                            pl_feature_weight *out);
