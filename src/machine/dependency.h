/* The machine of dependencies: control parameters, the relations of the treebank, and the
 * actions made of both. It fills the interface of machine.h; scorers and search look at
 * its parts. */
#pragma once

#include "machine/machine.h"

typedef struct pl_dep_machine {
    pl_machine machine;
    pl_dep_params params;
    pl_dep_single single;
    pl_intern labels;    /* relations */
    size_t n_many_roots; /* trees in which several words depend on the root */
    uint8_t *seen;       /* [n_moves * labels.n] of pl_arc_actions_make; until finish */
    pl_arc_actions actions;
} pl_dep_machine;

/* For other machines of dependencies: see check() in machine.h; the relation of a word. */
int pl_dep_check(pl_tree *t, pl_error *err);
const char *pl_dep_relation(const pl_tree *t, uint32_t i);

#define PL_DEP_SECTION "dep-system" /* models of dependencies have it, no others do */
