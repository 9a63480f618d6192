/* The public interface, used as a program uses it: pleach.h alone, no internal header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pleach.h"

static const char *const example =
    "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) "
    "(VMFIN 1=muss)) ($. 4=.))\n";

static pl_treebank *from_text(const char *text, const char *format)
{
    pl_error error;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), format, &error);
    if (in == NULL)
        fail_msg("%s", error.text);
    return in;
}

static void walks_over_a_tree(void **unused)
{
    (void)unused;
    pl_treebank *in = from_text(example, NULL);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_sentence_length(s), 5);
    assert_int_equal(pl_sentence_nodes(s), 9);
    uint32_t root = pl_sentence_root(s);
    assert_string_equal(pl_sentence_label(s, root), "ROOT");
    assert_int_equal(pl_sentence_parent(s, root), PL_NONE);
    uint32_t clause = pl_sentence_first_child(s, root);
    assert_string_equal(pl_sentence_label(s, clause), "S");
    assert_int_equal(pl_sentence_next_sibling(s, clause), 4);
    assert_int_equal(pl_sentence_next_sibling(s, 4), PL_NONE);
    assert_int_equal(pl_sentence_gap_degree(s, clause), 0);
    uint32_t inner = pl_sentence_parent(s, 0), words[5];
    assert_int_equal(pl_sentence_gap_degree(s, inner), 1);
    assert_int_equal(pl_sentence_yield(s, inner, words, 5), 2);
    assert_int_equal(words[0], 0);
    assert_int_equal(words[1], 2);
    assert_int_equal(pl_sentence_yield(s, clause, words, 2), 4);
    assert_int_equal(pl_sentence_yield(s, 3, words, 5), 1);
    assert_int_equal(words[0], 3);
    assert_string_equal(pl_sentence_word(s, 1), "muss");
    assert_null(pl_sentence_id(s));
    assert_int_equal(pl_sentence_head(s, 0), PL_NONE);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    pl_treebank_close(in);
}

static void numbers_out_of_range_are_nothing(void **unused)
{
    (void)unused;
    pl_treebank *in = from_text(example, NULL);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    const uint32_t bad[] = {9, 1000, PL_NONE, PL_ROOT_HEAD};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint32_t word;
        assert_null(pl_sentence_word(s, bad[i]));
        assert_null(pl_sentence_label(s, bad[i]));
        assert_null(pl_sentence_function(s, bad[i]));
        assert_null(pl_sentence_lemma(s, bad[i]));
        assert_null(pl_sentence_morphology(s, bad[i]));
        assert_null(pl_sentence_relation(s, bad[i]));
        assert_int_equal(pl_sentence_parent(s, bad[i]), PL_NONE);
        assert_int_equal(pl_sentence_first_child(s, bad[i]), PL_NONE);
        assert_int_equal(pl_sentence_next_sibling(s, bad[i]), PL_NONE);
        assert_int_equal(pl_sentence_head(s, bad[i]), PL_NONE);
        assert_int_equal(pl_sentence_gap_degree(s, bad[i]), 0);
        assert_int_equal(pl_sentence_yield(s, bad[i], &word, 1), 0);
    }
    assert_null(pl_sentence_word(s, 5)); /* a constituent has no word */
    pl_treebank_close(in);
}

static void reads_dependencies(void **unused)
{
    (void)unused;
    pl_treebank *in = from_text("1\tHan\than\tP\tPP\tcase=nom\t2\tsubj\t_\t_\n"
                                "2\tsover\tsove\tV\tVA\t_\t0\tROOT\t_\t_\n\n",
                                "conllx");
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_sentence_root(s), PL_NONE);
    assert_int_equal(pl_sentence_head(s, 0), 1);
    assert_int_equal(pl_sentence_head(s, 1), PL_ROOT_HEAD);
    assert_string_equal(pl_sentence_relation(s, 0), "subj");
    assert_string_equal(pl_sentence_lemma(s, 1), "sove");
    assert_string_equal(pl_sentence_morphology(s, 0), "case=nom");
    pl_treebank_close(in);
}

static void transforms_apply_in_order(void **unused)
{
    (void)unused;
    pl_error error;
    pl_treebank *in = from_text(example, NULL);
    assert_int_equal(pl_treebank_transform(in, "max-length", "4", NULL), 0);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    assert_int_equal(pl_treebank_transform(in, "max-length", NULL, &error), -1);
    assert_string_equal(error.text, "the transform 'max-length' takes N");
    assert_int_equal(pl_treebank_transform(in, "max-length", "x", &error), -1);
    assert_int_equal(pl_treebank_transform(in, "none", NULL, &error), -1);
    assert_string_equal(error.text, "there is no transform 'none'");
    pl_treebank_close(in);
}

