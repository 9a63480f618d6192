/* Reading of tokenizer rules: what is kept, and what is said about mistakes. */
#include "unit.h"

#include "text/rules.h"

#include <string.h>

static void lists(void **state)
{
    (void)state;
    pl_rules r;
    pl_error err;
    const char *text = "# a comment\n\nabbreviations Mr. dr.\nabbreviations St.\n"
                       "suffixes 'S n't\ncuts Can|not\nclitics inn:4 ið\nhyphens split\n"
                       "mark $\r\nends . !\n";
    assert_int_equal(pl_rules_parse(&r, "test", text, &err), 0);
    assert_true(pl_rules_has(&r, PL_ABBREVIATIONS, "Mr.", 3, false));
    assert_true(pl_rules_has(&r, PL_ABBREVIATIONS, "St.", 3, false));
    assert_false(pl_rules_has(&r, PL_ABBREVIATIONS, "mr.", 3, false));
    assert_true(pl_rules_has(&r, PL_SUFFIXES, "\u2019S", 4, true));
    assert_true(pl_rules_has(&r, PL_SUFFIXES, "N'T", 3, true));
    assert_false(pl_rules_has(&r, PL_SUFFIXES, "'", 1, true));
    assert_int_equal(r.cuts.cut.n, 1);
    assert_string_equal(r.cuts.endings.at[0], "^cannot");
    assert_int_equal(r.stems.n, 2);
    assert_int_equal(r.stems.at[0], 4);
    assert_int_equal(r.stems.at[1], 1);
    assert_true(r.split_hyphens);
    assert_false(r.split_slashes);
    assert_string_equal(r.mark, "$");
    assert_string_equal(r.text.at, text);
    pl_rules_release(&r);
}

/* An included file stands in the text that a model keeps, which then needs no other. */
static void includes(void **state)
{
    (void)state;
    pl_rules r, again;
    pl_error err;
    assert_int_equal(pl_rules_load(&r, "craft", &err), 0);
    assert_true(pl_rules_has(&r, PL_ABBREVIATIONS, "Mr.", 3, false));
    assert_true(pl_rules_has(&r, PL_ENDS, ".", 1, false));
    assert_null(strstr(r.text.at, "\ninclude"));
    assert_int_equal(pl_rules_parse(&again, "copy", r.text.at, &err), 0);
    for (int i = 0; i < PL_N_WORD_LISTS; i++)
        assert_int_equal(r.lists[i].n, again.lists[i].n);
    assert_string_equal(r.text.at, again.text.at);
    pl_rules_release(&r);
    pl_rules_release(&again);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"abbreviations", "test:1: nothing follows 'abbreviations'"},
        {"\nabbrev Mr.", "test:2: there is no such keyword: 'abbrev'"},
        {"hyphens cut", "test:1: there is no such setting: 'cut'"},
        {"cuts cannot", "test:1: no bar says where to cut 'cannot'"},
        {"clitics inn:0", "test:1: no clitic with a number of letters: 'inn:0'"},
        {"mark 123456789", "test:1: there is no such keyword: 'mark'"},
        {"whole a\xff", "test: the rules are not valid UTF-8"},
        {"whole aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "test:1: the word is too long: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_rules r;
        pl_error err;
        assert_int_equal(pl_rules_parse(&r, "test", cases[i].text, &err), -1);
        if (strncmp(err.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s: %s", cases[i].text, err.text);
    }
    pl_rules r;
    pl_error err;
    assert_int_equal(pl_rules_load(&r, "klingon", &err), -1);
    assert_non_null(strstr(err.text, "there are:"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(includes),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
