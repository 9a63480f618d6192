/* In which order the children of a node are put together: the part of binarization that
 * differs between its modes. Only binarize.c uses this. */
#ifndef PL_TRANSFORM_BIN_ORDER_H
#define PL_TRANSFORM_BIN_ORDER_H

#include "transform/binarize.h"

/* A step joins two parts: parts 0 … n-1 are the children, part n+i is what step i made.
 * n-1 steps make one part of n. */
typedef struct pl_join {
    uint32_t a, b;
} pl_join;

/* Fills joins[n-1] for the n > 2 children of a node; `head` is the place of the head
 * among them (only used by sr-gap and swap). Returns whether the joins are a chain: each
 * takes what the one before made as its `a` and a child as its `b`. Scratch memory is
 * taken from the tree's arena. */
bool pl_bin_order(const pl_tree *t, const uint32_t *child, uint32_t n, uint32_t head,
                  pl_bin_mode mode, pl_join *joins);

#endif
