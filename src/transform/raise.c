/* Raising; see raise.h. */
#include "transform/raise.h"

#include "transform/transforms.h"

#include <stdlib.h>

typedef struct child {
    uint32_t node, low;
} child;

static int by_low(const void *a, const void *b)
{
    const child *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* The children of v, all continuous, in the order of their words; their number. */
static uint32_t sorted_children(const pl_tree *t, uint32_t v, child *out)
{
    uint32_t n = 0;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        out[n++] = (child){c, t->nodes[c].low};
    qsort(out, n, sizeof *out, by_low);
    return n;
}

/* Of the runs of adjacent children, the one that stays: out[*from] … out[*to - 1]. */
static void choose_block(const pl_tree *t, uint32_t v, const child *out, uint32_t n,
                         uint32_t *from, uint32_t *to)
{
    uint32_t most = 0;
    for (uint32_t start = 0, end; start < n; start = end) {
        bool has_head = false;
        end = start;
        do
            has_head |= out[end].node == t->nodes[v].head;
        while (++end < n && out[end].low == t->nodes[out[end - 1].node].high + 1);
        uint32_t words = t->nodes[out[end - 1].node].high + 1 - out[start].low;
        if (has_head || words > most) {
            most = has_head ? PL_NONE : words;
            *from = start;
            *to = end;
        }
    }
}

/* Nodes are seen children first, so that what was raised to a node is there in time; low
 * and high are kept true for those already seen. */
void pl_raise(pl_tree *t)
{
    if (!pl_tree_is_discontinuous(t))
        return;
    uint32_t *post = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes), n_post = 0;
    child *below = PL_NEW_ARRAY(t->arena, child, t->n_nodes);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            post[n_post++] = v;
    for (uint32_t i = 0; i < n_post; i++) {
        uint32_t v = post[i], from = 0, to = 0;
        uint32_t n = sorted_children(t, v, below);
        choose_block(t, v, below, n, &from, &to);
        for (uint32_t k = 0; k < n; k++)
            if (k < from || k >= to)
                pl_tree_move(t, below[k].node, t->nodes[v].parent);
        t->nodes[v].low = below[from].low;
        t->nodes[v].high = t->nodes[below[to - 1].node].high;
    }
    pl_tree_order(t);
}

static int apply(pl_step *s, pl_tree *t, pl_error *err)
{
    (void)s, (void)err;
    pl_raise(t);
    return 1;
}

const pl_transform pl_transform_raise = {
    .name = "raise",
    .about = "make trees continuous: children outside the head's block move up",
    .apply = apply,
};
