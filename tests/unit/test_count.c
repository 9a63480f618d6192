/* Counting as options say: reports of counts by a property, and lines of sentences and
 * constituents. */
#include "count/breakdown_report.h"
#include "count/count.h"
#include "treebank.h"

static const char text[] =
    "(ROOT (S (NP (N 0=a) (N 2=b)) (V 1=c)))\n(ROOT (S (V 0=c)))\n";

static void breakdowns(void **unused)
{
    (void)unused;
    static const struct {
        pl_report_form form;
        const char *file, *printed;
    } cases[] = {
        {PL_REPORT_TSV, "x",
         "file\tname\tn\tpercent\tdiscontinuous\tdiscontinuous_percent\tword_gaps\n"
         "x\tS\t2\t66.666666666666671\t0\t0.0\t0\n"},
        {PL_REPORT_JSON, NULL,
         "[{\"name\": \"S\", \"n\": 2, \"percent\": 66.666666666666671, "
         "\"discontinuous\": 0, "
         "\"discontinuous_percent\": 0.0, \"word_gaps\": 0}]\n"},
        {PL_REPORT_TEXT, "x",
         "3 constituents, 2 different\n\n"
         "label                         number    share   discontinuous    of it   "
         "without "
         "punctuation\n"
         "S                                  2   66.67%               0    0.00%         "
         "       "
         "     0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("discbracket", text);
        pl_report *r = pl_report_new(cases[i].form);
        pl_breakdown counts = {.by = PL_BY_LABEL};
        pl_str out = {0};
        if (cases[i].form != PL_REPORT_TEXT)
            pl_report_make_list(r);
        for (size_t k = 0; k < b.trees.n; k++)
            pl_breakdown_add(&counts, b.trees.at[k]);
        pl_breakdown_report(r, &counts, 1, cases[i].file);
        pl_report_put(r, &out);
        assert_string_equal(out.at, cases[i].printed);
        pl_str_release(&out);
        pl_breakdown_release(&counts);
        pl_report_free(r);
        forget(&b);
    }
}

static void rows(void **unused)
{
    (void)unused;
    static const char *const printed[PL_N_EACH] = {
        [PL_EACH_SENTENCE] = "x\t1\t\t3\t2\t3\t1\t1\t1\t0\t0\t0\t0\t0\n"
                             "x\t2\t\t1\t1\t2\t0\t0\t0\t0\t0\t0\t0\t0\n",
        [PL_EACH_CONSTITUENT] =
            "x\t1\t\t1\t0\tS\t\tROOT\t1\t1\t3\t3\t2\t0\t0\t0\tS → NP V\ta c b\n"
            "x\t1\t\t2\t1\tNP\t\tS\t2\t1\t3\t2\t2\t1\t1\t1\tNP → N N\ta … b\n"
            "x\t2\t\t1\t0\tS\t\tROOT\t1\t1\t1\t1\t1\t0\t0\t0\tS → V\tc\n",
    };
    for (pl_each each = PL_EACH_SENTENCE; each < PL_N_EACH; each++) {
        treebank b = read_good("discbracket", text);
        pl_stats s = {0};
        pl_str out = {0};
        for (size_t i = 0; i < b.trees.n; i++)
            pl_each_put(&out, each, b.trees.at[i], "x", i + 1, &s);
        assert_string_equal(out.at, printed[each]);
        pl_str_release(&out);
        pl_stats_release(&s);
        forget(&b);
    }
}

/* What is counted is what the options say. */
static void counts(void **unused)
{
    (void)unused;
    static const struct {
        pl_count_options options;
        const char *lines, *json;
    } cases[] = {
        {{PL_N_BY, PL_EACH_SENTENCE, 1, NULL}, "x\t1\t\t3\t", "{}\n"},
        {{PL_N_BY, PL_EACH_NONE, 1, NULL}, "", "{\"file\": \"x\", \"sentences\": 2, "},
        {{PL_BY_TAG, PL_EACH_NONE, 1, NULL},
         "",
         "[{\"file\": \"x\", \"name\": \"N\", \"n\": 2, "},
        {{PL_BY_TAG, PL_EACH_NONE, 0, NULL}, "", "[]\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("discbracket", text);
        pl_report *r = pl_report_new(PL_REPORT_JSON);
        pl_count c = {.options = cases[i].options};
        pl_str lines = {0}, out = {0};
        if (cases[i].options.by < PL_N_BY)
            pl_report_make_list(r);
        for (size_t k = 0; k < b.trees.n; k++)
            pl_count_add(&c, b.trees.at[k], "x", &lines);
        pl_count_report(&c, "x", r);
        pl_report_put(r, &out);
        assert_int_equal(strncmp(out.at, cases[i].json, strlen(cases[i].json)), 0);
        assert_int_equal(
            strncmp(pl_str_text(&lines), cases[i].lines, strlen(cases[i].lines)), 0);
        assert_int_equal(lines.n > 0, cases[i].lines[0] != '\0');
        pl_str_release(&lines);
        pl_str_release(&out);
        pl_count_release(&c);
        pl_report_free(r);
        forget(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakdowns),
        cmocka_unit_test(rows),
        cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
