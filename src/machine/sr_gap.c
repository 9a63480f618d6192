/* The gap family: discontinuous shift-reduce parsing with the GAP transition, which lets
 * the top of the stack be reduced with any element below it.
 * Maximin Coavoux and Benoît Crabbé (2017): Incremental Discontinuous Phrase Structure
 * Parsing with the GAP Transition. EACL. Figure 3 (transitions) and Table 7 (conditions).
 *
 * SR-CGAP has compound gaps (section 2.4), so that every derivation of a sentence of n
 * words has 4n-2 actions. Each SHIFT is followed by a unary reduction or GHOST, each
 * reduction comes after exactly one GAP_i, which stands for i gaps. */
#include "machine/bracket_rules.h"
#include "machine/system.h"

#include <string.h>

/* Both tables begin with this row. */
enum { SHIFT };
enum { GAP = SHIFT + 1, UNARY, RIGHT, LEFT, IDLE };
enum { C_GHOST = SHIFT + 1, C_UNARY, C_GAP, C_RIGHT, C_LEFT, C_IDLE };

/* The rows that the oracle spells. */
typedef struct rows {
    uint16_t unary, gap, right, left;
    bool compound; /* GHOST where there is no unary node; GAP takes a number */
} rows;

static const rows *rows_of(const pl_system *s)
{
    static const rows plain = {UNARY, GAP, RIGHT, LEFT, false};
    static const rows compound = {C_UNARY, C_GAP, C_RIGHT, C_LEFT, true};
    return s == &pl_system_sr_gap ? &plain : &compound;
}

/* -- conditions of both -------------------------------------------------------------- */

/* B and S are empty and D holds one element, labelled with an axiom. */
static bool may_idle(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_all_in_one(c) && pl_is_axiom(c, c->stack->item);
}

/* The label is an axiom if and only if these are the last two elements. */
static bool axiom_fits(const pl_items *c, const pl_group *g)
{
    return (g->sort == PL_LABEL_AXIOM) == (pl_buffer_empty(c) && c->stack->height == 2);
}

/* The label is an axiom if and only if this is the only element. */
static bool may_unary(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == SHIFT && (g->sort == PL_LABEL_AXIOM) == (c->sentence->n_tokens == 1);
}

/* -- SR-GAP -------------------------------------------------------------------------- */

static bool may_shift(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !pl_buffer_empty(c) && c->last != GAP;
}

/* As many gaps as there may be, and s0 and d0 can be reduced: one of them is not temporary. */
static bool gone_far(const pl_items *c)
{
    return c->stack->height - c->split->height > c->sentence->most_gaps &&
           !(c->stack->item->temporary && c->split->item->temporary);
}

static bool may_gap(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return pl_height(c->split) >= 2 && !gone_far(c) &&
           (!c->stack->item->temporary || pl_n_solid(c->split->below) > 0);
}

/* A non-temporary element in S without s0 or D without d0. */
static bool solid_elsewhere(const pl_items *c)
{
    return pl_n_solid(c->split->below) > 0 ||
           pl_n_solid(c->stack->below) > pl_n_solid(c->split);
}

