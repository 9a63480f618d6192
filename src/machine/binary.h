/* The trees that transition systems derive: every node has two children, or one where
 * the system allows it. Made from a treebank tree with marked heads by head-outward
 * binarization and merging of unary chains, and turned back without loss.
 *
 *     S                     S                       nodes 0 … n-1 are the words
 *   ┌─┼──┐   heads: VV     ┌┴──┐
 *   NP VV ADV      →       S:  ADV                  the head first takes its siblings on
 *                         ┌┴──┐                     the left, nearest first, then those
 *                         NP  VV                    on the right (for some systems: the
 *                                                   other way round)
 */
#ifndef PL_MACHINE_BINARY_H
#define PL_MACHINE_BINARY_H

#include "tree/tree.h"
#include "machine/labels.h"

typedef struct pl_binary_node {
    uint32_t label;       /* entry of the label table; PL_NONE for a word */
    uint32_t left, right; /* by lowest word; right PL_NONE for a unary node */
    uint32_t parent;      /* PL_NONE for the root */
    uint32_t head;        /* left or right */
} pl_binary_node;

typedef struct pl_binary {
    uint32_t n_tokens, n_nodes, root;
    pl_binary_node *nodes; /* [n_nodes] */
} pl_binary;

/* How trees are made binary for a system; what a model has to remember of it. */
typedef struct pl_binary_style {
    bool right_first;     /* the head takes its right siblings first */
    bool keep_unaries;    /* unary nodes stay; false: chains are merged into one label */
    bool artificial_root; /* a root is added above every tree, and taken off again */
    bool at_sign;         /* labels of new nodes are written @X, not X: */
} pl_binary_style;

/* Finds out whether the trees of a treebank need an artificial root: they do when some
 * label of a root also occurs below a root, or when a tree is a single word. */
typedef struct pl_root_check {
    pl_intern labels;
    PL_VEC(uint8_t) seen; /* [labels.n]  1 at the top, 2 below, 3 both */
    bool needs_artificial;
    bool virtual_root; /* roots are such as the format implies */
} pl_root_check;

void pl_root_check_tree(pl_root_check *check, const pl_tree *t);
void pl_root_check_release(pl_root_check *check);

/* The binary form of `t` (whose heads are marked; where not, the first child is head) in
 * `m`; new labels go into the table, that of the root becomes an axiom. */
pl_binary *pl_binary_from_tree(const pl_tree *t, const pl_binary_style *style,
                               pl_labelset *labels, pl_arena *m);

/* Builds the tree of a binary one over the words of `t`, replacing whatever constituents
 * it has: temporary nodes dissolve, merged labels become chains again, the artificial
 * root goes. New nodes and links only; fields of the words stay. `virtual_root` flags the
 * root as PL_NODE_VIRTUAL. */
void pl_binary_to_tree(const pl_binary *b, const pl_labelset *labels, bool virtual_root,
                       pl_tree *t);

#endif
