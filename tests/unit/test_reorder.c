/* Reordering: the paper's examples, each mode, bad modes, there and back. */
#include "transform/transform.h"
#include "unit_text.h"

#define DARUEBER                                                                         \
    "(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN "      \
    "1=muss))"
/* S is a gap creator with a gap of two words in its child; NP inside it has one of one */
#define TWO_GAPS "(S (VP (A 0=a) (B 3=d)) (NP (PP (C 1=b) (D 5=f)) (E 2=c) (F 4=e)))"

static const struct {
    const char *tree, *mode;
    uint32_t order[8]; /* words from 1, as in the paper */
} cases[] = {
    {DARUEBER, "left", {1, 3, 4, 2}},
    {DARUEBER, "right", {2, 4, 3, 1}},
    {DARUEBER, "rightd", {2, 1, 3, 4}},
    {DARUEBER, "dist1", {2, 1, 3, 4}},
    {DARUEBER, "dist2", {1, 3, 4, 2}},
    {DARUEBER, "label", {2, 1, 3, 4}},
    {DARUEBER, "label:S=left,rightd", {1, 3, 4, 2}},
    {DARUEBER, "label:VP=right,left", {4, 3, 1, 2}},
    /* only a continuous node is a gap creator: S, and not the NP with its gap */
    {TWO_GAPS, "left", {1, 4, 2, 6, 3, 5}},
    {TWO_GAPS, "rightd", {2, 6, 3, 5, 1, 4}},
    {TWO_GAPS, "dist2", {2, 6, 3, 5, 1, 4}},
    {TWO_GAPS, "dist3", {1, 4, 2, 6, 3, 5}},
    /* nodes of binarization follow their label */
    {"(X (@NP (A 0=a) (B 2=c)) (C 1=b))", "label:NP=right,left", {3, 1, 2}},
    {"(X (NP: (A 0=a) (B 2=c)) (C 1=b))", "label:NP=right,left", {3, 1, 2}},
    {"(X (NP|<B> (A 0=a) (B 2=c)) (C 1=b))", "label:NP=right,left", {3, 1, 2}},
    {"(X (NPX (A 0=a) (B 2=c)) (C 1=b))", "label:NP=right,left", {1, 3, 2}},
    {"(X (a=b (A 0=a) (B 2=c)) (C 1=b))", "label:a=b=right,left", {3, 1, 2}},
    /* unary nodes, and a word alone */
    {"(ROOT (S (NP (A 0=a))))", "right", {1}},
    {"(A 0=a)", "right", {1}},
};

static void orders(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_reorder r;
        uint32_t order[8];
        pl_tree *t = tree_of(&m, cases[i].tree);
        assert_int_equal(pl_reorder_init(&r, cases[i].mode, &err), 0);
        pl_reorder_words(&r, t, &m, order);
        for (uint32_t k = 0; k < t->n_tokens; k++)
            if (order[k] + 1 != cases[i].order[k])
                fail_msg("%s of %s: place %u has word %u", cases[i].mode, cases[i].tree,
                         k + 1, order[k] + 1);
        pl_reorder_release(&r);
    }
    pl_arena_release(&m);
}

static void bad_modes(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        "up",
        "dist",
        "dist2x",
        "label:",
        "label:NP=left",
        "labels",
        "dist-1",
        "dist99999999",
        "label:=left,left",
        "label:NP",
        "left,left",
        "label:left,NP=left",
        "label:NP=up,left",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_error err = {0};
        pl_reorder r;
        assert_int_equal(pl_reorder_init(&r, bad[i], &err), -1);
        assert_non_null(strstr(err.text, "reorder"));
    }
}

