/* A treebank as its productions: every tree an array of nodes in pre-order, all trees one
 * after the other. From a node, its first child is the next node, and what follows its
 * subtree is `size` nodes further on: to walk through a tree is to add.
 *
 *     (S (VP (PROAV 0=…) (VVPP 2=…)) (VMFIN 1=…))
 *
 *     node        0          1                  2           3          4
 *     production  S→VP_2 V   VP_2→PROAV VVPP    PROAV→…     VVPP→…     VMFIN→…
 *     size        5          3                  1           1          1
 *
 * Trees are added one by one and need not be kept. pl_forest_index then lists, for each
 * production, the nodes that have it. */
#ifndef PL_GRAMMAR_FOREST_H
#define PL_GRAMMAR_FOREST_H

#include "base/err.h"
#include "tree/tree.h"
#include "grammar/productions.h"

#define PL_MAX_FOREST 2000000000u /* nodes of all trees together */

typedef struct pl_forest_node {
    uint32_t production;
    uint32_t size;    /* nodes of the subtree, itself included */
    uint32_t context; /* the slot of its parent's production in which it stands (see
                         pl_production); PL_NONE for the root of a tree */
    uint32_t tree;    /* from 0 */
} pl_forest_node;

typedef struct pl_forest {
    pl_productions productions;
    PL_VEC(pl_forest_node) nodes;
    uint32_t n_trees;
    /* Made by pl_forest_index: nodes with production p, in ascending order, are
     * having[having_starts[p]] … having[having_starts[p+1] - 1]. */
    uint32_t *having_starts, *having;
    pl_prod_stack stack;    /* scratch */
    PL_VEC(uint32_t) place; /* scratch */
} pl_forest;

/* Adds a tree (in order, see pl_tree_order): 0, or -1 with the reason, the forest then
 * being as it was but for unused productions. Every word needs a tag. */
int pl_forest_add(pl_forest *f, const pl_tree *t, pl_error *err);
void pl_forest_index(pl_forest *f);
/* Puts a node with this label above the root of every tree: grammars have one start
 * symbol. Not after indexing. */
void pl_forest_add_roots(pl_forest *f, const char *label);
void pl_forest_release(pl_forest *f);

#endif
