/* Endings and where words are cut: entries, lookup, and what is learned from trees. */
#include "unit_text.h"

#include "text/segment.h"

static void entries(void **state)
{
    (void)state;
    static const struct {
        const char *entry;
        bool good;
    } cases[] = {
        {"a|b", true},  {"a|b|c", true}, {"ið", true},    {"^a", true},
        {"^a|b", true}, {"", false},     {"|", false},    {"|ab", true},
        {"ab|", false}, {"^", false},    {"^|ab", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_parts p = {0};
        if (pl_parts_add(&p, cases[i].entry) != cases[i].good)
            fail_msg("%s", cases[i].entry);
        assert_int_equal(p.cut.n, cases[i].good);
        pl_parts_release(&p);
    }
}

static void longest_ending(void **state)
{
    (void)state;
    pl_parts p = {0};
    const char *const list[] = {"ið", "ús|ið", "h|ús|ið", "^bið", "^skal|tu", "ús|ið"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        assert_true(pl_parts_add(&p, list[i]));
    static const struct {
        const char *word;
        pl_cuts cut;
    } cases[] = {
        {"þið", 0},
        {"lúsið", 1 << 2},
        {"úsið", 1 << 2},
        {"húsið", 1 << 2 | 1 << 4},
        {"skaltu", 1 << 2},
        {"upskaltu", 0},
        {"x", 0},
        {"", 0},
        {"kirkjuhúsið", 1 << 2 | 1 << 4},
    };
    assert_int_equal(p.cut.n, 5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (pl_parts_find(&p, cases[i].word, strlen(cases[i].word)) != cases[i].cut)
            fail_msg("%s", cases[i].word);
    assert_int_equal(pl_parts_by_ending(&p, "skaltu", 6), 0);
    pl_parts_release(&p);
}

/* The words that the rules make of a text, with blanks between them. */
static void words_of(const pl_rules *rules, const char *text, pl_str *out)
{
    pl_segmenter segmenter = pl_segmenter_of(rules);
    pl_segments words = {0};
    segmenter.cut(segmenter.context, text, strlen(text), &words);
    pl_str_clear(out);
    for (size_t i = 0; i < words.n; i++)
        pl_str_printf(out, "%s%s%.*s%s", i > 0 ? " " : "",
                      words.at[i].before != NULL ? words.at[i].before : "",
                      (int)(words.at[i].end - words.at[i].begin),
                      text + words.at[i].begin,
                      words.at[i].after != NULL ? words.at[i].after : "");
    PL_VEC_RELEASE(&words);
}

static void learn(pl_rules *rules, const char *const *sentences)
{
    pl_arena m = {0};
    pl_error err;
    pl_tree *trees[10];
    size_t n = 0;
    for (; *sentences != NULL; sentences++)
        trees[n++] = tree_from(&m, *sentences, "tokens");
    if (pl_rules_learn(rules, trees, n, &err) < 0)
        fail_msg("%s", err.text);
    pl_arena_release(&m);
}

static const char *const treebank[] = {
    "hús$ $ið er stórt",
    "borð$ $ið var brotið",
    "Skip$ $ið kom",
    "skal$ $tu fara",
    "hann hefur farið $ 5 x$ $",
    "í$ $hús$ $inu sá hann $ið skip$",
    NULL,
};

static void learned(void **state)
{
    (void)state;
    pl_rules rules, again;
    pl_error err;
    pl_str out = {0};
    assert_int_equal(
        pl_rules_parse(&rules, "test", "mark $\nclitics ra:1\nends .\n", &err), 0);
    learn(&rules, treebank);
    static const char *const cases[][2] = {
        {"Húsið er brotið", "Hús$ $ið er brotið"}, /* as seen, in any case */
        {"Blaðið SKIPIÐ", "Blað$ $ið SKIP$ $IÐ"},  /* the ending is cut more often */
        {"SKALTU vera", "SKAL$ $TU vera"}, /* clitics give way to what was learned */
        {"íhúsinu upskaltu", "í$ $hús$ $inu upskaltu"},
        {"farið $5", "farið $ 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        words_of(&rules, cases[i][0], &out);
        assert_string_equal(out.at, cases[i][1]);
    }
    /* what a model keeps is the text */
    assert_int_equal(pl_rules_parse(&again, "copy", rules.text.at, &err), 0);
    assert_int_equal(again.parts.cut.n, rules.parts.cut.n);
    assert_string_equal(again.text.at, rules.text.at);
    pl_rules_release(&again);
    pl_rules_release(&rules);
    pl_str_release(&out);
}

static void nothing_to_learn(void **state)
{
    (void)state;
    pl_rules rules;
    pl_error err;
    static const char *const texts[] = {"ends .\n", "mark $\nends .\n"};
    const char *const plain[] = {"a b", "c | d|e", "|", NULL}; /* bars are no cuts */
    for (int marked = 0; marked < 2; marked++) {
        assert_int_equal(pl_rules_parse(&rules, "test", texts[marked], &err), 0);
        learn(&rules, marked ? plain : treebank);
        assert_string_equal(rules.text.at, texts[marked]);
        assert_int_equal(rules.parts.cut.n, 0);
        pl_rules_release(&rules);
    }
}

static void mistakes(void **state)
{
    (void)state;
    pl_rules r;
    pl_error err;
    assert_int_equal(pl_rules_parse(&r, "test", "parts a|b\nparts a|\n", &err), -1);
    assert_string_equal(err.text, "test:2: no ending and its cuts: 'a|'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries),  cmocka_unit_test(longest_ending),
        cmocka_unit_test(learned),  cmocka_unit_test(nothing_to_learn),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
