/* What the system says about the running program. */
#include "base/platform.h"

#include "unit.h"

#include <string.h>

/* The library is linked into the test, so both are the file of the test; a static program
 * does not know where its code was loaded from. */
static void finds_itself(void **unused)
{
    (void)unused;
    static const char name[] = "/test_platform";
    char program[PATH_MAX], library[PATH_MAX];
    assert_true(pl_program_path(program));
    assert_string_equal(strrchr(program, '/'), name);
    if (pl_library_path(library))
        assert_string_equal(strrchr(library, '/'), name);
}

static void random_bytes_differ(void **unused)
{
    (void)unused;
    char one[32] = {0}, other[32] = {0};
    assert_true(pl_random_bytes(one, sizeof one) && pl_random_bytes(other, sizeof other));
    assert_memory_not_equal(one, other, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_itself),
        cmocka_unit_test(random_bytes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
