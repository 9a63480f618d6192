/* Derivations of treebank trees; see derive.h. */
#include "machine/derive.h"

#include "machine/order.h"

#include <string.h>

void pl_deriver_start(pl_deriver *d, const pl_system *system)
{
    *d = (pl_deriver){.system = system, .style = system->style};
    d->labels.at_sign = system->style.at_sign;
    pl_inventory_start(&d->inventory, system, &d->labels);
    if (system->reorder != NULL) {
        pl_error err;
        pl_deriver_reorder(d, system->reorder, &err);
    }
}

int pl_deriver_reorder(pl_deriver *d, const char *text, pl_error *err)
{
    if (d->system->reorder == NULL)
        return pl_fail(err, PL_BAD_INPUT,
                       "%s reads the words in the order of the sentence",
                       d->system->name);
    pl_reorder r;
    if (pl_reorder_init(&r, text, err) < 0)
        return -1;
    pl_reorder_release(&d->reorder);
    d->reorder = r;
    d->inventory.left_first = pl_order_is_left(&r);
    return 0;
}

void pl_deriver_look(pl_deriver *d, const pl_tree *t)
{
    pl_root_check_tree(&d->roots, t);
    d->style.artificial_root = d->roots.needs_artificial;
}

static void note_chains(pl_inventory *inv, const pl_binary *gold, pl_arena *m)
{
    uint32_t *length = PL_NEW_ARRAY(m, uint32_t, gold->n_nodes);
    for (uint32_t v = gold->n_tokens; v < gold->n_nodes; v++) {
        const pl_binary_node *node = &gold->nodes[v];
        if (node->right != PL_NONE)
            continue;
        length[v] = length[node->left] + 1;
        inv->repeats |= gold->nodes[node->left].label == node->label;
        if (length[v] > inv->max_chain)
            inv->max_chain = length[v];
    }
}

void pl_deriver_again(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m)
{
    if (t->n_tokens == 0)
        return;
    pl_binary *gold = pl_binary_from_tree(t, &d->style, &d->labels, m);
    const uint32_t *order = NULL;
    if (d->system->reorder != NULL)
        order = pl_binary_order(gold, &d->labels, &d->reorder, m);
    note_chains(&d->inventory, gold, m);
    d->system->oracle(gold, order, out, m);
}

void pl_deriver_tree(pl_deriver *d, const pl_tree *t, pl_actions *out, pl_arena *m)
{
    size_t first = out->n;
    pl_deriver_again(d, t, out, m);
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
    pl_reorder_release(&d->reorder);
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

/* Takes an action if it is known and permitted. */
static bool take(const pl_inventory *inv, pl_config *c, pl_action a)
{
    uint32_t id = pl_inventory_find(inv, a);
    if (id == PL_NONE || !pl_may(inv, c, group_of(inv, id)))
        return false;
    pl_apply(inv, c, a);
    return true;
}

int pl_replay(const pl_deriver *d, const pl_actions *actions, pl_tree *t, pl_error *err)
{
    if (t->n_tokens == 0)
        return 0;
    pl_task s;
    pl_task_start(&s, t->arena, &d->labels, t->n_tokens);
    pl_config c = pl_config_start(&s);
    for (size_t i = 0; i < actions->n; i++)
        if (!take(&d->inventory, &c, actions->at[i])) {
            pl_str text = {0};
            pl_action_print(d->system, &d->labels, actions->at[i], &text);
            pl_fail(err, PL_BAD_INPUT, "action %zu, %s, is not permitted", i + 1,
                    text.at);
            pl_str_release(&text);
            return -1;
        }
    take(&d->inventory, &c, (pl_action){d->system->finish, 0, PL_NONE});
    if (!d->system->is_final(&c))
        return pl_fail(err, PL_BAD_INPUT,
                       "the derivation ends before the tree is complete");
    pl_binary_to_tree(pl_config_binary(&c, t->arena), &d->labels, d->roots.virtual_root,
                      t);
    return 0;
}
