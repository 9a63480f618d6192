/* Reports and their tables; see table.h. */
#include "table.h"

#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- values ------------------------------------------------------------------------- */

void put_count(json_t *to, const char *key, uint64_t n)
{
    json_object_set_new(to, key, json_integer((json_int_t)n));
}

void put_figure(json_t *to, const char *key, double value)
{
    json_object_set_new(to, key, isnan(value) ? json_null() : json_real(value));
}

void put_name(json_t *to, const char *key, const char *name)
{
    if (name != NULL)
        json_object_set_new(to, key, json_string(name));
}

void put_note(json_t *to, const char *key, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    json_object_set_new(to, key, json_vsprintf(format, list));
    va_end(list);
}

json_t *put_object(json_t *to, const char *key)
{
    json_t *object = json_object();
    json_object_set_new(to, key, object);
    return object;
}

json_t *add_row(json_t *list)
{
    json_t *row = json_object();
    json_array_append_new(list, row);
    return row;
}

/* The value at a path such as disc.f1, or NULL. */
static const json_t *value_at(const json_t *object, const char *path)
{
    for (const char *dot; object != NULL && (dot = strchr(path, '.')) != NULL;
         path = dot + 1)
        object = json_object_getn(object, path, (size_t)(dot - path));
    return json_object_get(object, path);
}

/* -- text --------------------------------------------------------------------------- */

/* Appends as many characters of `text` as fit into `width` columns, and returns how many
 * columns they take. */
static int put_cut(pl_str *out, const char *text, int width)
{
    int column = 0;
    uint32_t code;
    for (const char *next = text; pl_utf8_step(&next, &code); text = next) {
        int w = (int)pl_utf8_columns(code);
        if (column + w > width)
            break;
        pl_str_put(out, text, (size_t)(next - text));
        column += w;
    }
    return column;
}

/* `width` as in table_column. */
static void put_padded(pl_str *out, const char *text, int width, bool whole)
{
    int least = width < 0 ? -width : width, used = (int)pl_utf8_width(text);
    int pad = least > used ? least - used : 0;
    if (width > 0)
        pl_str_fill(out, ' ', (size_t)pad);
    if (width < 0 && used > least && !whole)
        pad = least - put_cut(out, text, least);
    else
        pl_str_puts(out, text);
    if (width < 0)
        pl_str_fill(out, ' ', (size_t)pad);
}

/* Most values are counts, so these do without printf. */
static void put_integer(pl_str *out, json_int_t n, int width)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (n < 0)
        *--at = '-';
    int length = (int)(digits + sizeof digits - at);
    pl_str_fill(out, ' ', width > length ? (size_t)(width - length) : 0);
    pl_str_put(out, at, (size_t)length);
}

static void put_value(pl_str *out, const table_column *c, const json_t *value)
{
    char figure[400] = "nan"; /* the largest double has 309 digits */
    if (json_is_integer(value))
        put_integer(out, json_integer_value(value), c->width);
    else if (json_is_string(value)) {
        pl_str name = {0};
        pl_visible(&name, json_string_value(value));
        put_padded(out, name.n > 0 ? name.at : "(none)", c->width, c->how == WHOLE);
        pl_str_release(&name);
    } else {
        if (json_is_real(value))
            snprintf(figure, sizeof figure, "%.*f", c->digits > 0 ? c->digits : 2,
                     json_real_value(value));
        put_padded(out, figure, c->width, true);
    }
}

static int width_of(const char *text)
{
    return text != NULL ? (int)pl_utf8_width(text) : 0;
}

static void put_blanks(pl_str *out, int n)
{
    pl_str_fill(out, ' ', (size_t)(n < 0 ? -n : n));
}

/* Ends a line without blanks at its end. */
static void end_line(pl_str *out)
{
    while (out->n > 0 && out->at[out->n - 1] == ' ')
        out->at[--out->n] = '\0';
    pl_str_putc(out, '\n');
}

void table_put_titles(pl_str *out, const char *first, const table_column *columns)
{
    for (const table_column *c = columns; c->key != NULL; c++) {
        const char *title = c == columns ? first : c->title != NULL ? c->title : "";
        put_blanks(out, width_of(c->before));
        put_padded(out, title, c->width + (c->width > 0 ? width_of(c->after) : 0), true);
    }
    end_line(out);
}

static bool is_hidden(const table_column *columns, const json_t *row)
{
    for (const table_column *c = columns; c->key != NULL; c++)
        if (c->how == NONZERO && json_integer_value(value_at(row, c->key)) == 0)
            return true;
    return false;
}

void table_put_row(pl_str *out, const table_column *columns, const json_t *row)
{
    if (is_hidden(columns, row))
        return;
    for (const table_column *c = columns; c->key != NULL; c++) {
        const json_t *value = value_at(row, c->key);
        if (value == NULL) {
            put_blanks(out, width_of(c->before) + abs(c->width) + width_of(c->after));
            continue;
        }
        pl_str_puts(out, c->before != NULL ? c->before : "");
        put_value(out, c, value);
        pl_str_puts(out, c->after != NULL ? c->after : "");
    }
    end_line(out);
}

void table_put(pl_str *out, const char *first, const table_column *columns,
               const json_t *rows)
{
    size_t i;
    json_t *row;
    if (out->n > 0)
        pl_str_putc(out, '\n');
    table_put_titles(out, first, columns);
    json_array_foreach(rows, i, row) table_put_row(out, columns, row);
}

