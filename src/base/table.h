/* Text tables of report values. Each column describes the value that it shows, its title and its
 * width.
 *
 *     static const pl_table_column columns[] = {
 *         PL_COLUMN("label", NULL, -12), PL_COLUMN("f1", "F1", 8), {0}};
 *     pl_table_put(&r->text, "label", columns, rows);
 */
#pragma once

#include "base/report.h"

typedef struct pl_table_column {
    const char *key;   /* path of the value; "disc.f1" is f1 of the object disc */
    const char *title; /* above the column */
    int width;         /* in columns of a terminal; negative: left-aligned; 0: any */
    enum {
        PL_COLUMN_CUT,     /* texts are cut to the width */
        PL_COLUMN_WHOLE,   /* texts are not cut */
        PL_COLUMN_NONZERO, /* rows with 0 in this column are not shown */
    } how;
    const char *before, *after; /* texts around every value */
    int digits;                 /* decimals of numbers; 0 means two */
} pl_table_column;

/* clang-format off */
#define PL_COLUMN(key_, title_, width_) {.key = (key_), .title = (title_), .width = (width_)}
#define PL_FILTER(key_, title_, width_) {.key = (key_), .title = (title_), .width = (width_), .how = PL_COLUMN_NONZERO}
/* clang-format on */

/* Appends a table: a line of titles, and a line for each object of the list `rows`. An empty
 * text is shown as (none), a missing value as blanks. `first` is the title of the first column.
 * A blank line separates the table from earlier text. The last column has no key. */
void pl_table_put(pl_str *out, const char *first, const pl_table_column *columns,
                  const pl_value *rows);
void pl_table_put_titles(pl_str *out, const char *first, const pl_table_column *columns);
void pl_table_put_row(pl_str *out, const pl_table_column *columns, const pl_value *row);

/* A table with a line for each kind of value and a column for each object. */
typedef struct pl_sheet {
    int first, width; /* of the titles and of each value */
    size_t group;     /* two blanks precede every group of this many values; 0: no groups */
} pl_sheet;
#define PL_SHEET_ROW(key_, title_) {.key = (key_), .title = (title_)}
/* Appends a line for each row that has a value in one of the n objects. */
void pl_sheet_put(pl_str *out, const pl_sheet *s, const pl_table_column *rows,
                  const pl_value *const *objects, size_t n);

/* Writes 1234567 as 1,234,567 and returns `text`. */
const char *pl_commas(size_t n, char text[32]);
