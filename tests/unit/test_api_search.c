/* Searching through pleach.h alone. */
#include "unit.h"

#include "pleach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) "
                           "(VAINF 3=werden)) (VMFIN 1=muss))\n";

static pl_sentence *sentence(const char *trees, const char *format)
{
    const pl_sentence *s;
    pl_treebank *in = pl_treebank_from_memory(trees, strlen(trees), format, NULL);
    assert_int_equal(pl_treebank_next(in, &s, NULL), 1);
    pl_sentence *copy = pl_sentence_copy(s);
    pl_treebank_close(in);
    return copy;
}

static pl_search *compile(const char *query, const char *templates)
{
    pl_error error;
    pl_search *search = pl_search_new(query, templates, NULL, NULL, &error);
    if (search == NULL)
        fail_msg("%s: %s", query, error.text);
    return search;
}

/* Matches as "#a=2,3 #b=;": for each variable the words of its node. */
static void show(const pl_search *search, const pl_sentence *s, int n, char *to,
                 size_t room)
{
    size_t at = 0;
    to[0] = '\0';
    for (int i = 0; i < n; i++) {
        for (uint32_t v = 0; v < pl_search_variables(search); v++) {
            const char *name = pl_search_variable(search, v);
            uint32_t words[64], node = pl_search_node(search, (size_t)i, v);
            uint32_t n_words = pl_sentence_yield(s, node, words, 64);
            assert_int_equal(pl_search_node_named(search, (size_t)i, name), node);
            at += (size_t)snprintf(to + at, room - at, "%s%s=", v > 0 ? " " : "", name);
            for (uint32_t w = 0; w < n_words; w++)
                at += (size_t)snprintf(to + at, room - at, "%s%u", w > 0 ? "," : "",
                                       words[w]);
        }
        at += (size_t)snprintf(to + at, room - at, ";");
    }
}

/* All sentences of a corpus are those of the treebank, with the same matches at the same
 * nodes of theirs. */
static void corpora(void **unused)
{
    (void)unused;
    static const char *const paths[] = {
        "tests/data/dutch.discbracket", "tests/data/german.export",
        "tests/data/danish.conllx", "tests/data/german.tiger.xml"};
    pl_error error;
    pl_search *search = compile("#n:[NT] & discontinuous(#n)", NULL);
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
        const pl_sentence *s;
        char want[2000], found[2000];
        pl_treebank *in = pl_treebank_open(paths[k], NULL, &error);
        pl_corpus *corpus = pl_corpus_read(in, &error);
        pl_treebank_close(in);
        in = pl_treebank_open(paths[k], NULL, &error);
        size_t i = 0;
        for (; pl_treebank_next(in, &s, &error) > 0; i++) {
            pl_sentence *copy = pl_corpus_sentence(corpus, i, &error);
            char *a = pl_sentence_text(s, "json", &error);
            char *b = pl_sentence_text(copy, "json", &error);
            assert_string_equal(a, b);
            assert_string_equal(pl_corpus_format(corpus, i), pl_treebank_format(in));
            show(search, s, pl_search_find(search, s, i + 1, &error), want, sizeof want);
            show(search, copy, pl_search_find_at(search, corpus, i, &error), found,
                 sizeof found);
            assert_string_equal(want, found);
            pl_text_free(a);
            pl_text_free(b);
            pl_sentence_free(copy);
        }
        assert_true(i > 0 && i == pl_corpus_size(corpus));
        assert_null(pl_corpus_sentence(corpus, i, &error));
        assert_int_equal(error.code, PL_BAD_ARGUMENT);
        assert_int_equal(pl_search_find_at(search, corpus, i, &error), -1);
        assert_null(pl_corpus_format(corpus, i));
        pl_treebank_close(in);
        pl_corpus_free(corpus);
    }
    pl_search_free(search);
}

static void finds(void **unused)
{
    (void)unused;
    static const struct {
        const char *query, *templates;
        int n;
        const char *matches;
    } cases[] = {
        {"#n:[cat=\"VP\"] & discontinuous(#n)", NULL, 2, "#n=0,2,3;#n=0,2;"},
        {"#n:[cat=\"VP\"] > #w:[pos=/V.*/]", NULL, 2, "#n=0,2,3 #w=3;#n=0,2 #w=2;"},
        {"#a:[word=\"muss\"] | #b:[word=\"werden\"]", NULL, 2, "#a=1 #b=;#a= #b=3;"},
        {"Verb(#v)", "Verb(#x) <- #x:[pos=/VV.*/] ;", 1, "#v=2;"},
        {"not([cat=\"NP\"])", NULL, 1, ";"},
        {"#n:[cat=\"NP\"]", NULL, 0, ""},
    };
    pl_sentence *s = sentence(text, "discbracket");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[200];
        pl_search *search = compile(cases[i].query, cases[i].templates);
        assert_int_equal(pl_search_find(search, s, 1, NULL), cases[i].n);
        show(search, s, cases[i].n, found, sizeof found);
        assert_string_equal(found, cases[i].matches);
        assert_int_equal(pl_search_is_cut(search), 0);
        pl_search_free(search);
    }
    pl_sentence_free(s);
}

