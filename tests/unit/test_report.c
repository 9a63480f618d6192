/* Reports: values, the three printed forms, and parsing. */
#include "base/report.h"

#include "base/table.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A report with every kind of value. */
static pl_report *sample(pl_report_form form)
{
    pl_report *r = pl_report_new(form);
    pl_value_set_count(r->root, "sentences", 12);
    pl_value_set_number(r->root, "f1", NAN);
    pl_value_set_text(r->root, "name", "a\t\"b\"");
    pl_value_set_text(r->root, "nothing", NULL);
    pl_value_set_flag(r->root, "labelled", true);
    pl_value *disc = pl_value_set_object(r->root, "disc");
    pl_value_set_number(disc, "f1", 0.5);
    pl_value_set_count(disc, "words", 3);
    pl_value *degrees = pl_value_set_list(r->root, "degrees");
    pl_value_add_count(degrees, 7);
    pl_value_add_text(degrees, "8+");
    pl_value *labels = pl_value_set_list(r->root, "labels");
    for (int i = 0; i < 2; i++) {
        pl_value *row = pl_value_add_object(labels);
        pl_value_set_format(row, "label", "N%c", i == 0 ? 'P' : 'X');
        pl_value_set_number(row, "f1", 12.5 * i);
    }
    return r;
}

static void forms(void **unused)
{
    (void)unused;
    static const char *const expected[] = {
        [PL_REPORT_JSON] =
            "{\"sentences\": 12, \"f1\": null, \"name\": \"a\\t\\\"b\\\"\", \"labelled\": true, "
            "\"disc\": {\"f1\": 0.5, \"words\": 3}, \"degrees\": [7, \"8+\"], \"labels\": "
            "[{\"label\": \"NP\", \"f1\": 0.0}, {\"label\": \"NX\", \"f1\": 12.5}]}\n",
        [PL_REPORT_TSV] = "sentences\t12\nf1\tnan\nname\ta \"b\"\nlabelled\ttrue\ndisc.f1\t0.5\n"
                          "disc.words\t3\ndegrees.0\t7\ndegrees.1\t8+\n"
                          "\n# labels\nlabel\tf1\nNP\t0.0\nNX\t12.5\n",
        [PL_REPORT_TEXT] = "label           F1\nNP            0.00\nNX           12.50\n",
    };
    static const pl_table_column columns[] = {
        PL_COLUMN("label", NULL, -8), PL_COLUMN("f1", "F1", 10), {0}};
    for (int form = 0; form < 3; form++) {
        pl_report *r = sample((pl_report_form)form);
        pl_str out = {0};
        pl_table_put(&r->text, "label", columns, pl_value_get(r->root, "labels"));
        pl_report_put(r, &out);
        assert_string_equal(out.at, expected[form]);
        pl_str_release(&out);
        pl_report_free(r);
    }
}

static void styles(void **unused)
{
    (void)unused;
    static const char *const expected[] = {
        [PL_JSON_COMPACT] = "{\"a\":[1,{}],\"b\":[]}",
        [PL_JSON_SPACED] = "{\"a\": [1, {}], \"b\": []}",
        [PL_JSON_INDENTED] = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}",
    };
    pl_report *r = pl_report_parse(expected[0], strlen(expected[0]), NULL);
    for (int style = 0; style < 3; style++) {
        pl_str out = {0};
        pl_value_put_json(r->root, (pl_json_style)style, &out);
        assert_string_equal(out.at, expected[style]);
        pl_str_release(&out);
    }
    pl_report_free(r);
}

static void paths(void **unused)
{
    (void)unused;
    pl_report *r = sample(PL_REPORT_JSON);
    const pl_value *root = r->root;
    assert_true(pl_value_number(pl_value_at(root, "disc.f1")) == 0.5);
    assert_true(pl_value_number(pl_value_at(root, "labels.1.f1")) == 12.5);
    assert_string_equal(pl_value_text(pl_value_at(root, "labels.0.label")), "NP");
    assert_true(pl_value_number(pl_value_at(root, "sentences")) == 12);
    assert_int_equal(pl_value_size(pl_value_at(root, "labels")), 2);
    static const char *const missing[] = {"labels.2", "labels.x", "labels.", "disc.f", "disc.f1.x",
                                          "nothing", "sentences.0", "."};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (pl_value_at(root, missing[i]) != NULL)
            fail_msg("there is a value at %s", missing[i]);
    assert_true(isnan(pl_value_number(NULL)));
    assert_null(pl_value_text(pl_value_get(root, "sentences")));
    pl_report_free(r);
}

