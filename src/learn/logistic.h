/* Logistic regression with few weights: the probability of a yes is 1 / (1 + exp(-w·x)).
 *
 *     double weights[K] = {…};                                  what is likely beforehand
 *     pl_logistic_fit(x, yes, n, K, weights);
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PL_LOGISTIC_WIDTH = 8 };

/* Finds the weights w[k] that make the answers yes[n] to the questions x[n][k] most likely,
 * by Newton's method. They stay near those given where there are few examples. k is at most
 * PL_LOGISTIC_WIDTH. */
void pl_logistic_fit(const double *x, const uint8_t *yes, size_t n, uint32_t k,
                     double *w);
/* The probability of a yes. */
double pl_logistic(const double *x, const double *w, uint32_t k);
