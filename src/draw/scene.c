/* Pictures for vector graphics: measuring text, breaking lines, trees and arcs as shapes,
 * putting pictures together. */
#include "draw/scene.h"

#include "base/stop.h"
#include "base/utf8.h"
#include "tree/punctuation.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
const int64_t pl_role_size[PL_N_ROLES] = {
    [PL_ROLE_LABEL]    = 130,
    [PL_ROLE_TAG]      = 110,
    [PL_ROLE_WORD]     = 150,
    [PL_ROLE_BELOW]    = 110,
    [PL_ROLE_FUNCTION] = 105,
    [PL_ROLE_ARC]      = 110,
    [PL_ROLE_CAPTION]  = 120,
};

/* Faces differ: room for a wider one, in percent. It is most for bold labels and for words,
 * which are the longest texts. */
static const int64_t role_room[PL_N_ROLES] = {
    [PL_ROLE_LABEL]    = 120,
    [PL_ROLE_TAG]      = 108,
    [PL_ROLE_WORD]     = 115,
    [PL_ROLE_BELOW]    = 112,
    [PL_ROLE_FUNCTION] = 108,
    [PL_ROLE_ARC]      = 108,
    [PL_ROLE_CAPTION]  = 108,
};

/* Widths of the characters from space to ~ in a common sans-serif face, thousandths of
 * the size. */
static const short ascii_width[95] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
   1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};
/* clang-format on */

#define OTHER_WIDTH  600    /* of a character that is not in the table */
#define WIDE_WIDTH   1000   /* of an East Asian wide one */
#define CROSSING_GAP 40     /* free on both sides where a line passes over another */
#define MAX_TOKENS   20000u /* of a sentence that is drawn */
#define BESIDE_LIMIT 12000  /* gold and candidate stand side by side up to this width */

int64_t pl_text_extent(const char *text, int role)
{
    int64_t total = 0;
    for (uint32_t code; pl_utf8_step(&text, &code);) {
        size_t columns = pl_utf8_columns(code);
        total += code >= 0x20 && code < 0x7f ? ascii_width[code - 0x20]
                 : columns == 0              ? 0
                 : columns == 1              ? OTHER_WIDTH
                                             : WIDE_WIDTH;
    }
    return total * pl_role_size[role] / 1000 * role_room[role] / 100;
}

static void add_text(pl_scene *s, pl_shape style, int64_t x, int64_t y, const char *text)
{
    style.x = x;
    style.y = y;
    style.text = text;
    PL_PUSH(&s->shapes, style);
}

static void add_line(pl_scene *s, pl_shape style, const int64_t *points, size_t n_points)
{
    int64_t *copy = PL_NEW_ARRAY(s->arena, int64_t, 2 * n_points);
    memcpy(copy, points, 2 * n_points * sizeof *copy);
    style.role = PL_ROLE_LINE;
    style.points = copy;
    style.n_points = n_points;
    PL_PUSH(&s->shapes, style);
}

/* A horizontal line from x1 to x2, interrupted at gaps: pairs (from, to), in order. At
 * both ends it turns down to y_end (INT64_MIN: it does not). */
typedef struct bar_shape {
    int64_t x1, x2, y;
    int64_t end1, end2;
    const int64_t *gaps;
    size_t n_gaps;
} bar_shape;

static void add_bar(pl_scene *s, pl_shape style, const bar_shape *bar)
{
    int64_t at = bar->x1;
    for (size_t i = 0; i <= bar->n_gaps; i++) {
        int64_t to = i < bar->n_gaps ? bar->gaps[2 * i] : bar->x2;
        bool first = i == 0 && bar->end1 != INT64_MIN;
        bool last = i == bar->n_gaps && bar->end2 != INT64_MIN;
        int64_t points[8] = {at, bar->end1, at, bar->y, to, bar->y, to, bar->end2};
        if (to > at || first || last)
            add_line(s, style, points + (first ? 0 : 2), 2u + first + last);
        at = i < bar->n_gaps ? bar->gaps[2 * i + 1] : at;
    }
}

