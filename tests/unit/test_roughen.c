/* Sentences as people might have typed them. */
#include "train/roughen.h"

#include "base/str.h"
#include "train/gold_trees.h"
#include "train/trainer.h"
#include "unit.h"

#include <string.h>

/* Words that depend on the first one, each with itself as its tag. */
static pl_tree *sentence(pl_arena *m, const char *const *words)
{
    uint32_t n = 0;
    while (words[n] != NULL)
        n++;
    pl_tree *t = pl_tree_new(m, n);
    t->has_deps = true;
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = t->nodes[i].label = words[i];
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : 0;
    }
    return t;
}

static const char *text_of(const pl_tree *t, pl_str *out)
{
    pl_str_clear(out);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_str_printf(out, "%s%s", i > 0 ? " " : "", t->tokens[i].word);
    return pl_str_text(out);
}

/* Whether the sentence becomes this text for one of the first seeds. */
static bool becomes(const char *const *words, const char *text)
{
    pl_str found = {0};
    bool same = false;
    for (uint64_t seed = 0; seed < 2000 && !same; seed++) {
        pl_arena m = {0};
        pl_rng rng = {seed};
        pl_tree *t = sentence(&m, words);
        pl_roughen(t, &rng);
        same = strcmp(text_of(t, &found), text) == 0;
        pl_arena_release(&m);
    }
    pl_str_release(&found);
    return same;
}

static void all_kinds_occur(void **unused)
{
    (void)unused;
    static const char *const said[] = {"\"", "Élan", "isn't", "all", "\"", "-", "OK", ".", NULL};
    static const char *const asked[] = {"Is", "it", "?", NULL};
    static const char *const typeset[] = {"“", "So", "”", "–", "…", NULL};
    static const char *const texts[] = {
        "\" élan isn't all \" - ok .",
        "\" ÉLAN ISN'T ALL \" - OK .",
        "\" élan isn't all \" - OK .",
        "\" élan isn't all \" - OK",
        "\" élan isn't all \" - OK !!!",
        "\" élan isn't all \" - OK …",
        "“ élan isn’t all ” – OK .",
        "„ élan isn’t all “ – OK .",
        "» élan isn’t all « – OK .",
        "“ élan isn’t all ” — ok .",
        "“ Élan isn’t all ” — OK !",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_true(becomes(said, texts[i]));
    assert_true(becomes(asked, "is it ?!"));
    assert_true(becomes(asked, "is it"));
    assert_true(becomes(asked, "is it ?"));
    assert_false(becomes(asked, "Is it !"));
    assert_true(becomes(typeset, "\" So \" - ..."));
}

/* A short sentence keeps its mark, and there is one word at least. */
static void little_is_left_alone(void **unused)
{
    (void)unused;
    static const char *const one[] = {".", NULL}, *const two[] = {"1", ".", NULL};
    static const char *const none[] = {NULL};
    assert_false(becomes(one, ""));
    assert_false(becomes(two, "1"));
    assert_true(becomes(none, ""));
}

static void tags_and_heads_stay(void **unused)
{
    (void)unused;
    static const char *const words[] = {"He", "said", "\"", "No", "\"", ".", NULL};
    for (uint64_t seed = 0; seed < 200; seed++) {
        pl_arena m = {0};
        pl_rng rng = {seed};
        pl_tree *t = sentence(&m, words);
        pl_roughen(t, &rng);
        assert_in_range(t->n_tokens, 5, 6);
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            assert_string_equal(t->nodes[i].label, words[i]);
            assert_int_equal(t->tokens[i].head, i == 0 ? PL_ROOT_HEAD : 0);
        }
        pl_arena_release(&m);
    }
}

static void twins_stand_behind_the_trees(void **unused)
{
    (void)unused;
    static const char *const words[] = {"To", "be", ".", NULL};
    pl_gold_trees a = {0}, b = {0};
    pl_str x = {0}, y = {0};
    size_t n_other = 0;
    for (int i = 0; i < 50; i++) {
        PL_PUSH(&a.trees, sentence(&a.arena, words));
        PL_PUSH(&b.trees, sentence(&b.arena, words));
    }
    assert_null(pl_gold_trees_twin(&a, 7));
    pl_gold_trees_roughen(&a, 1);
    pl_gold_trees_roughen(&b, 1);
    assert_int_equal(a.trees.n, 100);
    assert_int_equal(pl_gold_trees_n(&a), 50);
    for (size_t i = 0; i < 50; i++) {
        assert_string_equal(text_of(a.trees.at[i], &x), "To be .");
        assert_string_equal(text_of(pl_gold_trees_twin(&a, i), &x),
                            text_of(pl_gold_trees_twin(&b, i), &y));
        n_other += strcmp(pl_str_text(&x), "To be .") != 0;
    }
    assert_in_range(n_other, 40, 50);
    pl_str_release(&x);
    pl_str_release(&y);
    pl_gold_trees_release(&a);
    pl_gold_trees_release(&b);
}

static void epochs_take_others(void **unused)
{
    (void)unused;
    enum { N = 10000 };
    size_t n = 0, n_again = 0;
    for (size_t i = 0; i < N; i++) {
        bool first = pl_trainer_takes_twin(0.1, 1, 0, i);
        n += first;
        n_again += first && pl_trainer_takes_twin(0.1, 1, 1, i);
        assert_false(pl_trainer_takes_twin(0, 1, 0, i));
        assert_true(pl_trainer_takes_twin(1, 1, 0, i));
    }
    assert_in_range(n, N / 10 - 150, N / 10 + 150);
    assert_in_range(n_again, N / 100 - 50, N / 100 + 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_occur),
        cmocka_unit_test(little_is_left_alone),
        cmocka_unit_test(tags_and_heads_stay),
        cmocka_unit_test(twins_stand_behind_the_trees),
        cmocka_unit_test(epochs_take_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
