/* The table of transforms: what it says of inverses is true. */
#include "trees.h"

#include <string.h>

/* An argument to try a transform with that has an inverse for several. */
static const char *example_of(const pl_transform *t)
{
    static const char *const examples[][2] = {
        {"binarize", "optimal"}, {"split-states", "vp,wh"}, {"reorder", "rightd"}};
    if (t->only != NULL || t->option.value_name == NULL)
        return t->only;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i][0], t->option.name) == 0)
            return examples[i][1];
    fail_msg("%s has an inverse: name an argument to test it with", t->option.name);
    return NULL;
}

static void inverses(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {21};
    for (const pl_transform *t = pl_transforms; t->option.name != NULL; t++) {
        if (t->inverse == NULL || strcmp(t->option.name, "constituents") == 0) /* dependencies */
            continue;
        const char *arg = example_of(t);
        char steps[200];
        snprintf(steps, sizeof steps, "%s%s%s %s", t->option.name, arg != NULL ? "=" : "",
                 arg != NULL ? arg : "", pl_transform_inverse(t, arg));
        for (int round = 0; round < 100; round++) {
            pl_arena_reset(&m);
            pl_tree *tree = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 20));
            pl_tree *copy = pl_tree_copy(tree, &m);
            assert_int_equal(apply(tree, steps), 1);
            same_tree(tree, copy, steps);
        }
    }
    pl_arena_release(&m);
}

static void nothing_to_undo(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"unary", "collapse", "unary=restore"},
        {"unary", "keep", NULL},
        {"unary", "restore", NULL},
        {"reorder", "left", "reorder=restore"},
        {"reorder", "restore", NULL},
        {"binarize", "sr-gap", "unbinarize"},
        {"raise", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *inverse =
            pl_transform_inverse(pl_transform_find(cases[i][0]), cases[i][1]);
        if (cases[i][2] == NULL)
            assert_null(inverse);
        else
            assert_string_equal(inverse, cases[i][2]);
    }
    assert_null(pl_transform_find("nonsense"));
}

/* Each transform takes an argument or takes none. */
static void arguments_are_checked(void **state)
{
    (void)state;
    pl_pipeline p = {0};
    pl_error err;
    for (const pl_transform *t = pl_transforms; t->option.name != NULL; t++) {
        assert_int_equal(pl_pipeline_add(&p, t->option.name, t->option.value_name != NULL ? NULL : "x", &err),
                         -1);
        assert_int_equal(err.code, PL_BAD_ARGUMENT);
    }
    assert_int_equal(p.steps.n, 0);
    pl_pipeline_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inverses),
        cmocka_unit_test(nothing_to_undo),
        cmocka_unit_test(arguments_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
