/* The nonterminals of a tree from the bottom up: first those that have only words below
 * them, then those with one level of nodes in between, and so on; from left to right
 * within a level. The export format numbers its nodes in this order, and TigerXML
 * borrows the numbers.
 *
 *     pl_levels l = {0};
 *     pl_levels_find(&l, tree, tree->root);    the root left out
 *     l.order.at[0 … l.order.n - 1]
 *     pl_levels_release(&l);
 */
#ifndef PL_TREE_LEVELS_H
#define PL_TREE_LEVELS_H

#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_levels {
    PL_VEC(uint32_t) order;  /* the nonterminals */
    PL_VEC(uint32_t) height; /* [n_nodes]     edges down to the farthest word */
    PL_VEC(uint32_t) start;  /* [height + 2]  where a level begins in `order` */
} pl_levels;

/* Fills l->order for a tree that is in order. `skip` is a node to leave out, PL_NONE for
 * none. Linear in the number of nodes. */
void pl_levels_find(pl_levels *l, const pl_tree *t, uint32_t skip);
void pl_levels_release(pl_levels *l);

#endif
