/* Reports of statistics: text has the numbers of the values. */
#include "count/stats_report.h"
#include "treebank.h"

static pl_report *report_text(const char *format, const char *trees, pl_report_form form)
{
    treebank b = read_good(format, trees);
    pl_report *r = pl_report_new(form);
    pl_stats s = {0};
    for (size_t i = 0; i < b.trees.n; i++)
        pl_stats_add(&s, b.trees.at[i]);
    pl_stats_report(r, &s, 2, "this");
    pl_stats_release(&s);
    forget(&b);
    return r;
}

/* The comma alone makes the gap of NP; PP has a gap without punctuation, too. */
static const char trees[] = "(ROOT (S (NP (N 0=a) (N 2=b)) (P 1=,) (V 3=c)))\n"
                            "(ROOT (S (PP (P 0=d) (N 2=e)) (V 1=c)) (P 3=.))\n";

static void values(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        long long n;
    } cases[] = {
        {"sentences", 2},
        {"tokens", 8},
        {"types", 7},
        {"constituents", 4},
        {"discontinuous_constituents", 2},
        {"word_gap_constituents", 1},
        {"gap_degrees.1", 2},
        {"max_depth", 3},
        {"label_counts.S", 2},
        {"discontinuous_label_counts.NP", 1},
        {"lengths.4", 2},
    };
    pl_report *r = report_text("discbracket", trees, PL_REPORT_JSON);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_value_integer(pl_value_at(r->root, cases[i].path)),
                         cases[i].n);
    assert_null(pl_value_get(r->root, "dependencies"));
    assert_int_equal(r->text.n, 0);
    pl_report_free(r);
}

static void assert_lines(const char *format, const char *text, const char *const *lines)
{
    pl_report *r = report_text(format, text, PL_REPORT_TEXT);
    for (; *lines != NULL; lines++)
        if (strstr(pl_str_text(&r->text), *lines) == NULL)
            fail_msg("there is no line\n%sin\n%s", *lines, r->text.at);
    pl_report_free(r);
}

static void text(void **unused)
{
    (void)unused;
    static const char *const lines[] = {
        "sentences                              2\n",
        "tokens                                 8   4.00 per sentence\n",
        "labels                                 3\nconstituents                          "
        " 4   "
        "2.00 per sentence (the root is not counted)\n",
        "tree depth                             3   at most; mean 3.00\n",
        "children per constituent               3   at most; mean 2.25\n",
        "unary chains                           0\n",
        "unary over a word                      0   0.00% of the constituents\n\n",
        "discontinuous constituents             2    50.00%\n"
        "  without punctuation                  1    25.00%\n",
        "Punctuation alone makes the gaps of 1 constituents; this counts without them.\n",
        "           1        2               2   50.00%               2  100.00%\n",
        "  NP                            1  50.00%   100.00% of all NP\n",
        "sentence length: mean 4.00, median 4, longest 4\n",
        NULL,
    };
    assert_lines("discbracket", trees, lines);
}

static void arcs(void **unused)
{
    (void)unused;
    static const char words[] = "1\ta\t_\tX\t_\t_\t3\tx\t_\t_\n"
                                "2\tb\t_\tX\t_\t_\t4\ty\t_\t_\n"
                                "3\tc\t_\tX\t_\t_\t0\troot\t_\t_\n"
                                "4\td\t_\tX\t_\t_\t3\ty\t_\t_\n\n";
    static const char *const lines[] = {
        "arcs                                   4   mean length 1.67, longest 2\n"
        "relations                              3\n\n"
        "non-projective sentences               1   100.00%\n",
        "most frequent relations\n  y                             2  50.00%\n",
        NULL,
    };
    pl_report *r = report_text("conllx", words, PL_REPORT_JSON);
    assert_int_equal(
        pl_value_integer(pl_value_at(r->root, "dependencies.max_arc_length")), 2);
    pl_report_free(r);
    assert_lines("conllx", words, lines);
}

/* Means of nothing are null, and 0 in text. */
static void nothing(void **unused)
{
    (void)unused;
    pl_stats s = {0};
    pl_report *r = pl_report_new(PL_REPORT_TEXT);
    pl_stats_report(r, &s, 10, NULL);
    assert_true(pl_value_is(pl_value_get(r->root, "mean_depth"), PL_JSON_NULL));
    assert_non_null(strstr(
        r->text.at, "tokens                                 0   0.00 per sentence\n"));
    assert_null(strstr(r->text.at, "labels"));
    pl_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(text),
        cmocka_unit_test(arcs),
        cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
