/* Transition systems: the oracle's derivations give back every tree, and random actions
 * always end in one. */
#include "trees.h"

#include "machine/derive.h"
#include "machine/families.h"

#include <stdio.h>
#include <string.h>

/* Ways of reading; a system that does not reorder has one. */
static const char *const modes[] = {
    "left", "right", "rightd", "dist2", "dist4", "label", "label:NP=right,VP=left,dist1"};

static uint32_t n_modes(const pl_system *s)
{
    return s->reorder != NULL ? sizeof modes / sizeof *modes : 1;
}

static void start(pl_deriver *d, const pl_system *s, uint32_t mode)
{
    pl_error err;
    pl_deriver_start(d, s);
    if (s->reorder != NULL)
        assert_int_equal(pl_deriver_reorder(d, modes[mode], &err), 0);
}

enum { N_TREES = 300 };

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

/* Replays a derivation over the words of `t` and replaces its constituents by what comes
 * out. */
static int replay(const pl_deriver *d, const pl_actions *actions, pl_tree *t,
                  pl_error *err)
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
    pl_deriver_build(d, &c, t);
    return 0;
}

/* Derives random trees and replays: each comes back, by permitted actions alone. */
static void round_trip(const pl_system *s, uint32_t mode, bool no_root)
{
    pl_arena m = {0};
    pl_rng rng = {7};
    pl_deriver d;
    pl_tree *trees[N_TREES];
    pl_actions actions = {0};
    start(&d, s, mode);
    for (int i = 0; i < N_TREES; i++) {
        trees[i] = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        if (no_root) /* the root's label also occurs below */
            trees[i]->nodes[trees[i]->root].label = "S";
        random_heads(trees[i], &rng);
        pl_deriver_look(&d, trees[i]);
    }
    assert_int_equal(d.style.artificial_root, no_root);
    for (int i = 0; i < N_TREES; i++) {
        actions.n = 0;
        pl_deriver_tree(&d, trees[i], &actions, &m);
    }
    pl_deriver_finish(&d);
    for (int i = 0; i < N_TREES; i++) {
        pl_error err;
        char why[200];
        actions.n = 0;
        pl_deriver_again(&d, trees[i], &actions, &m);
        pl_tree *copy = pl_tree_copy(trees[i], &m);
        if (replay(&d, &actions, copy, &err) < 0)
            fail_msg("%s %s, tree %d: %s", s->name, modes[mode], i, err.text);
        if (!pl_tree_equal(trees[i], copy, false, why, sizeof why))
            fail_msg("%s %s, tree %d: %s", s->name, modes[mode], i, why);
        if (strcmp(s->name, "sr-cgap") == 0)
            assert_int_equal(actions.n, 4 * trees[i]->n_tokens - 2);
    }
    PL_VEC_RELEASE(&actions);
    pl_deriver_release(&d);
    pl_arena_release(&m);
}

static void oracle_round_trip(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (uint32_t mode = 0; mode < n_modes(*s); mode++)
            for (int no_root = 0; no_root < 2; no_root++)
                round_trip(*s, mode, no_root);
}

