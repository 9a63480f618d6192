/* Outlines and lists of secondary edges; see outline.h. */
#include "draw/outline.h"

#include "draw/layout.h"

#include <stdio.h>

#define MAX_BYTES ((uint64_t)100 << 20) /* of one outline */

/* clang-format off */
/* In front of a node: below ancestors that go on or do not, and its own branch, which is
 * heavy to a head. */
static const struct branches {
    const char *on, *off, *middle, *last, *head_middle, *head_last, *arrow;
} unicode = {"│  ", "   ", "├─ ", "└─ ", "┝━ ", "┕━ ", "→"},
  ascii   = {"|  ", "   ", "|- ", "`- ", "|= ", "`= ", "->"};

/* What stands in a line, and its colour on a terminal. */
typedef enum part { PART_LINE, PART_FUNCTION, PART_LABEL, PART_CROSSING, PART_WORD, PART_OTHER, N_PARTS } part;
static const char *const colors[N_PARTS] = {
    [PART_LINE]     = "\33[2m",
    [PART_FUNCTION] = "\33[35m",
    [PART_LABEL]    = "",
    [PART_CROSSING] = "\33[36m",
    [PART_WORD]     = "\33[1m",
    [PART_OTHER]    = "\33[2m",
};
/* clang-format on */

/* A forest: the links of a tree of constituents, or those that heads give. */
typedef struct outline {
    pl_str *out;
    pl_arena *m;
    const pl_tree *t;
    const pl_draw_options *o;
    const pl_draw_marks *marks;
    const struct branches *branches;
    bool arcs;
    const bool *crosses;    /* [n_nodes] of constituents */
    uint32_t *first, *next; /* [n_nodes] */
    uint32_t *parent;       /* [n_nodes] PL_NONE at the top */
    bool *goes_on;          /* [n_nodes] by depth: whether more children follow there */
    int digits;             /* of the highest number of a word */
} outline;

static void put(const outline *x, part p, const char *text)
{
    bool color = x->o->color && colors[p][0] != '\0';
    pl_str_puts(x->out, color ? colors[p] : "");
    pl_str_puts(x->out, text);
    pl_str_puts(x->out, color ? "\33[0m" : "");
}

/* A text from the treebank, with a blank before it if something stands there. */
static void put_field(const outline *x, part p, const char *text, pl_mark mark,
                      bool *begun)
{
    const char *shown = pl_draw_label(x->m, text, mark, true);
    if (shown == NULL || shown[0] == '\0')
        return;
    pl_str_puts(x->out, *begun ? " " : "");
    put(x, p, shown);
    *begun = true;
}

/* Words by number, from 1: [1 3-5]. */
static void put_numbers(pl_str *out, pl_arena *m, const pl_tree *t, uint32_t v)
{
    uint32_t *yield = PL_NEW_ARRAY(m, uint32_t, t->nodes[v].size);
    uint32_t n = pl_tree_yield(t, v, yield);
    pl_str_puts(out, "[");
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && yield[end] == yield[end - 1] + 1;)
            end++;
        pl_str_printf(out, "%s%u", i > 0 ? " " : "", yield[i] + 1);
        if (end > i + 1)
            pl_str_printf(out, "-%u", yield[end - 1] + 1);
    }
    pl_str_puts(out, "]");
}

/* The number of a word, and the lines that lead to the node. */
static void put_branches(const outline *x, uint32_t v, uint32_t depth)
{
    const struct branches *b = x->branches;
    char number[16] = "";
    pl_str line = {0};
    if (pl_is_terminal(x->t, v))
        snprintf(number, sizeof number, "%u", v + 1);
    pl_str_printf(&line, "%*s ", x->digits, number);
    for (uint32_t i = 1; i < depth; i++)
        pl_str_puts(&line, x->goes_on[i] ? b->on : b->off);
    bool head = !x->arcs && pl_draws_head(x->t, x->o, v);
    if (depth > 0 && x->goes_on[depth])
        pl_str_puts(&line, head ? b->head_middle : b->middle);
    else if (depth > 0)
        pl_str_puts(&line, head ? b->head_last : b->last);
    put(x, PART_LINE, line.at);
    pl_str_release(&line);
}

static void put_word(const outline *x, uint32_t v, bool *begun)
{
    const char *word = x->t->tokens[v].word;
    put_field(x, PART_WORD, word[0] != '\0' ? word : "…", PL_MARK_NONE, begun);
}

static void put_constituent(const outline *x, uint32_t v, bool *begun)
{
    const pl_node *n = &x->t->nodes[v];
    const char *label = n->label != NULL || pl_is_terminal(x->t, v) ? n->label : "";
    put_field(x, PART_FUNCTION, x->o->functions ? n->func : NULL, PL_MARK_NONE, begun);
    put_field(x, x->crosses[v] ? PART_CROSSING : PART_LABEL,
              pl_marked_label(x->m, x->marks, v, label), pl_node_mark(x->marks, v), begun);
    if (pl_is_terminal(x->t, v))
        put_word(x, v, begun);
    else if (n->blocks > 1) {
        pl_str numbers = {0};
        put_numbers(&numbers, x->m, x->t, v);
        pl_str_putc(x->out, ' ');
        put(x, PART_OTHER, numbers.at);
        pl_str_release(&numbers);
    }
}

