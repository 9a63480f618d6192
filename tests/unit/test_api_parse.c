/* Parsing through pleach.h: words, sentences and text; trees that outlive the model; one
 * model and many parsers in as many threads. */
#include "toy_model.h"

#include "pleach.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { N_SENTENCES = 40, MAX_WORDS = 16, N_THREADS = 4 };

typedef struct fixture {
    char path[32];
    toy toy;
} fixture;

static int setup(void **state)
{
    fixture *f = pl_alloc_zero(1, sizeof *f);
    *f = (fixture){.path = "/tmp/pleach-api-XXXXXX"};
    close(mkstemp(f->path));
    toy_make(&f->toy, "sr-gap", 1, (pl_trainer_options){.beam = 3, .seed = 1});
    pl_about_set(&f->toy.model.about, "beam", "3");
    model_save(&f->toy.model, f->path);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    toy_release(&f->toy);
    unlink(f->path);
    free(f);
    return 0;
}

static pl_tree_model *open_model(const fixture *f, const pl_parse_options *options)
{
    pl_error error;
    pl_tree_model *model = pl_tree_model_open(f->path, options, &error);
    if (model == NULL)
        fail_msg("%s", error.text);
    return model;
}

/* Sentence i of the toy treebank, parsed. */
static pl_sentence *parse_words(pl_tree_parser *parser, const toy *t, uint32_t i)
{
    const char *words[MAX_WORDS], *tags[MAX_WORDS];
    const pl_tree *tree = t->trees[i];
    for (uint32_t k = 0; k < tree->n_tokens; k++) {
        words[k] = tree->tokens[k].word;
        tags[k] = tree->nodes[k].label;
    }
    return pl_tree_parser_parse(parser, words, tags, tree->n_tokens, NULL);
}

static void words_and_sentences(void **state)
{
    const fixture *f = *state;
    pl_tree_model *model = open_model(f, NULL);
    pl_tree_parser *parser = pl_tree_parser_new(model);
    assert_non_null(strstr(pl_tree_model_about(model), "system: sr-gap"));
    assert_int_equal(pl_tree_model_tags(model), 0);
    pl_sentence *kept[N_SENTENCES];
    char *before[N_SENTENCES];
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        kept[i] = parse_words(parser, &f->toy, i);
        assert_non_null(kept[i]);
        assert_int_equal(pl_sentence_length(kept[i]), f->toy.trees[i]->n_tokens);
        assert_true(pl_sentence_root(kept[i]) != PL_NONE);
        before[i] = pl_sentence_text(kept[i], "discbracket", NULL);
        pl_sentence *again = pl_tree_parser_sentence(parser, kept[i], NULL);
        char *text = pl_sentence_text(again, "discbracket", NULL);
        assert_string_equal(text, before[i]);
        pl_text_free(text);
        pl_sentence_free(again);
    }
    pl_tree_parser_close(parser);
    pl_tree_model_close(model);
    for (uint32_t i = 0; i < N_SENTENCES; i++) { /* they need the model no more */
        char *text = pl_sentence_text(kept[i], "discbracket", NULL);
        assert_string_equal(text, before[i]);
        pl_text_free(text);
        pl_text_free(before[i]);
        pl_sentence_free(kept[i]);
    }
}

static void several_trees(void **state)
{
    const fixture *f = *state;
    pl_parse_options options = {.beam = 8, .nbest = 4};
    pl_tree_model *model = open_model(f, &options);
    pl_tree_parser *parser = pl_tree_parser_new(model);
    double score, last = 0;
    uint32_t most = 0;
    assert_null(pl_tree_parser_tree(parser, 0, &score));
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence *best = parse_words(parser, &f->toy, i), *other;
        uint32_t n = 0;
        for (; (other = pl_tree_parser_tree(parser, n, &score)) != NULL; n++) {
            assert_true(n == 0 || score <= last);
            last = score;
            if (n == 0) {
                char *a = pl_sentence_text(best, "discbracket", NULL);
                char *b = pl_sentence_text(other, "discbracket", NULL);
                assert_string_equal(a, b);
                pl_text_free(a);
                pl_text_free(b);
            }
            pl_sentence_free(other);
        }
        assert_in_range(n, 1, 4);
        most = n > most ? n : most;
        pl_sentence_free(best);
    }
    assert_int_equal(most, 4);
    pl_tree_parser_close(parser);
    pl_tree_model_close(model);
}

