/* Drawings as text: cells, glyphs, panels, and the rows of trees and arcs. A picture is
 * never held as a whole: its rows are made one at a time, so memory is bounded by its
 * width. */
#include "base/utf8.h"
#include "draw/drawing.h"
#include "draw/layout.h"
#include "draw/outline.h"

#include <string.h>

/* What a cell is, for its colour on a terminal. */
typedef enum text_style {
    STYLE_PLAIN,
    STYLE_LINE,
    STYLE_WORD,
    STYLE_TAG,
    STYLE_FUNCTION,
    STYLE_CROSSING, /* discontinuous nodes, arcs that cross */
    STYLE_MISSING,
    STYLE_EXTRA,
    STYLE_LABEL,
    STYLE_MATCH,
    N_STYLES
} text_style;

typedef struct cell {
    const char *text; /* a character with its combining marks; NULL: blank */
    uint32_t bytes;   /* of text */
    uint8_t style;
    bool glued; /* in the same word or label as the cell to the left */
} cell;

/* The four directions in which a line leaves a cell. */
enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, HEAVY = 16 };

typedef struct picture picture;
struct picture {
    size_t width, height;
    const pl_draw_options *options;
    const pl_draw_marks *marks;
    const pl_tree *tree;
    pl_arena *arena;
    const bool *crosses; /* [n_nodes] of a tree: nodes with a colour */
    const void *layout;  /* a pl_tree_layout or a pl_arc_layout */
    /* Fills one row; `cells[width]` are blank. */
    void (*draw_row)(const picture *p, size_t row, cell *cells);
    /* Adds to a row of a panel, the columns from … to - 1, what a reader misses there;
     * NULL: nothing. */
    void (*repeat)(const picture *p, size_t row, size_t from, size_t to, cell *cells);
};

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

static const char *const colors[N_STYLES] = {
    [STYLE_PLAIN]    = "",
    [STYLE_LINE]     = "\33[2m",
    [STYLE_WORD]     = "\33[1m",
    [STYLE_TAG]      = "",
    [STYLE_FUNCTION] = "\33[35m",
    [STYLE_CROSSING] = "\33[36m",
    [STYLE_MISSING]  = "\33[31m",
    [STYLE_EXTRA]    = "\33[32m",
    [STYLE_LABEL]    = "\33[33m",
    [STYLE_MATCH]    = "\33[1;7m",
};
/* clang-format on */

static int64_t text_width(const char *text, int role)
{
    return (int64_t)pl_utf8_width(text);
}

static const pl_metrics metrics = {
    .extent = text_width,
    .gap = 2,
    .pad = 1,
    .step = 2,
    .snap = 1,
    .plain = true,
};

static text_style mark_style(pl_mark mark, text_style otherwise)
{
    static const text_style styles[PL_N_MARKS] = {
        [PL_MARK_MISSING] = STYLE_MISSING,
        [PL_MARK_EXTRA] = STYLE_EXTRA,
        [PL_MARK_LABEL] = STYLE_LABEL,
        [PL_MARK_MATCH] = STYLE_MATCH,
    };
    return mark == PL_MARK_NONE ? otherwise : styles[mark];
}

/* One cell for each column. A character of no width joins the cell before it, or the one
 * after it at the beginning of the text. */
static void put_text(cell *cells, size_t width, int64_t at, const char *text,
                     text_style style)
{
    size_t column = (size_t)at;
    cell *last = NULL;
    uint32_t code;
    for (const char *next = text; pl_utf8_step(&next, &code); text = next) {
        size_t columns = pl_utf8_columns(code), length = (size_t)(next - text);
        if (last != NULL && (columns == 0 || column == (size_t)at)) {
            last->bytes += (uint32_t)length;
            column += columns;
        } else if (column < width) {
            last = &cells[column];
            *last = (cell){text, (uint32_t)length, (uint8_t)style, column > (size_t)at};
            column += columns;
        }
        if (columns == 2 && column - 1 < width)
            cells[column - 1] = (cell){"", 0, (uint8_t)style, true};
    }
}

static void put_glyph(cell *cells, int64_t at, const char *glyph, text_style style)
{
    cells[at] = (cell){glyph, (uint32_t)strlen(glyph), (uint8_t)style, false};
}