static void put_dependent(const outline *x, uint32_t v, bool *begun)
{
    const pl_token *token = &x->t->tokens[v];
    put_field(x, PART_FUNCTION, token->deprel, pl_arc_mark(x->marks, v), begun);
    put_word(x, v, begun);
    put_field(x, PART_LABEL, pl_marked_label(x->m, x->marks, v, pl_arc_tag(x->t, v)),
              pl_node_mark(x->marks, v), begun);
}

static void put_node(const outline *x, uint32_t v, uint32_t depth)
{
    const pl_node *n = &x->t->nodes[v];
    bool begun = false, word = pl_is_terminal(x->t, v);
    put_branches(x, v, depth);
    (x->arcs ? put_dependent : put_constituent)(x, v, &begun);
    put_field(x, PART_OTHER, word && x->o->lemmas ? n->lemma : NULL, PL_MARK_NONE,
              &begun);
    put_field(x, PART_OTHER, word && x->o->morph ? n->morph : NULL, PL_MARK_NONE, &begun);
    pl_str_putc(x->out, '\n');
}

/* The heads of words; where they go round in a circle, one of them is left out. */
static void find_heads(const outline *x)
{
    const pl_tree *t = x->t;
    uint32_t *seen =
        pl_arena_zero(x->m, t->n_tokens + 1, sizeof *seen); /* from word i-1 */
    for (uint32_t i = 0; i < t->n_tokens; i++)
        x->parent[i] =
            t->has_deps && t->tokens[i].head < t->n_tokens ? t->tokens[i].head : PL_NONE;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t v = i;
        for (; v != PL_NONE && seen[v] == 0; v = x->parent[v])
            seen[v] = i + 1;
        if (v != PL_NONE && seen[v] == i + 1)
            x->parent[v] = PL_NONE;
    }
}

static void link_nodes(const outline *x)
{
    const pl_tree *t = x->t;
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        x->first[v] = x->arcs ? PL_NONE : t->nodes[v].first;
        x->next[v] = x->arcs ? PL_NONE : t->nodes[v].next;
        x->parent[v] = t->nodes[v].parent;
    }
    if (!x->arcs)
        return;
    find_heads(x);
    for (uint32_t v = t->n_tokens; v-- > 0;) {
        uint32_t head = x->parent[v];
        if (head == PL_NONE)
            continue;
        x->next[v] = x->first[head];
        x->first[head] = v;
    }
}

/* The node and all below it, or, with no `out`, the bytes that its lines may take. */
static uint64_t walk(const outline *x, uint32_t top)
{
    uint32_t depth = 0;
    uint64_t bytes = 0;
    for (uint32_t v = top;;) {
        if (x->out != NULL) {
            x->goes_on[depth] = x->next[v] != PL_NONE;
            put_node(x, v, depth);
        }
        bytes += 5 * (uint64_t)depth;
        if (x->first[v] != PL_NONE) {
            v = x->first[v];
            depth++;
            continue;
        }
        for (; v != top && x->next[v] == PL_NONE; v = x->parent[v])
            depth--;
        if (v == top)
            return bytes;
        v = x->next[v];
    }
}

static uint64_t walk_all(const outline *x)
{
    uint64_t bytes = 0;
    if (!x->arcs)
        return walk(x, x->t->root);
    for (uint32_t i = 0; i < x->t->n_tokens; i++)
        if (x->parent[i] == PL_NONE)
            bytes += walk(x, i);
    return bytes;
}

int pl_put_outline(pl_str *out, pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                   const pl_draw_marks *marks, pl_error *err)
{
    size_t n = (size_t)t->n_nodes + 1;
    outline x = {
        .m = m,
        .t = t,
        .o = o,
        .marks = marks,
        .branches = o->ascii ? &ascii : &unicode,
        .arcs = pl_draws_arcs(t, o),
        .crosses = pl_draws_crossing(m, t),
        .first = PL_NEW_ARRAY(m, uint32_t, n),
        .next = PL_NEW_ARRAY(m, uint32_t, n),
        .parent = PL_NEW_ARRAY(m, uint32_t, n),
        .goes_on = PL_NEW_ARRAY(m, bool, n),
        .digits = snprintf(NULL, 0, "%u", t->n_tokens),
    };
    link_nodes(&x);
    uint64_t bytes = walk_all(&x);
    if (bytes > MAX_BYTES)
        return pl_fail(err, PL_TOO_LARGE,
                       "the outline would have %llu bytes, which is too large for text",
                       (unsigned long long)bytes);
    x.out = out;
    walk_all(&x);
    return 0;
}

static void put_end(pl_str *out, pl_arena *m, const pl_tree *t, uint32_t v)
{
    const char *label = pl_draw_label(m, t->nodes[v].label, PL_MARK_NONE, true);
    pl_str_printf(out, " %s%s", label != NULL ? label : "", label != NULL ? " " : "");
    put_numbers(out, m, t, v);
}

void pl_put_edges(pl_str *out, pl_arena *m, const pl_tree *t, const pl_draw_options *o)
{
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        const char *label = pl_draw_label(m, e->label, PL_MARK_NONE, true);
        if (!pl_is_live(t, e->parent) || !pl_is_live(t, e->child))
            continue;
        pl_str_printf(out, "secondary %s:", label != NULL ? label : "edge");
        put_end(out, m, t, e->parent);
        pl_str_printf(out, " %s", (o->ascii ? ascii : unicode).arrow);
        put_end(out, m, t, e->child);
        pl_str_putc(out, '\n');
    }
}