/* What cannot be transformed is named by its place, and the next sentence follows. */
static void a_failed_transform_names_the_place(void **unused)
{
    (void)unused;
    pl_error error;
    const pl_sentence *s;
    pl_treebank *in =
        from_text("(S (A 0=a) (A 1=b))\n(S (A 0=b) (B 1=c))\n(A 0=d)\n", "discbracket");
    assert_int_equal(pl_treebank_transform(in, "dependencies", NULL, NULL), 0);
    assert_int_equal(pl_treebank_next(in, &s, &error), -1);
    assert_string_equal(
        error.text,
        "memory:1: sentence 1: a node S has no head; mark heads by rules first");
    assert_int_equal(pl_treebank_next(in, &s, &error), -1);
    assert_non_null(strstr(error.text, "memory:2: sentence 2: "));
    assert_int_equal(pl_treebank_next(in, &s, &error), 1);
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
}

/* CoNLL gets the dependencies of marked heads, and the sentence stays as it is. */
static void heads_become_dependencies(void **unused)
{
    (void)unused;
    static const char expected[] = "1\ta\t_\t_\tNN\t_\t0\tS\t_\t_\n\n";
    const pl_sentence *s;
    pl_treebank *in = from_text("(S (NN 0=a))\n", "discbracket");
    assert_int_equal(pl_treebank_transform(in, "heads", "negra", NULL), 0);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    pl_output *out = pl_output_memory("conllx", NULL);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pl_output_put(out, s, NULL), 0);
    char *text = pl_output_take(out, NULL), *one = pl_sentence_text(s, "conllx", NULL);
    assert_string_equal(one, expected);
    assert_string_equal(text + strlen(expected), expected);
    assert_int_equal(pl_sentence_head(s, 0), PL_NONE);
    pl_text_free(text);
    pl_text_free(one);
    pl_treebank_close(in);
}

/* Raw text needs no model. */
static void raw_text_is_read(void **unused)
{
    (void)unused;
    const pl_sentence *s;
    pl_treebank *in = from_text("One word. Two words.", "text");
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_sentence_length(s), 3);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    pl_treebank_close(in);
}

/* A sample is given out after the last sentence was read, and then there is nothing. */
static void samples_come_at_the_end(void **unused)
{
    (void)unused;
    pl_treebank *in = from_text("(S (T 0=a))\n(S (T 0=b) (T 1=c))\n(S (T 0=d))\n", NULL);
    assert_int_equal(pl_treebank_transform(in, "sample", "2", NULL), 0);
    assert_int_equal(pl_treebank_transform(in, "max-length", "2", NULL), 0);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 0);
    pl_treebank_close(in);
}

static void goes_on_after_a_broken_sentence(void **unused)
{
    (void)unused;
    pl_error error;
    pl_treebank *in =
        from_text("(ROOT (A 0=a))\n(ROOT (A 0=a)\n(ROOT (B 0=b))\n", "discbracket");
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, &error), 1);
    assert_int_equal(pl_treebank_next(in, &s, &error), -1);
    assert_non_null(strstr(error.text, "memory:2: sentence 2: "));
    assert_int_equal(pl_treebank_next(in, &s, &error), 1);
    assert_string_equal(pl_sentence_word(s, 0), "b");
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
}

static void formats_have_names(void **unused)
{
    (void)unused;
    const pl_sentence *s;
    static const char bytes[] = "(S (A 0=a) (B 1=b))\n";
    pl_treebank *in = pl_treebank_from_memory(bytes, sizeof bytes - 1, NULL, NULL);
    assert_null(pl_treebank_format(in));
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_string_equal(pl_treebank_format(in), "discbracket");
    pl_treebank_close(in);
    in = pl_treebank_open("tests/data/german.export", NULL, NULL);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_string_equal(pl_treebank_format(in), "export");
    pl_treebank_close(in);
}

static void copies_outlive_the_treebank(void **unused)
{
    (void)unused;
    pl_treebank *in = from_text(example, NULL);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    pl_sentence *copy = pl_sentence_copy(s);
    pl_treebank_close(in);
    char *text = pl_sentence_text(copy, "discbracket", NULL);
    assert_string_equal(text, example);
    pl_text_free(text);
    pl_sentence_free(copy);
    pl_sentence_free(NULL);
    pl_text_free(NULL);
}

static void writes_files(void **unused)
{
    (void)unused;
    char path[] = "/tmp/pleach-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    pl_error error;
    pl_treebank *in = from_text(example, NULL);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    pl_output *out = pl_output_open(path, "tagged", &error);
    assert_non_null(out);
    assert_int_equal(pl_output_put(out, s, &error), 0);
    assert_int_equal(pl_output_close(out, &error), 0);
    out = pl_output_open(path, "tokens", &error);
    assert_non_null(out);
    assert_int_equal(pl_output_put(out, s, &error), 0);
    pl_output_cancel(out); /* and the file is as it was */
    pl_output_cancel(NULL);
    pl_treebank_close(in);

    in = pl_treebank_open(path, "tagged", &error);
    assert_non_null(in);
    assert_int_equal(pl_treebank_next(in, &s, &error), 1);
    assert_string_equal(pl_sentence_word(s, 2), "nachgedacht");
    assert_string_equal(pl_sentence_label(s, 2), "VVPP");
    pl_treebank_close(in);
    unlink(path);
    assert_null(pl_treebank_open(path, NULL, &error));
    assert_non_null(strstr(error.text, path));
}

