/* What SWAP and SKIPSHIFT have in common (Wolfgang Maier and Timm Lichte 2016:
 * Discontinuous parsing with continuous trees): a stack and a queue, the transitions that
 * build trees of the topmost elements, and the order in which an oracle does so. They
 * differ in how a word from further down the queue gets onto the stack.
 *
 * The paper's s0 and s1 are d0 and s0 here, its queue q is the buffer b: see config.h. */
#ifndef PL_MACHINE_SWAP_SHARED_H
#define PL_MACHINE_SWAP_SHARED_H

#include "machine/effects.h"

/* Rows of both tables; each has its own way of reading in the first row. */
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
    /* name                      takes         jumps  from          to                                      */ \
    [PL_SWAP_UNARY]  = {"UNARY",  PL_TAKES_ANY_LABEL, 0, "<S|s0, Q>",    "<S|X, Q>",             pl_swap_may_unary,  pl_effect_unary}, \
    [PL_SWAP_BINL]   = {"BINL",   PL_TAKES_LABEL,     0, "<S|s1 s0, Q>", "<S|X, Q> head s1",     pl_swap_may_binl,   pl_effect_left}, \
    [PL_SWAP_BINR]   = {"BINR",   PL_TAKES_LABEL,     0, "<S|s1 s0, Q>", "<S|X, Q> head s0",     pl_swap_may_binr,   pl_effect_right}, \
    [PL_SWAP_FINISH] = {"FINISH", PL_TAKES_NOTHING,   0, "<[root], ->",  "the same, final",      pl_swap_may_finish, pl_effect_none}, \
    [PL_SWAP_IDLE]   = {"IDLE",   PL_TAKES_NOTHING,   0, "final",        "the same",             pl_swap_may_idle,   pl_effect_none}
/* clang-format on */

bool pl_swap_is_final(const pl_config *c);
bool pl_swap_may_unary(const pl_config *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_binl(const pl_config *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_binr(const pl_config *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_finish(const pl_config *c, const pl_group *g, const pl_inventory *inv);
bool pl_swap_may_idle(const pl_config *c, const pl_group *g, const pl_inventory *inv);
/* Whether any word may be read now. */
bool pl_swap_may_read(const pl_config *c, const pl_inventory *inv);

/* The walk of section 3.4: words are read in the order of `gold`; `read` spells the reading of the
 * word that i words of the queue stand before; after each, what is complete is built. */
void pl_swap_walk(const pl_gold *gold, void (*read)(pl_actions *out, uint32_t i),
                  pl_actions *out, pl_arena *m);
/* BINL and BINR of the most frequent ordinary label, UNARY of one root label. */
void pl_swap_close(pl_inventory *inv);

/* The same for both systems, but for what is named. */
#define PL_SWAP_SYSTEM                                                                   \
    .transitions = transitions, .finish = PL_SWAP_FINISH, .idle = PL_SWAP_IDLE,          \
    .spelling = {"-", "", "-"},                                                          \
    .style = {.mode = PL_BIN_SWAP, .keep_unaries = true},                                \
    .templates = "swap-", .is_final = pl_swap_is_final, .view = pl_config_view,          \
    .oracle = oracle

#endif
