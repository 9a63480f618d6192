/* The actions of a dependency machine: each arc of the system with each relation it had
 * in training, then REDUCE and SHIFT. Those of one move stand together, sorted so that
 * the relations of arcs from the root, and of all others, are each one range:
 *
 *     first[k]   not from the root │ both │ from the root only   … first[k] + n_of[k]
 *                └────────── plain ───────┘
 *                                  └────────── root ───────────┘
 */
#pragma once

#include "base/intern.h"
#include "base/vec.h"
#include "machine/control.h"

#define PL_MAX_ACTIONS 4000u /* different actions of one machine of any kind */

typedef struct pl_arc_actions {
    uint32_t n;
    uint32_t n_moves;
    uint32_t first[PL_DEP_MAX_MOVES];
    uint32_t n_of[PL_DEP_MAX_MOVES];
    uint32_t n_plain[PL_DEP_MAX_MOVES];     /* the first so many: head is a word */
    uint32_t root_begins[PL_DEP_MAX_MOVES]; /* from here on: head is the root */
    PL_VEC(struct pl_arc_action) list;      /* [n] */
} pl_arc_actions;

struct pl_arc_action {
    uint32_t move;
    uint32_t label; /* relation, PL_NONE for REDUCE and SHIFT */
};

/* Actions [begin, end). */
typedef struct pl_arc_range {
    uint32_t begin, end;
} pl_arc_range;

static inline pl_arc_range pl_arc_actions_of(const pl_arc_actions *a, uint32_t move,
                                             bool from_root)
{
    uint32_t first = a->first[move];
    return from_root ? (pl_arc_range){first + a->root_begins[move], first + a->n_of[move]}
                     : (pl_arc_range){first, first + a->n_plain[move]};
}

/* The action of a move with a relation; PL_NONE if there is none. */
uint32_t pl_arc_actions_find(const pl_arc_actions *a, uint32_t move, bool from_root,
                             uint32_t label);

/* seen[move * n_labels + label]: bit 0 from a word, bit 1 from the root. A move without
 * any relation for one of the two gets the first there is. */
void pl_arc_actions_make(pl_arc_actions *a, const pl_dep_params *p, const uint8_t *seen,
                         uint32_t n_labels);
void pl_arc_actions_release(pl_arc_actions *a);

/* One line per action, "MOVE WHERE LABEL", to be read again. */
void pl_arc_actions_print(const pl_arc_actions *a, const pl_intern *labels, pl_str *out);
/* -1 if the text is not what was printed for this system. */
int pl_arc_actions_parse(pl_arc_actions *a, const pl_dep_params *p,
                         const pl_intern *labels, const char *text);
