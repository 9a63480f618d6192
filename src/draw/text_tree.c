/* A constituent tree as text. Each level has a row of labels and below it a row of bars;
 * then come the tags and the words. */
#include "draw/text.h"

/* The style of a node; a line has that of the node it hangs from. */
static pl_style style_of(const pl_picture *p, uint32_t v, pl_style otherwise)
{
    bool crosses = !pl_is_terminal(p->tree, v) && pl_is_discontinuous(p->tree, v);
    return pl_mark_style(pl_node_mark(p->marks, v),
                         crosses ? PL_STYLE_CROSSING : otherwise);
}

static bool is_head(const pl_picture *p, uint32_t v)
{
    return pl_draws_head(p->tree, p->options, v);
}

static void put_vertical(const pl_picture *p, pl_text_cell *cells, uint32_t v)
{
    const pl_tree_layout *l = p->layout;
    pl_cells_line(p, cells, l->x[v], PL_UP | PL_DOWN | (is_head(p, v) ? PL_HEAVY : 0),
                  style_of(p, p->tree->nodes[v].parent, PL_STYLE_LINE));
}

/* The lines that go through a level on their way from a node below to one above. */
static void put_passing(const pl_picture *p, uint32_t level, pl_text_cell *cells)
{
    const pl_tree_layout *l = p->layout;
    for (uint32_t v = 0; v < p->tree->n_nodes; v++) {
        uint32_t parent = p->tree->nodes[v].parent;
        if (parent != PL_NONE && l->level[v] < level && l->level[parent] > level)
            put_vertical(p, cells, v);
    }
}

static void put_label(const pl_picture *p, uint32_t v, pl_text_cell *cells)
{
    const pl_tree_layout *l = p->layout;
    pl_cells_text(cells, p->width, l->x[v] - pl_left_part(l->width[v]), l->label[v],
                  style_of(p, v, PL_STYLE_PLAIN));
}

static void put_bar(const pl_picture *p, uint32_t v, pl_text_cell *cells)
{
    const pl_tree_layout *l = p->layout;
    const pl_node *nodes = p->tree->nodes;
    pl_style style = style_of(p, v, PL_STYLE_LINE);
    int64_t left = pl_min64(l->x[v], l->x[l->lo[v]]);
    int64_t right = pl_max64(l->x[v], l->x[l->hi[v]]);
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
    const pl_tree_layout *l = p->layout;
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        if (l->label[i] != NULL)
            put_label(p, i, cells);
        else if (p->tree->nodes[i].parent != PL_NONE)
            put_vertical(p, cells, i);
}

static void draw_words(const pl_picture *p, pl_text_cell *cells)
{
    const pl_tree_layout *l = p->layout;
    for (uint32_t i = 0; i < p->tree->n_tokens; i++)
        pl_cells_text(cells, p->width, l->x[i] - pl_left_part(l->word_width[i]),
                      l->word[i], PL_STYLE_WORD);
}

static void draw_row(const pl_picture *p, size_t row, pl_text_cell *cells)
{
    const pl_tree_layout *l = p->layout;
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

void pl_text_tree(pl_arena *m, pl_picture *p)
{
    const pl_tree_layout *l =
        pl_layout_tree(m, p->tree, p->options, p->marks, &pl_text_metrics);
    p->width = (size_t)l->total_width;
    p->height = 2 * (size_t)l->n_levels + (l->has_tags ? 2 : 1);
    p->layout = l;
    p->draw_row = draw_row;
}
