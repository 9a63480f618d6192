/* What the system says about the running program. */
#include "base/platform.h"

#include "unit.h"

#include <sched.h>
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

/* A batch system that gives a job one of the processors gets one thread. */
static void processors_are_those_allowed(void **unused)
{
    (void)unused;
    assert_true(pl_processors() >= 1);
#ifdef __linux__
    cpu_set_t all, one;
    int processor = 0;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    assert_int_equal(pl_processors(), CPU_COUNT(&all));
    while (!CPU_ISSET(processor, &all))
        processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(pl_processors(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_itself),
        cmocka_unit_test(random_bytes_differ),
        cmocka_unit_test(processors_are_those_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
