/* Input streams: lines, encodings, compression, damage. */
#include "unit.h"

#include "base/in.h"
#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* All lines, each with | after it; an error is ! and stands for its line. */
static void lines_of(pl_in *in, pl_str *out)
{
    const char *line;
    size_t n;
    pl_error err;
    for (int got; (got = pl_in_line(in, &line, &n, &err)) != 0;) {
        if (got > 0)
            assert_int_equal(strlen(line), n);
        pl_str_puts(out, got > 0 ? line : "!");
        pl_str_putc(out, '|');
        if (pl_in_broken(in))
            break;
    }
}

static void lines_are_cut(void **unused)
{
    (void)unused;
    static const struct {
        const char *bytes;
        size_t n;
        pl_encoding encoding;
        const char *lines;
    } rows[] = {
        {"", 0, PL_UTF8, ""},
        {"a", 1, PL_UTF8, "a|"},
        {"a\n", 2, PL_UTF8, "a|"},
        {"\n\na\n", 4, PL_UTF8, "||a|"},
        {"a\r\nb\r\r\n\r\n", 9, PL_UTF8, "a|b||"},
        {"a\rb\n", 4, PL_UTF8, "a b|"},
        {"\xef\xbb\xbf"
         "a\n",
         5, PL_UTF8, "a|"},
        {"\xef\xbb\xbf\xef\xbb\xbf"
         "a\n",
         8, PL_UTF8,
         "\xef\xbb\xbf"
         "a|"},
        {"\xef\xbb\xbf", 3, PL_UTF8, ""},
        {"a\xff\nb\n", 5, PL_UTF8, "!|b|"},
        {"\xc3\xbc\xc3\nb", 5, PL_UTF8, "!|b|"},
        {"a\0b\nc\n", 6, PL_UTF8, "!|c|"},
        {"a\xfc\nb\xe9", 5, PL_LATIN1, "a\xc3\xbc|b\xc3\xa9|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_in *in = pl_in_memory("m", rows[i].bytes, rows[i].n);
        pl_str found = {0};
        assert_int_equal(pl_in_set_encoding(in, rows[i].encoding, NULL), 0);
        lines_of(in, &found);
        assert_string_equal(pl_str_text(&found), rows[i].lines);
        assert_false(pl_in_broken(in));
        pl_str_release(&found);
        pl_in_close(in);
    }
}

static void errors_name_the_line(void **unused)
{
    (void)unused;
    pl_in *in = pl_in_memory("file", "a\n\xff\n\n", 5);
    const char *line;
    size_t n;
    pl_error err;
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    pl_in_unread(in);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "a");
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_string_equal(err.text, "file:2: invalid UTF-8 at byte 1 of the line (is the file "
                                  "ISO-8859-1, that is latin1?)");
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_int_equal(pl_in_line_number(in), 3);
    assert_int_equal(pl_in_fail(in, &err, PL_BAD_INPUT, "x %d", 7), -1);
    assert_string_equal(err.text, "file:3: x 7");
    pl_in_close(in);
}

/* One line just at the limit, one over it, one after. */
static void long_lines(void **unused)
{
    (void)unused;
    pl_str text = {0};
    pl_str_fill(&text, 'a', PL_MAX_LINE);
    pl_str_putc(&text, '\n');
    pl_str_fill(&text, 'b', PL_MAX_LINE + 1);
    pl_str_puts(&text, "\nc\n");
    pl_str_fill(&text, 'd', 3 * PL_MAX_LINE);
    pl_in *in = pl_in_memory("long", text.at, text.n);
    const char *line;
    size_t n;
    pl_error err;
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_int_equal(n, PL_MAX_LINE);
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_string_equal(err.text, "long:2: the line is longer than 16 megabytes");
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "c");
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 0);
    pl_in_close(in);
    pl_str_release(&text);
}

/* Many numbered lines, so that windows and raw buffers are refilled. */
static void numbers(pl_str *text)
{
    for (int i = 0; i < 100000; i++)
        pl_str_printf(text, "line %d\n", i);
}

