/* Names of a classifier that belong to tags. */
#include "tag/tag_names.h"

#include "unit.h"

static void tags_are_ranges(void **unused)
{
    (void)unused;
    pl_intern seen = {0}, names = {0};
    pl_tag_names x = {0};
    static const char *const all[] = {"NN\tb", "N\tz", "NN\ta", "N\t", "V\tx\ty"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        pl_intern_add(&seen, all[i]);
    pl_intern_add(&seen, "N\trare");
    pl_tag_names_choose(&seen, (const uint32_t[]){2, 3, 2, 9, 2, 1}, 2, &names);
    assert_int_equal(names.n, 5);
    assert_true(pl_tag_names_index(&x, &names));
    assert_int_equal(pl_tag_names_of(&x, "N").first, 0);
    assert_int_equal(pl_tag_names_of(&x, "N").n, 2);
    assert_int_equal(pl_tag_names_of(&x, "NN").first, 2);
    assert_int_equal(pl_tag_names_of(&x, "V").n, 1);
    assert_int_equal(pl_tag_names_of(&x, "X").n, 0);
    assert_int_equal(pl_tag_names_of(&x, NULL).n, 0);
    assert_string_equal(x.of.at[0], "");
    assert_string_equal(x.of.at[4], "x\ty");
    pl_tag_names_release(&x);
    pl_intern_release(&seen);
    pl_intern_release(&names);
}

static void every_tag_is_found(void **unused)
{
    (void)unused;
    enum { N = 1000 };
    pl_intern names = {0};
    pl_tag_names x = {0};
    pl_arena m = {0};
    for (int i = 0; i < 2 * N; i++)
        pl_intern_add(&names, pl_arena_printf(&m, "T%04d\t%d", i / 2, i % 2));
    assert_true(pl_tag_names_index(&x, &names));
    for (int i = 0; i < N; i++) {
        pl_names found = pl_tag_names_of(&x, pl_arena_printf(&m, "T%04d", i));
        assert_int_equal(found.first, 2 * i);
        assert_int_equal(found.n, 2);
        assert_int_equal(pl_tag_names_of(&x, pl_arena_printf(&m, "U%04d", i)).n, 0);
    }
    pl_tag_names_release(&x);
    pl_intern_release(&names);
    pl_arena_release(&m);
}

static void names_out_of_order_are_refused(void **unused)
{
    (void)unused;
    pl_intern names = {0};
    pl_tag_names x = {0};
    pl_intern_add(&names, "A\tx");
    pl_intern_add(&names, "B\tx");
    pl_intern_add(&names, "A\ty");
    assert_false(pl_tag_names_index(&x, &names));
    pl_tag_names_release(&x);
    pl_intern_release(&names);
    pl_intern_add(&names, "no tab");
    assert_false(pl_tag_names_index(&x, &names));
    pl_tag_names_release(&x);
    pl_intern_release(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_ranges),
        cmocka_unit_test(every_tag_is_found),
        cmocka_unit_test(names_out_of_order_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
