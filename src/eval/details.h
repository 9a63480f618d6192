/* Where the points are lost: the counts of an evaluation broken down by label, tag, kind
 * of discontinuity and sentence length.
 *
 *     pl_details d = {0};
 *     for each sentence:  pl_eval_add(&e, …);  pl_details_add(&d, &e);
 *     pl_details_finish(&d);
 *     d.labels.at[i]                       the counts of the i-th most frequent label
 *     pl_details_release(&d);
 */
#pragma once

#include "eval/brackets.h"

/* -- tables by name, which evaluation of dependencies has, too ----------------------- */

typedef struct pl_eval_row {
    uint32_t name;          /* number of the label, tag or relation */
    pl_counts all;          /* of a relation: with the right head and label */
    pl_counts disc;         /* brackets with a gap */
    uint64_t heads, labels; /* of a relation: with the right head; with the right label */
} pl_eval_row;

typedef PL_VEC(pl_eval_row) pl_eval_rows;

/* The row of a name; rows up to it are added. Valid until the next call. */
pl_eval_row *pl_eval_rows_at(pl_eval_rows *rows, uint32_t name);
/* Drops the rows that have neither gold nor candidate and sorts: frequent ones first. */
void pl_eval_rows_sort(pl_eval_rows *rows);

/* How often one name was taken for another. */
typedef struct pl_confusion {
    uint32_t gold, candidate;
    uint64_t n;
} pl_confusion;

typedef PL_VEC(pl_confusion) pl_confusions;

/* Notes one confusion. The list has an item with n = 1 for each until it is sorted. */
void pl_confusions_add(pl_confusions *c, uint32_t gold, uint32_t candidate);
/* Makes one item of equal confusions, the most frequent first, ties by number. Nothing
 * can be added afterwards. */
void pl_confusions_sort(pl_confusions *c);

enum {
    PL_GAP_DEGREES = 4, /* 0, 1, 2, 3 and more */
    PL_GAP_LENGTHS = 5,
    PL_LENGTH_BINS = 6,
};
/* The largest value that belongs to each row; the last row is for all larger ones. */
extern const uint32_t pl_gap_length_ends[PL_GAP_LENGTHS];
extern const uint32_t pl_length_ends[PL_LENGTH_BINS];
/* The row that a value belongs to. */
size_t pl_bin_of(uint32_t value, const uint32_t *ends);

/* -- brackets ------------------------------------------------------------------------ */

typedef struct pl_details {
    /* By number; once finished, by frequency. A match counts for the label of the gold
     * bracket, so where labels are not compared more may match than there are candidates. */
    pl_eval_rows labels, tags;
    pl_confusions label_confusions; /* same words covered, another label */
    pl_confusions tag_confusions;
    pl_counts gap_degree[PL_GAP_DEGREES]; /* number of gaps */
    pl_counts gap_length[PL_GAP_LENGTHS]; /* words in all gaps together, from 1 */
    pl_scores by_length[PL_LENGTH_BINS];
    PL_VEC(bool) covered; /* scratch */
} pl_details;

/* Counts the sentence that was added to `e` last. */
void pl_details_add(pl_details *d, pl_eval *e);
/* Sorts labels, tags and confusions, the frequent ones first, and drops unused labels. */
void pl_details_finish(pl_details *d);
void pl_details_release(pl_details *d);