static void text(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_tree_model *model = open_model(f, NULL);
    pl_tree_parser *parser = pl_tree_parser_new(model);
    const char *bytes = "A b, c. \xff\n\nD?";
    static const char *const want[] = {"A b, c. \ufffd", "D?"};
    pl_treebank *in = pl_tree_model_text(model, bytes, strlen(bytes), &error);
    assert_non_null(in);
    const pl_sentence *s;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pl_treebank_next(in, &s, &error), 1);
        assert_string_equal(pl_sentence_raw(s), want[i]);
        pl_sentence *tree = pl_tree_parser_sentence(parser, s, &error);
        assert_true(pl_sentence_root(tree) != PL_NONE);
        for (uint32_t k = 0; k < pl_sentence_length(tree); k++) {
            size_t begin, end;
            const char *word = pl_sentence_word(tree, k);
            assert_int_equal(pl_sentence_place(tree, k, &begin, &end), 0);
            if (word[0] != '\xef')
                assert_memory_equal(bytes + begin, word, strlen(word));
            assert_int_equal(end - begin, word[0] != '\xef' ? strlen(word) : 1);
        }
        assert_int_equal(pl_sentence_place(tree, 99, NULL, NULL), -1);
        pl_sentence_free(tree);
    }
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
    in = pl_tree_model_text(model, NULL, 0, &error);
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
    assert_null(pl_tree_model_read(model, "/nowhere/at/all", NULL, &error));
    assert_null(pl_tree_model_read(model, "/dev/null", "nonsense", &error));
    pl_tree_parser_close(parser);
    pl_tree_model_close(model);
}

static void bad_words(void **state)
{
    const fixture *f = *state;
    pl_tree_model *model = open_model(f, NULL);
    pl_tree_parser *parser = pl_tree_parser_new(model);
    const char *word = "a", *empty = "", *none = NULL, *latin1 = "\xe9";
    pl_error error;
    assert_null(pl_tree_parser_parse(parser, &empty, &word, 1, &error));
    assert_string_equal(error.text, "word 1 is empty");
    assert_null(pl_tree_parser_parse(parser, &none, &word, 1, &error));
    assert_null(pl_tree_parser_parse(parser, &latin1, NULL, 1, &error));
    assert_string_equal(error.text, "word 1 or its tag is not valid UTF-8");
    assert_null(pl_tree_parser_parse(parser, &word, &latin1, 1, NULL));
    assert_null(pl_tree_parser_parse(parser, &word, NULL, PL_MAX_TOKENS + 1, &error));
    pl_sentence *s = pl_tree_parser_parse(parser, NULL, NULL, 0, &error);
    assert_int_equal(pl_sentence_length(s), 0);
    assert_null(pl_tree_parser_tree(parser, 0, NULL));
    pl_sentence_free(s);
    s = pl_tree_parser_parse(parser, &word, &none, 1, &error);
    assert_int_equal(pl_sentence_length(s), 1);
    assert_int_equal(pl_sentence_place(s, 0, NULL, NULL), -1);
    pl_sentence_free(s);
    pl_tree_parser_close(parser);
    pl_tree_model_close(model);
}

/* -- threads ----------------------------------------------------------------------- */

typedef struct task {
    const pl_tree_model *model;
    const toy *toy;
    unsigned number;
    char *trees[N_SENTENCES];
    size_t n_text;
} task;

/* Each thread parses all sentences, beginning with another one, and a text. */
static void *parse_all(void *argument)
{
    task *t = argument;
    static const char bytes[] = "One two. Three (four)!\n\nFive.";
    pl_tree_parser *parser = pl_tree_parser_new(t->model);
    for (uint32_t k = 0; k < N_SENTENCES; k++) {
        uint32_t i = (k + t->number * 7) % N_SENTENCES;
        pl_sentence *s = parse_words(parser, t->toy, i);
        t->trees[i] = pl_sentence_text(s, "discbracket", NULL);
        pl_sentence_free(s);
    }
    pl_treebank *in = pl_tree_model_text(t->model, bytes, sizeof bytes - 1, NULL);
    for (const pl_sentence *s; pl_treebank_next(in, &s, NULL) > 0; t->n_text++)
        pl_sentence_free(pl_tree_parser_sentence(parser, s, NULL));
    pl_treebank_close(in);
    pl_tree_parser_close(parser);
    return NULL;
}

static void threads_share_a_model(void **state)
{
    const fixture *f = *state;
    pl_tree_model *model = open_model(f, NULL);
    static task tasks[N_THREADS + 1];
    pthread_t threads[N_THREADS];
    for (unsigned i = 0; i <= N_THREADS; i++)
        tasks[i] = (task){.model = model, .toy = &f->toy, .number = i};
    for (unsigned i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, parse_all, &tasks[i]), 0);
    for (unsigned i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    parse_all(&tasks[N_THREADS]); /* alone */
    for (unsigned i = 0; i <= N_THREADS; i++) {
        assert_int_equal(tasks[i].n_text, 3);
        for (uint32_t k = 0; k < N_SENTENCES; k++)
            assert_string_equal(tasks[i].trees[k], tasks[N_THREADS].trees[k]);
    }
    for (unsigned i = 0; i <= N_THREADS; i++)
        for (uint32_t k = 0; k < N_SENTENCES; k++)
            pl_text_free(tasks[i].trees[k]);
    pl_tree_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_sentences),
        cmocka_unit_test(several_trees),
        cmocka_unit_test(text),
        cmocka_unit_test(bad_words),
        cmocka_unit_test(threads_share_a_model),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