/* Turns the positions of crossing lines, in order, into gaps; overlapping ones become
 * one. gaps[2 * n]; returns their number. */
static size_t find_gaps(const int64_t *lines, size_t n, int64_t *gaps)
{
    size_t n_gaps = 0;
    for (size_t i = 0; i < n; i++) {
        if (n_gaps > 0 && lines[i] - CROSSING_GAP <= gaps[2 * n_gaps - 1])
            gaps[2 * n_gaps - 1] = lines[i] + CROSSING_GAP;
        else {
            gaps[2 * n_gaps] = lines[i] - CROSSING_GAP;
            gaps[2 * n_gaps + 1] = lines[i] + CROSSING_GAP;
            n_gaps++;
        }
    }
    return n_gaps;
}

/* -- a constituent tree, laid out like the text -------------------------------------- */

#define LEVEL      420 /* from one row of labels to the next … */
#define FUNCTION   150 /* … and so much more where functions stand between them */
#define HALF_LABEL 95  /* from the middle of a label to where lines begin */
#define BAR        160 /* from the middle of a label down to the bar */
#define WORD       210 /* from the middle of a tag to that of its word */
#define BELOW      180 /* from the middle of a word to that of what stands below it */

static const pl_metrics tree_metrics = {
    .extent = pl_text_extent,
    .label = PL_ROLE_LABEL,
    .tag = PL_ROLE_TAG,
    .word = PL_ROLE_WORD,
    .func = PL_ROLE_FUNCTION,
    .below = PL_ROLE_BELOW,
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
    int64_t step = LEVEL + (d->l->has_functions ? FUNCTION : 0);
    return d->y + HALF_LABEL + step * (int64_t)(d->l->n_levels - level);
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
    int64_t y = d->l->label[v] == NULL ? word_y(d) : level_y(d, d->l->level[v]);
    return y - HALF_LABEL - (d->l->func[v] != NULL ? FUNCTION : 0);
}

/* A vertical line down to a node. */
typedef struct vertical {
    int64_t x;
    uint32_t node;
} vertical;

static int by_x(const void *a, const void *b)
{
    const vertical *x = a, *y = b;
    return x->x != y->x ? (x->x > y->x) - (x->x < y->x)
                        : (x->node > y->node) - (x->node < y->node);
}

/* The vertical lines that cross the current level. Levels are visited from the highest to the lowest. */
typedef struct passing {
    vertical *at;            /* [n]  the lines, from left to right */
    vertical *spare, *begun; /* buffers of the same size */
    uint32_t n;
} passing;

/* Moves to the next level: adds the lines to children of nodes on the level above, and removes the lines
 * to nodes on this level. The layout takes as much time in all. */
static void pass_level(const drawing *d, uint32_t level, passing *p)
{
    const pl_tree_layout *l = d->l;
    const pl_node *nodes = l->tree->nodes;
    uint32_t n = 0, i = 0, j = 0, n_begun = 0;
    for (uint32_t k = l->level_start[level + 1];
         level < l->n_levels && k < l->level_start[level + 2]; k++)
        for (uint32_t c = nodes[l->by_level[k]].first; c != PL_NONE; c = nodes[c].next)
            if (l->level[c] < level)
                p->begun[n_begun++] = (vertical){l->x[c], c};
    if (n_begun > 1)
        qsort(p->begun, n_begun, sizeof *p->begun, by_x);
    while (i < p->n || j < n_begun) {
        bool old = j == n_begun || (i < p->n && by_x(&p->at[i], &p->begun[j]) < 0);
        vertical next = old ? p->at[i++] : p->begun[j++];
        if (l->level[next.node] < level)
            p->spare[n++] = next;
    }
    vertical *before = p->at;
    p->at = p->spare;
    p->spare = before;
    p->n = n;
}

/* Stores the lines that cross the level between two columns, from left to right. Returns their number. */
static size_t crossings(const drawing *d, const passing *p, int64_t left, int64_t right,
                        int64_t *lines)
{
    size_t n = 0;
    uint32_t low = 0, high = p->n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->at[middle].x <= left)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < p->n && p->at[low].x < right; low++)
        lines[n++] = d->x + p->at[low].x;
    return n;
}

