/* Constituents behind the interface of machine.h: SR-GAP and its kin, each a table of
 * transitions (system.h) over one kind of configuration (items.h). */
#include "machine/machine.h"

#include "base/sections.h"
#include "base/alloc.h"
#include "base/str.h"
#include "machine/bracket_rules.h"
#include "machine/derive.h"

#include <stdlib.h>
#include <string.h>

typedef struct pl_con_machine {
    pl_machine machine;
    pl_deriver deriver;    /* system, labels, inventory of actions */
    uint32_t finish, idle; /* the actions that follow a complete derivation */
} pl_con_machine;

typedef struct con_task {
    pl_task items;
    const pl_con_machine *machine;
    pl_bracket_rules *rules; /* constraints; NULL: none */
    bool *allowed;           /* [n_actions]  for obey() */
} con_task;

static const pl_con_machine *self(const pl_machine *m)
{
    return (const pl_con_machine *)m;
}

/* -- from a treebank ---------------------------------------------------------------- */

static int check(pl_tree *t, pl_error *err)
{
    return t->root != PL_NONE
               ? 0
               : pl_fail(err, PL_BAD_INPUT, "the sentence has no constituents%s",
                         t->has_deps
                             ? ", only dependencies: these are for systems like arc-eager"
                             : "");
}

static void look(pl_machine *m, const pl_tree *t)
{
    pl_deriver_look(&((pl_con_machine *)m)->deriver, t);
}

static void add(pl_machine *m, const pl_tree *t, pl_arena *scratch)
{
    pl_actions actions = {0};
    pl_deriver_tree(&((pl_con_machine *)m)->deriver, t, &actions, scratch);
    PL_VEC_RELEASE(&actions);
}

static uint32_t first_label(const pl_inventory *inv)
{
    uint16_t row = inv->system->label_rows;
    uint32_t n = 0;
    while (n < inv->actions.n && (row == 0 || inv->actions.at[n].kind < row))
        n++;
    return n;
}

/* Called when the inventory is complete: stores numbers that are needed often. */
static void settle(pl_con_machine *m)
{
    const pl_inventory *inv = &m->deriver.inventory;
    m->machine.n_actions = (uint32_t)inv->actions.n;
    m->machine.first_label = first_label(inv);
    m->machine.n_labels = (uint32_t)m->deriver.labels.entries.n;
    m->finish = pl_inventory_find(inv, (pl_action){inv->system->finish, 0, PL_NONE});
    m->idle = pl_inventory_find(inv, (pl_action){inv->system->idle, 0, PL_NONE});
}

static int finish(pl_machine *machine, pl_error *err)
{
    pl_con_machine *m = (pl_con_machine *)machine;
    pl_deriver_finish(&m->deriver);
    settle(m);
    return machine->n_actions <= PL_MAX_ACTIONS
               ? 0
               : pl_fail(err, PL_TOO_LARGE,
                         "the treebank needs %u different actions; at most %u are "
                         "possible: are its labels what they should be?",
                         machine->n_actions, PL_MAX_ACTIONS);
}

/* An action that is not in the inventory gets the number PL_NONE, which happens only with
 * trees that the inventory was not made from. */
static bool derive(const pl_machine *machine, const pl_tree *t, bool learning,
                   pl_target *gold, pl_acts *steps, pl_arena *arena)
{
    pl_deriver *d = &((pl_con_machine *)machine)->deriver;
    pl_actions actions = {0};
    bool known = true;
    pl_deriver_again(d, t, &actions, arena);
    steps->n = 0;
    for (size_t i = 0; i < actions.n; i++) {
        pl_act step = {{0, 0}, pl_inventory_find(&d->inventory, actions.at[i])};
        known &= step.action != PL_NONE;
        PL_PUSH(steps, step);
    }
    PL_VEC_RELEASE(&actions);
    if (gold != NULL && known) {
        uint32_t *copy = pl_arena_alloc(arena, steps->n * sizeof *copy);
        for (size_t i = 0; i < steps->n; i++)
            copy[i] = steps->at[i].action;
        *gold = (pl_target){
            .n_tokens = t->n_tokens, .n_steps = (uint32_t)steps->n, .actions = copy};
    }
    return known;
}

/* -- parsing ------------------------------------------------------------------------ */

