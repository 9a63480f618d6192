/* Reports of scores: text and JSON have the same values, and every option adds its tables. */
#include "eval/score_report.h"
#include "eval_pair.h"

#include <math.h>

static const char *const formats[] = {"discbracket", "conllx"};
static const char *const pairs[][2] = {{trees, parsed}, {arcs, wrong}};

/* The report of the files of pairs[i]; the caller frees it. */
static pl_report *report_of(size_t i, pl_report_form form, pl_score_report_options o)
{
    opened both;
    pl_error err;
    pl_report *r = pl_report_new(form);
    open_both(&both, formats[i], pairs[i][0], pairs[i][1], (pl_eval_options){0});
    assert_int_equal(pl_score_report_files(r, &both.files, &o, &err), 0);
    close_both(&both);
    return r;
}

static void same_values(void **unused)
{
    (void)unused;
    static const struct {
        size_t pair;
        const char *path, *title, *text;
        double value;
    } cases[] = {
        {0, "f1", "F1", "66.67", 200.0 / 3},
        {0, "exact", "exact match", "50.00", 50},
        {0, "cutoff.matched", "matched", "2", 2},
        {1, "all.uas", "UAS", "100.00", 100},
        {1, "all.las", "LAS", "50.00", 50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_score_report_options o = {0};
        pl_report *text = report_of(cases[i].pair, PL_REPORT_TEXT, o);
        pl_report *json = report_of(cases[i].pair, PL_REPORT_JSON, o);
        const pl_value *value = pl_value_at(json->root, cases[i].path);
        char line[80];
        snprintf(line, sizeof line, cases[i].pair == 0 ? "\n%-20s%11s" : "\n%-24s%16s",
                 cases[i].title, cases[i].text);
        assert_non_null(strstr(text->text.at, line));
        assert_float_equal(pl_value_number(value), cases[i].value, 1e-9);
        pl_report_free(text);
        pl_report_free(json);
    }
}

/* Without options, a report has none of these tables. */
static void tables(void **unused)
{
    (void)unused;
    static const struct {
        size_t pair;
        pl_score_report_options o;
        const char *path, *value, *title;
    } cases[] = {
        {0, {.per_label = true}, "labels.1.label", "NP", "\nlabel "},
        {0, {.per_tag = true}, "tags.0.tag", "A", "\ntag "},
        {0, {.errors = true}, "errors.label_confusions.0.gold", "NP", "\nwords in gaps"},
        {1, {.per_label = true}, "labels.0.label", "subj", "\nrelation "},
        {1, {.per_tag = true}, "tags.1.tag", "B", "\ntag "},
        {1, {.per_distance = true}, "distances.0.distance", "to root", "\ndistance "},
        {1,
         {.errors = true},
         "errors.label_confusions.0.candidate",
         "obj",
         "\nby relation"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int with = 0; with < 2; with++) {
            pl_score_report_options o = {0};
            if (with)
                o = cases[i].o;
            pl_report *text = report_of(cases[i].pair, PL_REPORT_TEXT, o);
            pl_report *json = report_of(cases[i].pair, PL_REPORT_JSON, o);
            const char *value = pl_value_text(pl_value_at(json->root, cases[i].path));
            assert_int_equal(strstr(text->text.at, cases[i].title) != NULL, with);
            assert_int_equal(value != NULL, with);
            if (with)
                assert_string_equal(value, cases[i].value);
            pl_report_free(text);
            pl_report_free(json);
        }
}

/* Rows of sentences without ids: TSV has an empty column, JSON and text have no id. */
static void sentences(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        pl_score_report_options o = {.per_sentence = true};
        pl_report *text = report_of(i, PL_REPORT_TEXT, o);
        pl_report *json = report_of(i, PL_REPORT_JSON, o);
        pl_report *tsv = report_of(i, PL_REPORT_TSV, o);
        assert_memory_equal(text->text.at, "sentence", 8);
        assert_int_equal(
            pl_value_integer(pl_value_at(json->root, "per_sentence.0.sentence")), 1);
        assert_null(pl_value_at(json->root, "per_sentence.0.id"));
        assert_string_equal(pl_value_text(pl_value_at(tsv->root, "per_sentence.0.id")),
                            "");
        pl_report_free(text);
        pl_report_free(json);
        pl_report_free(tsv);
    }
}

static void no_confidences(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        pl_score_report_options o = {.calibration = true};
        pl_report *r = report_of(i, PL_REPORT_JSON, o);
        const pl_value *found = pl_value_get(r->root, "calibration");
        assert_true(pl_value_is(found, PL_JSON_OBJECT));
        assert_int_equal(pl_value_size(found), 0);
        pl_report_free(r);
    }
}

