/* Evaluation through the public interface: pleach.h alone, no internal header. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pleach.h"

static pl_sentence *sentence(const char *text)
{
    pl_error error;
    const pl_sentence *s;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), "discbracket", &error);
    if (in == NULL || pl_treebank_next(in, &s, &error) != 1)
        fail_msg("%s", error.text);
    pl_sentence *copy = pl_sentence_copy(s);
    pl_treebank_close(in);
    return copy;
}

static const char *const gold_text =
    "(ROOT (S (VP (A 0=a) (C 2=c)) (B 1=b) (NP (A 3=d) (B 4=e))) ($. 5=.))\n";
static const char *const parsed_text =
    "(ROOT (S (VP (A 0=a) (C 2=c)) (B 1=b) (PP (A 3=d) (X 4=e)) ($. 5=.)))\n";

static void scores(void **unused)
{
    (void)unused;
    static const struct {
        const char *params;
        uint64_t gold, matched;
    } cases[] = {{NULL, 3, 2}, {"proper", 3, 2}, {"disc", 3, 2}, {"spmrl", 3, 2}};
    pl_sentence *gold = sentence(gold_text), *parsed = sentence(parsed_text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        pl_evaluation *e = pl_evaluation_new(cases[i].params, &error);
        if (e == NULL)
            fail_msg("%s", error.text);
        assert_true(isnan(pl_evaluation_all(e).f1) && isnan(pl_evaluation_tagging(e)));
        assert_int_equal(pl_evaluation_add(e, gold, parsed, &error), 0);
        pl_figures all = pl_evaluation_all(e), disc = pl_evaluation_disc(e);
        assert_int_equal(all.gold, cases[i].gold);
        assert_int_equal(all.matched, cases[i].matched);
        assert_float_equal(all.f1, 200.0 / 3, 1e-9);
        assert_float_equal(all.exact, 0, 1e-9);
        assert_float_equal(disc.recall, 100, 1e-9);
        assert_true(pl_evaluation_tagging(e) < 100);
        assert_int_equal(pl_evaluation_add(e, gold, NULL, &error), 0);
        assert_int_equal(pl_evaluation_sentences(e), 2);
        assert_float_equal(pl_evaluation_all(e).recall, 100.0 / 3, 1e-9);
        pl_evaluation_free(e);
    }
    /* The sentences themselves do not change. */
    char *text = pl_sentence_text(parsed, "discbracket", NULL);
    assert_string_equal(text, parsed_text);
    pl_text_free(text);
    pl_sentence_free(gold);
    pl_sentence_free(parsed);
}

static void errors(void **unused)
{
    (void)unused;
    pl_error error;
    assert_null(pl_evaluation_new("no-such-parameters", &error));
    assert_non_null(strstr(error.text, "no-such-parameters"));
    pl_evaluation *e = pl_evaluation_new(NULL, &error);
    pl_sentence *gold = sentence(gold_text), *other = sentence("(S (A 0=x))");
    assert_int_equal(pl_evaluation_add(e, gold, other, &error), -1);
    assert_string_equal(error.text, "word 1 is 'a' in the gold file and 'x' in the "
                                    "candidate");
    assert_int_equal(pl_evaluation_sentences(e), 0);
    pl_sentence_free(gold);
    pl_sentence_free(other);
    pl_evaluation_free(e);
    pl_evaluation_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores),
        cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
