/* A line of a table, separated by tabs, for each sentence or constituent of a treebank.
 * docs/statistics.md lists its columns. */
#pragma once

#include "base/options.h"
#include "base/str.h"
#include "count/stats.h"

typedef enum pl_each {
    PL_EACH_NONE,
    PL_EACH_SENTENCE,
    PL_EACH_CONSTITUENT,
    PL_N_EACH
} pl_each;

extern const pl_option_choice pl_each_choices[];
/* The line with the names of the columns. */
extern const char *const pl_each_titles[PL_N_EACH];

/* Appends the line of a sentence, or those of its constituents. `number` is that of the sentence in
 * the output, from 1. The line of a sentence is computed with `s`, to which the sentence is
 * added. */
void pl_each_put(pl_str *out, pl_each what, const pl_tree *t, const char *file,
                 size_t number, pl_stats *s);