static void put_line(const picture *p, cell *cells, int64_t at, unsigned arms,
                     text_style style)
{
    const char *glyph = (p->options->ascii ? ascii_glyphs : glyphs)[arms];
    if (arms == (UP | DOWN | HEAVY) && !p->options->ascii)
        glyph = "┃";
    put_glyph(cells, at, glyph, style);
}

/* Appends the cells, without blanks at the end; returns the columns written. */
static size_t put_cells(const cell *cells, size_t n, bool color, pl_str *out)
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

static void fill_row(const picture *p, size_t row, cell *cells)
{
    memset(cells, 0, p->width * sizeof *cells);
    p->draw_row(p, row, cells);
}

/* The columns from … end - 1 of the picture, in all rows. */
typedef struct panel {
    size_t from, end;
    bool begun;
    pl_str text; /* its output, if there are several panels */
} panel;

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

/* Divides the columns of a picture into panels. Returns the number of panels. */
static size_t cut_panels(pl_arena *m, const picture *p, cell *cells, panel **panels)
{
    size_t width = p->options->width, n = 0;
    if (width == 0 || p->width <= width) {
        *panels = PL_NEW(m, panel);
        **panels = (panel){.end = p->width};
        return 1;
    }
    bool *glued = PL_NEW_ARRAY(m, bool, p->width + 1);
    for (size_t row = 0; row < p->height; row++) {
        fill_row(p, row, cells);
        for (size_t i = 0; i < p->width; i++)
            glued[i] |= cells[i].glued;
    }
    *panels = PL_NEW_ARRAY(m, panel, p->width);
    for (size_t from = 0, end; from < p->width; from = end) {
        end = panel_end(glued, from, width, p->width);
        (*panels)[n++] = (panel){.from = from, .end = end};
    }
    return n;
}

/* Writes a row of a panel. Rows above the first row with content in these columns are left out. */
static void put_row(const picture *p, size_t row, cell *cells, panel *x, pl_str *out)
{
    size_t n = x->end - x->from;
    if (p->repeat != NULL && n < p->width)
        p->repeat(p, row, x->from, x->end, cells);
    x->begun |= put_cells(cells + x->from, n, p->options->color, out) > 0;
    if (x->begun)
        pl_str_putc(out, '\n');
}

/* Writes a picture, cut into panels if it is wider than the options allow. Each row is drawn once for all
 * panels. */
static void write_picture(pl_arena *m, const picture *p, pl_str *out)
{
    cell *cells = PL_NEW_ARRAY(m, cell, p->width + 1);
    panel *panels;
    size_t n = cut_panels(m, p, cells, &panels);
    for (size_t row = 0; row < p->height; row++) {
        fill_row(p, row, cells);
        for (size_t i = 0; i < n; i++)
            put_row(p, row, cells, &panels[i], n == 1 ? out : &panels[i].text);
    }
    for (size_t i = 0; i < n; i++) {
        pl_str_puts(out, i > 0 ? "\n" : "");
        pl_str_put(out, pl_str_text(&panels[i].text), panels[i].text.n);
        pl_str_release(&panels[i].text);
    }
}

