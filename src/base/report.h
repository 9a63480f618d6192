/* Reports: named values that print themselves as text, JSON or TSV.
 *
 * A report is a tree of JSON values. Its root is an object, or a list of objects.
 * Values live in the report's arena and keep the order in which they were added. JSON prints
 * all values. TSV prints a line "name<TAB>value" for each single value, with the names of
 * nested objects joined by dots, and then each list of objects as a table. The text form prints
 * the field `text`, which the caller fills, usually with tables of the values (base/table.h).
 *
 *     pl_report *r = pl_report_new(PL_REPORT_JSON);
 *     pl_value_set_count(r->root, "sentences", 12);
 *     pl_value_set_number(r->root, "f1", NAN);                null in JSON, nan in TSV
 *     pl_value *labels = pl_value_set_list(r->root, "labels");
 *     pl_value_set_text(pl_value_add_object(labels), "label", "NP");
 *     pl_report_put(r, &out);
 *     pl_report_free(r);
 *
 * Set functions do not check that the name is new in the object: the caller must ensure this. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/json_value.h"
#include "base/str.h"

typedef struct pl_value pl_value;

struct pl_value {
    pl_json_kind kind;
    uint32_t n, room; /* of a list or object: number of items, and size of the array */
    const char *name; /* of a member of an object; else NULL */
    union {
        long long integer;
        double real;
        const char *text;
        pl_value **items; /* [n] */
    };
    pl_arena *memory; /* of a list or object: where its items are allocated */
};

typedef enum pl_report_form { PL_REPORT_TEXT, PL_REPORT_JSON, PL_REPORT_TSV } pl_report_form;

typedef struct pl_report {
    pl_report_form form; /* how it will be printed; `text` is only needed for PL_REPORT_TEXT */
    pl_value *root;
    pl_str text;
    pl_arena memory;
} pl_report;

/* Creates a report whose root is an empty object. */
pl_report *pl_report_new(pl_report_form form);
/* Creates a report from n bytes of JSON. Returns NULL if they are not JSON. */
pl_report *pl_report_parse(const char *json, size_t n, pl_error *error);
void pl_report_free(pl_report *r); /* NULL is allowed */
/* Appends the report in its form. JSON ends with a newline. */
void pl_report_put(const pl_report *r, pl_str *out);

/* -- adding values ---------------------------------------------------------------------- */

/* Makes the root a list instead of an object. The report must be empty. */
pl_value *pl_report_make_list(pl_report *r);
/* Create an object or list that belongs to no other value yet. */
pl_value *pl_report_new_object(pl_report *r);
pl_value *pl_report_new_list(pl_report *r);

/* Add a member to an object. Texts and names are copied. */
void pl_value_set_count(pl_value *object, const char *name, uint64_t n);
void pl_value_set_number(pl_value *object, const char *name, double x); /* NAN: null */
void pl_value_set_text(pl_value *object, const char *name, const char *text); /* NULL: none */
void pl_value_set_format(pl_value *object, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pl_value_set_flag(pl_value *object, const char *name, bool flag);
void pl_value_set_null(pl_value *object, const char *name);
pl_value *pl_value_set_object(pl_value *object, const char *name); /* returns it, empty */
pl_value *pl_value_set_list(pl_value *object, const char *name);
/* Adds a value of the same report as a member. It must not belong to another object or list. */
void pl_value_set_value(pl_value *object, const char *name, pl_value *value);

/* Append an item to a list. */
void pl_value_add_count(pl_value *list, uint64_t n);
void pl_value_add_text(pl_value *list, const char *text);
pl_value *pl_value_add_object(pl_value *list);
pl_value *pl_value_add_list(pl_value *list);
void pl_value_add_copy(pl_value *list, const pl_value *from);

/* -- reading values ----------------------------------------------------------------------
 * All accept NULL and values of another kind. */

/* Returns a member of an object, or NULL. */
pl_value *pl_value_get(const pl_value *object, const char *name);
/* Returns the value at a path such as "disc.f1" or "labels.3.f1", or NULL. */
const pl_value *pl_value_at(const pl_value *value, const char *path);
/* Returns item i of a list or object, or NULL. */
pl_value *pl_value_item(const pl_value *value, size_t i);
size_t pl_value_size(const pl_value *value);
bool pl_value_is(const pl_value *value, pl_json_kind kind);
long long pl_value_integer(const pl_value *value); /* 0 if it is not an integer */
double pl_value_number(const pl_value *value);     /* NAN if it is not a number */
const char *pl_value_text(const pl_value *value);  /* NULL if it is not a text */

/* -- printing values --------------------------------------------------------------------- */

/* How JSON is spaced: {"a":1}, {"a": 1}, or one member per line, indented by two blanks. */
typedef enum pl_json_style { PL_JSON_COMPACT, PL_JSON_SPACED, PL_JSON_INDENTED } pl_json_style;
void pl_value_put_json(const pl_value *value, pl_json_style style, pl_str *out);
/* Appends values as TSV. */
void pl_value_put_tsv(const pl_value *value, pl_str *out);
/* Appends a text as a field of TSV: tabs and line ends become blanks. NULL appends nothing. */
void pl_tsv_put_text(pl_str *out, const char *text);