static void add_vertical(const drawing *d, pl_shape style, int64_t x, int64_t y1,
                         int64_t y2)
{
    add_line(d->s, style, (int64_t[]){d->x + x, y1, d->x + x, y2}, 2);
}

/* The bar of a node with its stem and the lines down to its children. */
static void add_lines(const drawing *d, uint32_t v, const passing *p, int64_t *lines,
                      int64_t *gaps)
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
    size_t n = find_gaps(lines, crossings(d, p, left, right, lines), gaps);
    add_bar(d->s, style,
            &(bar_shape){
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

/* A word and what stands below it. */
static void add_words(pl_scene *s, const pl_word_rows *words, uint32_t i, int64_t x,
                      int64_t y)
{
    for (uint32_t k = 0; k < words->n; k++)
        if (words->at[k][i] != NULL)
            add_text(s, (pl_shape){.role = k == 0 ? PL_ROLE_WORD : PL_ROLE_BELOW}, x,
                     y + BELOW * (int64_t)k, words->at[k][i]);
}

static int64_t words_height(const pl_word_rows *words)
{
    return BELOW * (int64_t)(words->n - 1);
}

static void add_texts(const drawing *d)
{
    const pl_tree_layout *l = d->l;
    const pl_tree *t = l->tree;
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        if (l->level[v] == PL_NONE)
            continue;
        if (l->label[v] != NULL)
            add_text(d->s, style_of(d, v, v < t->n_tokens ? PL_ROLE_TAG : PL_ROLE_LABEL),
                     d->x + l->x[v], level_y(d, l->level[v]), l->label[v]);
        if (l->func[v] != NULL)
            add_text(d->s, (pl_shape){.role = PL_ROLE_FUNCTION}, d->x + l->x[v],
                     top_of(d, v) + FUNCTION / 2 + 5, l->func[v]);
        if (v < t->n_tokens)
            add_words(d->s, &l->words, v, d->x + l->x[v], word_y(d));
    }
}

/* Discontinuous nodes take the colours in turn, from the top down. */
static void choose_colors(const drawing *d)
{
    const bool *crosses = pl_draws_crossing(d->s->arena, d->l->tree);
    unsigned next = 0;
    for (uint32_t i = d->l->level_start[d->l->n_levels + 1]; i-- > 0;) {
        uint32_t v = d->l->by_level[i];
        if (crosses[v])
            d->color[v] = 1 + next++ % PL_N_COLORS;
    }
}

static void add_edge(const drawing *d, const pl_edge *e)
{
    const pl_tree_layout *l = d->l;
    pl_curve_end ends[2];
    const uint32_t nodes[2] = {e->parent, e->child};
    for (int i = 0; i < 2; i++) {
        uint32_t v = nodes[i];
        if (l->level[v] == PL_NONE)
            return;
        ends[i] = (pl_curve_end){
            .x = d->x + l->x[v],
            .y = l->label[v] != NULL ? level_y(d, l->level[v]) : word_y(d),
            .half = l->width[v] / 2 + 30,
        };
    }
    pl_scene_add_edge(d->s, ends, e->label, d->x);
}

static void draw_tree(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks,
                      int64_t x, int64_t y)
{
    pl_arena *m = s->arena;
    const pl_tree_layout *l = pl_layout_tree(m, t, s->options, marks, &tree_metrics);
    drawing d = {s, l, marks, PL_NEW_ARRAY(m, uint8_t, t->n_nodes + 1), x, y};
    int64_t *lines = PL_NEW_ARRAY(m, int64_t, t->n_nodes + 1);
    int64_t *gaps = PL_NEW_ARRAY(m, int64_t, 2 * (size_t)t->n_nodes + 2);
    passing p = {PL_NEW_ARRAY(m, vertical, t->n_nodes + 1),
                 PL_NEW_ARRAY(m, vertical, t->n_nodes + 1),
                 PL_NEW_ARRAY(m, vertical, t->n_nodes + 1), 0};
    choose_colors(&d);
    for (uint32_t level = l->n_levels; level > 0; level--) {
        pass_level(&d, level, &p);
        for (uint32_t i = l->level_start[level + 1]; i-- > l->level_start[level];)
            add_lines(&d, l->by_level[i], &p, lines, gaps);
    }
    add_texts(&d);
    s->width = l->total_width;
    s->height = word_y(&d) + HALF_LABEL + words_height(&l->words) - y;
    for (const pl_edge *e = t->edges; e != NULL && !pl_stopped(); e = e->next)
        add_edge(&d, e);
}

/* -- dependency arcs, laid out like the text ----------------------------------------- */

#define ROW       200 /* from one row of arcs to the next */
#define FIRST_ROW 320 /* from the words up to the lowest row */
#define HALF_WORD 100 /* from the middle of a word to the ends of lines */
#define TAG       190 /* from the middle of a word to that of its tag */
#define LABEL_PAD 40  /* free between a label and its line */

static const pl_metrics arc_metrics = {
    .extent = pl_text_extent,
    .label = PL_ROLE_ARC,
    .tag = PL_ROLE_TAG,
    .word = PL_ROLE_WORD,
    .below = PL_ROLE_BELOW,
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
    size_t n_gaps = find_gaps(lines, n, gaps);
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
        add_line(s, style, (int64_t[]){to, y + ROW / 2, to, end - 30}, 2);
    else
        add_bar(s, style,
                &(bar_shape){.x1 = pl_min64(from, to),
                             .x2 = pl_max64(from, to),
                             .y = y,
                             .end1 = from < to ? end : end - 30,
                             .end2 = from < to ? end - 30 : end,
                             .gaps = gaps,
                             .n_gaps = gaps_of(l, a, x, lines, gaps)});
    style.role = PL_ROLE_ARROW;
    add_text(s, style, to, end, NULL);
    style.role = PL_ROLE_ARC;
    if (a->label[0] != '\0')
        add_text(s, style, x + a->at + a->width / 2, y, a->label);
}

static void draw_arcs(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks,
                      int64_t x, int64_t y)
{
    pl_arena *m = s->arena;
    const pl_arc_layout *l = pl_layout_arcs(m, t, s->options, marks, &arc_metrics);
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
    pl_word_rows below = l->words; /* the tag stands below the word */
    below.at[0] = PL_NEW_ARRAY(m, const char *, t->n_tokens + 1);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        add_words(s, &below, i, x + l->center[i], base + (l->has_tags ? TAG : 0));
        add_text(s, (pl_shape){.role = PL_ROLE_WORD}, x + l->center[i], base,
                 l->words.at[0][i]);
        if (l->tag[i] != NULL)
            add_text(
                s,
                (pl_shape){.role = PL_ROLE_TAG, .mark = (uint8_t)pl_node_mark(marks, i)},
                x + l->center[i], base + TAG, l->tag[i]);
    }
    s->width = l->total_width;
    s->height = base + HALF_WORD + (l->has_tags ? TAG : 0) + words_height(&l->words) - y;
}

