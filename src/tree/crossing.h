/* Which arcs of a dependency tree cross others, and which are non-projective.
 *
 * The artificial root stands before the first word, and its arcs count like any other.
 *
 *   crossing         another arc has one end strictly between the ends of this one, and
 *                    its other end strictly outside
 *   non-projective   a word strictly between the ends is not below the head of this arc
 *
 * A tree without crossing arcs has no non-projective ones and the other way round, but
 * the two do not count the same arcs. Both take n log n time and memory from `m`. */
#pragma once

#include "tree/tree.h"

enum {
    PL_ARC = 1, /* the word has a head */
    PL_ARC_CROSSING = 2,
    PL_ARC_NON_PROJECTIVE = 4,
};

/* heads[n] are positions: 1 is the first word, 0 the root, PL_NONE no head. Sets
 * crosses[i] to whether the arc to position i + 1 crosses another. */
void pl_crossing_arcs(const uint32_t *heads, uint32_t n, bool *crosses, pl_arena *m);

/* Fills arcs[n_tokens] with PL_ARC…, for the arc to each word. Words on a cycle, which no
 * correct tree has, are below nothing. */
void pl_projectivity(const pl_tree *t, pl_arena *m, unsigned char *arcs);
