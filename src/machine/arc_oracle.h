/* The oracle of dependencies, one for every setting of the control parameters.
 *
 *     need[m]    gold dependents of m that are not yet attached
 *
 *     h → m      is correct if it is a gold arc with its gold label
 *                and, where it takes m out of O, need[m] = 0
 *     − m        is correct if m has its gold head and need[m] = 0
 *     +          is correct if no arc and no REDUCE is
 *
 * Taking a complete token out only brings others nearer to each other, so a correct arc
 * stays correct, and whether a tree can be derived does not depend on the order. */
#pragma once

#include "machine/machine.h"

/* The gold tree of `t`, which has heads throughout. labels[n_tokens] are those of the
 * words; NULL: all 0. -1 with the reason if a word has no head, or heads run in circles. */
int pl_dep_gold_of(const pl_tree *t, bool root_left, const uint32_t *labels, pl_arena *m,
                   pl_dep_gold *gold, pl_error *err);

/* Whether an arc or REDUCE is correct, in a configuration reached by correct steps; the
 * move is permitted. Not for SHIFT. */
bool pl_dep_is_correct(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_move *m,
                       uint32_t i, uint32_t j);
/* Appends the derivation of the gold tree: arcs first, then REDUCE, then SHIFT; the
 * rightmost pair first. False if the setting cannot derive it. */
bool pl_dep_derive(pl_dep_task *s, const pl_dep_gold *g, pl_acts *out);

/* The number of trees of three words that can be derived: of all 16, or of the 9 with one
 * root where the setting demands one. A setting that derives none is useless. */
uint32_t pl_dep_probe(const pl_dep_params *p);
