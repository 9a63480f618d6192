/* Fills views of sentences; see view.h. */
#include "search/view.h"

#include "base/counted.h"
#include "base/bitset.h"
#include "base/str.h"
#include "tree/crossing.h"

#include <stdio.h>

enum {
    MOST_RUNS = 16 << 20, /* maximum bytes of runs of words */
    KEPT_BLOCKS = 16,     /* blocks from which on the text of a node is kept */
};

/* -- nodes --------------------------------------------------------------------------- */

static void add_node(pl_view *v, const pl_node *node, uint32_t id, uint32_t parent)
{
    uint32_t depth = parent == PL_NONE ? 0 : v->nodes.at[parent].depth + 1;
    v->nodes.at[v->n++] = (pl_view_node){node, id, parent, PL_NONE, 0, depth, 0};
}

/* All nodes below the root of the tree, parents first. */
static void add_tree(pl_view *v, const pl_tree *t)
{
    uint32_t id = t->root, parent = PL_NONE;
    for (;;) {
        v->of.at[id] = v->n;
        add_node(v, &t->nodes[id], id, parent);
        v->crossing |= t->nodes[id].blocks > 1;
        if (t->nodes[id].first != PL_NONE) {
            parent = v->n - 1;
            id = t->nodes[id].first;
            continue;
        }
        while (id != t->root && t->nodes[id].next == PL_NONE) {
            id = t->nodes[id].parent;
            parent = v->nodes.at[parent].parent;
        }
        if (id == t->root)
            return;
        id = t->nodes[id].next;
    }
}

/* What follows from the order of the nodes: where each ends, its sibling, and lists of them. */
static void close_nodes(pl_view *v)
{
    pl_view_node *nodes = v->nodes.at;
    uint32_t words = 0;
    for (uint32_t i = 0; i < v->n; i++) {
        nodes[i].rank = i - words;
        if (pl_view_is_word(v, i))
            v->by_kind.at[words++] = i;
        else
            v->by_kind.at[v->tree->n_tokens + nodes[i].rank] = i;
    }
    for (uint32_t i = v->n; i-- > 0;) {
        if (nodes[i].end == 0)
            nodes[i].end = i + 1;
        uint32_t parent = nodes[i].parent;
        if (parent == PL_NONE)
            continue;
        if (nodes[parent].end == 0)
            nodes[parent].end = nodes[i].end;
        else
            nodes[i].next = nodes[i].end;
    }
}

void pl_view_add_words(pl_view *v, const pl_tree *t)
{
    v->root = (pl_node){.label = "ROOT",
                        .high = t->n_tokens - 1,
                        .size = t->n_tokens,
                        .blocks = 1,
                        .order = t->n_tokens};
    v->n = t->n_tokens + 1;
    v->nodes.at[0] = (pl_view_node){&v->root, PL_NONE, PL_NONE, PL_NONE, v->n, 0, 0};
    v->by_kind.at[t->n_tokens] = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t k = i + 1, next = k < t->n_tokens ? k + 1 : PL_NONE;
        v->nodes.at[k] = (pl_view_node){&t->nodes[i], i, 0, next, k + 1, 1, 1};
        v->of.at[i] = v->by_kind.at[i] = k;
    }
}

void pl_view_start(pl_view *v, const pl_tree *t)
{
    v->tree = t;
    v->n = 0;
    v->crossing = false;
    v->arcs.n = v->dependents.n = v->runs.n = v->gaps.n = 0;
    v->words_of = PL_NONE;
    v->edges[PL_EDGES_DOWN].n = v->edges[PL_EDGES_UP].n = 0;
    PL_RESERVE(&v->nodes, (size_t)t->n_nodes + 1);
    PL_RESERVE(&v->of, (size_t)t->n_nodes + 1);
    PL_RESERVE(&v->by_kind, (size_t)t->n_nodes + 1);
}

