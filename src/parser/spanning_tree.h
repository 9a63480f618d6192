/* The best dependency tree of all, where every arc has a score of its own: the maximum
 * spanning arborescence (Chu and Liu 1965; Edmonds 1967), in time O(n²) by growing a path
 * and contracting its circles (Tarjan 1977; Camerini and others 1979).
 *
 *     pl_spanning_tree(scores, n, n, true, heads, &arena);
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define PL_NO_ARC INT32_MIN /* the score of an arc that may not be */

/* Finds the heads of n words: scores[w * stride + h] is that of the arc from h to w, and
 * where h is w, from the root. With `single_root` one word alone gets the root. heads[w] is w
 * for the root. Arcs that may not be are taken only if there is no tree without them. Of
 * equal trees always the same one is found. */
void pl_spanning_tree(const int32_t *scores, size_t stride, uint32_t n, bool single_root,
                      uint32_t *heads, pl_arena *scratch);
