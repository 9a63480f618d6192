/* Text tables; see table.h. */
#include "base/table.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- text --------------------------------------------------------------------------- */

/* Appends the characters of `text` that fit into `width` columns. Returns the number of columns used. */
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

/* Appends `text`, padded to `width` as in pl_table_column. Cuts left-aligned text that is too long, unless
 * `whole`. */
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

/* Appends an integer. It avoids printf for speed, since most values are counts. */
static void put_integer(pl_str *out, long long n, int width)
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

static void put_value(pl_str *out, const pl_table_column *c, const pl_value *value)
{
    char figure[400] = "nan"; /* the largest double has 309 digits */
    if (pl_value_is(value, PL_JSON_INTEGER))
        put_integer(out, value->integer, c->width);
    else if (pl_value_is(value, PL_JSON_STRING)) {
        pl_str name = {0};
        pl_visible(&name, value->text);
        put_padded(out, name.n > 0 ? name.at : "(none)", c->width, c->how == PL_COLUMN_WHOLE);
        pl_str_release(&name);
    } else {
        if (pl_value_is(value, PL_JSON_REAL))
            snprintf(figure, sizeof figure, "%.*f", c->digits > 0 ? c->digits : 2,
                     value->real);
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

/* Removes the blanks at the end of the line and appends a newline. */
static void end_line(pl_str *out)
{
    while (out->n > 0 && out->at[out->n - 1] == ' ')
        out->at[--out->n] = '\0';
    pl_str_putc(out, '\n');
}

void pl_table_put_titles(pl_str *out, const char *first, const pl_table_column *columns)
{
    for (const pl_table_column *c = columns; c->key != NULL; c++) {
        const char *title = c == columns ? first : c->title != NULL ? c->title : "";
        put_blanks(out, width_of(c->before));
        put_padded(out, title, c->width + (c->width > 0 ? width_of(c->after) : 0), true);
    }
    end_line(out);
}

static bool is_hidden(const pl_table_column *columns, const pl_value *row)
{
    for (const pl_table_column *c = columns; c->key != NULL; c++)
        if (c->how == PL_COLUMN_NONZERO && pl_value_integer(pl_value_at(row, c->key)) == 0)
            return true;
    return false;
}

void pl_table_put_row(pl_str *out, const pl_table_column *columns, const pl_value *row)
{
    if (is_hidden(columns, row))
        return;
    for (const pl_table_column *c = columns; c->key != NULL; c++) {
        const pl_value *value = pl_value_at(row, c->key);
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

void pl_table_put(pl_str *out, const char *first, const pl_table_column *columns,
               const pl_value *rows)
{
    if (out->n > 0)
        pl_str_putc(out, '\n');
    pl_table_put_titles(out, first, columns);
    for (size_t i = 0; i < pl_value_size(rows); i++)
        pl_table_put_row(out, columns, rows->items[i]);
}

void pl_sheet_put(pl_str *out, const pl_sheet *s, const pl_table_column *rows,
               const pl_value *const *objects, size_t n)
{
    for (const pl_table_column *row = rows; row->key != NULL; row++) {
        size_t found = 0, start = out->n;
        put_padded(out, row->title, -s->first, true);
        for (size_t k = 0; k < n; k++) {
            const pl_value *value = pl_value_at(objects[k], row->key);
            if (k > 0 && s->group > 0 && k % s->group == 0)
                put_blanks(out, 2);
            if (value != NULL)
                put_value(out, &(pl_table_column){.width = s->width}, value);
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

/* -- numbers ------------------------------------------------------------------------ */

const char *pl_commas(size_t n, char text[32])
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
