/* What transition systems share; see families.h. */
#include "machine/families.h"

#include <string.h>

/* -- effects and spellings ----------------------------------------------------------- */

void pl_effect_shift(pl_items *c, pl_action a)
{
    pl_items_shift(c);
}

void pl_effect_unary(pl_items *c, pl_action a)
{
    pl_items_unary(c, a.label);
}

void pl_effect_left(pl_items *c, pl_action a)
{
    pl_items_reduce(c, a.label, false);
}

void pl_effect_right(pl_items *c, pl_action a)
{
    pl_items_reduce(c, a.label, true);
}

void pl_effect_none(pl_items *c, pl_action a)
{
}

void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label)
{
    pl_action a = {kind, (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX), label};
    PL_PUSH(out, a);
}

/* -- what both families ask ---------------------------------------------------------- */

static const pl_item *top(const pl_items *c)
{
    return c->stack->item;
}

static bool is_axiom(const pl_items *c, const pl_item *item)
{
    return item->label != PL_NONE &&
           pl_labelset_at(c->sentence->labels, item->label)->sort == PL_LABEL_AXIOM;
}

/* One element is left, and nothing to read. */
static bool all_in_one(const pl_items *c)
{
    return pl_buffer_empty(c) && pl_height(c->stack) == 1;
}

/* Adds the unary action of the most frequent axiom, unless there is one of some axiom. */
static void close_unary(pl_inventory *inv, uint16_t unary)
{
    uint32_t axiom = pl_labelset_most_frequent(inv->labels, PL_LABEL_AXIOM);
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        if (a->kind == unary &&
            pl_labelset_at(inv->labels, a->label)->sort == PL_LABEL_AXIOM)
            return;
    }
    if (axiom != PL_NONE)
        pl_inventory_add(inv, (pl_action){unary, 0, axiom});
}

/* -- the gap family ------------------------------------------------------------------ */

bool pl_gap_is_final(const pl_items *c)
{
    return all_in_one(c) && is_axiom(c, top(c));
}

bool pl_gap_may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_gap_is_final(c);
}

bool pl_gap_axiom_fits(const pl_items *c, const pl_group *g)
{
    return (g->sort == PL_LABEL_AXIOM) == (pl_buffer_empty(c) && c->stack->height == 2);
}

bool pl_gap_unary_fits(const pl_items *c, const pl_group *g)
{
    return (g->sort == PL_LABEL_AXIOM) == (c->sentence->n_tokens == 1);
}

typedef struct walk {
    const pl_tree *tree;
    uint32_t *stack; /* [n]  nodes, the top last */
    uint32_t n;
    uint32_t *position; /* [n_nodes]  index in the stack, PL_NONE if not there */
} walk;

static void push(walk *w, uint32_t node)
{
    w->position[node] = w->n;
    w->stack[w->n++] = node;
}

/* Where the sibling of the top is in the stack; PL_NONE if it is not there. */
static uint32_t find_sibling(const walk *w)
{
    const pl_node *top = &w->tree->nodes[w->stack[w->n - 1]];
    uint32_t other = top->next != PL_NONE ? top->next : top->prev;
    return other != PL_NONE ? w->position[other] : PL_NONE;
}

/* Takes the top and the element at `at` off and pushes their parent; what lies between
 * moves down by one. */
static uint32_t reduce(walk *w, uint32_t at)
{
    uint32_t top = w->stack[--w->n], parent = w->tree->nodes[top].parent;
    w->position[top] = w->position[w->stack[at]] = PL_NONE;
    for (uint32_t i = at; i + 1 < w->n; i++) {
        w->stack[i] = w->stack[i + 1];
        w->position[w->stack[i]] = i;
    }
    w->n--;
    push(w, parent);
    return top;
}

void pl_gap_walk(const pl_gold *gold, const pl_gap_speller *spell, pl_actions *out,
                 pl_arena *m)
{
    const pl_tree *t = gold->tree;
    walk w = {t, pl_arena_alloc(m, (t->n_tokens + 1) * sizeof(uint32_t)), 0,
              pl_arena_alloc(m, t->n_nodes * sizeof(uint32_t))};
    memset(w.position, 0xff, t->n_nodes * sizeof(uint32_t)); /* PL_NONE */
    for (uint32_t i = 0, at; i < t->n_tokens; i++) {
        spell->shift(out);
        uint32_t parent = t->nodes[i].parent;
        bool unary = parent != PL_NONE && t->nodes[parent].order == 1;
        spell->unary(out, unary ? gold->labels[parent] : PL_NONE);
        push(&w, unary ? parent : i);
        while ((at = find_sibling(&w)) != PL_NONE) {
            uint32_t gaps = w.n - 2 - at, d0 = reduce(&w, at), x = w.stack[w.n - 1];
            spell->reduce(out, gaps, gold->labels[x], t->nodes[x].head == d0);
        }
    }
}

