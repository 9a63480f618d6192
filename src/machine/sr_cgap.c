/* SR-CGAP: SR-GAP with compound gaps, so that every derivation of a sentence of n words
 * has 4n-2 actions. Each SHIFT is followed by a unary reduction or GHOST, each reduction
 * comes after exactly one GAP_i, which stands for i gaps.
 * Maximin Coavoux and Benoît Crabbé (2017), section 2.4. */
#include "machine/families.h"

enum { SHIFT, GHOST, UNARY, GAP, RIGHT, LEFT, IDLE };

/* -- conditions --------------------------------------------------------------------- */

/* Where a derivation may shift or begin a reduction: not inside the pairs that SHIFT and
 * GAP_i open. */
static bool between(const pl_items *c)
{
    return c->last != SHIFT && c->last != GAP;
}

static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !pl_buffer_empty(c) && between(c);
}

static bool may_ghost(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == SHIFT && c->sentence->n_tokens > 1;
}

static bool may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == SHIFT && pl_gap_unary_fits(c, g);
}

static bool may_gap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (!between(c) || pl_height(c->split) <= g->number)
        return false;
    const pl_cell *s = c->split;
    for (uint32_t i = 0; i < g->number; i++)
        s = s->below;
    return !s->item->temporary || !c->stack->item->temporary;
}

/* After the reduction some non-temporary element is among the most + 1 topmost below the
 * new one: first the rest of D, then S without s0. */
static bool solid_in_reach(const pl_items *c, uint32_t most)
{
    const pl_cell *s = c->stack->below;
    for (uint32_t i = 0; i <= most; s = s->below) {
        if (s == c->split)
            s = s->below;
        if (s == NULL)
            return false;
        if (!s->item->temporary)
            return true;
        i++;
    }
    return false;
}

static bool may_reduce(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (c->last != GAP)
        return false;
    if (!pl_gap_axiom_fits(c, g))
        return false;
    return g->sort != PL_LABEL_TEMPORARY || !pl_buffer_empty(c) ||
           solid_in_reach(c, inv->most);
}

static bool may_right(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce(c, g, inv) && !c->split->item->temporary;
}

static bool may_left(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce(c, g, inv) && !c->stack->item->temporary;
}

/* -- effects ------------------------------------------------------------------------ */

static void gap(pl_items *c, pl_action a)
{
    for (uint32_t i = 0; i < a.number; i++)
        pl_items_gap(c);
}

/* clang-format off */
static const pl_transition transitions[] = {
    /* row     name     takes             jumps  from               to                              condition        effect */
    [SHIFT] = {"SH",    PL_TAKES_NOTHING, 0,     "<S, D, b0|B>",    "<S|D, [b0], B>",               may_shift,       pl_effect_shift},
    [GHOST] = {"GHOST", PL_TAKES_NOTHING, 0,     "<S, [d0], B>",    "the same",                     may_ghost,       pl_effect_none},
    [UNARY] = {"RU",    PL_TAKES_LABEL,   0,     "<S, [d0], B>",    "<S, [X], B>",                  may_unary,       pl_effect_unary},
    [GAP]   = {"GAP",   PL_TAKES_NUMBER,  -1,    "<S|s, D, B>",     "<S, s|D, B>, s of i elements", may_gap,         gap},
    [RIGHT] = {"RR",    PL_TAKES_LABEL,   0,     "<S|s0, D|d0, B>", "<S|D, [X], B> head d0",        may_right,       pl_effect_right},
    [LEFT]  = {"RL",    PL_TAKES_LABEL,   0,     "<S|s0, D|d0, B>", "<S|D, [X], B> head s0",        may_left,        pl_effect_left},
    [IDLE]  = {"IDLE",  PL_TAKES_NOTHING, 0,     "<-, [axiom], ->", "the same",                     pl_gap_may_idle, pl_effect_none},
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
    pl_spell(out, label != PL_NONE ? UNARY : GHOST, 0, label);
}

static void spell_reduce(pl_actions *out, uint32_t gaps, uint32_t label, bool head_right)
{
    pl_spell(out, GAP, gaps, PL_NONE);
    pl_spell(out, head_right ? RIGHT : LEFT, 0, label);
}

static void oracle(const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    static const pl_gap_speller speller = {spell_shift, spell_unary, spell_reduce};
    pl_gap_walk(gold, &speller, out, m);
}

/* Every number up to the largest seen, since the conditions count on what is in reach. */
static void close(pl_inventory *inv)
{
    static const uint16_t plain[] = {SHIFT, GHOST};
    for (size_t i = 0; i < 2; i++)
        pl_inventory_add(inv, (pl_action){plain[i], 0, PL_NONE});
    for (uint32_t i = 0; i <= inv->most; i++)
        pl_inventory_add(inv, (pl_action){GAP, (uint16_t)i, PL_NONE});
    pl_gap_close(inv, UNARY, RIGHT, LEFT);
}

const pl_system pl_system_sr_cgap = {
    .name = "sr-cgap",
    .about = "shift-reduce with compound gaps (Coavoux and Crabbé 2017)",
    PL_GAP_SYSTEM,
};