static void *start(const pl_machine *machine, pl_arena *arena, uint32_t n_tokens,
                   bool learning)
{
    con_task *task = PL_NEW(arena, con_task);
    task->machine = self(machine);
    pl_task_start(&task->items, arena, &task->machine->deriver.labels, n_tokens);
    return task;
}

static void bound(void *task)
{
    ((con_task *)task)->items.most_gaps = PL_MOST_GAPS;
}

static void begin(void *task, pl_config *c)
{
    c->items = pl_items_start(&((con_task *)task)->items);
}

static void choices(void *task, const pl_config *c, const pl_target *gold,
                    uint32_t n_steps, pl_choices *out)
{
    const pl_con_machine *m = ((con_task *)task)->machine;
    const pl_inventory *inv = &m->deriver.inventory;
    uint32_t right = gold == NULL               ? PL_NONE /* the one correct action */
                     : n_steps < gold->n_steps  ? gold->actions[n_steps]
                     : n_steps == gold->n_steps ? m->finish
                                                : m->idle;
    PL_RESERVE(out, inv->groups.n);
    out->n = 0;
    for (size_t i = 0; i < inv->groups.n; i++) {
        const pl_group *g = &inv->groups.at[i];
        uint32_t gold_here = right - g->first < g->n ? right : PL_NONE;
        pl_choice one = {{0, 0}, g->first, g->first + g->n, gold_here};
        if (pl_may(inv, &c->items, g))
            out->at[out->n++] = one;
    }
}

static void apply(void *task, pl_config *c, pl_act step)
{
    const pl_inventory *inv = &((con_task *)task)->machine->deriver.inventory;
    pl_apply(inv, &c->items, inv->actions.at[step.action]);
}

static bool constrain(void *task, const pl_constraints *c)
{
    con_task *t = task;
    const pl_deriver *d = &t->machine->deriver;
    pl_arena *m = t->items.arena;
    t->items.most_gaps = UINT32_MAX; /* what they ask for may be anywhere */
    t->rules =
        pl_bracket_rules_make(c, &d->inventory, &t->items, d->style.keep_unaries, m);
    t->allowed = PL_NEW_ARRAY(m, bool, d->inventory.actions.n);
    return t->rules != NULL;
}

static void obey(void *task, const pl_config *c, pl_choices *list)
{
    con_task *t = task;
    const pl_inventory *inv = &t->machine->deriver.inventory;
    const pl_group *g = inv->groups.at;
    size_t n = list->n;
    for (size_t i = 0; i < n; i++, g++) {
        pl_choice one = list->at[i];
        while (g->first != one.first)
            g++;
        if (pl_bracket_rules_allow(t->rules, &c->items, g, t->allowed))
            pl_choices_keep(list, one, t->allowed);
    }
    pl_choices_drop(list, n);
}

static uint32_t shape(const pl_machine *m, uint32_t action)
{
    const pl_inventory *inv = &self(m)->deriver.inventory;
    const pl_action *a = &inv->actions.at[action];
    bool temporary = a->label != PL_NONE && pl_labelset_at(inv->labels, a->label)->sort ==
                                                PL_LABEL_TEMPORARY;
    return (uint32_t)a->kind << 17 | (uint32_t)a->number << 1 | temporary;
}

static bool is_final(const void *task, const pl_config *c)
{
    const pl_system *s = ((const con_task *)task)->machine->deriver.system;
    return s->transitions[s->idle].may(&c->items, NULL, NULL);
}

static bool labels_next(const void *task, const pl_config *c)
{
    const pl_system *s = ((const con_task *)task)->machine->deriver.system;
    return s->labels_next != NULL && s->labels_next(&c->items);
}

static void tree(void *task, const pl_config *c, pl_tree *t)
{
    pl_deriver_build(&((con_task *)task)->machine->deriver, &c->items, t);
}

/* -- words and files ---------------------------------------------------------------- */

static uint32_t jumps(const pl_machine *m, pl_act act, bool *compound)
{
    const pl_inventory *inv = &self(m)->deriver.inventory;
    const pl_action *a = &inv->actions.at[act.action];
    int jumps = inv->system->transitions[a->kind].jumps;
    if (compound != NULL)
        *compound = jumps < 0;
    return jumps < 0 ? a->number : (uint32_t)jumps;
}

