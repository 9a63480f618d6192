/* Every transition system through the interface of machine.h alone: derivations give back
 * their trees, random steps always end in one, and damaged machines are refused. */
#include "toy_model.h"
#include "trees.h"

#include "base/share.h"
#include "machine/system.h"

#include <stdio.h>
#include <unistd.h>

/* -- all systems, in all ways ------------------------------------------------------- */

/* Ways of reading; a system that does not reorder has one. */
static const char *const modes[] = {
    "left", "right", "rightd", "dist2", "dist4", "label", "label:NP=right,VP=left,dist1"};
enum { N_MODES = sizeof modes / sizeof *modes };

static const pl_dep_single single_roots[] = {PL_SINGLE_NO, PL_SINGLE_YES,
                                             PL_SINGLE_STRICT, PL_SINGLE_AUTO};
enum { N_SINGLE_ROOTS = sizeof single_roots / sizeof *single_roots };

/* A system and how it is used; `way` counts what the two kinds of systems have. */
typedef struct variant {
    const char *system;
    uint32_t way;
    bool constituents;
} variant;

static pl_machine *machine_of(const variant *v)
{
    pl_error err;
    const pl_system *s = pl_system_find(v->system);
    pl_machine_options o = {0};
    if (s == NULL)
        o.single_root = single_roots[v->way];
    else if (s->reorder != NULL)
        o.reorder = modes[v->way];
    pl_machine *m = pl_machine_new(v->system, &o, &err);
    if (m == NULL)
        fail_msg("%s: %s", v->system, err.text);
    assert_int_equal(m->ops->constituents, v->constituents);
    return m;
}

/* Calls a function for all systems of pl_systems and of share/systems in all their ways. */
static void for_all(void (*visit)(const variant *v))
{
    pl_str names = {0};
    uint32_t n = 0;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (uint32_t k = 0; k < ((*s)->reorder != NULL ? N_MODES : 1); k++, n++)
            visit(&(variant){(*s)->name, k, true});
    assert_true(n >= 5);
    pl_share_names("systems", ".sys", &names);
    pl_str_puts(&names, ", dep, graph");
    n = 0;
    char *rest = names.at, *name;
    while ((name = strtok_r(rest, ", ", &rest)) != NULL)
        for (uint32_t k = 0; k < N_SINGLE_ROOTS; k++, n++)
            visit(&(variant){name, k, false});
    assert_true(n >= 10 * N_SINGLE_ROOTS);
    pl_str_release(&names);
}

/* Random dependencies with a few relations. */
static pl_tree *any_deps(pl_arena *m, pl_rng *rng, uint32_t n, bool one_root)
{
    static const char *const names[] = {"a", "b", "c"};
    pl_tree *t = random_deps(m, rng, n, one_root ? UINT32_MAX : 6);
    for (uint32_t i = 0; i < n; i++) {
        t->nodes[i].label = "T";
        t->tokens[i].deprel =
            t->tokens[i].head == PL_ROOT_HEAD ? "root" : names[pl_rng_below(rng, 3)];
    }
    return t;
}

/* -- there and back ----------------------------------------------------------------- */

enum { N_TREES = 300 };

static void same_deps(const pl_tree *a, const pl_tree *b, const char *system)
{
    for (uint32_t i = 0; i < a->n_tokens; i++)
        if (a->tokens[i].head != b->tokens[i].head ||
            strcmp(a->tokens[i].deprel, b->tokens[i].deprel) != 0)
            fail_msg("%s: another head or relation of word %u", system, i + 1);
}

/* The correct choices lead along a correct derivation: what choices() marks, taken step by
 * step, ends in the same tree. */
