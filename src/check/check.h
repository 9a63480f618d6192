/* What is probably wrong in a treebank, most suspicious first; pleach.h has the options.
 *
 *     pl_checker *c = pl_checker_new(&options, &err);
 *     pl_checker_add(c, tree, "file", 1);                     for each tree
 *     pl_checker_run(c, &err);
 *     for (i = 0; i < c->suspects.n; i++)
 *         pl_checker_tell(c, &c->suspects.at[i], &told);      words for it
 *     pl_checker_free(c);
 *
 *      trees ─► each method learns ─┐
 *        │                          ▼
 *        └─► one sentence: methods forget it ─► propose corrections ─► all methods score
 *            each of them ─► remember it ─► suspects: the best score first, one per place
 */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "check/edit.h"
#include "parser/model.h"

enum { PL_MAX_FOLDS = 64, PL_CHECK_NBEST = 8 };

enum { PL_MAX_CHECKED_WORDS = 500, PL_MAX_CHECKED_NODES = 2000 };

typedef struct pl_method pl_method;
extern const pl_method *const pl_methods[PL_N_CHECK_METHODS];
const char *pl_method_name(size_t i);
const char *pl_method_about(size_t i);
/* Returns the number of a method, PL_N_CHECK_METHODS if there is none of this name. */
size_t pl_method_find(const char *name);

typedef struct pl_suspect {
    uint32_t sentence;
    pl_edit edit;
    double score; /* the weighted sum of those of the methods, which is above 0, and the
                     prior of the kind of edit */
    double scores[PL_N_CHECK_METHODS];
} pl_suspect;

typedef struct pl_checker_sentence {
    pl_checked view;
    const char *file; /* of the source; NULL: none */
    size_t number;    /* in the file, from 1 */
} pl_checker_sentence;

typedef struct pl_checker {
    pl_check_options options;
    PL_VEC(pl_checker_sentence) sentences;
    pl_intern names, words,
        files; /* numbers of labels and tags; of words; names of files */
    PL_VEC(uint32_t) label_counts; /* [names.n] how many constituents have this label */
    PL_VEC(pl_suspect) suspects;
    size_t n_long;                   /* sentences left out */
    void *state[PL_N_CHECK_METHODS]; /* of the methods */
    pl_arena arena;                  /* lives as long as the whole */
    pl_arena scratch;                /* of one sentence */
} pl_checker;

/* NULL with the reason if options do not fit together. */
pl_checker *pl_checker_new(const pl_check_options *options, pl_error *err);
/* Adds a copy of the tree. Leaves out, and counts, sentences of more than
 * PL_MAX_CHECKED_WORDS words or PL_MAX_CHECKED_NODES nodes: the time grows with the square.
 * A tree without constituents is fine: its tags are looked at. */
void pl_checker_add(pl_checker *c, const pl_tree *tree, const char *file, size_t number);
/* Calls the progress function of the options. Returns false if it wants to stop. */
bool pl_checker_progress(const pl_checker *c, const char *what, size_t done, size_t all);
/* Fills c->suspects, once: 0, or -1 with the reason. */
int pl_checker_run(pl_checker *c, pl_error *err);
void pl_checker_free(pl_checker *c); /* NULL is fine */

/* A suspect in words. */
typedef struct pl_told {
    pl_str place;             /* label and words */
    pl_str correction;        /* empty: none */
    pl_str reasons;           /* of the methods that are for it, joined by "; " */
    PL_VEC(pl_spot) evidence; /* places elsewhere that are as the correction wants it */
    const pl_tree *corrected; /* NULL: none; in the arena of the telling */
    pl_arena arena;
} pl_told;

void pl_checker_tell(pl_checker *c, const pl_suspect *f, pl_told *t);
void pl_told_release(pl_told *t);