/* Writes two pictures beside each other, their last rows on one line. */
static void write_beside(pl_arena *m, const picture *a, const picture *b, size_t between,
                         pl_str *out)
{
    size_t height = a->height > b->height ? a->height : b->height;
    size_t skip_a = height - a->height, skip_b = height - b->height;
    cell *cells_a = PL_NEW_ARRAY(m, cell, a->width + 1);
    cell *cells_b = PL_NEW_ARRAY(m, cell, b->width + 1);
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

/* -- rows of a tree ------------------------------------------------------------------ */

/* Each level has a row of labels and below it a row of bars; then come the tags and the
 * words. With functions, a row of them stands above each row of labels and above the
 * tags. */

/* The style of a node; a line has that of the node it hangs from. */
static text_style style_of(const picture *p, uint32_t v, text_style otherwise)
{
    return mark_style(pl_node_mark(p->marks, v),
                      p->crosses[v] ? STYLE_CROSSING : otherwise);
}

static bool is_head(const picture *p, uint32_t v)
{
    return pl_draws_head(p->tree, p->options, v);
}

static void put_vertical(const picture *p, cell *cells, uint32_t v)
{
    const pl_tree_layout *l = p->layout;
    put_line(p, cells, l->x[v], UP | DOWN | (is_head(p, v) ? HEAVY : 0),
             style_of(p, p->tree->nodes[v].parent, STYLE_LINE));
}

/* The lines that go through a level on their way from a node below to one above. */
static void put_passing(const picture *p, uint32_t level, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    for (uint32_t v = 0; v < p->tree->n_nodes; v++) {
        uint32_t parent = p->tree->nodes[v].parent;
        if (parent != PL_NONE && l->level[v] < level && l->level[parent] > level)
            put_vertical(p, cells, v);
    }
}

/* `width` may be that of a wider text at the same place: `alone` says that there is none. */
static void put_centered(const picture *p, int64_t x, const char *text, int64_t width,
                         bool alone, text_style style, cell *cells)
{
    if (!alone)
        width = text_width(text, 0);
    put_text(cells, p->width, x - pl_left_part(width), text, style);
}

static void put_label(const picture *p, uint32_t v, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    put_centered(p, l->x[v], l->label[v], l->width[v], l->func[v] == NULL,
                 style_of(p, v, STYLE_PLAIN), cells);
}

/* The function of a node, or where it has none the line to its parent. */
static void put_function(const picture *p, uint32_t v, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    if (l->func[v] != NULL)
        put_centered(p, l->x[v], l->func[v], 0, false, STYLE_FUNCTION, cells);
    else if (p->tree->nodes[v].parent != PL_NONE)
        put_vertical(p, cells, v);
}

/* The first and the last column of the bar of a node. Bars of one level do not touch. */
static int64_t bar_left(const pl_tree_layout *l, uint32_t v)
{
    return pl_min64(l->x[v], l->x[l->lo[v]]);
}

static int64_t bar_right(const pl_tree_layout *l, uint32_t v)
{
    return pl_max64(l->x[v], l->x[l->hi[v]]);
}

static void put_bar(const picture *p, uint32_t v, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    const pl_node *nodes = p->tree->nodes;
    text_style style = style_of(p, v, STYLE_LINE);
    int64_t left = bar_left(l, v), right = bar_right(l, v);
    for (int64_t x = left; x <= right; x++)
        put_line(p, cells, x, LEFT | RIGHT, style);
    bool child_below = false;
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        int64_t x = l->x[c];
        unsigned arms = DOWN | (x > left ? LEFT : 0) | (x < right ? RIGHT : 0) |
                        (x == l->x[v] ? UP : 0) | (is_head(p, c) ? HEAVY : 0);
        put_line(p, cells, x, arms, style);
        child_below = child_below || x == l->x[v];
    }
    if (!child_below)
        put_line(p, cells, l->x[v],
                 UP | (l->x[v] > left ? LEFT : 0) | (l->x[v] < right ? RIGHT : 0), style);
}

static void put_tags(const picture *p, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        if (l->label[i] != NULL)
            put_label(p, i, cells);
        else if (p->tree->nodes[i].parent != PL_NONE)
            put_vertical(p, cells, i);
}

/* One row of what stands below the tags, each text in the middle of its word. */
static void put_word_row(const picture *p, const pl_word_rows *words, uint32_t row,
                         const int64_t *center, cell *cells)
{
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        if (words->at[row][i] != NULL)
            put_centered(p, center[i], words->at[row][i], words->width[i], words->n == 1,
                         row == 0 ? STYLE_WORD : STYLE_TAG, cells);
}

/* The rows below the lowest bars. */
static void bottom_row(const picture *p, size_t row, cell *cells)
{
    const pl_tree_layout *l = p->layout;
    if (l->has_functions && row == 0) {
        for (uint32_t i = 0; i < p->tree->n_tokens; i++)
            put_function(p, i, cells);
        return;
    }
    row -= l->has_functions;
    if (l->has_tags && row == 0)
        put_tags(p, cells);
    else
        put_word_row(p, &l->words, (uint32_t)row - l->has_tags, l->x, cells);
}

static size_t rows_per_level(const pl_tree_layout *l)
{
    return l->has_functions ? 3 : 2;
}

static void tree_row(const picture *p, size_t row, cell *cells)
{
    static void (*const parts[])(const picture *, uint32_t,
                                 cell *) = {put_function, put_label, put_bar};
    const pl_tree_layout *l = p->layout;
    size_t per_level = rows_per_level(l);
    if (row >= per_level * l->n_levels) {
        bottom_row(p, row - per_level * l->n_levels, cells);
        return;
    }
    uint32_t level = l->n_levels - (uint32_t)(row / per_level);
    size_t part = row % per_level + !l->has_functions;
    for (uint32_t i = l->level_start[level]; i < l->level_start[level + 1]; i++)
        parts[part](p, l->by_level[i], cells);
    put_passing(p, level, cells);
}