static void follow_gold(const pl_machine *m, const pl_tree *gold, const pl_target *target)
{
    pl_arena arena = {0};
    pl_choices choices = {0};
    pl_config c;
    void *task = m->ops->start(m, &arena, gold->n_tokens, true);
    m->ops->begin(task, &c);
    for (uint32_t step = 0; !m->ops->is_final(task, &c); step++) {
        m->ops->choices(task, &c, target, step, &choices);
        size_t i = 0;
        while (i < choices.n && choices.at[i].gold == PL_NONE)
            i++;
        assert_true(i < choices.n);
        assert_in_range(choices.at[i].gold, choices.at[i].first, choices.at[i].end - 1);
        m->ops->apply(task, &c, (pl_act){choices.at[i].place, choices.at[i].gold});
    }
    pl_tree *t = pl_tree_copy(gold, &arena);
    m->ops->tree(task, &c, t);
    if (m->ops->constituents)
        assert_true(pl_tree_equal(gold, t, false, NULL, 0));
    else
        same_deps(gold, t, m->name);
    PL_VEC_RELEASE(&choices);
    pl_arena_release(&arena);
}

/* How many steps a derivation of n words has in systems in which it does not depend on the
 * tree, except for gaps; 0 in others. */
static uint32_t steps_without_gaps(const pl_machine *m, uint32_t n)
{
    bool same = strcmp(m->name, "sr-cgap") == 0 || strcmp(m->name, "ml-gap") == 0;
    return same ? 4 * n - 2 : 0;
}

static uint32_t gaps_of(const pl_machine *m, pl_act step)
{
    bool compound;
    uint32_t n = m->ops->jumps(m, step, &compound);
    return compound ? 0 : n;
}

static void assert_length(const pl_machine *m, const pl_acts *steps, uint32_t n)
{
    uint32_t gaps = 0;
    for (size_t i = 0; i < steps->n; i++)
        gaps += gaps_of(m, steps->at[i]);
    if (steps_without_gaps(m, n) > 0)
        assert_int_equal(steps->n - gaps, steps_without_gaps(m, n));
}

static void replay(const pl_machine *m, const pl_tree *tree, const pl_target *target,
                   const pl_acts *steps, pl_arena *arena)
{
    pl_error err;
    char why[200];
    pl_tree *copy = pl_tree_copy(tree, arena);
    if (pl_machine_replay(m, target, steps, copy, &err) < 0)
        fail_msg("%s %s: %s", m->name, m->reorder != NULL ? m->reorder : "", err.text);
    if (!m->ops->constituents)
        same_deps(tree, copy, m->name);
    else if (!pl_tree_equal(tree, copy, false, why, sizeof why))
        fail_msg("%s %s: %s", m->name, m->reorder != NULL ? m->reorder : "", why);
    assert_length(m, steps, tree->n_tokens);
    if (steps->n > 1) { /* not without its end */
        pl_acts cut = *steps;
        cut.n--;
        copy = pl_tree_copy(tree, arena);
        assert_int_equal(pl_machine_replay(m, target, &cut, copy, &err), -1);
    }
}

/* Derives random trees and replays: each that has a derivation comes back, by permitted
 * steps alone. Constituents all have one. */
static void round_trip(const variant *v, bool no_root)
{
    pl_arena arena = {0};
    pl_rng rng = {7};
    pl_tree *trees[N_TREES];
    pl_machine *m = machine_of(v);
    pl_acts steps = {0};
    uint32_t n_derived = 0;
    bool one_root = !v->constituents && single_roots[v->way] != PL_SINGLE_NO;
    for (int i = 0; i < N_TREES; i++) {
        uint32_t n = 1 + pl_rng_below(&rng, v->constituents ? 12 : 6);
        trees[i] = v->constituents ? random_tree(&arena, &rng, n)
                                   : any_deps(&arena, &rng, n, one_root);
        if (no_root) /* the root's label also occurs below */
            trees[i]->nodes[trees[i]->root].label = "S";
        if (v->constituents)
            random_heads(trees[i], &rng);
    }
    toy_show(m, trees, N_TREES);
    pl_str about = {0};
    m->ops->describe(m, &about);
    assert_int_equal(pl_about_number(&about, "artificial-root", 0), no_root);
    pl_str_release(&about);
    for (int i = 0; i < N_TREES; i++)
        for (int learning = 0; learning < 2; learning++) {
            pl_target target;
            bool derived = m->ops->derive(m, trees[i], learning, &target, &steps, &arena);
            assert_true(derived || !v->constituents);
            if (!derived)
                continue;
            assert_int_equal(target.n_tokens, trees[i]->n_tokens);
            if (!learning)
                replay(m, trees[i], &target, &steps, &arena);
            else
                follow_gold(m, trees[i], &target);
            n_derived++;
        }
    assert_true(n_derived > N_TREES / 4);
    PL_VEC_RELEASE(&steps);
    pl_machine_free(m);
    pl_arena_release(&arena);
}

