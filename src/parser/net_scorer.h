/* The scorer of a network (see scorer.h): its rows are the logarithms of the probabilities
 * of the permitted actions, times PL_NET_SCALE. */
#pragma once

#include "parser/net_encode.h"
#include "parser/scorer.h"

#define PL_NET_SCALE 1048576

/* For up to `max_configs` configs at a time. Keeps both. */
pl_scorer *pl_net_scorer_new(const pl_net *n, const pl_machine *m, uint32_t max_configs);
/* The sentence that starts next; keeps what `reading` points to. */
void pl_net_scorer_read(pl_scorer *s, const pl_net_reading *reading);
/* What all scorers of networks have in common: no features. */
uint32_t pl_net_features(pl_scorer *s, const pl_config *config, pl_place place, uint64_t *out);
uint32_t pl_net_most_features(const pl_scorer *s);
/* The functions (numbers of names) of the nodes that get their label at these n views; out
 * [n]. */
void pl_net_scorer_functions(pl_scorer *s, const pl_net_view *views, uint32_t n,
                             uint32_t *out);
