/* Probabilities in the stages of grammars. test_api_parse.c has the rest of them. */
#include "unit.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static int see_circle(void *context, const pl_parse_stage *s)
{
    double np = 0, pp = 0;
    for (size_t i = 0; i < s->n_entries; i++) {
        const pl_chart_entry *e = &s->entries[i];
        np += e->n == 1 && strcmp(e->label, "NP") == 0 ? e->probability : 0;
        pp += e->n == 1 && strcmp(e->label, "PP") == 0 ? e->probability : 0;
    }
    assert_true(fabs(np - 1) < 1e-4);
    assert_true(fabs(pp - 0.2) < 1e-4);
    return 0;
}

/* Labels that derive each other: a node counts once, although the chart has two items for it.
 *
 *     ROOT → NP V  2/3    NP → N   2/3    PP → P   1/2
 *     ROOT → PP V  1/3    NP → PP  1/3    PP → NP  1/2
 *
 * z y is (ROOT (NP N) V), 4/9, or (ROOT (PP (NP N)) V), 1/9. */
static void stages_with_circles(void **unused)
{
    (void)unused;
    static const char trees[] = "(ROOT (NP (PP (P 0=x))) (V 1=y))\n"
                                "(ROOT (PP (NP (N 0=z))) (V 1=y))\n"
                                "(ROOT (NP (N 0=z)) (V 1=y))\n";
    const char *words[] = {"z", "y"}, *tags[] = {"N", "V"};
    char path[] = "/tmp/pleach-grammar-XXXXXX";
    pl_error error;
    close(mkstemp(path));
    pl_treebank *in = pl_treebank_from_memory(trees, strlen(trees), NULL, &error);
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", path, NULL, &error), 0);
    pl_treebank_close(in);
    pl_model *model = pl_model_open(path, NULL, &error);
    pl_parser *parser = pl_parser_new(model);
    pl_sentence_free(pl_parser_parse_words(parser, words, tags, 2, &error));
    assert_int_equal(pl_parser_stages(parser, 40, see_circle, NULL, &error), 0);
    pl_parser_free(parser);
    pl_model_close(model);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stages_with_circles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
