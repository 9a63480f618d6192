/* Evaluation, statistics, fragments and grammars through the public interface: pleach.h
 * alone, no internal header. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        pl_evaluation *e = pl_evaluation_new(
            &(pl_evaluation_options){.params = cases[i].params}, &error);
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
    assert_null(pl_evaluation_new(
        &(pl_evaluation_options){.params = "no-such-parameters"}, &error));
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

/* -- dependencies, files, comparisons ---------------------------------------------- */

static pl_sentence *dependencies(const char *const relations[3], const uint32_t heads[3])
{
    static const char *const words[] = {"hun", "sover", "."}, *const tags[] = {"P", "V",
                                                                               "X"};
    pl_sentence *s = pl_sentence_new(words, tags, 3, NULL, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        pl_sentence_set_head(s, i, heads[i], NULL);
        pl_sentence_set(s, i, PL_FIELD_RELATION, relations[i], NULL);
    }
    return s;
}

static void scores_dependencies(void **unused)
{
    (void)unused;
    pl_error error;
    pl_sentence *gold = dependencies((const char *const[]){"nsubj:pass", "root", "punct"},
                                     (const uint32_t[]){1, PL_ROOT_HEAD, 1});
    pl_sentence *parsed = dependencies((const char *const[]){"nsubj", "root", "punct"},
                                       (const uint32_t[]){1, PL_ROOT_HEAD, 0});
    for (uint32_t universal = 0; universal < 2; universal++) {
        pl_evaluation *e =
            pl_evaluation_new(&(pl_evaluation_options){.universal = universal}, &error);
        assert_true(isnan(pl_evaluation_attachment(e, 1).las));
        for (int k = 0; k < 2; k++)
            assert_int_equal(pl_evaluation_add(e, gold, parsed, &error), 0);
        pl_attachment all = pl_evaluation_attachment(e, 1);
        pl_attachment words = pl_evaluation_attachment(e, 0);
        assert_int_equal(pl_evaluation_of_dependencies(e), 1);
        assert_int_equal(pl_evaluation_sentences(e), 2);
        assert_int_equal(all.words, 6);
        assert_int_equal(words.words, 4);
        assert_float_equal(all.uas, 200.0 / 3, 1e-9);
        assert_float_equal(words.uas, 100, 1e-9);
        assert_float_equal(words.las, universal ? 100 : 50, 1e-9);
        assert_float_equal(words.exact, universal ? 100 : 0, 1e-9);
        assert_int_equal(pl_evaluation_add(e, gold, NULL, &error), 0);
        assert_float_equal(pl_evaluation_attachment(e, 0).uas, 200.0 / 3, 1e-9);
        pl_sentence *tree = sentence(gold_text);
        assert_int_equal(pl_evaluation_add(e, tree, tree, &error), -1);
        assert_string_equal(error.text,
                            "constituents and dependencies in one evaluation");
        assert_int_equal(pl_evaluation_add(e, gold, tree, &error), -1);
        assert_int_equal(pl_evaluation_sentences(e), 3);
        pl_sentence_free(tree);
        pl_evaluation_free(e);
    }
    pl_sentence_free(gold);
    pl_sentence_free(parsed);
}