static void missing_sentence(void **unused)
{
    (void)unused;
    opened both;
    pl_error err;
    pl_score_report_options o = {.per_sentence = true};
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    open_both(&both, "discbracket", trees, "(S (A 0=d) (B 1=e))\n", (pl_eval_options){0});
    assert_int_equal(pl_score_report_files(r, &both.files, &o, &err), -1);
    pl_report_free(r);
    close_both(&both);
}

static void one_sentence(void **unused)
{
    (void)unused;
    static const char *const starts[] = {"sentence  words",
                                         "2 words, UAS 100.00, LAS 50.00"};
    for (size_t i = 0; i < 2; i++) {
        opened both;
        pl_error err;
        pl_report *r = pl_report_new(PL_REPORT_TEXT);
        open_both(&both, formats[i], pairs[i][0], pairs[i][1], (pl_eval_options){0});
        assert_int_equal(pl_score_report_sentence(r, &both.files, 1, &err), 0);
        assert_memory_equal(r->text.at, starts[i], strlen(starts[i]));
        assert_int_equal(both.files.pair.number, 1);
        assert_int_equal(pl_score_report_sentence(r, &both.files, 9, &err), -1);
        assert_string_equal(err.text, i == 0
                                          ? "there is no sentence 9: the files have 2"
                                          : "there is no sentence 9: the files have 0");
        pl_report_free(r);
        close_both(&both);
    }
}

static void comparison(void **unused)
{
    (void)unused;
    static const char *const names[2] = {"first", "second"};
    pl_error err;
    for (int form = PL_REPORT_TEXT; form <= PL_REPORT_JSON; form++) {
        pl_results of[2] = {0};
        pl_report *r = pl_report_new((pl_report_form)form);
        for (int i = 0; i < 2; i++) {
            opened both;
            open_both(&both, "discbracket", trees, i == 0 ? parsed : trees,
                      (pl_eval_options){0});
            assert_int_equal(pl_results_read_comparable(&of[i], &both.files, &err), 0);
            close_both(&both);
        }
        pl_score_report_comparison(r, &of[0], &of[1], names, 10, 1);
        const pl_value *difference = pl_value_at(r->root, "f1.difference");
        assert_float_equal(pl_value_number(difference), 100.0 / 3, 1e-9);
        assert_true(isnan(pl_value_number(pl_value_at(r->root, "disc_f1.p"))));
        if (form == PL_REPORT_TEXT)
            assert_memory_equal(r->text.at, "A  first\nB  second\n", 19);
        pl_report_free(r);
        pl_results_release(&of[0]);
        pl_results_release(&of[1]);
    }
}

static void other_words(void **unused)
{
    (void)unused;
    static const char gold[] = "1\tab\t_\tA\t_\t_\t0\troot\t_\t_\n\n";
    static const char cut[] =
        "1\ta\t_\tA\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\tb\t_\tA\t_\t_\t1\tx\t_\t_\n\n";
    opened both;
    pl_error err;
    pl_results results = {0};
    open_both(&both, "conllu", gold, cut, (pl_eval_options){0});
    assert_int_equal(pl_results_read_comparable(&results, &both.files, &err), -1);
    assert_non_null(strstr(err.text, "same words"));
    pl_results_release(&results);
    close_both(&both);
}

static void marks(void **unused)
{
    (void)unused;
    opened both;
    pl_error err;
    for (size_t i = 0; i < 2; i++) {
        pl_report *r = pl_report_new(PL_REPORT_JSON);
        open_both(&both, formats[i], pairs[i][0], pairs[i][1], (pl_eval_options){0});
        assert_int_equal(pl_eval_files_next(&both.files, &err), 1);
        assert_int_equal(pl_eval_files_count(&both.files, &err), 0);
        assert_int_equal(pl_eval_files_finish(&both.files, &err), 0);
        const pl_sentence_pair *p = &both.files.pair;
        if (i == 0)
            pl_score_report_bracket_marks(r, &both.files.brackets, 7, p->gold,
                                          p->candidate);
        else
            pl_score_report_dep_marks(r, &both.files.deps, false, 7);
        assert_int_equal(pl_value_integer(pl_value_get(r->root, "sentence")), 7);
        /* The NP, node 4, is a VP; word 0 has the wrong relation. */
        const char *path = i == 0 ? "nodes.label.0.1" : "words.relation.0";
        assert_non_null(pl_value_at(r->root, path));
        assert_int_equal(pl_value_integer(pl_value_at(r->root, path)), i == 0 ? 4 : 0);
        pl_report_free(r);
        close_both(&both);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_values),
        cmocka_unit_test(tables),
        cmocka_unit_test(sentences),
        cmocka_unit_test(no_confidences),
        cmocka_unit_test(missing_sentence),
        cmocka_unit_test(one_sentence),
        cmocka_unit_test(comparison),
        cmocka_unit_test(other_words),
        cmocka_unit_test(marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
