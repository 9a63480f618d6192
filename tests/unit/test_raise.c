/* Raising: examples with and without heads; random trees become continuous. */
#include "transform/transform.h"
#include "unit_text.h"

/* `head` names the label of the children that are marked as heads. */
static const struct {
    const char *tree, *head, *raised;
} cases[] = {
    {"(S (NP (N 0=a)) (V 1=b))", "V", "(S (NP (N 0=a)) (V 1=b))"},
    /* the larger block stays */
    {"(S (VP (P 0=a) (V 2=c) (A 3=d)) (M 1=b))", "-",
     "(S (P 0=a) (M 1=b) (VP (V 2=c) (A 3=d)))"},
    /* the head's block stays */
    {"(S (VP (P 0=a) (V 2=c) (A 3=d)) (M 1=b))", "P",
     "(S (VP (P 0=a)) (M 1=b) (V 2=c) (A 3=d))"},
    /* the first of equals stays */
    {"(S (VP (P 0=a) (V 2=c)) (M 1=b))", "-", "(S (VP (P 0=a)) (M 1=b) (V 2=c))"},
    /* what was raised once is raised again where the next node has the same gap */
    {"(S (VP (VP (P 0=a) (V 2=c)) (A 3=d)) (M 1=b))", "V",
     "(S (P 0=a) (M 1=b) (VP (VP (V 2=c)) (A 3=d)))"},
    /* and stays where it fits */
    {"(S (X (Y (A 0=a) (B 2=c) (B 3=d)) (C 1=b)) (D 4=e))", "-",
     "(S (X (A 0=a) (C 1=b) (Y (B 2=c) (B 3=d))) (D 4=e))"},
};

static void examples(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_tree *t = tree_of(&m, cases[i].tree);
        for (uint32_t v = 0; v < t->n_nodes; v++)
            if (strcmp(t->nodes[v].label, cases[i].head) == 0 && v != t->root)
                t->nodes[t->nodes[v].parent].head = v;
        pl_raise(t);
        assert_string_equal(text_of(&m, t), cases[i].raised);
    }
    pl_arena_release(&m);
}

static void random_trees_become_continuous(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {9};
    for (int round = 0; round < 2000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 16));
        pl_tree *copy = pl_tree_copy(t, &m);
        uint32_t n_nodes = t->n_nodes;
        pl_raise(t);
        assert_false(pl_tree_is_discontinuous(t));
        assert_int_equal(t->n_tokens, copy->n_tokens);
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            assert_string_equal(t->tokens[i].word, copy->tokens[i].word);
            assert_string_equal(t->nodes[i].label, copy->nodes[i].label);
        }
        /* every node is still there, and what was continuous below a node still is there
         */
        pl_tree_compact(t);
        assert_int_equal(t->n_nodes, n_nodes);
        if (!pl_tree_is_discontinuous(copy))
            assert_same_tree(t, copy);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),
        cmocka_unit_test(random_trees_become_continuous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
