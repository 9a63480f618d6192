/* UTF-8: what is valid, decoding, repair, widths. */
#include "base/utf8.h"

#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Text, and the offset of its first invalid byte. */
static const struct {
    const char *text;
    size_t invalid;
} validity[] = {
    {"", PL_UTF8_OK},
    {"plain ASCII, longer than eight bytes", PL_UTF8_OK},
    {"\xc3\xbc\xe2\x82\xac\xf0\x9f\x8c\xb3", PL_UTF8_OK}, /* ü € tree */
    {"\xef\xbf\xbd\xef\xbf\xbf\xf4\x8f\xbf\xbf", PL_UTF8_OK},
    {"\x80", 0},                 /* continuation alone */
    {"ab\xc3", 2},               /* cut off */
    {"ab\xe2\x82", 2},           /* cut off */
    {"12345678\xff", 8},         /* behind eight ASCII bytes */
    {"1234567\xc3\xbc\xff", 9},  /* behind a character over the word's edge */
    {"\xc0\xaf", 0},             /* overlong / */
    {"\xe0\x80\xaf", 0},         /* overlong / */
    {"\xf0\x80\x80\xaf", 0},     /* overlong / */
    {"\xed\xa0\x80", 0},         /* surrogate */
    {"\xf4\x90\x80\x80", 0},     /* above U+10FFFF */
    {"\xf8\x88\x80\x80\x80", 0}, /* five bytes */
    {"\xc3(", 0},                /* no continuation */
};

static void finds_the_first_invalid_byte(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof validity / sizeof *validity; i++)
        if (pl_utf8_invalid(validity[i].text, strlen(validity[i].text)) !=
            validity[i].invalid)
            fail_msg("case %zu", i);
}

static void every_code_point_comes_back(void **unused)
{
    (void)unused;
    pl_str s = {0};
    for (uint32_t code = 1; code <= 0x10ffff; code += code < 0x3000 ? 1 : 37) {
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        pl_str_clear(&s);
        pl_utf8_encode(&s, code);
        uint32_t back;
        assert_int_equal(pl_utf8_decode(s.at, s.n, &back), s.n);
        assert_int_equal(back, code);
        assert_true(pl_utf8_invalid(s.at, s.n) == PL_UTF8_OK);
    }
    pl_str_release(&s);
}

static void invalid_bytes_decode_to_the_replacement(void **unused)
{
    (void)unused;
    uint32_t code;
    assert_int_equal(pl_utf8_decode("\xff", 1, &code), 1);
    assert_int_equal(code, 0xfffd);
    assert_int_equal(pl_utf8_decode("\xe2\x82", 2, &code), 1);
    assert_int_equal(code, 0xfffd);
    pl_str s = {0};
    assert_int_equal(pl_utf8_repair(&s,
                                    "a\xff\xfe"
                                    "b\xc3",
                                    5),
                     3);
    assert_string_equal(s.at, "a\xef\xbf\xbd\xef\xbf\xbd"
                              "b\xef\xbf\xbd");
    pl_str_clear(&s);
    assert_int_equal(pl_utf8_repair(&s, "\xc3\xbc", 2), 0);
    assert_string_equal(s.at, "\xc3\xbc");
    pl_str_release(&s);
}

/* Bytes that are wrong one after the other are looked at once: 4 MB take a moment, and
 * would take minutes if each were followed by a look at all the rest. */
static void repair_is_linear(void **unused)
{
    (void)unused;
    enum { N = 4 << 20, SECONDS = 20 };
    char *bytes = malloc(N);
    for (int wrong = 0; wrong <= 0xff; wrong += 0xff) {
        pl_str s = {0};
        memset(bytes, wrong, N);
        clock_t start = clock();
        assert_int_equal(pl_utf8_repair(&s, bytes, N), N);
        assert_true((clock() - start) / CLOCKS_PER_SEC < SECONDS);
        assert_int_equal(s.n, 3 * (size_t)N);
        pl_str_release(&s);
    }
    free(bytes);
    assert_int_equal(pl_utf8_good("abcdefgh\0i", 10), 8);
    assert_int_equal(pl_utf8_good("abcdefghijklm\xc3", 14), 13);
    assert_int_equal(pl_utf8_good("\0", 1), 0);
    assert_int_equal(pl_utf8_good("abcdefg\xc3\xbc", 9), 9);
}

