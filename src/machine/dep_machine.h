/* The generic machine: configurations ⟨O, U, A⟩ and the transitions that the control
 * parameters allow. It is the only one; every dependency system is a setting of it.
 *
 * Tokens are numbered by position 0 … n: the n words and the artificial root, which
 * stands first or last. O[1] is the rightmost token of O.
 *
 *     O    … ◄─ [O[3]] ◄─ [O[2]] ◄─ [O[1]]    U    next … n
 *                    └─ a list of cells that configurations share
 *
 * A token in O is a node: what is known of it, its head and its outermost dependents.
 * Nodes and cells never change, so a configuration is copied by copying its struct, and a
 * step costs as many cells as stand to the right of the change: O(1) where K is bounded.
 */
#ifndef PL_MACHINE_DEP_MACHINE_H
#define PL_MACHINE_DEP_MACHINE_H

#include "base/arena.h"
#include "base/hash.h"
#include "machine/dep_params.h"
#include "pleach.h" /* PL_NONE */

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

/* A step of a derivation. For arcs i > j; REDUCE has i; the rest is 0 or PL_NONE. */
typedef struct pl_dep_step {
    uint32_t move; /* number among the moves of the parameters */
    uint32_t i, j;
    uint32_t label;
    uint32_t action; /* the model's number of move and label; 0 where none is used */
} pl_dep_step;

static inline bool pl_dep_same_step(const pl_dep_step *a, const pl_dep_step *b)
{
    return a->action == b->action && a->i == b->i && a->j == b->j;
}

/* The steps taken, the last one first, with the arcs they made. */
typedef struct pl_dep_trace {
    const struct pl_dep_trace *before;
    pl_dep_step step;
    uint32_t head, modifier; /* positions, PL_NONE if there was no arc */
    uint32_t length;         /* steps up to here */
} pl_dep_trace;

/* What all configurations of one sentence share. */
typedef struct pl_dep_task {
    const pl_dep_params *params;
    pl_arena *arena;
    uint32_t n;         /* tokens, the root included */
    uint32_t root;      /* its position: 0 or n - 1 */
    pl_dep_node *fresh; /* [n] the tokens without arcs */
} pl_dep_task;

typedef struct pl_dep_config {
    const pl_dep_cell *right; /* O[1], NULL if O is empty */
    uint32_t n_o, n_free;     /* tokens in O; those of them without head */
    uint32_t next;            /* the first of U */
    const pl_dep_trace *trace;
    uint64_t signature; /* equal for configurations that do not differ but in order */
} pl_dep_config;

/* O as an array: o[1] … o[n] are active, o[n+1] and o[n+2] what stands left of them (NULL
 * where nothing does). */
typedef struct pl_dep_view {
    const pl_dep_node **o; /* [room] */
    uint32_t n;
    uint32_t n_o, n_free; /* tokens in O, active or not; those without head */
    uint32_t next;        /* first of U */
    const pl_dep_trace *trace;
} pl_dep_view;

enum { PL_DEP_CONTEXT = 2 }; /* tokens of O beside the active ones */

/* `n_words` tokens and the root; everything of the sentence lives in `m`. */
void pl_dep_task_start(pl_dep_task *s, const pl_dep_params *p, pl_arena *m,
                       uint32_t n_words);
pl_dep_config pl_dep_config_start(const pl_dep_task *s);
static inline bool pl_dep_is_final(const pl_dep_task *s, const pl_dep_config *c)
{
    return c->next == s->n && c->n_o == 1;
}

/* How many pointers an array for views of this sentence needs. */
size_t pl_dep_view_room(const pl_dep_task *s);
/* Looks at a configuration; `o` has the room said above. */
pl_dep_view pl_dep_look(const pl_dep_task *s, const pl_dep_config *c,
                        const pl_dep_node **o);

/* Whether a move is permitted: an arc between o[i] and o[j] (i > j), whatever its label;
 * REDUCE of o[i]; SHIFT. */
bool pl_dep_may(const pl_dep_task *s, const pl_dep_view *v, const pl_dep_move *m,
                uint32_t i, uint32_t j);
/* The part of it that does not depend on places: `modifier` may get `head`, as far as the
 * root is concerned, with n_o tokens in O and `next` the first of U. */
bool pl_dep_may_join(const pl_dep_task *s, const pl_dep_node *head,
                     const pl_dep_node *modifier, uint32_t n_o, uint32_t next);
/* Takes a permitted step. */
void pl_dep_apply(const pl_dep_task *s, pl_dep_config *c, const pl_dep_step *step);

/* What an arc, and a REDUCE, add to the signature. */
static inline uint64_t pl_dep_arc_signature(uint32_t head, uint32_t modifier,
                                            uint32_t label, bool reduces)
{
    return pl_mix(((uint64_t)head << 40 | (uint64_t)modifier << 16) ^ (label + 1) ^
                  (uint64_t)reduces << 63);
}
static inline uint64_t pl_dep_reduce_signature(uint32_t token)
{
    return pl_mix((uint64_t)token << 8 | 0xff);
}

/* The two nodes that an arc from `head` to `modifier` gives, in `m`. */
void pl_dep_join(pl_arena *m, const pl_dep_node *head, const pl_dep_node *modifier,
                 uint32_t label, const pl_dep_node **new_head,
                 const pl_dep_node **new_modifier);

#endif
