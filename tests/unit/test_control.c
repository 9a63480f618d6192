/* The text of control parameters: what is wrong with bad ones, what is useless, and that
 * what is printed is read again. */
#include "settings.h"

#include <string.h>

static const struct {
    const char *text;
    const char *says; /* part of the message, NULL if the setting is fine */
} bad[] = {
    {"K 2\nLEFT\nRIGHT\nSHIFT", NULL},
    {"K 1\nLEFT\nRIGHT", "K is at least 2"},
    {"D 0\nLEFT\nRIGHT", "D is at least 1"},
    {"K x\nLEFT", "takes a number"},
    {"K 99999999999\nLEFT", "takes a number"},
    {"K\nLEFT", "takes a number"},
    {"FOO\nLEFT", "is not a parameter"},
    {"K 2 3\nLEFT", "takes one value"},
    {"K 2\nroot up", "root is right or left"},
    {"heads two", "heads is one or many"},
    {"Q 3", "is not a parameter"},
    {"LEFT B=x", "B is f or t"},
    {"LEFT P=x", "P is l, r or na"},
    {"SHIFT B=t", "SHIFT takes no parameters"},
    {"REDUCE B=t", "REDUCE takes P"},
    {"K 2\nRIGHT\nSHIFT", "root right needs LEFT"},
    {"K 2\nroot left\nLEFT\nSHIFT", "root left needs RIGHT"},
    {"K inf\nLEFT P=l\nRIGHT", "there is no left edge"},
    {"K inf\nLEFT S=t\nRIGHT", "none is left to shift"},
    {"K 2\nLEFT\nRIGHT B=f\nSHIFT", "without REDUCE"},
    {"K 3\nLEFT P=r\nRIGHT P=r", "add SHIFT"},
    {"LEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT", "more than 8"},
};

static void messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_dep_params p;
        pl_error err = {0};
        int got = pl_dep_params_parse(&p, "x.sys", bad[i].text, &err);
        if (got == 0)
            got = pl_dep_params_check(&p, NULL, &err);
        assert_int_equal(got, bad[i].says != NULL ? -1 : 0);
        if (bad[i].says != NULL && strstr(err.text, bad[i].says) == NULL)
            fail_msg("%s: %s", bad[i].text, err.text);
    }
}

static void notes(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"K 4\nD 7\nLEFT\nRIGHT\nSHIFT", "D 7 is the same as D 3"},
        {"K 2\nLEFT\nRIGHT\nREDUCE\nSHIFT", "REDUCE is never possible"},
        {"LEFT\nRIGHT\nSHIFT", "SHIFT is never possible"},
        {"K 2\nLEFT\nSHIFT", "one direction"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_dep_params p;
        pl_error err;
        pl_str text = {0};
        assert_int_equal(pl_dep_params_parse(&p, "x", cases[i][0], &err), 0);
        assert_int_equal(pl_dep_params_check(&p, &text, &err), 0);
        assert_non_null(strstr(pl_str_text(&text), cases[i][1]));
        pl_str_release(&text);
    }
}

static void printed_and_read_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SETTINGS; i++) {
        pl_dep_params p = setting(settings[i], false), q;
        pl_str first = {0}, second = {0};
        pl_error err;
        pl_dep_params_print(&p, &first);
        assert_int_equal(pl_dep_params_parse(&q, "again", first.at, &err), 0);
        pl_dep_params_print(&q, &second);
        assert_string_equal(first.at, second.at);
        pl_str_release(&first);
        pl_str_release(&second);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(notes),
        cmocka_unit_test(printed_and_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
