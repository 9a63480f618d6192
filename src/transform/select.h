/* Choosing sentences. The steps max-length, slice and sample leave sentences out; each
 * counts those that reach it, not those that an earlier step left out.
 *
 * A split says which part of a treebank a sentence belongs to: training, development,
 * test.
 *
 *     train,dev,test=mod10              of ten sentences the first is test (the last part
 *                                       named), the second dev, the others train
 *     train,dev,test=8000,1000,1000     so many, one part after the other; `rest` for the
 *                                       last one takes all that is left; after 8000+6
 *                                       six sentences are in no part
 *
 * and the splits of the papers by name, which pl_splits lists with where they are from.
 */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_standard_split {
    const char *name, *rule, *about;
    uint64_t first;       /* number of the first sentence */
    uint32_t max_length;  /* longer sentences are left out first; 0: none are */
    uint32_t excluded[2]; /* numbers (or ids) of sentences left out of the last part */
} pl_standard_split;

extern const pl_standard_split pl_splits[]; /* ends with an empty row */

typedef struct pl_split_size {
    uint64_t n;
    uint64_t skipped; /* sentences behind them that are in no part */
} pl_split_size;

typedef struct pl_split {
    PL_VEC(char *) parts;        /* their names; owned */
    PL_VEC(pl_split_size) sizes; /* one for each part; empty for a modulus */
    uint64_t modulus;            /* 0 for sizes */
    uint64_t number;             /* of the next sentence, from `first` on */
    uint64_t first;
    const pl_standard_split *standard; /* NULL if it is none of these */
    size_t n_unused;                   /* sentences that are in no part */
} pl_split;

/* A name or a rule: 0, or -1 with the reason. */
int pl_split_init(pl_split *s, const char *text, pl_error *err);
void pl_split_release(pl_split *s);
/* The part of the next sentence: an index into `parts`, or PL_NONE if it is in none. */
uint32_t pl_split_next(pl_split *s, const pl_tree *t);