static void round_trips(const variant *v)
{
    round_trip(v, false);
    if (v->constituents)
        round_trip(v, true);
}

static void trees_come_back(void **state)
{
    (void)state;
    for_all(round_trips);
}

/* -- random walks -------------------------------------------------------------------- */

/* One of the permitted steps. */
static pl_act any_step(const pl_choices *choices, pl_rng *rng)
{
    uint32_t n = 0;
    pl_act step = {{0, 0}, PL_NONE};
    for (size_t i = 0; i < choices->n; i++) {
        const pl_choice *c = &choices->at[i];
        uint32_t here = c->end - c->first;
        assert_true(c->first < c->end);
        assert_int_equal(c->gold, PL_NONE);
        n += here;
        if (pl_rng_below(rng, n) < here)
            step = (pl_act){c->place, c->first + pl_rng_below(rng, here)};
    }
    return step;
}

/* Structure and labels are never to be chosen from at once, and the machine says which
 * come next. */
static void assert_turn(const pl_machine *m, const void *task, const pl_config *c,
                        const pl_choices *choices)
{
    bool label = m->ops->labels_next != NULL && m->ops->labels_next(task, c);
    for (size_t i = 0; i < choices->n; i++)
        if (label)
            assert_true(choices->at[i].first >= m->first_label);
        else
            assert_true(choices->at[i].end <= m->first_label);
}

static void assert_valid(const pl_machine *m, const pl_tree *t)
{
    if (!m->ops->constituents) {
        assert_is_dep_tree(t, m->single_root);
        return;
    }
    assert_int_equal(t->nodes[t->root].size, t->n_tokens);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        assert_true(v == t->root || t->nodes[v].parent != PL_NONE);
        assert_true(v == t->root || strcmp(t->nodes[v].label, "ROOT") != 0);
    }
}

/* Takes random permitted steps until the end; every configuration on the way must have
 * one, the end must come, and the result must be a tree over all words. Equal signatures
 * are those of the configurations that steps lead to. */
static void walk(const pl_machine *m, pl_rng *rng, uint32_t n)
{
    pl_arena arena = {0};
    pl_choices choices = {0};
    pl_acts taken = {0};
    pl_str about = {0}, text = {0};
    pl_config c;
    m->ops->describe(m, &about);
    long chain = pl_about_number(&about, "unary-chain", PL_MAX_CHAIN);
    uint32_t most = n * n + 4 * n * ((uint32_t)chain + 1) + 10;
    void *task = m->ops->start(m, &arena, n, false);
    m->ops->begin(task, &c);
    for (uint32_t steps = 0; !m->ops->is_final(task, &c); steps++) {
        m->ops->choices(task, &c, NULL, steps, &choices);
        assert_turn(m, task, &c, &choices);
        pl_act step = any_step(&choices, rng);
        if (step.action == PL_NONE)
            fail_msg("%s: stuck after %u steps with %u words", m->name, steps, n);
        if (steps == most)
            fail_msg("%s: no end after %u steps for %u words", m->name, steps, n);
        assert_true(step.action < m->n_actions);
        uint64_t after =
            m->ops->signature != NULL ? m->ops->signature(task, &c, &step) : 0;
        pl_str_clear(&text);
        m->ops->print(m, step, &text);
        assert_true(text.n > 0);
        m->ops->apply(task, &c, step);
        PL_PUSH(&taken, step);
        if (m->ops->signature != NULL)
            assert_true(m->ops->signature(task, &c, NULL) == after);
    }
    assert_length(m, &taken, n);
    pl_tree *t = pl_tree_new(&arena, n);
    m->ops->tree(task, &c, t);
    assert_valid(m, t);
    pl_str_release(&about);
    pl_str_release(&text);
    PL_VEC_RELEASE(&choices, &taken);
    pl_arena_release(&arena);
}

