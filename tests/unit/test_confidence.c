/* Confidences of all kinds of parsers: probabilities that fit together, of the trees that
 * are found without them, too. */
#include "toy_model.h"
#include "toy_net.h"

#include "base/str.h"

#include <math.h>

static double number(const pl_attr *list, const char *key)
{
    double p = pl_attr_number(list, key);
    assert_true(p > 0 && p < 1);
    return p;
}

static void assert_sure(const pl_tree *t)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (!(t->nodes[v].flags & PL_NODE_VIRTUAL))
            number(t->nodes[v].attrs, PL_CONFIDENCE);
    for (uint32_t i = 0; t->root == PL_NONE && i < t->n_tokens; i++)
        number(t->nodes[i].attrs, PL_HEAD_CONFIDENCE);
}

/* Parses a sentence with and without confidences. */
static void check_sentence(pl_model_state *sure, pl_model_state *plain,
                           const pl_tree *words, uint32_t n, pl_arena *m)
{
    pl_tree *with = pl_tree_copy(words, m), *without = pl_tree_copy(words, m);
    uint32_t found = pl_model_run(sure, with, n);
    assert_int_equal(found, pl_model_run(plain, without, n));
    double sum = 0, last = 1;
    for (uint32_t i = 0; i < found; i++) {
        pl_tree *a = pl_tree_copy(with, m), *b = pl_tree_copy(without, m);
        pl_model_tree(sure, i, a);
        pl_model_tree(plain, i, b);
        assert_true(pl_tree_equal(a, b, false, NULL, 0));
        assert_null(pl_attr_get(b->attrs, PL_CONFIDENCE));
        assert_sure(a);
        double p = pl_attr_number(a->attrs, PL_CONFIDENCE);
        assert_true(p >= 0 && p <= last);
        last = p;
        sum += p;
    }
    assert_true(sum > 0 && sum < 1 + 0.0001 * found);
}

static void check_model(const pl_model *of, pl_tree *const *trees, uint32_t n)
{
    enum { NBEST = 4 };
    pl_arena m = {0};
    pl_model sure = *of, plain = *of;
    sure.settings.nbest = plain.settings.nbest = NBEST;
    sure.settings.beam = plain.settings.beam = 6;
    sure.settings.confidence = true;
    pl_model_calibrate(&sure, &sure.about);
    pl_model_state *s = pl_model_state_new(&sure), *p = pl_model_state_new(&plain);
    for (uint32_t i = 0; i < n; i++) {
        check_sentence(s, p, trees[i], i % NBEST + 1, &m);
        pl_arena_reset(&m);
    }
    pl_model_state_free(s);
    pl_model_state_free(p);
    pl_arena_release(&m);
}

static void linear_models(void **unused)
{
    (void)unused;
    static const char *const systems[] = {
        "sr-gap",    "sr-cgap", "swap",       "skipshift",  "ml-gap",
        "arc-eager", "attardi", "easy-first", "arc-hybrid", "easy-first-4"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        toy t;
        toy_make(&t, systems[i], 2, (pl_structured_options){.beam = 4, .seed = 1});
        check_model(&t.model, t.trees, 20);
        toy_release(&t);
    }
}

static void networks(void **unused)
{
    (void)unused;
    for (uint32_t members = 1; members <= 2; members++) {
        toy_net t;
        toy_net_init(&t, "ml-gap", 0, members);
        check_model(&t.model, t.trees, TOY_SENTENCES);
        toy_net_release(&t);
    }
}

