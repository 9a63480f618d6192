/* Dependencies behind the interface of machine.h; see dependency.h.
 * Bernd Bohnet, Ryan McDonald, Emily Pitler and Ji Ma (2016): Generalized transition-based
 * dependency parsing via control parameters. ACL. */
#include "machine/dependency.h"

#include "base/sections.h"
#include "base/alloc.h"
#include "machine/arc_constraints.h"
#include "machine/arc_oracle.h"
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

static const pl_dep_machine *self(const pl_machine *m)
{
    return (const pl_dep_machine *)m;
}

/* -- from a treebank ---------------------------------------------------------------- */

const char *pl_dep_relation(const pl_tree *t, uint32_t i)
{
    return t->tokens[i].deprel != NULL ? t->tokens[i].deprel : "_";
}

int pl_dep_check(pl_tree *t, pl_error *err)
{
    if (!t->has_deps)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no dependencies%s",
                       t->root != PL_NONE
                           ? ", only constituents: these are for systems like sr-gap"
                           : "");
    pl_arena scratch = {0};
    pl_dep_gold gold;
    int status = pl_dep_gold_of(t, false, NULL, &scratch, &gold, err);
    pl_arena_release(&scratch);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL) /* some treebanks have coarse tags alone */
            t->nodes[i].label = t->tokens[i].coarse;
    return status;
}

/* The tree as the machine derives it: itself, or with lifted arcs a copy in `arena`; NULL:
 * it is too long for that. */
static const pl_tree *as_derived(const pl_dep_machine *m, const pl_tree *t,
                                 pl_arena *arena)
{
    if (!m->params.lifts)
        return t;
    pl_error err;
    pl_tree *copy = pl_tree_copy(t, arena);
    return pl_projectivize(copy, &err) == 0 ? copy : NULL;
}

static void look(pl_machine *machine, const pl_tree *t)
{
    pl_dep_machine *m = (pl_dep_machine *)machine;
    pl_arena scratch = {0};
    uint32_t roots = 0;
    t = as_derived(m, t, &scratch);
    for (uint32_t i = 0; t != NULL && i < t->n_tokens; i++) {
        pl_intern_add(&m->labels, pl_dep_relation(t, i));
        roots += t->tokens[i].head == PL_ROOT_HEAD;
    }
    m->n_many_roots += roots > 1;
    pl_arena_release(&scratch);
}

/* Which relation each arc had, from words and from the root. */
static void add(pl_machine *machine, const pl_tree *t, pl_arena *scratch)
{
    pl_dep_machine *m = (pl_dep_machine *)machine;
    const pl_dep_params *p = &m->params;
    if (m->seen == NULL)
        m->seen = pl_alloc_zero((size_t)p->n_moves * m->labels.n, 1);
    t = as_derived(m, t, scratch);
    for (uint32_t i = 0; t != NULL && i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head,
                 label = pl_intern_find(&m->labels, pl_dep_relation(t, i));
        bool root = head == PL_ROOT_HEAD;
        bool left = root ? !p->root_left : head > i;
        for (uint32_t k = 0; k < p->n_moves; k++)
            if (p->moves[k].kind == (left ? PL_DEP_LEFT : PL_DEP_RIGHT))
                m->seen[(size_t)k * m->labels.n + label] |= root ? 2 : 1;
    }
}

/* The actions are complete: fills in what the interface shows of the machine. Arc-eager is
 * what the plain set of features was made for: its pairs are stack top and buffer front.
 * Others need to see more, arcs over tokens also those in between. */
static void settle(pl_dep_machine *m)
{
    const pl_dep_params *p = &m->params;
    m->machine.n_actions = m->machine.first_label = m->actions.n;
    m->machine.n_labels = m->labels.n;
    m->machine.root = p->root_left ? PL_ROOT_FIRST : PL_ROOT_LAST;
    m->machine.may_cross = p->D > 1;
    m->machine.single_root = p->single_root;
    m->machine.features = p->D > 1                     ? "dep-far"
                          : p->K == 2 && !p->bottom_up ? "dep"
                                                       : "dep-wide";
}

