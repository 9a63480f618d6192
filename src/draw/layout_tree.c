/* Places the nodes of a constituent tree, level by level from the words up.
 *
 * On each level, the nodes whose children are all placed are the candidates. Of those the
 * ones with the shortest bars are taken first, as long as bars do not touch; the others
 * wait for the next level. Shortest first means that a constituent inside the gap of
 * another is closed below it, so that one line crosses the other's bar instead of all
 * the lines to its children. Then each label is put as near as possible to the middle of
 * its bar, clear of the lines that go on to higher levels. Where there is no room,
 * columns are inserted, which moves everything to the right of them: distances only grow,
 * so what was placed before stays valid.
 *
 * Time: O(levels * nodes) plus O(nodes) for each insertion. */
#include "draw/layout.h"

#include "base/utf8.h"
#include "tree/punctuation.h"

#include <stdlib.h>
#include <string.h>

#define NOT_PLACED INT64_MIN

typedef struct placing {
    pl_tree_layout *l;
    const pl_metrics *metrics;
    uint32_t *open;    /* placed nodes whose parent is not, from left to right */
    uint32_t *passing; /* those of them that go on above this level */
    uint32_t *ready;   /* nonterminals whose children are all placed */
    uint32_t *row;     /* those that are put on this level, from left to right */
    uint32_t *pending; /* [n_nodes]  children not placed yet */
    uint32_t *merged;  /* room for the next `open` */
    uint32_t n_open, n_passing, n_ready, n_row;
} placing;

static int64_t bar_left(const placing *p, uint32_t v)
{
    return p->l->x[p->l->lo[v]];
}

static int64_t bar_right(const placing *p, uint32_t v)
{
    return p->l->x[p->l->hi[v]];
}

static int64_t label_left(const placing *p, uint32_t v)
{
    return p->l->x[v] - pl_left_part(p->l->width[v]);
}

static int64_t label_right(const placing *p, uint32_t v)
{
    return label_left(p, v) + p->l->width[v] - 1;
}

/* Moves everything from column `from` on to the right. */
static void widen(placing *p, int64_t from, int64_t by)
{
    pl_tree_layout *l = p->l;
    for (uint32_t v = 0; v < l->tree->n_nodes; v++)
        if (l->x[v] != NOT_PLACED && l->x[v] >= from)
            l->x[v] += by;
}

static void find_bar(placing *p, uint32_t v)
{
    const pl_node *nodes = p->l->tree->nodes;
    const int64_t *x = p->l->x;
    p->l->lo[v] = p->l->hi[v] = nodes[v].first;
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        if (x[c] < x[p->l->lo[v]])
            p->l->lo[v] = c;
        if (x[c] > x[p->l->hi[v]])
            p->l->hi[v] = c;
    }
}

/* A node that is ready, its place in the list of ready nodes, and its sort key. */
typedef struct candidate {
    int64_t length; /* of its bar */
    uint32_t place, node;
} candidate;

static int by_length(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->length != y->length ? (x->length > y->length) - (x->length < y->length)
                                  : (x->place > y->place) - (x->place < y->place);
}

/* Sorts the ready nodes by the length of their bars; nodes with equal bars keep their order. */
static void sort_ready(placing *p, candidate *order)
{
    for (uint32_t i = 0; i < p->n_ready; i++)
        order[i] = (candidate){bar_right(p, p->ready[i]) - bar_left(p, p->ready[i]), i,
                               p->ready[i]};
    if (p->n_ready > 1)
        qsort(order, p->n_ready, sizeof *order, by_length);
    for (uint32_t i = 0; i < p->n_ready; i++)
        p->ready[i] = order[i].node;
}

