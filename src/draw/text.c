/* Drawings as text: cells, glyphs, panels; see text.h. */
#include "draw/text.h"

#include "base/utf8.h"
#include "draw/drawing.h"

#include <string.h>

/* clang-format off */
/* By the directions in which lines leave: up 1, down 2, left 4, right 8; and with 16 the
 * line down is heavy. */
static const char *const glyphs[32] = {
    " ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼",
    " ", "╵", "╻", "╽", "╴", "┘", "┒", "┧", "╶", "└", "┎", "┟", "─", "┴", "┰", "╁",
};
static const char *const ascii_glyphs[32] = {
    " ", "|", "|", "|", "-", "'", ".", "+", "-", "'", ".", "+", "-", "^", "+", "+",
    " ", "|", "!", "!", "-", "'", "#", "#", "-", "'", "#", "#", "-", "^", "#", "#",
};

static const char *const colors[PL_N_STYLES] = {
    [PL_STYLE_PLAIN]    = "",
    [PL_STYLE_LINE]     = "\33[2m",
    [PL_STYLE_WORD]     = "\33[1m",
    [PL_STYLE_TAG]      = "",
    [PL_STYLE_CROSSING] = "\33[36m",
    [PL_STYLE_MISSING]  = "\33[31m",
    [PL_STYLE_EXTRA]    = "\33[32m",
    [PL_STYLE_LABEL]    = "\33[33m",
};
/* clang-format on */

static int64_t text_width(const char *text, int role)
{
    (void)role;
    return (int64_t)pl_utf8_width(text);
}

const pl_metrics pl_text_metrics = {
    .extent = text_width,
    .gap = 2,
    .pad = 1,
    .step = 2,
    .snap = 1,
    .plain = true,
};

pl_style pl_mark_style(pl_mark mark, pl_style otherwise)
{
    static const pl_style styles[PL_N_MARKS] = {
        [PL_MARK_MISSING] = PL_STYLE_MISSING,
        [PL_MARK_EXTRA] = PL_STYLE_EXTRA,
        [PL_MARK_LABEL] = PL_STYLE_LABEL,
    };
    return mark == PL_MARK_NONE ? otherwise : styles[mark];
}

/* One cell for each column. A character of no width joins the cell before it, or the one
 * after it at the beginning of the text. */
void pl_cells_text(pl_text_cell *cells, size_t width, int64_t at, const char *text,
                   pl_style style)
{
    size_t column = (size_t)at;
    pl_text_cell *last = NULL;
    uint32_t code;
    for (const char *next = text; pl_utf8_step(&next, &code); text = next) {
        size_t columns = pl_utf8_columns(code), length = (size_t)(next - text);
        if (last != NULL && (columns == 0 || column == (size_t)at)) {
            last->bytes += (uint32_t)length;
            column += columns;
        } else if (column < width) {
            last = &cells[column];
            *last = (pl_text_cell){text, (uint32_t)length, (uint8_t)style,
                                   column > (size_t)at, false};
            column += columns;
        }
        if (columns == 2 && column - 1 < width)
            cells[column - 1] = (pl_text_cell){"", 0, (uint8_t)style, true, true};
    }
}

void pl_cells_line(const pl_picture *p, pl_text_cell *cells, int64_t at, unsigned arms,
                   pl_style style)
{
    const char *glyph = (p->options->ascii ? ascii_glyphs : glyphs)[arms];
    if (arms == (PL_UP | PL_DOWN | PL_HEAVY) && !p->options->ascii)
        glyph = "┃";
    cells[at] =
        (pl_text_cell){glyph, (uint32_t)strlen(glyph), (uint8_t)style, false, false};
}

/* Appends the cells, without blanks at the end; returns the columns written. */
static size_t put_cells(const pl_text_cell *cells, size_t n, bool color, pl_str *out)
{
    while (n > 0 && cells[n - 1].text == NULL)
        n--;
    const char *now = "";
    for (size_t i = 0; i < n; i++) {
        const char *wanted = color && cells[i].text != NULL ? colors[cells[i].style] : "";
        if (strcmp(wanted, now) != 0) {
            pl_str_puts(out, now[0] != '\0' ? "\33[0m" : "");
            pl_str_puts(out, wanted);
            now = wanted;
        }
        if (cells[i].text == NULL)
            pl_str_putc(out, ' ');
        else
            pl_str_put(out, cells[i].text, cells[i].bytes);
    }
    if (now[0] != '\0')
        pl_str_puts(out, "\33[0m");
    return n;
}

static void fill_row(const pl_picture *p, size_t row, pl_text_cell *cells)
{
    memset(cells, 0, p->width * sizeof *cells);
    p->draw_row(p, row, cells);
}

/* Empty rows above the first that has anything in these columns are left out. */
static void write_panel(const pl_picture *p, size_t from, size_t to, pl_text_cell *cells,
                        pl_str *out)
{
    bool begun = false;
    for (size_t row = 0; row < p->height; row++) {
        fill_row(p, row, cells);
        begun |= put_cells(cells + from, to - from, p->options->color, out) > 0;
        if (begun)
            pl_str_putc(out, '\n');
    }
}

/* The end of the panel that starts at `from`: as far right as the width permits, but not
 * through a label or word, unless nothing else is possible. */
static size_t panel_end(const bool *glued, size_t from, size_t width, size_t total)
{
    if (from + width >= total)
        return total;
    size_t end = from + width;
    while (end > from + 1 && glued[end])
        end--;
    return end > from + 1 ? end : from + width;
}