void pl_view_name(pl_view *v, const char *id)
{
    v->id = id;
    if (id == NULL) {
        snprintf(v->id_text, sizeof v->id_text, "%s%zu",
                 pl_counted_mark(PL_COUNTED_READ, v->relative), v->number);
        v->id = v->id_text;
    }
}

void pl_view_fill(pl_view *v, const pl_tree *t, size_t number)
{
    pl_view_start(v, t);
    v->number = number;
    pl_view_name(v, t->id);
    if (t->root != PL_NONE) {
        add_tree(v, t);
        close_nodes(v);
    } else if (t->n_tokens > 0) {
        pl_view_add_words(v, t);
    }
}

void pl_view_release(pl_view *v)
{
    PL_VEC_RELEASE(&v->nodes, &v->of, &v->by_kind, &v->runs, &v->gaps, &v->arcs,
                   &v->dependents, &v->bits, &v->left, &v->sets, &v->edges[PL_EDGES_DOWN],
                   &v->edges[PL_EDGES_UP]);
    free(v->own.nodes);
    free(v->own.tokens);
    pl_arena_release(&v->runs_arena);
    pl_str_release(&v->words);
}

/* -- words of a node ----------------------------------------------------------------- */

static const pl_run *find_runs(pl_view *v, uint32_t node)
{
    const pl_view_node *n = &v->nodes.at[node];
    pl_run *runs = pl_arena_alloc(&v->runs_arena, n->node->blocks * sizeof *runs);
    uint32_t n_runs = 0;
    if (n->node->blocks == 1) {
        runs[0] = (pl_run){n->node->low, n->node->high + 1};
        return runs;
    }
    size_t words = pl_bits_words((size_t)v->tree->n_tokens + 1);
    if (v->bits.n < words)
        PL_FILL(&v->bits, words, 0);
    for (uint32_t i = node; i < n->end; i++)
        if (pl_view_is_word(v, i))
            pl_bit_set(v->bits.at, v->nodes.at[i].id);
    for (uint32_t i = n->node->low; i <= n->node->high; i++) {
        bool in = pl_bit_test(v->bits.at, i);
        if (in && (i == n->node->low || runs[n_runs - 1].end != i))
            runs[n_runs++] = (pl_run){i, i + 1};
        else if (in)
            runs[n_runs - 1].end = i + 1;
    }
    memset(v->bits.at, 0, words * sizeof *v->bits.at);
    return runs;
}

const pl_run *pl_view_runs(pl_view *v, uint32_t node)
{
    if (v->runs.n == 0) {
        pl_arena_reset(&v->runs_arena);
        PL_FILL(&v->runs, v->n, 0);
    }
    if (v->runs.at[node] == NULL)
        v->runs.at[node] = find_runs(v, node);
    return v->runs.at[node];
}

void pl_view_trim(pl_view *v)
{
    if (pl_arena_size(&v->runs_arena) > MOST_RUNS) {
        pl_arena_release(&v->runs_arena);
        v->runs.n = 0;
    }
}

const uint32_t *pl_view_gaps(pl_view *v)
{
    if (v->gaps.n == 0 && v->crossing)
        for (uint32_t i = v->tree->n_tokens; i < v->n; i++)
            if (pl_view_blocks(v, v->by_kind.at[i]) > 1)
                PL_PUSH(&v->gaps, v->by_kind.at[i]);
    return v->gaps.at;
}

static void put_runs(pl_view *v, uint32_t node, pl_str *out)
{
    const pl_run *runs = pl_view_runs(v, node);
    for (uint32_t i = 0; i < pl_view_blocks(v, node); i++) {
        pl_str_printf(out, "%s%u", i > 0 ? "," : "", runs[i].first + 1);
        if (runs[i].end - runs[i].first > 1)
            pl_str_printf(out, "-%u", runs[i].end);
    }
}