static void assert_same(const pl_value *a, const pl_value *b)
{
    pl_str x = {0}, y = {0};
    pl_value_put_json(a, PL_JSON_COMPACT, &x);
    pl_value_put_json(b, PL_JSON_COMPACT, &y);
    assert_string_equal(x.at, y.at);
    pl_str_release(&x);
    pl_str_release(&y);
}

/* A printed report is parsed to the same values, and a copy prints the same. */
static void round_trip(void **unused)
{
    (void)unused;
    pl_report *r = sample(PL_REPORT_JSON), *copy = pl_report_new(PL_REPORT_JSON);
    pl_str out = {0};
    pl_value_put_json(r->root, PL_JSON_INDENTED, &out);
    pl_report *parsed = pl_report_parse(out.at, out.n, NULL);
    assert_non_null(parsed);
    assert_same(r->root, parsed->root);
    pl_value *all = pl_value_set_list(copy->root, "all");
    pl_value_add_copy(all, parsed->root);
    assert_same(r->root, pl_value_item(all, 0));
    pl_value_get(pl_value_item(all, 0), "sentences")->integer++;
    assert_int_equal(pl_value_integer(pl_value_get(parsed->root, "sentences")), 12);
    pl_str_release(&out);
    pl_report_free(r);
    pl_report_free(parsed);
    pl_report_free(copy);
}

static void mistakes(void **unused)
{
    (void)unused;
    static const struct {
        const char *json, *text;
    } cases[] = {
        {"", "not JSON at byte 1: an object or a list is missing"},
        {"{", "not JSON at byte 2: a name in quotes is missing"},
        {"[1,]", "not JSON at byte 4: a value is missing"},
        {"[1 2]", "not JSON at byte 4: ',' is missing"},
        {"[1", "not JSON at byte 3: the text ends too early"},
        {"{\"a\"}", "not JSON at byte 5: ':' is missing after a name"},
        {"{\"a\":1,\"a\":2}", "not JSON at byte 14: a name occurs twice in an object"},
        {"[nul]", "not JSON at byte 2: unknown word"},
        {"[1e999]", "not JSON at byte 2: the number is too large"},
        {"[01]", "not JSON at byte 2: invalid number"},
        {"[\"\\x\"]", "not JSON at byte 3: invalid escape"},
        {"[\"a", "not JSON at byte 4: the string does not end"},
        {"[] []", "not JSON at byte 4: text after the end"},
        {"[}", "not JSON at byte 2: '}' closes a list"},
        {"[\"\xff\"]", "not JSON: byte 3 is not valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        assert_null(pl_report_parse(cases[i].json, strlen(cases[i].json), &error));
        assert_string_equal(error.text, cases[i].text);
    }
}

/* Values nest as deep as the parser allows, with a small stack of calls. */
static void depth(void **unused)
{
    (void)unused;
    enum { DEPTH = 2048 };
    char text[2 * DEPTH + 1];
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    text[2 * DEPTH] = '\0';
    pl_report *r = pl_report_parse(text, 2 * DEPTH, NULL), *copy = pl_report_new(PL_REPORT_JSON);
    assert_non_null(r);
    pl_str out = {0};
    pl_value_put_json(r->root, PL_JSON_COMPACT, &out);
    assert_string_equal(out.at, text);
    pl_value *list = pl_value_set_list(copy->root, "a");
    pl_value_add_copy(list, r->root);
    assert_same(r->root, pl_value_item(list, 0));
    pl_str_release(&out);
    pl_report_free(r);
    pl_report_free(copy);
}

/* Numbers are read back unchanged, and every reader takes them for reals. */
static void numbers(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0.0"},     {1, "1.0"},       {-2.5, "-2.5"},    {1e16, "10000000000000000.0"},
                 {1e17, "1e17"}, {1e-7, "9.9999999999999995e-8"}, {5e-324, "4.9406564584124654e-324"},
                 {1e100, "1e100"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str out = {0};
        pl_json_put_real(&out, cases[i].value, 17);
        assert_string_equal(out.at, cases[i].text);
        assert_true(strtod(out.at, NULL) == cases[i].value);
        pl_str_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),    cmocka_unit_test(styles), cmocka_unit_test(paths),
        cmocka_unit_test(round_trip), cmocka_unit_test(mistakes), cmocka_unit_test(depth),
        cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
