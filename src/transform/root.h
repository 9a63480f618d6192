/* The artificial root: a node added above every tree of a treebank, so that one label
 * marks whole sentences and nothing else. Added before a tree is derived, taken off the
 * finished tree. */
#ifndef PL_TRANSFORM_ROOT_H
#define PL_TRANSFORM_ROOT_H

#include "base/intern.h"
#include "base/vec.h"
#include "tree/tree.h"

#define PL_ARTIFICIAL_ROOT "\x01" /* its label */

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

/* Puts the artificial root above the root. The tree is in order before and after. */
void pl_root_add(pl_tree *t);
/* Takes it off again where there is one; its node is dead then. */
void pl_root_remove(pl_tree *t);

#endif