static int finish(pl_machine *machine, pl_error *err)
{
    pl_dep_machine *m = (pl_dep_machine *)machine;
    if (m->single == PL_SINGLE_AUTO)
        m->params.single_root = m->n_many_roots == 0;
    m->params.mends_root = m->single != PL_SINGLE_STRICT;
    if (pl_dep_params_check(&m->params, NULL, err) < 0)
        return -1;
    pl_arc_actions_make(&m->actions, &m->params, m->seen, m->labels.n);
    settle(m);
    free(m->seen);
    m->seen = NULL;
    return m->actions.n <= PL_MAX_ACTIONS
               ? 0
               : pl_fail(err, PL_TOO_LARGE,
                         "the treebank needs %u different actions; at most %u are "
                         "possible: are its relations what they should be?",
                         m->actions.n, PL_MAX_ACTIONS);
}

static void start_task(const pl_dep_machine *m, pl_arena *arena, uint32_t n_tokens,
                       bool learning, pl_dep_task *s)
{
    pl_dep_task_start(s, &m->params, &m->actions, arena, n_tokens);
    s->machine = m;
    s->learning = learning;
}

static bool derive(const pl_machine *machine, const pl_tree *t, bool learning,
                   pl_target *gold, pl_acts *steps, pl_arena *arena)
{
    const pl_dep_machine *m = self(machine);
    t = as_derived(m, t, arena);
    if (t == NULL)
        return false;
    uint32_t *labels = pl_arena_alloc(arena, t->n_tokens * sizeof *labels);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        labels[i] = pl_intern_find(&m->labels, pl_dep_relation(t, i));
    pl_dep_task s;
    pl_target unused;
    pl_error err;
    if (gold == NULL)
        gold = &unused;
    *gold = (pl_target){.n_tokens = t->n_tokens};
    steps->n = 0;
    start_task(m, arena, t->n_tokens, learning, &s);
    int found = pl_dep_gold_of(t, m->params.root_left, labels, arena, &gold->arcs, &err);
    return found == 0 && pl_dep_derive(&s, &gold->arcs, steps);
}

/* -- parsing ------------------------------------------------------------------------ */

static void *start(const pl_machine *m, pl_arena *arena, uint32_t n_tokens, bool learning)
{
    pl_dep_task *s = pl_arena_alloc(arena, sizeof *s);
    start_task(self(m), arena, n_tokens, learning, s);
    return s;
}

static void begin(void *task, pl_config *c)
{
    c->arcs = pl_dep_config_start(task);
}

/* Adds the arcs of a move between O[i] and O[j], if they are permitted: those with the
 * relations that the head, a word or the root, had in training. */
static void add_arcs(pl_dep_task *s, uint32_t move, pl_place at, const pl_dep_gold *gold,
                     pl_choices *out)
{
    const pl_dep_move *m = &s->params->moves[move];
    if (!pl_dep_may(s, m, at.i, at.j))
        return;
    bool is_left = m->kind == PL_DEP_LEFT;
    uint32_t head = s->view.o[is_left ? at.j : at.i]->at;
    uint32_t modifier = s->view.o[is_left ? at.i : at.j]->at;
    bool from_root = head == s->root;
    pl_arc_range r = pl_arc_actions_of(s->actions, move, from_root);
    pl_choice c = {at, r.begin, r.end, PL_NONE};
    if (gold != NULL && pl_dep_is_correct(s, gold, m, at.i, at.j))
        c.gold = pl_arc_actions_find(s->actions, move, from_root, gold->labels[modifier]);
    PL_PUSH(out, c);
}

static void add_other(const pl_dep_task *s, uint32_t move, pl_place at, bool correct,
                      pl_choices *out)
{
    uint32_t action = s->actions->first[move];
    pl_choice c = {at, action, action + 1, correct ? action : PL_NONE};
    PL_PUSH(out, c);
}

static bool any_gold(const pl_choices *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].gold != PL_NONE)
            return true;
    return false;
}

