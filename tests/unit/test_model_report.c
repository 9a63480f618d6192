/* Reports of models: the lines of a summary as values, parts, and tables of transition systems. */
#include "parser/model_report.h"

#include "base/sections.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reports on a file with these sections; returns the status. */
static int report_on(pl_report *r, const char *about, pl_model_part part, pl_error *err)
{
    char path[] = "/tmp/pleach-model-XXXXXX";
    pl_section_list list = {0};
    close(mkstemp(path));
    pl_sections_add(&list, "about", about, strlen(about));
    pl_sections_add(&list, "heads", "S left\n", 7);
    pl_sections_add(&list, "functions", "\0SB\0OA\0", 7);
    assert_int_equal(pl_sections_save(&list, path, err), 0);
    int status = pl_model_report(r, path, part, err);
    pl_sections_release(&list);
    unlink(path);
    return status;
}

static void summaries(void **unused)
{
    (void)unused;
    static const struct {
        const char *about, *json; /* json: its beginning */
    } cases[] = {
        {"a: b\n", "{\"a\": \"b\", \"functions\": 2, \"bytes\": "},
        {"a: 12\nb: -0.5\nc: 1 2\nd: 1, 2\ne: 012\nf: \"x\"\n",
         "{\"a\": 12, \"b\": -0.5, \"c\": \"1 2\", \"d\": \"1, 2\", \"e\": \"012\", "
         "\"f\": \"\\\"x\\\"\", "},
        {"a: x\nb: y\na: 3\nno value\n",
         "{\"a\": [\"x\", 3], \"b\": \"y\", \"functions\": 2, "},
        {"functions: 9\n", "{\"functions\": [9, 2], "},
        {"a: b: c", "{\"a\": \"b: c\", "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_report *r = pl_report_new(PL_REPORT_JSON);
        pl_str out = {0};
        assert_int_equal(report_on(r, cases[i].about, PL_MODEL_SUMMARY, &err), 0);
        pl_report_put(r, &out);
        if (strncmp(out.at, cases[i].json, strlen(cases[i].json)) != 0)
            fail_msg("%s", out.at);
        assert_int_equal(strncmp(r->text.at, cases[i].about, strlen(cases[i].about)), 0);
        assert_non_null(strstr(r->text.at, "functions: 2\n"));
        pl_str_release(&out);
        pl_report_free(r);
    }
}

static void parts(void **unused)
{
    (void)unused;
    static const struct {
        pl_model_part part;
        const char *text; /* NULL: it fails */
    } cases[] = {
        {PL_MODEL_HEADS, "S left\n"},
        {PL_MODEL_SECTIONS, "         5 about\n         7 heads\n         7 functions\n"},
        {PL_MODEL_TEMPLATES, NULL},
        {PL_MODEL_TOKENIZER, NULL},
        {PL_MODEL_ACTIONS, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_report *r = pl_report_new(PL_REPORT_TEXT);
        int status = report_on(r, "a: b\n", cases[i].part, &err);
        assert_int_equal(status, cases[i].text != NULL ? 0 : -1);
        if (cases[i].text != NULL)
            assert_string_equal(r->text.at, cases[i].text);
        pl_report_free(r);
    }
}

static void systems(void **unused)
{
    (void)unused;
    pl_error err;
    pl_report *r = pl_report_new(PL_REPORT_TEXT);
    assert_int_equal(pl_system_report(r, "sr-gap", &err), 0);
    assert_non_null(strstr(r->text.at, "GAP"));
    assert_int_equal(pl_system_report(r, "no-such-system", &err), -1);
    assert_int_equal(pl_model_report(r, "/nonexistent.model", PL_MODEL_SUMMARY, &err),
                     -1);
    pl_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries),
        cmocka_unit_test(parts),
        cmocka_unit_test(systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
