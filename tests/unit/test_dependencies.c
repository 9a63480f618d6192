/* Constituents to dependencies and back. */
#include "unit.h"

#include "tree/crossing.h"
#include "transform/transform.h"

#include <string.h>

/* A random dependency tree: words attach to earlier ones in a random order. */
static pl_tree *random_labelled(pl_arena *m, pl_rng *rng, uint32_t n)
{
    pl_tree *t = pl_tree_new(m, n);
    uint32_t *order = PL_NEW_ARRAY(m, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = "w";
        t->nodes[i].label = pl_arena_printf(m, "T%u", pl_rng_below(rng, 3));
        t->tokens[i].deprel = pl_arena_printf(m, "r%u", pl_rng_below(rng, 4));
        uint32_t k = pl_rng_below(rng, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        t->tokens[order[i]].head = i == 0 || pl_rng_below(rng, 9) == 0
                                       ? PL_ROOT_HEAD
                                       : order[pl_rng_below(rng, i)];
    t->has_deps = true;
    return t;
}

static void there_and_back(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {1};
    uint32_t n_crossing = 0;
    for (int round = 0; round < 2000; round++) {
        pl_arena_reset(&m);
        pl_error err;
        uint32_t n = 1 + pl_rng_below(&rng, 12);
        pl_tree *t = random_labelled(&m, &rng, n), *gold = pl_tree_copy(t, &m);
        assert_int_equal(pl_constituents_from_dependencies(t, &err), 0);
        n_crossing += pl_tree_is_discontinuous(t);
        for (uint32_t i = 0; i < n; i++) {
            t->tokens[i].head = PL_NONE;
            t->tokens[i].deprel = NULL;
        }
        t->has_deps = false;
        assert_int_equal(pl_dependencies_from_heads(t, &err), 0);
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(t->tokens[i].head, gold->tokens[i].head);
            assert_string_equal(t->tokens[i].deprel, gold->tokens[i].deprel);
        }
    }
    assert_true(n_crossing > 200);
    pl_arena_release(&m);
}

/* Heads marked at random give a tree, discontinuous constituents crossing arcs. */
static void any_heads_give_a_tree(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {2};
    for (int round = 0; round < 1000; round++) {
        pl_arena_reset(&m);
        pl_error err;
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 14));
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
            uint32_t k = pl_rng_below(&rng, t->nodes[v].order), c = t->nodes[v].first;
            while (k-- > 0)
                c = t->nodes[c].next;
            t->nodes[v].head = c;
        }
        assert_int_equal(pl_dependencies_from_heads(t, &err), 0);
        uint32_t roots = 0;
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            uint32_t at = i, steps = 0;
            while (at != PL_ROOT_HEAD && steps++ <= t->n_tokens)
                at = t->tokens[at].head;
            assert_int_equal(at, PL_ROOT_HEAD);
            roots += t->tokens[i].head == PL_ROOT_HEAD;
        }
        assert_int_equal(roots, 1);
        /* Continuous constituents give no crossing arcs. */
        unsigned char *arcs = PL_NEW_ARRAY(&m, unsigned char, t->n_tokens);
        pl_projectivity(t, &m, arcs);
        for (uint32_t i = 0; i < t->n_tokens && !pl_tree_is_discontinuous(t); i++)
            assert_false(arcs[i] & PL_ARC_CROSSING);
    }
    pl_arena_release(&m);
}

static void no_heads(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {3};
    pl_error err;
    pl_tree *t = random_tree(&m, &rng, 6);
    uint32_t v = t->n_tokens;
    while (t->nodes[v].order < 2)
        v++;
    assert_int_equal(pl_dependencies_from_heads(t, &err), -1);
    assert_non_null(strstr(err.text, "mark heads"));
    assert_false(t->has_deps);
    assert_int_equal(pl_constituents_from_dependencies(t, &err), -1);
    t->has_deps = true;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->tokens[i].head = (i + 1) % t->n_tokens;
    assert_int_equal(pl_constituents_from_dependencies(t, &err), -1);
    assert_non_null(strstr(err.text, "circles"));
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(any_heads_give_a_tree),
        cmocka_unit_test(no_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
