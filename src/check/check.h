/* What is probably wrong in a treebank, most suspicious first.
 *
 *     pl_check *c = pl_check_new(&options);
 *     pl_check_add(c, tree, "file", 1);                     for each tree
 *     pl_check_run(c, &err);
 *     for (i = 0; i < c->findings.n; i++)
 *         pl_check_tell(c, &c->findings.at[i], &report);    words for it
 *     pl_check_free(c);
 *
 *      trees ─► each method learns ─┐
 *        │                          ▼
 *        └─► one sentence: methods forget it ─► propose corrections ─► all methods score
 *            each of them ─► remember it ─► findings: the best score first, one per place
 */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "check/edit.h"
#include "parser/model.h"

enum { PL_N_METHODS = 5, PL_MAX_FOLDS = 64, PL_CHECK_NBEST = 8 };

enum { PL_MAX_CHECKED_WORDS = 500, PL_MAX_CHECKED_NODES = 2000 };

typedef struct pl_method pl_method;
extern const pl_method *const pl_methods[PL_N_METHODS];
const char *pl_method_name(size_t i);
const char *pl_method_about(size_t i);

typedef struct pl_check_options {
    unsigned methods;      /* bit i: use pl_methods[i]; 0: all that can be used */
    const pl_model *model; /* a parser that has not seen the treebank; kept. NULL: none */
    uint32_t folds; /* without a model: parsers trained on the other folds; 0: none */
    size_t limit;   /* at most so many findings; 0: any number */
    uint64_t seed;
    unsigned threads; /* 0: one for each processor; findings do not depend on it */
    /* Called now and then with what is done, and the share of it; may be NULL. */
    void (*progress)(void *context, const char *what, double share);
    void *context;
} pl_check_options;

typedef struct pl_finding {
    uint32_t sentence;
    pl_edit edit;
    double score; /* the weighted sum of those of the methods, which is above 0, and the
                     prior of the kind of edit */
    double scores[PL_N_METHODS];
} pl_finding;

typedef struct pl_check_sentence {
    pl_checked view;
    const char *file; /* of the source, kept */
    size_t number;    /* in the file, from 1 */
} pl_check_sentence;

typedef struct pl_check {
    pl_check_options options;
    PL_VEC(pl_check_sentence) sentences;
    pl_intern names, words;        /* numbers of labels and tags; of words */
    PL_VEC(uint32_t) label_counts; /* [names.n] how many constituents have this label */
    PL_VEC(pl_finding) findings;
    size_t n_long;             /* sentences left out */
    void *state[PL_N_METHODS]; /* of the methods */
    pl_arena arena;            /* lives as long as the whole */
    pl_arena scratch;          /* of one sentence */
} pl_check;

pl_check *pl_check_new(const pl_check_options *options);
/* Keeps the tree and the name. Leaves out, and counts, sentences of more than
 * PL_MAX_CHECKED_WORDS words or PL_MAX_CHECKED_NODES nodes: the time grows with the square. A tree without constituents is fine: its tags are looked
 * at. */
void pl_check_add(pl_check *c, const pl_tree *tree, const char *file, size_t number);
/* Fills c->findings: 0, or -1 with the reason. */
int pl_check_run(pl_check *c, pl_error *err);
void pl_check_free(pl_check *c); /* NULL is fine */

/* A finding in words. */
typedef struct pl_told {
    pl_str place;             /* label and words */
    pl_str correction;        /* empty: none */
    pl_str reasons;           /* of the methods that are for it, joined by "; " */
    PL_VEC(pl_spot) evidence; /* places elsewhere that are as the correction wants it */
    const pl_tree *corrected; /* NULL: none; in the arena of the telling */
    pl_arena arena;
} pl_told;

void pl_check_tell(pl_check *c, const pl_finding *f, pl_told *t);
void pl_told_release(pl_told *t);