/* Arcs, then REDUCE, then SHIFT, which is correct only if none of the others is. */
static void choices(void *task, const pl_config *c, const pl_target *right,
                    uint32_t n_steps, pl_choices *out)
{
    pl_dep_task *s = task;
    const pl_dep_params *p = s->params;
    const pl_dep_gold *gold = right != NULL ? &right->arcs : NULL;
    out->n = 0;
    if (pl_dep_is_final(s, &c->arcs))
        return;
    pl_dep_look(s, &c->arcs);
    uint32_t n = s->view.n;
    for (uint32_t j = 1; j < n; j++)
        for (uint32_t i = j + 1; i <= n && i - j <= p->D; i++)
            for (uint32_t k = 0; k < p->n_moves; k++)
                if (pl_dep_is_arc(&p->moves[k]))
                    add_arcs(s, k, (pl_place){i, j}, gold, out);
    for (uint32_t k = 0; k < p->n_moves; k++)
        for (uint32_t i = 1; p->moves[k].kind == PL_DEP_REDUCE && i <= n; i++)
            if (pl_dep_may(s, &p->moves[k], i, 0))
                add_other(s, k, (pl_place){i, i - 1},
                          gold != NULL && pl_dep_is_correct(s, gold, &p->moves[k], i, 0),
                          out);
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (p->moves[k].kind == PL_DEP_SHIFT && pl_dep_may(s, &p->moves[k], 0, 0))
            add_other(s, k, PL_SHIFT_PLACE, gold != NULL && !any_gold(out), out);
}

static void apply(void *task, pl_config *c, pl_act step)
{
    pl_dep_apply(task, &c->arcs, step.place, step.action);
}

static bool is_final(const void *task, const pl_config *c)
{
    return pl_dep_is_final(task, &c->arcs);
}

static uint64_t signature(void *task, const pl_config *c, const pl_act *step)
{
    return step != NULL ? pl_dep_signature_after(task, step->place, step->action)
                        : pl_mix(c->arcs.signature + c->arcs.next);
}

static bool constrain(void *task, const pl_constraints *c)
{
    pl_dep_task *s = task;
    s->constraints = pl_arc_constraints_make(c, s);
    return s->constraints != NULL;
}

static void obey(void *task, const pl_config *c, pl_choices *list)
{
    pl_dep_task *s = task;
    if (list->n > 0)
        pl_arc_constraints_obey(s->constraints, s, list);
}

static uint32_t shape(const pl_machine *m, uint32_t action)
{
    return self(m)->actions.list.at[action].move;
}

/* -- trees -------------------------------------------------------------------------- */

/* Heads and relations by position; PL_NONE: none yet. */
typedef struct arcs {
    const pl_dep_task *task;
    uint32_t *heads, *labels; /* [n] */
} arcs;

/* A relation for arcs from the root, or from a word. */
static uint32_t some_label(const pl_dep_task *s, bool from_root)
{
    for (uint32_t k = 0; k < s->params->n_moves; k++) {
        pl_arc_range r = pl_arc_actions_of(s->actions, k, from_root);
        if (pl_dep_is_arc(&s->params->moves[k]) && r.begin < r.end)
            return s->actions->list.at[r.begin].label;
    }
    return 0;
}

/* The one word that depends on the root: the first that does, else the first without
 * head. */
static uint32_t main_word(const arcs *a)
{
    uint32_t n = a->task->n, root = a->task->root, first = PL_NONE;
    for (uint32_t i = 0; i < n; i++)
        if (i != root && a->heads[i] == root)
            return i;
    for (uint32_t i = 0; i < n && first == PL_NONE; i++)
        if (i != root && a->heads[i] == PL_NONE)
            first = i;
    return first;
}

/* Gives words without head one, and where one word alone may depend on the root, makes the
 * others that do depend on it. */
static void mend(const arcs *a)
{
    const pl_dep_task *s = a->task;
    uint32_t top = main_word(a);
    for (uint32_t i = 0; i < s->n; i++) {
        bool extra = s->params->single_root && i != top;
        if (i == s->root ||
            (a->heads[i] != PL_NONE && !(extra && a->heads[i] == s->root)))
            continue;
        a->heads[i] = extra ? top : s->root;
        a->labels[i] = some_label(s, !extra);
    }
}

static void tree(void *task, const pl_config *c, pl_tree *t)
{
    pl_dep_task *s = task;
    arcs a = {s, pl_arena_alloc(s->arena, s->n * sizeof *a.heads),
              pl_arena_zero(s->arena, s->n, sizeof *a.labels)};
    memset(a.heads, 0xff, s->n * sizeof *a.heads); /* PL_NONE */
    for (const pl_arc_list *arc = c->arcs.arcs; arc != NULL; arc = arc->before) {
        a.heads[arc->modifier] = arc->head; /* of several the first one given counts */
        a.labels[arc->modifier] = arc->label;
    }
    mend(&a);
    uint32_t first = s->root == 0 ? 1 : 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = a.heads[i + first];
        t->tokens[i].head = head == s->root ? PL_ROOT_HEAD : head - first;
        t->tokens[i].deprel = s->machine->labels.at[a.labels[i + first]];
    }
    pl_tree_drop_deps(t); /* further heads may contradict */
    t->has_deps = true;
    if (s->params->lifts)
        pl_deprojectivize(t);
}

