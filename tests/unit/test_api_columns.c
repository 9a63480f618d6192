/* Many sentences at once through pleach.h: corpora of parts of treebanks and of words,
 * columns, sentences as bytes, and parsing of a whole corpus. */
#include "unit.h"

#include "pleach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = {"tests/data/dutch.discbracket",
                                    "tests/data/german.export",
                                    "tests/data/danish.conllx"};
enum { N_FILES = sizeof files / sizeof *files };

static pl_treebank *open_treebank(const char *path)
{
    pl_error error;
    pl_treebank *in = pl_treebank_open(path, NULL, &error);
    if (in == NULL)
        fail_msg("%s", error.text);
    return in;
}

/* -- columns -------------------------------------------------------------------------- */

/* A text of the columns, NULL for number 0. */
static const char *text_at(const pl_columns *c, uint32_t number)
{
    const char *at = c->texts;
    for (uint32_t i = 0; i < number; i++)
        at += strlen(at) + 1;
    return number > 0 ? at : NULL;
}

static void assert_same(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a != NULL)
        assert_string_equal(a, b);
}

static void assert_same_number(double a, double b)
{
    assert_true(isnan(a) ? isnan(b) : a == b);
}

/* Sentence i of the columns has what the functions for one field tell. */
static void check_columns(const pl_columns *c, size_t i, const pl_sentence *s)
{
    uint32_t length = pl_sentence_length(s), n = pl_sentence_nodes(s);
    assert_int_equal(c->node[i + 1] - c->node[i], n);
    assert_int_equal(c->word[i + 1] - c->word[i], length);
    assert_int_equal(c->root[i], pl_sentence_root(s));
    assert_same(text_at(c, c->id[i]), pl_sentence_id(s));
    assert_same(text_at(c, c->raw[i]), pl_sentence_raw(s));
    assert_same_number(c->confidence[i], pl_sentence_confidence(s, PL_NONE));
    for (uint32_t v = 0; v < n; v++) {
        uint32_t at = c->node[i] + v, words[200];
        assert_same(text_at(c, c->label[at]), pl_sentence_label(s, v));
        assert_same(text_at(c, c->function[at]), pl_sentence_function(s, v));
        assert_same(text_at(c, c->lemma[at]), pl_sentence_lemma(s, v));
        assert_same(text_at(c, c->morphology[at]), pl_sentence_morphology(s, v));
        assert_int_equal(c->parent[at], pl_sentence_parent(s, v));
        assert_int_equal(c->first_child[at], pl_sentence_first_child(s, v));
        assert_int_equal(c->next_sibling[at], pl_sentence_next_sibling(s, v));
        assert_int_equal(c->head_child[at], pl_sentence_head_child(s, v));
        assert_same_number(c->node_confidence[at], pl_sentence_confidence(s, v));
        if (pl_sentence_root(s) == PL_NONE)
            continue;
        assert_int_equal(c->size[at], pl_sentence_yield(s, v, words, 200));
        assert_int_equal(c->low[at], words[0]);
        assert_int_equal(c->blocks[at], pl_sentence_gap_degree(s, v) + 1);
    }
    for (uint32_t w = 0; w < length; w++) {
        uint32_t at = c->word[i] + w;
        assert_same(text_at(c, c->form[at]), pl_sentence_word(s, w));
        assert_same(text_at(c, c->relation[at]), pl_sentence_relation(s, w));
        assert_int_equal(c->head[at], pl_sentence_head(s, w));
        assert_int_equal(c->end[at], 0);
        assert_same_number(c->head_confidence[at], pl_sentence_head_confidence(s, w));
    }
}

static void columns_of_treebanks(void **state)
{
    for (size_t k = 0; k < N_FILES; k++) {
        pl_treebank *in = open_treebank(files[k]);
        pl_corpus *corpus = pl_corpus_read(in, NULL);
        pl_columns *c = pl_corpus_columns(corpus, NULL);
        assert_int_equal(c->n_sentences, pl_corpus_size(corpus));
        assert_int_equal(c->n_nodes, c->node[c->n_sentences]);
        assert_int_equal(c->n_words, c->word[c->n_sentences]);
        for (size_t i = 0; i < c->n_sentences; i++) {
            pl_sentence *s = pl_corpus_sentence(corpus, i, NULL);
            check_columns(c, i, s);
            const pl_sentence *const twice[] = {s, s};
            pl_corpus *copies = pl_corpus_of(twice, 2, NULL);
            pl_columns *own = pl_sentence_columns(s, NULL);
            pl_columns *two = pl_corpus_columns(copies, NULL);
            check_columns(own, 0, s);
            check_columns(two, 1, s);
            pl_columns_free(own);
            pl_columns_free(two);
            pl_corpus_free(copies);
            pl_sentence_free(s);
        }
        assert_ptr_equal(text_at(c, (uint32_t)c->n_texts), c->texts + c->n_bytes);
        pl_columns_free(c);
        pl_corpus_free(corpus);
        pl_treebank_close(in);
    }
}

