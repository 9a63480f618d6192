/* The conditions that join nodes, or restrict one: operators, predicates and measures are
 * rows of one table.
 *
 * A row says when its condition holds and, where there is a short way, how to walk from one
 * node to all that may be on the other side: from a node to its children, its parent. */
#pragma once

#include "search/syntax.h"
#include "search/walks.h"

typedef struct pl_search_state pl_search_state;

typedef enum pl_condition_form {
    PL_FORM_OPERATOR,
    PL_FORM_ONE,      /* predicate of one node */
    PL_FORM_TWO,      /* predicate of two */
    PL_FORM_MEASURE,  /* of a node, within a range */
    PL_FORM_SENTENCE, /* of the sentence, within a range */
} pl_condition_form;

typedef bool pl_condition_holds(pl_search_state *s, const pl_literal *l, uint32_t a,
                                uint32_t b);

typedef struct pl_condition_row {
    const char *name;
    pl_condition_form form;
    unsigned kinds_a, kinds_b; /* that can fulfil it */
    pl_walk_kind to_b, to_a;   /* ways from one node to the other */
    pl_condition_holds *holds;
    uint8_t measure; /* a row of pl_measures */
    unsigned gap;    /* holds only where a constituent is discontinuous: which one */
} pl_condition_row;

enum { PL_NO_GAP = 0, PL_GAP_A = 1, PL_GAP_B = 2, PL_GAP_SOME = 4 };

/* The operators, in the order of the table. */
enum {
    PL_OP_CHILD,
    PL_OP_ABOVE,
    PL_OP_FIRST,
    PL_OP_LAST,
    PL_OP_SECONDARY,
    PL_OP_PRECEDES,
    PL_OP_SIBLING,
    PL_OP_SIBLING_BEFORE,
    PL_OP_SAME,
    PL_OP_ARC,
    PL_OP_ARCS,
};
extern const pl_condition_row pl_conditions[]; /* ends with a row without name */

/* The predicate or measure of this name, of n bytes; NULL if there is none. */
const pl_condition_row *pl_predicate_find(const char *name, size_t n);
