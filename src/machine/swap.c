/* SWAP: shift-reduce parsing in which words go back from the stack to the queue.
 * Wolfgang Maier (2015): Discontinuous incremental shift-reduce parsing. ACL (there the
 * transition is called COMPOUNDSWAP). Wolfgang Maier and Timm Lichte (2016):
 * Discontinuous parsing with continuous trees. DiscoNLP. Section 2.1. */
#include "machine/families.h"

enum { SWAP = PL_SWAP_OWN };

static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_swap_may_read(c, inv);
}

/* The words that go back stand in the order of the sentence, before the top and before
 * the queue, which so stays in order too. No pair of words changes places twice: there
 * are at most n(n-1)/2 such changes. Without the order among themselves and to the queue,
 * derivations that end only after 2^n steps are possible. */
static bool may_swap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (g->number == 0 || pl_height(c->stack) <= g->number)
        return false;
    uint32_t before = c->stack->item->low < c->next ? c->stack->item->low : c->next;
    const pl_cell *cell = c->stack->below;
    for (uint32_t i = 0; i < g->number; i++, cell = cell->below) {
        if (cell->item->label != PL_NONE || cell->item->id >= before)
            return false;
        before = cell->item->id;
    }
    return true;
}

static void swap(pl_items *c, pl_action a)
{
    pl_items_put_back(c, a.number);
}

/* clang-format off */
static const pl_transition transitions[] = {
    [PL_SWAP_READ] = {"SHIFT", PL_TAKES_NOTHING, 0, "<S, q0|Q>", "<S|q0, Q>", may_shift, pl_effect_shift},
    PL_SWAP_ROWS,
    [SWAP] = {"SWAP", PL_TAKES_NUMBER, -1, "<S|si … s1 s0, Q>", "<S|s0, si … s1|Q>", may_swap, swap},
    {NULL, PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

static void spell_read(pl_actions *out, uint32_t i)
{
    for (uint32_t k = 0; k <= i; k++)
        pl_spell(out, PL_SWAP_READ, 0, PL_NONE);
    if (i > 0)
        pl_spell(out, SWAP, i, PL_NONE);
}

static void oracle(const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    pl_swap_walk(gold, spell_read, out, m);
}

const pl_system pl_system_swap = {
    .name = "swap",
    .about = "shift-reduce with SWAP-i (Maier 2015, Maier and Lichte 2016)",
    .reorder = "left",
    PL_SWAP_SYSTEM,
};