/* -- whole pictures ------------------------------------------------------------------ */

/* Whether a word begins with a letter of a script that is written from right to left. */
static bool is_leftward(const char *word)
{
    /* clang-format off */
    static const uint32_t blocks[][2] = {
        {0x590, 0x8ff}, {0xfb1d, 0xfdff}, {0xfe70, 0xfeff}, {0x10800, 0x10fff}, {0x1e800, 0x1efff},
    };
    /* clang-format on */
    uint32_t code = 0;
    if ((word[0] & 0x80) == 0 || !pl_utf8_step(&word, &code))
        return false;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (code >= blocks[i][0] && code <= blocks[i][1])
            return true;
    return false;
}

/* Whether most words are written from right to left, punctuation not counted. */
static bool runs_leftward(const pl_tree *t)
{
    uint32_t leftward = 0, words = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        leftward += is_leftward(t->tokens[i].word);
    for (uint32_t i = 0; i < t->n_tokens && leftward > 0; i++)
        words += !pl_is_mark(t, i);
    return 2 * leftward > words;
}

/* Turns the shapes from number `first` on around: left becomes right between x and
 * x + width. */
static void mirror(pl_scene *s, size_t first, int64_t x, int64_t width)
{
    for (size_t i = first; i < s->shapes.n; i++) {
        pl_shape *shape = &s->shapes.at[i];
        int64_t *points = PL_NEW_ARRAY(s->arena, int64_t, 2 * shape->n_points + 1);
        shape->x = 2 * x + width - shape->x;
        for (size_t k = 0; k < shape->n_points; k++) {
            points[2 * k] = 2 * x + width - shape->points[2 * k];
            points[2 * k + 1] = shape->points[2 * k + 1];
        }
        shape->points = points;
    }
}

