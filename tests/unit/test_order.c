/* The order of reading: that of pleach convert --binarize swap --reorder, by another way.
 */
#include "trees.h"

#include "transform/binarize.h"
#include "machine/order.h"

static const char *const modes[] = {"left",  "right", "rightd",
                                    "dist1", "dist2", "dist4",
                                    "dist8", "label", "label:NP=right,S=left,dist2"};
enum { N_MODES = sizeof modes / sizeof *modes };

static void compare(const pl_tree *t, const char *mode, pl_arena *m)
{
    pl_binary_style style = {.right_first = true, .keep_unaries = true, .at_sign = true};
    pl_labelset labels = {0};
    pl_reorder r;
    pl_bin_options options;
    pl_error err;
    assert_int_equal(pl_reorder_init(&r, mode, &err), 0);
    const pl_binary *b = pl_binary_from_tree(t, &style, &labels, m);
    const uint32_t *order = pl_binary_order(b, &labels, &r, m);
    pl_tree *copy = pl_tree_copy(t, m);
    uint32_t *expected = PL_NEW_ARRAY(m, uint32_t, t->n_tokens);
    assert_int_equal(pl_bin_options_named("swap", &options, &err), 0);
    assert_int_equal(pl_binarize(copy, &options, &err), 0);
    pl_reorder_words(&r, copy, m, expected);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (order[i] != expected[i])
            fail_msg("%s: place %u of %s", mode, i, text_of(m, t));
    pl_reorder_release(&r);
    pl_labelset_release(&labels);
}

static void as_the_transform(void **state)
{
    (void)state;
    pl_rng rng = {3};
    for (int i = 0; i < 400; i++) {
        pl_arena m = {0};
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 25));
        random_heads(t, &rng);
        for (int k = 0; k < N_MODES; k++)
            compare(t, modes[k], &m);
        pl_arena_release(&m);
    }
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
        assert_int_equal(pl_order_is_left(&r), cases[i].left);
        pl_reorder_release(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_transform),
        cmocka_unit_test(is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
