/* Reports of scores: the same values as text tables, JSON and TSV (base/report.h).
 *
 *     pl_score_report_options o = {.per_label = true};
 *     pl_report *r = pl_report_new(PL_REPORT_TEXT);
 *     if (pl_eval_files_open(&files, gold, candidate, &options, &err) == 0 &&
 *         pl_score_report_files(r, &files, &o, &err) == 0)
 *         pl_report_put(r, &out);
 *
 * Each function adds values to the report's root, in the order of docs/evaluation.md. If the form
 * is PL_REPORT_TEXT, it also appends the tables to the report's text. */
#pragma once

#include "base/report.h"
#include "eval/reliability.h"
#include "eval/significance.h"

/* -- files and sums ------------------------------------------------------------------ */

typedef struct pl_score_report_options {
    bool per_label;    /* a table of labels or relations, with what each was taken for */
    bool per_tag;      /* a table of part-of-speech tags */
    bool per_distance; /* dependencies: a table by distance to the head */
    bool per_sentence; /* a row for each sentence */
    bool errors;       /* tables of errors by label, gap, distance and sentence length */
    bool calibration;  /* tables of pl_reliability */
} pl_score_report_options;
extern const pl_option_row pl_score_report_option_rows[];

/* Reads all sentences of files that were just opened, and reports their scores. Returns 0, or -1
 * with the reason. With `calibration`, the value "calibration" is an empty object if the candidate
 * has no confidences. */
int pl_score_report_files(pl_report *r, pl_eval_files *f,
                          const pl_score_report_options *o, pl_error *err);

/* Report sums. `per_sentence` of brackets and `calibration` have no effect: the sums do not have
 * these values. `details` is only needed for per_label, per_tag and errors. */
void pl_score_report_brackets(pl_report *r, const pl_eval *e, const pl_details *details,
                              const pl_score_report_options *o);
/* With `no_punct`, the scores without punctuation come first. */
void pl_score_report_deps(pl_report *r, const pl_deps *d, bool no_punct,
                          const pl_score_report_options *o);

/* Reports the differences between candidates A and B, with p-values and intervals, over the same
 * sentences. `names` are those of the two files, for text. */
void pl_score_report_comparison(pl_report *r, const pl_results *a, const pl_results *b,
                                const char *const names[2], size_t samples,
                                uint64_t seed);

/* -- one sentence -------------------------------------------------------------------- */

/* Finds the gold sentence with that number in files that were just opened, and appends its scores
 * to the report's text. The pair is f->pair. Returns 0, or -1 with the reason, such as that there
 * is no such sentence. */
int pl_score_report_sentence(pl_report *r, pl_eval_files *f, size_t number,
                             pl_error *err);

/* Reports the sentence that was counted last, and which of its nodes are right:
 *
 *     "nodes"  with "right" and "label" (the same words, another label), pairs of a node of the
 *              gold tree and one of the candidate; "missed", nodes of the gold tree; "wrong", nodes
 *              of the candidate
 *     "tags"   words whose tag is wrong
 *     "words"  the number of words that count
 *
 * Nodes that do not count are left out. Nodes have the numbers that the format json gives them in
 * the trees `gold` and `candidate`, which may be NULL. */
void pl_score_report_bracket_marks(pl_report *r, pl_eval *e, size_t number,
                                   const pl_tree *gold, const pl_tree *candidate);
/* Reports the first sentence of `d`, and which of its words are right: how many have the right
 * "heads", and "both" head and relation; and "words" that are not right, with "head" (the head is
 * wrong) and "relation" (only the relation is wrong). Words that do not count are left out; "words"
 * is left out if the words of the two trees differ. */
void pl_score_report_dep_marks(pl_report *r, const pl_deps *d, bool no_punct,
                               size_t number);
