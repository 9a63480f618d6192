/* Whether a parser is as sure as it is right. Confidences are put into 15 bins of equal
 * width; in each bin the mean confidence is compared with the share that is right.
 *
 *     pl_reliability r = {0};
 *     for each pair of sentences: pl_reliability_add(&r, &files);
 *     pl_bins_error(&r.of[PL_RELIABLE_PARTS])           in percent
 */
#pragma once

#include "eval/eval_files.h"

enum { PL_BINS = 15 };

typedef struct pl_bin {
    uint64_t n, right;
    double sum; /* of confidences */
} pl_bin;

typedef struct pl_bins {
    pl_bin at[PL_BINS]; /* bin i is for confidences from i / 15 up to (i + 1) / 15 */
} pl_bins;

/* What is judged: constituents or arcs, tags, trees. */
enum { PL_RELIABLE_PARTS, PL_RELIABLE_TAGS, PL_RELIABLE_TREES, PL_N_RELIABLE };

typedef struct pl_reliability {
    pl_bins of[PL_N_RELIABLE];
} pl_reliability;

void pl_bins_add(pl_bins *b, double confidence, bool right); /* NAN does not count */
/* All bins together. */
pl_bin pl_bins_sum(const pl_bins *b);
/* The expected calibration error in percent: the mean over all that was counted of the
 * distance between the mean confidence of its bin and the share that is right there.
 * NAN if nothing was counted. */
double pl_bins_error(const pl_bins *b);

/* Counts the pair that was read last. Brackets are right as the evaluation parameters say;
 * an arc is right with its relation, a tag if it is the same, a tree if all of its brackets
 * or arcs are. Words that differ between the files are not counted. */
void pl_reliability_add(pl_reliability *r, const pl_eval_files *f);
