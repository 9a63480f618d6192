/* Input and output streams: lines, limits, compression, truncation, full disks. */
#include "base/in.h"
#include "base/out.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The lines of a text joined by '|', a failing line as '!'. */
static void lines_are(const char *text, size_t n, const char *expected)
{
    pl_error err;
    pl_str got = {0};
    pl_in *in = pl_in_memory("test", text, n);
    const char *line;
    size_t length;
    for (int status; (status = pl_in_line(in, &line, &length, &err)) != 0;) {
        if (status > 0)
            assert_int_equal(strlen(line), length);
        pl_str_puts(&got, status > 0 ? line : "!");
        pl_str_putc(&got, '|');
        if (pl_in_broken(in))
            break;
    }
    assert_string_equal(pl_str_text(&got), expected);
    pl_in_close(in);
    pl_str_release(&got);
}

static void cuts_lines(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"", ""},
        {"\n", "|"},
        {"a", "a|"},
        {"a\n", "a|"},
        {"a\r\nb\r\n", "a|b|"},
        {"\n\na", "||a|"},
        {"\xef\xbb\xbf"
         "a\n",
         "a|"}, /* byte-order mark */
        {"\xef\xbb\xbf", ""},
        {"a\n\xff\nb\n", "a|!|b|"}, /* invalid UTF-8: the next line is fine */
        {"f\xc3\xbcr\n", "f\xc3\xbcr|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        lines_are(cases[i].text, strlen(cases[i].text), cases[i].lines);
    lines_are("a\0b\nc", 5, "!|c|"); /* NUL byte */
}

static void messages_name_the_line(void **unused)
{
    (void)unused;
    pl_error err;
    const char *line;
    size_t n;
    pl_in *in = pl_in_memory("name", "a\nb\xff\n", 5);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    pl_in_unread(in);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "a");
    assert_int_equal(pl_in_line_number(in), 1);
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_int_equal(strncmp(err.text, "name:2: invalid UTF-8 at byte 2", 31), 0);
    assert_false(pl_in_broken(in));
    assert_int_equal(pl_in_line(in, &line, &n, &err), 0);
    pl_in_close(in);
    assert_null(pl_in_open("/nowhere/x", &err));
    assert_non_null(strstr(err.text, "/nowhere/x"));
    assert_null(pl_in_open("/", &err));
    assert_string_equal(err.text, "/: is a directory");
}

static void latin1(void **unused)
{
    (void)unused;
    pl_error err;
    const char *line;
    size_t n;
    pl_in *in = pl_in_memory("name", "f\xfcr", 3);
    assert_int_equal(pl_in_set_encoding(in, PL_LATIN1, &err), 0);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "f\xc3\xbcr");
    pl_in_close(in);
}

static void a_line_over_the_limit_is_skipped(void **unused)
{
    (void)unused;
    size_t n = PL_MAX_LINE + (1 << 20);
    char *text = malloc(n);
    memset(text, 'x', n);
    memcpy(text + n - 3, "\na\n", 3);
    lines_are(text, n, "!|a|");
    memset(text, 'x', n); /* and never ends */
    lines_are(text, n, "!|");
    free(text);
}

/* Writes `n` bytes through a file of that ending and reads them back. */
static void round_trip(const char *ending, size_t n)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/pleach-test-%ld%s", (long)getpid(), ending);
    pl_error err;
    pl_out *out = pl_out_open(path, &err);
    assert_non_null(out);
    for (size_t i = 0; i < n; i++)
        pl_out_printf(out, "%zu %s\n", i, "some text that compresses");
    assert_int_equal(pl_out_close(out, &err), 0);
    pl_in *in = pl_in_open(path, &err);
    assert_non_null(in);
    const char *line;
    size_t length, read = 0;
    char expected[64];
    for (int got; (got = pl_in_line(in, &line, &length, &err)) != 0; read++) {
        assert_int_equal(got, 1);
        snprintf(expected, sizeof expected, "%zu some text that compresses", read);
        assert_string_equal(line, expected);
    }
    assert_int_equal(read, n);
    pl_in_close(in);

    /* The same file cut off: an error, not a shorter file. */
    if (n > 0 && *ending == '.' && strcmp(ending, ".txt") != 0) {
        FILE *f = fopen(path, "rb");
        assert_non_null(f);
        fseek(f, 0, SEEK_END);
        long size = ftell(f);
        fclose(f);
        assert_int_equal(truncate(path, size - 5), 0);
        in = pl_in_open(path, &err);
        const char *ahead; /* looking ahead must not swallow the error */
        pl_in_peek(in, 1 << 16, &ahead);
        int got;
        while ((got = pl_in_line(in, &line, &length, &err)) > 0)
            ;
        assert_int_equal(got, -1);
        assert_true(pl_in_broken(in));
        assert_non_null(strstr(err.text, "ends too early"));
        pl_in_close(in);
    }
    unlink(path);
}

static void compression_round_trips(void **unused)
{
    (void)unused;
    static const char *const endings[] = {".txt", ".zst", ".gz"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        round_trip(endings[i], 0);
        round_trip(endings[i], 1);
        round_trip(endings[i], 50000);
    }
}

static void damage_is_noticed(void **unused)
{
    (void)unused;
    lines_are("\x28\xb5\x2f\xfdgarbage garbage", 19, "!|");
    lines_are("\x1f\x8bgarbage garbage", 17, "!|");
}

static void a_full_disk_is_reported(void **unused)
{
    (void)unused;
    pl_error err;
    pl_out *out = pl_out_open("/dev/full", &err);
    if (out == NULL)
        skip();
    for (int i = 0; i < 100000; i++)
        pl_out_puts(out, "0123456789");
    assert_int_equal(pl_out_close(out, &err), -1);
    assert_non_null(strstr(err.text, "/dev/full"));
    assert_null(pl_out_open("/nowhere/x", &err));
    assert_int_equal(pl_out_close(NULL, &err), 0);
}

static void memory_output(void **unused)
{
    (void)unused;
    pl_str s = {0};
    pl_error err;
    pl_out *out = pl_out_memory(&s);
    pl_out_putc(out, 'a');
    pl_out_puts(out, "bc");
    char longer[700];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    pl_out_printf(out, "%s", longer); /* longer than the buffer on the stack */
    assert_int_equal(pl_out_flush(out, &err), 0);
    assert_int_equal(s.n, 3 + 699);
    assert_int_equal(pl_out_close(out, &err), 0);
    assert_memory_equal(s.at, "abcx", 4);
    pl_str_release(&s);
}

static void bytes_and_peeking(void **unused)
{
    (void)unused;
    pl_error err;
    pl_in *in = pl_in_memory("x", "abcdef", 6);
    const char *bytes;
    char buffer[4];
    assert_int_equal(pl_in_peek(in, 100, &bytes), 6);
    assert_int_equal(pl_in_read(in, buffer, 4, &err), 4);
    assert_memory_equal(buffer, "abcd", 4);
    assert_int_equal(pl_in_read(in, buffer, 4, &err), 2);
    assert_int_equal(pl_in_read(in, buffer, 4, &err), 0);
    pl_in_close(in);
    pl_in_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_lines),
        cmocka_unit_test(messages_name_the_line),
        cmocka_unit_test(latin1),
        cmocka_unit_test(a_line_over_the_limit_is_skipped),
        cmocka_unit_test(compression_round_trips),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(memory_output),
        cmocka_unit_test(bytes_and_peeking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
