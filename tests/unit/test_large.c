/* Sentences of 10,000 words and trees 1,000 deep, in every format that holds trees and
 * through every kind of transform. */
#include "treebank.h"

#include "transform/transform.h"

enum { WORDS = 10000, DEEP = 1000 };

/* DEEP nodes, each below the one before; node k has the word k and, `crossing`, the k-th
 * after the middle, so that all are discontinuous. The root has the other words. */
static pl_tree *large_tree(pl_arena *m, bool crossing)
{
    pl_tree *t = pl_tree_new(m, WORDS);
    t->root = pl_tree_add(t, "ROOT");
    t->id = "1";
    for (uint32_t k = 0, above = t->root; k < DEEP; k++) {
        uint32_t v = pl_tree_add(t, k % 2 == 0 ? "NP" : "VP");
        pl_tree_append(t, above, v);
        pl_tree_append(t, v, k);
        if (crossing)
            pl_tree_append(t, v, WORDS / 2 + k);
        above = v;
    }
    for (uint32_t i = 0; i < WORDS; i++) {
        t->tokens[i].word = pl_arena_printf(m, "w%u", i);
        t->nodes[i].label = i % 7 == 0 ? "$," : "NN";
        if (t->nodes[i].parent == PL_NONE)
            pl_tree_append(t, t->root, i);
    }
    pl_tree_order(t);
    return t;
}

static void formats_hold_them(void **unused)
{
    (void)unused;
    static const struct {
        const char *format;
        bool crossing;
    } cases[] = {{"discbracket", true},
                 {"export", true},
                 {"tigerxml", true},
                 {"alpino", true},
                 {"bracket", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("export", "");
        char why[200];
        pl_tree *t = large_tree(b.arena, cases[i].crossing);
        PL_PUSH(&b.trees, t);
        treebank again = read_good(cases[i].format, written(&b, cases[i].format, NULL));
        assert_int_equal(again.trees.n, 1);
        if (!pl_tree_equal(t, again.trees.at[0], false, why, sizeof why))
            fail_msg("%s: %s", cases[i].format, why);
        assert_int_equal(depth_of(again.trees.at[0]), DEEP + 1);
        forget(&again);
        forget(&b);
    }
}

static void transforms_take_them(void **unused)
{
    (void)unused;
    static const char *const cases[][4] = {
        {"punct", "move"},
        {"punct", "lca"},
        {"punct", "remove"},
        {"root-attach", NULL},
        {"unary", "collapse"},
        {"binarize", "right", "unbinarize", NULL},
        {"heads", "tests/data/v.rules", "binarize", "sr-gap"},
        {"split-disc", NULL, "merge-disc", NULL},
        {"raise", NULL},
        {"reorder", "left"},
        {"traces", "resolve"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_error err;
        pl_pipeline p = {0};
        pl_tree *t = large_tree(&m, true);
        for (int k = 0; k < 4 && cases[i][k] != NULL; k += 2)
            if (pl_pipeline_add(&p, cases[i][k], cases[i][k + 1], &err) < 0)
                fail_msg("%s", err.text);
        if (pl_pipeline_apply(&p, t, &err) != 1)
            fail_msg("%s: %s", cases[i][0], err.text);
        assert_int_equal(t->nodes[t->root].size, t->n_tokens);
        if (cases[i][2] != NULL && cases[i][3] == NULL) /* undone */
            assert_true(pl_tree_equal(t, large_tree(&m, true), false, NULL, 0));
        pl_pipeline_release(&p);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_hold_them),
        cmocka_unit_test(transforms_take_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
