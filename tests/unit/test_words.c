/* Rare and unknown words. */
#include "trees.h"

#include "grammar/words.h"

static void signatures(void **unused)
{
    (void)unused;
    static const struct {
        const char *word;
        bool first;
        const char *signature;
    } cases[] = {
        {"Zwaardvis", false, "_UNK-C-s"},
        {"Zwaardvis", true, "_UNK-SC-s"},
        {"NATO", true, "_UNK-AC-o"},
        {"zwaardvis", false, "_UNK-L-s"},
        {"was", false, "_UNK-L"},
        {"1984", false, "_UNK-S-N"},
        {"1.984,5", false, "_UNK-S-n-P-C"},
        {"F-16", false, "_UNK-AC-n-H"},
        {"Élan", false, "_UNK-C-n"},
        {"idée", false, "_UNK-L-e"},
        {"EÉÉÉ", false, "_UNK-AC-é"},
        {"--", false, "_UNK-S-H"},
        {"xYZ", false, "_UNK-L"},
        {"中国中国", false, "_UNK-U-国"},
        {"", false, "_UNK-S"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str s = {0};
        pl_signature(cases[i].word, cases[i].first, &s);
        assert_string_equal(s.at, cases[i].signature);
        pl_str_release(&s);
    }
}

/* N has three words and is open, D two. */
static void rare_words_of_a_treebank(void **unused)
{
    (void)unused;
    static const char *const trees[] = {
        "(S (D 0=the) (N 1=dog))",
        "(S (D 0=the) (N 1=dog))",
        "(S (D 0=a) (N 1=horse))",
        "(S (N 0=Horses) (D 1=a))",
    };
    pl_arena m = {0};
    pl_forest f = {0};
    pl_rare r = {.rare = 1, .open = 2};
    pl_error err;
    pl_str room = {0};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pl_forest_add(&f, tree_of(&m, trees[i]), &err), 0);
    pl_rare_learn(&r, &f);
    assert_int_equal(r.open_tags.n, 1);
    assert_string_equal(r.open_tags.at[0], "N");
    assert_int_equal(r.known.n, 3);
    pl_rare_apply(&r, &f);
    static const char *const words[] = {"the", "dog",      "the",       "dog",
                                        "a",   "_UNK-L-e", "_UNK-SC-s", "a"};
    for (size_t i = 0, n = 0; i < f.nodes.n; i++) {
        const pl_production *q = &f.productions.at.at[f.nodes.at[i].production];
        if (q->word != NULL)
            assert_string_equal(q->word, words[n++]);
    }
    assert_string_equal(pl_rare_form(&r, "dog", true, &room), "dog");
    assert_string_equal(pl_rare_form(&r, "tower", false, &room), "_UNK-L-r");
    pl_str_release(&room);
    pl_rare_release(&r);
    pl_forest_release(&f);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signatures),
        cmocka_unit_test(rare_words_of_a_treebank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
