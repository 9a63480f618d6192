/* Tables of counts and their charts; see tally.h. */
#include "search/tally.h"

#include "base/utf8.h"

#include <string.h>

enum { MOST_BARS = 40, ROW = 22, LABEL = 7, BAR = 420, TOP = 44, SIDE = 14 };

void pl_tally_add(pl_tally *t, const char *values, size_t n, size_t sentence)
{
    uint32_t known = t->values.n, id = pl_intern_add_n(&t->values, values, n);
    if (id == known)
        PL_PUSH(&t->rows, (pl_tally_row){0});
    pl_tally_row *row = &t->rows.at[id];
    row->matches++;
    row->sentences += row->last != sentence;
    row->last = sentence;
}

static int by_count(const void *x, const void *y)
{
    const pl_tally_row *a = x, *b = y;
    if (a->matches != b->matches)
        return a->matches > b->matches ? -1 : 1;
    return strcmp(a->values, b->values);
}

void pl_tally_sort(pl_tally *t)
{
    for (size_t i = 0; i < t->rows.n; i++)
        t->rows.at[i].values = t->values.at[i];
    PL_SORT(&t->rows, by_count);
}

void pl_tally_release(pl_tally *t)
{
    pl_intern_release(&t->values);
    PL_VEC_RELEASE(&t->rows);
}

/* -- charts -------------------------------------------------------------------------- */

static void put_escaped(pl_str *out, const char *text)
{
    char shown[PL_VISIBLE];
    while (pl_visible_step(&text, shown) > 0)
        for (const char *s = shown; *s != '\0'; s++)
            switch (*s) {
            case '&':
                pl_str_puts(out, "&amp;");
                break;
            case '<':
                pl_str_puts(out, "&lt;");
                break;
            case '>':
                pl_str_puts(out, "&gt;");
                break;
            default:
                pl_str_putc(out, *s);
            }
}

/* The values of a row with commas between, as a label. */
static void put_label(pl_str *out, const char *values)
{
    for (; *values != '\0'; values++)
        if (*values == '\t')
            pl_str_puts(out, ", ");
        else
            pl_str_putc(out, *values);
}

static void put_bar(pl_str *out, const pl_tally_row *row, size_t i, size_t left,
                    size_t most)
{
    pl_str label = {0};
    size_t y = TOP + i * ROW, width = most > 0 ? row->matches * BAR / most : 0;
    put_label(&label, row->values);
    pl_str_printf(out, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"end\">", left - 8,
                  y + 15);
    put_escaped(out, pl_str_text(&label));
    pl_str_printf(out,
                  "</text>\n<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"16\" "
                  "fill=\"#0969da\"/>\n<text x=\"%zu\" y=\"%zu\">%zu</text>\n",
                  left, y + 2, width > 0 ? width : 1, left + width + 6, y + 15,
                  row->matches);
    pl_str_release(&label);
}

void pl_tally_chart(const pl_tally *t, const char *title, pl_str *out)
{
    size_t n = t->rows.n < MOST_BARS ? t->rows.n : MOST_BARS, widest = 8;
    for (size_t i = 0; i < n; i++) {
        size_t width = pl_utf8_width(t->rows.at[i].values) + 4;
        widest = width > widest ? width : widest;
    }
    size_t left = SIDE + widest * LABEL, height = TOP + (n + 1) * ROW + SIDE;
    pl_str_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%zu\" "
                  "height=\"%zu\" font-family=\"Helvetica,Arial,sans-serif\" "
                  "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
                  "fill=\"#ffffff\"/>\n<text x=\"%d\" y=\"24\" font-weight=\"bold\">",
                  left + BAR + 90, height, SIDE);
    put_escaped(out, title);
    pl_str_puts(out, "</text>\n");
    for (size_t i = 0; i < n; i++)
        put_bar(out, &t->rows.at[i], i, left, n > 0 ? t->rows.at[0].matches : 0);
    if (t->rows.n > n)
        pl_str_printf(out,
                      "<text x=\"%zu\" y=\"%zu\" fill=\"#6e7781\">and %zu more</text>\n",
                      left, TOP + n * ROW + 15, t->rows.n - n);
    pl_str_puts(out, "</svg>\n");
}
