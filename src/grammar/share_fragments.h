/* Fragments that several processes have found or counted, each for some productions at the
 * root. */
#pragma once

#include "base/peers.h"
#include "grammar/fragments.h"

/* The error of a process, by its rank, that has read other trees than the first one: -1. */
int pl_fail_other_trees(uint32_t rank, pl_error *err);
/* Whether all processes have read the same trees: 0, or -1 for all with the reason. */
int pl_forest_compare(pl_peers *p, const pl_forest *f, pl_error *err);

/* Appends what the others have to that of the first process; all call it. Theirs stays as it
 * is. */
void pl_fragments_collect(pl_peers *p, pl_fragments *f);
