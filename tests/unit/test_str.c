/* Growable strings, ends of names, words and numbers, growable arrays, blocks, errors. */
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
    char longer[3000]; /* is cut, not overrun; the last character may be half of one */
    memset(longer, 'y', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    pl_fail(&err, PL_BAD_INPUT, "%s", longer);
    assert_int_equal(strlen(err.text), sizeof err.text - 2);
    pl_fail_prefix(&err, "%s", longer);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void numbers(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        uint32_t max;
        bool found;
        uint32_t value;
        size_t used;
    } cases[] = {
        {"0", 10, true, 0, 1},
        {"  42 x", 100, true, 42, 4},
        {"4294967295", UINT32_MAX, true, UINT32_MAX, 10},
        {"4294967296", UINT32_MAX, false, 0, 0},
        {"99999999999999999999999999", UINT32_MAX, false, 0, 0},
        {"11", 10, false, 0, 0},
        {"-1", 10, false, 0, 0},
        {"", 10, false, 0, 0},
        {"x1", 10, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *at = cases[i].text;
        uint32_t value = 0;
        assert_int_equal(pl_scan_number(&at, cases[i].max, &value), cases[i].found);
        assert_int_equal(value, cases[i].value);
        assert_int_equal(at - cases[i].text, cases[i].used);
    }
}

static void words(void **unused)
{
    (void)unused;
    char text[] = " a \tbc  d";
    char *at = text;
    assert_string_equal(pl_scan_word(&at), "a");
    assert_string_equal(pl_scan_word(&at), "bc");
    assert_string_equal(pl_scan_word(&at), "d");
    assert_null(pl_scan_word(&at));
    assert_null(pl_scan_word(&at));
}

static void ends_of_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        size_t unpacked;
    } cases[] = {{"a.export.zst", 8}, {"a.gz", 1}, {"a.zst.gz", 5}, {".gz", 3},
                 {"a.export", 8},     {"zst", 3},  {"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_unpacked_length(cases[i].path), cases[i].unpacked);
    assert_true(pl_ends_in("a.export.zst", 8, ".export"));
    assert_false(pl_ends_in(".export", 7, ".export"));
    assert_false(pl_ends_in("t", 1, ".export"));
}

static void blocks_are_owned_or_borrowed(void **unused)
{
    (void)unused;
    pl_bytes b = {0};
    pl_bytes_borrow(&b, "abc", 3);
    assert_null(b.owned);
    pl_bytes_take(&b, pl_strdup("xy"), 2);
    assert_string_equal(b.at, "xy");
    pl_bytes_borrow(&b, "abc", 3);
    assert_int_equal(b.size, 3);
    pl_bytes_release(&b);
    assert_null(b.at);
}

static jmp_buf before_it_ran_out;
static size_t asked_for;

static void ran_out(size_t size)
{
    asked_for = size;
    longjmp(before_it_ran_out, 1);
}

static void the_handler_hears_of_memory_that_runs_out(void **unused)
{
    (void)unused;
    pl_set_out_of_memory(ran_out);
    if (setjmp(before_it_ran_out) == 0)
        pl_realloc_array(NULL, SIZE_MAX, 2);
    assert_int_equal(asked_for, SIZE_MAX);
    pl_set_out_of_memory(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_stays_terminated),
        cmocka_unit_test(prints),
        cmocka_unit_test(vectors_keep_their_items),
        cmocka_unit_test(messages),
        cmocka_unit_test(numbers),
        cmocka_unit_test(words),
        cmocka_unit_test(ends_of_names),
        cmocka_unit_test(blocks_are_owned_or_borrowed),
        cmocka_unit_test(the_handler_hears_of_memory_that_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
