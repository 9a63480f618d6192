/* The secondary edges of a tree, found by one of their ends: for writers, which put all
 * edges of a node in one place.
 *
 *     pl_edge_index ix = {0};
 *     pl_edge_index_make(&ix, tree, false);               by child
 *     n = pl_edge_index_of(&ix, node, &edges);             edges[0 … n-1], in their order
 *     pl_edge_index_release(&ix);
 */
#ifndef PL_TREE_EDGE_INDEX_H
#define PL_TREE_EDGE_INDEX_H

#include "base/vec.h"
#include "tree/tree.h"

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

#endif
