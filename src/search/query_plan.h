/* In which order the nodes of a conjunction are chosen, and what is checked when: first the
 * rarest node, then what can be reached from those that are chosen, by the shortest way. */
#pragma once

#include "search/conditions.h"

/* What else is said of the node of a step alone. */
typedef struct pl_step_test {
    const pl_test *test;
    bool negated;
    const struct pl_step_test *next;
} pl_step_test;

typedef struct pl_step {
    uint8_t variable;
    uint8_t from;  /* variable from which the walk starts; PL_NO_VARIABLE: none */
    uint16_t slot; /* of what is remembered of its tests */
    pl_walk_kind walk;
    const pl_literal *way; /* the condition that gives the walk, NULL: none */
    uint8_t behind;        /* begins behind this variable; PL_NO_VARIABLE: anywhere */
    uint8_t kinds;         /* that the node may be of */
    bool gap;              /* it must be discontinuous */
    bool plain;            /* each node of the walk fits: nothing is said of it alone */
    uint8_t feature;       /* must have this value, */
    const char *text;      /* if this is not NULL; */
    const pl_step_test *tests; /* and these must hold */
    uint32_t n_checks;
    const pl_literal **checks; /* [n_checks]  of the node and others before it */
    /* Steps before this one that its checks and its walk depend on, as bits. If no node
     * fits, only another choice there can help. */
    uint64_t depends;
    double expected;  /* nodes of a sentence of average length that fit, estimated */
    size_t sentences; /* of an index that may have such a node; SIZE_MAX: not known */
} pl_step;

enum { PL_SLOTS = 64 }; /* remembered for each node; steps beyond ask again */

/* The kinds that a variable of a clause can be of, by its tests and conditions. */
unsigned pl_clause_kinds(const pl_clause *c, uint8_t variable);