static size_t pack(const pl_str *text, bool zstd, char **packed)
{
    size_t room = zstd ? ZSTD_compressBound(text->n) : compressBound(text->n) + 64;
    *packed = malloc(room);
    if (zstd)
        return ZSTD_compress(*packed, room, text->at, text->n, 3);
    z_stream z = {0};
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (Bytef *)text->at;
    z.avail_in = (uInt)text->n;
    z.next_out = (Bytef *)*packed;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

static size_t count_lines(const char *bytes, size_t n, int *last, pl_error *err)
{
    pl_in *in = pl_in_memory("packed", bytes, n);
    const char *line;
    size_t length, count = 0;
    while ((*last = pl_in_line(in, &line, &length, err)) > 0) {
        char expected[32];
        snprintf(expected, sizeof expected, "line %zu", count++ % 100000);
        assert_string_equal(line, expected);
    }
    assert_int_equal(pl_in_broken(in), *last < 0);
    pl_in_close(in);
    return count;
}

static void compressed_input(void **unused)
{
    (void)unused;
    pl_str text = {0};
    numbers(&text);
    for (int zstd = 0; zstd < 2; zstd++) {
        char *packed;
        size_t n = pack(&text, zstd, &packed);
        int last;
        pl_error err;
        assert_int_equal(count_lines(packed, n, &last, &err), 100000);
        assert_int_equal(last, 0);
        /* two frames one after the other */
        char *twice = malloc(2 * n);
        memcpy(twice, packed, n);
        memcpy(twice + n, packed, n);
        assert_int_equal(count_lines(twice, 2 * n, &last, &err), 200000);
        assert_int_equal(last, 0);
        free(twice);
        /* cut off: at every place near the ends, and in the middle */
        for (size_t cut = 1; cut < n; cut += cut < 40 || cut + 40 > n ? 1 : n / 7) {
            if (cut < 4) /* not yet recognised as compressed */
                continue;
            count_lines(packed, cut, &last, &err);
            assert_int_equal(last, -1);
            assert_non_null(strstr(err.text, "packed: "));
            assert_null(strstr(err.text, "line 0"));
        }
        /* damaged in the middle */
        packed[n / 2] ^= 0x55;
        pl_in *in = pl_in_memory("x", packed, n);
        pl_str found = {0};
        lines_of(in, &found);
        assert_true(pl_in_broken(in) || strcmp(found.at, text.at) != 0);
        pl_str_release(&found);
        pl_in_close(in);
        free(packed);
    }
    pl_str_release(&text);
}

/* A line that is given again is not that of the window, which may have moved. */
static void unread_line_survives(void **unused)
{
    (void)unused;
    pl_error err;
    pl_str text = {0};
    const char *line, *bytes;
    size_t n;
    pl_str_puts(&text, "first\r line\r\nsecond\n");
    pl_str_fill(&text, 'x', 600000);
    pl_in *in = pl_in_memory("m", text.at, text.n);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "first  line");
    pl_in_unread(in);
    assert_int_equal(pl_in_offset(in), 0);
    assert_true(pl_in_peek(in, 500000, &bytes) >= 500000);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "first  line");
    assert_int_equal(n, 11);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "second");
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_int_equal(n, 600000);
    assert_int_equal(line[n], 0);
    pl_in_close(in);
    pl_str_release(&text);
}

static void peek_takes_nothing(void **unused)
{
    (void)unused;
    pl_in *in = pl_in_memory("m", "abc\ndef\n", 8);
    const char *bytes, *line;
    size_t n;
    char buffer[3];
    pl_error err;
    assert_true(pl_in_peek(in, 5, &bytes) >= 5);
    assert_memory_equal(bytes, "abc\nd", 5);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "abc");
    assert_int_equal(pl_in_read(in, buffer, 3, &err), 3);
    assert_memory_equal(buffer, "def", 3);
    assert_int_equal(pl_in_read(in, buffer, 3, &err), 1);
    assert_int_equal(pl_in_read(in, buffer, 3, &err), 0);
    assert_int_equal(pl_in_peek(in, 5, &bytes), 0);
    pl_in_close(in);
}

static void files_that_cannot_be_read(void **unused)
{
    (void)unused;
    pl_error err;
    assert_null(pl_in_open("/nowhere/at/all", &err));
    assert_string_equal(err.text, "/nowhere/at/all: No such file or directory");
    assert_null(pl_in_open("/", &err));
    assert_string_equal(err.text, "/: is a directory");
}