/* Only systems that reorder do so, and only in ways there are. */
static void wrong_order(void **state)
{
    (void)state;
    static const struct {
        const char *system, *mode, *message;
    } cases[] = {
        {"sr-gap", "left", "sr-gap reads the words in the order of the sentence"},
        {"swap", "restore", "reorder takes left, right, rightd"},
        {"skipshift", "dist", "reorder takes left, right, rightd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deriver d;
        pl_error err;
        pl_deriver_start(&d, pl_system_find(cases[i].system));
        assert_int_equal(pl_deriver_reorder(&d, cases[i].mode, &err), -1);
        assert_non_null(strstr(err.text, cases[i].message));
        pl_deriver_release(&d);
    }
}

/* One of the permitted actions, PL_NONE if there is none. */
static uint32_t any_action(const pl_inventory *inv, const pl_config *c, pl_rng *rng)
{
    uint32_t choice = PL_NONE, n_seen = 0;
    for (size_t i = 0; i < inv->groups.n; i++)
        if (pl_may(inv, c, &inv->groups.at[i])) {
            const pl_group *g = &inv->groups.at[i];
            n_seen += g->n;
            if (pl_rng_below(rng, n_seen) < g->n)
                choice = g->first + pl_rng_below(rng, g->n);
        }
    return choice;
}

/* Takes random permitted actions until the end; every configuration on the way must have
 * one, the end must come, and the result must be a tree over all words. */
static void walk(const pl_deriver *d, pl_rng *rng, uint32_t n, pl_arena *m)
{
    const pl_inventory *inv = &d->inventory;
    pl_task s;
    pl_task_start(&s, m, &d->labels, n);
    pl_config c = pl_config_start(&s);
    uint32_t steps = 0, most = n * n + 4 * n * (inv->max_chain + 1) + 10;
    for (; !d->system->is_final(&c); steps++) {
        uint32_t choice = any_action(inv, &c, rng);
        if (choice == PL_NONE)
            fail_msg("%s: stuck with %u words left and %u on the stack", d->system->name,
                     c.n_buffer, pl_height(c.stack));
        if (steps == most)
            fail_msg("%s: no end after %u actions for %u words", d->system->name, steps,
                     n);
        pl_apply(inv, &c, inv->actions.at[choice]);
    }
    pl_tree *t = pl_tree_new(m, n);
    pl_deriver_build(d, &c, t);
    assert_int_equal(t->nodes[t->root].size, n);
    for (uint32_t v = n; v < t->n_nodes; v++) {
        assert_true(v == t->root || t->nodes[v].parent != PL_NONE);
        assert_true(v == t->root || strcmp(t->nodes[v].label, "ROOT") != 0);
    }
}

/* Inventories from few and from many trees; also from trees of one word or without unary
 * nodes only, which show training too little. */
static void walks(const pl_system *s, uint32_t mode, uint32_t n_trees, uint32_t min,
                  uint32_t max, uint64_t seed)
{
    pl_arena m = {0};
    pl_rng rng = {seed};
    pl_deriver d;
    pl_actions actions = {0};
    pl_tree *trees[100];
    start(&d, s, mode);
    for (uint32_t i = 0; i < n_trees; i++) {
        trees[i] = random_tree(&m, &rng, min + pl_rng_below(&rng, max - min + 1));
        random_heads(trees[i], &rng);
        pl_deriver_look(&d, trees[i]);
    }
    for (uint32_t i = 0; i < n_trees; i++)
        pl_deriver_tree(&d, trees[i], &actions, &m);
    pl_deriver_finish(&d);
    for (int i = 0; i < 25; i++)
        walk(&d, &rng, 1 + pl_rng_below(&rng, 15), &m);
    PL_VEC_RELEASE(&actions);
    pl_deriver_release(&d);
    pl_arena_release(&m);
}

static void random_walks(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_trees, min, max;
    } cases[] = {{1, 1, 1}, {1, 2, 2}, {1, 3, 5}, {2, 2, 6}, {5, 1, 8}, {100, 1, 12}};
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (uint32_t mode = 0; mode < n_modes(*s); mode++)
            for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
                for (uint64_t seed = 0; seed < (mode == 0 ? 20 : 4); seed++)
                    walks(*s, mode, cases[k].n_trees, cases[k].min, cases[k].max, seed);
}

/* Derivations as text; heads are the last children unless the tree says otherwise. */
static void check_derivation(const char *system, const char *mode, pl_tree *t,
                             const char *expected, pl_arena *m)
{
    pl_deriver d;
    pl_error err;
    pl_actions actions = {0};
    pl_str text = {0};
    pl_deriver_start(&d, pl_system_find(system));
    if (mode != NULL)
        assert_int_equal(pl_deriver_reorder(&d, mode, &err), 0);
    pl_deriver_look(&d, t);
    pl_deriver_tree(&d, t, &actions, m);
    for (size_t i = 0; i < actions.n; i++) {
        if (i > 0)
            pl_str_putc(&text, ' ');
        pl_action_print(d.system, &d.labels, actions.at[i], &text);
    }
    assert_string_equal(text.at, expected);
    pl_str_release(&text);
    PL_VEC_RELEASE(&actions);
    pl_deriver_release(&d);
}

/* Coavoux and Crabbé (2017), figure 2: Es bestünde somit hinreichender Spielraum. */
static void gap_example(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (NP (A 0=Es) (NP (B 3=hinreichender) (C 4=Spielraum))) "
                             "(D 1=bestünde) (E 2=somit))");
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        t->nodes[v].head = v == t->root ? 1 : t->nodes[v].last;
    check_derivation("sr-gap", NULL, t,
                     "SH SH SH SH SH RR(NP) GAP GAP RR(NP) GAP RL(S:) RR(S)", &m);
    check_derivation(
        "sr-cgap", NULL, t,
        "SH GHOST SH GHOST SH GHOST SH GHOST SH GHOST GAP_0 RR(NP) GAP_2 RR(NP) "
        "GAP_1 RL(S:) GAP_0 RR(S)",
        &m);
    pl_arena_release(&m);
}

