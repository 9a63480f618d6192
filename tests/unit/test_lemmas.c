/* Lemmas given forms, tags and morphology. */
#include "tag/lemmas.h"

#include "saved.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nouns in -s are plural, except news; names keep their capitals; was is be, and found is
 * find in the past only. */
enum { N = 40 };

typedef struct word {
    const char *form, *tag, *morph, *lemma;
} word;

static void set(pl_tree *t, uint32_t i, const word *w)
{
    t->tokens[i].word = w->form;
    t->tokens[i].coarse = w->tag;
    t->nodes[i].label = "T";
    t->nodes[i].morph = w->morph;
    t->nodes[i].lemma = w->lemma;
}

static void make(pl_arena *m, pl_tree *trees[N])
{
    static const word fixed[] = {
        {"news",  "NOUN", "Sing", "news" },
        {"was",   "AUX",  "Past", "be"   },
        {"found", "VERB", "Past", "find" },
        {"found", "VERB", "Inf",  "found"},
    };
    for (uint32_t i = 0; i < N; i++) {
        char *stem = pl_arena_printf(m, "w%c%c", 'a' + i % 7, 'b' + i % 5);
        trees[i] = pl_tree_new(m, 7);
        set(trees[i], 0, &(word){pl_arena_printf(m, "%ss", stem), "NOUN", "Plur", stem});
        set(trees[i], 1, &(word){stem, "NOUN", "Sing", stem});
        char *name = pl_arena_printf(m, "N%c%cs", 'a' + i % 7, 'b' + i % 5);
        set(trees[i], 2, &(word){name, "PROPN", NULL, name});
        for (uint32_t k = 0; k < 4; k++)
            set(trees[i], 3 + k, &fixed[k]);
    }
}

static void check(const pl_lemmas *x, pl_arena *m)
{
    static const word cases[] = {
        {"cats",   "NOUN",  "Plur", "cat"   },
        {"Dogs",   "NOUN",  "Plur", "dog"   },
        {"news",   "NOUN",  "Sing", "news"  },
        {"News",   "NOUN",  "Sing", "news"  },
        {"Paris",  "PROPN", NULL,   "Paris" },
        {"was",    "AUX",   "Past", "be"    },
        {"found",  "VERB",  "Past", "find"  },
        {"found",  "VERB",  "Inf",  "found" },
        {"whats",  "NEW",   NULL,   "whats" },
        {"no-tag", NULL,    NULL,   "no-tag"},
    };
    enum { N_CASES = sizeof cases / sizeof *cases };
    pl_tree *t = pl_tree_new(m, N_CASES);
    for (uint32_t i = 0; i < N_CASES; i++) {
        set(t, i, &cases[i]);
        t->nodes[i].label = NULL;
        t->nodes[i].lemma = i == 0 ? "given" : NULL;
    }
    pl_lemmas_label(x, t, false, NULL, m);
    assert_string_equal(t->nodes[0].lemma, "given");
    pl_lemmas_label(x, t, true, NULL, m);
    for (uint32_t i = 0; i < N_CASES; i++)
        assert_string_equal(t->nodes[i].lemma, cases[i].lemma);
    pl_lemmas_label(x, pl_tree_new(m, 0), true, NULL, m);
}

/* Words that come again, in the company of many others: lemmas that are remembered are those
 * that would be found. */
static void check_known(const pl_lemmas *x, pl_arena *m)
{
    static const char *const endings[] = {"", "s", "ed", "ING", "und", "-und-something-long"};
    static const char *const tags[] = {"VERB", "NOUN", "AUX", "NEW"};
    enum { N_WORDS = 6000, N_ENDINGS = sizeof endings / sizeof *endings };
    pl_memo known;
    pl_rng rng = {7};
    pl_tree *t = pl_tree_new(m, N_WORDS), *plain = pl_tree_new(m, N_WORDS);
    for (uint32_t i = 0; i < N_WORDS; i++) {
        uint32_t k = pl_rng_below(&rng, 1 + pl_rng_below(&rng, 4000));
        word w = {pl_arena_printf(m, "%x%s", k, endings[k % N_ENDINGS]), tags[k % 4],
                  k % 3 == 0 ? "Past" : NULL, NULL};
        set(t, i, &w);
        set(plain, i, &w);
    }
    pl_lemmas_memo(&known);
    for (int round = 0; round < 2; round++)
        pl_lemmas_label(x, t, true, &known, m);
    pl_lemmas_label(x, plain, true, NULL, m);
    for (uint32_t i = 0; i < N_WORDS; i++)
        assert_string_equal(t->nodes[i].lemma, plain->nodes[i].lemma);
    pl_memo_release(&known);
}

