/* The artificial root; see root.h. */
#include "transform/root.h"

#include <string.h>

static void see(pl_root_check *check, const char *label, uint8_t where)
{
    uint32_t id = pl_intern_add(&check->labels, label);
    while (check->seen.n <= id)
        PL_PUSH(&check->seen, 0);
    check->seen.at[id] |= where;
    if (check->seen.at[id] == 3)
        check->needs_artificial = true;
}

void pl_root_check_tree(pl_root_check *check, const pl_tree *t)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root)) {
        check->needs_artificial = true;
        return;
    }
    if (t->nodes[t->root].flags & PL_NODE_VIRTUAL)
        check->virtual_root = true;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            see(check, t->nodes[v].label, v == t->root ? 1 : 2);
}

void pl_root_check_release(pl_root_check *check)
{
    pl_intern_release(&check->labels);
    PL_VEC_RELEASE(&check->seen);
}

void pl_root_add(pl_tree *t)
{
    uint32_t below = t->root;
    t->nodes[pl_tree_insert_above(t, below, PL_ARTIFICIAL_ROOT)].head = below;
    pl_tree_order(t);
}

void pl_root_remove(pl_tree *t)
{
    uint32_t root = t->root;
    if (pl_is_terminal(t, root) || strcmp(t->nodes[root].label, PL_ARTIFICIAL_ROOT) != 0)
        return;
    t->root = t->nodes[root].first;
    pl_tree_unlink(t, t->root);
}