/* Writes a picture, cut into panels if it is wider than the options permit. */
static void write_picture(pl_arena *m, const pl_picture *p, pl_str *out)
{
    size_t width = p->options->width;
    pl_text_cell *cells = PL_NEW_ARRAY(m, pl_text_cell, p->width + 1);
    if (width == 0 || p->width <= width) {
        write_panel(p, 0, p->width, cells, out);
        return;
    }
    bool *glued = PL_NEW_ARRAY(m, bool, p->width + 1);
    for (size_t row = 0; row < p->height; row++) {
        fill_row(p, row, cells);
        for (size_t i = 0; i < p->width; i++)
            glued[i] |= cells[i].glued;
    }
    for (size_t from = 0, end; from < p->width; from = end) {
        end = panel_end(glued, from, width, p->width);
        pl_str_puts(out, from > 0 ? "\n" : "");
        write_panel(p, from, end, cells, out);
    }
}

/* Writes two pictures beside each other, their last rows on one line. */
static void write_beside(pl_arena *m, const pl_picture *a, const pl_picture *b,
                         size_t between, pl_str *out)
{
    size_t height = a->height > b->height ? a->height : b->height;
    size_t skip_a = height - a->height, skip_b = height - b->height;
    pl_text_cell *cells_a = PL_NEW_ARRAY(m, pl_text_cell, a->width + 1);
    pl_text_cell *cells_b = PL_NEW_ARRAY(m, pl_text_cell, b->width + 1);
    for (size_t row = 0; row < height; row++) {
        size_t used = 0;
        if (row >= skip_a) {
            fill_row(a, row - skip_a, cells_a);
            used = put_cells(cells_a, a->width, a->options->color, out);
        }
        if (row >= skip_b) {
            pl_str_fill(out, ' ', a->width + between - used);
            fill_row(b, row - skip_b, cells_b);
            put_cells(cells_b, b->width, b->options->color, out);
        }
        pl_str_putc(out, '\n');
    }
}

/* -- drawings: pictures one below the other, with headings if there are several ------- */

#define MAX_CELLS     ((size_t)100 << 20) /* of one picture */
#define BETWEEN       6                   /* columns between two pictures side by side */
#define DEFAULT_WIDTH 160u                /* for comparisons, when no width was given */

bool pl_draws_arcs(const pl_tree *t, const pl_draw_options *o)
{
    return t->root == PL_NONE || (o->what == PL_DRAW_DEPENDENCIES && t->has_deps);
}

/* Lays out a picture: 0, or -1 with the reason if it would be too large. */
static int make_picture(pl_drawing *d, const pl_tree *t, const pl_draw_marks *marks,
                        pl_picture *p, pl_error *err)
{
    *p = (pl_picture){.options = &d->options, .marks = marks, .tree = t};
    (pl_draws_arcs(t, &d->options) ? pl_text_arcs : pl_text_tree)(&d->arena, p);
    if (p->width > MAX_CELLS / p->height)
        return pl_fail(err, PL_TOO_LARGE,
                       "the picture would have %zu columns and %zu rows, which is too "
                       "large for text; SVG or HTML can hold it",
                       p->width, p->height);
    return 0;
}

static void put_caption(const pl_draw_options *o, const char *text, size_t width,
                        pl_str *out)
{
    size_t n = strlen(text);
    pl_str_printf(out, o->color ? "\33[4m%s\33[0m" : "%s", text);
    pl_str_fill(out, ' ', width > n ? width - n : 0);
}

/* Gold and candidate, beside each other if they fit. */
static int put_pair(pl_drawing *d, const pl_drawn *what, pl_str *out, pl_error *err)
{
    const pl_draw_options *o = &d->options;
    pl_picture gold, candidate = {0};
    if (make_picture(d, what->tree, what->marks, &gold, err) < 0)
        return -1;
    if (!what->same &&
        make_picture(d, what->candidate, what->candidate_marks, &candidate, err) < 0)
        return -1;
    size_t limit = o->width > 0 ? o->width : DEFAULT_WIDTH;
    bool beside = !what->same && gold.width + BETWEEN + candidate.width <= limit;
    put_caption(o, what->same ? "gold = candidate" : "gold",
                beside ? gold.width + BETWEEN : 0, out);
    if (!beside) {
        pl_str_putc(out, '\n');
        write_picture(&d->arena, &gold, out);
    }
    if (what->same)
        return 0;
    pl_str_puts(out, beside ? "" : "\n");
    put_caption(o, "candidate", 0, out);
    pl_str_putc(out, '\n');
    if (beside)
        write_beside(&d->arena, &gold, &candidate, BETWEEN, out);
    else
        write_picture(&d->arena, &candidate, out);
    return 0;
}

static int draw(pl_drawing *d, const pl_drawn *what, const struct pl_scene *s,
                const char *title, pl_str *out, pl_error *err)
{
    (void)s, (void)title;
    pl_picture p;
    if (what->candidate != NULL)
        return put_pair(d, what, out, err);
    if (make_picture(d, what->tree, what->marks, &p, err) < 0)
        return -1;
    write_picture(&d->arena, &p, out);
    return 0;
}

static void put(pl_drawing *d, const pl_finished *p, size_t number)
{
    pl_out_puts(d->out, number > 1 ? "\n" : "");
    if (number > 0)
        pl_out_printf(d->out, d->options.color ? "\33[1m%s\33[0m\n" : "%s\n",
                      p->title.at);
    pl_out_put(d->out, pl_str_text(&p->content), p->content.n);
}

static int end(pl_drawing *d, pl_error *err)
{
    (void)err;
    if (d->compared)
        pl_out_puts(d->out,
                    "\n-X only in gold   +X only in candidate   ~X other label\n");
    return 0;
}

const pl_draw_backend pl_draw_text = {false, draw, put, end};
