/* Encodings: decoding in pieces of any size, and offsets in the encoded bytes. */
#include "unit.h"

#include "base/in.h"

#include <string.h>

typedef struct row {
    pl_encoding encoding;
    const char *bytes;
    size_t n;
    const char *lines; /* each followed by |; ! is an error */
} row;

static const row rows[] = {
    {PL_LATIN1, "f\xfcr\n\x80", 5, "f\u00fcr|\xc2\x80|"},
    {PL_WINDOWS_1252, "\x80\xe9\n\x81\nb", 6, "\u20ac\u00e9|!|b|"},
    {PL_CP1252, "\x93\x94\x8d", 3, "!|"},
    {PL_UTF16LE, "a\0\n\0\xac\x20\n\0", 8, "a|\u20ac|"},
    {PL_UTF16BE, "\0a\0\n\x20\xac", 6, "a|\u20ac|"},
    {PL_UTF16LE, "\x3d\xd8\x00\xde\n\0", 6, "\U0001f600|"},
    {PL_UTF16LE, "\x3d\xd8\n\0b\0", 6, "!|b|"},      /* half a pair */
    {PL_UTF16LE, "\x00\xde\n\0b\0", 6, "!|b|"},      /* the other half */
    {PL_UTF16BE, "\0b\0\n\xd8\x3d", 6, "b|!|"},      /* half a pair at the end */
    {PL_UTF16LE, "b\0\n\0c", 5, "b|!|"},             /* half a unit */
    {PL_UTF16LE, "b\0\0\0", 4, "!|"},                /* NUL */
    {PL_UTF8, "\xff\xfe" "a\0", 4, "a|"},            /* a mark decides the encoding … */
    {PL_LATIN1, "\xfe\xff\0a", 4, "a|"},             /* … and overrides the requested one */
    {PL_UTF16, "\xfe\xff\0a", 4, "a|"},
    {PL_LATIN1, "\xef\xbb\xbf\u00e9", 5, "\u00e9|"},
    {PL_UTF16, "", 0, ""},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static void lines_are_decoded(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_ROWS; i++) {
        pl_in *in = pl_in_memory("m", rows[i].bytes, rows[i].n);
        pl_str found = {0};
        const char *line;
        size_t n, at;
        pl_error err = {0};
        assert_int_equal(pl_in_set_encoding(in, rows[i].encoding, &err), 0);
        at = pl_in_offset(in);
        for (int got; (got = pl_in_line(in, &line, &n, &err)) != 0;) {
            pl_str_printf(&found, "%s|", got > 0 ? line : "!");
            assert_int_equal(pl_in_line_start(in), at);
            at = pl_in_offset(in);
        }
        if (strcmp(pl_str_text(&found), rows[i].lines) != 0)
            fail_msg("row %zu: %s, not %s", i, pl_str_text(&found), rows[i].lines);
        assert_int_equal(pl_in_offset(in), rows[i].n);
        assert_int_equal(pl_in_taken(in), rows[i].n);
        pl_str_release(&found);
        pl_in_close(in);
    }
}

static void failures_name_the_encoding(void **unused)
{
    (void)unused;
    const char *line;
    size_t n;
    pl_error err;
    pl_in *in = pl_in_memory("m", "a\n\xe9\x81", 4);
    assert_int_equal(pl_in_set_encoding(in, PL_WINDOWS_1252, &err), 0);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_string_equal(err.text, "m:2: invalid windows-1252: character 2 of the line");
    pl_in_close(in);
    in = pl_in_memory("m", "a\0", 2);
    assert_int_equal(pl_in_set_encoding(in, PL_UTF16, &err), -1);
    assert_non_null(strstr(err.text, "utf16le or utf16be"));
    pl_in_close(in);
}

/* The decoded text and the bytes used do not depend on the pieces of the input. */
static void pieces_are_the_whole(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < N_ROWS; i++) {
        const pl_encoding_row *e = &pl_encodings[rows[i].encoding];
        char whole[64], pieces[64];
        size_t n_whole, n_pieces = 0, n = rows[i].n;
        if (e->decode == NULL)
            continue;
        assert_int_equal(e->decode(e, rows[i].bytes, n, true, whole, &n_whole), n);
        assert_int_equal(pl_encoding_size(e, whole, n_whole), n);
        for (size_t from = 0, to = 0; from < n;) {
            size_t written;
            to += to < n;
            from += e->decode(e, rows[i].bytes + from, to - from, to == n, pieces + n_pieces, &written);
            n_pieces += written;
        }
        assert_int_equal(n_pieces, n_whole);
        assert_memory_equal(pieces, whole, n_whole);
    }
}

static void encodings_of_bytes_have_names(void **unused)
{
    (void)unused;
    assert_ptr_equal(pl_encoding_of_bytes("Windows-1252"), &pl_encodings[PL_WINDOWS_1252]);
    assert_ptr_equal(pl_encoding_of_bytes("CP1252"), &pl_encodings[PL_CP1252]);
    assert_null(pl_encoding_of_bytes("utf16le"));
    assert_null(pl_encoding_of_bytes("koi8-r"));
    assert_int_equal(pl_encoding_char(&pl_encodings[PL_CP1252], 0x80), 0x20ac);
    assert_int_equal(pl_encoding_char(&pl_encodings[PL_CP1252], 0x81), -1);
    assert_int_equal(pl_encoding_char(&pl_encodings[PL_LATIN1], 0x81), 0x81);
}

/* Text longer than a window, and a line that is too long. */
static void long_text(void **unused)
{
    (void)unused;
    enum { N = 700000, LONG = 9000000 };
    char *bytes = calloc(2, LONG + 10);
    for (size_t i = 0; i < N; i++)
        bytes[2 * i] = i % 100 == 99 ? '\n' : 'a';
    pl_in *in = pl_in_memory("m", bytes, 2 * (size_t)N);
    const char *line;
    size_t n, n_lines = 0;
    pl_error err;
    assert_int_equal(pl_in_set_encoding(in, PL_UTF16LE, &err), 0);
    for (; pl_in_line(in, &line, &n, &err) > 0; n_lines++) {
        assert_int_equal(n, 99);
        assert_int_equal(pl_in_offset(in), 200 * (n_lines + 1));
    }
    assert_int_equal(n_lines, N / 100);
    pl_in_close(in);
    for (size_t i = 0; i < LONG; i++) { /* the euro sign: 3 bytes in UTF-8 */
        bytes[2 * i] = '\xac';
        bytes[2 * i + 1] = '\x20';
    }
    memcpy(bytes + 2 * (size_t)LONG, "\n\0b\0", 4);
    in = pl_in_memory("m", bytes, 2 * (size_t)LONG + 4);
    assert_int_equal(pl_in_set_encoding(in, PL_UTF16LE, &err), 0);
    assert_int_equal(pl_in_line(in, &line, &n, &err), -1);
    assert_int_equal(err.code, PL_TOO_LARGE);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "b");
    assert_int_equal(pl_in_offset(in), 2 * (size_t)LONG + 4);
    pl_in_close(in);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_decoded),
        cmocka_unit_test(failures_name_the_encoding),
        cmocka_unit_test(pieces_are_the_whole),
        cmocka_unit_test(encodings_of_bytes_have_names),
        cmocka_unit_test(long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