/* Tags have confidences if the model has found them, and only then. */
static void tags(void **unused)
{
    (void)unused;
    toy_net t;
    pl_arena m = {0};
    toy_net_init(&t, "ml-gap", 0, 1);
    t.model.settings.confidence = true;
    pl_model_calibrate(&t.model, &t.model.about);
    pl_model_state *s = pl_model_state_new(&t.model);
    pl_tree *words = toy_words(t.trees[1], &m), *tagged = pl_tree_copy(t.trees[1], &m);
    pl_attr_set(&m, &tagged->nodes[0].attrs, PL_CONFIDENCE, "0.5"); /* of another parse */
    pl_attr_set(&m, &tagged->attrs, PL_CONFIDENCE, "2");
    assert_true(pl_model_run(s, words, 1) == 1 && pl_model_run(s, tagged, 1) == 1);
    pl_model_tree(s, 0, tagged);
    assert_true(number(tagged->attrs, PL_CONFIDENCE) < 1);
    for (uint32_t i = 0; i < words->n_tokens; i++) {
        number(words->nodes[i].attrs, PL_CONFIDENCE);
        assert_null(pl_attr_get(tagged->nodes[i].attrs, PL_CONFIDENCE));
    }
    pl_model_state_free(s);
    toy_net_release(&t);
    pl_arena_release(&m);
}

/* What another parse said goes, in every place that a format has for it. */
static void of_another_parse(void **unused)
{
    (void)unused;
    static const struct {
        const char *misc, *left;
    } cases[] = {
        {NULL, NULL},
        {"SpaceAfter=No", "SpaceAfter=No"},
        {"TagConfidence=0.5|HeadConfidence=0.25", NULL},
        {"A=b|TagConfidence=0.5|C=d", "A=b|C=d"},
        {"HeadConfidence=1|MyTagConfidence=2|", "MyTagConfidence=2"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_tree *t = pl_tree_new(&m, 1);
        t->tokens[0].misc = cases[i].misc;
        pl_tree_add_line(t, 0, "# a = b");
        pl_tree_add_line(t, 0, "# confidence = 0.5");
        pl_attr_set(&m, &t->attrs, PL_CONFIDENCE, "0.5");
        pl_attr_set(&m, &t->nodes[0].attrs, PL_HEAD_CONFIDENCE, "0.5");
        pl_tree_drop_confidence(t);
        assert_true(pl_same_text(t->tokens[0].misc, cases[i].left));
        assert_true(t->attrs == NULL && t->nodes[0].attrs == NULL);
        assert_true(t->lines == t->last_line && t->lines->next == NULL);
        assert_string_equal(t->lines->text, "# a = b");
    }
    pl_arena_release(&m);
}

static void calibration_in_a_model(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"1 2 3", "1 2 3 4 5 nan", "1 2 3 4 5 x", ""};
    pl_str about = {0};
    pl_calibration first = pl_calibration_of(&about, false, false), c = first;
    c.weights[PL_SURE_NODES][3] = -1.25;
    pl_calibration_describe(&c, PL_SURE_NODES, &about);
    pl_calibration again = pl_calibration_of(&about, false, false);
    assert_float_equal(again.weights[PL_SURE_NODES][3], -1.25, 1e-9);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_about_set(&about, "confidence-constituents", "%s", bad[i]);
        again = pl_calibration_of(&about, false, false);
        assert_float_equal(again.weights[PL_SURE_NODES][0],
                           first.weights[PL_SURE_NODES][0], 1e-9);
    }
    pl_str_release(&about);
}

/* A wider margin is never less sure. */
static void margins_count(void **unused)
{
    (void)unused;
    for (int network = 0; network < 2; network++) {
        pl_calibration c = pl_calibration_of(&(pl_str){0}, network, network);
        double last = 0;
        for (double margin = -500; margin <= 500; margin += 0.5) {
            pl_signals s = pl_tag_signals(&c, margin);
            double p = pl_calibration_apply(&c, PL_SURE_TAGS, &s);
            assert_true(p >= last && p > 0 && p < 1);
            last = p;
        }
        assert_true(last > 0.99);
    }
    assert_float_equal(pl_log_odds(0.5), 0, 1e-6);
    assert_true(isfinite(pl_log_odds(0)) && isfinite(pl_log_odds(1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_models),
        cmocka_unit_test(networks),
        cmocka_unit_test(tags),
        cmocka_unit_test(margins_count),
        cmocka_unit_test(calibration_in_a_model),
        cmocka_unit_test(of_another_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
