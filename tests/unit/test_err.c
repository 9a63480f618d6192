/* Errors: text from outside is visible in them, whole characters only, prefixes. */
#include "base/err.h"
#include "base/utf8.h"
#include "unit.h"

#include <string.h>

static void foreign_text_is_visible(void **unused)
{
    (void)unused;
    pl_error err;
    assert_int_equal(pl_fail(&err, PL_BAD_INPUT, "%s:%d: '%s'", "a\33[2J", 3, "x\ny\xff"),
                     -1);
    assert_int_equal(err.code, PL_BAD_INPUT);
    assert_string_equal(err.text, "a␛[2J:3: 'x␊y<FF>'");
    assert_int_equal(pl_fail_prefix(&err, "%s: ", "\xe2\x80\xae"), -1);
    assert_string_equal(err.text, "<U+202E>: a␛[2J:3: 'x␊y<FF>'");
    assert_int_equal(pl_fail(NULL, PL_BAD_INPUT, "%d", 1), -1);
    assert_int_equal(pl_fail_prefix(NULL, "%d", 1), -1);
}

/* Text too long for an error ends with a whole character, wherever the end falls. */
static void long_text_is_cut(void **unused)
{
    (void)unused;
    static const char *const parts[] = {"a", "ü", "日", "\n", "\xff"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t more = 0; more < 8; more++) {
            pl_error err;
            pl_str text = {0};
            pl_str_fill(&text, '.', more);
            while (text.n < 3000)
                pl_str_puts(&text, parts[i]);
            pl_fail(&err, PL_BAD_INPUT, "%s", text.at);
            assert_true(strlen(err.text) < sizeof err.text);
            assert_true(strlen(err.text) > sizeof err.text - PL_VISIBLE);
            assert_true(pl_utf8_invalid(err.text, strlen(err.text)) == PL_UTF8_OK);
            pl_fail_prefix(&err, "prefix");
            assert_int_equal(strncmp(err.text, "prefix", 6), 0);
            assert_true(pl_utf8_invalid(err.text, strlen(err.text)) == PL_UTF8_OK);
            pl_str_release(&text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_is_visible),
        cmocka_unit_test(long_text_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