/* Appends the words of a node. The last long text is kept, since consecutive matches often share a node. */
void pl_view_put_words(pl_view *v, uint32_t node, pl_str *out)
{
    if (pl_view_blocks(v, node) < KEPT_BLOCKS) {
        put_runs(v, node, out);
        return;
    }
    if (v->words_of != node) {
        pl_str_clear(&v->words);
        put_runs(v, node, &v->words);
        v->words_of = node;
    }
    pl_str_put(out, v->words.at, v->words.n);
}

/* -- secondary edges ----------------------------------------------------------------- */

/* Returns the view's number of a node of the tree, or PL_NONE if the node is not in the view. */
static uint32_t node_of(const pl_view *v, uint32_t id)
{
    const pl_tree *t = v->tree;
    if (!pl_is_terminal(t, id) && !pl_is_live(t, id))
        return PL_NONE;
    uint32_t node = v->of.at[id];
    return node < v->n && v->nodes.at[node].id == id ? node : PL_NONE;
}

static int by_ends(const void *one, const void *other)
{
    const pl_view_edge *x = one, *y = other;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

size_t pl_view_find_edge(pl_view *v, int direction, uint32_t a, uint32_t b)
{
    if (v->edges[direction].n == 0) {
        for (const pl_edge *e = v->tree->edges; e != NULL; e = e->next) {
            uint32_t parent = node_of(v, e->parent), child = node_of(v, e->child);
            bool up = direction == PL_EDGES_UP;
            if (parent != PL_NONE && child != PL_NONE)
                PL_PUSH(
                    &v->edges[direction],
                    (pl_view_edge){up ? child : parent, up ? parent : child, e->label});
        }
        PL_SORT(&v->edges[direction], by_ends);
    }
    const pl_view_edge *edges = v->edges[direction].at, goal = {a, b, NULL};
    size_t low = 0, high = v->edges[direction].n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_ends(&edges[middle], &goal) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* -- dependencies -------------------------------------------------------------------- */

uint32_t pl_view_first_dependent(pl_view *v, uint32_t word)
{
    uint32_t n = v->tree->n_tokens;
    if (v->dependents.n == 0) {
        PL_FILL(&v->dependents, 2 * (size_t)n, 0xff);
        for (uint32_t i = n; i-- > 0;) {
            uint32_t head = pl_view_head(v, i);
            if (head == PL_NONE)
                continue;
            v->dependents.at[n + i] = v->dependents.at[head];
            v->dependents.at[head] = i;
        }
    }
    return v->dependents.at[word];
}

/* Marks arcs over words that do not depend on the head, by sets of words as bits. False if
 * there are too many words, or heads in a circle. */
static bool mark_by_bits(pl_view *v)
{
    uint64_t below[64] = {0};
    uint32_t n = v->tree->n_tokens;
    if (n > 64)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t steps = 0;
        for (uint32_t h = pl_view_head(v, i); h != PL_NONE; h = pl_view_head(v, h)) {
            if (++steps > n)
                return false;
            below[h] |= (uint64_t)1 << i;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t h = pl_view_head(v, i), low = i < h ? i : h, high = i < h ? h : i;
        if (h == PL_NONE)
            continue;
        uint64_t between = ((uint64_t)1 << high) - ((uint64_t)2 << low);
        v->arcs.at[i] = between & ~below[h] ? PL_ARC_NON_PROJECTIVE : 0;
    }
    return true;
}

bool pl_view_non_projective(pl_view *v, uint32_t word)
{
    if (v->arcs.n == 0) {
        pl_arena scratch = {0};
        PL_FILL(&v->arcs, v->tree->n_tokens, 0);
        if (!mark_by_bits(v))
            pl_projectivity(v->tree, &scratch, v->arcs.at);
        pl_arena_release(&scratch);
    }
    return pl_view_head(v, word) != PL_NONE && v->arcs.at[word] & PL_ARC_NON_PROJECTIVE;
}
