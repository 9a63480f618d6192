/* What `pleach stats` shows instead of its report: counts by a property (--by), and a row
 * for each sentence or constituent (--each). */
#pragma once

#include "print_report.h"

#include "tree/breakdown.h"
#include "tree/stats.h"

/* Appends a row for each value to `rows`, the most frequent first, at most `top` of them.
 * `file` is the first column; NULL: there is none. */
void put_breakdown(pl_value *rows, pl_breakdown *b, size_t top, const char *file);
/* The rows as a table for people. */
void put_breakdown_table(pl_str *out, const pl_breakdown *b, const pl_value *rows);

/* What there is a row for; `tsv_headers` are the names of the columns, see
 * docs/statistics.md. */
typedef enum each { EACH_NONE, EACH_SENTENCE, EACH_CONSTITUENT, N_EACH } each;
extern const pl_option_choice each_choices[];
extern const char *const tsv_headers[N_EACH];

/* Where a sentence is from. */
typedef struct place {
    const char *file;
    size_t number; /* of the sentence in the output, from 1 */
} place;

/* Appends the row of a sentence, or those of its constituents. `s` adds up what was seen;
 * the sentence is added to it. */
void put_rows(pl_str *out, each what, const pl_tree *t, const place *p, pl_stats *s);
