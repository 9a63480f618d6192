/* Counts by a property: how often each label, tag, function, rule, word or sentence length
 * occurs, and how often it is discontinuous. Add the sentences one by one, then read the
 * rows.
 *
 *     pl_breakdown b = {.by = PL_BY_RULE};
 *     pl_breakdown_add(&b, tree);                    for each tree
 *     pl_breakdown_sort(&b);
 *     b.rows.at[0].name, b.rows.at[0].n, …
 *     pl_breakdown_release(&b);
 *
 * As in stats.h the root is no constituent. */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef enum pl_by {
    PL_BY_LABEL,    /* constituents */
    PL_BY_TAG,      /* words */
    PL_BY_FUNCTION, /* words and constituents */
    PL_BY_RULE,     /* constituents: NP → DT NN, children by their lowest word */
    PL_BY_WORD,     /* words */
    PL_BY_LENGTH,   /* sentences, by their number of words */
    PL_N_BY
} pl_by;

/* Their names, what they count, and whether that can be discontinuous. */
extern const struct pl_by_row {
    const char *name, *counts;
    bool has_gaps;
} pl_by_rows[PL_N_BY];
/* Returns the name of property i, or NULL after the last property. */
const char *pl_by_name(size_t i);

typedef struct pl_breakdown_row {
    const char *name;     /* owned by the breakdown */
    size_t n;             /* how often it was seen */
    size_t discontinuous; /* so often with a gap; of a length: with one somewhere */
    size_t word_gaps;     /* so often with a gap that punctuation does not make */
    size_t key;           /* order of rows: of a length the length, else when first seen */
} pl_breakdown_row;

typedef struct pl_breakdown {
    pl_by by; /* to be set before */
    size_t total;
    PL_VEC(pl_breakdown_row) rows;
    pl_intern names;
    pl_arena scratch; /* emptied after each sentence */
} pl_breakdown;

void pl_breakdown_add(pl_breakdown *b, const pl_tree *t); /* t is in order */
/* The most frequent first, among equals the one seen first; lengths in their order. No
 * tree can be added after it. */
void pl_breakdown_sort(pl_breakdown *b);
void pl_breakdown_release(pl_breakdown *b);

/* Appends the rule of a constituent: "NP → DT NN". */
void pl_put_rule(pl_str *out, const pl_tree *t, uint32_t v);