/* Whether the columns are blank, and the ones beside them inside the panel. */
static bool is_blank(const cell *cells, int64_t at, int64_t width, int64_t from,
                     int64_t to)
{
    for (int64_t i = pl_max64(at - 1, from); i <= pl_min64(at + width, to - 1); i++)
        if (cells[i].text != NULL)
            return false;
    return at >= from && at + width <= to;
}

/* A bar goes on from a panel where its label stands: the label comes again, in brackets, as
 * near to that panel as there is room above the bar. */
static void repeat_label(const picture *p, uint32_t v, int64_t from, int64_t to,
                         cell *cells)
{
    const pl_tree_layout *l = p->layout;
    pl_str text = {0};
    int64_t left = pl_max64(from, bar_left(l, v));
    int64_t right = pl_min64(to - 1, bar_right(l, v));
    bool backwards = l->x[v] >= to; /* the label stands in a later panel */
    if (left > right || (l->x[v] >= from && l->x[v] < to))
        return;
    int64_t width = (l->func[v] == NULL ? l->width[v] : text_width(l->label[v], 0)) + 2;
    int64_t at = backwards ? right - width + 1 : left;
    if (width > to - from)
        return;
    pl_str_printf(&text, "(%s)", l->label[v]);
    while (at >= left - width && at <= right && !is_blank(cells, at, width, from, to))
        at += backwards ? -1 : 1;
    if (at >= left - width && at <= right && is_blank(cells, at, width, from, to))
        put_text(cells, p->width, at, pl_arena_strdup(p->arena, text.at),
                 style_of(p, v, STYLE_LINE));
    pl_str_release(&text);
}

