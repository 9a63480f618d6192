/* Punctuation: moving, removing; see transform.h. Spans (low, high) are kept true while
 * nodes move, the order of children is restored at the end. */
#include "transform/transform.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* -- moving marks ------------------------------------------------------------------ */

/* clang-format off */
static const struct pair {
    const char *open, *close;
} pairs[] = {
    {"\"", "\""},        {"'", "'"},          {"``", "''"}, {"[", "]"}, {"(", ")"},
    {"-LRB-", "-RRB-"},  {"-LSB-", "-RSB-"},  {"-", "-"},   {"«", "»"},
};
enum { N_PAIRS = sizeof pairs / sizeof *pairs };
/* clang-format on */

/* Unlinks a node and the ancestors this leaves empty, except the root; returns the
 * lowest ancestor that is left. */
static uint32_t detach(pl_tree *t, uint32_t node)
{
    uint32_t above = t->nodes[node].parent;
    pl_tree_unlink(t, node);
    while (above != t->root && t->nodes[above].first == PL_NONE) {
        uint32_t empty = above;
        above = t->nodes[above].parent;
        pl_tree_unlink(t, empty);
    }
    return above;
}

/* Makes low and high true again after a child of `node` went or came, up to the root,
 * which covers every terminal before and after. */
static void shrink_spans(pl_tree *t, uint32_t node)
{
    for (; node != t->root; node = t->nodes[node].parent) {
        pl_node *n = &t->nodes[node];
        uint32_t low = PL_NONE, high = 0;
        for (uint32_t c = n->first; c != PL_NONE; c = t->nodes[c].next) {
            low = t->nodes[c].low < low ? t->nodes[c].low : low;
            high = t->nodes[c].high > high ? t->nodes[c].high : high;
        }
        if (low == n->low && high == n->high)
            return;
        n->low = low;
        n->high = high;
    }
}

static void extend_spans(pl_tree *t, uint32_t node, uint32_t terminal)
{
    for (; node != t->root; node = t->nodes[node].parent) {
        pl_node *n = &t->nodes[node];
        n->low = terminal < n->low ? terminal : n->low;
        n->high = terminal > n->high ? terminal : n->high;
    }
}

static void move(pl_tree *t, uint32_t terminal, uint32_t to)
{
    uint32_t left = detach(t, terminal);
    pl_tree_append(t, to, terminal);
    shrink_spans(t, left);
    extend_spans(t, to, terminal);
}

/* -- move -------------------------------------------------------------------------- */

/* The first node in pre-order with a child that begins at terminal i. All nodes with such
 * a child are on the path from the terminal to the root, and the first is the highest. */
static uint32_t highest_beginning_at(const pl_tree *t, uint32_t i)
{
    uint32_t v = i;
    while (t->nodes[v].parent != t->root && t->nodes[t->nodes[v].parent].low == i)
        v = t->nodes[v].parent;
    return t->nodes[v].parent;
}

static void move_from_root(pl_tree *t, bool all)
{
    uint32_t before;
    for (uint32_t c = t->nodes[t->root].last; c != PL_NONE; c = before) {
        before = t->nodes[c].prev;
        bool wanted = pl_is_terminal(t, c) &&
                      (all || pl_is_punct(t->nodes[c].label, t->tokens[c].word));
        if (!wanted || c + 1 >= t->n_tokens)
            continue;
        uint32_t to = highest_beginning_at(t, c + 1);
        if (to != t->root)
            move(t, c, to);
    }
}

/* Two marks that belong together, the left one first. */
static void move_pair(pl_tree *t, uint32_t left, uint32_t right)
{
    uint32_t left_parent = t->nodes[left].parent, right_parent = t->nodes[right].parent;
    if (t->nodes[left_parent].high + 1 == right)
        move(t, right, left_parent);
    else if (t->nodes[right_parent].low == left + 1)
        move(t, left, right_parent);
}

/* The last mark that opens each kind of pair is remembered until one closes it. */
static void balance_pairs(pl_tree *t)
{
    uint32_t left[N_PAIRS];
    memset(left, 0xff, sizeof left);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *word = t->tokens[i].word;
        int opens = N_PAIRS, closes = N_PAIRS;
        for (int k = 0; k < N_PAIRS && pl_is_punct_tag(t->nodes[i].label); k++) {
            opens = strcmp(pairs[k].open, word) == 0 ? k : opens;
            closes = strcmp(pairs[k].close, word) == 0 ? k : closes;
        }
        if (closes < N_PAIRS && left[closes] != PL_NONE) {
            move_pair(t, left[closes], i);
            left[closes] = PL_NONE;
        } else if (opens < N_PAIRS)
            left[opens] = i;
    }
}

/* A sentence without constituents has nowhere to move to. */
static bool has_constituents(const pl_tree *t)
{
    return t->root != PL_NONE && !pl_is_terminal(t, t->root);
}

static void move_from_root_and_pair(pl_tree *t, bool all)
{
    if (!has_constituents(t))
        return;
    move_from_root(t, all);
    balance_pairs(t);
    pl_tree_compact(t);
}