static void print(const pl_machine *m, pl_act step, pl_str *out)
{
    const pl_deriver *d = &self(m)->deriver;
    pl_action_print(d->system, &d->labels, d->inventory.actions.at[step.action], out);
}

/* The words below an item, in ascending order. */
static const uint32_t *words_below(const pl_item *item, pl_arena *m)
{
    PL_VEC(const pl_item *) open = {0};
    uint32_t *words = pl_arena_alloc(m, item->size * sizeof *words), n = 0;
    PL_PUSH(&open, item);
    while (open.n > 0) {
        const pl_item *now = PL_POP(&open);
        if (pl_item_is_word(now))
            words[n++] = now->head;
        else
            PL_PUSH(&open, now->left);
        if (now->right != NULL)
            PL_PUSH(&open, now->right);
    }
    PL_VEC_RELEASE(&open);
    qsort(words, n, sizeof *words, pl_by_u32);
    return words;
}

/* The cells from `top` down to `bottom`, which is left out; the top comes last. */
static const pl_parse_item *show_cells(const pl_cell *top, const pl_cell *bottom,
                                       const pl_labelset *labels, pl_arena *m,
                                       size_t *n)
{
    *n = pl_height(top) - pl_height(bottom);
    pl_parse_item *items = pl_arena_alloc(m, (*n + 1) * sizeof *items);
    for (size_t i = *n; i-- > 0; top = top->below) {
        const pl_item *item = top->item;
        items[i] = (pl_parse_item){.head = item->head,
                                   .words = words_below(item, m),
                                   .n = item->size};
        if (item->label != PL_NONE)
            items[i].label = pl_labelset_at(labels, item->label)->text;
    }
    return items;
}

static void show(const void *task, const pl_config *c, pl_arena *m, pl_parse_step *out)
{
    const pl_items *items = &c->items;
    const pl_labelset *labels = ((const con_task *)task)->items.labels;
    uint32_t *buffer = pl_arena_alloc(m, (items->n_buffer + (size_t)1) * sizeof *buffer);
    const pl_taken *run = items->taken;
    uint32_t word = items->next;
    out->stack = show_cells(items->split, NULL, labels, m, &out->n_stack);
    out->deque = show_cells(items->stack, items->split, labels, m, &out->n_deque);
    out->buffer = buffer;
    out->n_buffer = items->n_buffer;
    for (uint32_t i = 0; i < items->n_buffer; i++, word = pl_buffer_after(word, &run))
        buffer[i] = word;
}

static void print_facts(const pl_machine *m, pl_str *out)
{
    const pl_labelset *labels = &self(m)->deriver.labels;
    size_t merged = 0, temporary = 0;
    for (size_t i = 0; i < labels->entries.n; i++) {
        merged += labels->entries.at[i].n_parts > 1;
        temporary += labels->entries.at[i].sort == PL_LABEL_TEMPORARY;
    }
    pl_str_printf(out, "labels: %zu (%zu merged, %zu temporary)\n", labels->entries.n,
                  merged, temporary);
}

static void print_system(const pl_machine *m, pl_str *out)
{
    pl_system_print(self(m)->deriver.system, out);
}

static void describe(const pl_machine *m, pl_str *about)
{
    const pl_deriver *d = &self(m)->deriver;
    pl_about_set(about, "artificial-root", "%d", d->style.artificial_root);
    pl_about_set(about, "virtual-root", "%d", d->roots.virtual_root);
    if (d->reorder.text != NULL)
        pl_about_set(about, "reorder", "%s", d->reorder.text);
    if (d->style.keep_unaries) {
        pl_about_set(about, "unary-chain", "%u", d->inventory.max_chain);
        pl_about_set(about, "unary-repeats", "%d", d->inventory.repeats);
    }
}

static void put(const pl_machine *m, pl_section_list *list)
{
    const pl_deriver *d = &self(m)->deriver;
    pl_str text = {0};
    pl_labelset_put(&d->labels, &text);
    pl_sections_add_text(list, "labels", &text);
    pl_str_clear(&text);
    pl_inventory_put(&d->inventory, &text);
    pl_sections_add_text(list, "actions", &text);
    pl_str_release(&text);
}

