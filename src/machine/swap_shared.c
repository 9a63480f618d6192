/* What SWAP and SKIPSHIFT share; see swap_shared.h. */
#include "machine/swap_shared.h"

/* -- conditions --------------------------------------------------------------------- */

static const pl_item *top(const pl_config *c)
{
    return c->stack->item;
}

static bool is_root(const pl_config *c, const pl_item *item)
{
    return item->label != PL_NONE &&
           pl_labelset_at(c->sentence->labels, item->label)->class == PL_LABEL_AXIOM;
}

/* One element is left, and nothing to read. */
static bool all_in_one(const pl_config *c)
{
    return pl_buffer_empty(c) && pl_height(c->stack) == 1;
}

bool pl_swap_is_final(const pl_config *c)
{
    return c->last == PL_SWAP_FINISH || c->last == PL_SWAP_IDLE;
}

/* After BINR-@X a node has its right siblings already, and under LEFT the left ones stand
 * below it: the next one must be taken first. An intermediate node there is none. */
bool pl_swap_may_read(const pl_config *c, const pl_inventory *inv)
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

bool pl_swap_may_unary(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    if (c->stack == NULL || top(c)->temporary || is_root(c, top(c)) ||
        g->class == PL_LABEL_TEMPORARY || (top(c)->label == g->label && !inv->repeats))
        return false;
    return g->class == PL_LABEL_AXIOM ? all_in_one(c)
                                      : chain_length(top(c)) < inv->max_chain;
}

/* A root is made of the last two elements; an intermediate node must find something to be
 * joined with: a word to read, or an element below that can be its child. */
static bool may_join(const pl_config *c, const pl_group *g)
{
    if (c->split == NULL)
        return false;
    const pl_cell *third = c->split->below;
    if (g->class == PL_LABEL_AXIOM)
        return pl_buffer_empty(c) && third == NULL;
    return g->class == PL_LABEL_ORDINARY || !pl_buffer_empty(c) ||
           (third != NULL && !third->item->temporary);
}

bool pl_swap_may_binl(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    (void)inv;
    return may_join(c, g) && !top(c)->temporary;
}

bool pl_swap_may_binr(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    (void)inv;
    return may_join(c, g) && !c->split->item->temporary;
}

bool pl_swap_may_finish(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    (void)g, (void)inv;
    return all_in_one(c) && is_root(c, top(c)) && !pl_swap_is_final(c);
}

bool pl_swap_may_idle(const pl_config *c, const pl_group *g, const pl_inventory *inv)
{
    (void)g, (void)inv;
    return pl_swap_is_final(c);
}

/* -- oracle ------------------------------------------------------------------------- */

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
    const pl_labelset *labels = inv->labels;
    uint32_t ordinary = pl_labelset_most_frequent(labels, PL_LABEL_ORDINARY);
    uint32_t root = pl_labelset_most_frequent(labels, PL_LABEL_AXIOM);
    bool has_root = root == PL_NONE;
    for (size_t i = 0; i < inv->actions.n; i++)
        has_root |=
            inv->actions.at[i].kind == PL_SWAP_UNARY &&
            pl_labelset_at(labels, inv->actions.at[i].label)->class == PL_LABEL_AXIOM;
    if (!has_root)
        pl_inventory_add(inv, (pl_action){PL_SWAP_UNARY, 0, root});
    if (ordinary != PL_NONE) {
        pl_inventory_add(inv, (pl_action){PL_SWAP_BINL, 0, ordinary});
        pl_inventory_add(inv, (pl_action){PL_SWAP_BINR, 0, ordinary});
    }
    pl_inventory_add(inv, (pl_action){PL_SWAP_READ, 0, PL_NONE});
}