/* Files give the same as their sentences one by one. */
static void scores_files(void **unused)
{
    (void)unused;
    static const char *const files[][2] = {
        {"tests/data/dutch.discbracket", "tests/data/dutch.parsed"},
        {"tests/data/danish.conllx", "tests/data/danish.parsed"},
        {"tests/data/english.conllu", "tests/data/english.conllu"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pl_error error;
        const pl_evaluation_options options = {.universal = i == 2};
        pl_evaluation *whole = pl_evaluation_new(&options, &error);
        pl_evaluation *single = pl_evaluation_new(&options, &error);
        if (pl_evaluation_add_files(whole, files[i][0], files[i][1], &error) < 0)
            fail_msg("%s", error.text);
        pl_treebank *gold = pl_treebank_open(files[i][0], NULL, &error);
        pl_treebank *parsed = pl_treebank_open(files[i][1], NULL, &error);
        const pl_sentence *a, *b;
        while (pl_treebank_next(gold, &a, &error) > 0 &&
               pl_treebank_next(parsed, &b, &error) > 0)
            assert_int_equal(pl_evaluation_add(single, a, b, &error), 0);
        pl_treebank_close(gold);
        pl_treebank_close(parsed);
        assert_int_equal(pl_evaluation_sentences(whole), pl_evaluation_sentences(single));
        pl_figures f = pl_evaluation_all(whole), g = pl_evaluation_all(single);
        assert_int_equal(f.matched, g.matched);
        assert_int_equal(pl_evaluation_of_dependencies(whole), i > 0);
        pl_attachment c = pl_evaluation_attachment(whole, 1);
        pl_attachment d = pl_evaluation_attachment(single, 1);
        if (i > 0)
            assert_memory_equal(&c, &d, sizeof c);
        pl_comparison scores[3];
        assert_int_equal(pl_evaluation_compare(whole, single, 100, 1, scores, &error), 3);
        assert_string_equal(scores[1].name, i == 0 ? "disc_f1" : "las");
        assert_float_equal(scores[1].difference, 0, 1e-9);
        assert_float_equal(scores[1].p, 1, 1e-9);
        pl_evaluation_free(whole);
        pl_evaluation_free(single);
    }
}

static void compares(void **unused)
{
    (void)unused;
    pl_error error;
    pl_comparison scores[3];
    pl_evaluation *a = pl_evaluation_new(NULL, &error),
                  *b = pl_evaluation_new(NULL, &error);
    const char *gold = "tests/data/dutch.discbracket";
    assert_int_equal(pl_evaluation_compare(a, b, 100, 1, scores, &error), -1);
    assert_int_equal(pl_evaluation_add_files(a, gold, "tests/data/dutch.parsed", NULL),
                     0);
    assert_int_equal(pl_evaluation_compare(a, b, 100, 1, scores, &error), -1);
    assert_int_equal(pl_evaluation_add_files(b, gold, "tests/data/dutch.better", NULL),
                     0);
    assert_int_equal(pl_evaluation_compare(a, b, 100, 1, scores, &error), 3);
    assert_true(scores[0].b > scores[0].a && scores[0].p <= 1);
    assert_float_equal(scores[0].difference, scores[0].b - scores[0].a, 1e-4);
    assert_int_equal(pl_evaluation_compare(NULL, b, 100, 1, scores, &error), -1);
    assert_int_equal(pl_evaluation_compare(a, b, 100, 1, NULL, &error), -1);
    pl_evaluation_free(a);
    pl_evaluation_free(b);
}

static void nothing_given(void **unused)
{
    (void)unused;
    pl_error error;
    pl_sentence *gold = sentence(gold_text);
    pl_evaluation *e = pl_evaluation_new(NULL, &error);
    assert_int_equal(pl_evaluation_add(NULL, gold, gold, &error), -1);
    assert_int_equal(pl_evaluation_add(e, NULL, gold, &error), -1);
    assert_int_equal(pl_evaluation_add_files(NULL, "a", "b", &error), -1);
    assert_int_equal(pl_evaluation_add_files(e, NULL, "b", &error), -1);
    assert_int_equal(pl_evaluation_add_files(e, "a", NULL, &error), -1);
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_int_equal(pl_evaluation_add_files(e, "/nowhere", "/nowhere", &error), -1);
    assert_int_equal(error.code, PL_SYSTEM);
    assert_int_equal(pl_evaluation_sentences(NULL), 0);
    assert_int_equal(pl_evaluation_of_dependencies(NULL), 0);
    assert_true(isnan(pl_evaluation_all(NULL).f1) && isnan(pl_evaluation_disc(NULL).f1));
    assert_true(isnan(pl_evaluation_functions(e).f1));
    assert_true(isnan(pl_evaluation_functions(NULL).f1));
    assert_true(isnan(pl_evaluation_tagging(NULL)));
    assert_true(isnan(pl_evaluation_attachment(NULL, 0).uas));
    pl_evaluation_free(e);
    pl_sentence_free(gold);
}

/* -- statistics, fragments, grammars ------------------------------------------------ */

static pl_treebank *dutch(void)
{
    return pl_treebank_open("tests/data/dutch.discbracket", NULL, NULL);
}

static void counts(void **unused)
{
    (void)unused;
    pl_error error;
    pl_statistics s;
    pl_treebank *in = dutch();
    assert_int_equal(pl_treebank_statistics(in, &s, &error), 0);
    assert_int_equal(s.sentences, 42);
    assert_int_equal(s.words, 337);
    assert_true(s.discontinuous_sentences > 0 && s.arcs == 0);
    assert_int_equal(pl_treebank_statistics(in, &s, &error), 0); /* at its end */
    assert_int_equal(s.sentences, 0);
    assert_int_equal(pl_treebank_statistics(NULL, &s, &error), -1);
    assert_int_equal(pl_treebank_statistics(in, NULL, &error), -1);
    pl_treebank_close(in);
}

static void fragments(void **unused)
{
    (void)unused;
    pl_error error;
    static const char trees[] = "(S (A 0=a) (B 1=b))\n(S (A 0=a) (B 1=c))\n";
    static const struct {
        pl_fragment_options options;
        const char *want; /* NULL: an error */
    } cases[] = {
        {{0}, "(S (A 0=a) (B 1=))\t2\n"}, {{.trees = 1}, "(S (A 0=a) (B 1=))\t2\t1 2\n"},
        {{.min_words = 2}, ""},           {{.both = 1}, NULL},
        {{.count = "/nowhere"}, NULL},    {{.count = "/dev/null", .cover = 1}, NULL},
        {{.cover = 5000}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_treebank *in = pl_treebank_from_memory(trees, strlen(trees), NULL, NULL);
        char *text = pl_treebank_fragments(in, NULL, &cases[i].options, &error);
        assert_int_equal(text != NULL, cases[i].want != NULL);
        if (text != NULL)
            assert_string_equal(text, cases[i].want);
        pl_text_free(text);
        pl_treebank_close(in);
    }
    pl_treebank *a = dutch(), *b = dutch();
    assert_null(pl_treebank_fragments(NULL, NULL, NULL, &error));
    assert_null(pl_treebank_fragments(a, a, NULL, &error));
    char *text = pl_treebank_fragments(a, b, NULL, &error);
    assert_non_null(strstr(text, "(NP "));
    pl_text_free(text);
    pl_treebank_close(a);
    pl_treebank_close(b);
}

static void grammars(void **unused)
{
    (void)unused;
    pl_error error;
    char path[] = "/tmp/pleach-grammar-XXXXXX", rules[64], lexicon[64];
    close(mkstemp(path));
    snprintf(rules, sizeof rules, "%s.rules", path);
    snprintf(lexicon, sizeof lexicon, "%s.lex", path);
    pl_treebank *in = dutch();
    assert_int_equal(pl_treebank_transform(in, "functions", "remove", &error), 0);
    pl_extraction_options text = {.text = 1};
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", path, &text, &error), 0);
    assert_int_equal(access(rules, R_OK), 0);
    assert_int_equal(access(lexicon, R_OK), 0);
    pl_treebank_close(in);
    in = dutch();
    pl_extraction_options words = {.unknown_words = 1, .rare = 1, .open_class = 5};
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", path, &words, &error), 0);
    pl_model *model = pl_model_open(path, NULL, &error);
    assert_non_null(strstr(pl_model_about(model), "plcfrs"));
    pl_model_close(model);
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", path, NULL, &error),
                     -1); /* empty */
    text.unknown_words = 1;
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", path, &text, &error), -1);
    assert_int_equal(pl_treebank_grammar(in, "nonsense", path, NULL, &error), -1);
    assert_string_equal(error.text, "there is no kind of grammar 'nonsense'");
    assert_int_equal(pl_treebank_grammar(NULL, "plcfrs", path, NULL, &error), -1);
    assert_int_equal(pl_treebank_grammar(in, NULL, path, NULL, &error), -1);
    assert_int_equal(pl_treebank_grammar(in, "plcfrs", NULL, NULL, &error), -1);
    assert_int_equal(
        pl_treebank_grammar(in, "plcfrs", "tests/data/dutch.discbracket", NULL, &error),
        -1);
    assert_non_null(strstr(error.text, "is read, too"));
    assert_string_equal(pl_grammar_kind_name(0), "pcfg");
    assert_null(pl_grammar_kind_name(100));
    pl_treebank_close(in);
    unlink(path);
    unlink(rules);
    unlink(lexicon);
}

/* What `pleach eval --json` prints, of sentences and of files. */
static void scores_as_json(void **state)
{
    static const char *const files[][2] = {
        {"tests/data/dutch.discbracket", "tests/data/dutch.parsed"},
        {"tests/data/english.conllu", "tests/data/english.parsed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pl_error error;
        const pl_sentence *gold, *candidate;
        pl_evaluation_options options = {.universal = i == 1};
        pl_evaluation *a = pl_evaluation_new(&options, &error);
        pl_evaluation *b = pl_evaluation_new(&options, &error);
        pl_treebank *x = pl_treebank_open(files[i][0], NULL, &error);
        pl_treebank *y = pl_treebank_open(files[i][1], NULL, &error);
        assert_null(pl_evaluation_json_of_last(a, 1, &error));
        assert_int_equal(pl_evaluation_add_files(a, files[i][0], files[i][1], &error), 0);
        assert_null(pl_evaluation_json_of_last(a, 1, &error));
        while (pl_treebank_next(x, &gold, &error) > 0 &&
               pl_treebank_next(y, &candidate, &error) > 0)
            assert_int_equal(pl_evaluation_add(b, gold, candidate, &error), 0);
        char *of_files = pl_evaluation_json(a, &error);
        char *of_sentences = pl_evaluation_json(b, &error);
        assert_string_equal(of_files, of_sentences);
        assert_non_null(strstr(of_files, i == 0 ? "\"f1\": 86.486486486486484"
                                                : "\"clas\": 83.333333333333329"));
        pl_text_free(of_files);
        pl_text_free(of_sentences);
        pl_treebank_close(x);
        pl_treebank_close(y);
        pl_evaluation_free(a);
        pl_evaluation_free(b);
    }
    assert_null(pl_evaluation_json(NULL, NULL));
    assert_null(pl_evaluation_json_of_last(NULL, 1, NULL));
}

/* Which nodes are right, in the example of docs/evaluation.md; and words, without punctuation. */
static void marks_as_json(void **state)
{
    static const struct {
        const char *gold, *candidate, *want;
    } cases[] = {
        {"(ROOT (S (VP (V 0=saw) (ADV 5=there)) ($, 4=,) (NP (D 1=the) (A 2=old) (N 3=man))))",
         "(ROOT (S (VP (V 0=saw) ($, 4=,) (ADV 5=there)) (PP (D 1=the) (X 2=old) (N 3=man))))",
         "\"nodes\": {\"right\": [[7, 7], [8, 8]], \"label\": [[9, 9]], \"missed\": [], "
         "\"wrong\": []}, \"tags\": [2], \"words\": 5}"},
        {"(S (NP (A 0=a) (A 1=b)) (A 2=c))", "(S (A 0=a) (VP (A 1=b) (A 2=c)))",
         "\"nodes\": {\"right\": [[3, 3]], \"label\": [], \"missed\": [4], \"wrong\": [4]}, "
         "\"tags\": [], \"words\": 3}"},
        {"(S (NP (A 0=a) (A 1=b)) (A 2=c))", NULL,
         "\"nodes\": {\"right\": [], \"label\": [], \"missed\": [3, 4], \"wrong\": []}, "
         "\"tags\": [0, 1, 2], \"words\": 3}"},
        {"1\ta\t_\tA\tA\t_\t2\tx\t_\t_\n2\tb\t_\tA\tA\t_\t0\ty\t_\t_\n3\t.\t_\tA\tA\t_\t2\tz\t_\t_\n\n",
         "1\ta\t_\tA\tA\t_\t2\tu\t_\t_\n2\tb\t_\tA\tA\t_\t3\ty\t_\t_\n3\t.\t_\tA\tA\t_\t0\tz\t_\t_\n\n",
         "\"tokens\": 2, \"uas\": 50.0, \"las\": 0.0, \"heads\": 1, \"both\": 0, \"words\": "
         "{\"head\": [1], \"relation\": [0]}}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        const pl_sentence *gold, *candidate = NULL;
        const char *b = cases[i].candidate, *a = cases[i].gold;
        pl_treebank *x = pl_treebank_from_memory(a, strlen(a), NULL, &error);
        pl_treebank *y = b != NULL ? pl_treebank_from_memory(b, strlen(b), NULL, &error) : NULL;
        pl_evaluation *e = pl_evaluation_new(NULL, &error);
        assert_int_equal(pl_treebank_next(x, &gold, &error), 1);
        if (y != NULL)
            assert_int_equal(pl_treebank_next(y, &candidate, &error), 1);
        assert_int_equal(pl_evaluation_add(e, gold, candidate, &error), 0);
        char *row = pl_evaluation_json_of_last(e, 7, &error);
        assert_non_null(strstr(row, "{\"sentence\": 7"));
        if (strstr(row, cases[i].want) == NULL)
            fail_msg("%s", row);
        pl_text_free(row);
        pl_evaluation_free(e);
        pl_treebank_close(x);
        pl_treebank_close(y);
    }
}

/* A sentence of CoNLL-U. */
static pl_sentence *conllu(const char *text)
{
    pl_error error;
    const pl_sentence *s;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), "conllu", &error);
    if (in == NULL || pl_treebank_next(in, &s, &error) != 1)
        fail_msg("%s", error.text);
    pl_sentence *copy = pl_sentence_copy(s);
    pl_treebank_close(in);
    return copy;
}

/* The measures of CoNLL 2018: asked for, or because the words of one pair differ; sums of
 * all pairs in either case. */
static void scores_other_words(void **unused)
{
    (void)unused;
    pl_error error;
    pl_sentence *whole = conllu("1\tab\t_\tX\t_\t_\t2\tdet\t_\t_\n"
                                "2\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n");
    pl_sentence *cut = conllu("1\ta\t_\tX\t_\t_\t3\tdet\t_\t_\n"
                              "2\tb\t_\tX\t_\t_\t3\tdet\t_\t_\n"
                              "3\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n");
    static const struct {
        uint32_t conll18;
        bool differ;
        const char *words; /* of the JSON text; NULL: it is that of attachment scores */
    } cases[] = {
        {0, false, NULL},
        {0, true, "\"words\": {\"precision\": 60.0, \"recall\": 75.0,"},
        {1, false, "\"words\": {\"precision\": 100.0, \"recall\": 100.0,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_evaluation *e = pl_evaluation_new(
            &(pl_evaluation_options){.universal = 1, .conll18 = cases[i].conll18},
            &error);
        assert_int_equal(pl_evaluation_add(e, whole, whole, &error), 0);
        if (cases[i].differ)
            assert_int_equal(pl_evaluation_add(e, whole, cut, &error), 0);
        char *text = pl_evaluation_json(e, &error);
        assert_non_null(strstr(text, cases[i].words != NULL ? cases[i].words
                                                            : "\"exact_heads\": 100.0"));
        assert_int_equal(strstr(text, "\"blex\"") != NULL, cases[i].words != NULL);
        pl_text_free(text);
        pl_evaluation_free(e);
    }
    pl_sentence_free(whole);
    pl_sentence_free(cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_as_json),
        cmocka_unit_test(marks_as_json),
        cmocka_unit_test(scores),
        cmocka_unit_test(errors),
        cmocka_unit_test(scores_dependencies),
        cmocka_unit_test(scores_other_words),
        cmocka_unit_test(scores_files),
        cmocka_unit_test(compares),
        cmocka_unit_test(nothing_given),
        cmocka_unit_test(counts),
        cmocka_unit_test(fragments),
        cmocka_unit_test(grammars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
