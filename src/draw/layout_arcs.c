/* Places dependency arcs above the words.
 *
 * Rows: shorter arcs first, each on the row above the highest one that is already there
 * between its two words. Roots come last. Then the words are moved apart until every
 * label fits into its bar, clear of the lines that cross the bar.
 *
 * Time: O(arcs * words). */
#include "draw/layout.h"

#include "tree/crossing.h"
#include "tree/punctuation.h"

#include <stdlib.h>
#include <string.h>

static uint32_t left_word(const pl_arc *a)
{
    return a->from < a->to ? a->from : a->to;
}

static uint32_t right_word(const pl_arc *a)
{
    return a->from < a->to ? a->to : a->from;
}

static bool is_root(const pl_arc *a)
{
    return a->from == PL_ROOT_HEAD;
}

/* Shorter first, from left to right; roots at the end. */
static int by_length(const void *x, const void *y)
{
    const pl_arc *a = x, *b = y;
    uint32_t la = is_root(a) ? UINT32_MAX : right_word(a) - left_word(a);
    uint32_t lb = is_root(b) ? UINT32_MAX : right_word(b) - left_word(b);
    if (la != lb)
        return la < lb ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static int by_row(const void *x, const void *y)
{
    const pl_arc *a = x, *b = y;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static void collect(pl_arena *m, pl_arc_layout *l, const pl_draw_marks *marks,
                    const pl_metrics *metrics)
{
    const pl_tree *t = l->tree;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        if (!t->has_deps || head == PL_NONE || head == i ||
            (head >= t->n_tokens && head != PL_ROOT_HEAD))
            continue;
        const char *label = t->tokens[i].deprel;
        if (label == NULL)
            label = metrics->plain && pl_arc_mark(marks, i) != PL_MARK_NONE ? "?" : "";
        pl_arc *a = &l->arcs[l->n_arcs++];
        *a = (pl_arc){.from = head, .to = i};
        a->from_slot = head < i ? PL_SLOT_RIGHT : PL_SLOT_LEFT;
        a->label = label[0] == '\0'
                       ? ""
                       : pl_draw_label(m, label, pl_arc_mark(marks, i), metrics->plain);
        if (is_root(a) && label[0] == '\0')
            a->label = "root";
        a->width = a->label[0] != '\0' ? metrics->extent(a->label, metrics->label) : 0;
    }
}

/* height[2i] is the highest row above word i, height[2i+1] right of it. */
static void assign_rows(pl_arena *m, pl_arc_layout *l)
{
    uint32_t n = l->tree->n_tokens;
    uint32_t *height = PL_NEW_ARRAY(m, uint32_t, 2 * (size_t)n + 2);
    qsort(l->arcs, l->n_arcs, sizeof *l->arcs, by_length);
    for (uint32_t k = 0; k < l->n_arcs; k++) {
        pl_arc *a = &l->arcs[k];
        size_t from = 2 * (size_t)a->to, to = from;
        uint32_t row = 0;
        if (!is_root(a)) {
            from = 2 * (size_t)left_word(a) + 1;
            to = 2 * (size_t)right_word(a) - 1;
        } else
            for (int s = 0; s < 3; s++)
                row = l->top[s][a->to] > row ? l->top[s][a->to] : row;
        for (size_t i = from; i <= to; i++)
            row = height[i] > row ? height[i] : row;
        a->row = ++row;
        for (size_t i = from; i <= to; i++)
            height[i] = row;
        l->n_rows = row > l->n_rows ? row : l->n_rows;
        l->top[PL_SLOT_IN][a->to] = row;
        if (!is_root(a) && l->top[a->from_slot][a->from] < row)
            l->top[a->from_slot][a->from] = row;
    }
}

/* Arcs to punctuation are left out: they neither cross nor are crossed. */
static void find_crossings(pl_arena *m, pl_arc_layout *l)
{
    uint32_t n = l->tree->n_tokens, *heads = PL_NEW_ARRAY(m, uint32_t, n);
    bool *crosses = PL_NEW_ARRAY(m, bool, n);
    for (uint32_t i = 0; i < n; i++)
        heads[i] = PL_NONE;
    for (uint32_t k = 0; k < l->n_arcs; k++)
        if (!pl_is_mark(l->tree, l->arcs[k].to))
            heads[l->arcs[k].to] = is_root(&l->arcs[k]) ? 0 : l->arcs[k].from + 1;
    pl_crossing_arcs(heads, n, crosses, m);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        l->arcs[k].crossing = crosses[l->arcs[k].to];
}

/* Words side by side, each wide enough for its line ends and for a root's label, which
 * is centred on the line end in the middle. */
static void place_words(pl_arena *m, pl_arc_layout *l, const pl_metrics *metrics)
{
    uint32_t n = l->tree->n_tokens;
    int64_t at = 0, *label = PL_NEW_ARRAY(m, int64_t, n + 1);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        if (is_root(&l->arcs[k]))
            label[l->arcs[k].to] = l->arcs[k].width;
    for (uint32_t i = 0; i < n; i++) {
        int64_t offset[3]; /* of each line end from the middle of the word */
        int ends = 0;
        for (int s = 0; s < 3; s++) {
            offset[s] = ends * metrics->step;
            ends += l->top[s][i] > 0;
        }
        int64_t spread = ends > 0 ? (ends - 1) * metrics->step : 0;
        for (int s = 0; s < 3; s++)
            offset[s] -= spread / 2;
        int64_t width =
            pl_max64(pl_max64(l->words.width[i], l->tag_width[i]), spread + 1);
        width = pl_max64(width, label[i] + 2 * llabs(offset[PL_SLOT_IN]));
        l->center[i] = at + pl_left_part(width);
        for (int s = 0; s < 3; s++)
            l->slot[s][i] = l->center[i] + offset[s];
        at += width + metrics->gap;
    }
}

static void move_words(pl_arc_layout *l, uint32_t from, int64_t by)
{
    for (uint32_t i = from; i < l->tree->n_tokens; i++) {
        l->center[i] += by;
        for (int s = 0; s < 3; s++)
            l->slot[s][i] += by;
    }
}

static int64_t left_end(const pl_arc_layout *l, const pl_arc *a)
{
    return pl_min64(pl_arc_from_x(l, a), pl_arc_to_x(l, a));
}

static int64_t right_end(const pl_arc_layout *l, const pl_arc *a)
{
    return pl_max64(pl_arc_from_x(l, a), pl_arc_to_x(l, a));
}

uint32_t pl_arc_crossings(const pl_arc_layout *l, const pl_arc *a, int64_t *lines)
{
    uint32_t n = 0;
    if (is_root(a))
        return 0;
    int64_t left = left_end(l, a), right = right_end(l, a);
    for (uint32_t i = left_word(a); i <= right_word(a); i++)
        for (int s = 0; s < 3; s++)
            if (l->top[s][i] > a->row && l->slot[s][i] > left && l->slot[s][i] < right)
                lines[n++] = l->slot[s][i];
    return n;
}

/* Finds room for the label of an arc between the lines that cross it, near its middle;
 * false if there is none. */
static bool place_label(const pl_arc_layout *l, pl_arc *a, const pl_metrics *metrics,
                        int64_t *lines)
{
    int64_t left = left_end(l, a), right = right_end(l, a), pad = metrics->pad;
    if (is_root(a) || a->width == 0) {
        a->at = pl_arc_to_x(l, a) - pl_left_part(a->width);
        return true;
    }
    int64_t wish = (left + right) / 2 - pl_left_part(a->width), best = INT64_MIN;
    uint32_t n = pl_arc_crossings(l, a, lines);
    lines[n++] = right;
    for (uint32_t i = 0; i < n; left = lines[i++]) {
        int64_t low = left + 1 + pad, high = lines[i] - pad - a->width;
        if (low > high)
            continue;
        int64_t at = pl_min64(pl_max64(wish, low), high);
        if (best == INT64_MIN || llabs(at - wish) < llabs(best - wish))
            best = at;
    }
    a->at = best;
    return best != INT64_MIN;
}

/* Moves words apart where this costs least: at the word boundary below the arc with the
 * most room between the lines that cross it. */
static void widen_for(pl_arc_layout *l, const pl_arc *a, const pl_metrics *metrics,
                      int64_t *lines)
{
    uint32_t n = pl_arc_crossings(l, a, lines), best = left_word(a), k = 0;
    int64_t left = left_end(l, a), most = -1;
    lines[n++] = right_end(l, a);
    for (uint32_t i = left_word(a); i < right_word(a); i++) {
        /* The stretch that begins at the last line of word i or before it. */
        while (k + 1 < n && lines[k] <= l->slot[PL_SLOT_RIGHT][i])
            left = lines[k++];
        if (lines[k] - left > most) {
            most = lines[k] - left;
            best = i;
        }
    }
    move_words(l, best + 1, a->width + 2 * metrics->pad + 1 - most);
}

const char *pl_arc_tag(const pl_tree *t, uint32_t i)
{
    const char *tag = t->tokens[i].coarse;
    return tag != NULL && strcmp(tag, "_") != 0 ? tag : t->nodes[i].label;
}

static void measure(pl_arena *m, pl_arc_layout *l, const pl_draw_options *o,
                    const pl_draw_marks *marks, const pl_metrics *metrics)
{
    const pl_tree *t = l->tree;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        l->tag[i] = pl_draw_label(m, pl_marked_label(m, marks, i, pl_arc_tag(t, i)),
                                  pl_node_mark(marks, i), metrics->plain);
        l->tag_width[i] =
            l->tag[i] != NULL ? metrics->extent(l->tag[i], metrics->tag) : 0;
        l->has_tags = l->has_tags || l->tag[i] != NULL;
    }
    l->words = pl_measure_words(m, t, o, metrics);
}

