/* SKIPSHIFT: shift-reduce parsing that reads any word of the queue next.
 * Wolfgang Maier and Timm Lichte (2016): Discontinuous parsing with continuous trees.
 * DiscoNLP. Section 3.3. */
#include "machine/families.h"

static bool may_skipshift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return g->number < c->n_buffer && pl_swap_may_read(c, inv);
}

static void skipshift(pl_items *c, pl_action a)
{
    pl_items_take(c, a.number);
}

/* clang-format off */
static const pl_transition transitions[] = {
    [PL_SWAP_READ] = {"SKIPSHIFT", PL_TAKES_NUMBER, -1, "<S, q0 … qi|Q>", "<S|qi, q0 … qi-1|Q>", may_skipshift, skipshift},
    PL_SWAP_ROWS,
    {NULL, PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

static void spell_read(pl_actions *out, uint32_t i)
{
    pl_spell(out, PL_SWAP_READ, i, PL_NONE);
}

static void oracle(const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    pl_swap_walk(gold, spell_read, out, m);
}

const pl_system pl_system_skipshift = {
    .name = "skipshift",
    .about = "shift-reduce with SKIPSHIFT-i (Maier and Lichte 2016)",
    .reorder = "dist2",
    PL_SWAP_SYSTEM,
};
