/* Derivations of treebank trees; see derive.h. */
#include "transition/derive.h"

#include <string.h>

void pl_deriver_start(pl_deriver *d, const pl_system *system)
{
    *d = (pl_deriver){.system = system, .style = system->style};
    pl_inventory_start(&d->inventory, system, &d->labels);
}

void pl_deriver_look(pl_deriver *d, const pl_tree *t)
{
    pl_root_check_tree(&d->roots, t);
    d->style.artificial_root = d->roots.needs_artificial;
}

void pl_deriver_tree(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m)
{
    if (t->n_tokens == 0)
        return;
    size_t first = out->n;
    pl_binary *gold = pl_binary_from_tree(t, &d->style, &d->labels, m);
    d->system->oracle(gold, out, m);
    for (size_t i = first; i < out->n; i++)
        pl_inventory_add(&d->inventory, out->at[i]);
}

/* Treebanks of single words have no label but axioms; longer sentences need one that may
 * stand inside: the lowest part of the first axiom. */
static void need_ordinary_label(pl_labelset *labels)
{
    for (size_t i = 0; i < labels->entries.n; i++)
        if (labels->entries.at[i].class == PL_LABEL_ORDINARY)
            return;
    if (labels->entries.n == 0)
        return;
    const pl_label *axiom = pl_labelset_at(labels, 0);
    const char *parts[2] = {axiom->parts[axiom->n_parts - 1], NULL};
    if (strcmp(parts[0], PL_ARTIFICIAL_ROOT) == 0)
        parts[0] = "X";
    parts[1] = parts[0]; /* twice, where once would be the axiom itself */
    pl_labelset_add(labels, parts, axiom->n_parts == 1 ? 2 : 1, false);
}

void pl_deriver_finish(pl_deriver *d)
{
    need_ordinary_label(&d->labels);
    d->system->close(&d->inventory);
    pl_inventory_finish(&d->inventory);
}

void pl_deriver_release(pl_deriver *d)
{
    pl_root_check_release(&d->roots);
    pl_inventory_release(&d->inventory);
    pl_labelset_release(&d->labels);
}

static const pl_group *group_of(const pl_inventory *inv, uint32_t action)
{
    const pl_group *g = inv->groups.at;
    while (action >= g->first + g->n)
        g++;
    return g;
}

int pl_replay(const pl_deriver *d, const pl_actions *actions, pl_tree *t, pl_err *err)
{
    const pl_inventory *inv = &d->inventory;
    pl_task s;
    pl_task_start(&s, t->arena, &d->labels, t->n_tokens);
    pl_config c = pl_config_start(&s);
    for (size_t i = 0; i < actions->n; i++) {
        uint32_t id = pl_inventory_find(inv, actions->at[i]);
        if (id == PL_NONE || !pl_may(inv, &c, group_of(inv, id))) {
            pl_str text = {0};
            pl_action_print(d->system, &d->labels, actions->at[i], &text);
            pl_fail(err, "action %zu, %s, is not permitted", i + 1, text.at);
            pl_str_release(&text);
            return -1;
        }
        pl_apply(inv, &c, actions->at[i]);
    }
    if (t->n_tokens == 0)
        return 0;
    if (!d->system->is_final(&c))
        return pl_fail(err, "the derivation ends before the tree is complete");
    pl_binary_to_tree(pl_config_binary(&c, t->arena), &d->labels, d->roots.virtual_root,
                      t);
    return 0;
}
