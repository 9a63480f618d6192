/* Scores a file of trees against a gold file. The gold file decides what is compared:
 * constituents, or dependencies where its first sentence has no constituents.
 *
 *     pl_eval_files f;
 *     if (pl_eval_files_open(&f, gold, candidate, &options, &err) == 0)
 *         while ((got = pl_eval_files_read(&f, &err)) > 0)
 *             …                       f.pair and f.brackets.last are of this sentence
 *     f.dependencies ? pl_dep_score(&f.deps, &f.deps.all, f.deps.all.both)
 *                    : pl_f1(&f.brackets.all.brackets)
 *     pl_eval_files_close(&f);
 *
 * Sentences in memory are scored by pl_eval_add (brackets.h) and pl_deps_add (deps.h). */
#pragma once

#include "eval/deps.h"
#include "eval/pairs.h"

typedef struct pl_eval_options {
    const pl_eval_params *params; /* kept */
    bool by_id, missing_zero;     /* as in pl_pairs_options */
    bool details;                 /* constituents: fill `details` */
    bool subtypes;                /* dependencies: nsubj:pass is not nsubj */
    bool conll18;      /* dependencies: always align by characters; only for CoNLL-U */
    bool ignore_punct; /* dependencies: scores without punctuation come first (always so
                          where the gold file is not CoNLL-U) */
} pl_eval_options;
extern const pl_option_row pl_eval_option_rows[]; /* for what users decide */

typedef struct pl_eval_files {
    pl_eval_options options;
    bool dependencies; /* what is compared */
    bool universal;    /* the gold file is CoNLL-U */
    bool no_punct;     /* dependencies: the scores without punctuation come first */
    pl_pairs *pairs;
    pl_sentence_pair pair; /* the last that was read */
    pl_eval brackets;      /* of constituents */
    pl_details details;
    pl_deps deps; /* of dependencies, filled at the end */
} pl_eval_files;

/* Borrows the sources until it is closed. 0, or -1 with the reason; close it in any case. */
int pl_eval_files_open(pl_eval_files *f, pl_source *gold, pl_source *candidate,
                       const pl_eval_options *options, pl_error *err);
/* Reads the next pair of sentences and counts it: 1, 0 at the end, when the sums are
 * complete, or -1 with the reason, which names the sentence. */
int pl_eval_files_read(pl_eval_files *f, pl_error *err);
void pl_eval_files_close(pl_eval_files *f);

/* The three steps of pl_eval_files_read, for callers that skip sentences: read the next
 * pair, count it, complete the sums. */
int pl_eval_files_next(pl_eval_files *f, pl_error *err);
int pl_eval_files_count(pl_eval_files *f, pl_error *err);
int pl_eval_files_finish(pl_eval_files *f, pl_error *err);
