/* No file is both read and written, whatever its names; the guard is off until it is
 * asked for. */
#include "unit.h"

#include "base/file.h"
#include "base/guard.h"
#include "base/in.h"
#include "base/sections.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test_guard.XXXXXX";

static int start(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a", "b", "c", "d"};
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    for (int i = 0; i < 4; i++) {
        FILE *f = fopen(names[i], "wb");
        fputs("text\n", f);
        fclose(f);
    }
    return symlink("a", "a.soft") == 0 && link("a", "a.hard") == 0 &&
                   mkfifo("fifo", 0600) == 0
               ? 0
               : -1;
}

static int end(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a", "b", "c", "d", "a.soft", "a.hard", "fifo"};
    for (int i = 0; i < 7; i++)
        unlink(names[i]);
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

/* A program that goes on for long may read a file and write it later. */
static void off_at_first(void **unused)
{
    (void)unused;
    assert_int_equal(pl_guard_read("a", NULL), 0);
    assert_int_equal(pl_guard_write("a", NULL), 0);
}

static void refuses_the_second(void **unused)
{
    (void)unused;
    pl_error err;
    pl_guard_on();
    assert_int_equal(pl_guard_read("a", &err), 0);
    assert_int_equal(pl_guard_read("a.hard", &err), 0);
    static const char *const names[] = {"./a", "a.soft", "a.hard"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pl_guard_write(names[i], &err), -1);
        assert_int_equal(err.code, PL_BAD_ARGUMENT);
        assert_non_null(strstr(err.text, " is read, too, as a: name another file"));
        assert_null(pl_file_create(names[i], &err));
        assert_null(pl_file_grow(names[i], false, &err));
        assert_null(pl_file_lock(names[i], &err));
    }
    assert_int_equal(pl_guard_write("b", &err), 0);
    assert_int_equal(pl_guard_write("b", &err), 0);
    assert_int_equal(pl_guard_read("./b", &err), -1);
    assert_string_equal(err.text,
                        "b is read, too, as ./b: name another file for the output");
    assert_null(pl_in_open("b", &err));
    assert_null(pl_sections_open("./b", &err));
    assert_string_equal(err.text,
                        "b is read, too, as ./b: name another file for the output");
    pl_in *in = pl_in_open_part("b", 5, &err);
    assert_non_null(in);
    pl_in_close(in);
}

/* All that opens a file enters it. */
static void all_ways_enter(void **unused)
{
    (void)unused;
    pl_error err;
    pl_in_close(pl_in_open("c", &err));
    assert_int_equal(pl_guard_write("c", &err), -1);
    assert_string_equal(err.text, "c is read, too: name another file for the output");
    pl_file *f = pl_file_create("d", &err);
    assert_non_null(f);
    assert_int_equal(pl_guard_read("d", &err), -1);
    pl_file_cancel(f);
}

/* What is no file, or not there, is nobody's. */
static void only_files_count(void **unused)
{
    (void)unused;
    static const char *const names[] = {"/dev/null", "fifo", "nowhere", "."};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pl_guard_read(names[i], NULL), 0);
        assert_int_equal(pl_guard_write(names[i], NULL), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(off_at_first),
        cmocka_unit_test(refuses_the_second),
        cmocka_unit_test(all_ways_enter),
        cmocka_unit_test(only_files_count),
    };
    return cmocka_run_group_tests(tests, start, end);
}