static void bad_bytes_can_be_repaired(void **unused)
{
    (void)unused;
    static const struct {
        const char *bytes;
        size_t n;
        pl_encoding encoding;
        const char *lines;
        size_t n_repaired, first;
    } cases[] = {
        {"a\nb\xff\xfe\n\0\n", 8, PL_UTF8, "a|b\ufffd\ufffd|\ufffd|", 3, 2},
        {"\0a\0\xc3", 4, PL_UTF8, "\ufffda\ufffd\ufffd|", 3, 1},
        {"\xe9\0", 2, PL_LATIN1, "\u00e9\ufffd|", 1, 1},
        {"good", 4, PL_UTF8, "good|", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str out = {0};
        size_t line;
        pl_in *in = pl_in_memory("test", cases[i].bytes, cases[i].n);
        assert_int_equal(pl_in_set_encoding(in, cases[i].encoding, NULL), 0);
        pl_in_set_repair(in, true);
        lines_of(in, &out);
        assert_string_equal(pl_str_text(&out), cases[i].lines);
        assert_int_equal(pl_in_repaired(in, &line), cases[i].n_repaired);
        assert_int_equal(line, cases[i].first);
        assert_int_equal(pl_in_taken(in), cases[i].n);
        pl_in_close(in);
        pl_str_release(&out);
    }
}

/* A window of zstd --long=29 is accepted in files, but not in memory, which may come from a network. */
static void large_windows(void **unused)
{
    (void)unused;
    char packed[200], path[] = "/tmp/inXXXXXX";
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, 29);
    ZSTD_inBuffer from = {"a\nb\n", 4, 0}, none = {"", 0, 0};
    ZSTD_outBuffer to = {packed, sizeof packed, 0};
    ZSTD_compressStream2(c, &to, &from, ZSTD_e_continue); /* so that the size is not known */
    assert_int_equal(ZSTD_compressStream2(c, &to, &none, ZSTD_e_end), 0);
    ZSTD_freeCCtx(c);
    int file = mkstemp(path);
    assert_int_equal(write(file, packed, to.pos), to.pos);
    close(file);
    pl_error err;
    pl_str found = {0};
    pl_in *in = pl_in_open(path, &err);
    assert_non_null(in);
    lines_of(in, &found);
    assert_string_equal(found.at, "a|b|");
    pl_str_release(&found);
    pl_in_close(in);
    unlink(path);
    const char *line;
    size_t n;
    in = pl_in_memory("m", packed, to.pos);
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_string_equal(err.text, "m: the window of the zstd data is too large; compress it again "
                                  "with a smaller window");
    assert_int_equal(err.code, PL_TOO_LARGE);
    pl_in_close(in);
}

static void part_of_a_file(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"",      "a|",     "ab|",   "ab|",
                                        "ab|c|", "ab|cd|", "ab|cd|"};
    char path[] = "/tmp/inXXXXXX";
    int file = mkstemp(path);
    assert_int_equal(write(file, "ab\ncd\n", 6), 6);
    close(file);
    for (size_t n = 0; n <= 6; n++) {
        pl_error err;
        pl_str out = {0};
        pl_in *in = pl_in_open_part(path, n, &err);
        assert_non_null(in);
        lines_of(in, &out);
        assert_string_equal(pl_str_text(&out), lines[n]);
        assert_int_equal(pl_in_taken(in), n);
        pl_in_close(in);
        pl_str_release(&out);
    }
    unlink(path);
    assert_null(pl_in_open_part("/nowhere/at/all", 1, NULL));
}

/* What was written to a pipe is there though its writer has not closed it. */
static void pipes_do_not_wait(void **unused)
{
    (void)unused;
    int ends[2], old = dup(STDIN_FILENO);
    const char *line;
    size_t n;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "one\ntwo\n", 8), 8);
    dup2(ends[0], STDIN_FILENO);
    pl_in *in = pl_in_open("-", NULL);
    assert_int_equal(pl_in_line(in, &line, &n, NULL), 1);
    assert_string_equal(line, "one");
    assert_int_equal(pl_in_line(in, &line, &n, NULL), 1);
    assert_string_equal(line, "two");
    close(ends[1]);
    assert_int_equal(pl_in_line(in, &line, &n, NULL), 0);
    pl_in_close(in);
    dup2(old, STDIN_FILENO);
    close(old);
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_cut),
        cmocka_unit_test(errors_name_the_line),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(compressed_input),
        cmocka_unit_test(large_windows),
        cmocka_unit_test(part_of_a_file),
        cmocka_unit_test(bad_bytes_can_be_repaired),
        cmocka_unit_test(pipes_do_not_wait),
        cmocka_unit_test(peek_takes_nothing),
        cmocka_unit_test(unread_line_survives),
        cmocka_unit_test(files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
