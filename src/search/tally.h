/* Tables of counts: how many matches, and how many sentences with a match, there are for
 * each combination of values.
 *
 *     pl_tally t = {0};
 *     pl_tally_add(&t, "VP\t1", sentence);        for each match
 *     pl_tally_sort(&t);
 *     t.rows.at[0].values, .matches, .sentences   the most frequent first
 *     pl_tally_release(&t);
 */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct pl_tally_row {
    const char *values; /* with tabs between */
    size_t matches, sentences;
    size_t last; /* sentence that was counted last */
} pl_tally_row;

typedef struct pl_tally {
    pl_intern values;
    PL_VEC(pl_tally_row) rows; /* as they were first seen; sorted after pl_tally_sort */
} pl_tally;

/* Counts one match with these n bytes of values in a sentence, of which the number is not
 * 0; the matches of one sentence follow each other. */
void pl_tally_add(pl_tally *t, const char *values, size_t n, size_t sentence);
/* Most matches first, then by the values, bytewise. Nothing may be added afterwards. */
void pl_tally_sort(pl_tally *t);
/* Appends a bar chart of the first rows as an SVG file. */
void pl_tally_chart(const pl_tally *t, const char *title, pl_str *out);
void pl_tally_release(pl_tally *t);
