/* Unary chains: A over B and nothing else becomes one node A+B, so that a node with one
 * child stands above a terminal only; undone exactly by pl_unary_restore.
 *
 * The merged node keeps in node.chain what it was made from (labels, functions, fields,
 * the topmost first): restoring does not read the text. The text alone is enough, too.
 * In files, where the joint is a +, a + or \ that belongs to a label of the treebank is
 * written \+ or \\ in every nonterminal, merged or not. The transition systems join with
 * PL_JOINT_INSIDE, which no label contains. Tags of terminals are never touched.
 *
 * The lowest node of a chain stays (with children, head and fields), its label becomes
 * the merged one and its function that of the topmost. */
#pragma once

#include "tree/tree.h"

#define PL_JOINT_TEXT   '+'
#define PL_JOINT_INSIDE '\x1f'

/* Merges every chain of nonterminals, the root included. */
void pl_unary_collapse(pl_tree *t, char joint);

/* Splits merged nodes again: those that have a chain, and those whose label has the joint
 * in it. New nodes of binarization are left alone. */
void pl_unary_restore(pl_tree *t, char joint);

/* The artificial root: a unary node with a label of its own above every tree of a
 * treebank, so that this label marks whole sentences and nothing else. */
#define PL_ARTIFICIAL_ROOT "\x01" /* its label */
/* Puts it above the root. The tree is in order before and after. */
void pl_root_add(pl_tree *t);
/* Takes it off again where there is one; its node is dead then. */
void pl_root_remove(pl_tree *t);
