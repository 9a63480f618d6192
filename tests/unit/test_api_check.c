/* Checking through pleach.h alone. */
#include "unit.h"

#include "pleach.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TREEBANK "tests/data/dutch.discbracket"

/* Four sentences; the words of the NP are none in the last one. */
static const char text[] = "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=a))\n"
                           "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=b))\n"
                           "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=c))\n"
                           "(S (D 0=the) (N 1=dog) (V 2=barks) (X 3=d))\n";

static pl_check *start(const pl_check_options *options)
{
    pl_error error;
    pl_check *check = pl_check_new(options, &error);
    if (check == NULL)
        fail_msg("%s", error.text);
    return check;
}

static void add_text(pl_check *check)
{
    pl_error error;
    pl_treebank *in =
        pl_treebank_from_memory(text, sizeof text - 1, "discbracket", &error);
    if (pl_check_add_treebank(check, in, &error) < 0)
        fail_msg("%s", error.text);
    pl_treebank_close(in);
}

static void finds_and_corrects(void **unused)
{
    (void)unused;
    pl_error error;
    pl_check_options options = {.methods = 1u << PL_CHECK_VARIATION};
    pl_check *check = start(&options);
    add_text(check);
    assert_null(pl_check_finding(check, 0));
    assert_int_equal(pl_check_run(check, &error), 0);
    const pl_finding *f = pl_check_finding(check, 0);
    assert_non_null(f);
    assert_string_equal(f->file, "memory");
    assert_int_equal(f->number, 4);
    assert_string_equal(f->place, "D (the)");
    assert_string_equal(f->kind, "group");
    assert_string_equal(f->correction, "put D (the) N (dog) under a new NP");
    assert_true(f->scores[PL_CHECK_VARIATION] > 0 && f->scores[PL_CHECK_RULES] == 0);
    assert_int_equal(f->n_nodes, 2);
    assert_int_equal(f->nodes[0], 0);
    assert_int_equal(f->nodes[1], 1);
    char *after = pl_sentence_text(f->corrected, "discbracket", &error);
    assert_string_equal(after, "(S (NP (D 0=the) (N 1=dog)) (V 2=barks) (X 3=d))\n");
    pl_text_free(after);
    assert_int_equal(pl_sentence_nodes(f->sentence), 5);
    assert_int_equal(f->n_evidence, 3);
    assert_int_equal(f->evidence[2].number, 3);
    assert_string_equal(pl_sentence_label(f->evidence[2].sentence, f->evidence[2].node),
                        "NP");
    assert_non_null(strstr(f->reasons, "3 times NP"));
    assert_int_equal(pl_check_run(check, &error), -1); /* once is enough */
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_int_equal(pl_check_add(check, f->sentence, NULL, 1, &error), -1);
    pl_check_free(check);
}

/* Sentences one by one: they are copied; without a file there is no name. */
static void single_sentences(void **unused)
{
    (void)unused;
    const pl_sentence *s;
    pl_check_options options = {.limit = 1};
    pl_check *check = start(&options);
    pl_treebank *in = pl_treebank_from_memory(text, sizeof text - 1, "discbracket", NULL);
    for (size_t n = 10; pl_treebank_next(in, &s, NULL) > 0; n++)
        assert_int_equal(pl_check_add(check, s, NULL, n, NULL), 0);
    pl_treebank_close(in);
    assert_int_equal(pl_check_run(check, NULL), 0);
    const pl_finding *f = pl_check_finding(check, 0);
    assert_int_equal(f->number, 13);
    assert_null(f->file);
    assert_null(pl_check_finding(check, 1));
    pl_check_free(check);
}

static void long_sentences_are_left_out(void **unused)
{
    (void)unused;
    const char *words[501];
    for (size_t i = 0; i < 501; i++)
        words[i] = "w";
    pl_check *check = start(NULL);
    for (uint32_t n = 500; n <= 501; n++) {
        pl_sentence *s = pl_sentence_new(words, words, n, "S", NULL);
        assert_int_equal(pl_check_add(check, s, "file", 1, NULL), 0);
        pl_sentence_free(s);
    }
    assert_int_equal(pl_check_left_out(check), 1);
    pl_check_free(check);
}

static int stop(void *context, const char *what, double share)
{
    assert_true(share >= 0 && share <= 1);
    return strcmp(what, context) == 0;
}

/* With parsers of folds, and stopped on the way. */
static void folds(void **unused)
{
    (void)unused;
    static char parsing[] = "parsing", checking[] = "checking", never[] = "never";
    char *const ends[] = {parsing, checking, never};
    for (size_t i = 0; i < 3; i++) {
        pl_error error;
        pl_check_options options = {
            .folds = 2, .seed = 1, .threads = 2, .progress = stop, .context = ends[i]};
        pl_check *check = start(&options);
        for (int k = 0; k < 8; k++)
            add_text(check);
        int status = pl_check_run(check, &error);
        assert_int_equal(status, i < 2 ? -1 : 0);
        if (status < 0)
            assert_int_equal(error.code, PL_STOPPED);
        else
            assert_non_null(pl_check_finding(check, 0));
        pl_check_free(check);
    }
}

/* A model that was opened for other things gives the trees that check wants. */
static void with_model(void **unused)
{
    (void)unused;
    pl_error error;
    char path[] = "/tmp/pleach-check-XXXXXX";
    const char *treebank = TREEBANK;
    pl_train_options training = pl_train_defaults();
    training.epochs = training.tag_epochs = 1;
    training.tagger = 1;
    close(mkstemp(path));
    assert_int_equal(pl_train(&treebank, 1, NULL, path, &training, &error), 0);
    pl_model *model = pl_model_open(path, NULL, &error);
    pl_check_options options = {.methods = 1u << PL_CHECK_PARSER, .model = model};
    pl_check *check = start(&options);
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, &error);
    assert_int_equal(pl_check_add_treebank(check, in, &error), 0);
    assert_int_equal(pl_check_run(check, &error), 0);
    const pl_finding *f = pl_check_finding(check, 0);
    assert_non_null(f);
    assert_non_null(strstr(f->reasons, "that has not seen the sentence"));
    assert_string_equal(f->file, TREEBANK);
    pl_check_free(check);
    pl_treebank_close(in);
    pl_model_close(model);
    unlink(path);
}

static void options_that_do_not_fit(void **unused)
{
    (void)unused;
    static const struct {
        pl_check_options options;
        const char *says;
    } cases[] = {
        {{.methods = 1u << PL_N_CHECK_METHODS}, "5 methods"},
        {{.methods = 1u << PL_CHECK_PARSER}, "needs a model or folds"},
        {{.folds = 1}, "2 to 64"},
        {{.folds = 65}, "2 to 64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        assert_null(pl_check_new(&cases[i].options, &error));
        assert_int_equal(error.code, PL_BAD_ARGUMENT);
        assert_non_null(strstr(error.text, cases[i].says));
    }
    assert_string_equal(pl_check_method_name(PL_CHECK_STRUCTURE), "structure");
    assert_null(pl_check_method_name(PL_N_CHECK_METHODS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_and_corrects),
        cmocka_unit_test(single_sentences),
        cmocka_unit_test(long_sentences_are_left_out),
        cmocka_unit_test(folds),
        cmocka_unit_test(with_model),
        cmocka_unit_test(options_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
