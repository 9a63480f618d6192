/* The order in which a system that reads words out of order reads those of a gold tree:
 * the tree is continuous in it (Maier and Lichte 2016, section 3.2; the selections are
 * those of transform/reorder.h, here for binary trees). */
#ifndef PL_MACHINE_ORDER_H
#define PL_MACHINE_ORDER_H

#include "transform/reorder.h"
#include "machine/binary.h"

/* order[k] is the word that comes k-th; [n_tokens], in `m`. Children stand before their
 * parents in `b`, as pl_binary_from_tree makes it. */
const uint32_t *pl_binary_order(const pl_binary *b, const pl_labelset *labels,
                                const pl_reorder *r, pl_arena *m);
/* Whether every node is read left child first. */
bool pl_order_is_left(const pl_reorder *r);

#endif