/* Adds a sentence with its upper left corner at (x, y); the scene's width and height become
 * the room it takes. The first word of Hebrew or Arabic stands on the right. */
static void add_sentence(pl_scene *s, const pl_tree *t, const pl_draw_marks *marks,
                         int64_t x, int64_t y)
{
    size_t first = s->shapes.n;
    (pl_draws_arcs(t, s->options) ? draw_arcs : draw_tree)(s, t, marks, x, y);
    if (runs_leftward(t))
        mirror(s, first, x, s->width);
}

/* Gold and candidate, each below its caption. They are drawn at (0, 0) first, to see how
 * much room they take. */
static void add_pair(pl_scene *s, const pl_drawn *what)
{
    pl_shape caption = {.role = PL_ROLE_CAPTION, .left = true};
    int64_t w[2], h[2], between = 400, room = 240;
    for (int i = 0; i < 2; i++) {
        add_sentence(s, i == 0 ? what->tree : what->candidate,
                     i == 0 ? what->marks : what->candidate_marks, 0, 0);
        w[i] = s->width;
        h[i] = s->height;
    }
    pl_scene_clear(s);
    bool beside = w[0] + between + w[1] <= BESIDE_LIMIT;
    int64_t lines = room + (beside ? pl_max64(h[0], h[1]) : h[0]);
    int64_t x2 = beside ? w[0] + between : 0;
    int64_t y2 = beside ? 0 : lines + between;
    add_text(s, caption, 0, room / 3, what->same ? "gold = candidate" : "gold");
    add_sentence(s, what->tree, what->marks, 0, lines - h[0]);
    s->height = lines;
    if (what->same)
        return;
    int64_t height = beside ? lines : y2 + room + h[1];
    add_text(s, caption, x2, y2 + room / 3, "candidate");
    add_sentence(s, what->candidate, what->candidate_marks, x2, height - h[1]);
    s->width = beside ? x2 + w[1] : pl_max64(w[0], w[1]);
    s->height = height;
}

int pl_scene_make(pl_scene *s, const pl_drawn *what, pl_error *err)
{
    if (what->tree->n_tokens > MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE,
                       "the sentence has %u words; sentences of up to %u can be drawn",
                       what->tree->n_tokens, MAX_TOKENS);
    if (what->candidate != NULL)
        add_pair(s, what);
    else
        add_sentence(s, what->tree, what->marks, 0, 0);
    return 0;
}

/* A number of tenths as a decimal fraction. Pictures are full of them: no printf. */
static void put_tenths(pl_str *out, int64_t tenths)
{
    char text[24], *at = text + sizeof text;
    uint64_t size = tenths < 0 ? 0 - (uint64_t)tenths : (uint64_t)tenths;
    if (size % 10 != 0) {
        *--at = (char)('0' + size % 10);
        *--at = '.';
    }
    do {
        size /= 10;
        *--at = (char)('0' + size % 10);
    } while (size >= 10);
    if (tenths < 0)
        *--at = '-';
    pl_str_put(out, at, (size_t)(text + sizeof text - at));
}

void pl_put_scaled(pl_str *out, const char *format, const int64_t *values)
{
    for (const char *mark; (mark = strchr(format, '@')) != NULL; format = mark + 1) {
        pl_str_put(out, format, (size_t)(mark - format));
        put_tenths(out, *values++);
    }
    pl_str_puts(out, format);
}
