/* Transition systems: the oracle's derivations give back every tree, and random actions
 * always end in one. */
#include "unit.h"

#include "transition/derive.h"

#include <stdio.h>
#include <string.h>

/* Marks a random child of every node as its head. */
static void random_heads(pl_tree *t, pl_rng *rng)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        uint32_t c = t->nodes[v].first;
        for (uint32_t k = pl_rng_below(rng, t->nodes[v].order); k > 0; k--)
            c = t->nodes[c].next;
        t->nodes[v].head = c;
    }
}

static void oracle_round_trip(void **state)
{
    (void)state;
    enum { N = 300 };
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (int no_root = 0; no_root < 2; no_root++) {
            pl_arena m = {0};
            pl_rng rng = {7};
            pl_deriver d;
            pl_tree *trees[N];
            pl_actions actions = {0};
            pl_deriver_start(&d, *s);
            for (int i = 0; i < N; i++) {
                trees[i] = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
                if (no_root) /* the root's label also occurs below */
                    trees[i]->nodes[trees[i]->root].label = "S";
                random_heads(trees[i], &rng);
                pl_deriver_look(&d, trees[i]);
            }
            assert_int_equal(d.style.artificial_root, no_root);
            for (int i = 0; i < N; i++) {
                actions.n = 0;
                pl_deriver_tree(&d, trees[i], &actions, &m);
            }
            pl_deriver_finish(&d);
            for (int i = 0; i < N; i++) {
                pl_err err;
                char why[200];
                actions.n = 0;
                (*s)->oracle(pl_binary_from_tree(trees[i], &d.style, &d.labels, &m),
                             &actions, &m);
                pl_tree *copy = pl_tree_copy(trees[i], &m);
                if (pl_replay(&d, &actions, copy, &err) < 0)
                    fail_msg("%s, tree %d: %s", (*s)->name, i, err.text);
                if (!pl_tree_equal(trees[i], copy, false, why, sizeof why))
                    fail_msg("%s, tree %d: %s", (*s)->name, i, why);
                if (strcmp((*s)->name, "sr-cgap") == 0)
                    assert_int_equal(actions.n, 4 * trees[i]->n_tokens - 2);
            }
            PL_VEC_RELEASE(&actions);
            pl_deriver_release(&d);
            pl_arena_release(&m);
        }
}

/* Takes random permitted actions until the end; every configuration on the way must have
 * one, and the result must be a tree over all words. */
static void walk(const pl_deriver *d, pl_rng *rng, uint32_t n, pl_arena *m)
{
    const pl_inventory *inv = &d->inventory;
    pl_task s;
    pl_task_start(&s, m, &d->labels, n);
    pl_config c = pl_config_start(&s);
    while (!d->system->is_final(&c)) {
        uint32_t choice = PL_NONE, n_seen = 0;
        for (size_t i = 0; i < inv->groups.n; i++)
            if (pl_may(inv, &c, &inv->groups.at[i])) {
                const pl_group *g = &inv->groups.at[i];
                n_seen += g->n;
                if (pl_rng_below(rng, n_seen) < g->n)
                    choice = g->first + pl_rng_below(rng, g->n);
            }
        if (choice == PL_NONE)
            fail_msg("%s: stuck with %u words left and %u on the stack", d->system->name,
                     n - c.next, pl_height(c.stack));
        pl_apply(inv, &c, inv->actions.at[choice]);
    }
    pl_tree *t = pl_tree_new(m, n);
    pl_binary_to_tree(pl_config_binary(&c, m), &d->labels, false, t);
    assert_int_equal(t->nodes[t->root].size, n);
    for (uint32_t v = n; v < t->n_nodes; v++)
        assert_true(v == t->root || t->nodes[v].parent != PL_NONE);
}

/* Inventories from few and from many trees; also from trees of one word or without unary
 * nodes only, which show training too little. */
static void random_walks(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_trees, min, max;
    } cases[] = {{1, 1, 1}, {1, 2, 2}, {1, 3, 5}, {2, 2, 6}, {5, 1, 8}, {100, 1, 12}};
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            for (uint64_t seed = 0; seed < 20; seed++) {
                pl_arena m = {0};
                pl_rng rng = {seed};
                pl_deriver d;
                pl_actions actions = {0};
                pl_tree *trees[100];
                pl_deriver_start(&d, *s);
                for (uint32_t i = 0; i < cases[k].n_trees; i++) {
                    uint32_t more = cases[k].max - cases[k].min + 1;
                    trees[i] =
                        random_tree(&m, &rng, cases[k].min + pl_rng_below(&rng, more));
                    random_heads(trees[i], &rng);
                    pl_deriver_look(&d, trees[i]);
                }
                for (uint32_t i = 0; i < cases[k].n_trees; i++)
                    pl_deriver_tree(&d, trees[i], &actions, &m);
                pl_deriver_finish(&d);
                for (int i = 0; i < 25; i++)
                    walk(&d, &rng, 1 + pl_rng_below(&rng, 15), &m);
                PL_VEC_RELEASE(&actions);
                pl_deriver_release(&d);
                pl_arena_release(&m);
            }
}

/* The example of the paper, figure 2: Es bestünde somit hinreichender Spielraum. */
static void paper_example(void **state)
{
    (void)state;
    static const struct {
        const char *system, *derivation;
    } cases[] = {
        {"sr-gap", "SH SH SH SH SH RR(NP) GAP GAP RR(NP) GAP RL(S:) RR(S)"},
        {"sr-cgap",
         "SH GHOST SH GHOST SH GHOST SH GHOST SH GHOST GAP_0 RR(NP) GAP_2 RR(NP) "
         "GAP_1 RL(S:) GAP_0 RR(S)"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_arena m = {0};
        pl_tree *t = pl_tree_new(&m, 5);
        uint32_t s = pl_tree_add(t, "S"), np = pl_tree_add(t, "NP"),
                 in = pl_tree_add(t, "NP");
        t->root = s;
        pl_tree_append(t, s, np);
        pl_tree_append(t, s, 1);
        pl_tree_append(t, s, 2);
        pl_tree_append(t, np, 0);
        pl_tree_append(t, np, in);
        pl_tree_append(t, in, 3);
        pl_tree_append(t, in, 4);
        pl_tree_order(t);
        t->nodes[s].head = 1;
        t->nodes[np].head = in;
        t->nodes[in].head = 4;
        pl_deriver d;
        pl_actions actions = {0};
        pl_str text = {0};
        pl_deriver_start(&d, pl_system_find(cases[k].system));
        pl_deriver_look(&d, t);
        pl_deriver_tree(&d, t, &actions, &m);
        for (size_t i = 0; i < actions.n; i++) {
            if (i > 0)
                pl_str_putc(&text, ' ');
            pl_action_print(d.system, &d.labels, actions.at[i], &text);
        }
        assert_string_equal(text.at, cases[k].derivation);
        pl_str_release(&text);
        PL_VEC_RELEASE(&actions);
        pl_deriver_release(&d);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_round_trip),
        cmocka_unit_test(random_walks),
        cmocka_unit_test(paper_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