static void draws(void **unused)
{
    (void)unused;
    static const char *const marks[][2] = {
        {"text", "nachgedacht"}, {"svg", "<svg"}, {"latex", "tikz"}, {"html", "<html"}};
    pl_treebank *in = from_text(example, NULL);
    pl_error error;
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char *text = pl_sentence_draw(s, marks[i][0], &error);
        assert_non_null(text);
        assert_non_null(strstr(text, marks[i][1]));
        pl_text_free(text);
    }
    assert_null(pl_sentence_draw(s, "oil", &error));
    assert_string_equal(error.text, "there is no drawing called 'oil'");
    pl_treebank_close(in);
}

static void a_model_that_is_none(void **unused)
{
    (void)unused;
    pl_error error;
    assert_null(pl_model_open("/nowhere/at/all", NULL, &error));
    assert_non_null(strstr(error.text, "/nowhere/at/all"));
    assert_null(pl_model_open("/dev/null", NULL, &error));
    assert_null(pl_model_open("/dev/null", NULL, NULL));
    pl_parse_options wide = {.beam = 1000000};
    assert_null(pl_model_open(NULL, &wide, &error));
    assert_string_equal(error.text, "beam and nbest are at most 4096");
    pl_parser_free(NULL);
    pl_model_close(NULL);
}

static void failures_have_reasons(void **unused)
{
    (void)unused;
    pl_error error;
    assert_null(pl_treebank_from_memory("x", 1, "nonsense", &error));
    assert_string_equal(error.text, "there is no format 'nonsense'");
    assert_null(pl_treebank_from_memory("x", 1, "nonsense", NULL));
    assert_null(pl_treebank_open("/nowhere/at/all", NULL, &error));
    assert_non_null(strstr(error.text, "/nowhere/at/all"));
    assert_null(pl_output_open("/nowhere/at/all", "discbracket", &error));
    assert_null(pl_output_open("/tmp", NULL, &error));
    pl_treebank *in = from_text(example, NULL);
    const pl_sentence *s;
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    assert_null(pl_sentence_text(s, "bracket", &error)); /* the tree is discontinuous */
    assert_true(strlen(error.text) > 0);
    pl_treebank_close(in);
    pl_treebank_close(NULL);
    assert_int_equal(pl_output_close(NULL, NULL), 0);
}

static void lists_what_there_is(void **unused)
{
    (void)unused;
    size_t n = 0;
    for (const char *name; (name = pl_format_name(n)) != NULL; n++)
        assert_true(strlen(name) > 0);
    assert_true(n > 5);
    assert_null(pl_format_name(n + 1));
    assert_non_null(pl_transform_name(0));
    assert_null(pl_transform_name(1000));
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", PL_VERSION_MAJOR, PL_VERSION_MINOR,
             PL_VERSION_PATCH);
    assert_string_equal(pl_version(), version);
    assert_string_equal(PL_VERSION, version);
}

/* Several sentences are one document. */
static void memory(void **unused)
{
    (void)unused;
    pl_error error = {0};
    const pl_sentence *s;
    static const char trees[] = "(S (A 0=a))\n(S (B 0=b))\n";
    pl_output *out = pl_output_memory("discbracket", &error);
    pl_output *other = pl_output_memory("tigerxml", &error);
    pl_treebank *in = pl_treebank_from_memory(trees, strlen(trees), NULL, &error);
    while (pl_treebank_next(in, &s, &error) > 0) {
        assert_int_equal(pl_output_put(out, s, &error), 0);
        assert_int_equal(pl_output_put(other, s, &error), 0);
    }
    pl_treebank_close(in);
    char *text = pl_output_take(out, &error);
    assert_string_equal(text, trees);
    pl_text_free(text);
    text = pl_output_take(other, &error);
    assert_null(strstr(strstr(text, "<?xml") + 1, "<?xml"));
    pl_text_free(text);
    pl_output_cancel(pl_output_memory("export", &error));
    assert_int_equal(pl_output_close(pl_output_memory("export", &error), &error), 0);
    assert_null(pl_output_memory("plx", &error));
    assert_null(pl_output_memory("xyz", &error));
    assert_null(pl_output_memory(NULL, NULL));
    assert_null(pl_output_take(NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory),
        cmocka_unit_test(walks_over_a_tree),
        cmocka_unit_test(numbers_out_of_range_are_nothing),
        cmocka_unit_test(reads_dependencies),
        cmocka_unit_test(transforms_apply_in_order),
        cmocka_unit_test(a_failed_transform_names_the_place),
        cmocka_unit_test(heads_become_dependencies),
        cmocka_unit_test(raw_text_is_read),
        cmocka_unit_test(samples_come_at_the_end),
        cmocka_unit_test(goes_on_after_a_broken_sentence),
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(copies_outlive_the_treebank),
        cmocka_unit_test(writes_files),
        cmocka_unit_test(draws),
        cmocka_unit_test(a_model_that_is_none),
        cmocka_unit_test(failures_have_reasons),
        cmocka_unit_test(lists_what_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
