/* Where the points are lost: the counts of an evaluation broken down by label, tag, kind
 * of discontinuity and sentence length.
 *
 *     pl_details d = {0};
 *     for each sentence:  pl_eval_add(&e, …);  pl_details_add(&d, &e);
 *     pl_details_finish(&d);
 *     d.labels.at[i]                       counts of the label with the number i
 *     pl_details_release(&d);
 */
#ifndef PL_EVAL_DETAILS_H
#define PL_EVAL_DETAILS_H

#include "eval/confusions.h"
#include "eval/score.h"

enum {
    PL_GAP_DEGREES = 4, /* 0, 1, 2, 3 and more */
    PL_GAP_LENGTHS = 5,
    PL_LENGTH_BINS = 6,
};
/* The last value of each row; the last row has the rest. */
extern const uint32_t pl_gap_length_ends[PL_GAP_LENGTHS];
extern const uint32_t pl_length_ends[PL_LENGTH_BINS];

typedef struct pl_label_detail {
    uint32_t label; /* its number in eval->labels */
    pl_counts all, disc;
} pl_label_detail;

typedef struct pl_tag_detail {
    uint32_t tag;
    pl_counts counts;
} pl_tag_detail;

typedef struct pl_details {
    PL_VEC(pl_label_detail) labels; /* by number; once finished, by frequency */
    PL_VEC(pl_tag_detail) tags;
    pl_confusions label_confusions; /* same words covered, another label */
    pl_confusions tag_confusions;
    pl_counts gap_degree[PL_GAP_DEGREES]; /* number of gaps */
    pl_counts gap_length[PL_GAP_LENGTHS]; /* words in all gaps together, from 1 */
    pl_scores by_length[PL_LENGTH_BINS];
    /* scratch */
    PL_VEC(struct pl_free_bracket {
        uint64_t yield;
        uint32_t index; /* PL_NONE once used */
    })
    free; /* candidate brackets without partner */
    PL_VEC(bool) covered;
} pl_details;

/* Counts the sentence that was added to `e` last. */
void pl_details_add(pl_details *d, const pl_eval *e);
/* Sorts labels, tags and confusions, the frequent ones first, and drops unused labels. */
void pl_details_finish(pl_details *d);
void pl_details_release(pl_details *d);

#endif
