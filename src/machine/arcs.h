/* The configurations of the dependency machine, ⟨O, U, A⟩, and the transitions that the
 * control parameters allow. Every dependency system is a setting of it.
 *
 * Tokens are numbered by position 0 … n: the n words and the artificial root, which
 * stands first or last. O[1] is the rightmost token of O.
 *
 *     O    … ◄─ [O[3]] ◄─ [O[2]] ◄─ [O[1]]    U    next … n
 *                    └─ a list of cells that configurations share
 *
 * A token in O is a node: what is known of it, its head and its outermost dependents.
 * Nodes, cells and arcs never change, so a configuration is copied by copying its struct,
 * and a step costs as many cells as stand to the right of the change: O(1) where K is
 * bounded. */
#pragma once

#include "base/arena.h"
#include "base/hash.h"
#include "machine/arc_actions.h"

/* Where a step is taken: O[i] and O[j] with i > j. An arc joins the two; REDUCE takes O[i]
 * out and has j = i - 1; SHIFT stands at (2, 1). O[0] is the first of U. */
typedef struct pl_place {
    uint32_t i, j;
} pl_place;

#define PL_SHIFT_PLACE ((pl_place){2, 1})

typedef struct pl_dep_node {
    uint32_t at;                  /* position */
    uint32_t head;                /* position of the head, PL_NONE while there is none */
    uint32_t label;               /* of the arc from it, PL_NONE while there is none */
    uint32_t n_left, n_right;     /* dependents on either side */
    uint64_t set_left, set_right; /* their labels, bit label % 64 */
    const struct pl_dep_node *up; /* the head when the arc was made */
    const struct pl_dep_node *l, *l2, *r, *r2; /* outermost and second dependents */
} pl_dep_node;

typedef struct pl_dep_cell {
    const pl_dep_node *node;
    const struct pl_dep_cell *left;
} pl_dep_cell;

/* The arcs made so far, the last one first. */
typedef struct pl_arc_list {
    const struct pl_arc_list *before;
    uint32_t head, modifier; /* positions */
    uint32_t label;
} pl_arc_list;

typedef struct pl_dep_config {
    const pl_dep_cell *right; /* O[1], NULL if O is empty */
    uint32_t n_o, n_free;     /* tokens in O; those of them without head */
    uint32_t next;            /* the first of U */
    const pl_arc_list *arcs;
    uint64_t signature; /* equal where only the order of steps differs */
} pl_dep_config;

/* O as an array: o[1] … o[n] are active, o[n+1] and o[n+2] what stands left of them (NULL
 * where nothing does). */
typedef struct pl_dep_view {
    const pl_dep_config *config; /* NULL before the first look */
    const pl_dep_node **o;       /* [room] */
    uint32_t n;
} pl_dep_view;

enum { PL_DEP_CONTEXT = 2 }; /* tokens of O beside the active ones */

/* A gold tree over the positions of a sentence. */
typedef struct pl_dep_gold {
    const uint32_t *heads;      /* [n] position of the head; PL_NONE at the root */
    const uint32_t *labels;     /* [n] */
    const uint32_t *n_children; /* [n] */
} pl_dep_gold;

/* What all configurations of one sentence share. */
typedef struct pl_dep_task {
    const struct pl_dep_machine *machine;
    const pl_dep_params *params;
    const pl_arc_actions *actions;
    pl_arena *arena;
    bool learning;      /* `mends_root` holds */
    uint32_t n;         /* tokens, the root included */
    uint32_t root;      /* its position: 0 or n - 1 */
    pl_dep_node *fresh; /* [n] the tokens without arcs */
    pl_dep_view view;   /* of the configuration looked at last */
    const struct pl_arc_constraints *constraints; /* NULL: none */
} pl_dep_task;

/* `n_words` tokens and the root; everything of the sentence lives in `m`. */
void pl_dep_task_start(pl_dep_task *s, const pl_dep_params *p, const pl_arc_actions *a,
                       pl_arena *m, uint32_t n_words);
pl_dep_config pl_dep_config_start(const pl_dep_task *s);
static inline bool pl_dep_is_final(const pl_dep_task *s, const pl_dep_config *c)
{
    return c->next == s->n && c->n_o == 1;
}

/* Makes s->view the view of a configuration, which must not change while it is used. */
void pl_dep_look(pl_dep_task *s, const pl_dep_config *c);

/* Whether a move is permitted in the configuration in view: an arc between o[i] and o[j],
 * whatever its label; REDUCE of o[i]; SHIFT. */
bool pl_dep_may(const pl_dep_task *s, const pl_dep_move *m, uint32_t i, uint32_t j);
/* The part of pl_dep_may that concerns the root: whether `modifier` may get `head` with
 * n_o tokens in O and `next` the first token of U. */
bool pl_dep_may_join(const pl_dep_task *s, const pl_dep_node *head,
                     const pl_dep_node *modifier, uint32_t n_o, uint32_t next);
/* Takes a permitted step. */
void pl_dep_apply(const pl_dep_task *s, pl_dep_config *c, pl_place place,
                  uint32_t action);

/* What an arc adds to the signature of a configuration; it may take its modifier out. */
uint64_t pl_dep_arc_signature(uint32_t head, uint32_t modifier, uint32_t label,
                              bool reduces);
/* The signature of the configuration that a step from the one in view leads to. */
uint64_t pl_dep_signature_after(const pl_dep_task *s, pl_place place, uint32_t action);

/* The two nodes that an arc from `head` to `modifier` gives. */
void pl_dep_join(pl_arena *m, const pl_dep_node *head, const pl_dep_node *modifier,
                 uint32_t label, const pl_dep_node **new_head,
                 const pl_dep_node **new_modifier);
/* Adds an arc to the list of a configuration. */
void pl_dep_note_arc(pl_arena *m, pl_dep_config *c, uint32_t head, uint32_t modifier,
                     uint32_t label);
