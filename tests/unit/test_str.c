/* Growable strings, growable arrays and error messages. */
#include "base/str.h"

#include "base/err.h"
#include "base/vec.h"
#include "unit.h"

#include <string.h>

static void grows_and_stays_terminated(void **unused)
{
    (void)unused;
    pl_str s = {0};
    assert_string_equal(pl_str_text(&s), "");
    for (int i = 0; i < 1000; i++) {
        pl_str_putc(&s, (char)('a' + i % 26));
        assert_int_equal(s.n, i + 1);
        assert_int_equal(s.at[s.n], '\0');
    }
    pl_str_clear(&s);
    assert_string_equal(pl_str_text(&s), "");
    pl_str_puts(&s, "x");
    pl_str_fill(&s, '-', 3);
    pl_str_put(&s, "a\0b", 3);
    assert_int_equal(s.n, 7);
    assert_memory_equal(s.at, "x---a\0b", 8);
    pl_str_release(&s);
    assert_null(s.at);
}

static void prints(void **unused)
{
    (void)unused;
    pl_str s = {0};
    pl_str_printf(&s, "%s", "");
    assert_string_equal(pl_str_text(&s), "");
    for (int i = 0; i < 300; i++)
        pl_str_printf(&s, "%d,", i);
    assert_int_equal(s.n, 10 * 2 + 90 * 3 + 200 * 4);
    assert_string_equal(s.at + s.n - 8, "298,299,");
    pl_str_release(&s);
}

static void vectors_keep_their_items(void **unused)
{
    (void)unused;
    PL_VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 5000; i++)
        PL_PUSH(&v, i * 3);
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(v.at[i], i * 3);
    assert_int_equal(PL_POP(&v), 4999 * 3);
    assert_int_equal(v.n, 4999);
    size_t cap = v.cap;
    PL_RESERVE(&v, 10);
    assert_int_equal(v.cap, cap);
    PL_VEC_RELEASE(&v);
    assert_int_equal(v.n, 0);
}

static void messages(void **unused)
{
    (void)unused;
    pl_error err;
    assert_int_equal(pl_fail(&err, PL_BAD_INPUT, "%s is %d", "x", 3), -1);
    assert_string_equal(err.text, "x is 3");
    assert_int_equal(pl_fail_prefix(&err, "file:%d: ", 7), -1);
    assert_string_equal(err.text, "file:7: x is 3");
    assert_int_equal(pl_fail(NULL, PL_BAD_INPUT, "nobody asks"), -1);
    assert_int_equal(pl_fail_prefix(NULL, "nobody asks"), -1);
    char longer[3000]; /* is cut, not overrun */
    memset(longer, 'y', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    pl_fail(&err, PL_BAD_INPUT, "%s", longer);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    pl_fail_prefix(&err, "%s", longer);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_stays_terminated),
        cmocka_unit_test(prints),
        cmocka_unit_test(vectors_keep_their_items),
        cmocka_unit_test(messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
