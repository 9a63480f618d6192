/* Prints values as JSON and TSV; see report.h. */
#include "base/report.h"

#include "base/vec.h"

#include <stdio.h>
#include <string.h>

enum {
    WHOLE_DIGITS = 17, /* enough digits for a double to be read back unchanged */
    INDENT = 2,
};

/* -- JSON ----------------------------------------------------------------------------- */

/* Appends a value that is not a list or object. */
static void put_single(pl_str *out, const pl_value *value)
{
    switch (value->kind) {
    case PL_JSON_INTEGER:
        pl_str_printf(out, "%lld", value->integer);
        break;
    case PL_JSON_REAL:
        pl_json_put_real(out, value->real, WHOLE_DIGITS);
        break;
    case PL_JSON_STRING:
        pl_json_put_text(out, value->text);
        break;
    default:
        pl_str_puts(out, value->kind == PL_JSON_TRUE    ? "true"
                         : value->kind == PL_JSON_FALSE ? "false"
                                                        : "null");
    }
}

static void put_line(pl_str *out, pl_json_style style, size_t depth)
{
    if (style != PL_JSON_INDENTED)
        return;
    pl_str_putc(out, '\n');
    pl_str_fill(out, ' ', depth * INDENT);
}

static void put_name(pl_str *out, pl_json_style style, const char *name)
{
    if (name == NULL)
        return;
    pl_json_put_text(out, name);
    pl_str_puts(out, style == PL_JSON_COMPACT ? ":" : ": ");
}

/* Keeps the open lists and objects on a stack instead of recursing, since values may nest deep. */
void pl_value_put_json(const pl_value *value, pl_json_style style, pl_str *out)
{
    typedef struct level {
        const pl_value *value;
        uint32_t next; /* item */
    } level;
    PL_VEC(level) stack = {0};
    for (;;) {
        bool opens = pl_value_size(value) > 0;
        if (opens) {
            pl_str_putc(out, value->kind == PL_JSON_LIST ? '[' : '{');
            PL_PUSH(&stack, (level){value, 0});
        } else if (value->memory != NULL)
            pl_str_puts(out, value->kind == PL_JSON_LIST ? "[]" : "{}");
        else
            put_single(out, value);
        while (stack.n > 0 && stack.at[stack.n - 1].next == stack.at[stack.n - 1].value->n) {
            level done = PL_POP(&stack);
            put_line(out, style, stack.n);
            pl_str_putc(out, done.value->kind == PL_JSON_LIST ? ']' : '}');
        }
        if (stack.n == 0)
            break;
        level *top = &stack.at[stack.n - 1];
        if (top->next > 0)
            pl_str_puts(out, style == PL_JSON_SPACED ? ", " : ",");
        put_line(out, style, stack.n);
        value = top->value->items[top->next++];
        put_name(out, style, value->name);
    }
    PL_VEC_RELEASE(&stack);
}

/* -- TSV ------------------------------------------------------------------------------ */

typedef enum part { NAMES, VALUES, LINES } part;

static bool is_table(const pl_value *value)
{
    return value->kind == PL_JSON_LIST &&
           pl_value_is(pl_value_item(value, 0), PL_JSON_OBJECT);
}

void pl_tsv_put_text(pl_str *out, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        pl_str_putc(out, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
}

/* Appends a value like JSON, except that texts have no quotes and null is nan. */
static void put_field(pl_str *out, const pl_value *value)
{
    if (value->kind == PL_JSON_STRING)
        pl_tsv_put_text(out, value->text);
    else if (value->kind == PL_JSON_NULL)
        pl_str_puts(out, "nan");
    else
        put_single(out, value);
}

/* Appends all single values below `value`: their names, the values, or both on one line. Skips lists
 * of objects; put_tables prints them. `name` is the name of `value`. */
static void put_flat(pl_str *out, pl_str *name, const pl_value *value, part p)
{
    size_t length = name->n;
    for (size_t i = 0; i < pl_value_size(value) && !is_table(value); i++) {
        const pl_value *item = value->items[i];
        if (length > 0)
            pl_str_putc(name, '.');
        if (item->name != NULL)
            pl_str_puts(name, item->name);
        else
            pl_str_printf(name, "%zu", i);
        put_flat(out, name, item, p);
        name->at[name->n = length] = '\0';
    }
    if (value->memory != NULL)
        return;
    if (p != VALUES)
        pl_str_printf(out, "%s\t", name->at);
    if (p != NAMES) {
        put_field(out, value);
        pl_str_putc(out, p == LINES ? '\n' : '\t');
    }
}

/* Appends one line of a table. */
static void put_row(pl_str *out, const pl_value *row, part p)
{
    pl_str name = {0};
    put_flat(out, &name, row, p);
    if (out->n > 0)
        out->at[out->n - 1] = '\n';
    pl_str_release(&name);
}

/* Appends the lists of objects below `value` as tables: a line "# NAME" if the list has a
 * name, a line with the names of the columns, and a line for each object. */
static void put_tables(pl_str *out, const char *name, const pl_value *value)
{
    for (size_t i = 0; value->kind == PL_JSON_OBJECT && i < value->n; i++) {
        pl_str inner = {0};
        pl_str_printf(&inner, "%s%s%s", name, *name != '\0' ? "." : "", value->items[i]->name);
        put_tables(out, inner.at, value->items[i]);
        pl_str_release(&inner);
    }
    if (!is_table(value))
        return;
    if (*name != '\0')
        pl_str_printf(out, "\n# %s\n", name);
    put_row(out, value->items[0], NAMES);
    for (size_t i = 0; i < value->n; i++)
        put_row(out, value->items[i], VALUES);
}

void pl_value_put_tsv(const pl_value *value, pl_str *out)
{
    pl_str name = {0};
    pl_str_puts(&name, "");
    put_flat(out, &name, value, LINES);
    put_tables(out, "", value);
    pl_str_release(&name);
}

/* -- reports -------------------------------------------------------------------------- */

void pl_report_put(const pl_report *r, pl_str *out)
{
    if (r->form == PL_REPORT_TSV)
        pl_value_put_tsv(r->root, out);
    else if (r->form == PL_REPORT_TEXT)
        pl_str_put(out, pl_str_text(&r->text), r->text.n);
    else {
        pl_value_put_json(r->root, PL_JSON_SPACED, out);
        pl_str_putc(out, '\n');
    }
}