/* Matches can be asked for when the sentence is gone, up to the next search. */
static void keeps_what_it_found(void **unused)
{
    (void)unused;
    pl_search *search = compile("#n:[cat=\"S\"] & sentence(number=2)", NULL);
    pl_sentence *s = sentence(text, "discbracket");
    uint32_t root = pl_sentence_root(s);
    assert_int_equal(pl_search_find(search, s, 1, NULL), 0);
    assert_int_equal(pl_search_find(search, s, 2, NULL), 1);
    pl_sentence_free(s);
    assert_int_equal(pl_search_node(search, 0, 0), root);
    assert_int_equal(pl_search_node(search, 1, 0), PL_NONE);
    assert_int_equal(pl_search_node(search, 0, 1), PL_NONE);
    assert_int_equal(pl_search_node_named(search, 0, "#m"), PL_NONE);
    assert_null(pl_search_variable(search, 1));
    s = sentence("(X (Y 0=a))\n", "discbracket");
    assert_int_equal(pl_search_find(search, s, 2, NULL), 0);
    assert_int_equal(pl_search_node(search, 0, 0), PL_NONE);
    pl_sentence_free(s);
    pl_search_free(search);
}

/* The root that only queries see has no number. */
static void words_without_tree(void **unused)
{
    (void)unused;
    pl_sentence *s =
        pl_sentence_new((const char *const[]){"a", "b"}, NULL, 2, NULL, NULL);
    pl_search *search = compile("#r:[cat=\"ROOT\"] > #w:[word=\"b\"]", NULL);
    assert_int_equal(pl_search_find(search, s, 1, NULL), 1);
    assert_int_equal(pl_search_node_named(search, 0, "#r"), PL_NONE);
    assert_int_equal(pl_search_node_named(search, 0, "#w"), 1);
    pl_search_free(search);
    pl_sentence_free(s);
    s = pl_sentence_new(NULL, NULL, 0, NULL, NULL);
    search = compile("[word=\"b\"]", NULL);
    assert_int_equal(pl_search_find(search, s, 1, NULL), 0);
    pl_search_free(search);
    pl_sentence_free(s);
}