/* -- parts of treebanks ----------------------------------------------------------------- */

static void some_of_each(void **state)
{
    static const char one[] = "(S (A 0=a))\n(S (B 0=b))\n(S (C 0=c))\n",
                      two[] = "(S (D 0=d))\n";
    pl_treebank *in[] = {pl_treebank_from_memory(one, sizeof one - 1, NULL, NULL),
                         pl_treebank_from_memory(two, sizeof two - 1, NULL, NULL)};
    static const size_t wanted[][3] = {{2, 1, 3}, {1, 0, 1}, {0, 0, 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        size_t counts[2];
        pl_corpus *c = pl_corpus_take(in, 2, 2, counts, NULL);
        assert_int_equal(counts[0], wanted[i][0]);
        assert_int_equal(counts[1], wanted[i][1]);
        assert_int_equal(pl_corpus_size(c), wanted[i][2]);
        pl_corpus_free(c);
    }
    pl_treebank_close(in[0]);
    pl_treebank_close(in[1]);
}

/* What stands in front of a broken sentence is given, then the reason, then the rest. */
static void broken_sentence(void **state)
{
    static const char text[] = "(S (A 0=a))\n(S (B 0=b)\n(S (C 0=c))\n";
    pl_treebank *in = pl_treebank_from_memory(text, sizeof text - 1, "discbracket", NULL);
    pl_error error = {0};
    pl_corpus *c = pl_corpus_take(&in, 1, 10, NULL, &error);
    assert_int_equal(pl_corpus_size(c), 1);
    pl_corpus_free(c);
    assert_null(pl_corpus_take(&in, 1, 10, NULL, &error));
    assert_int_equal(error.code, PL_BAD_INPUT);
    assert_non_null(strstr(error.text, ":2: sentence 2"));
    pl_treebank_close(in);
}

/* -- words ----------------------------------------------------------------------------- */

static void lists_of_words(void **state)
{
    static const uint32_t lengths[] = {2, 0, 1};
    static const char words[] = "Ja\0hoor\0Nee", tags[] = "A\0\0B";
    pl_error error;
    pl_corpus *corpus =
        pl_corpus_of_words(lengths, 3, words, sizeof words, tags, sizeof tags, &error);
    pl_columns *c = pl_corpus_columns(corpus, &error);
    assert_int_equal(c->n_words, 3);
    assert_int_equal(c->word[1], 2);
    assert_int_equal(c->word[2], 2);
    assert_string_equal(text_at(c, c->form[1]), "hoor");
    assert_string_equal(text_at(c, c->label[0]), "A");
    assert_null(text_at(c, c->label[1]));
    pl_columns_free(c);
    pl_corpus_free(corpus);
}

static void wrong_words(void **state)
{
    static const struct {
        uint32_t lengths[2];
        const char *words;
        size_t n_words;
        const char *tags;
        size_t n_tags;
        const char *why;
    } cases[] = {
        {{1, 1}, "a\0b", 3, NULL, 0, "the last text has no end"},
        {{1, 2}, "a\0b", 4, NULL, 0, "sentence 2: there are fewer texts than words"},
        {{1, 0}, "a\0b", 4, NULL, 0, "there are more texts than words"},
        {{1, 1}, "a\0b", 4, "A", 2, "sentence 2: there are fewer texts than words"},
        {{1, 1}, "a\0", 3, NULL, 0, "sentence 2: word 1 is empty"},
        {{1, 1}, "a\0\xff", 4, NULL, 0, "sentence 2: word 1 is not valid UTF-8"},
        {{1, 100001}, "a", 2, NULL, 0, "sentence 2: 100001 words; 100000 are the most"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error = {0};
        assert_null(pl_corpus_of_words(cases[i].lengths, 2, cases[i].words,
                                       cases[i].n_words, cases[i].tags, cases[i].n_tags,
                                       &error));
        assert_string_equal(error.text, cases[i].why);
    }
}

/* -- bytes ----------------------------------------------------------------------------- */

static void bytes_and_back(void **state)
{
    for (size_t k = 0; k < N_FILES; k++) {
        static const char *const formats[] = {"discbracket", "export", "conllx"};
        pl_treebank *in = open_treebank(files[k]);
        const pl_sentence *s;
        for (int number = 0; pl_treebank_next(in, &s, NULL) > 0; number++) {
            size_t n;
            char *bytes = pl_sentence_pack(s, &n, NULL);
            pl_sentence *again = pl_sentence_unpack(bytes, n, NULL);
            char *a = pl_sentence_text(s, formats[k], NULL);
            char *b = pl_sentence_text(again, formats[k], NULL);
            assert_string_equal(a, b);
            pl_text_free(a);
            pl_text_free(b);
            pl_sentence_free(again);
            for (size_t cut = 0; cut < n && number == 0;
                 cut++) /* each beginning is refused */
                assert_null(pl_sentence_unpack(bytes, cut, NULL));
            for (size_t at = 0; at < n && number < 3;
                 at++) { /* any other bytes are safe */
                bytes[at] ^= (char)(at * 37 % 255 + 1);
                pl_sentence_free(pl_sentence_unpack(bytes, n, NULL));
                bytes[at] ^= (char)(at * 37 % 255 + 1);
            }
            pl_text_free(bytes);
        }
        pl_treebank_close(in);
    }
}

/* -- parsing --------------------------------------------------------------------------- */

/* Words of a text know where they stand, in characters. */
static void check_places(const pl_model *model)
{
    static const char text[] = "Één kat. Zij slaapt.";
    pl_treebank *in = pl_model_text(model, text, sizeof text - 1, NULL);
    pl_corpus *corpus = pl_corpus_read(in, NULL);
    pl_columns *c = pl_corpus_columns(corpus, NULL);
    assert_int_equal(c->begin[0], 0);
    assert_int_equal(c->end[0], 3);
    assert_int_equal(c->begin[1], 4);
    assert_int_equal(c->end[c->n_words - 1], 20);
    pl_columns_free(c);
    pl_corpus_free(corpus);
    pl_treebank_close(in);
}

/* A corpus parses to the trees that its sentences parse to. */
static void parsing(void **state)
{
    char path[] = "/tmp/pleach-columns-XXXXXX";
    pl_error error;
    pl_train_options options = pl_train_defaults();
    close(mkstemp(path));
    options.epochs = 1;
    options.tagger = 1;
    options.tag_epochs = 1;
    assert_int_equal(pl_train(files, 1, NULL, path, &options, &error), 0);
    pl_model *model = pl_model_open(path, NULL, &error);
    pl_parser *parser = pl_parser_new(model);
    check_places(model);
    pl_treebank *in = open_treebank(files[0]);
    pl_corpus *corpus = pl_corpus_read(in, &error);
    pl_corpus *parsed = pl_parser_parse_corpus(parser, corpus, &error);
    assert_null(pl_parser_tree(parser, 0, NULL)); /* no sentence is the last one */
    assert_int_equal(pl_corpus_size(parsed), pl_corpus_size(corpus));
    for (size_t i = 0; i < pl_corpus_size(corpus); i++) {
        pl_sentence *s = pl_corpus_sentence(corpus, i, &error);
        pl_sentence *one = pl_parser_parse_sentence(parser, s, &error);
        pl_sentence *other = pl_corpus_sentence(parsed, i, &error);
        char *a = pl_sentence_text(one, "discbracket", &error);
        char *b = pl_sentence_text(other, "discbracket", &error);
        assert_string_equal(a, b);
        pl_text_free(a);
        pl_text_free(b);
        pl_sentence_free(s);
        pl_sentence_free(one);
        pl_sentence_free(other);
    }
    pl_constraints *wrong = pl_constraints_new();
    pl_constraints_put(wrong, "bracket", (uint32_t[]){0, 90}, 2, PL_NONE, "NP", &error);
    pl_parser_constrain(parser, wrong, &error);
    assert_null(pl_parser_parse_corpus(parser, corpus, &error));
    pl_constraints_free(wrong);
    pl_corpus_free(parsed);
    pl_corpus_free(corpus);
    pl_treebank_close(in);
    pl_parser_free(parser);
    pl_model_close(model);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_treebanks),
        cmocka_unit_test(some_of_each),
        cmocka_unit_test(broken_sentence),
        cmocka_unit_test(lists_of_words),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(bytes_and_back),
        cmocka_unit_test(parsing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