/* The place of a bar among those of this level, or PL_NONE if it touches one. */
static uint32_t place_in_row(const placing *p, uint32_t v)
{
    uint32_t at = 0, high = p->n_row;
    while (at < high) {
        uint32_t middle = (at + high) / 2;
        if (bar_left(p, p->row[middle]) < bar_left(p, v))
            at = middle + 1;
        else
            high = middle;
    }
    int64_t gap = p->metrics->gap;
    if (at > 0 && bar_right(p, p->row[at - 1]) + gap > bar_left(p, v))
        return PL_NONE;
    if (at < p->n_row && bar_right(p, v) + gap > bar_left(p, p->row[at]))
        return PL_NONE;
    return at;
}

/* Takes the candidates with the shortest bars for this level. */
static void choose_row(placing *p, uint32_t level, candidate *order)
{
    sort_ready(p, order);
    uint32_t left = 0;
    p->n_row = 0;
    for (uint32_t i = 0; i < p->n_ready; i++) {
        uint32_t v = p->ready[i], at = place_in_row(p, v);
        if (at == PL_NONE) {
            p->ready[left++] = v;
            continue;
        }
        memmove(p->row + at + 1, p->row + at, (p->n_row - at) * sizeof *p->row);
        p->row[at] = v;
        p->n_row++;
        p->l->level[v] = level;
    }
    p->n_ready = left;
    p->n_passing = 0;
    for (uint32_t i = 0; i < p->n_open; i++)
        if (p->l->level[p->l->tree->nodes[p->open[i]].parent] != level)
            p->passing[p->n_passing++] = p->open[i];
}