static void free_machine(pl_machine *machine)
{
    pl_con_machine *m = (pl_con_machine *)machine;
    pl_deriver_release(&m->deriver);
    free(m);
}

static const pl_machine_ops ops = {
    .constituents = true,
    .format = "discbracket",
    .sight = PL_SEES_ITEMS,
    .check = check,
    .look = look,
    .add = add,
    .finish = finish,
    .derive = derive,
    .start = start,
    .bound = bound,
    .begin = begin,
    .choices = choices,
    .apply = apply,
    .constrain = constrain,
    .obey = obey,
    .shape = shape,
    .is_final = is_final,
    .labels_next = labels_next,
    .tree = tree,
    .jumps = jumps,
    .print = print,
    .show = show,
    .print_facts = print_facts,
    .print_system = print_system,
    .put = put,
    .describe = describe,
    .free = free_machine,
};

static pl_con_machine *new_machine(const pl_system *system)
{
    pl_con_machine *m = pl_alloc_zero(1, sizeof *m);
    m->machine = (pl_machine){
        .ops = &ops, .name = system->name, .own_features = system->templates};
    pl_deriver_start(&m->deriver, system);
    return m;
}

bool pl_is_constituent_system(const char *name)
{
    return pl_system_find(name) != NULL;
}

pl_machine *pl_constituents_new(const char *name, const char *reorder, pl_error *err)
{
    pl_con_machine *m = new_machine(pl_system_find(name));
    if (reorder == NULL || pl_deriver_reorder(&m->deriver, reorder, err) == 0) {
        m->machine.reorder = m->deriver.reorder.text;
        return &m->machine;
    }
    free_machine(&m->machine);
    return NULL;
}

/* Reads what conditions of systems that reorder or keep unary nodes depend on. */
static int get_reading(pl_con_machine *m, const pl_sections *file, const pl_str *about,
                       pl_error *err)
{
    enum { MAX_CHAIN = 1000 }; /* a bound on the time that a damaged model takes */
    pl_deriver *d = &m->deriver;
    long chain = pl_about_number(about, "unary-chain", PL_MAX_CHAIN);
    pl_str mode = {0};
    pl_error why;
    bool bad = pl_about_get(about, "reorder", &mode) &&
               pl_deriver_reorder(d, pl_str_text(&mode), &why) < 0;
    pl_str_release(&mode);
    if (bad)
        return pl_sections_damaged(file, why.text, err);
    if (chain < 0 || chain > MAX_CHAIN)
        return pl_sections_damaged(file, "chains of unary nodes that are too long", err);
    d->inventory.max_chain = (uint32_t)chain;
    d->inventory.repeats = pl_about_number(about, "unary-repeats", 0) != 0;
    d->style.artificial_root = pl_about_number(about, "artificial-root", 0) != 0;
    d->roots.virtual_root = pl_about_number(about, "virtual-root", 0) != 0;
    return 0;
}

static int get(pl_con_machine *m, const pl_sections *file, const pl_str *about,
               pl_error *err)
{
    const char *why, *bytes;
    size_t n;
    if (get_reading(m, file, about, err) < 0)
        return -1;
    pl_sections_find(file, "labels", &bytes, &n);
    why = pl_labelset_get(&m->deriver.labels, bytes, n);
    if (why == NULL) {
        pl_sections_find(file, "actions", &bytes, &n);
        why = pl_inventory_get(&m->deriver.inventory, bytes, n);
    }
    settle(m);
    return why == NULL ? 0 : pl_sections_damaged(file, why, err);
}

pl_machine *pl_constituents_from(const pl_sections *file, const pl_str *about,
                                 pl_error *err)
{
    pl_str name = {0};
    pl_about_get(about, "system", &name);
    const pl_system *system = pl_system_find(pl_str_text(&name));
    if (name.n == 0)
        pl_fail(err, PL_DAMAGED, "%s: there is no parser in this model",
                pl_sections_name(file));
    else if (system == NULL)
        pl_fail(err, PL_DAMAGED, "%s: there is no transition system '%s' in this program",
                pl_sections_name(file), pl_str_text(&name));
    pl_str_release(&name);
    if (system == NULL)
        return NULL;
    pl_con_machine *m = new_machine(system);
    if (get(m, file, about, err) == 0)
        return &m->machine;
    free_machine(&m->machine);
    return NULL;
}