/* Inventories from few and from many trees; also from trees of one word or without unary
 * nodes only, which show training too little. */
static void walks(const variant *v, uint32_t n_trees, uint32_t min, uint32_t max,
                  uint64_t seed)
{
    pl_arena arena = {0};
    pl_rng rng = {seed};
    pl_tree *trees[100];
    pl_machine *m = machine_of(v);
    for (uint32_t i = 0; i < n_trees; i++) {
        uint32_t n = min + pl_rng_below(&rng, max - min + 1);
        trees[i] = v->constituents ? random_tree(&arena, &rng, n)
                                   : any_deps(&arena, &rng, n, seed % 2 == 0);
        if (v->constituents)
            random_heads(trees[i], &rng);
    }
    toy_show(m, trees, n_trees);
    for (int i = 0; i < 25; i++)
        walk(m, &rng, 1 + pl_rng_below(&rng, 15));
    pl_machine_free(m);
    pl_arena_release(&arena);
}

static void walks_of(const variant *v)
{
    static const struct {
        uint32_t n_trees, min, max;
    } cases[] = {{1, 1, 1}, {1, 2, 2}, {1, 3, 5}, {2, 2, 6}, {5, 1, 8}, {100, 1, 12}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (uint64_t seed = 0; seed < (v->way == 0 ? 20 : 4); seed++)
            walks(v, cases[k].n_trees, cases[k].min, cases[k].max, seed);
}

static void random_walks(void **state)
{
    (void)state;
    for_all(walks_of);
}

/* -- files --------------------------------------------------------------------------- */

/* The sections of a machine one by one, the k-th as `bytes` (NULL: left out). */
static void copy_sections(const pl_sections *file, const char *const *names, int k,
                          const char *bytes, size_t n, pl_section_list *list)
{
    for (int i = 0; names[i] != NULL; i++) {
        const char *old;
        size_t n_old;
        assert_true(pl_sections_find(file, names[i], &old, &n_old));
        if (i != k)
            pl_sections_add(list, names[i], old, n_old);
        else if (bytes != NULL)
            pl_sections_add(list, names[i], bytes, n);
    }
}

/* The machine of a file with a section changed; NULL if it is refused. */
static pl_machine *changed(const pl_sections *file, const char *const *names, int k,
                           const char *bytes, size_t n, const pl_str *about)
{
    char path[] = "/tmp/pleach-machine-XXXXXX";
    close(mkstemp(path));
    pl_section_list list = {0};
    pl_error err = {0};
    copy_sections(file, names, k, bytes, n, &list);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections_release(&list);
    pl_sections *again = pl_sections_open(path, &err);
    assert_non_null(again);
    pl_machine *m = pl_machine_from(again, about, &err);
    if (m == NULL)
        assert_true(err.code == PL_DAMAGED && err.text[0] != '\0');
    pl_sections_close(again);
    unlink(path);
    return m;
}

/* Bytes here and there changed or cut off: refused, or a machine that still ends. */
static void damage(const pl_sections *file, const char *const *names, int k,
                   const pl_str *about, pl_rng *rng)
{
    const char *bytes;
    size_t n;
    pl_sections_find(file, names[k], &bytes, &n);
    char *copy = malloc(n + 1);
    for (int i = 0; i < 40; i++) {
        memcpy(copy, bytes, n);
        size_t size = i % 2 == 0 ? n : pl_rng_below(rng, (uint32_t)n);
        if (i % 2 == 0)
            copy[pl_rng_below(rng, (uint32_t)n)] ^= (char)(1 << pl_rng_below(rng, 8));
        pl_machine *m = changed(file, names, k, copy, size, about);
        if (m != NULL)
            walk(m, rng, 5);
        pl_machine_free(m);
    }
    free(copy);
}

static void write_and_damage(const variant *v)
{
    static const char *const con_names[] = {"labels", "actions", NULL};
    static const char *const dep_names[] = {"dep-system", "dep-actions", "dep-labels",
                                            NULL};
    static const char *const graph_names[] = {"graph-labels", "graph-roots", NULL};
    const char *const *names = v->constituents                    ? con_names
                               : strcmp(v->system, "graph") == 0 ? graph_names
                                                                 : dep_names;
    char path[] = "/tmp/pleach-machine-XXXXXX";
    pl_arena arena = {0};
    pl_rng rng = {3};
    pl_error err;
    pl_str about = {0}, first = {0}, second = {0};
    pl_section_list list = {0};
    pl_tree *trees[20];
    if (v->way > 1)
        return;
    close(mkstemp(path));
    pl_machine *m = machine_of(v);
    for (uint32_t i = 0; i < 20; i++)
        trees[i] = v->constituents ? random_tree(&arena, &rng, 1 + i % 7)
                                   : any_deps(&arena, &rng, 1 + i % 7, true);
    toy_show(m, trees, 20);
    m->ops->put(m, &list);
    m->ops->describe(m, &about);
    pl_about_set(&about, "system", "%s", m->name);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections_release(&list);
    pl_sections *file = pl_sections_open(path, &err);
    pl_machine *again = pl_machine_from(file, &about, &err);
    if (again == NULL)
        fail_msg("%s: %s", v->system, err.text);
    assert_int_equal(again->n_actions, m->n_actions);
    assert_int_equal(again->n_labels, m->n_labels);
    assert_int_equal(again->first_label, m->first_label);
    assert_int_equal(again->single_root, m->single_root);
    assert_int_equal(again->may_cross, m->may_cross);
    assert_int_equal(again->root, m->root);
    for (uint32_t a = 0; a < m->n_actions; a++) {
        m->ops->print(m, (pl_act){{2, 1}, a}, &first);
        again->ops->print(again, (pl_act){{2, 1}, a}, &second);
    }
    assert_string_equal(first.at, second.at);
    for (int i = 0; i < 10; i++)
        walk(again, &rng, 1 + (uint32_t)i);
    for (int k = 0; names[k] != NULL; k++) {
        static const char nonsense[] = "nonsense\n\x01\n-7 9999999\n";
        assert_null(changed(file, names, k, NULL, 0, &about));
        if (strstr(names[k], "-labels") == NULL)
            assert_null(changed(file, names, k, nonsense, sizeof nonsense - 1, &about));
        damage(file, names, k, &about, &rng);
    }
    pl_str_release(&about);
    pl_str_release(&first);
    pl_str_release(&second);
    pl_machine_free(again);
    pl_machine_free(m);
    pl_sections_close(file);
    pl_arena_release(&arena);
    unlink(path);
}

static void written_and_damaged(void **state)
{
    (void)state;
    for_all(write_and_damage);
}

/* -- lengths ------------------------------------------------------------------------- */

/* A machine that knows the actions of many random trees. */
static pl_machine *knowing(const char *system)
{
    pl_arena m = {0};
    pl_rng rng = {4};
    pl_tree *trees[TOY_TREES];
    pl_machine *machine = toy_machine(system, PL_SINGLE_NO);
    for (uint32_t i = 0; i < TOY_TREES; i++)
        trees[i] = toy_tree(machine, &m, &rng, 12);
    toy_show(machine, trees, TOY_TREES);
    pl_arena_release(&m);
    return machine;
}

/* The first action whose text begins so; arcs stand at a place. */
static pl_act find_action(const pl_machine *m, const char *name)
{
    pl_str text = {0};
    pl_act act = {{0, 0}, 0};
    for (; act.action < m->n_actions; act.action++) {
        pl_str_clear(&text);
        m->ops->print(m, act, &text);
        if (strncmp(text.at, name, strlen(name)) == 0)
            break;
    }
    assert_true(act.action < m->n_actions);
    pl_str_release(&text);
    return act;
}

static void add_lengths(pl_lengths *l, const char *system, const char *steps)
{
    pl_machine *m = knowing(system);
    pl_acts acts = {0};
    char text[200], *rest = text, *step;
    memcpy(text, steps, strlen(steps) + 1);
    while ((step = strtok_r(rest, " ", &rest)) != NULL)
        PL_PUSH(&acts, find_action(m, step));
    pl_lengths_add(l, m, &acts, 4);
    PL_VEC_RELEASE(&acts);
    pl_machine_free(m);
}

/* Runs of gaps are counted across actions, a compound one by its number. */
static void lengths_and_runs(void **state)
{
    (void)state;
    pl_lengths l = {0};
    add_lengths(&l, "sr-gap", "SH GAP GAP RR GAP RR");
    assert_int_equal(l.n_actions, 6);
    assert_int_equal(l.longest, 6);
    assert_int_equal(l.n_jumps, 3);
    assert_int_equal(l.longest_run, 2);
    add_lengths(&l, "sr-cgap", "GAP_5 RR GAP_0 RR");
    assert_int_equal(l.n_jumps, 8);
    assert_int_equal(l.longest_run, 5);
    assert_int_equal(l.longest, 6);
    add_lengths(&l, "skipshift", "SKIPSHIFT-2 SKIPSHIFT-7 SKIPSHIFT-0 SKIPSHIFT-3");
    assert_int_equal(l.n_jumps, 20);
    assert_int_equal(l.longest_run, 7);
    assert_int_equal(l.n_trees, 3);
    assert_int_equal(l.n_tokens, 12);
    assert_int_equal(l.n_actions, 14);
}

/* Arcs jump over the tokens between the two that they join. */
static void arcs_jump(void **state)
{
    (void)state;
    pl_lengths l = {0};
    pl_machine *m = knowing("easy-first-np");
    pl_act act = find_action(m, "LEFT-ARC");
    pl_act all[] = {{{2, 1}, act.action}, {{5, 2}, act.action}, {{3, 1}, act.action}};
    pl_acts acts = {all, 3, 3};
    pl_lengths_add(&l, m, &acts, 4);
    assert_int_equal(l.n_jumps, 3);
    assert_int_equal(l.longest_run, 2);
    pl_machine_free(m);
}

/* -- names --------------------------------------------------------------------------- */

static void no_such_system(void **state)
{
    (void)state;
    pl_error err;
    pl_machine_options o = {0};
    assert_null(pl_machine_new("no-such", &o, &err));
    assert_int_equal(err.code, PL_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "sr-gap"));
    assert_non_null(strstr(err.text, "arc-eager"));
    assert_int_equal(pl_machine_known("no-such", &err), -1);
    assert_int_equal(pl_machine_known("skipshift", &err), 0);
    assert_int_equal(pl_machine_known("dag", &err), 0);
    assert_int_equal(pl_machine_known("dep", &err), 0);
    pl_machine_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_back),
        cmocka_unit_test(random_walks),
        cmocka_unit_test(written_and_damaged),
        cmocka_unit_test(lengths_and_runs),
        cmocka_unit_test(arcs_jump),
        cmocka_unit_test(no_such_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