static void move_marks(pl_tree *t)
{
    move_from_root_and_pair(t, false);
}

static void move_all(pl_tree *t)
{
    move_from_root_and_pair(t, true);
}

/* -- lca, root, remove ------------------------------------------------------------- */

/* The benchmark files were made by the tag alone: a = that is tagged as a symbol stays.
 */
static bool is_loose(const pl_tree *t, uint32_t i)
{
    return t->nodes[i].parent == t->root && pl_has_mark_tag(t, i);
}

static void move_to_lca(pl_tree *t)
{
    if (!has_constituents(t))
        return;
    /* [n_tokens]  the last terminal before each that is not punctuation at the root */
    uint32_t *left = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    for (uint32_t i = 0, last = PL_NONE; i < t->n_tokens; i++) {
        left[i] = last;
        last = is_loose(t, i) ? last : i;
    }
    for (uint32_t i = t->n_tokens, right = PL_NONE; i-- > 0;) {
        if (!is_loose(t, i))
            right = i;
        else if (left[i] != PL_NONE && right != PL_NONE)
            pl_tree_move(t, i, pl_tree_lca(t, left[i], right));
    }
    pl_tree_order(t);
}

void pl_punct_to_root(pl_tree *t)
{
    if (!has_constituents(t))
        return;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].parent != t->root && pl_is_mark(t, i)) {
            detach(t, i);
            pl_tree_append(t, t->root, i);
        }
    pl_tree_compact(t);
}

static void remove_marks(pl_tree *t)
{
    bool *gone = PL_NEW_ARRAY(t->arena, bool, t->n_tokens), left = false, any = false;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        gone[i] = pl_is_mark(t, i);
        left |= !gone[i];
        any |= gone[i];
    }
    if (left && any)
        pl_tree_delete_tokens(t, gone);
}

const pl_mode pl_punct_modes[] = {
    {"move", move_marks},
    {"moveall", move_all},
    {"lca", move_to_lca},
    {"root", pl_punct_to_root},
    {"remove", remove_marks},
    {"keep", NULL},
    {NULL, NULL},
};

const pl_transform_code pl_punct_code = {.modes = pl_punct_modes};

/* -- root-attach ------------------------------------------------------------------- */

/* A child of the root. */
typedef struct by_size {
    uint64_t place; /* the size, then the lowest word */
    uint32_t node;
} by_size;

/* Whether all terminals between the first and the last of a node are below it. (Its
 * field `blocks` is not true any more when something has moved into a gap of it.) */
static bool is_continuous(const pl_tree *t, uint32_t node)
{
    uint32_t n = 0;
    for (uint32_t v = node; v != PL_NONE; v = pl_tree_preorder(t, node, v))
        n += pl_is_terminal(t, v);
    return n == t->nodes[node].high - t->nodes[node].low + 1;
}

/* Gives the terminals below a node the colour. */
static void paint(const pl_tree *t, uint32_t node, char *colours, char colour)
{
    for (uint32_t v = node; v != PL_NONE; v = pl_tree_preorder(t, node, v))
        if (pl_is_terminal(t, v))
            colours[v] = colour;
}

/* Whether `to`, which has the terminals on both sides of `child`, has fewer blocks with
 * `child` below it than without. Together they have the blocks of both, less one for
 * each place where a terminal of one is next to a terminal of the other. */
static bool removes_gap(const pl_tree *t, uint32_t child, uint32_t to, char *colours)
{
    if (is_continuous(t, child))
        return true;
    enum { NEITHER, TO, CHILD };
    paint(t, to, colours, TO);
    paint(t, child, colours, CHILD);
    uint32_t touching = 0, blocks = 0;
    for (uint32_t i = t->nodes[child].low; i <= t->nodes[child].high; i++)
        if (colours[i] == CHILD) {
            touching += (colours[i - 1] == TO) + (colours[i + 1] == TO);
            blocks += colours[i - 1] != CHILD;
        }
    paint(t, to, colours, NEITHER);
    paint(t, child, colours, NEITHER);
    return touching > blocks;
}

void pl_root_attach(pl_tree *t)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    uint32_t n = t->nodes[t->root].order, k = 0;
    by_size *children = PL_NEW_ARRAY(t->arena, by_size, n);
    char *colours = PL_NEW_ARRAY(t->arena, char, t->n_tokens);
    for (uint32_t c = t->nodes[t->root].first; c != PL_NONE; c = t->nodes[c].next)
        children[k++] = (by_size){(uint64_t)t->nodes[c].size << 32 | t->nodes[c].low, c};
    qsort(children, n, sizeof *children, pl_by_u64);
    for (uint32_t i = 0; i < n; i++) {
        const pl_node *c = &t->nodes[children[i].node];
        if (c->low == 0 || c->high + 1 >= t->n_tokens)
            continue;
        uint32_t to = pl_tree_lca(t, c->low - 1, c->high + 1);
        if (to != t->root && removes_gap(t, children[i].node, to, colours))
            pl_tree_move(t, children[i].node, to);
    }
    pl_tree_order(t);
}

const pl_transform_code pl_root_attach_code = {.change = pl_root_attach};
