/* How long the derivations of the trees of a treebank are in a transition system, as a report. */
#pragma once

#include "base/report.h"
#include "train/gold_trees.h"

/* Derives every tree by an empty machine, and adds an object to "systems" under the name of the
 * system. Text gets a row of a table instead, which has titles if this system is the `first` of
 * constituents or of dependencies. `g` has trees of this kind of system. Returns -1 if the machine
 * cannot learn its actions. */
int pl_derivations_report(pl_report *r, pl_machine *m, const pl_gold_trees *g, bool first,
                          pl_error *err);
