/* Dependency arcs as text: a row for each height of arcs, a row of arrow heads, the words
 * and their tags. */
#include "draw/text.h"

#include <string.h>

static pl_style arc_style(const pl_picture *p, const pl_arc *a)
{
    return pl_mark_style(pl_arc_mark(p->marks, a->to),
                         a->crossing ? PL_STYLE_CROSSING : PL_STYLE_LINE);
}

/* The vertical lines that go through a row. */
static void put_stems(const pl_picture *p, uint32_t row, pl_text_cell *cells)
{
    const pl_arc_layout *l = p->layout;
    for (uint32_t k = 0; k < l->n_arcs; k++) {
        const pl_arc *a = &l->arcs[k];
        if (a->row <= row)
            continue;
        pl_cells_line(p, cells, pl_arc_to_x(l, a), PL_UP | PL_DOWN, arc_style(p, a));
        if (a->from != PL_ROOT_HEAD)
            pl_cells_line(p, cells, pl_arc_from_x(l, a), PL_UP | PL_DOWN,
                          arc_style(p, a));
    }
}

static void put_arc(const pl_picture *p, const pl_arc *a, pl_text_cell *cells)
{
    const pl_arc_layout *l = p->layout;
    pl_style style = arc_style(p, a);
    pl_style label_style = style == PL_STYLE_LINE ? PL_STYLE_PLAIN : style;
    if (a->from != PL_ROOT_HEAD) {
        int64_t from = pl_arc_from_x(l, a), to = pl_arc_to_x(l, a);
        for (int64_t x = pl_min64(from, to) + 1; x < pl_max64(from, to); x++)
            if (cells[x].text == NULL)
                pl_cells_line(p, cells, x, PL_LEFT | PL_RIGHT, style);
        bool goes_on = l->top[a->from_slot][a->from] > a->row;
        pl_cells_line(p, cells, from,
                      PL_DOWN | (from < to ? PL_RIGHT : PL_LEFT) | (goes_on ? PL_UP : 0),
                      style);
        pl_cells_line(p, cells, to, PL_DOWN | (from < to ? PL_LEFT : PL_RIGHT), style);
    }
    pl_cells_text(cells, p->width, a->at, a->label, label_style);
}

static void put_arrow_heads(const pl_picture *p, pl_text_cell *cells)
{
    const pl_arc_layout *l = p->layout;
    const char *arrow = p->options->ascii ? "v" : "▼";
    put_stems(p, 0, cells);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        cells[pl_arc_to_x(l, &l->arcs[k])] =
            (pl_text_cell){arrow, (uint32_t)strlen(arrow),
                           (uint8_t)arc_style(p, &l->arcs[k]), false, false};
}

static void put_texts(const pl_picture *p, const char *const *texts, const int64_t *width,
                      pl_style style, pl_text_cell *cells)
{
    const pl_arc_layout *l = p->layout;
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        if (texts[i] != NULL)
            pl_cells_text(cells, p->width, l->center[i] - pl_left_part(width[i]),
                          texts[i],
                          pl_mark_style(style == PL_STYLE_TAG ? pl_node_mark(p->marks, i)
                                                              : PL_MARK_NONE,
                                        style));
}

static void draw_row(const pl_picture *p, size_t row, pl_text_cell *cells)
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
    else if (row == 1)
        put_texts(p, l->word, l->word_width, PL_STYLE_WORD, cells);
    else
        put_texts(p, l->tag, l->tag_width, PL_STYLE_TAG, cells);
}

void pl_text_arcs(pl_arena *m, pl_picture *p)
{
    const pl_arc_layout *l = pl_layout_arcs(m, p->tree, p->marks, &pl_text_metrics);
    p->width = (size_t)l->total_width;
    p->height = l->n_rows + (l->n_arcs > 0 ? 1u : 0u) + (l->has_tags ? 2 : 1);
    p->layout = l;
    p->draw_row = draw_row;
}
