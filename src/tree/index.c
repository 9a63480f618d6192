/* Nonterminals by level and secondary edges by one end: counting sorts; see index.h. */
#include "tree/index.h"

#include <string.h>

/* -- levels ------------------------------------------------------------------------ */

/* Nodes are sorted by height, then by lowest terminal. Two nodes with the same lowest
 * terminal are both above it, one above the other, so that their heights differ and no
 * third criterion is needed. */
static void find_heights(pl_levels *l, const pl_tree *t)
{
    PL_RESERVE(&l->height, (size_t)t->n_nodes + 1);
    memset(l->height.at, 0, t->n_nodes * sizeof *l->height.at);
    uint32_t *height = l->height.at;
    for (uint32_t v = pl_tree_deepest(t, t->root); v != t->root;
         v = pl_tree_postorder(t, t->root, v)) {
        uint32_t *above = &height[t->nodes[v].parent];
        if (*above <= height[v])
            *above = height[v] + 1;
    }
}

/* The next nonterminal in the order of lowest terminals, bottom-up where that is the
 * same; *i is that terminal. Start with v = *i = 0. PL_NONE at the end. */
static uint32_t next_by_low(const pl_tree *t, uint32_t v, uint32_t *i)
{
    uint32_t above = t->nodes[v].parent;
    while (above == PL_NONE || t->nodes[above].low != *i) {
        if (++*i == t->n_tokens)
            return PL_NONE;
        above = t->nodes[*i].parent;
    }
    return above;
}

void pl_levels_find(pl_levels *l, const pl_tree *t, uint32_t skip)
{
    l->order.n = 0;
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    find_heights(l, t);
    size_t n_levels = l->height.at[t->root] + 1;
    PL_RESERVE(&l->start, n_levels + 1);
    memset(l->start.at, 0, (n_levels + 1) * sizeof *l->start.at);
    for (uint32_t i = 0, v = 0; (v = next_by_low(t, v, &i)) != PL_NONE;)
        if (v != skip)
            l->start.at[l->height.at[v] + 1]++;
    for (size_t h = 1; h <= n_levels; h++)
        l->start.at[h] += l->start.at[h - 1];
    l->order.n = l->start.at[n_levels];
    PL_RESERVE(&l->order, l->order.n + 1);
    for (uint32_t i = 0, v = 0; (v = next_by_low(t, v, &i)) != PL_NONE;)
        if (v != skip)
            l->order.at[l->start.at[l->height.at[v]]++] = v;
}

void pl_levels_release(pl_levels *l)
{
    PL_VEC_RELEASE(&l->order, &l->height, &l->start);
}

/* -- secondary edges --------------------------------------------------------------- */

void pl_edge_index_make(pl_edge_index *ix, const pl_tree *t, bool by_parent)
{
    ix->edges.n = 0;
    if (t->edges == NULL)
        return;
    size_t n = (size_t)t->n_nodes + 2;
    PL_RESERVE(&ix->first, n);
    uint32_t *first = ix->first.at;
    memset(first, 0, n * sizeof *first);
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        first[(by_parent ? e->parent : e->child) + 2]++;
        ix->edges.n++;
    }
    for (size_t i = 2; i < n; i++)
        first[i] += first[i - 1];
    /* first[v + 1] is now where those of v begin, and moves on to where they end */
    PL_RESERVE(&ix->edges, ix->edges.n);
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        ix->edges.at[first[(by_parent ? e->parent : e->child) + 1]++] = e;
}

void pl_edge_index_release(pl_edge_index *ix)
{
    PL_VEC_RELEASE(&ix->edges, &ix->first);
}