static void widths(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t width;
    } cases[] = {
        {"", 0},
        {"abc", 3},
        {"f\xc3\xbcr", 3},
        {"u\xcc\x88", 1},                /* u with a combining mark */
        {"\xe6\x97\xa5\xe6\x9c\xac", 4}, /* two wide characters */
        {"\xef\xbc\xa1", 2},             /* fullwidth A */
        {"\xe2\x80\x8b", 0},             /* zero width space */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_utf8_width(cases[i].text), cases[i].width);
}

static void steps(void **unused)
{
    (void)unused;
    const char *text = "a\xc3\xbc\xe6\x97\xa5\xc3", *at = text; /* the last is cut off */
    static const uint32_t codes[] = {'a', 0xfc, 0x65e5, 0xfffd};
    static const size_t ends[] = {1, 3, 6, 7};
    uint32_t code;
    for (size_t i = 0; i < 4; i++) {
        assert_true(pl_utf8_step(&at, &code));
        assert_int_equal(code, codes[i]);
        assert_int_equal(at - text, ends[i]);
        assert_int_equal(pl_utf8_before(text, ends[i]), i > 0 ? ends[i - 1] : 0);
    }
    assert_false(pl_utf8_step(&at, &code));
    assert_int_equal(pl_utf8_count(text, 7), 4);
}

static void ascii_is_told(void **unused)
{
    (void)unused;
    enum { MOST = 40 };
    for (size_t n = 0; n < MOST; n++) {
        char *text = malloc(n + 1); /* of this length, so that no byte behind it is read */
        memset(text, 0x7f, n);
        assert_true(pl_is_ascii(text, n));
        for (size_t i = 0; i < n; i++) {
            text[i] = (char)0x80;
            assert_false(pl_is_ascii(text, n));
            text[i] = 'a';
        }
        free(text);
    }
}

/* Foreign text cannot act on a terminal, and what was made visible stays as it is. */
static void visible_text(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"", ""},
        {"f\xc3\xbcr \xe6\x97\xa5 <x> \\", "f\xc3\xbcr \xe6\x97\xa5 <x> \\"},
        {"a\x1b[31m\a\b\x7f", "a␛[31m␇␈␡"},
        {"a\nb\rc\td", "a␊b␍c␉d"},
        {"\xc2\x80\xc2\x9b" "31m\xc2\xa0", "<U+0080><U+009B>31m\xc2\xa0"},
        {"\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9",
         "<U+202A><U+202E><U+2066><U+2069>"},
        {"\xe2\x80\xa8\xe2\x80\xa9", "<U+2028><U+2029>"},
        {"\xef\xbf\xbe\xef\xbf\xbd", "<U+FFFE>\xef\xbf\xbd"},
        {"\xe2\x80\x8e\xe2\x80\x8f\xd7\xa9", "\xe2\x80\x8e\xe2\x80\x8f\xd7\xa9"},
        {"\x9b" "31m \xff\xc3", "<9B>31m <FF><C3>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str once = {0}, twice = {0};
        pl_visible(&once, cases[i].text);
        assert_string_equal(pl_str_text(&once), cases[i].shown);
        pl_visible(&twice, pl_str_text(&once));
        assert_string_equal(pl_str_text(&twice), cases[i].shown);
        pl_str_release(&once);
        pl_str_release(&twice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_first_invalid_byte),
        cmocka_unit_test(every_code_point_comes_back),
        cmocka_unit_test(invalid_bytes_decode_to_the_replacement),
        cmocka_unit_test(repair_is_linear),
        cmocka_unit_test(widths),
        cmocka_unit_test(steps),
        cmocka_unit_test(ascii_is_told),
        cmocka_unit_test(visible_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
