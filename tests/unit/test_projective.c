/* Lifting of crossing dependencies, and the way back. */
#include "unit.h"

#include "transform/transform.h"
#include "tree/crossing.h"

#include <string.h>

/* A random tree with one root; words attach to earlier ones in a random order. There are
 * `kinds` relations, of which some have the sign in their name; 0: each word has its own. */
static pl_tree *random_arcs(pl_arena *m, pl_rng *rng, uint32_t n, uint32_t kinds)
{
    static const char *const names[] = {"a", "b^", "^", "c^^d"};
    pl_tree *t = pl_tree_new(m, n);
    uint32_t *order = PL_NEW_ARRAY(m, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = pl_rng_below(rng, i + 1);
        t->tokens[i].word = "w";
        t->tokens[i].deprel =
            kinds > 0 ? names[pl_rng_below(rng, kinds)] : pl_arena_printf(m, "r%u", i);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        t->tokens[order[i]].head = i == 0 ? PL_ROOT_HEAD : order[pl_rng_below(rng, i)];
    t->has_deps = true;
    return t;
}

static uint32_t count_crossing(const pl_tree *t, pl_arena *m)
{
    unsigned char *arcs = pl_arena_zero(m, t->n_tokens, 1);
    uint32_t n = 0;
    pl_projectivity(t, m, arcs);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        n += (arcs[i] & PL_ARC_NON_PROJECTIVE) != 0;
    return n;
}

/* No arc crosses another after the first, the relations come back by the second, and the
 * result is a tree with one root; with relations that name one word each, nearly all heads
 * come back, too. Projective trees do not change but for doubled signs. */
static void there_and_back(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {3};
    uint32_t n_words = 0, n_back = 0, n_lifted = 0;
    for (int round = 0; round < 3000; round++) {
        pl_error err;
        uint32_t n = 1 + pl_rng_below(&rng, 12), kinds = (uint32_t)round % 5;
        pl_arena_reset(&m);
        pl_tree *t = random_arcs(&m, &rng, n, kinds), *gold = pl_tree_copy(t, &m);
        bool crosses = count_crossing(gold, &m) > 0;
        assert_int_equal(pl_projectivize(t, &err), 0);
        assert_int_equal(count_crossing(t, &m), 0);
        for (uint32_t i = 0; i < n; i++)
            assert_true(crosses || t->tokens[i].head == gold->tokens[i].head);
        pl_deprojectivize(t);
        assert_int_equal(pl_tree_head_circle(t), PL_NONE);
        for (uint32_t i = 0; i < n; i++) {
            bool root = gold->tokens[i].head == PL_ROOT_HEAD;
            assert_string_equal(t->tokens[i].deprel, gold->tokens[i].deprel);
            assert_int_equal(t->tokens[i].head == PL_ROOT_HEAD, root);
            n_back += kinds == 0 && t->tokens[i].head == gold->tokens[i].head;
        }
        n_words += kinds == 0 ? n : 0;
        n_lifted += crosses;
    }
    assert_true(n_lifted > 1000);
    assert_true(n_back * 100.0 >= n_words * 99.0);
    pl_arena_release(&m);
}

/* The example of the file's head, and limits. */
static void cases(void **state)
{
    (void)state;
    static const char *const relations[] = {"det",  "nsubj", "aux", "root",
                                            "case", "det",   "nmod"};
    static const uint32_t heads[] = {1, 3, 3, PL_ROOT_HEAD, 6, 6, 1};
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = pl_tree_new(&m, 7);
    for (uint32_t i = 0; i < 7; i++) {
        t->tokens[i].word = "w";
        t->tokens[i].head = heads[i];
        t->tokens[i].deprel = relations[i];
    }
    assert_int_equal(pl_projectivize(t, &err), 0); /* it has no dependencies */
    assert_int_equal(t->tokens[6].head, 1);
    t->has_deps = true;
    assert_int_equal(pl_projectivize(t, &err), 0);
    assert_int_equal(t->tokens[6].head, 3);
    assert_string_equal(t->tokens[6].deprel, "nmod^nsubj");
    assert_string_equal(t->tokens[4].deprel, "case");
    pl_deprojectivize(t);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(t->tokens[i].head, heads[i]);
        assert_string_equal(t->tokens[i].deprel, relations[i]);
    }
    t->tokens[6].deprel = "nmod^none"; /* no word has this relation: it stays */
    pl_deprojectivize(t);
    assert_int_equal(t->tokens[6].head, 1);
    assert_string_equal(t->tokens[6].deprel, "nmod");
    pl_tree *long_one = pl_tree_new(&m, PL_MAX_LIFTED_WORDS + 1);
    long_one->has_deps = true;
    assert_int_equal(pl_projectivize(long_one, &err), -1);
    assert_string_equal(err.text,
                        "arcs of sentences of more than 1000 words are not lifted");
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
