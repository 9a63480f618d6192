/* Reports of lengths of derivations. */
#include "count/derivations.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void read_trees(pl_gold_trees *g, const pl_machine *m)
{
    char path[] = "/tmp/pleach-trees-XXXXXX";
    const char *const paths[] = {path};
    pl_error err;
    pl_source_options how = {0};
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs("(ROOT (S (NP (N 0=a) (N 2=b)) (V 1=c)))\n", file);
    fclose(file);
    pl_source *source = pl_source_open(paths, 1, &how, &err);
    assert_non_null(source);
    assert_int_equal(pl_gold_trees_read(g, m->ops, source, &err), 0);
    pl_source_close(source);
    assert_int_equal(pl_gold_trees_mark(g, "negra", &err), 0);
    unlink(path);
}

static pl_report *derive(pl_report_form form, bool first)
{
    pl_error err;
    pl_gold_trees g = {0};
    pl_report *r = pl_report_new(form);
    pl_machine *m = pl_machine_new("sr-gap", &(pl_machine_options){0}, &err);
    assert_non_null(m);
    read_trees(&g, m);
    assert_int_equal(pl_derivations_report(r, m, &g, first, &err), 0);
    pl_machine_free(m);
    pl_gold_trees_release(&g);
    return r;
}

static void lengths(void **unused)
{
    (void)unused;
    pl_report *r = derive(PL_REPORT_JSON, true);
    const pl_value *system = pl_value_at(r->root, "systems.sr-gap");
    assert_int_equal(pl_value_integer(pl_value_get(system, "gaps")), 1);
    assert_int_equal(pl_value_integer(pl_value_get(system, "longest_run")), 1);
    assert_true(pl_value_number(pl_value_get(system, "actions_per_token")) > 1);
    assert_null(pl_value_get(system, "coverage"));
    pl_report_free(r);
}

static void text(void **unused)
{
    (void)unused;
    for (int first = 0; first < 2; first++) {
        pl_report *r = derive(PL_REPORT_TEXT, first);
        assert_int_equal(strstr(r->text.at, "\nderivations (heads by ") != NULL, first);
        assert_non_null(strstr(r->text.at, "  sr-gap  "));
        assert_null(pl_value_get(r->root, "systems"));
        pl_report_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
