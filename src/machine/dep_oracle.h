/* What is right: one oracle for every setting of the parameters.
 *
 *     need[m]    gold dependents of m that are not yet attached
 *     h → m      is correct if it is a gold arc and the label is gold, and where it takes
 * m out of O also need[m] = 0 − m        is correct if m has its gold head and need[m] =
 * 0
 *     +          is correct if no arc and no REDUCE is
 *
 * Taking a complete token out only brings others nearer to each other, so a correct arc
 * stays correct, and whether a tree can be derived does not depend on the order. */
#ifndef PL_MACHINE_DEP_ORACLE_H
#define PL_MACHINE_DEP_ORACLE_H

#include "base/vec.h"
#include "tree/tree.h"
#include "machine/dep_machine.h"

/* A gold tree over the positions of a sentence. */
typedef struct pl_dep_gold {
    const uint32_t *heads;      /* [n] position of the head; PL_NONE at the root */
    const uint32_t *labels;     /* [n] */
    const uint32_t *n_children; /* [n] */
} pl_dep_gold;

typedef PL_VEC(pl_dep_step) pl_dep_steps;

/* The gold tree of `t`, which has heads throughout. labels[n_tokens] are those of the
 * words; NULL: all 0. -1 with the reason if a word has no head, or heads run in circles.
 */
int pl_dep_gold_of(const pl_tree *t, const pl_dep_params *p, const uint32_t *labels,
                   pl_arena *m, pl_dep_gold *gold, pl_error *err);

/* Whether an arc or REDUCE is correct, in a configuration reached by correct steps; the
 * move is permitted. Not for SHIFT. */
bool pl_dep_is_correct(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                       const pl_dep_move *m, uint32_t i, uint32_t j);
/* The next step of the static oracle: arcs first, then REDUCE, then SHIFT; the rightmost
 * pair first. False if nothing is correct. */
bool pl_dep_next(const pl_dep_task *s, const pl_dep_gold *g, const pl_dep_view *v,
                 pl_dep_step *step);
/* Appends the derivation of the gold tree; false if the setting cannot derive it. */
bool pl_dep_derive(const pl_dep_task *s, const pl_dep_gold *g, pl_dep_steps *out);

/* Takes the steps, checking that each is permitted, and puts the arcs into heads[n_words]
 * and labels[n_words] (PL_ROOT_HEAD for the root, words counted from 0). -1 with the
 * reason. */
int pl_dep_replay(const pl_dep_task *s, const pl_dep_step *steps, size_t n,
                  uint32_t *heads, uint32_t *labels, pl_error *err);

/* How many of the 16 trees of three words (of the 9 with one root, where the setting asks
 * for it) can be derived. A setting that is possible but derives none is of no use. */
uint32_t pl_dep_probe(const pl_dep_params *p);

/* "LEFT-ARC", "RIGHT-ARC", "REDUCE", "SHIFT" appended to `out`. */
void pl_dep_move_print(const pl_dep_move *m, pl_str *out);
/* "LEFT-ARC(subj)", "RIGHT-ARC[3,1](mod)" where more than one pair is active, "REDUCE",
 * "SHIFT" appended to `out`; `label` NULL: none. */
void pl_dep_step_print(const pl_dep_params *p, const pl_dep_step *step, const char *label,
                       pl_str *out);

#endif
