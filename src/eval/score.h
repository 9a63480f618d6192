/* Bracket scores of a corpus, sentence by sentence: everything at once, so that one pass
 * gives all brackets and the discontinuous ones, all sentences and the short ones.
 *
 *     pl_eval e;
 *     pl_eval_init(&e, &params);
 *     for each sentence:  pl_eval_add(&e, gold, candidate, &err);
 *     pl_f1(&e.all.brackets)                   in percent, NAN where undefined
 *     pl_f1(&e.short_ones.disc)                discontinuous, length <= params.cutoff
 *     pl_eval_release(&e);
 *
 * Works on trees in memory and touches no file: a trainer calls it after every epoch. */
#ifndef PL_EVAL_SCORE_H
#define PL_EVAL_SCORE_H

#include "base/err.h"
#include "eval/brackets.h"

/* What is compared, how much of it is right. */
typedef struct pl_counts {
    uint64_t gold, candidate, matched;
    uint64_t sentences; /* that count for exact match */
    uint64_t exact;
} pl_counts;

/* In percent; NAN where nothing was there to be right or wrong. */
double pl_percent(uint64_t part, uint64_t whole);
double pl_recall(const pl_counts *c);
double pl_precision(const pl_counts *c);
double pl_f1(const pl_counts *c);
double pl_exact(const pl_counts *c);

typedef struct pl_scores {
    uint64_t sentences;
    uint64_t missing;    /* of these, without candidate */
    pl_counts brackets;  /* all of them */
    pl_counts disc;      /* those with a gap */
    pl_counts functions; /* of brackets and tags that are right; no exact match */
    uint64_t tags, right_tags;
} pl_scores;

double pl_tag_accuracy(const pl_scores *s);
void pl_scores_add(pl_scores *to, const pl_scores *from);

typedef struct pl_eval {
    const pl_eval_params *params; /* kept */
    bool score_functions;         /* set it before the first sentence */
    pl_labels labels;
    pl_scores all;
    pl_scores short_ones; /* sentences of length <= params->cutoff */
    /* Right only because labels were cut: N-soort taken for N-eigen counts as N. */
    uint64_t cut_labels, cut_tags;
    pl_pair pair;   /* the last sentence, until the next */
    pl_scores last; /* its scores alone */
} pl_eval;

void pl_eval_init(pl_eval *e, const pl_eval_params *params);
/* Counts one sentence; borrows the trees, e->pair keeps pointing to them. `candidate`
 * NULL: there is no parse, nothing of the sentence is right. -1 if the words differ or
 * there is no tree: nothing was counted then, and the reason names no place. */
int pl_eval_add(pl_eval *e, const pl_tree *gold, const pl_tree *candidate, pl_error *err);
void pl_eval_release(pl_eval *e);

#endif
