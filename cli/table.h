/* Reports: named values that are collected once and printed as text, JSON or TSV.
 *
 * The values are a JSON object. JSON prints it as it is. TSV prints a line "name<TAB>value"
 * for each value, the names of objects in objects joined by dots, and then the lists of
 * objects as tables. Text shows the values in tables: their columns say which value they
 * show, under which title and how wide. What only text shows (a range "3-4", the names that
 * a label was taken for) is put among the values only when text is printed.
 *
 *     report r = report_start(AS_TEXT);
 *     put_count(r.values, "sentences", 12);
 *     put_figure(r.values, "f1", NAN);                 null in JSON, nan in text
 *     table_put(&r.text, "label", columns, rows);
 *     report_print(&r);
 */
#pragma once

#include "command.h"

#include "base/str.h"

#include <jansson.h>

typedef enum report_form { AS_TEXT, AS_JSON, AS_TSV } report_form;

typedef struct report {
    report_form form;
    json_t *values; /* an object; or a list of them, which TSV prints as a table alone */
    pl_str text;    /* tables, where the form is text */
} report;

/* --json and --tsv; the field is a report_form. */
extern const option_row report_rows[];

report report_start(report_form form);
/* Prints to standard output and releases the report. */
void report_print(report *r);
void report_release(report *r);
void print_json(const json_t *values); /* on a line of its own */

/* Set a value of an object. */
void put_count(json_t *to, const char *key, uint64_t n);
void put_figure(json_t *to, const char *key, double value);
void put_name(json_t *to, const char *key, const char *name); /* NULL: no value */
__attribute__((format(printf, 3, 4))) void put_note(json_t *to, const char *key,
                                                    const char *format, ...);
/* Appends a text as a field of TSV: tabs and line ends become blanks. NULL: nothing. */
void put_tsv(pl_str *out, const char *text);
/* New objects, empty: as a value, and at the end of a list. */
json_t *put_object(json_t *to, const char *key);
json_t *add_row(json_t *list);

typedef struct table_column {
    const char *key;   /* of the value; "disc.f1" is f1 of the object disc */
    const char *title; /* above the column */
    int width;         /* in columns of a terminal; negative: left-aligned; 0: any */
    enum {
        PLAIN,
        WHOLE,   /* names are not cut to the width */
        NONZERO, /* rows with 0 here are not shown */
    } how;
    const char *before, *after; /* every value */
    int digits;                 /* of figures; 0 means two */
} table_column;

/* clang-format off */
#define COLUMN(key_, title_, width_) {.key = (key_), .title = (title_), .width = (width_)}
#define FILTER(key_, title_, width_) {.key = (key_), .title = (title_), .width = (width_), .how = NONZERO}
#define ROW(key_, title_)            {.key = (key_), .title = (title_)} /* of a sheet */
/* clang-format on */

/* Append a table: a line of titles, and a line for each object of the list `rows`. An
 * empty name is shown as (none), a value that is not there as blanks. `first` is the title
 * of the first column. A blank line comes before the table if there is text already. Columns end with one that has no key. */
void table_put(pl_str *out, const char *first, const table_column *columns,
               const json_t *rows);
void table_put_titles(pl_str *out, const char *first, const table_column *columns);
void table_put_row(pl_str *out, const table_column *columns, const json_t *row);

/* The same with values below each other: a line for each row of `rows` that has a value,
 * with the values of the `n` objects beside each other. */
typedef struct sheet {
    int first, width; /* of the names and of each value */
    size_t group; /* two blanks stand before every group of so many values; 0: nowhere */
} sheet;
void sheet_put(pl_str *out, const sheet *s, const table_column *rows,
               const json_t *const *objects, size_t n);

/* 1234567 as 1,234,567 in `text`, which it returns. */
const char *commas(size_t n, char text[32]);
