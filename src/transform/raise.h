/* Makes a tree continuous by raising: of a discontinuous node one block stays, the
 * children in the others move up to its parent, and so on from the bottom to the top.
 * What stays is the block of the head child, where heads are marked, else the block with
 * the most words (the first of those). Words keep their places, nodes their labels and
 * functions; there is no way back.
 *
 *     (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht) (VAINF 3=werden)) (VMFIN 1=muss))
 *     (S (PROAV 0=Darüber) (VMFIN 1=muss) (VP (VVPP 2=nachgedacht) (VAINF 3=werden)))
 */
#ifndef PL_TRANSFORM_RAISE_H
#define PL_TRANSFORM_RAISE_H

#include "tree/tree.h"

void pl_raise(pl_tree *t);

#endif
