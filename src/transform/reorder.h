/* Orders of the words in which a tree is continuous (Maier and Lichte 2016, section 3.2):
 * the words of a constituent stand together, and which of its children comes first is
 * chosen node by node. The SWAP and SKIPSHIFT systems read a sentence in such an order.
 *
 *   left      the children in their own order, by lowest word
 *   right     the other way round
 *   rightd    right at a gap creator (a continuous node with a discontinuous child), left
 *             elsewhere
 *   distI     right at a gap creator of which a child has a gap of I words or more, left
 *             elsewhere: dist2, dist8
 *   label     left for NP and PP, rightd for others: the paper's setting, and short for
 *             label:NP=left,PP=left,rightd
 *   label:L=MODE,…,MODE   modes for some labels, and the last one for all others
 *
 * Meant for binarized trees; of a node with more children, right reverses the order.
 * Intermediate nodes (@NP, NP:, NP|<…>) follow the label they stand for. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef enum pl_reorder_mode {
    PL_REORDER_LEFT,
    PL_REORDER_RIGHT,
    PL_REORDER_DIST, /* rightd is dist1: every gap has a word */
} pl_reorder_mode;

typedef struct pl_reorder_rule {
    const char *label; /* NULL for all other labels; owned */
    pl_reorder_mode mode;
    uint32_t distance; /* of PL_REORDER_DIST */
} pl_reorder_rule;

typedef struct pl_reorder {
    PL_VEC(pl_reorder_rule) rules; /* the last one is for all other labels */
    char *text;                    /* as it was given; owned */
} pl_reorder;

/* Understands one of the above: 0, or -1 with the reason. */
int pl_reorder_init(pl_reorder *r, const char *text, pl_error *err);
void pl_reorder_release(pl_reorder *r);

/* Whether every node is entered at its first child. */
bool pl_reorder_is_left(const pl_reorder *r);

/* The words of a tree in the new order: order[k] is the word that comes k-th. Takes
 * memory from `m`; linear but for the search for long gaps. */
void pl_reorder_words(const pl_reorder *r, const pl_tree *t, pl_arena *m,
                      uint32_t *order);

/* Puts the words into that order, with all that belongs to them; each remembers its place
 * in the field PL_ORIGINAL_POSITION (from 0), unless it has that field already. Lines of
 * the source (comments and the like) stay where they are. Then the tree is in order. */
#define PL_ORIGINAL_POSITION "original-position"
void pl_reorder_apply(pl_tree *t, const uint32_t *order);
/* Puts the words back by that field, and takes the field away: 0, or -1 with the reason
 * if some words have it and others do not. A tree without the field stays as it is. */
int pl_reorder_restore(pl_tree *t, pl_error *err);