/* The first passing line at or right of column x. */
static uint32_t passing_from(const placing *p, int64_t x)
{
    uint32_t low = 0, high = p->n_passing;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->l->x[p->passing[middle]] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_passing(const placing *p, int64_t x)
{
    uint32_t i = passing_from(p, x);
    return i < p->n_passing && p->l->x[p->passing[i]] == x;
}

/* The column of a child that is next to x, or x itself; not that of the first or last
 * child, which would make the bar lopsided. */
static int64_t snap_to_child(const placing *p, uint32_t v, int64_t x)
{
    const pl_node *nodes = p->l->tree->nodes;
    int64_t best = x, distance = p->metrics->snap + 1;
    for (uint32_t c = nodes[v].first; c != PL_NONE; c = nodes[c].next) {
        int64_t d = llabs(p->l->x[c] - x);
        if (d < distance && (c != p->l->lo[v]) == (c != p->l->hi[v])) {
            distance = d;
            best = p->l->x[c];
        }
    }
    return best;
}

/* The room that the label of row[i] has: between what stands left and right of it. */
typedef struct room {
    int64_t first, last;
} room;

static room room_of(const placing *p, uint32_t i)
{
    room r = {0, INT64_MAX / 2};
    if (i > 0) {
        uint32_t before = p->row[i - 1];
        r.first =
            pl_max64(bar_right(p, before), label_right(p, before)) + p->metrics->gap;
    }
    if (i + 1 < p->n_row)
        r.last = bar_left(p, p->row[i + 1]) - p->metrics->gap;
    return r;
}

/* The column nearest to `wish`, above the bar, where the label touches nothing;
 * NOT_PLACED if there is none. */
static int64_t find_slot(const placing *p, uint32_t v, room r, int64_t wish)
{
    int64_t pad = p->metrics->pad, best = NOT_PLACED;
    int64_t before = pl_left_part(p->l->width[v]), after = p->l->width[v] - 1 - before;
    int64_t from = r.first;
    for (uint32_t i = passing_from(p, r.first - pad); from <= bar_right(p, v); i++) {
        bool wall = i == p->n_passing;
        int64_t line = wall ? 0 : p->l->x[p->passing[i]];
        int64_t to = wall ? r.last : pl_min64(r.last, line - pad - 1);
        int64_t low = pl_max64(from + before, bar_left(p, v));
        int64_t high = pl_min64(to - after, bar_right(p, v));
        if (low <= high) {
            int64_t x = pl_min64(pl_max64(wish, low), high);
            if (best == NOT_PLACED || llabs(x - wish) < llabs(best - wish))
                best = x;
        }
        if (wall)
            break;
        from = pl_max64(r.first, line + pad + 1);
    }
    return best;
}

/* Puts the label of row[i] at `x` and inserts the columns that it needs on both sides. */
static void make_room(placing *p, uint32_t i, int64_t x)
{
    uint32_t v = p->row[i];
    room r = room_of(p, i);
    int64_t pad = p->metrics->pad;
    int64_t before = pl_left_part(p->l->width[v]), after = p->l->width[v] - 1 - before;
    while (is_passing(p, x))
        x++;
    uint32_t next = passing_from(p, x);
    int64_t first = r.first, from = i > 0 ? r.first - p->metrics->gap + 1 : INT64_MIN / 2;
    if (next > 0) {
        int64_t line = p->l->x[p->passing[next - 1]];
        if (line + pad + 1 > first) {
            first = line + pad + 1;
            from = line + 1;
        }
    }
    if (first > x - before) {
        int64_t by = first - (x - before);
        widen(p, pl_min64(from, x), by);
        x += by;
    }
    p->l->x[v] = x;
    int64_t last = room_of(p, i).last;
    if (next < p->n_passing)
        last = pl_min64(last, p->l->x[p->passing[next]] - pad - 1);
    if (x + after > last)
        widen(p, x + 1, x + after - last);
}

/* Between two neighbours on a level there is a column that no line passes, so that a bar
 * which ends is never taken for one that goes on behind a line. */
static void separate(placing *p, uint32_t i)
{
    uint32_t a = p->row[i], b = p->row[i + 1];
    int64_t right = pl_max64(bar_right(p, a), label_right(p, a));
    int64_t left = pl_min64(bar_left(p, b), label_left(p, b));
    int64_t lines = passing_from(p, left) - passing_from(p, right + 1);
    if (lines >= left - right - 1)
        widen(p, left, 1);
}

static void place_row(placing *p)
{
    for (uint32_t i = 0; i < p->n_row; i++) {
        uint32_t v = p->row[i];
        room r = room_of(p, i);
        int64_t wish = snap_to_child(p, v, (bar_left(p, v) + bar_right(p, v)) / 2);
        int64_t x = find_slot(p, v, r, wish);
        if (x == NOT_PLACED)
            make_room(p, i, wish);
        else /* if it had to move, it may now be next to another child */
            p->l->x[v] = find_slot(p, v, r, snap_to_child(p, v, x));
    }
    for (uint32_t i = 0; i + 1 < p->n_row; i++)
        separate(p, i);
}

/* A node is placed: its parent is ready once all of its children are. */
static void note_placed(placing *p, uint32_t v)
{
    uint32_t parent = p->l->tree->nodes[v].parent;
    if (parent == PL_NONE || --p->pending[parent] > 0)
        return;
    find_bar(p, parent);
    p->ready[p->n_ready++] = parent;
}

/* The lines that are open above this level, and the nodes that have become ready. */
static void close_row(placing *p)
{
    uint32_t n = 0, i = 0, j = 0;
    while (i < p->n_passing || j < p->n_row)
        if (j == p->n_row ||
            (i < p->n_passing && p->l->x[p->passing[i]] < p->l->x[p->row[j]]))
            p->merged[n++] = p->passing[i++];
        else
            p->merged[n++] = p->row[j++];
    uint32_t *old = p->open;
    p->open = p->merged;
    p->merged = old;
    p->n_open = n;
    for (j = 0; j < p->n_row; j++)
        note_placed(p, p->row[j]);
}

static void place_terminals(placing *p)
{
    pl_tree_layout *l = p->l;
    int64_t at = 0;
    for (uint32_t i = 0; i < l->tree->n_tokens; i++) {
        int64_t width = pl_max64(pl_max64(l->words.width[i], l->width[i]), 1);
        l->x[i] = at + pl_left_part(width);
        l->level[i] = 0;
        at += width + p->metrics->gap;
        if (l->tree->nodes[i].parent != PL_NONE)
            p->open[p->n_open++] = i;
    }
    for (uint32_t i = 0; i < l->tree->n_tokens; i++)
        note_placed(p, i);
}

static void place_all(pl_arena *m, pl_tree_layout *l, const pl_metrics *metrics)
{
    const pl_tree *t = l->tree;
    uint32_t n = t->n_nodes, n_placed = 0;
    placing p = {.l = l, .metrics = metrics};
    uint32_t **lists[] = {&p.open,    &p.passing, &p.ready, &p.row,
                          &p.pending, &l->lo,     &l->hi,   &p.merged};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = PL_NEW_ARRAY(m, uint32_t, n + 1);
    candidate *order = PL_NEW_ARRAY(m, candidate, n + 1);
    l->level_start = PL_NEW_ARRAY(m, uint32_t, n + 3);
    for (uint32_t v = 0; v < n; v++) {
        p.pending[v] = t->nodes[v].order;
        l->x[v] = NOT_PLACED;
        l->level[v] = PL_NONE;
    }
    place_terminals(&p);
    while (p.n_ready > 0) {
        uint32_t level = ++l->n_levels;
        choose_row(&p, level, order);
        place_row(&p);
        memcpy(l->by_level + n_placed, p.row, p.n_row * sizeof *p.row);
        n_placed += p.n_row;
        l->level_start[level + 1] = n_placed;
        close_row(&p);
    }
}

/* -- labels and words as they are shown ---------------------------------------------- */

static const char *const mark_sign[PL_N_MARKS] = {"", "-", "+", "~", ""};

/* The text made visible; in plain text a blank, which would look like the end of the word,
 * becomes an open box. */
static const char *make_visible(pl_arena *m, const char *s, bool plain)
{
    pl_str out = {0};
    char shown[PL_VISIBLE];
    for (const char *at = s; pl_visible_step(&at, shown) > 0;)
        pl_str_puts(&out, plain && shown[0] == ' ' ? "␣" : shown);
    const char *text = strcmp(pl_str_text(&out), s) == 0 ? s : pl_arena_strdup(m, out.at);
    pl_str_release(&out);
    return text;
}

const char *pl_draw_label(pl_arena *m, const char *label, pl_mark mark, bool plain)
{
    if (label == NULL)
        return NULL;
    if (label[0] == '\0' && plain)
        label = "?";
    if (plain && mark != PL_MARK_NONE)
        label = pl_arena_printf(m, "%s%s", mark_sign[mark], label);
    return make_visible(m, label, plain);
}

const char *pl_marked_label(pl_arena *m, const pl_draw_marks *marks, uint32_t v,
                            const char *label)
{
    if (marks == NULL || marks->names == NULL || marks->names[v] == NULL)
        return label;
    return pl_arena_printf(m, "%s%s%s", marks->names[v], label != NULL ? ":" : "",
                           label != NULL ? label : "");
}

/* What a row shows of a word; NULL: nothing. */
typedef enum word_row { ROW_WORD, ROW_LEMMA, ROW_MORPH, N_WORD_ROWS } word_row;

static const char *text_of(const pl_tree *t, uint32_t i, word_row row)
{
    const pl_node *n = &t->nodes[i];
    const char *text = row == ROW_WORD    ? t->tokens[i].word
                       : row == ROW_LEMMA ? n->lemma
                                          : n->morph;
    if (row == ROW_WORD)
        return text[0] != '\0' ? text : "…";
    return text != NULL && strcmp(text, "_") != 0 && strcmp(text, "--") != 0 ? text
                                                                             : NULL;
}

pl_word_rows pl_measure_words(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                              const pl_metrics *metrics)
{
    pl_word_rows rows = {.width = PL_NEW_ARRAY(m, int64_t, t->n_tokens + 1)};
    const bool wanted[N_WORD_ROWS] = {true, o->lemmas, o->morph};
    for (int row = 0; row < N_WORD_ROWS; row++) {
        const char **texts = PL_NEW_ARRAY(m, const char *, t->n_tokens + 1);
        bool any = row == ROW_WORD;
        for (uint32_t i = 0; i < t->n_tokens && wanted[row]; i++) {
            texts[i] = pl_draw_label(m, text_of(t, i, row), PL_MARK_NONE, metrics->plain);
            if (texts[i] == NULL)
                continue;
            any = true;
            rows.width[i] =
                pl_max64(rows.width[i],
                         metrics->extent(texts[i], row == ROW_WORD ? metrics->word
                                                                   : metrics->below));
        }
        if (any)
            rows.at[rows.n++] = texts;
    }
    return rows;
}

const bool *pl_draws_crossing(pl_arena *m, const pl_tree *t)
{
    bool *crosses = pl_arena_zero(m, t->n_nodes + 1, sizeof *crosses);
    bool *below = pl_arena_zero(m, t->n_tokens + 1, sizeof *below);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (pl_is_live(t, v) && pl_is_discontinuous(t, v))
            crosses[v] = pl_word_blocks(t, v, below) > 1;
    return crosses;
}

static void measure(pl_arena *m, pl_tree_layout *l, const pl_draw_options *o,
                    const pl_draw_marks *marks, const pl_metrics *metrics)
{
    const pl_tree *t = l->tree;
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        const pl_node *n = &t->nodes[v];
        l->label[v] = pl_draw_label(m, pl_marked_label(m, marks, v, n->label),
                                    pl_node_mark(marks, v), metrics->plain);
        if (v >= t->n_tokens && l->label[v] == NULL)
            l->label[v] = metrics->plain ? "?" : "";
        int role = v < t->n_tokens ? metrics->tag : metrics->label;
        l->width[v] = l->label[v] != NULL ? metrics->extent(l->label[v], role) : 0;
        l->has_tags = l->has_tags || (v < t->n_tokens && l->label[v] != NULL);
        if (!o->functions || n->func == NULL || n->func[0] == '\0' ||
            n->parent == PL_NONE)
            continue;
        l->func[v] = pl_draw_label(m, n->func, PL_MARK_NONE, metrics->plain);
        l->width[v] = pl_max64(l->width[v], metrics->extent(l->func[v], metrics->func));
        l->has_functions = true;
    }
    l->words = pl_measure_words(m, t, o, metrics);
}

