/* What SR-GAP and SR-CGAP have in common: conditions of the transitions that are
 * the same, the order in which a tree is built by reducing the top of the stack with
 * any element below it, and the closing of an inventory. */
#ifndef PL_MACHINE_GAP_SHARED_H
#define PL_MACHINE_GAP_SHARED_H

#include "machine/effects.h"

/* B and S are empty and D holds one element, labelled with an axiom. */
bool pl_gap_is_final(const pl_config *c);
bool pl_gap_may_idle(const pl_config *c, const pl_group *g, const pl_inventory *inv);
/* The label is an axiom if and only if these are the last two elements. */
bool pl_gap_axiom_fits(const pl_config *c, const pl_group *g);
/* The same for a unary reduction: of the only element. */
bool pl_gap_unary_fits(const pl_config *c, const pl_group *g);

/* How a system spells the steps of the walk. */
typedef struct pl_gap_speller {
    void (*shift)(pl_actions *out);
    void (*unary)(pl_actions *out, uint32_t label); /* label PL_NONE: no unary node */
    void (*reduce)(pl_actions *out, uint32_t gaps, uint32_t label, bool head_right);
} pl_gap_speller;

/* Section 2.3 of Coavoux and Crabbé (2017): after each shift, as long as the sibling of
 * the top is on the stack, reduce the two; `gaps` elements lie between them. */
void pl_gap_walk(const pl_gold *gold, const pl_gap_speller *spell, pl_actions *out,
                 pl_arena *m);

/* RR and RL of every axiom, RU of one axiom, RR and RL of the most frequent ordinary
 * label, where training did not show them. */
void pl_gap_close(pl_inventory *inv, uint16_t unary, uint16_t right, uint16_t left);

/* The same for both systems, but for what is named. */
#define PL_GAP_SYSTEM                                                                    \
    .transitions = transitions, .finish = IDLE, .idle = IDLE,                            \
    .spelling = {"(", ")", "_"}, .is_final = pl_gap_is_final, .view = pl_config_view,    \
    .oracle = oracle, .close = close

#endif