static void forms_and_lexicon_tell(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    pl_lemmas *again;
    pl_section_list list = {0};
    make(&m, trees);
    pl_lemmas *x = pl_lemmas_train(trees, N, &pl_classifier_epochs, &err);
    assert_non_null(x);
    check(x, &m);
    check_known(x, &m);
    pl_lemmas_put(x, &list);
    pl_sections *file = save_and_open(&list);
    assert_int_equal(pl_lemmas_from(&again, file, &err), 1);
    check(again, &m);
    pl_lemmas_free(again);
    pl_sections_close(file);
    pl_lemmas_free(x);
    pl_arena_release(&m);
}

static void nothing_to_learn_is_said(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = pl_tree_new(&m, 1);
    pl_error err;
    set(t, 0, &(word){"a", "X", NULL, NULL});
    assert_null(pl_lemmas_train(&t, 1, &pl_classifier_epochs, &err));
    assert_string_equal(err.text, "the treebank has no lemmas to learn from");
    t->nodes[0].lemma = "b"; /* no script comes twice, and none keeps a letter */
    pl_lemmas *x = pl_lemmas_train(&t, 1, &pl_classifier_epochs, &err);
    assert_non_null(x);
    t->nodes[0].lemma = NULL;
    pl_lemmas_label(x, t, false, NULL, &m);
    assert_string_equal(t->nodes[0].lemma, "b");
    pl_lemmas_free(x);
    pl_arena_release(&m);
}

/* The lexicon of a file must have keys in order and scripts that exist. */
static void damaged_lexicons_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        uint64_t keys[2];
        uint32_t values[2];
        size_t n_keys, n_values;
        int got;
    } cases[] = {
        {{1, 2}, {0, 0}, 2, 2, 1},
        {{2, 1}, {0, 0}, 2, 2, -1},
        {{1, 1}, {0, 0}, 2, 2, -1},
        {{1, 2}, {0, 1}, 2, 2, -1},
        {{1, 2}, {0, 0}, 2, 1, -1},
        {{1, 2}, {0, 0}, 1, 2, -1},
    };
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    make(&m, trees);
    pl_lemmas *x = pl_lemmas_train(trees, N, &pl_classifier_epochs, &err), *again;
    pl_section_list whole = {0};
    pl_lemmas_put(x, &whole);
    pl_sections *file = save_and_open(&whole);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const copied[] = {"lemmas", "lemmas.rows"};
        pl_section_list list = {0};
        const char *bytes;
        size_t n;
        for (int k = 0; k < 2; k++) {
            assert_true(pl_sections_find(file, copied[k], &bytes, &n));
            pl_sections_add(&list, copied[k], bytes, n);
        }
        pl_sections_add(&list, "lemmas.scripts", "l0,0,0:", 8);
        pl_sections_add_numbers(&list, "lemmas.keys", cases[i].keys, cases[i].n_keys, 8);
        pl_sections_add_numbers(&list, "lemmas.values", cases[i].values,
                                cases[i].n_values, 4);
        pl_sections *damaged = save_and_open(&list);
        assert_int_equal(pl_lemmas_from(&again, damaged, &err), cases[i].got);
        pl_lemmas_free(again);
        pl_sections_close(damaged);
    }
    pl_sections_close(file);
    pl_lemmas_free(x);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_and_lexicon_tell),
        cmocka_unit_test(nothing_to_learn_is_said),
        cmocka_unit_test(damaged_lexicons_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
