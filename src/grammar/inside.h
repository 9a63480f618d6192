/* Sums over all derivations in a chart, in place of the best one: inside
 * probabilities and posteriors. All arrays have one number for each item of the chart. */
#ifndef PL_GRAMMAR_INSIDE_H
#define PL_GRAMMAR_INSIDE_H

#include "grammar/chart.h"

/* inside[i] = log of the summed probabilities of all derivations of item i. */
void pl_inside(pl_chart *c, double *inside);
/* posteriors[i] = the share of the goal's derivations that item i is part of, weighted by
 * probability; all 0 without a goal. An item can occur in a derivation once only. */
void pl_posteriors(pl_chart *c, const double *inside, double *posteriors);
#endif
