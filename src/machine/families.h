/* What transition systems share: the effects and spellings of all, then the two families.
 *
 * The gap family, SR-GAP and SR-CGAP (Coavoux and Crabbé 2017), reduces the top of the
 * stack with any element below it. The swap family, SWAP and SKIPSHIFT (Maier and Lichte
 * 2016), reduces the two topmost elements and reads words out of order. The members of a
 * family have most conditions, the walk of the oracle and the closing of the inventory in
 * common; what differs is in their own files. */
#pragma once

#include "machine/system.h"

/* -- all systems -------------------------------------------------------------------- */

/* Effects, as rows of the tables name them. Left and right reduce two elements, of which
 * that one is the head. */
void pl_effect_shift(pl_items *c, pl_action a);
void pl_effect_unary(pl_items *c, pl_action a);
void pl_effect_left(pl_items *c, pl_action a);
void pl_effect_right(pl_items *c, pl_action a);
void pl_effect_none(pl_items *c, pl_action a);

/* Adds an action to a derivation; label PL_NONE: it takes none. A number beyond what an
 * action can hold becomes the largest. */
void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label);

/* -- the gap family ------------------------------------------------------------------ */

/* B and S are empty and D holds one element, labelled with an axiom. */
bool pl_gap_is_final(const pl_items *c);
bool pl_gap_may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv);
/* The label is an axiom if and only if these are the last two elements. */
bool pl_gap_axiom_fits(const pl_items *c, const pl_group *g);
/* The same for a unary reduction: of the only element. */
bool pl_gap_unary_fits(const pl_items *c, const pl_group *g);

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

/* What both constants say alike. */
#define PL_GAP_SYSTEM                                                                    \
    .transitions = transitions, .finish = IDLE, .idle = IDLE,                            \
    .spelling = {"(", ")", "_"}, .is_final = pl_gap_is_final, \
    .oracle = oracle, .close = close

/* -- the swap family ----------------------------------------------------------------- */

/* Rows of both tables; each system has its own way of reading in the first row. The
 * paper's s0 and s1 are d0 and s0 in items.h, its queue q is the buffer b. */
enum {
    PL_SWAP_READ,
    PL_SWAP_UNARY,
    PL_SWAP_BINL,
    PL_SWAP_BINR,
    PL_SWAP_FINISH,
    PL_SWAP_IDLE,
    PL_SWAP_OWN, /* further rows of a system */
};

/* clang-format off */
#define PL_SWAP_ROWS \
    /* row               name      takes         jumps      from            to                    condition           effect */ \
    [PL_SWAP_UNARY]  = {"UNARY",  PL_TAKES_ANY_LABEL, 0, "<S|s0, Q>",    "<S|X, Q>",           pl_swap_may_unary,  pl_effect_unary}, \
    [PL_SWAP_BINL]   = {"BINL",   PL_TAKES_LABEL,     0, "<S|s1 s0, Q>", "<S|X, Q> head s1",   pl_swap_may_binl,   pl_effect_left},  \
    [PL_SWAP_BINR]   = {"BINR",   PL_TAKES_LABEL,     0, "<S|s1 s0, Q>", "<S|X, Q> head s0",   pl_swap_may_binr,   pl_effect_right}, \
    [PL_SWAP_FINISH] = {"FINISH", PL_TAKES_NOTHING,   0, "<[root], ->",  "the same, final",    pl_swap_may_finish, pl_effect_none},  \
    [PL_SWAP_IDLE]   = {"IDLE",   PL_TAKES_NOTHING,   0, "final",        "the same",           pl_swap_may_idle,   pl_effect_none}
/* clang-format on */

bool pl_swap_is_final(const pl_items *c);
bool pl_swap_may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_binl(const pl_items *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_binr(const pl_items *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_finish(const pl_items *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv);
/* Whether any word may be read now. */
bool pl_swap_may_read(const pl_items *c, const pl_inventory *inv);

/* The walk of section 3.4: words are read in the order of `gold`; `read` spells the
 * reading of the word that i words of the queue stand before; after each, all that is
 * complete is built. */
void pl_swap_walk(const pl_gold *gold, void (*read)(pl_actions *out, uint32_t i),
                  pl_actions *out, pl_arena *m);
/* Reading, BINL and BINR of the most frequent ordinary label, UNARY of one root label. */
void pl_swap_close(pl_inventory *inv);

/* What both constants say alike. */
#define PL_SWAP_SYSTEM                                                                   \
    .transitions = transitions, .finish = PL_SWAP_FINISH, .idle = PL_SWAP_IDLE,          \
    .spelling = {"-", "", "-"}, .style = {.mode = PL_BIN_SWAP, .keep_unaries = true},    \
    .templates = "swap-", .is_final = pl_swap_is_final, \
    .oracle = oracle, .close = pl_swap_close
