/* Constraints on dependencies while the machine runs. An arc is allowed if no constraint
 * forbids it and wanted arcs that are still to come do not close a circle with it; a token
 * leaves O only when all words that must depend on it do. In systems like arc-eager, where
 * arcs end in the front of the buffer, the front gives way to the next token only when all
 * wanted arcs between it and what stands before it are made. In arc-standard no token comes
 * above the right end of a wanted arc that must be joined with one before that end. */
#pragma once

#include "machine/machine.h"
#include "tree/arc_rules.h"

typedef struct pl_arc_constraints pl_arc_constraints;

/* NULL if there is nothing that concerns dependencies. */
pl_arc_constraints *pl_arc_constraints_make(const pl_constraints *c,
                                            const pl_dep_task *s);
/* See obey() in machine.h; the configuration is in view. */
void pl_arc_constraints_obey(const pl_arc_constraints *a, pl_dep_task *s,
                             pl_choices *list);
