/* Splitting discontinuous nodes, and merging: examples, both ways on random trees. */
#include "transform/transform.h"
#include "unit_text.h"

/* Each pair: a tree, and what splitting makes of it. */
static const struct {
    const char *tree, *split;
} pairs[] = {
    {"(S (NP (N 0=a)) (V 1=b))", "(S (NP (N 0=a)) (V 1=b))"},
    {"(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN "
     "1=muss))",
     "(S (VP*0 (VP*0 (PROAV 0=Darüber))) (VMFIN 1=muss) "
     "(VP*1 (VP*1 (VVPP 2=nachgedacht)) (VAINF 3=werden)))"},
    /* three parts, one of them with two children */
    {"(S (VP (A 0=a) (B 2=b) (C 3=c) (D 5=d)) (X 1=x) (Y 4=y))",
     "(S (VP*0 (A 0=a)) (X 1=x) (VP*1 (B 2=b) (C 3=c)) (Y 4=y) (VP*2 (D 5=d)))"},
    /* two of one label, one inside the gap of the other: the nearest first is right */
    {"(S (VP (A 0=a) (A 4=e)) (VP (A 1=b) (A 3=d)) (X 2=c))",
     "(S (VP*0 (A 0=a)) (VP*0 (A 1=b)) (X 2=c) (VP*1 (A 3=d)) (VP*1 (A 4=e)))"},
    /* interleaved: they are numbered; the NPs need it not */
    {"(S (VP (A 0=a) (A 2=c)) (VP (A 1=b) (A 4=e)) (NP (A 3=d) (A 6=g)) (X 5=f))",
     "(S (VP*0.1 (A 0=a)) (VP*0.2 (A 1=b)) (VP*1.1 (A 2=c)) (NP*0 (A 3=d)) "
     "(VP*1.2 (A 4=e)) (X 5=f) (NP*1 (A 6=g)))"},
    /* labels with stars of their own */
    {"(S*0 (B*0 (A 0=a) (A 2=c)) (B* (A 1=b) (A 4=e)) (B*1 (X*0 3=d)) (**1.2 (X 5=f)))",
     "(S**0 (B**0*0 (A 0=a)) (B***0 (A 1=b)) (B**0*1 (A 2=c)) (B**1 (X*0 3=d)) "
     "(B***1 (A 4=e)) (****1.2 (X 5=f)))"},
};

static void pairs_both_ways(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        pl_tree *t = tree_of(&m, pairs[i].tree);
        assert_int_equal(pl_split_disc(t, NULL), 0);
        assert_string_equal(text_of(&m, t), pairs[i].split);
        t = tree_of(&m, pairs[i].split);
        pl_merge_disc(t);
        assert_string_equal(text_of(&m, t), pairs[i].tree);
    }
    pl_arena_release(&m);
}

/* What a parser may put out: parts without partner, and several that could be meant. */
static void merging_what_was_not_split(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree, *merged;
    } cases[] = {
        {"(S (VP*1 (A 0=a)) (X 1=b))", "(S (VP (A 0=a)) (X 1=b))"},
        {"(S (VP*0 (A 0=a)) (X 1=b))", "(S (VP (A 0=a)) (X 1=b))"},
        {"(S (VP*1 (A 0=a)) (VP*0 (X 1=b)))", "(S (VP (A 0=a)) (VP (X 1=b)))"},
        {"(S (VP*0 (A 0=a)) (X 1=x) (VP*2 (A 2=b)))",
         "(S (VP (A 0=a)) (X 1=x) (VP (A 2=b)))"},
        {"(S (VP*0 (A 0=a)) (VP*1 (A 1=b)))", "(S (VP (A 0=a) (A 1=b)))"},
        {"(S (VP*0 (A 0=a)) (X 1=x) (NP*1 (A 2=b)))",
         "(S (VP (A 0=a)) (X 1=x) (NP (A 2=b)))"},
        {"(S (VP*0 (A 0=a)) (NP (VP*1 (A 1=b))))", "(S (VP (A 0=a)) (NP (VP (A 1=b))))"},
        {"(S (VP*0.1 (A 0=a)) (X 1=x) (VP*1.2 (A 2=b)))",
         "(S (VP (A 0=a)) (X 1=x) (VP (A 2=b)))"},
        {"(S*0 (VP*x (A 0=a)) (VP*0. (A 1=a)) (VP*1.0 (A 2=a)) (*3 (A 3=a)))",
         "(S (VP*x (A 0=a)) (VP*0. (A 1=a)) (VP*1.0 (A 2=a)) (*3 (A 3=a)))"},
        {"(A 0=a)", "(A 0=a)"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_tree *t = tree_of(&m, cases[i].tree);
        pl_merge_disc(t);
        assert_string_equal(text_of(&m, t), cases[i].merged);
    }
    pl_arena_release(&m);
}

/* Same tree again, in process with every field, and through text. */
static void random_trees_come_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {3};
    for (int round = 0; round < 2000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 16));
        for (uint32_t v = 0; v < t->n_nodes; v++) {
            t->nodes[v].func = pl_rng_below(&rng, 2) > 0 ? "F" : NULL;
            t->nodes[v].morph = pl_rng_below(&rng, 2) > 0 ? "m" : NULL;
        }
        pl_tree_add_edge(t, t->nodes[t->root].first, t->n_nodes - 1, "edge");
        pl_tree *copy = pl_tree_copy(t, &m);
        assert_int_equal(pl_split_disc(t, NULL), 0);
        assert_false(pl_tree_is_discontinuous(t));
        pl_tree *read = tree_of(&m, text_of(&m, t));
        pl_merge_disc(t);
        assert_same_tree(t, copy);
        pl_merge_disc(read);
        assert_string_equal(text_of(&m, read), text_of(&m, copy));
    }
    pl_arena_release(&m);
}

static void heads_come_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {5};
    for (int round = 0; round < 1000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
            uint32_t pick = pl_rng_below(&rng, t->nodes[v].order), c = t->nodes[v].first;
            while (pick-- > 0)
                c = t->nodes[c].next;
            t->nodes[v].head = c;
        }
        pl_tree_compact(t);
        pl_tree *copy = pl_tree_copy(t, &m);
        assert_int_equal(pl_split_disc(t, NULL), 0);
        pl_merge_disc(t);
        pl_tree_compact(t); /* both numbered in pre-order */
        for (uint32_t v = 0; v < t->n_nodes; v++)
            assert_int_equal(t->nodes[v].head, copy->nodes[v].head);
    }
    pl_arena_release(&m);
}

/* A tree of which every node has as many gaps as it is high: refused, not built. */
static void too_many_parts(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err = {0};
    uint32_t depth = 1500, v = 0;
    pl_tree *t = pl_tree_new(&m, 2 * depth);
    uint32_t root = pl_tree_add(t, "S");
    for (uint32_t i = 1; i < depth; i++) {
        uint32_t above = pl_tree_add(t, "X");
        pl_tree_append(t, above, v);
        pl_tree_append(t, above, 2 * i);
        v = above;
    }
    pl_tree_append(t, root, v);
    for (uint32_t i = 0; i < depth; i++)
        pl_tree_append(t, root, 2 * i + 1);
    t->root = root;
    pl_tree_order(t);
    uint32_t n_nodes = t->n_nodes;
    assert_int_equal(pl_split_disc(t, &err), -1);
    assert_non_null(strstr(err.text, "too many"));
    assert_int_equal(t->n_nodes, n_nodes);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_both_ways),
        cmocka_unit_test(merging_what_was_not_split),
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(heads_come_back),
        cmocka_unit_test(too_many_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
