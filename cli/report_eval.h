/* Bracket scores as text for people and as JSON for programs. */
#ifndef PL_CLI_REPORT_EVAL_H
#define PL_CLI_REPORT_EVAL_H

#include "eval.h"

#include "eval/details.h"
#include "eval/score.h"

/* The table of scores: all sentences and short ones, all brackets and those with a gap.
 */
void report_scores(const eval_job *j, const pl_eval *e);
void report_labels(const pl_eval *e, const pl_details *d);
void report_tags(const pl_eval *e, const pl_details *d);
void report_errors(const pl_eval *e, const pl_details *d);
/* A line for the sentence added last; the header line if `id` is NULL. */
void report_sentence(pl_str *out, const pl_eval *e, size_t number, const char *id);

/* The same as JSON: new objects. */
json_t *report_scores_json(const eval_job *j, const pl_eval *e);
json_t *report_labels_json(const pl_eval *e, const pl_details *d);
json_t *report_tags_json(const pl_eval *e, const pl_details *d);
json_t *report_errors_json(const pl_eval *e, const pl_details *d);
json_t *report_sentence_json(const pl_eval *e, size_t number, const char *id);

#endif
