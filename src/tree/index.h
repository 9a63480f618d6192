/* What writers look up in a tree: its nonterminals by level, its secondary edges by one
 * of their ends. */
#pragma once

#include "base/vec.h"
#include "tree/tree.h"

/* The nonterminals of a tree from the bottom up: first those that have only words below
 * them, then those with one level of nodes in between, and so on; from left to right
 * within a level. The export format numbers its nodes in this order from 500 on, and
 * TigerXML borrows the numbers.
 *
 *     pl_levels l = {0};
 *     pl_levels_find(&l, tree, tree->root);    the root left out
 *     l.order.at[0 … l.order.n - 1]
 *     pl_levels_release(&l);
 */
enum { PL_FIRST_NODE = 500 };

typedef struct pl_levels {
    PL_VEC(uint32_t) order;  /* the nonterminals */
    PL_VEC(uint32_t) height; /* [n_nodes]     edges down to the farthest word */
    PL_VEC(uint32_t) start;  /* [height + 2]  where a level begins in `order` */
} pl_levels;

/* Fills l->order for a tree that is in order. `skip` is a node to leave out, PL_NONE for
 * none. Linear in the number of nodes. */
void pl_levels_find(pl_levels *l, const pl_tree *t, uint32_t skip);
void pl_levels_release(pl_levels *l);

/* The secondary edges of a tree, found by one of their ends: for writers, which put all
 * edges of a node in one place.
 *
 *     pl_edge_index ix = {0};
 *     pl_edge_index_make(&ix, tree, false);               by child
 *     n = pl_edge_index_of(&ix, node, &edges);             edges[0 … n-1], in their order
 *     pl_edge_index_release(&ix);
 */
typedef struct pl_edge_index {
    PL_VEC(const pl_edge *) edges; /* sorted by node, else in their order */
    PL_VEC(uint32_t) first;        /* [n_nodes + 2]  where a node's edges begin */
} pl_edge_index;

/* Linear in the number of nodes and edges; nothing at all for a tree without edges. */
void pl_edge_index_make(pl_edge_index *ix, const pl_tree *t, bool by_parent);
void pl_edge_index_release(pl_edge_index *ix);

static inline uint32_t pl_edge_index_of(const pl_edge_index *ix, uint32_t node,
                                        const pl_edge *const **edges)
{
    if (ix->edges.n == 0)
        return 0;
    *edges = ix->edges.at + ix->first.at[node];
    return ix->first.at[node + 1] - ix->first.at[node];
}