/* The picture ends where its rightmost word or label does. */
static int64_t total_width(const pl_tree_layout *l)
{
    int64_t total = 1;
    for (uint32_t v = 0; v < l->tree->n_nodes; v++) {
        if (l->level[v] == PL_NONE)
            continue;
        total = pl_max64(total, l->x[v] - pl_left_part(l->width[v]) + l->width[v]);
        if (v < l->tree->n_tokens)
            total = pl_max64(total, l->x[v] - pl_left_part(l->words.width[v]) +
                                        l->words.width[v]);
    }
    return total;
}

pl_tree_layout *pl_layout_tree(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                               const pl_draw_marks *marks, const pl_metrics *metrics)
{
    uint32_t n = t->n_nodes + 1;
    pl_tree_layout *l = PL_NEW(m, pl_tree_layout);
    *l = (pl_tree_layout){
        .tree = t,
        .label = PL_NEW_ARRAY(m, const char *, n),
        .func = PL_NEW_ARRAY(m, const char *, n),
        .x = PL_NEW_ARRAY(m, int64_t, n),
        .width = PL_NEW_ARRAY(m, int64_t, n),
        .level = PL_NEW_ARRAY(m, uint32_t, n),
        .by_level = PL_NEW_ARRAY(m, uint32_t, n),
    };
    measure(m, l, o, marks, metrics);
    place_all(m, l, metrics);
    l->total_width = total_width(l);
    return l;
}