static bool may_reduce(const pl_items *c, const pl_group *g)
{
    if (c->split == NULL || !axiom_fits(c, g))
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

static void gap(pl_items *c, pl_action a)
{
    pl_items_gap(c);
}

/* clang-format off */
static const pl_transition gap_transitions[] = {
    /* row     name    takes             jumps from               to                       condition  effect */
    [SHIFT] = {"SH",   PL_TAKES_NOTHING, 0,    "<S, D, b0|B>",    "<S|D, [b0], B>",        may_shift, pl_effect_shift},
    [GAP]   = {"GAP",  PL_TAKES_NOTHING, 1,    "<S|s0, D, B>",    "<S, s0|D, B>",          may_gap,   gap},
    [UNARY] = {"RU",   PL_TAKES_LABEL,   0,    "<S, [d0], B>",    "<S, [X], B>",           may_unary, pl_effect_unary},
    [RIGHT] = {"RR",   PL_TAKES_LABEL,   0,    "<S|s0, D|d0, B>", "<S|D, [X], B> head d0", may_right, pl_effect_right},
    [LEFT]  = {"RL",   PL_TAKES_LABEL,   0,    "<S|s0, D|d0, B>", "<S|D, [X], B> head s0", may_left,  pl_effect_left},
    [IDLE]  = {"IDLE", PL_TAKES_NOTHING, 0,    "<-, [axiom], ->", "the same",              may_idle,  pl_effect_none},
    {NULL,  PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- SR-CGAP: its rows and conditions have a c ---------------------------------------- */

/* Where a derivation may shift or begin a reduction: not inside the pairs that SHIFT and
 * GAP_i open. */
static bool between(const pl_items *c)
{
    return c->last != SHIFT && c->last != C_GAP;
}

static bool may_shift_c(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return !pl_buffer_empty(c) && between(c);
}

static bool may_ghost(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return c->last == SHIFT && c->sentence->n_tokens > 1;
}

static bool may_gap_c(const pl_items *c, const pl_group *g, const pl_inventory *inv)
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

static bool may_reduce_c(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    if (c->last != C_GAP || !axiom_fits(c, g))
        return false;
    return g->sort != PL_LABEL_TEMPORARY || !pl_buffer_empty(c) ||
           solid_in_reach(c, inv->most);
}

static bool may_right_c(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce_c(c, g, inv) && !c->split->item->temporary;
}

static bool may_left_c(const pl_items *c, const pl_group *g, const pl_inventory *inv)
{
    return may_reduce_c(c, g, inv) && !c->stack->item->temporary;
}

static void gap_c(pl_items *c, pl_action a)
{
    for (uint32_t i = 0; i < a.number; i++)
        pl_items_gap(c);
}

/* clang-format off */
static const pl_transition cgap_transitions[] = {
    /* row       name     takes             jumps from               to                              condition    effect */
    [SHIFT]   = {"SH",    PL_TAKES_NOTHING, 0,    "<S, D, b0|B>",    "<S|D, [b0], B>",               may_shift_c, pl_effect_shift},
    [C_GHOST] = {"GHOST", PL_TAKES_NOTHING, 0,    "<S, [d0], B>",    "the same",                     may_ghost,   pl_effect_none},
    [C_UNARY] = {"RU",    PL_TAKES_LABEL,   0,    "<S, [d0], B>",    "<S, [X], B>",                  may_unary,   pl_effect_unary},
    [C_GAP]   = {"GAP",   PL_TAKES_NUMBER,  -1,   "<S|s, D, B>",     "<S, s|D, B>, s of i elements", may_gap_c,   gap_c},
    [C_RIGHT] = {"RR",    PL_TAKES_LABEL,   0,    "<S|s0, D|d0, B>", "<S|D, [X], B> head d0",        may_right_c, pl_effect_right},
    [C_LEFT]  = {"RL",    PL_TAKES_LABEL,   0,    "<S|s0, D|d0, B>", "<S|D, [X], B> head s0",        may_left_c,  pl_effect_left},
    [C_IDLE]  = {"IDLE",  PL_TAKES_NOTHING, 0,    "<-, [axiom], ->", "the same",                     may_idle,    pl_effect_none},
    {NULL,  PL_TAKES_NOTHING, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */

/* -- oracle --------------------------------------------------------------------------- */

typedef struct walk {
    const pl_tree *tree;
    uint32_t *stack; /* [n]  nodes, the top last */
    uint32_t n;
    uint32_t *position; /* [n_nodes]  index in the stack, PL_NONE if not there */
} walk;

static void push(walk *w, uint32_t node)
{
    w->position[node] = w->n;
    w->stack[w->n++] = node;
}

/* Where the sibling of the top is in the stack; PL_NONE if it is not there. */
static uint32_t find_sibling(const walk *w)
{
    const pl_node *top = &w->tree->nodes[w->stack[w->n - 1]];
    uint32_t other = top->next != PL_NONE ? top->next : top->prev;
    return other != PL_NONE ? w->position[other] : PL_NONE;
}

/* Takes the top and the element at `at` off and pushes their parent; what lies between
 * moves down by one. */
static uint32_t reduce(walk *w, uint32_t at)
{
    uint32_t top = w->stack[--w->n], parent = w->tree->nodes[top].parent;
    w->position[top] = w->position[w->stack[at]] = PL_NONE;
    for (uint32_t i = at; i + 1 < w->n; i++) {
        w->stack[i] = w->stack[i + 1];
        w->position[w->stack[i]] = i;
    }
    w->n--;
    push(w, parent);
    return top;
}

static void spell_reduce(pl_actions *out, const rows *r, uint32_t gaps, uint32_t label,
                         bool head_right)
{
    if (r->compound)
        pl_spell(out, r->gap, gaps, PL_NONE);
    for (; !r->compound && gaps > 0; gaps--)
        pl_spell(out, r->gap, 0, PL_NONE);
    pl_spell(out, head_right ? r->right : r->left, 0, label);
}

/* Section 2.3: after each shift, as long as the sibling of the top is on the stack, reduces
 * the two; `gaps` elements lie between them. */
static void oracle(const pl_system *s, const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    const rows *r = rows_of(s);
    const pl_tree *t = gold->tree;
    walk w = {t, pl_arena_alloc(m, (t->n_tokens + 1) * sizeof(uint32_t)), 0,
              pl_arena_alloc(m, t->n_nodes * sizeof(uint32_t))};
    memset(w.position, 0xff, t->n_nodes * sizeof(uint32_t)); /* PL_NONE */
    for (uint32_t i = 0, at; i < t->n_tokens; i++) {
        pl_spell(out, SHIFT, 0, PL_NONE);
        uint32_t parent = t->nodes[i].parent;
        bool unary = parent != PL_NONE && t->nodes[parent].order == 1;
        if (unary)
            pl_spell(out, r->unary, 0, gold->labels[parent]);
        else if (r->compound)
            pl_spell(out, C_GHOST, 0, PL_NONE);
        push(&w, unary ? parent : i);
        while ((at = find_sibling(&w)) != PL_NONE) {
            uint32_t gaps = w.n - 2 - at, d0 = reduce(&w, at), x = w.stack[w.n - 1];
            spell_reduce(out, r, gaps, gold->labels[x], t->nodes[x].head == d0);
        }
    }
}

/* RR and RL of every axiom, RU of one axiom, RR and RL of the most frequent ordinary
 * label, where training did not show them; gaps of every number up to the largest seen,
 * since the conditions count on what is in reach. */
static void close(pl_inventory *inv)
{
    const rows *r = rows_of(inv->system);
    uint32_t ordinary = pl_labelset_most_frequent(inv->labels, PL_LABEL_ORDINARY);
    pl_inventory_add(inv, (pl_action){SHIFT, 0, PL_NONE});
    if (r->compound)
        pl_inventory_add(inv, (pl_action){C_GHOST, 0, PL_NONE});
    for (uint32_t i = 0; i <= inv->most; i++)
        pl_inventory_add(inv, (pl_action){r->gap, (uint16_t)i, PL_NONE});
    for (uint32_t i = 0; i < inv->labels->entries.n; i++)
        if (inv->labels->entries.at[i].sort == PL_LABEL_AXIOM || i == ordinary) {
            pl_inventory_add(inv, (pl_action){r->right, 0, i});
            pl_inventory_add(inv, (pl_action){r->left, 0, i});
        }
    pl_close_unary(inv, r->unary);
}

#define GAP_SYSTEM                                                                       \
    .spelling = {"(", ")", "_"}, .meets = pl_meets_gap, .oracle = oracle, .close = close

const pl_system pl_system_sr_gap = {
    .name = "sr-gap",
    .about = "shift-reduce with GAP (Coavoux and Crabbé 2017)",
    .transitions = gap_transitions,
    .finish = IDLE,
    .idle = IDLE,
    .unary = UNARY,
    .gap = GAP,
    GAP_SYSTEM,
};

const pl_system pl_system_sr_cgap = {
    .name = "sr-cgap",
    .about = "shift-reduce with compound gaps (Coavoux and Crabbé 2017)",
    .transitions = cgap_transitions,
    .finish = C_IDLE,
    .idle = C_IDLE,
    .unary = C_UNARY,
    .gap = C_GAP,
    GAP_SYSTEM,
};
