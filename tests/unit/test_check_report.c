/* Reports of checks: their values, their text, and the page that shows them. */
#include "check/check_report.h"
#include "treebank.h"

#include <unistd.h>

/* One of three sentences has no NP over the same words. */
static pl_checker *check_words(treebank *b)
{
    const pl_check_options options = {.methods = 1u << PL_CHECK_VARIATION, .limit = 1};
    pl_error err;
    *b = read_good("discbracket", "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (LET 3=.))\n"
                                  "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (LET 3=!))\n"
                                  "(S (D 0=the) (N 1=dog) (V 2=barks) (LET 3=?))\n");
    pl_checker *c = pl_checker_new(&options, &err);
    assert_non_null(c);
    for (size_t i = 0; i < b->trees.n; i++)
        pl_checker_add(c, b->trees.at[i], "dir/test", i + 1);
    assert_int_equal(pl_checker_run(c, &err), 0);
    return c;
}

static const struct value_case {
    const char *path, *text;
} value_cases[] = {
    {"findings.0.file", "dir/test"},
    {"findings.0.id", ""},
    {"findings.0.nodes", "D:0 N:1"},
    {"findings.0.kind", "group"},
    {"findings.0.correction", "put D (the) N (dog) under a new NP"},
    {"findings.0.evidence", "1 NP:0-1, 2 NP:0-1"},
    {"findings.0.corrected", "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (LET 3=?))"},
};

static void values(void **unused)
{
    (void)unused;
    treebank b;
    pl_checker *c = check_words(&b);
    pl_report *r = pl_check_report(c, PL_REPORT_JSON);
    assert_int_equal(pl_value_integer(pl_value_at(r->root, "sentences")), 3);
    assert_int_equal(pl_value_size(pl_value_at(r->root, "findings")), 1);
    assert_int_equal(pl_value_integer(pl_value_at(r->root, "findings.0.sentence")), 3);
    assert_true(pl_value_number(pl_value_at(r->root, "findings.0.scores.variation")) > 0);
    for (size_t i = 0; i < sizeof value_cases / sizeof *value_cases; i++)
        assert_string_equal(pl_value_text(pl_value_at(r->root, value_cases[i].path)),
                            value_cases[i].text);
    assert_int_equal(r->text.n, 0);
    pl_report_free(r);
    pl_checker_free(c);
    forget(&b);
}

static void text(void **unused)
{
    (void)unused;
    treebank b;
    pl_checker *c = check_words(&b);
    pl_report *r = pl_check_report(c, PL_REPORT_TEXT);
    assert_string_equal(pl_str_text(&r->text),
                        "1. dir/test:3: D (the)\n"
                        "   correction: put D (the) N (dog) under a new NP\n"
                        "   why:        these 2 words between the same words: 0 times no "
                        "constituent, 2 times NP\n"
                        "   elsewhere:  1 NP:0-1, 2 NP:0-1\n");
    pl_report_free(r);
    pl_checker_free(c);
    forget(&b);
}

static void page(void **unused)
{
    (void)unused;
    treebank b;
    pl_error err;
    pl_checker *c = check_words(&b);
    pl_report *r = pl_check_report(c, PL_REPORT_JSON);
    char path[] = "/tmp/pleach-page-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(pl_check_draw(c, r, path, &err), 0);
    pl_str html = {0};
    pl_in *in = pl_in_open(path, &err);
    assert_non_null(in);
    const char *line;
    for (size_t n; pl_in_line(in, &line, &n, &err) > 0;)
        pl_str_put(&html, line, n);
    pl_in_close(in);
    assert_non_null(
        strstr(html.at, "test:3: D (the) — put D (the) N (dog) under a new NP — "));
    assert_null(strstr(html.at, "dir/test"));
    unlink(path);
    assert_int_equal(pl_check_draw(c, r, "/nonexistent/page.html", &err), -1);
    pl_str_release(&html);
    pl_report_free(r);
    pl_checker_free(c);
    forget(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(text),
        cmocka_unit_test(page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
