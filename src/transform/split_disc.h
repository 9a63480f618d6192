/* Discontinuous nodes as continuous parts, and back. A VP with a gap becomes VP*0 and
 * VP*1, each over one block of its yield; the parts hang where the VP did, or, where its
 * parent was split too, below that part of the parent which covers them:
 *
 *          S                                        S
 *        ┌─┴────────┐                    ┌──────────┼───────┐
 *        VP         │                   VP*0        │      VP*1
 *     ┌──┼──────────┼─────┐    split      │         │     ┌─┴────┐
 *     VP │          │     │    ----->    VP*0       │    VP*1    │
 *   ┌─┼──┼──────────┼─┐   │    <-----     │         │     │      │
 *   Darüber        muss nachgedacht …  merge
 *
 * Merging goes from the top down: among the children of a node the part K+1 joins the
 * nearest part K before it that has the same label and no next part yet. Where that would
 * join the wrong ones (two VPs that are interleaved under one parent), splitting numbers
 * the constituents as well: VP*0.1 VP*0.2 VP*1.1 VP*1.2. A star that a label has of its
 * own is doubled, so that the labels of a split tree alone are enough to merge it
 * exactly.
 *
 * Functions go to every part; lemma, morphology, other fields and secondary edges stay
 * with part 0. */
#pragma once

#include "base/err.h"
#include "tree/tree.h"

/* Parts that splitting may add to a tree: a deep tree with gaps everywhere has as many as
 * the square of its depth. */
#define PL_MAX_PARTS 1000000u

/* Makes the tree continuous; it is in order before and after. 0, or -1 with the reason,
 * the tree then being as it was. */
int pl_split_disc(pl_tree *t, pl_error *err);
/* Undoes it. Takes any tree: a part without partner becomes a node of its own. */
void pl_merge_disc(pl_tree *t);

/* Whether a label is that of a part, whose number then is *part, from 0; *constituent is
 * the label of what it is a part of, or that of a whole node, with its stars as they
 * were. */
bool pl_part_label(pl_arena *m, const char *label, const char **constituent,
                   uint32_t *part);

/* The other way, without an inverse: makes a tree continuous by raising: of a discontinuous node one block stays, the
 * children in the others move up to its parent, and so on from the bottom to the top.
 * What stays is the block of the head child, where heads are marked, else the block with
 * the most words (the first of those). Words keep their places, nodes their labels and
 * functions.
 *
 *     (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht) (VAINF 3=werden)) (VMFIN 1=muss))
 *     (S (PROAV 0=Darüber) (VMFIN 1=muss) (VP (VVPP 2=nachgedacht) (VAINF 3=werden)))
 */
void pl_raise(pl_tree *t);