/* Maier and Lichte (2016), figure 1: Darüber muss nachgedacht werden. The heads are those
 * of section 3.3: BINL-VP twice, then BINR-S. */
static void swap_example(void **state)
{
    (void)state;
    static const struct {
        const char *system, *mode, *derivation;
    } cases[] = {
        {"swap", "left",
         "SHIFT SHIFT SHIFT SWAP-1 BINL-VP SHIFT SHIFT SWAP-1 BINL-VP SHIFT BINR-S"},
        {"skipshift", "left",
         "SKIPSHIFT-0 SKIPSHIFT-1 BINL-VP SKIPSHIFT-1 BINL-VP SKIPSHIFT-0 BINR-S"},
        {"swap", "rightd", "SHIFT SHIFT SWAP-1 SHIFT SHIFT BINL-VP SHIFT BINL-VP BINL-S"},
        {"skipshift", "rightd",
         "SKIPSHIFT-1 SKIPSHIFT-0 SKIPSHIFT-0 BINL-VP SKIPSHIFT-0 BINL-VP BINL-S"},
        {"skipshift", "dist2",
         "SKIPSHIFT-0 SKIPSHIFT-1 BINL-VP SKIPSHIFT-1 BINL-VP SKIPSHIFT-0 BINR-S"},
        {"skipshift", "right",
         "SKIPSHIFT-1 SKIPSHIFT-2 SKIPSHIFT-1 SKIPSHIFT-0 BINR-VP BINR-VP BINL-S"},
    };
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (VP (VP (A 0=Darüber) (B 2=nachgedacht)) (C 3=werden)) "
                             "(D 1=muss))");
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        t->nodes[v].head = v == t->root ? 1 : t->nodes[v].first;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check_derivation(cases[k].system, cases[k].mode, t, cases[k].derivation, &m);
    pl_arena_release(&m);
}

/* The head takes its right siblings first, unary nodes stay, new nodes are written @X. */
static void swap_trees(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(R (S (NP (A 0=a)) (B 1=b) (C 2=c) (D 3=d)))");
    t->nodes[t->nodes[t->root].first].head = 2;
    check_derivation(
        "skipshift", "left", t,
        "SKIPSHIFT-0 UNARY-NP SKIPSHIFT-0 SKIPSHIFT-0 SKIPSHIFT-0 BINL-@S BINR-@S "
        "BINR-S UNARY-R",
        &m);
    pl_arena_release(&m);
}

/* The actions of SWAP and SKIPSHIFT as the cases below spell them: SH, SK-i and SW-i read
 * and swap words, others have the label after the dash. */
static pl_action action_of(const char *text, size_t n, const pl_labelset *labels)
{
    static const struct {
        const char *name;
        uint16_t kind;
    } names[] = {{"SH", PL_SWAP_READ},   {"SK", PL_SWAP_READ},
                 {"SW", PL_SWAP_OWN},    {"UNARY", PL_SWAP_UNARY},
                 {"BINL", PL_SWAP_BINL}, {"BINR", PL_SWAP_BINR},
                 {"IDLE", PL_SWAP_IDLE}, {"FINISH", PL_SWAP_FINISH}};
    size_t n_name = strcspn(text, "- "), i = 0;
    while (strlen(names[i].name) != n_name || strncmp(names[i].name, text, n_name) != 0)
        i++;
    const char *value = text + n_name + 1; /* a number, or a label */
    pl_action a = {names[i].kind, 0, PL_NONE};
    if (n_name < n && *value >= '0' && *value <= '9')
        a.number = (uint16_t)(*value - '0');
    for (uint32_t k = 0; n_name < n && k < labels->entries.n; k++) {
        const pl_label *label = pl_labelset_at(labels, k);
        bool temporary = *value == '@';
        if ((label->sort == PL_LABEL_TEMPORARY) == temporary &&
            label->name[0] == value[temporary])
            a.label = k;
    }
    return a;
}

/* Whether a system permits the last of some actions; its inventory is made of them all.
 */
