/* Restores the order of children and what is counted below each node; see tree.h. */
#include "tree/tree.h"

/* Relinks the children of `parent` in the order of `low`: a merge sort on the list,
 * stable, without recursion; nothing is done when they are in order already. */
static void sort_children(pl_tree *t, uint32_t parent)
{
    pl_node *nodes = t->nodes;
    uint32_t list = nodes[parent].first;
    bool sorted = true;
    for (uint32_t c = list; sorted && nodes[c].next != PL_NONE; c = nodes[c].next)
        sorted = nodes[c].low <= nodes[nodes[c].next].low;
    if (sorted)
        return;
    for (uint32_t width = 1, merges = 2; merges > 1; width *= 2) {
        uint32_t p = list, tail = PL_NONE;
        list = PL_NONE;
        for (merges = 0; p != PL_NONE; merges++) {
            uint32_t q = p, np = 0, nq = width;
            while (np < width && q != PL_NONE) {
                np++;
                q = nodes[q].next;
            }
            while (np > 0 || (nq > 0 && q != PL_NONE)) {
                bool from_p =
                    np > 0 && (nq == 0 || q == PL_NONE || nodes[p].low <= nodes[q].low);
                uint32_t taken = from_p ? p : q;
                if (from_p) {
                    p = nodes[p].next;
                    np--;
                } else {
                    q = nodes[q].next;
                    nq--;
                }
                if (tail != PL_NONE)
                    nodes[tail].next = taken;
                else
                    list = taken;
                nodes[taken].prev = tail;
                tail = taken;
            }
            p = q;
        }
        nodes[tail].next = PL_NONE;
        nodes[parent].last = tail;
    }
    nodes[parent].first = list;
}

/* The lowest ancestor of `node` that is not finished; see count_lcas. What is passed on
 * the way points there afterwards, so that the next search is short. */
static uint32_t lowest_open(pl_node *nodes, uint32_t node)
{
    uint32_t open = node;
    while (nodes[open].order != PL_NONE)
        open = nodes[open].order;
    while (nodes[node].order != PL_NONE) {
        uint32_t next = nodes[node].order;
        nodes[node].order = open;
        node = next;
    }
    return open;
}

/* blocks(v) = terminals i below v whose left neighbour i-1 is not below v
 *           = size(v) - number of i with lca(i-1, i) at or below v.
 * So each lca is counted at its node (in `blocks`), and both counts are summed up the
 * tree. The lcas are found on one way through the tree in post-order (Tarjan 1979): that
 * of a terminal and one visited before is the latter's lowest ancestor that is not yet
 * finished. For the while, `order` of a finished node is its parent or higher, of others
 * PL_NONE. */
static void count_lcas(pl_tree *t)
{
    pl_node *nodes = t->nodes;
    for (uint32_t i = 0; i < t->n_nodes; i++)
        nodes[i].order = PL_NONE;
    for (uint32_t v = pl_tree_deepest(t, t->root); v != t->root;
         v = pl_tree_postorder(t, t->root, v)) {
        if (v < t->n_tokens && v > 0 && nodes[v - 1].order != PL_NONE)
            nodes[lowest_open(nodes, v - 1)].blocks++;
        if (v + 1 < t->n_tokens && nodes[v + 1].order != PL_NONE)
            nodes[lowest_open(nodes, v + 1)].blocks++;
        nodes[v].order = nodes[v].parent;
    }
    for (uint32_t i = 0; i < t->n_nodes; i++)
        nodes[i].order = 0;
}

void pl_tree_order(pl_tree *t)
{
    pl_node *nodes = t->nodes;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        bool terminal = i < t->n_tokens;
        nodes[i].low = terminal ? i : PL_NONE;
        nodes[i].high = terminal ? i : 0;
        nodes[i].size = terminal;
        nodes[i].blocks = 0; /* the lcas of neighbours until size is known */
        nodes[i].order = 0;
    }
    if (t->root == PL_NONE) {
        for (uint32_t i = 0; i < t->n_tokens; i++)
            nodes[i].blocks = 1;
        return;
    }
    count_lcas(t);
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;) {
        uint32_t after = v == t->root ? PL_NONE : pl_tree_postorder(t, t->root, v);
        pl_node *n = &nodes[v];
        if (n->first != PL_NONE)
            sort_children(t, v);
        n->blocks = n->size - n->blocks; /* size is complete, its lcas too */
        if (n->parent != PL_NONE && v != t->root) {
            pl_node *p = &nodes[n->parent];
            p->low = n->low < p->low ? n->low : p->low;
            p->high = n->high > p->high ? n->high : p->high;
            p->size += n->size;
            p->blocks += n->size - n->blocks;
            p->order++;
        }
        v = after;
    }
}