/* -- words and files ---------------------------------------------------------------- */

static uint32_t jumps(const pl_machine *m, pl_act act, bool *compound)
{
    if (compound != NULL)
        *compound = true;
    return act.place.i - act.place.j - 1;
}

static void print(const pl_machine *machine, pl_act step, pl_str *out)
{
    static const char *const names[] = {"LEFT-ARC", "RIGHT-ARC", "REDUCE", "SHIFT"};
    const pl_dep_machine *m = self(machine);
    const struct pl_arc_action *a = &m->actions.list.at[step.action];
    const pl_dep_move *move = &m->params.moves[a->move];
    bool arc = pl_dep_is_arc(move), placed = step.place.i > 0;
    pl_str_puts(out, names[move->kind]);
    if (placed && m->params.K > 2 && arc)
        pl_str_printf(out, "[%u,%u]", step.place.i, step.place.j);
    else if (placed && move->kind == PL_DEP_REDUCE && move->edge == PL_DEP_ANYWHERE)
        pl_str_printf(out, "[%u]", step.place.i);
    if (arc)
        pl_str_printf(out, "(%s)", m->labels.at[a->label]);
}

static void print_effect(void *task, const pl_config *after, pl_act step, pl_str *out)
{
    const pl_dep_task *s = task;
    const pl_arc_list *arc = after->arcs.arcs;
    uint32_t first = s->root == 0 ? 0 : 1;
    if (!pl_dep_is_arc(&s->params->moves[s->actions->list.at[step.action].move]))
        return;
    if (arc->head == s->root)
        pl_str_printf(out, "\troot -> %u", arc->modifier + first);
    else
        pl_str_printf(out, "\t%u -> %u", arc->head + first, arc->modifier + first);
}

/* The word at a position; PL_ROOT_HEAD: the root. */
static uint32_t word_at(const pl_dep_task *s, uint32_t position)
{
    return position == s->root ? PL_ROOT_HEAD : position - (s->root == 0);
}

static void show_arc(const void *task, const pl_config *after, pl_act step,
                     pl_parse_step *out)
{
    const pl_dep_task *s = task;
    const pl_arc_list *arc = after->arcs.arcs;
    if (!pl_dep_is_arc(&s->params->moves[s->actions->list.at[step.action].move]))
        return;
    out->head = word_at(s, arc->head);
    out->word = word_at(s, arc->modifier);
}

/* O is the stack, U the buffer. */
static void show(const void *task, const pl_config *c, pl_arena *m, pl_parse_step *out)
{
    const pl_dep_task *s = task;
    const pl_dep_config *d = &c->arcs;
    size_t n = d->n_o, room = s->n + (size_t)1;
    uint32_t *words = pl_arena_alloc(m, room * sizeof *words);
    pl_parse_item *items = pl_arena_alloc(m, room * sizeof *items);
    for (const pl_dep_cell *cell = d->right; cell != NULL && n-- > 0; cell = cell->left) {
        words[n] = word_at(s, cell->node->at);
        items[n] = (pl_parse_item){.head = words[n],
                                   .words = &words[n],
                                   .n = words[n] != PL_ROOT_HEAD};
    }
    out->stack = items;
    out->n_stack = d->n_o;
    uint32_t *buffer = pl_arena_alloc(m, room * sizeof *buffer);
    for (uint32_t at = d->next; at < s->n; at++)
        if (at != s->root)
            buffer[out->n_buffer++] = word_at(s, at);
    out->buffer = buffer;
}

static void print_system(const pl_machine *m, pl_str *out)
{
    pl_dep_params_print(&self(m)->params, out);
}

static void print_facts(const pl_machine *m, pl_str *out)
{
    size_t first = out->n;
    pl_str_puts(out, "parameters: ");
    print_system(m, out);
    for (size_t i = first; i + 1 < out->n; i++)
        if (out->at[i] == '\n')
            out->at[i] = ';';
    pl_str_printf(out, "relations: %u\n", m->n_labels);
}