static void says_where_a_query_is_wrong(void **unused)
{
    (void)unused;
    static const struct {
        const char *query, *templates;
        size_t line, column;
    } cases[] = {
        {"#n:[cat=\"ä\"] & &", NULL, 1, 16},
        {"#n:[cat=\"VP\"]\n  & nothing(#n)", NULL, 2, 5},
        {"", NULL, 1, 1},
        {"T(#n)", "T(#x) <- \n[cat=] ;", 2, 6},
        {"#n:[cat=\"\xff\"]", NULL, 1, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error = {0};
        size_t line = 0, column = 0;
        assert_null(
            pl_search_new(cases[i].query, cases[i].templates, &line, &column, &error));
        if (line != cases[i].line || column != cases[i].column)
            fail_msg("%s: line %zu, column %zu", error.text, line, column);
        assert_int_not_equal(error.code, PL_OK);
        assert_non_null(strstr(error.text, "column"));
        assert_null(pl_search_new(cases[i].query, cases[i].templates, NULL, NULL, NULL));
    }
    size_t line = 7, column = 7;
    assert_null(pl_search_new(NULL, NULL, &line, &column, NULL));
    assert_int_equal(line + column, 0);
}

/* 101 words in all combinations of three are more than a million. */
static void says_that_matches_were_left_out(void **unused)
{
    (void)unused;
    const char *words[101];
    for (size_t i = 0; i < 101; i++)
        words[i] = "a";
    pl_sentence *s = pl_sentence_new(words, NULL, 101, "S", NULL);
    pl_search *search =
        compile("#a:[word=\"a\"] & #b:[word=\"a\"] & #c:[word=\"a\"]", NULL);
    assert_int_equal(pl_search_find(search, s, 1, NULL), 1000000);
    assert_int_equal(pl_search_is_cut(search), 1);
    assert_int_equal(pl_search_node(search, 999999, 2) < 101, 1);
    assert_int_equal(pl_search_node(search, 1000000, 2), PL_NONE);
    pl_search_free(search);
    pl_sentence_free(s);
}

/* 30 words in all combinations of three take longer than no time. */
static void gives_up_at_its_deadline(void **unused)
{
    (void)unused;
    const char *words[30];
    pl_error error;
    for (size_t i = 0; i < 30; i++)
        words[i] = "a";
    pl_sentence *s = pl_sentence_new(words, NULL, 30, "S", NULL);
    pl_search *search =
        compile("#a:[word=\"a\"] & #b:[word=\"a\"] & #c:[word=\"a\"]", NULL);
    pl_search_until(search, -1);
    assert_int_equal(pl_search_find(search, s, 1, &error), -1);
    assert_int_equal(error.code, PL_STOPPED);
    pl_search_until(search, INFINITY);
    assert_int_equal(pl_search_find(search, s, 1, &error), 27000);
    pl_search_free(search);
    pl_sentence_free(s);
}

/* A search that fails leaves no matches of the one before. */
static void a_pattern_that_takes_too_long(void **unused)
{
    (void)unused;
    pl_error error;
    char word[2001] = {0};
    pl_search *search = compile("#w:[word=/((a+)+)+b|x/]", NULL);
    pl_sentence *s = pl_sentence_new((const char *const[]){"x"}, NULL, 1, "S", NULL);
    assert_int_equal(pl_search_find(search, s, 1, NULL), 1);
    memset(word, 'a', sizeof word - 1);
    pl_sentence_set(s, 0, PL_FIELD_WORD, word, NULL);
    assert_int_equal(pl_search_find(search, s, 1, &error), -1);
    assert_int_equal(error.code, PL_TOO_LARGE);
    assert_int_equal(pl_search_node(search, 0, 0), PL_NONE);
    pl_search_free(search);
    pl_sentence_free(s);
}

/* Tables are those of `count by`, also from a corpus, and with other keys. */
static void counts_by_values(void **unused)
{
    (void)unused;
    static const struct {
        const char *query, *keys, *first;
        size_t matches, sentences;
        int n_keys;
    } cases[] = {
        {"#n:[NT] & discontinuous(#n) count by #n.cat", NULL, "INF", 13, 9, 1},
        {"#n:[NT] & discontinuous(#n)", "#n.cat", "INF", 13, 9, 1},
        {"#n:[NT] & discontinuous(#n) count by #n.cat", "#n.cat, #n.gaps", "INF\t1", 13,
         9, 2},
        {"#n:[NT] & ingap(#w:[T],#n) count by #n.cat, #w.pos", NULL, "PPART\tWW-pv", 11,
         10, 2},
    };
    pl_error error;
    for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; k++) {
        pl_treebank *in = pl_treebank_open("tests/data/dutch.discbracket", NULL, &error);
        pl_corpus *corpus = k % 2 == 0 ? pl_corpus_read(in, &error) : NULL;
        pl_search *search = compile(cases[k / 2].query, NULL);
        const pl_sentence *s;
        size_t line = 9, column = 9, matches = 0, sentences = 0, number = 0, all = 0;
        assert_int_equal(
            pl_search_count_by(search, cases[k / 2].keys, &line, &column, &error),
            cases[k / 2].n_keys);
        assert_int_equal(line + column, 0);
        assert_non_null(pl_search_key(search, 0));
        assert_null(pl_search_key(search, (size_t)cases[k / 2].n_keys));
        for (size_t i = 0; i < pl_corpus_size(corpus); i++)
            all += (size_t)pl_search_tally_at(search, corpus, i, &error);
        while (corpus == NULL && pl_treebank_next(in, &s, &error) > 0)
            all += (size_t)pl_search_tally(search, s, ++number, &error);
        assert_string_equal(pl_search_row(search, 0, &matches, &sentences),
                            cases[k / 2].first);
        assert_int_equal(matches, cases[k / 2].matches);
        assert_int_equal(sentences, cases[k / 2].sentences);
        for (size_t i = 0; pl_search_row(search, i, &matches, NULL) != NULL; i++)
            all -= matches;
        assert_int_equal(all, 0);
        assert_null(pl_search_row(search, pl_search_rows(search), NULL, NULL));
        pl_search_free(search);
        pl_corpus_free(corpus);
        pl_treebank_close(in);
    }
    pl_search *search = compile("#n:[NT]", NULL);
    size_t line, column;
    assert_int_equal(pl_search_count_by(search, NULL, NULL, NULL, &error), 0);
    assert_int_equal(pl_search_count_by(search, "#n.nonsense", &line, &column, &error),
                     -1);
    assert_true(line == 1 && column > 1);
    assert_int_equal(pl_search_count_by(NULL, NULL, NULL, NULL, &error), -1);
    assert_int_equal(pl_search_rows(NULL), 0);
    pl_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpora),
        cmocka_unit_test(finds),
        cmocka_unit_test(keeps_what_it_found),
        cmocka_unit_test(words_without_tree),
        cmocka_unit_test(says_where_a_query_is_wrong),
        cmocka_unit_test(says_that_matches_were_left_out),
        cmocka_unit_test(gives_up_at_its_deadline),
        cmocka_unit_test(a_pattern_that_takes_too_long),
        cmocka_unit_test(counts_by_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
