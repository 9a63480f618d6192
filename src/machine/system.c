/* The registry of systems, and inventories of actions; see system.h. */
#include "machine/system.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

const pl_system *const pl_systems[] = {
    &pl_system_sr_gap,    &pl_system_sr_cgap, &pl_system_swap,
    &pl_system_skipshift, &pl_system_ml_gap,  NULL,
};

const pl_system *pl_system_find(const char *name)
{
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}

/* -- inventories --------------------------------------------------------------------- */

void pl_inventory_start(pl_inventory *inv, const pl_system *s, const pl_labelset *labels)
{
    *inv = (pl_inventory){.system = s, .labels = labels, .max_chain = PL_MAX_CHAIN};
}

static int compare_actions(const pl_action *a, const pl_action *b,
                           const pl_labelset *labels)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->label == b->label)
        return 0;
    pl_label_sort x = pl_labelset_at(labels, a->label)->sort;
    pl_label_sort y = pl_labelset_at(labels, b->label)->sort;
    if (x != y)
        return x < y ? -1 : 1;
    return a->label < b->label ? -1 : 1;
}

void pl_inventory_add(pl_inventory *inv, pl_action a)
{
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *known = &inv->actions.at[i];
        if (known->kind == a.kind && known->number == a.number && known->label == a.label)
            return;
    }
    PL_PUSH(&inv->actions, a);
    if (a.number > inv->most)
        inv->most = a.number;
}

static void add_to_groups(pl_inventory *inv, uint32_t i)
{
    const pl_action *a = &inv->actions.at[i];
    pl_label_sort sort = a->label != PL_NONE ? pl_labelset_at(inv->labels, a->label)->sort
                                             : PL_LABEL_ORDINARY;
    bool alone = inv->system->transitions[a->kind].takes == PL_TAKES_ANY_LABEL;
    if (inv->groups.n > 0 && !alone) {
        pl_group *g = &inv->groups.at[inv->groups.n - 1];
        if (g->kind == a->kind && g->number == a->number && g->sort == sort) {
            g->n++;
            return;
        }
    }
    pl_group g = {a->kind, a->number, sort, alone ? a->label : PL_NONE, i, 1};
    PL_PUSH(&inv->groups, g);
}

void pl_inventory_finish(pl_inventory *inv)
{
    pl_inventory_add(inv, (pl_action){inv->system->finish, 0, PL_NONE});
    pl_inventory_add(inv, (pl_action){inv->system->idle, 0, PL_NONE});
    pl_action *at = inv->actions.at;
    for (size_t i = 1; i < inv->actions.n; i++) { /* a few hundred at most */
        pl_action a = at[i];
        size_t j = i;
        for (; j > 0 && compare_actions(&a, &at[j - 1], inv->labels) < 0; j--)
            at[j] = at[j - 1];
        at[j] = a;
    }
    inv->groups.n = 0;
    for (size_t i = 0; i < inv->actions.n; i++)
        add_to_groups(inv, (uint32_t)i);
}

uint32_t pl_inventory_find(const pl_inventory *inv, pl_action a)
{
    size_t low = 0, high = inv->actions.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare_actions(&inv->actions.at[middle], &a, inv->labels);
        if (order == 0)
            return (uint32_t)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return PL_NONE;
}

void pl_inventory_release(pl_inventory *inv)
{
    PL_VEC_RELEASE(&inv->actions, &inv->groups);
}

void pl_action_print(const pl_system *s, const pl_labelset *labels, pl_action a,
                     pl_str *out)
{
    const pl_transition *row = &s->transitions[a.kind];
    pl_str_puts(out, row->name);
    if (pl_takes_label(row))
        pl_str_printf(out, "%s%s%s", s->spelling.before_label,
                      pl_labelset_at(labels, a.label)->text, s->spelling.after_label);
    if (row->takes == PL_TAKES_NUMBER)
        pl_str_printf(out, "%s%u", s->spelling.before_number, a.number);
}

/* "RR(X)", "SWAP-i": the name with what it takes. */
static void spell_row(const pl_system *s, const pl_transition *row, pl_str *out)
{
    const pl_spelling *as = &s->spelling;
    pl_str_clear(out);
    pl_str_puts(out, row->name);
    if (pl_takes_label(row))
        pl_str_printf(out, "%sX%s", as->before_label, as->after_label);
    else if (row->takes == PL_TAKES_NUMBER)
        pl_str_printf(out, "%si", as->before_number);
}

static int columns(const char *text)
{
    return (int)pl_utf8_count(text, strlen(text));
}

void pl_system_print(const pl_system *s, pl_str *out)
{
    pl_str name = {0};
    int wide = 0, from = 0;
    for (const pl_transition *row = s->transitions; row->name != NULL; row++) {
        spell_row(s, row, &name);
        wide = (int)name.n > wide ? (int)name.n : wide;
        from = columns(row->from) > from ? columns(row->from) : from;
    }
    pl_str_printf(out, "%s: %s\n", s->name, s->about);
    for (const pl_transition *row = s->transitions; row->name != NULL; row++) {
        spell_row(s, row, &name);
        pl_str_printf(out, "%-*s  %s%*s  ->  %s\n", wide, name.at, row->from,
                      from - columns(row->from), "", row->to);
    }
    pl_str_release(&name);
}

/* -- what systems share --------------------------------------------------------------- */

void pl_effect_shift(pl_items *c, pl_action a)
{
    pl_items_shift(c);
}

void pl_effect_unary(pl_items *c, pl_action a)
{
    pl_items_unary(c, a.label);
}

void pl_effect_left(pl_items *c, pl_action a)
{
    pl_items_reduce(c, a.label, false);
}

void pl_effect_right(pl_items *c, pl_action a)
{
    pl_items_reduce(c, a.label, true);
}

void pl_effect_none(pl_items *c, pl_action a)
{
}

void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label)
{
    pl_action a = {kind, (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX), label};
    PL_PUSH(out, a);
}

bool pl_is_axiom(const pl_items *c, const pl_item *item)
{
    return item->label != PL_NONE &&
           pl_labelset_at(c->sentence->labels, item->label)->sort == PL_LABEL_AXIOM;
}

bool pl_all_in_one(const pl_items *c)
{
    return pl_buffer_empty(c) && pl_height(c->stack) == 1;
}

void pl_close_unary(pl_inventory *inv, uint16_t unary)
{
    uint32_t axiom = pl_labelset_most_frequent(inv->labels, PL_LABEL_AXIOM);
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        if (a->kind == unary &&
            pl_labelset_at(inv->labels, a->label)->sort == PL_LABEL_AXIOM)
            return;
    }
    if (axiom != PL_NONE)
        pl_inventory_add(inv, (pl_action){unary, 0, axiom});
}