static void describe(const pl_machine *m, pl_str *about)
{
    pl_about_set(about, "single-root", "%d", self(m)->params.single_root);
}

static void put(const pl_machine *machine, pl_section_list *list)
{
    const pl_dep_machine *m = self(machine);
    pl_str text = {0};
    pl_dep_params_print(&m->params, &text);
    pl_sections_add_text(list, PL_DEP_SECTION, &text);
    pl_str_clear(&text);
    pl_arc_actions_print(&m->actions, &m->labels, &text);
    pl_sections_add_text(list, "dep-actions", &text);
    pl_sections_add_strings(list, "dep-labels", &m->labels);
    pl_str_release(&text);
}

static void free_machine(pl_machine *machine)
{
    pl_dep_machine *m = (pl_dep_machine *)machine;
    pl_intern_release(&m->labels);
    pl_arc_actions_release(&m->actions);
    free(m->seen);
    free(m);
}

static const pl_machine_ops ops = {
    .format = "conllu",
    .sight = PL_SEES_PAIRS,
    .check = pl_dep_check,
    .look = look,
    .add = add,
    .finish = finish,
    .derive = derive,
    .start = start,
    .begin = begin,
    .choices = choices,
    .apply = apply,
    .constrain = constrain,
    .obey = obey,
    .shape = shape,
    .is_final = is_final,
    .signature = signature,
    .tree = tree,
    .jumps = jumps,
    .print = print,
    .print_effect = print_effect,
    .show = show,
    .show_arc = show_arc,
    .print_facts = print_facts,
    .print_system = print_system,
    .put = put,
    .describe = describe,
    .free = free_machine,
};

static pl_dep_machine *new_machine(void)
{
    pl_dep_machine *m = pl_alloc_zero(1, sizeof *m);
    m->machine.ops = &ops;
    m->machine.name = m->params.name;
    return m;
}

/* Checks the setting and that it is of any use; reasons begin with the system's name. */
static int check_params(pl_dep_params *p, const char *name, pl_str *notes, pl_error *err)
{
    int status = pl_dep_params_check(p, notes, err);
    if (status == 0 && pl_dep_probe(p) == 0)
        status = pl_fail(err, PL_BAD_ARGUMENT,
                         "not one tree of three words can be derived in this setting%s",
                         p->root_left ? "; would the root be better on the right?" : "");
    return status == 0 ? 0 : pl_fail_prefix(err, "system %s: ", name);
}

pl_machine *pl_dependencies_new(const char *name, const pl_machine_options *o,
                                pl_error *err)
{
    pl_dep_machine *m = new_machine();
    pl_dep_params *p = &m->params;
    int status = pl_dep_params_make(p, name, o->settings, err);
    m->single = o->single_root;
    p->single_root = m->single == PL_SINGLE_YES || m->single == PL_SINGLE_STRICT;
    if (status == 0 && check_params(p, name, o->notes, err) == 0) {
        settle(m);
        return &m->machine;
    }
    free_machine(&m->machine);
    return NULL;
}

static int get(pl_dep_machine *m, const pl_sections *file, const pl_str *about,
               pl_error *err)
{
    pl_str text = {0};
    pl_error why;
    if (pl_sections_strings(file, "dep-labels", &m->labels, err) < 0)
        return -1;
    pl_sections_text(file, PL_DEP_SECTION, &text);
    int got = pl_dep_params_parse(&m->params, "model", pl_str_text(&text), &why);
    m->params.single_root = pl_about_number(about, "single-root", 0) != 0;
    if (got == 0)
        got = pl_dep_params_check(&m->params, NULL, &why);
    if (got == 0) {
        pl_str_clear(&text);
        pl_sections_text(file, "dep-actions", &text);
        got =
            pl_arc_actions_parse(&m->actions, &m->params, &m->labels, pl_str_text(&text));
    }
    pl_str_release(&text);
    settle(m);
    return got == 0 ? 0 : pl_sections_damaged(file, "the system or its actions", err);
}

pl_machine *pl_dependencies_from(const pl_sections *file, const pl_str *about,
                                 pl_error *err)
{
    pl_dep_machine *m = new_machine();
    if (get(m, file, about, err) == 0)
        return &m->machine;
    free_machine(&m->machine);
    return NULL;
}
