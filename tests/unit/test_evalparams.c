/* Parameter files: keys, errors with their line, classes. */
#include "eval/evalparams.h"
#include "unit.h"

#include <string.h>

static int parse(pl_eval_params *p, const char *text, pl_error *err)
{
    pl_eval_params_init(p);
    pl_in *in = pl_in_memory("test.prm", text, strlen(text));
    int status = pl_eval_params_read(p, in, err);
    pl_in_close(in);
    return status;
}

static void every_key(void **unused)
{
    (void)unused;
    pl_eval_params p;
    pl_error err;
    const char *text =
        "# a comment\n\nDEBUG 1\nMAX_ERROR 10\nCUTOFF_LEN\t70\n  LABELED 0\n"
        "DISC_ONLY 1\nDELETE_ROOT_PRETERMS 1\nPUNCT_ROOT 1\n"
        "DELETE_LABEL #\nDELETE_LABEL $,\nDELETE_WORD \"\n"
        "DELETE_LABEL_FOR_LENGTH -NONE-\nEQ_LABEL A B\nEQ_WORD a b\n";
    assert_int_equal(parse(&p, text, &err), 0);
    assert_int_equal(p.cutoff, 70);
    assert_false(p.labelled);
    assert_true(p.disc_only && p.delete_root_preterms && p.punct_root);
    assert_int_not_equal(pl_intern_find(&p.delete_label, "$,"), PL_NONE);
    assert_int_not_equal(pl_intern_find(&p.delete_label, "#"), PL_NONE);
    assert_int_not_equal(pl_intern_find(&p.delete_word, "\""), PL_NONE);
    assert_int_not_equal(pl_intern_find(&p.delete_label_for_length, "-NONE-"), PL_NONE);
    assert_true(pl_classes_same(&p.eq_label, "A", "B"));
    assert_false(pl_classes_same(&p.eq_label, "a", "b"));
    assert_true(pl_classes_same(&p.eq_word, "b", "a"));
    pl_eval_params_release(&p);
}

static void defaults(void **unused)
{
    (void)unused;
    pl_eval_params p;
    pl_error err;
    assert_int_equal(parse(&p, "", &err), 0);
    assert_int_equal(p.cutoff, 40);
    assert_true(p.labelled);
    assert_false(p.disc_only || p.delete_root_preterms || p.punct_root || p.whole_labels);
    pl_eval_params_release(&p);
}

static void errors_name_the_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"LABELED 1\nLABELD 1\n", "test.prm:2: unknown parameter 'LABELD'"},
        {"LABELED 1\n\nLABELED 1\n", "test.prm:3: LABELED is given a second time"},
        {"DEBUG 0\nDEBUG 0\n", "test.prm:2: DEBUG is given a second time"},
        {"CUTOFF_LEN\n", "test.prm:1: CUTOFF_LEN takes one value"},
        {"EQ_LABEL A\n", "test.prm:1: EQ_LABEL takes two values"},
        {"EQ_LABEL A B C\n", "test.prm:1: EQ_LABEL takes two values"},
        {"DELETE_LABEL A B\n", "test.prm:1: DELETE_LABEL takes one value"},
        {"CUTOFF_LEN forty\n",
         "test.prm:1: CUTOFF_LEN takes a number from 0 to 1000000, not 'forty'"},
        {"CUTOFF_LEN 99999999999999999999\n",
         "test.prm:1: CUTOFF_LEN takes a number from 0 to 1000000, not "
         "'99999999999999999999'"},
        {"DISC_ONLY yes\n",
         "test.prm:1: DISC_ONLY takes a number from 0 to 1, not 'yes'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_eval_params p;
        pl_error err;
        assert_int_equal(parse(&p, cases[i].text, &err), -1);
        assert_string_equal(err.text, cases[i].message);
        pl_eval_params_release(&p);
    }
}

static void classes_are_closed(void **unused)
{
    (void)unused;
    pl_eval_params p;
    pl_error err;
    assert_int_equal(
        parse(&p, "EQ_LABEL A B\nEQ_LABEL C D\nEQ_LABEL E F\nEQ_LABEL D B\n", &err), 0);
    const char *members[] = {"A", "B", "C", "D"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(pl_classes_leader(&p.eq_label, members[i]), "A");
    assert_string_equal(pl_classes_leader(&p.eq_label, "F"), "E");
    assert_string_equal(pl_classes_leader(&p.eq_label, "G"), "G");
    pl_eval_params_release(&p);
}

static void shipped_files(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        uint32_t cutoff, labels, words;
        bool disc_only, punct_root;
    } cases[] = {
        {"proper", 40, 22, 24, false, false},
        {"disc", 40, 22, 24, true, false},
        {"spmrl", 70, 5, 0, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_eval_params p;
        pl_error err;
        if (pl_eval_params_load(&p, cases[i].name, &err) < 0)
            fail_msg("%s", err.text);
        assert_int_equal(p.cutoff, cases[i].cutoff);
        assert_int_equal(p.delete_label.n, cases[i].labels);
        assert_int_equal(p.delete_word.n, cases[i].words);
        assert_int_equal(p.disc_only, cases[i].disc_only);
        assert_int_equal(p.punct_root, cases[i].punct_root);
        pl_eval_params_release(&p);
    }
    pl_eval_params p;
    pl_error err;
    assert_int_equal(pl_eval_params_load(&p, "no-such-parameters", &err), -1);
    assert_non_null(strstr(err.text, "no-such-parameters"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key),
        cmocka_unit_test(defaults),
        cmocka_unit_test(errors_name_the_line),
        cmocka_unit_test(classes_are_closed),
        cmocka_unit_test(shipped_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
