/* Output streams: memory, files, compression, failures. */
#include "unit.h"

#include "base/in.h"
#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void memory_collects(void **unused)
{
    (void)unused;
    pl_str s = {0};
    pl_error err;
    pl_out *out = pl_out_memory(&s);
    pl_out_puts(out, "a");
    pl_out_putc(out, 'b');
    pl_out_put(out, "cde", 2);
    pl_out_printf(out, "%d%s", 7, "x");
    assert_int_equal(pl_out_flush(out, &err), 0);
    assert_string_equal(s.at, "abcd7x");
    char longer[2000];
    memset(longer, 'y', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    pl_out_printf(out, "%s!", longer);
    assert_int_equal(pl_out_close(out, &err), 0);
    assert_int_equal(s.n, 6 + sizeof longer);
    assert_int_equal(s.at[s.n - 1], '!');
    pl_str_release(&s);
}

/* Reading takes one byte-order mark off: text that begins with one keeps it. */
static void byte_order_marks_survive(void **unused)
{
    (void)unused;
    pl_str s = {0};
    pl_error err;
    pl_out *out = pl_out_memory(&s);
    pl_out_puts(out, "\xef\xbb\xbfword\n");
    assert_int_equal(pl_out_close(out, &err), 0);
    pl_in *in = pl_in_memory("m", s.at, s.n);
    const char *line;
    size_t n;
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "\xef\xbb\xbfword");
    pl_in_close(in);
    pl_str_release(&s);
}

/* What is written comes back, also compressed; and it is compressed. */
static void files_come_back(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        size_t most; /* bytes in the file */
    } rows[] = {{"plain", 1288890}, {"a.gz", 600000}, {"a.zst", 600000}};
    char folder[] = "/tmp/test_out.XXXXXX", path[100];
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < 3; i++) {
        pl_error err;
        snprintf(path, sizeof path, "%s/%s", folder, rows[i].name);
        pl_out *out = pl_out_open(path, &err);
        assert_non_null(out);
        for (int k = 0; k < 200000; k++)
            pl_out_printf(out, "%d\n", k);
        assert_int_equal(pl_out_close(out, &err), 0);
        FILE *file = fopen(path, "rb");
        fseek(file, 0, SEEK_END);
        assert_in_range(ftell(file), 1, rows[i].most);
        fclose(file);
        pl_in *in = pl_in_open(path, &err);
        const char *line;
        size_t n;
        int k = 0, got;
        while ((got = pl_in_line(in, &line, &n, &err)) > 0)
            assert_int_equal(strtol(line, NULL, 10), k++);
        assert_int_equal(got, 0);
        assert_int_equal(k, 200000);
        pl_in_close(in);
        unlink(path);
    }
    rmdir(folder);
}

static void failures_are_reported(void **unused)
{
    (void)unused;
    pl_error err;
    assert_null(pl_out_open("/nowhere/at/all", &err));
    assert_string_equal(err.text, "/nowhere/at/all: No such file or directory");
    pl_out *out = pl_out_open("/dev/full", &err);
    if (out == NULL)
        skip();
    for (int i = 0; i < 100000; i++)
        pl_out_puts(out, "some text\n");
    assert_int_equal(pl_out_close(out, &err), -1);
    assert_string_equal(err.text, "/dev/full: No space left on device");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_collects),
        cmocka_unit_test(byte_order_marks_survive),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(failures_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
