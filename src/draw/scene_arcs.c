/* Dependency arcs as vector graphics, laid out like the text. */
#include "draw/scene.h"

#define ROW       200 /* from one row of arcs to the next */
#define FIRST_ROW 320 /* from the words up to the lowest row */
#define HALF_WORD 100 /* from the middle of a word to the ends of lines */
#define TAG       190 /* from the middle of a word to that of its tag */
#define LABEL_PAD 40  /* free between a label and its line */

static const pl_metrics metrics = {
    .extent = pl_text_extent,
    .label = PL_ROLE_ARC,
    .word = PL_ROLE_WORD,
    .gap = 160,
    .pad = 110,
    .step = 110,
};

/* The gaps of an arc's bar: where lines cross it, and where its label stands. */
static size_t gaps_of(const pl_arc_layout *l, const pl_arc *a, int64_t x, int64_t *lines,
                      int64_t *gaps)
{
    uint32_t n = pl_arc_crossings(l, a, lines);
    for (uint32_t i = 0; i < n; i++)
        lines[i] += x;
    size_t n_gaps = pl_scene_gaps(lines, n, gaps);
    if (a->width == 0)
        return n_gaps;
    int64_t from = x + a->at - LABEL_PAD, to = x + a->at + a->width + LABEL_PAD;
    size_t i = n_gaps++;
    for (; i > 0 && gaps[2 * i - 2] > from; i--) {
        gaps[2 * i] = gaps[2 * i - 2];
        gaps[2 * i + 1] = gaps[2 * i - 1];
    }
    gaps[2 * i] = from;
    gaps[2 * i + 1] = to;
    return n_gaps;
}

static void add_arc(pl_scene *s, const pl_arc_layout *l, const pl_arc *a, pl_shape style,
                    int64_t x, int64_t base, int64_t *lines, int64_t *gaps)
{
    int64_t from = x + pl_arc_from_x(l, a), to = x + pl_arc_to_x(l, a);
    int64_t y = base - FIRST_ROW - ROW * (int64_t)(a->row - 1);
    int64_t end = base - HALF_WORD;
    if (a->from == PL_ROOT_HEAD)
        pl_scene_line(s, style, (int64_t[]){to, y + ROW / 2, to, end - 30}, 2);
    else
        pl_scene_bar(s, style,
                     &(pl_bar){.x1 = pl_min64(from, to),
                               .x2 = pl_max64(from, to),
                               .y = y,
                               .end1 = from < to ? end : end - 30,
                               .end2 = from < to ? end - 30 : end,
                               .gaps = gaps,
                               .n_gaps = gaps_of(l, a, x, lines, gaps)});
    style.role = PL_ROLE_ARROW;
    pl_scene_text(s, style, to, end, NULL);
    style.role = PL_ROLE_ARC;
    if (a->label[0] != '\0')
        pl_scene_text(s, style, x + a->at + a->width / 2, y, a->label);
}

void pl_scene_arcs(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks, int64_t x,
                   int64_t y)
{
    pl_arena *m = s->arena;
    const pl_arc_layout *l = pl_layout_arcs(m, t, marks, &metrics);
    int64_t *lines = PL_NEW_ARRAY(m, int64_t, 3 * (size_t)t->n_tokens + 4);
    int64_t *gaps = PL_NEW_ARRAY(m, int64_t, 6 * (size_t)t->n_tokens + 8);
    int64_t base = y + HALF_WORD;
    unsigned next = 0;
    if (l->n_rows > 0)
        base = y + FIRST_ROW + ROW * (int64_t)(l->n_rows - 1) + HALF_WORD;
    for (uint32_t k = l->n_arcs; k-- > 0;) {
        pl_shape style = {.mark = (uint8_t)pl_arc_mark(marks, l->arcs[k].to)};
        if (l->arcs[k].crossing)
            style.color = 1 + next++ % PL_N_COLORS;
        add_arc(s, l, &l->arcs[k], style, x, base, lines, gaps);
    }
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_scene_text(s, (pl_shape){.role = PL_ROLE_WORD}, x + l->center[i], base,
                      l->word[i]);
        if (l->tag[i] != NULL)
            pl_scene_text(
                s,
                (pl_shape){.role = PL_ROLE_TAG, .mark = (uint8_t)pl_node_mark(marks, i)},
                x + l->center[i], base + TAG, l->tag[i]);
    }
    s->width = l->total_width;
    s->height = base + HALF_WORD + (l->has_tags ? TAG : 0) - y;
}
