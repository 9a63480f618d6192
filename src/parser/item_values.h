/* What feature templates of constituents look at: items on the stack, the deque and in
 * the buffer.
 *
 *     s0tc                 head tag and label of s0
 *     s0.lw+s0.lc          head word and label of the left child of s0
 *     d0c+d0.Lw+s0.Rw      label of d0, its leftmost word, the rightmost word of s0
 *
 *     place   s0 … s4 on the stack, d0 … d3 on the deque, b0 … b6 in the buffer; b*, in
 *             templates that have no other place, is one feature for each word of the
 *             buffer, wherever it is
 *     path    l and r go to the left and right child (a single child is left), u to a
 *             single child; then perhaps L or R to the leftmost or rightmost word, G to
 *             the last word before the first gap, H to the first word after the last gap,
 *             or Lo, Ro, Go, Ho to the words just outside these
 *     field   c label (a word's is its tag; items without label have one value of their
 *             own)                            w head word     t head tag
 *             n number of words, in classes   g number of words missing between its ends,
 *             in classes                      y the same number, as it is
 *             x whether it has a gap, or fills one of a child, or neither
 *     s0-d0   number of words between two places, in classes; s0w-d0w: between their head
 *             words */
#pragma once

#include "machine/items.h"
#include "parser/features.h"
#include "parser/vocab.h"

extern const pl_notation pl_items_notation;

#define PL_PLACE_DISTANCE PL_N_PLACES       /* the place of atoms that are distances */
#define PL_PLACE_QUEUE    (PL_N_PLACES + 1) /* … of those that are every word, b* */

/* The values of all fields of an item (NULL: nothing there) into out[n_fields]. */
void pl_item_values(const pl_features *f, const pl_values *v, const pl_item *item,
                    uint32_t *out);

/* The values of all distances between the items at the places (NULL: nothing there) into
 * out[n_distances]. */
void pl_distance_values(const pl_features *f, pl_item *const *at, uint32_t *out);
