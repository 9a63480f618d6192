/* Lists of trees of different structure. The best trees of a sentence often differ in one
 * label only; here such variants stand back for trees with other constituents or arcs. */
#pragma once

#include "machine/machine.h"

enum { PL_DIVERSE_FROM = 4 }; /* a list is chosen from so many times as many trees */

/* A number for what a tree looks like without labels and relations: the words of its
 * constituents, the heads of its words. */
uint64_t pl_structure(const pl_tree *t, pl_arena *scratch);
/* Chooses `n` of the `all` trees, whose structures are given, best first, into
 * picked[n]: the best one of each structure, then the best of the others, as far as there
 * is room. They keep their order. Returns how many there are. */
uint32_t pl_diverse_pick(const uint64_t *structures, uint32_t all, uint32_t n,
                         uint32_t *picked);
