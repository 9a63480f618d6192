/* Is one candidate better than another, or was it luck? Two answers, both from the scores
 * of single sentences:
 *
 *   approximate randomization  If the two systems were the same, swapping their results
 *                              on any sentence would do no harm. The p-value is the share
 *                              of random swaps with a difference at least as large.
 *   bootstrap                  The difference on sentences drawn with replacement; the
 *                              interval holds the middle 95% of these differences.
 *
 * A score is a ratio of sums: F1 is (2 matched, gold + candidate) summed over sentences,
 * exact match (1 or 0, 1), LAS (right, words).
 *
 * Noreen (1989); Yeh (2000); Efron and Tibshirani (1993). */
#ifndef PL_EVAL_COMPARE_H
#define PL_EVAL_COMPARE_H

#include <stddef.h>
#include <stdint.h>

typedef struct pl_ratio {
    uint32_t part, whole;
} pl_ratio;

typedef struct pl_comparison {
    double a, b;       /* scores in percent; NAN where undefined */
    double difference; /* b - a */
    double p;          /* two-sided; NAN if the difference is */
    double low, high;  /* 95% interval of the difference */
} pl_comparison;

/* Compares the ratios of the same n sentences. The same seed gives the same result. */
pl_comparison pl_compare(const pl_ratio *a, const pl_ratio *b, size_t n, size_t samples,
                         uint64_t seed);

#endif
