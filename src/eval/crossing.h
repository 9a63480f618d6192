/* Which arcs of a dependency tree cross another one.
 *
 * Two arcs cross when exactly one end of one lies strictly between the ends of the
 * other. The artificial root stands before the first word and its arcs count. */
#ifndef PL_EVAL_CROSSING_H
#define PL_EVAL_CROSSING_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* heads[n]: positions from 1, 0 for the root, PL_NONE for a word without arc. crosses[i]
 * becomes true if the arc to word i+1 crosses another. O(n log n), memory from `m`. */
void pl_crossing_arcs(const uint32_t *heads, uint32_t n, bool *crosses, pl_arena *m);

#endif