static void repeat_labels(const picture *p, size_t row, size_t from, size_t to,
                          cell *cells)
{
    const pl_tree_layout *l = p->layout;
    size_t per_level = rows_per_level(l);
    if (row >= per_level * l->n_levels || row % per_level != per_level - 2)
        return;
    uint32_t level = l->n_levels - (uint32_t)(row / per_level);
    uint32_t low = l->level_start[level], high = l->level_start[level + 1], end = high;
    while (low < high) { /* find the first bar that ends in the panel or after it */
        uint32_t middle = (low + high) / 2;
        if (bar_right(l, l->by_level[middle]) < (int64_t)from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && bar_left(l, l->by_level[low]) < (int64_t)to; low++)
        repeat_label(p, l->by_level[low], (int64_t)from, (int64_t)to, cells);
}

static void lay_out_tree(pl_arena *m, picture *p)
{
    const pl_tree_layout *l = pl_layout_tree(m, p->tree, p->options, p->marks, &metrics);
    p->width = (size_t)l->total_width;
    p->height =
        rows_per_level(l) * l->n_levels + l->has_functions + l->has_tags + l->words.n;
    p->layout = l;
    p->crosses = pl_draws_crossing(m, p->tree);
    p->draw_row = tree_row;
    p->repeat = repeat_labels;
    p->arena = m;
}

/* -- rows of arcs -------------------------------------------------------------------- */

/* A row for each height of arcs, a row of arrow heads, the words and their tags. */

static text_style arc_style(const picture *p, const pl_arc *a)
{
    return mark_style(pl_arc_mark(p->marks, a->to),
                      a->crossing ? STYLE_CROSSING : STYLE_LINE);
}

/* The vertical lines that go through a row. */
static void put_stems(const picture *p, uint32_t row, cell *cells)
{
    const pl_arc_layout *l = p->layout;
    for (uint32_t k = 0; k < l->n_arcs; k++) {
        const pl_arc *a = &l->arcs[k];
        if (a->row <= row)
            continue;
        put_line(p, cells, pl_arc_to_x(l, a), UP | DOWN, arc_style(p, a));
        if (a->from != PL_ROOT_HEAD)
            put_line(p, cells, pl_arc_from_x(l, a), UP | DOWN, arc_style(p, a));
    }
}

static void put_arc(const picture *p, const pl_arc *a, cell *cells)
{
    const pl_arc_layout *l = p->layout;
    text_style style = arc_style(p, a);
    text_style label_style = style == STYLE_LINE ? STYLE_PLAIN : style;
    if (a->from != PL_ROOT_HEAD) {
        int64_t from = pl_arc_from_x(l, a), to = pl_arc_to_x(l, a);
        for (int64_t x = pl_min64(from, to) + 1; x < pl_max64(from, to); x++)
            if (cells[x].text == NULL)
                put_line(p, cells, x, LEFT | RIGHT, style);
        bool goes_on = l->top[a->from_slot][a->from] > a->row;
        put_line(p, cells, from, DOWN | (from < to ? RIGHT : LEFT) | (goes_on ? UP : 0),
                 style);
        put_line(p, cells, to, DOWN | (from < to ? LEFT : RIGHT), style);
    }
    put_text(cells, p->width, a->at, a->label, label_style);
}

static void put_arrow_heads(const picture *p, cell *cells)
{
    const pl_arc_layout *l = p->layout;
    const char *arrow = p->options->ascii ? "v" : "▼";
    put_stems(p, 0, cells);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        put_glyph(cells, pl_arc_to_x(l, &l->arcs[k]), arrow, arc_style(p, &l->arcs[k]));
}

static void put_arc_tags(const picture *p, cell *cells)
{
    const pl_arc_layout *l = p->layout;
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        if (l->tag[i] != NULL)
            put_centered(p, l->center[i], l->tag[i], l->tag_width[i], true,
                         mark_style(pl_node_mark(p->marks, i), STYLE_TAG), cells);
}

static void arc_row(const picture *p, size_t row, cell *cells)
{
    const pl_arc_layout *l = p->layout;
    if (row < l->n_rows) {
        uint32_t height = l->n_rows - (uint32_t)row;
        put_stems(p, height, cells);
        for (uint32_t k = 0; k < l->n_arcs; k++)
            if (l->arcs[k].row == height)
                put_arc(p, &l->arcs[k], cells);
        return;
    }
    row -= l->n_rows;
    if (l->n_arcs == 0)
        row++;
    if (row == 0)
        put_arrow_heads(p, cells);
    else if (row == 2 && l->has_tags)
        put_arc_tags(p, cells);
    else
        put_word_row(p, &l->words, (uint32_t)row - 1 - (row > 2 && l->has_tags),
                     l->center, cells);
}

static void lay_out_arcs(pl_arena *m, picture *p)
{
    const pl_arc_layout *l = pl_layout_arcs(m, p->tree, p->options, p->marks, &metrics);
    p->width = (size_t)l->total_width;
    p->height = l->n_rows + (l->n_arcs > 0) + l->has_tags + l->words.n;
    p->layout = l;
    p->draw_row = arc_row;
}

/* -- drawings: pictures one below the other, with headings if there are several ------- */

#define MAX_CELLS     ((size_t)100 << 20) /* of one picture */
#define BETWEEN       6                   /* columns between two pictures side by side */
#define DEFAULT_WIDTH 160u                /* for comparisons, when no width was given */

/* Lays out a picture: 0, or -1 with the reason if it would be too large. */
static int make_picture(pl_drawing *d, const pl_tree *t, const pl_draw_marks *marks,
                        picture *p, pl_error *err)
{
    *p = (picture){.options = &d->options, .marks = marks, .tree = t};
    (pl_draws_arcs(t, &d->options) ? lay_out_arcs : lay_out_tree)(&d->arena, p);
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
    picture gold, candidate = {0};
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
    picture p;
    const pl_draw_options *o = &d->options;
    int status = 0;
    if (what->candidate != NULL)
        return put_pair(d, what, out, err);
    if (o->indented)
        status = pl_put_outline(out, &d->arena, what->tree, o, what->marks, err);
    else if ((status = make_picture(d, what->tree, what->marks, &p, err)) == 0)
        write_picture(&d->arena, &p, out);
    if (status == 0 && !pl_draws_arcs(what->tree, o))
        pl_put_edges(out, &d->arena, what->tree, o);
    return status;
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
    if (d->compared)
        pl_out_puts(d->out,
                    "\n-X only in gold   +X only in candidate   ~X other label\n");
    return 0;
}

const pl_draw_backend pl_draw_text = {false, draw, put, end};
