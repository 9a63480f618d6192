/* Files scored against a gold file, and the results that a comparison takes from them. */
#include "eval/reliability.h"
#include "eval/significance.h"
#include "eval_pair.h"

#include <math.h>

static void constituents(void **unused)
{
    (void)unused;
    opened o;
    pl_error err;
    open_both(&o, "discbracket", trees, parsed, (pl_eval_options){.details = true});
    assert_false(o.files.dependencies);
    assert_int_equal(pl_eval_files_read(&o.files, &err), 1);
    assert_int_equal(o.files.pair.number, 1);
    assert_int_equal(o.files.brackets.last.brackets.matched, 1);
    assert_int_equal(pl_eval_files_read(&o.files, &err), 1);
    assert_int_equal(pl_eval_files_read(&o.files, &err), 0);
    assert_int_equal(o.files.brackets.all.brackets.gold, 3);
    assert_int_equal(o.files.brackets.all.brackets.matched, 2);
    assert_int_equal(o.files.details.label_confusions.n, 1);
    close_both(&o);
}

static void dependencies(void **unused)
{
    (void)unused;
    opened o;
    pl_error err;
    open_both(&o, "conllx", arcs, wrong, (pl_eval_options){0});
    assert_true(o.files.dependencies);
    assert_true(o.files.no_punct);
    assert_int_equal(pl_eval_files_read(&o.files, &err), 1);
    assert_int_equal(pl_eval_files_read(&o.files, &err), 0);
    assert_int_equal(o.files.deps.all.heads, 2);
    assert_int_equal(o.files.deps.all.both, 1);
    close_both(&o);
}

static void missing_sentences(void **unused)
{
    (void)unused;
    opened o;
    pl_error err;
    open_both(&o, "discbracket", trees, "(S (A 0=d) (B 1=e))\n", (pl_eval_options){0});
    assert_int_equal(pl_eval_files_read(&o.files, &err), 1);
    assert_int_equal(pl_eval_files_read(&o.files, &err), -1);
    assert_int_equal(pl_pairs_missing(o.files.pairs), 1);
    assert_null(strstr(err.text, "--"));
    close_both(&o);
    open_both(&o, "discbracket", trees, "(S (A 0=d) (B 1=e))\n",
              (pl_eval_options){.missing_zero = true});
    while (pl_eval_files_read(&o.files, &err) > 0)
        ;
    assert_int_equal(o.files.brackets.all.missing, 1);
    close_both(&o);
}

static void results(void **unused)
{
    (void)unused;
    opened o;
    pl_error err;
    pl_results a = {0}, b = {0};
    open_both(&o, "discbracket", trees, parsed, (pl_eval_options){0});
    assert_int_equal(pl_results_read(&a, &o.files, &err), 0);
    close_both(&o);
    open_both(&o, "discbracket", trees, trees, (pl_eval_options){0});
    assert_int_equal(pl_results_read(&b, &o.files, &err), 0);
    close_both(&o);
    assert_int_equal(a.n_metrics, 3);
    assert_string_equal(a.metrics[0].key, "f1");
    assert_int_equal(a.ratios[0].n, 2);
    pl_comparison c = pl_compare(a.ratios[0].at, b.ratios[0].at, 2, 10, 1);
    assert_true(fabs(c.a - 400.0 / 6) < 1e-9 && c.b == 100.0);
    pl_results_release(&a);
    pl_results_release(&b);
}

/* How sure a parser was: of trees, labels, tags and arcs, of which some are right. */
static const char sure_tree[] = "#FORMAT 4\n"
                                "#BOS 1 0 0 0 %% confidence=0.5\n"
                                "a\t--\tA\t--\t--\t500\t%% confidence=0.9\n"
                                "b\t--\tX\t--\t--\t500\t%% confidence=0.2 note\n"
                                "c\t--\tC\t--\t--\t501\n"
                                "#500\t--\tPP\t--\t--\t501\t%% confidence=0.7\n"
                                "#501\t--\tS\t--\t--\t0\t%% confidence=0.99\n"
                                "#EOS 1\n";
static const char gold_tree[] = "#FORMAT 4\n"
                                "#BOS 1 0 0 0\n"
                                "a\t--\tA\t--\t--\t500\n"
                                "b\t--\tB\t--\t--\t500\n"
                                "c\t--\tC\t--\t--\t501\n"
                                "#500\t--\tNP\t--\t--\t501\n"
                                "#501\t--\tS\t--\t--\t0\n"
                                "#EOS 1\n";
static const char gold_arcs[] =
    "1\ta\t_\t_\tA\t_\t2\tsubj\t_\t_\n2\tb\t_\t_\tB\t_\t0\troot\t_\t_\n\n";
static const char sure_arcs[] =
    "# confidence = 0.25\n"
    "1\ta\t_\t_\tA\t_\t2\tobj\t_\tSpaceAfter=No|TagConfidence=0.9|HeadConfidence=0.6\n"
    "2\tb\t_\t_\tB\t_\t0\troot\t_\tHeadConfidence=0.8\n\n";

static void reliability(void **unused)
{
    (void)unused;
    static const struct {
        const char *format, *gold, *candidate;
        uint64_t n[PL_N_RELIABLE], right[PL_N_RELIABLE];
        double sums[PL_N_RELIABLE];
    } cases[] = {
        {"export", gold_tree, sure_tree, {2, 2, 1}, {1, 1, 0}, {1.69, 1.1, 0.5}},
        {"conllu", gold_arcs, sure_arcs, {2, 1, 1}, {1, 1, 0}, {1.4, 0.9, 0.25}},
        {"export", gold_tree, gold_tree, {0}, {0}, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        opened o;
        pl_error err;
        pl_reliability r = {0};
        open_both(&o, cases[i].format, cases[i].gold, cases[i].candidate,
                  (pl_eval_options){.subtypes = true});
        while (pl_eval_files_read(&o.files, &err) > 0)
            pl_reliability_add(&r, &o.files);
        for (int k = 0; k < PL_N_RELIABLE; k++) {
            pl_bin sum = pl_bins_sum(&r.of[k]);
            assert_int_equal(sum.n, cases[i].n[k]);
            assert_int_equal(sum.right, cases[i].right[k]);
            assert_float_equal(sum.sum, cases[i].sums[k], 1e-9);
        }
        close_both(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reliability),
        cmocka_unit_test(constituents),
        cmocka_unit_test(dependencies),
        cmocka_unit_test(missing_sentences),
        cmocka_unit_test(results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
