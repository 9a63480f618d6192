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
#pragma once

#include "eval/eval_files.h"

typedef struct pl_ratio {
    uint32_t part, whole;
} pl_ratio;

/* Compares the ratios of the same n sentences. The same seed gives the same result. The
 * name of the result (see pl_comparison in pleach.h) is NULL. */
pl_comparison pl_compare(const pl_ratio *a, const pl_ratio *b, size_t n, size_t samples,
                         uint64_t seed);

/* The scores that two candidates are compared by, and one candidate's ratios for each. */
typedef struct pl_metric {
    const char *key, *title; /* disc_f1, disc F1 */
} pl_metric;

enum { PL_MAX_METRICS = 3 };

typedef struct pl_results {
    const pl_metric *metrics;
    size_t n_metrics;
    PL_VEC(pl_ratio) ratios[PL_MAX_METRICS]; /* [n_metrics]  one for each sentence */
} pl_results;

/* Sets the metrics: of dependencies, or of constituents. */
void pl_results_start(pl_results *r, bool dependencies, bool disc_only);
/* Keeps what one sentence adds to the scores. */
void pl_results_add_brackets(pl_results *r, const pl_scores *s);
void pl_results_add_deps(pl_results *r, const pl_dep_counts *c);
/* Reads the files, just opened, to their end and keeps what each sentence adds. 0, or -1
 * with the reason. Where f->deps.differ the results cannot be compared with others. */
int pl_results_read(pl_results *r, pl_eval_files *f, pl_error *err);
/* Like pl_results_read, but fails where f->deps.differ. */
int pl_results_read_comparable(pl_results *r, pl_eval_files *f, pl_error *err);
/* Compares the results of two candidates, which are of the same sentences, by each metric. */
void pl_results_compare(const pl_results *a, const pl_results *b, size_t samples,
                        uint64_t seed, pl_comparison scores[PL_MAX_METRICS]);
void pl_results_release(pl_results *r);
