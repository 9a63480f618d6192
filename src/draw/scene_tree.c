/* A constituent tree as vector graphics, laid out like the text. */
#include "draw/scene.h"

#define LEVEL      420 /* from one row of labels to the next */
#define HALF_LABEL 95  /* from the middle of a label to where lines begin */
#define BAR        160 /* from the middle of a label down to the bar */
#define WORD       210 /* from the middle of a tag to that of its word */

static const pl_metrics metrics = {
    .extent = pl_text_extent,
    .label = PL_ROLE_LABEL,
    .word = PL_ROLE_WORD,
    .gap = 150,
    .pad = 50,
    .step = 140,
    .snap = 120,
};

/* The picture being made. */
typedef struct drawing {
    pl_scene *s;
    const pl_tree_layout *l;
    const pl_draw_marks *marks;
    uint8_t *color; /* [n_nodes] */
    int64_t x, y;   /* upper left corner */
} drawing;

/* The middle of the labels of a level. */
static int64_t level_y(const drawing *d, uint32_t level)
{
    return d->y + HALF_LABEL + LEVEL * (int64_t)(d->l->n_levels - level);
}

static int64_t word_y(const drawing *d)
{
    return level_y(d, 0) + (d->l->has_tags ? WORD : 0);
}

static pl_shape style_of(const drawing *d, uint32_t v, pl_role role)
{
    return (pl_shape){
        .role = role, .color = d->color[v], .mark = (uint8_t)pl_node_mark(d->marks, v)};
}

static bool is_head(const drawing *d, uint32_t v)
{
    return pl_draws_head(d->l->tree, d->s->options, v);
}

/* Where the line down to a node ends. */
static int64_t top_of(const drawing *d, uint32_t v)
{
    if (d->l->label[v] == NULL)
        return word_y(d) - HALF_LABEL;
    return level_y(d, d->l->level[v]) - HALF_LABEL;
}

/* The lines that cross the bar of v, from left to right. */
static size_t crossings(const drawing *d, uint32_t v, int64_t left, int64_t right,
                        int64_t *lines)
{
    const pl_tree_layout *l = d->l;
    const pl_node *nodes = l->tree->nodes;
    size_t n = 0;
    for (uint32_t u = 0; u < l->tree->n_nodes; u++) {
        uint32_t parent = nodes[u].parent;
        if (parent == PL_NONE || l->level[u] >= l->level[v] ||
            l->level[parent] <= l->level[v] || l->x[u] <= left || l->x[u] >= right)
            continue;
        size_t i = n++;
        for (; i > 0 && lines[i - 1] > d->x + l->x[u]; i--)
            lines[i] = lines[i - 1];
        lines[i] = d->x + l->x[u];
    }
    return n;
}

static void add_vertical(const drawing *d, pl_shape style, int64_t x, int64_t y1,
                         int64_t y2)
{
    pl_scene_line(d->s, style, (int64_t[]){d->x + x, y1, d->x + x, y2}, 2);
}

/* The bar of a node with its stem and the lines down to its children. */
static void add_lines(const drawing *d, uint32_t v, int64_t *lines, int64_t *gaps)
{
    const pl_tree_layout *l = d->l;
    const pl_node *nodes = l->tree->nodes;
    int64_t y = level_y(d, l->level[v]), bar_y = y + BAR;
    uint32_t first = l->lo[v], last = l->hi[v];
    pl_shape style = style_of(d, v, PL_ROLE_LINE);
    if (first == last && l->x[first] == l->x[v]) {
        style.heavy = is_head(d, first);
        add_vertical(d, style, l->x[v], y + HALF_LABEL, top_of(d, first));
        return;
    }
    int64_t left = pl_min64(l->x[first], l->x[v]), right = pl_max64(l->x[last], l->x[v]);
    size_t n = pl_scene_gaps(lines, crossings(d, v, left, right, lines), gaps);
    pl_scene_bar(d->s, style,
                 &(pl_bar){
                     .x1 = d->x + left,
                     .x2 = d->x + right,
                     .y = bar_y,
                     .end1 = left == l->x[first] && !is_head(d, first) ? top_of(d, first)
                                                                       : INT64_MIN,
                     .end2 = right == l->x[last] && !is_head(d, last) && last != first
                                 ? top_of(d, last)
                                 : INT64_MIN,
                     .gaps = gaps,
                     .n_gaps = n,
                 });
    add_vertical(d, style, l->x[v], y + HALF_LABEL, bar_y);
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        style.heavy = is_head(d, c);
        if ((c != first && c != last) || style.heavy)
            add_vertical(d, style, l->x[c], bar_y, top_of(d, c));
    }
}

static void add_texts(const drawing *d)
{
    const pl_tree_layout *l = d->l;
    const pl_tree *t = l->tree;
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        if (l->level[v] == PL_NONE)
            continue;
        if (l->label[v] != NULL)
            pl_scene_text(d->s,
                          style_of(d, v, v < t->n_tokens ? PL_ROLE_TAG : PL_ROLE_LABEL),
                          d->x + l->x[v], level_y(d, l->level[v]), l->label[v]);
        if (v < t->n_tokens)
            pl_scene_text(d->s, (pl_shape){.role = PL_ROLE_WORD}, d->x + l->x[v],
                          word_y(d), l->word[v]);
    }
}

/* Discontinuous nodes take the colours in turn, from the top down. */
static void choose_colors(const drawing *d)
{
    unsigned next = 0;
    for (uint32_t i = d->l->level_start[d->l->n_levels + 1]; i-- > 0;) {
        uint32_t v = d->l->by_level[i];
        if (pl_is_discontinuous(d->l->tree, v))
            d->color[v] = 1 + next++ % PL_N_COLORS;
    }
}

void pl_scene_tree(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks, int64_t x,
                   int64_t y)
{
    pl_arena *m = s->arena;
    const pl_tree_layout *l = pl_layout_tree(m, t, s->options, marks, &metrics);
    drawing d = {s, l, marks, PL_NEW_ARRAY(m, uint8_t, t->n_nodes + 1), x, y};
    int64_t *lines = PL_NEW_ARRAY(m, int64_t, t->n_nodes + 1);
    int64_t *gaps = PL_NEW_ARRAY(m, int64_t, 2 * (size_t)t->n_nodes + 2);
    choose_colors(&d);
    for (uint32_t i = l->level_start[l->n_levels + 1]; i-- > 0;)
        add_lines(&d, l->by_level[i], lines, gaps);
    add_texts(&d);
    s->width = l->total_width;
    s->height = word_y(&d) + HALF_LABEL - y;
}
