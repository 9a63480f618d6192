/* Tables that the reports of brackets and of dependencies share. For score_report.c,
 * bracket_report.c and deps_report.c only.
 *
 * In text, the first column of a table shows the value "name". */
#pragma once

#include "base/table.h"
#include "eval/score_report.h"

/* clang-format off */
/* Columns of counts; `in` is the path of their object, such as "disc.". */
#define PL_COUNT_COLUMNS(in, matched)            \
    PL_COLUMN(in "gold",      "gold",      9),   \
    PL_COLUMN(in "candidate", "found",     9),   \
    PL_COLUMN(in "matched",   matched,     9),   \
    PL_COLUMN(in "recall",    "recall",    9),   \
    PL_COLUMN(in "precision", "precision", 11),  \
    PL_COLUMN(in "f1",        "F1",        9)
#define PL_TAKEN_FOR_COLUMN {.key = "taken_for", .title = "taken for", .before = "   "}
#define PL_ID_COLUMN        {.key = "id",        .title = "id",        .before = "  "}
/* clang-format on */

/* Sets number and id of a sentence. Without id, TSV gets an empty one, so that all rows have the
 * same columns. */
void pl_score_put_place(pl_report_form form, pl_value *row, size_t number,
                        const char *id);
/* Sets the name of a row: `key` for programs, "name" in text. */
void pl_score_put_name(pl_report_form form, pl_value *row, const char *key,
                       const char *name);
/* Sets from and to of row i of a table by ranges: {"from": 3, "to": 4}, and "to": null for the
 * last row. Text gets the name 3-4 or 50+. */
void pl_score_put_range(pl_report_form form, pl_value *row, const uint32_t *ends,
                        size_t i);
/* Sets what `name` was taken for most often, as "PP 12, AP 7". */
void pl_score_put_taken_for(pl_value *row, const pl_confusions *c, const pl_intern *names,
                            uint32_t name);

/* Makes the list `rows` a member of `to`, and shows it as a table if the report is text. */
void pl_score_table(pl_report *r, pl_value *to, const char *key, pl_value *rows,
                    const char *first, const pl_table_column *columns);
/* Adds a table of names taken for others. Text has only the most frequent ones, and no table if
 * there are none. */
void pl_score_confusions(pl_report *r, pl_value *to, const char *key,
                         const pl_confusions *c, const pl_intern *names,
                         const char *title, int width);

/* Rows of single sentences, which are added as the sentences are counted. The text goes to the
 * report at once, since there may be many sentences; other forms keep the rows in a list. */
void pl_bracket_rows_start(pl_report *r);
void pl_bracket_rows_add(pl_report *r, pl_value *rows, const pl_eval *e, size_t number,
                         const char *id);
