/* pleach eval: the command line as read, and what can be done with it. cmd_eval.c reads the
 * options, eval.c does the work, report_eval.c and report_deps.c put scores into reports. */
#ifndef PL_CLI_EVAL_H
#define PL_CLI_EVAL_H

#include "input.h"
#include "table.h"

#include "eval/eval_files.h"

typedef struct eval_job {
    input in; /* its files: gold, candidate and, with --compare, a second candidate */
    const char *params_name;
    pl_eval_params params;
    pl_eval_options options;
    bool unlabelled, disc_only, whole_labels;
    long long cutoff; /* -1: what the parameters say */
    bool per_label, per_tag, per_sentence, per_distance, errors;
    report_form form;
    bool compare;
    long long show; /* number of the sentence to draw, 0 for none */
    long long samples, seed;
} eval_job;

/* Print the scores, draw a sentence, or compare two candidates: 0, or -1 with the reason. */
int eval_scores(const eval_job *j, pl_error *err);
int eval_show(const eval_job *j, pl_error *err);
int eval_compare(const eval_job *j, pl_error *err);

#endif
