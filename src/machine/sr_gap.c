/* SR-GAP: discontinuous shift-reduce parsing with the GAP transition.
 * Maximin Coavoux and Benoît Crabbé (2017): Incremental Discontinuous Phrase Structure
 * Parsing with the GAP Transition. EACL. Figure 3 (transitions) and Table 7 (conditions).
 */
#include "machine/families.h"

enum { SHIFT, GAP, UNARY, RIGHT, LEFT, IDLE };

/* -- conditions --------------------------------------------------------------------- */

static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !pl_buffer_empty(c) && c->last != GAP;
}

static bool may_gap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_height(c->split) >= 2 &&
           (!c->stack->item->temporary || pl_n_solid(c->split->below) > 0);
}

static bool may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == SHIFT && pl_gap_unary_fits(c, g);
}

/* A non-temporary element in S without s0 or D without d0. */
static bool solid_elsewhere(const pl_items *c)
{
    return pl_n_solid(c->split->below) > 0 ||
           pl_n_solid(c->stack->below) > pl_n_solid(c->split);
}

static bool may_reduce(const pl_items *c, const pl_group *g)
{
    if (c->split == NULL)
        return false;
    if (!pl_gap_axiom_fits(c, g))
        return false;
    return g->sort != PL_LABEL_TEMPORARY || !pl_buffer_empty(c) || solid_elsewhere(c);
}

static bool may_right(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce(c, g) && !c->split->item->temporary;
}

static bool may_left(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce(c, g) && !c->stack->item->temporary;
}

/* -- effects ------------------------------------------------------------------------ */

static void gap(pl_items *c, pl_action a)
{
    pl_items_gap(c);
}

/* clang-format off */
static const pl_transition transitions[] = {
    /* row     name    takes             jumps  from               to                       condition        effect */
    [SHIFT] = {"SH",   PL_TAKES_NOTHING, 0,     "<S, D, b0|B>",    "<S|D, [b0], B>",        may_shift,       pl_effect_shift},
    [GAP]   = {"GAP",  PL_TAKES_NOTHING, 1,     "<S|s0, D, B>",    "<S, s0|D, B>",          may_gap,         gap},
    [UNARY] = {"RU",   PL_TAKES_LABEL,   0,     "<S, [d0], B>",    "<S, [X], B>",           may_unary,       pl_effect_unary},
    [RIGHT] = {"RR",   PL_TAKES_LABEL,   0,     "<S|s0, D|d0, B>", "<S|D, [X], B> head d0", may_right,       pl_effect_right},
    [LEFT]  = {"RL",   PL_TAKES_LABEL,   0,     "<S|s0, D|d0, B>", "<S|D, [X], B> head s0", may_left,        pl_effect_left},
    [IDLE]  = {"IDLE", PL_TAKES_NOTHING, 0,     "<-, [axiom], ->", "the same",              pl_gap_may_idle, pl_effect_none},
    {NULL,  PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- oracle ------------------------------------------------------------------------- */

static void spell_shift(pl_actions *out)
{
    pl_spell(out, SHIFT, 0, PL_NONE);
}

static void spell_unary(pl_actions *out, uint32_t label)
{
    if (label != PL_NONE)
        pl_spell(out, UNARY, 0, label);
}

static void spell_reduce(pl_actions *out, uint32_t gaps, uint32_t label, bool head_right)
{
    while (gaps-- > 0)
        pl_spell(out, GAP, 0, PL_NONE);
    pl_spell(out, head_right ? RIGHT : LEFT, 0, label);
}

static void oracle(const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    static const pl_gap_speller speller = {spell_shift, spell_unary, spell_reduce};
    pl_gap_walk(gold, &speller, out, m);
}

static void close(pl_inventory *inv)
{
    static const uint16_t plain[] = {SHIFT, GAP};
    for (size_t i = 0; i < 2; i++)
        pl_inventory_add(inv, (pl_action){plain[i], 0, PL_NONE});
    pl_gap_close(inv, UNARY, RIGHT, LEFT);
}

const pl_system pl_system_sr_gap = {
    .name = "sr-gap",
    .about = "shift-reduce with GAP (Coavoux and Crabbé 2017)",
    PL_GAP_SYSTEM,
};
