/* Unary chains: merging, escapes, and that it can be undone, also with binarization. */
#include "transform/transform.h"
#include "trees.h"

static void collapse_and_restore(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"(ROOT (S (NP (PRO 0=it)) (V 1=is)))", "(ROOT+S (NP (PRO 0=it)) (V 1=is))"},
        {"(ROOT (NP (N 0=it)))", "(ROOT+NP (N 0=it))"},
        {"(ROOT (NP 0=it))", "(ROOT (NP 0=it))"},
        {"(R (A (B (C (x 0=x) (y 2=y)))) (z 1=z))",
         "(R (A+B+C (x 0=x) (y 2=y)) (z 1=z))"},
        {"(R (A+ (B (x 0=x))) (A (+B (x 1=y))))",
         "(R (A\\++B (x 0=x)) (A+\\+B (x 1=y)))"},
        {"(R (A+B (x 0=x)) (C\\D (Q+NUM 1=y)))",
         "(R (A\\+B (x 0=x)) (C\\\\D (Q+NUM 1=y)))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        becomes(cases[i][0], "unary=collapse", cases[i][1]);
        becomes(cases[i][0], "unary=collapse unary=restore", cases[i][0]);
        becomes(cases[i][0], "unary=keep", cases[i][0]);
        becomes(cases[i][1], "unary=restore", cases[i][0]); /* from the text */
    }
}

/* With the joint that no label contains, labels may say what they like. */
static void chains_not_text(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(R (A+B (x 0=x)) (C (\\D (y 1=y))))");
    pl_unary_restore(t, PL_JOINT_INSIDE);
    assert_string_equal(text_of(&m, t), "(R (A+B (x 0=x)) (C (\\D (y 1=y))))");
    pl_unary_collapse(t, PL_JOINT_INSIDE);
    assert_string_equal(text_of(&m, t), "(R (A+B (x 0=x)) (C\x1f\\D (y 1=y)))");
    t = tree_of(&m, text_of(&m, t));
    pl_unary_restore(t, PL_JOINT_INSIDE);
    assert_string_equal(text_of(&m, t), "(R (A+B (x 0=x)) (C (\\D (y 1=y))))");
    t = tree_of(&m, "(R (A+B (x 0=x)) (P+Q (S (y 1=y))))");
    uint32_t s = t->nodes[1].parent, top = t->nodes[s].parent;
    t->nodes[top].func = "SB";
    pl_unary_collapse(t, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, t), "(R (A\\+B (x 0=x)) (P\\+Q+S (y 1=y)))");
    pl_unary_restore(t, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, t), "(R (A+B (x 0=x)) (P+Q (S (y 1=y))))");
    s = t->nodes[1].parent;
    top = t->nodes[s].parent;
    assert_null(t->nodes[s].func);
    assert_string_equal(t->nodes[top].func, "SB");
    pl_arena_release(&m);
}

/* Functions, fields, heads and secondary edges of every node of a chain come back. */
static void fields_come_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(R (A (B (C (x 0=x) (y 2=y)))) (D (E (z 1=z))))");
    static const char *const names[] = {"f0", "f1", "f2", "f3", "f4",
                                        "f5", "f6", "f7", "f8"};
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        t->nodes[v].func = v == t->root ? NULL : names[v];
        t->nodes[v].morph = names[8 - v];
        pl_attr_add(&m, &t->nodes[v].attrs, "key", names[v]);
        if (v >= t->n_tokens && v % 2 == 0)
            t->nodes[v].head = t->nodes[v].first;
    }
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        pl_tree_add_edge(t, v, t->n_tokens + (v + 3) % (t->n_nodes - t->n_tokens), "sec");
    t->nodes[t->root].flags = PL_NODE_VIRTUAL;
    pl_tree *copy = pl_tree_copy(t, &m);
    pl_unary_collapse(t, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, t), "(R (A+B+C (x 0=x) (y 2=y)) (D+E (z 1=z)))");
    pl_tree *merged = pl_tree_copy(t, &m); /* the chain goes with a copy */
    pl_unary_restore(merged, PL_JOINT_TEXT);
    same_tree(merged, copy, "copy");
    pl_unary_collapse(t, PL_JOINT_TEXT); /* nothing is left to do */
    pl_unary_restore(t, PL_JOINT_TEXT);
    same_tree(t, copy, "fields");
    /* merged, then put under one more node and merged again: one chain */
    pl_tree *twice = pl_tree_copy(copy, &m);
    pl_unary_collapse(twice, PL_JOINT_TEXT);
    pl_tree_insert_above(twice, twice->root, "T");
    pl_tree_insert_above(twice, twice->nodes[1].parent, "X");
    pl_tree_order(twice);
    pl_unary_collapse(twice, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, twice),
                        "(T+R (A+B+C (x 0=x) (y 2=y)) (X+D+E (z 1=z)))");
    pl_unary_restore(twice, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, twice),
                        "(T (R (A (B (C (x 0=x) (y 2=y)))) (X (D (E (z 1=z))))))");
    /* a merged node that becomes unary above another merged one: edges too */
    pl_tree *above = tree_of(&m, "(R (A (B (x 0=x) (C (D (y 1=y) (z 2=z))))))");
    for (uint32_t v = above->n_tokens; v < above->n_nodes; v++)
        pl_tree_add_edge(above, v, v == above->root ? v + 1 : above->root, "sec");
    bool gone[3] = {true, false, false};
    pl_tree *plain = pl_tree_copy(above, &m);
    pl_unary_collapse(above, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, above), "(R+A+B (x 0=x) (C+D (y 1=y) (z 2=z)))");
    pl_tree_delete_tokens(above, gone);
    pl_tree_delete_tokens(plain, gone);
    pl_unary_collapse(above, PL_JOINT_TEXT);
    assert_string_equal(text_of(&m, above), "(R+A+B+C+D (y 0=y) (z 1=z))");
    pl_unary_restore(above, PL_JOINT_TEXT);
    same_tree(above, plain, "merged twice");
    pl_arena_release(&m);
}

static void with_binarization(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"sr-gap", "swap", "left", "right", "optimal"};
    pl_arena m = {0};
    pl_rng rng = {5};
    for (int round = 0; round < 800; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 20));
        random_heads(t, &rng);
        pl_tree *copy = pl_tree_copy(t, &m);
        pl_bin_options options;
        pl_error err;
        assert_int_equal(pl_bin_options_named(modes[round % 5], &options, &err), 0);
        options.label = pl_rng_below(&rng, 3);
        bool binarize_first = round % 2 == 0;
        if (binarize_first)
            assert_int_equal(pl_binarize(t, &options, &err), 0);
        pl_unary_collapse(t, PL_JOINT_TEXT);
        if (!binarize_first)
            assert_int_equal(pl_binarize(t, &options, &err), 0);
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
            assert_true(t->nodes[v].order == 2 || pl_is_terminal(t, t->nodes[v].first));
        pl_tree *text = tree_of(&m, text_of(&m, t));
        for (int i = 0; i < 2; i++) {
            pl_tree *u = i == 0 ? t : text;
            if (binarize_first)
                pl_unary_restore(u, PL_JOINT_TEXT);
            pl_unbinarize(u, true);
            if (!binarize_first)
                pl_unary_restore(u, PL_JOINT_TEXT);
        }
        same_tree(t, copy, modes[round % 5]);
        assert_string_equal(text_of(&m, text), text_of(&m, copy));
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collapse_and_restore),
        cmocka_unit_test(chains_not_text),
        cmocka_unit_test(fields_come_back),
        cmocka_unit_test(with_binarization),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
