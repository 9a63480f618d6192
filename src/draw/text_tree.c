/* A constituent tree as text. Each level has a row of labels and below it a row of bars;
 * then come the tags and the words. */
#include "draw/text.h"

static const pl_tree_layout *layout_of(const pl_picture *p)
{
    return p->layout;
}

/* A line has the colour of the node it hangs from. */
static pl_style line_style(const pl_picture *p, uint32_t parent)
{
    const pl_tree *t = layout_of(p)->tree;
    return pl_mark_style(pl_node_mark(p->marks, parent), pl_is_discontinuous(t, parent)
                                                             ? PL_STYLE_CROSSING
                                                             : PL_STYLE_LINE);
}

static pl_style label_style(const pl_picture *p, uint32_t v)
{
    const pl_tree *t = layout_of(p)->tree;
    pl_style style = pl_is_terminal(t, v)        ? PL_STYLE_TAG
                     : pl_is_discontinuous(t, v) ? PL_STYLE_CROSSING
                                                 : PL_STYLE_PLAIN;
    return pl_mark_style(pl_node_mark(p->marks, v), style);
}

static bool is_head(const pl_picture *p, uint32_t v)
{
    return pl_draws_head(layout_of(p)->tree, p->options, v);
}

static void put_vertical(const pl_picture *p, pl_text_cell *cells, uint32_t v)
{
    pl_cells_line(p, cells, layout_of(p)->x[v],
                  PL_UP | PL_DOWN | (is_head(p, v) ? PL_HEAVY : 0),
                  line_style(p, layout_of(p)->tree->nodes[v].parent));
}

/* The lines that go through a level on their way from a node below to one above. */
static void put_passing(const pl_picture *p, uint32_t level, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    for (uint32_t v = 0; v < l->tree->n_nodes; v++) {
        uint32_t parent = l->tree->nodes[v].parent;
        if (parent != PL_NONE && l->level[v] < level && l->level[parent] > level)
            put_vertical(p, cells, v);
    }
}

static void put_label(const pl_picture *p, uint32_t v, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    pl_cells_text(cells, p->width, l->x[v] - pl_left_part(l->width[v]), l->label[v],
                  label_style(p, v));
}

static void put_bar(const pl_picture *p, uint32_t v, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    const pl_node *nodes = l->tree->nodes;
    pl_style style = line_style(p, v);
    int64_t left = l->x[v], right = l->x[v];
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        left = pl_min64(l->x[c], left);
        right = pl_max64(l->x[c], right);
    }
    for (int64_t x = left; x <= right; x++)
        pl_cells_line(p, cells, x, PL_LEFT | PL_RIGHT, style);
    bool child_below = false;
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        int64_t x = l->x[c];
        unsigned arms = PL_DOWN | (x > left ? PL_LEFT : 0) | (x < right ? PL_RIGHT : 0) |
                        (x == l->x[v] ? PL_UP : 0) | (is_head(p, c) ? PL_HEAVY : 0);
        pl_cells_line(p, cells, x, arms, style);
        child_below = child_below || x == l->x[v];
    }
    if (!child_below)
        pl_cells_line(p, cells, l->x[v],
                      PL_UP | (l->x[v] > left ? PL_LEFT : 0) |
                          (l->x[v] < right ? PL_RIGHT : 0),
                      style);
}

static void draw_tags(const pl_picture *p, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    for (uint32_t i = 0; i < l->tree->n_tokens; i++)
        if (l->label[i] != NULL)
            put_label(p, i, cells);
        else if (l->tree->nodes[i].parent != PL_NONE)
            put_vertical(p, cells, i);
}

static void draw_words(const pl_picture *p, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    for (uint32_t i = 0; i < l->tree->n_tokens; i++)
        pl_cells_text(cells, p->width, l->x[i] - pl_left_part(l->word_width[i]),
                      l->word[i], PL_STYLE_WORD);
}

static void draw_row(const pl_picture *p, size_t row, pl_text_cell *cells)
{
    const pl_tree_layout *l = layout_of(p);
    if (row >= 2 * (size_t)l->n_levels) {
        if (row + 1 == p->height)
            draw_words(p, cells);
        else
            draw_tags(p, cells);
        return;
    }
    uint32_t level = l->n_levels - (uint32_t)(row / 2);
    for (uint32_t i = l->level_start[level]; i < l->level_start[level + 1]; i++)
        if (row % 2 == 0)
            put_label(p, l->by_level[i], cells);
        else
            put_bar(p, l->by_level[i], cells);
    put_passing(p, level, cells);
}

void pl_text_tree(pl_arena *m, const pl_tree *t, pl_picture *p)
{
    const pl_tree_layout *l =
        pl_layout_tree(m, t, p->options, p->marks, &pl_text_metrics);
    p->width = (size_t)l->total_width;
    p->height = 2 * (size_t)l->n_levels + (l->has_tags ? 2 : 1);
    p->layout = l;
    p->draw_row = draw_row;
}