static bool permitted(const char *system, const char *mode, const char *text,
                      pl_labelset *labels)
{
    pl_arena m = {0};
    pl_inventory inv;
    pl_task s;
    pl_actions actions = {0};
    pl_inventory_start(&inv, pl_system_find(system), labels);
    inv.left_first = strcmp(mode, "left") == 0;
    for (size_t n; *text != '\0'; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        pl_action a = action_of(text, n, labels);
        pl_inventory_add(&inv, a);
        PL_PUSH(&actions, a);
    }
    pl_inventory_finish(&inv);
    pl_task_start(&s, &m, labels, 5);
    pl_config c = pl_config_start(&s);
    bool may = true;
    for (size_t i = 0; i < actions.n; i++) {
        const pl_group *g = inv.groups.at;
        while (pl_inventory_find(&inv, actions.at[i]) >= g->first + g->n)
            g++;
        may = pl_may(&inv, &c, g);
        if (i + 1 < actions.n) {
            assert_true(may); /* only the last one is in question */
            pl_apply(&inv, &c, actions.at[i]);
        }
    }
    PL_VEC_RELEASE(&actions);
    pl_inventory_release(&inv);
    pl_arena_release(&m);
    return may;
}

/* The conditions of SWAP and SKIPSHIFT, over five words. R is the label of a root. */
static void swap_conditions(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *system, *mode;
        bool may;
        const char *actions;
    } cases[] = {
        {"skipshift",  "dist2",  true,  "SK-4"},
        {"skipshift",  "dist2",  false, "SK-5"},
        {"skipshift",  "dist2",  false, "SK-0 SK-4"},
        /* nothing is read after BINR-@X, under LEFT, while a left sibling waits */
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "dist2",  true,  "SK-0 SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 BINL-@X SK-0"},
        /* SWAP: words, in order, before the top and before the queue */
        {"swap",       "left",   true,  "SH SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-2"},
        {"swap",       "left",   true,  "SH SH SH SW-2"},
        {"swap",       "left",   false, "SH SH SW-1 SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-1 SH SH SW-2"},
        {"swap",       "left",   true,  "SH SH SW-1 SH SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-1 SH SH SW-1 SW-1"},
        {"swap",       "left",   false, "SH UNARY-X SH SW-1"},
        {"swap",       "left",   true,  "SH SH UNARY-X SW-1"},
        /* joining: two elements, the child that is not the head is not intermediate */
        {"skipshift",  "left",   false, "SK-0 BINL-X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 BINL-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 BINL-@X BINL-X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 BINL-@X BINR-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 BINL-@X SK-0 BINR-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 BINL-R"},
        /* with nothing to read, an intermediate node needs a sibling below */
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-@X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-X BINL-X BINL-X BINL-@X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-X BINL-X BINL-X BINL-R"},
        /* UNARY: not over itself, nor over an intermediate node, four in a row at most */
        {"swap",       "left",   false, "UNARY-X"},
        {"swap",       "left",   true,  "SH UNARY-X UNARY-Y"},
        {"swap",       "left",   false, "SH UNARY-X UNARY-X"},
        {"swap",       "left",   false, "SH SH BINL-@X UNARY-X"},
        {"swap",       "left",   true,  "SH UNARY-X UNARY-Y UNARY-X UNARY-Y"},
        {"swap",       "left",   false, "SH UNARY-X UNARY-Y UNARY-X UNARY-Y UNARY-X"},
        {"swap",       "left",   false, "SH UNARY-R"},
        /* the end */
        {"swap",       "left",   false, "FINISH"},
        {"swap",       "left",   false, "IDLE"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R UNARY-X"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-X FINISH"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-X UNARY-R"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH IDLE"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH FINISH"},
    };
    /* clang-format on */
    pl_labelset labels = {0};
    pl_labelset_add(&labels, "X", false);
    pl_labelset_add(&labels, "X", true);
    uint32_t top = pl_labelset_add(&labels, "R", false);
    pl_labelset_add(&labels, "Y", false);
    labels.entries.at[top].sort = PL_LABEL_AXIOM;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (permitted(cases[i].system, cases[i].mode, cases[i].actions, &labels) !=
            cases[i].may)
            fail_msg("case %zu of %s: %s", i, cases[i].system, cases[i].actions);
    pl_labelset_release(&labels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_round_trip), cmocka_unit_test(wrong_order),
        cmocka_unit_test(random_walks),      cmocka_unit_test(gap_example),
        cmocka_unit_test(swap_example),      cmocka_unit_test(swap_trees),
        cmocka_unit_test(swap_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
