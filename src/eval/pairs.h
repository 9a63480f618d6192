/* Which candidate sentence belongs to which gold sentence.
 *
 *     pl_pairs *p = pl_pairs_open(gold_source, candidate_source, &options);
 *     while ((got = pl_pairs_next(p, &pair, &err)) > 0)
 *         use(pair.gold, pair.candidate);           both borrowed until the next call
 *     pl_pairs_close(p);
 *
 * Pairing is by position, or by id. Paired sentences have the same words. Where they have
 * not, a look at the sentences that follow tells whether some are missing or were added;
 * these are collected and named in one error at the end, so that a file with holes never
 * gets a score by accident. Memory is that of a few sentences, or with `by_id` that of
 * the candidate file. */
#pragma once

#include "format/source.h"
#include "eval/evalparams.h"

typedef struct pl_pairs_options {
    const pl_eval_params *params; /* for EQ_WORD; kept */
    bool by_id; /* by the comments of export files, where all have one of their own */
    bool missing_zero; /* a missing candidate sentence is given as NULL, no error */
    /* Pairs sentences even if their words differ, unless some are missing or were added.
     * Sentences left over on one side come at the end, with NULL for the other. `differs` is
     * set on all of these pairs. */
    bool loose;
    bool same_text; /* loose: nothing can be missing, the files are the same text */
} pl_pairs_options;

/* Where a sentence stands. */
typedef struct pl_origin {
    const char *file; /* the source's own */
    size_t line;      /* of the first word; 0: not known */
} pl_origin;

typedef struct pl_sentence_pair {
    pl_tree *gold, *candidate; /* NULL: missing */
    pl_origin origins[2];      /* of gold and candidate */
    size_t number;             /* of the gold sentence, from 1 */
    bool differs;
} pl_sentence_pair;

typedef struct pl_pairs pl_pairs;

/* Borrows the sources until it is closed. */
pl_pairs *pl_pairs_open(pl_source *gold, pl_source *candidate,
                        const pl_pairs_options *options);
/* The first gold sentence and its format, before the first call of pl_pairs_next, so that
 * the caller can choose what to do: 1, 0 if there is none, -1 with the reason. */
int pl_pairs_peek(pl_pairs *p, const pl_tree **gold, const pl_format **format,
                  pl_error *err);
void pl_pairs_set_loose(pl_pairs *p, bool loose);
/* 1, 0 at the end, -1 with the reason. */
int pl_pairs_next(pl_pairs *p, pl_sentence_pair *pair, pl_error *err);
/* The number of pairs whose ids differ, and in `first` a description of the first one.
 * Only ids of files in the same format are compared. */
size_t pl_pairs_id_differences(const pl_pairs *p, const char **first);
/* How many gold sentences had no partner, and so made pl_pairs_next fail at the end. */
size_t pl_pairs_missing(const pl_pairs *p);
/* Puts the number of a sentence and its id, where it has one, in front of `err`; -1. */
int pl_pairs_fail_at(size_t number, const pl_tree *gold, pl_error *err);
void pl_pairs_close(pl_pairs *p); /* NULL is fine */