void pl_gap_close(pl_inventory *inv, uint16_t unary, uint16_t right, uint16_t left)
{
    uint32_t ordinary = pl_labelset_most_frequent(inv->labels, PL_LABEL_ORDINARY);
    for (uint32_t i = 0; i < inv->labels->entries.n; i++)
        if (inv->labels->entries.at[i].sort == PL_LABEL_AXIOM || i == ordinary) {
            pl_inventory_add(inv, (pl_action){right, 0, i});
            pl_inventory_add(inv, (pl_action){left, 0, i});
        }
    close_unary(inv, unary);
}

/* -- the swap family: conditions ------------------------------------------------------ */

bool pl_swap_is_final(const pl_items *c)
{
    return c->last == PL_SWAP_FINISH || c->last == PL_SWAP_IDLE;
}

/* After BINR-@X a node has all its right siblings. If children are read from left to
 * right, its left siblings are on the stack below it, so the next one must be joined
 * before another word is read. A left sibling is never an intermediate node. */
bool pl_swap_may_read(const pl_items *c, const pl_inventory *inv)
{
    bool waits = inv->left_first && c->last == PL_SWAP_BINR && top(c)->temporary &&
                 c->split != NULL && !c->split->item->temporary;
    return !pl_buffer_empty(c) && !waits;
}

static uint32_t chain_length(const pl_item *item)
{
    uint32_t n = 0;
    for (; item->left != NULL && item->right == NULL; item = item->left)
        n++;
    return n;
}

bool pl_swap_may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (c->stack == NULL || top(c)->temporary || is_axiom(c, top(c)) ||
        g->sort == PL_LABEL_TEMPORARY || (top(c)->label == g->label && !inv->repeats))
        return false;
    return g->sort == PL_LABEL_AXIOM ? all_in_one(c)
                                     : chain_length(top(c)) < inv->max_chain;
}

/* A root is made of the last two elements; an intermediate node must find something to be
 * joined with: a word to read, or an element below that can be its child. */
static bool may_join(const pl_items *c, const pl_group *g)
{
    if (c->split == NULL)
        return false;
    const pl_cell *third = c->split->below;
    if (g->sort == PL_LABEL_AXIOM)
        return pl_buffer_empty(c) && third == NULL;
    return g->sort == PL_LABEL_ORDINARY || !pl_buffer_empty(c) ||
           (third != NULL && !third->item->temporary);
}

bool pl_swap_may_binl(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_join(c, g) && !top(c)->temporary;
}

bool pl_swap_may_binr(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_join(c, g) && !c->split->item->temporary;
}

bool pl_swap_may_finish(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return all_in_one(c) && is_axiom(c, top(c)) && !pl_swap_is_final(c);
}

bool pl_swap_may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_swap_is_final(c);
}

/* -- the swap family: oracle --------------------------------------------------------- */

/* Builds what can be built of the top of the stack: in the order of reading the tree is
 * continuous, so that a sibling which is on the stack stands just below. */
static uint32_t build(const pl_gold *gold, uint32_t *stack, uint32_t n, pl_actions *out)
{
    const pl_node *nodes = gold->tree->nodes;
    for (;;) {
        uint32_t node = stack[n - 1], parent = nodes[node].parent;
        if (parent == PL_NONE)
            return n;
        uint32_t label = gold->labels[parent];
        if (nodes[parent].order == 1) {
            pl_spell(out, PL_SWAP_UNARY, 0, label);
        } else if (n > 1 && nodes[stack[n - 2]].parent == parent) {
            bool right = nodes[parent].head == node;
            pl_spell(out, right ? PL_SWAP_BINR : PL_SWAP_BINL, 0, label);
            n--;
        } else {
            return n;
        }
        stack[n - 1] = parent;
    }
}

void pl_swap_walk(const pl_gold *gold, void (*read)(pl_actions *out, uint32_t i),
                  pl_actions *out, pl_arena *m)
{
    const uint32_t *order = gold->order;
    uint32_t n = 0, n_queue = gold->tree->n_tokens;
    uint32_t *stack = pl_arena_alloc(m, (n_queue + 1) * sizeof *stack);
    uint32_t *queue = pl_arena_alloc(m, (n_queue + 1) * sizeof *queue);
    for (uint32_t i = 0; i < n_queue; i++)
        queue[i] = i;
    for (uint32_t k = 0, first = 0; k < n_queue; k++) {
        uint32_t i = first;
        while (queue[i] != order[k])
            i++;
        read(out, i - first);
        for (; i > first; i--)
            queue[i] = queue[i - 1];
        first++;
        stack[n++] = order[k];
        n = build(gold, stack, n, out);
    }
}

void pl_swap_close(pl_inventory *inv)
{
    uint32_t ordinary = pl_labelset_most_frequent(inv->labels, PL_LABEL_ORDINARY);
    close_unary(inv, PL_SWAP_UNARY);
    if (ordinary != PL_NONE) {
        pl_inventory_add(inv, (pl_action){PL_SWAP_BINL, 0, ordinary});
        pl_inventory_add(inv, (pl_action){PL_SWAP_BINR, 0, ordinary});
    }
    pl_inventory_add(inv, (pl_action){PL_SWAP_READ, 0, PL_NONE});
}
