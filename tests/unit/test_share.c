/* Where shipped data files are found. */
#include "base/share.h"

#include "unit.h"

#include <string.h>

static void a_path_is_taken_as_it_is(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("x", "/dev/null", ".y", &path, &err), 0);
    assert_string_equal(path.at, "/dev/null");
    assert_int_equal(pl_share_path("x", "/nowhere/at/all", ".y", &path, &err), -1);
    assert_string_equal(err.text, "/nowhere/at/all: cannot be read");
    pl_str_release(&path);
}

static void a_name_is_looked_up(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("headrules", "alpino", ".rules", &path, &err), 0);
    assert_true(strlen(path.at) > strlen("alpino.rules"));
    assert_string_equal(path.at + path.n - strlen("/headrules/alpino.rules"),
                        "/headrules/alpino.rules");
    pl_str_release(&path);
}

static void an_unknown_name_lists_what_there_is(void **unused)
{
    (void)unused;
    pl_str path = {0};
    pl_error err;
    assert_int_equal(pl_share_path("headrules", "nosuch", ".rules", &path, &err), -1);
    assert_non_null(strstr(err.text, "'nosuch'"));
    assert_non_null(strstr(err.text, "there are: "));
    assert_non_null(strstr(err.text, "alpino"));
    assert_null(strstr(err.text, ".rules"));
    assert_int_equal(pl_share_path("nosuch", "x", ".y", &path, &err), -1);
    assert_true(strlen(err.text) > 0);
    pl_str_release(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_taken_as_it_is),
        cmocka_unit_test(a_name_is_looked_up),
        cmocka_unit_test(an_unknown_name_lists_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