void sheet_put(pl_str *out, const sheet *s, const table_column *rows,
               const json_t *const *objects, size_t n)
{
    for (const table_column *row = rows; row->key != NULL; row++) {
        size_t found = 0, start = out->n;
        put_padded(out, row->title, -s->first, true);
        for (size_t k = 0; k < n; k++) {
            const json_t *value = value_at(objects[k], row->key);
            if (k > 0 && s->group > 0 && k % s->group == 0)
                put_blanks(out, 2);
            if (value != NULL)
                put_value(out, &(table_column){.width = s->width}, value);
            else
                put_blanks(out, s->width);
            found += value != NULL;
        }
        if (found > 0)
            end_line(out);
        else
            out->at[out->n = start] = '\0';
    }
}

/* -- TSV ---------------------------------------------------------------------------- */

typedef enum part { NAMES, VALUES, LINES } part;

static bool is_table(const json_t *value)
{
    return json_is_object(json_array_get(value, 0));
}

void put_tsv(pl_str *out, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        pl_str_putc(out, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
}

/* Appends a value as JSON spells it, but names without quotes, and nan for null. */
static void put_field(pl_str *out, const json_t *value)
{
    char *text = json_is_string(value)
                     ? NULL
                     : json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    if (text == NULL)
        put_tsv(out, json_string_value(value));
    else
        pl_str_puts(out, json_is_null(value) ? "nan" : text);
    free(text);
}

static void put_flat(pl_str *out, pl_str *name, const json_t *value, part p);

/* The value of `key` in the object or list whose name is in `name`. */
static void put_inner(pl_str *out, pl_str *name, const char *key, const json_t *value,
                      part p)
{
    size_t n = name->n;
    pl_str_printf(name, "%s%s", n > 0 ? "." : "", key);
    put_flat(out, name, value, p);
    name->at[name->n = n] = '\0';
}

/* Appends all single values below `value`: their names, themselves, or both on a line. */
static void put_flat(pl_str *out, pl_str *name, const json_t *value, part p)
{
    const char *key;
    json_t *inner;
    size_t i;
    char number[24];
    json_object_foreach((json_t *)value, key, inner) put_inner(out, name, key, inner, p);
    if (!is_table(value))
        json_array_foreach(value, i, inner)
        {
            snprintf(number, sizeof number, "%zu", i);
            put_inner(out, name, number, inner, p);
        }
    if (json_is_object(value) || json_is_array(value))
        return;
    if (p != VALUES)
        pl_str_printf(out, "%s\t", name->at);
    if (p != NAMES) {
        put_field(out, value);
        pl_str_putc(out, p == LINES ? '\n' : '\t');
    }
}

/* Appends the lists of objects below `value` as tables: a line # NAME where the list has a
 * name, a line with the names of the columns, a line for each object. */
static void put_tables(pl_str *out, const char *name, const json_t *value)
{
    const char *key;
    json_t *inner;
    size_t i;
    pl_str inner_name = {0};
    json_object_foreach((json_t *)value, key, inner)
    {
        pl_str_clear(&inner_name);
        pl_str_printf(&inner_name, "%s%s%s", name, *name != '\0' ? "." : "", key);
        put_tables(out, inner_name.at, inner);
    }
    if (is_table(value)) {
        pl_str_clear(&inner_name);
        if (*name != '\0')
            pl_str_printf(out, "\n# %s\n", name);
        put_flat(out, &inner_name, json_array_get(value, 0), NAMES);
        out->at[out->n - 1] = '\n';
        json_array_foreach(value, i, inner)
        {
            put_flat(out, &inner_name, inner, VALUES);
            out->at[out->n - 1] = '\n';
        }
    }
    pl_str_release(&inner_name);
}

/* -- reports ------------------------------------------------------------------------ */

static bool read_form(const command *c, const option_row *row, const char *value,
                      void *place)
{
    *(report_form *)place = strcmp(row->name, "json") == 0 ? AS_JSON : AS_TSV;
    return true;
}

/* clang-format off */
const option_row report_rows[] = {
    {0, "json", NULL, OWN(report, form, read_form), "print JSON: one object, or a list of them"},
    {0, "tsv",  NULL, OWN(report, form, read_form), "print the values of --json as lines of name and value, and its lists as tables, separated by tabs"},
    {0},
};
/* clang-format on */

report report_start(report_form form)
{
    return (report){.form = form, .values = json_object()};
}

void print_json(const json_t *values)
{
    char *text = json_dumps(values, JSON_REAL_PRECISION(17));
    print_lines(text != NULL ? text : "");
    print("\n");
    free(text);
}

void report_print(report *r)
{
    if (r->form == AS_TSV) {
        pl_str name = {0};
        put_flat(&r->text, &name, r->values, LINES);
        put_tables(&r->text, "", r->values);
        pl_str_release(&name);
    }
    if (r->form == AS_JSON)
        print_json(r->values);
    else
        print_lines(pl_str_text(&r->text));
    report_release(r);
}

void report_release(report *r)
{
    json_decref(r->values);
    pl_str_release(&r->text);
    r->values = NULL;
}

const char *commas(size_t n, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%zu", n), to = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[to++] = ',';
        text[to++] = digits[i];
    }
    text[to] = '\0';
    return text;
}