static pl_arc_layout *new_layout(pl_arena *m, const pl_tree *t)
{
    size_t n = (size_t)t->n_tokens + 1;
    pl_arc_layout *l = PL_NEW(m, pl_arc_layout);
    *l = (pl_arc_layout){
        .tree = t,
        .tag = PL_NEW_ARRAY(m, const char *, n),
        .tag_width = PL_NEW_ARRAY(m, int64_t, n),
        .center = PL_NEW_ARRAY(m, int64_t, n),
        .arcs = PL_NEW_ARRAY(m, pl_arc, n),
    };
    for (int s = 0; s < 3; s++) {
        l->slot[s] = PL_NEW_ARRAY(m, int64_t, n);
        l->top[s] = PL_NEW_ARRAY(m, uint32_t, n);
    }
    return l;
}

pl_arc_layout *pl_layout_arcs(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                              const pl_draw_marks *marks, const pl_metrics *metrics)
{
    pl_arc_layout *l = new_layout(m, t);
    int64_t *lines = PL_NEW_ARRAY(m, int64_t, 3 * (size_t)t->n_tokens + 4);
    measure(m, l, o, marks, metrics);
    collect(m, l, marks, metrics);
    assign_rows(m, l);
    find_crossings(m, l);
    qsort(l->arcs, l->n_arcs, sizeof *l->arcs, by_row);
    place_words(m, l, metrics);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        while (!place_label(l, &l->arcs[k], metrics, lines))
            widen_for(l, &l->arcs[k], metrics, lines);
    for (uint32_t k = 0; k < l->n_arcs; k++)
        place_label(l, &l->arcs[k], metrics, lines);
    l->total_width = 1;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        int64_t width = pl_max64(l->words.width[i], l->tag_width[i]);
        l->total_width =
            pl_max64(l->total_width, l->center[i] - pl_left_part(width) + width);
        for (int s = 0; s < 3; s++)
            l->total_width = pl_max64(l->total_width, l->slot[s][i] + 1);
    }
    for (uint32_t k = 0; k < l->n_arcs; k++)
        l->total_width = pl_max64(l->total_width, l->arcs[k].at + l->arcs[k].width);
    return l;
}
