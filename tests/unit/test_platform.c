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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_itself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
