/* What the files of `pleach eval` share: the command line as read. cmd_eval.c reads the options and opens the files; eval_brackets.c, eval_deps.c,
 * eval_show.c and eval_compare.c do the work; report_eval.c and report_deps.c print. */
#ifndef PL_CLI_EVAL_H
#define PL_CLI_EVAL_H

#include "input.h"
#include "table.h"

#include "eval/deps.h"
#include "eval/details.h"
#include "eval/pairs.h"
#include "eval/params.h"
#include "eval/score.h"

typedef struct eval_job {
    input in; /* its files: gold, candidate and, with --compare, a second candidate */
    const char *params_name;
    pl_eval_params params;
    bool unlabelled, disc_only, whole_labels;
    long long cutoff; /* -1: what the parameters say */
    bool per_label, per_tag, per_sentence, per_distance, errors;
    bool score_functions;
    bool by_id, missing_zero;
    bool ignore_punct, subtypes;
    report_form form;
    bool compare;
    long long show; /* number of the sentence to draw, 0 for none */
    long long samples, seed;
} eval_job;

/* One gold file and one candidate, open. */
typedef struct eval_files {
    input inputs[2];
    pl_source *gold, *candidate;
    pl_pairs *pairs;
    bool dependencies; /* which kind of score fits the gold file */
    bool universal;    /* the gold file is CoNLL-U */
} eval_files;

/* Opens the gold file and the candidate with that index among the files: 0, or -1. */
int eval_open(eval_job *j, size_t candidate, eval_files *f, pl_error *err);
/* Says on standard error what was odd about the files. */
void eval_notes(const eval_job *j, const eval_files *f);
void eval_close(eval_files *f);
/* The next pair, prepared as the parameters ask: as pl_pairs_next. */
int eval_next(const eval_job *j, eval_files *f, pl_sentence_pair *pair, pl_error *err);
/* Puts the sentence's number and id in front of `err`; returns -1. */
int eval_fail_at(const pl_sentence_pair *pair, pl_error *err);

/* The kinds of work: print the answer and return 0, or -1 with the reason. */
int eval_brackets(eval_job *j, eval_files *f, pl_error *err);
int eval_deps(eval_job *j, eval_files *f, pl_error *err);
int eval_show(eval_job *j, eval_files *f, pl_error *err);
int eval_compare(eval_job *j, pl_error *err);
/* Reads all pairs of dependency trees and counts: 0, or -1 with the reason. */
int eval_deps_read(eval_job *j, eval_files *f, pl_deps *d, pl_error *err);

#endif
