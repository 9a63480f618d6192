/* Words and numbers in text. */
#include "base/scan.h"

#include "unit.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