static void applied_and_restored(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_reorder r;
    uint32_t order[8];
    pl_tree *t = tree_of(&m, DARUEBER);
    assert_int_equal(pl_reorder_init(&r, "rightd", &err), 0);
    pl_reorder_words(&r, t, &m, order);
    pl_reorder_apply(t, order);
    assert_string_equal(
        text_of(&m, t),
        "(S (VMFIN 0=muss) (VP (VP (PROAV 1=Darüber) (VVPP 2=nachgedacht)) "
        "(VAINF 3=werden)))");
    assert_string_equal(pl_attr_get(t->nodes[1].attrs, PL_ORIGINAL_POSITION), "0");
    assert_int_equal(pl_reorder_restore(t, &err), 0);
    assert_string_equal(text_of(&m, t), DARUEBER);
    assert_null(t->nodes[0].attrs);
    /* some words with the field and some without */
    pl_attr_add(&m, &t->nodes[2].attrs, PL_ORIGINAL_POSITION, "0");
    assert_int_equal(pl_reorder_restore(t, &err), -1);
    assert_non_null(strstr(err.text, "only 1 of 4 words"));
    t->nodes[2].attrs->value = "zero";
    assert_int_equal(pl_reorder_restore(t, &err), -1);
    assert_non_null(strstr(err.text, "no number"));
    pl_reorder_release(&r);
    pl_arena_release(&m);
}

/* A word that goes in between leaves the others restorable. */
static void deleting_a_word_in_between(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = tree_of(&m, DARUEBER);
    static const uint32_t order[] = {1, 0, 2, 3};
    static const bool gone[4] = {[2] = true};
    pl_reorder_apply(t, order);
    pl_tree_delete_tokens(t, gone);
    assert_int_equal(pl_reorder_restore(t, &err), 0);
    assert_string_equal(text_of(&m, t), "(S (VP (VP (PROAV 0=Darüber)) (VAINF 2=werden)) "
                                        "(VMFIN 1=muss))");
    pl_arena_release(&m);
}

static void random_trees_there_and_back(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"left",  "right", "rightd",
                                        "dist2", "label", "label:VP=right,S=dist4,left"};
    pl_arena m = {0};
    pl_rng rng = {17};
    for (int round = 0; round < 1800; round++) {
        pl_error err;
        pl_reorder r;
        uint32_t order[16];
        bool seen[16] = {false};
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 16));
        for (uint32_t i = 0; i < t->n_tokens; i++)
            t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : pl_rng_below(&rng, i);
        pl_attr_add(&m, &t->nodes[0].attrs, "key", "value");
        pl_tree_add_edge(t, pl_rng_below(&rng, t->n_tokens), t->root, "edge");
        pl_tree *copy = pl_tree_copy(t, &m);
        assert_int_equal(pl_reorder_init(&r, modes[round % 6], &err), 0);
        for (int twice = 0; twice < 1 + round % 2; twice++) {
            pl_reorder_words(&r, t, &m, order);
            pl_reorder_apply(t, order);
            assert_false(pl_tree_is_discontinuous(t));
        }
        for (uint32_t i = 0; i < t->n_tokens; i++)
            seen[order[i]] = true;
        for (uint32_t i = 0; i < t->n_tokens; i++)
            assert_true(seen[i]);
        assert_int_equal(pl_reorder_restore(t, &err), 0);
        assert_same_tree(t, copy);
        pl_reorder_release(&r);
    }
    pl_arena_release(&m);
}

static void is_left(void **state)
{
    (void)state;
    static const struct {
        const char *mode;
        bool left;
    } cases[] = {
        {"left", true},   {"right", false},
        {"dist2", false}, {"label:NP=left,left", true},
        {"label", false}, {"label:NP=right,left", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_reorder r;
        pl_error err;
        assert_int_equal(pl_reorder_init(&r, cases[i].mode, &err), 0);
        assert_int_equal(pl_reorder_is_left(&r), cases[i].left);
        pl_reorder_release(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_left),
        cmocka_unit_test(orders),
        cmocka_unit_test(bad_modes),
        cmocka_unit_test(applied_and_restored),
        cmocka_unit_test(deleting_a_word_in_between),
        cmocka_unit_test(random_trees_there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
