/* Binarization: a node of n > 2 children becomes a chain (or, for `optimal`, a tree) of
 * nodes of two children; undone exactly by pl_unbinarize.
 *
 *     mode      order in which the children are put together          label of new nodes
 *     sr-gap    the head takes its left siblings, nearest first,
 *               then the right ones                                   colon   X:
 *     swap      the head takes its right siblings, nearest first,
 *               then the left ones                                    at      @X
 *     left      from the first child to the last                      markov  X|<Y,Z>
 *     right     from the last child to the first                      markov
 *     optimal   so that the highest fan-out of a new node is lowest   markov
 *
 * Left and right of a child go by its lowest terminal. In a markov label Y,Z are the h
 * children put in last, in sentence order (for `optimal`, the first h below the node);
 * v > 1 adds v-1 ancestors of X: X|<Y,Z>^<P,Q>.
 *
 * New nodes are flagged PL_NODE_TEMPORARY and have a head child where X has one: the
 * part that holds the head of X, else their first child. X keeps function, fields and
 * secondary edges.
 *
 * In a file the new nodes are told from the text alone. So a label of a treebank that
 * looks like one of a new node, or begins with \, gets one \ in front, which pl_unbinarize
 * takes off again. With PL_LABEL_SAME new nodes are called X and only the flag marks them:
 * no label changes. The transition systems take their trees so. */
#pragma once

#include "base/err.h"
#include "tree/tree.h"

/* `optimal` tries every way to put up to this many children together; with more it joins
 * the two parts with the lowest fan-out, again and again (and above 128 is as `right`).
 * Children that `right` puts together without gaps are done so, however many. */
#define PL_OPTIMAL_CHILDREN 20

typedef enum pl_bin_mode {
    PL_BIN_SR_GAP,
    PL_BIN_SWAP,
    PL_BIN_LEFT,
    PL_BIN_RIGHT,
    PL_BIN_OPTIMAL,
} pl_bin_mode;

typedef enum pl_bin_label {
    PL_LABEL_COLON,
    PL_LABEL_AT,
    PL_LABEL_MARKOV,
    PL_LABEL_SAME,
} pl_bin_label;

typedef struct pl_bin_options {
    pl_bin_mode mode;
    pl_bin_label label;
    unsigned h, v; /* of PL_LABEL_MARKOV */
} pl_bin_options;

/* The mode with this name and its usual labels (h = v = 1): 0, or -1 with the reason. */
int pl_bin_options_named(const char *name, pl_bin_options *options, pl_error *err);

/* 0, or -1 with the reason: sr-gap and swap need every node of more than two children to
 * have its head marked (see heads.h). The tree is in order before and after. */
int pl_binarize(pl_tree *t, const pl_bin_options *options, pl_error *err);

/* Takes the new nodes out: those that are flagged. With `from_text` also those whose label
 * says so, and the \ in front of other labels; without it labels stay (PL_LABEL_SAME). */
void pl_unbinarize(pl_tree *t, bool from_text);

/* Whether a label, read from a file, is that of a new node. */
bool pl_looks_temporary(const char *label);

/* -- for binarize.c alone: the order in which the children of a node are put together -- */

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
