/* Function labels in, beside or instead of the category. */
#include "trees.h"

static void modes(void **unused)
{
    (void)unused;
    static const struct {
        const char *mode, *tree, *func; /* what the label and the function of NP become */
    } cases[] = {
        {"functions=keep", "(S (NP (N 0=n) (A 1=a)) (V 2=v))", "SB"},
        {"functions=remove", "(S (NP (N 0=n) (A 1=a)) (V 2=v))", NULL},
        {"functions=add", "(S (NP-SB (N-HD 0=n) (A 1=a)) (V 2=v))", NULL},
        {"functions=replace", "(S (SB (HD 0=n) (A 1=a)) (V 2=v))", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_tree *t = tree_of(&m, "(S (NP (N 0=n) (A 1=a)) (V 2=v))");
        uint32_t np = t->nodes[0].parent;
        t->nodes[np].func = "SB";
        t->nodes[0].func = "HD";
        t->nodes[1].func = "--"; /* how export files write that there is none */
        apply(t, cases[i].mode);
        assert_string_equal(text_of(&m, t), cases[i].tree);
        if (cases[i].func != NULL)
            assert_string_equal(t->nodes[np].func, cases[i].func);
        else
            assert_null(t->nodes[np].func);
        pl_arena_release(&m);
    }
}

static void unknown_mode(void **unused)
{
    (void)unused;
    pl_pipeline p = {0};
    pl_error err;
    assert_int_equal(pl_pipeline_add(&p, "functions", "perhaps", &err), -1);
    assert_non_null(strstr(err.text, "not 'perhaps'"));
    pl_pipeline_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes),
        cmocka_unit_test(unknown_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
