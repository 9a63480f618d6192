/* Ends of sentences, and abbreviations, that are learned from a treebank. */
#include "text/segment.h"

#include "base/str.h"
#include "saved.h"
#include "unit_text.h"

#include <string.h>

enum { N = 60 };

static pl_tree *sentence(pl_arena *m, const char *text, bool paragraph)
{
    pl_tree *t = pl_tree_new(m, 1);
    t->tokens[0].word = "x";
    t->text = text;
    if (paragraph) {
        t->lines = pl_arena_alloc(m, sizeof *t->lines);
        *t->lines = (pl_line){.text = "# newpar"};
    }
    return t;
}

/* Sentences without a full stop, which begin with "then"; every tenth begins a paragraph. */
static void make_treebank(pl_arena *m, pl_tree *trees[N])
{
    static const char *const rest[] = {"he came", "it rained e.g. a lot", "we saw Mr. Fox. (Yes.)"};
    for (int i = 0; i < N; i++) {
        pl_str text = {0};
        pl_str_printf(&text, "then %s", rest[i % 3]);
        trees[i] = sentence(m, pl_arena_strndup(m, text.at, text.n), i % 10 == 0);
        pl_str_release(&text);
    }
}

/* The words of a text, with bars after its sentences. */
static void cut(const pl_rules *rules, const char *text, pl_str *out)
{
    pl_segments words = {0};
    pl_segmenter segmenter = pl_segmenter_of(rules);
    segmenter.cut(segmenter.context, text, strlen(text), &words);
    pl_str_clear(out);
    for (size_t i = 0; i < words.n; i++)
        pl_str_printf(out, "%.*s%s", (int)(words.at[i].end - words.at[i].begin),
                      text + words.at[i].begin, words.at[i].last ? "|" : " ");
    PL_VEC_RELEASE(&words);
}

static pl_boundary_scores learn(pl_rules *rules, size_t n_dev)
{
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    pl_boundary_scores scores = {0};
    make_treebank(&m, trees);
    if (pl_rules_parse(rules, "test", "ends . ? !\nabbreviations Mr. e.g.\n", &err) < 0 ||
        pl_boundaries_learn(rules, trees, N, trees, n_dev, &pl_classifier_epochs, &scores,
                            &err) < 0)
        fail_msg("%s", err.text);
    pl_arena_release(&m);
    return scores;
}

static void what_the_rules_do_not_know_is_learned(void **unused)
{
    (void)unused;
    pl_rules rules;
    pl_str out = {0};
    pl_boundary_scores s = learn(&rules, N);
    assert_true(s.rules < 50 && s.learned > 99.9);
    cut(&rules, "then he came then we saw Mr. Fox. (Yes.) then it rained", &out);
    assert_string_equal(out.at, "then he came|then we saw Mr. Fox . ( Yes . )|then it rained|");
    cut(&rules, "Mr. Fox", &out);
    assert_string_equal(out.at, "Mr. Fox|");
    cut(&rules, "", &out);
    assert_int_equal(out.n, 0);
    cut(&rules, "then\nit\nrained", &out); /* lines are not ends of sentences */
    assert_string_equal(out.at, "then it rained|");
    pl_rules_release(&rules);
    pl_str_release(&out);
}

static void spaces_may_be_lost(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rules rules;
    pl_error err;
    pl_boundary_scores s;
    pl_str out = {0};
    pl_tree *trees[N];
    for (int i = 0; i < N; i++)
        trees[i] = sentence(&m, i % 3 == 0 ? "See no.A now." : "A no.", false);
    assert_int_equal(pl_rules_parse(&rules, "test", "ends .\n", &err), 0);
    assert_int_equal(pl_boundaries_learn(&rules, trees, N, trees, N, &pl_classifier_epochs,
                                         &s, &err),
                     0);
    assert_true(s.learned > s.rules);
    cut(&rules, "See no.A now.A no.A no. A no.", &out);
    assert_string_equal(out.at, "See no . A now .|A no .|A no .|A no .|");
    pl_rules_release(&rules);
    pl_arena_release(&m);
    pl_str_release(&out);
}

static void rules_that_are_as_good_are_kept(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rules rules;
    pl_error err;
    pl_boundary_scores s;
    pl_tree *trees[N];
    for (int i = 0; i < N; i++)
        trees[i] = sentence(&m, i % 2 == 0 ? "He came." : "Who?", false);
    assert_int_equal(pl_rules_parse(&rules, "test", "ends . ?\n", &err), 0);
    assert_int_equal(pl_boundaries_learn(&rules, trees, N, trees, N, &pl_classifier_epochs,
                                         &s, &err),
                     0);
    assert_true(s.rules == 100 && s.learned <= 100);
    assert_int_equal(rules.boundaries.names.n, 0);
    trees[0]->text = NULL; /* without text there is nothing to learn */
    assert_int_equal(pl_boundaries_learn(&rules, trees, 1, NULL, 0, &pl_classifier_epochs, &s,
                                         &err),
                     0);
    assert_true(s.rules == 0 && s.learned == 0);
    pl_rules_release(&rules);
    pl_arena_release(&m);
}

static void models_keep_it(void **unused)
{
    (void)unused;
    pl_rules rules, again;
    pl_error err;
    pl_section_list list = {0};
    pl_str out = {0};
    learn(&rules, N);
    pl_rules_put(&rules, &list);
    pl_sections *file = save_and_open(&list);
    assert_int_equal(pl_rules_from(&again, file, &err), 1);
    cut(&again, "then he came then he came", &out);
    assert_string_equal(out.at, "then he came|then he came|");
    pl_rules_release(&again);
    pl_rules_release(&rules);
    pl_sections_close(file);
    pl_str_release(&out);
}

static void abbreviations_are_learned(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str text = {0};
    pl_rules rules;
    pl_error err;
    static const char *const sentences[] = {
        "Hv. forseti og hv. vinur kom .", /* seen twice */
        "Hann sá o.fl.", "Og o.fl.",      /* ends sentences */
        "Dr. no. x", "Dr. no. y",         /* listed, or more often without */
        "no .", "no .", "no .",           "sg. J. J. 3. 3. .. ..",
    };
    enum { N_SENTENCES = sizeof sentences / sizeof *sentences };
    pl_tree *trees[N_SENTENCES];
    for (size_t i = 0; i < N_SENTENCES; i++) {
        trees[i] = tree_from(&m, sentences[i], "tokens");
        trees[i]->text = sentences[i];
    }
    assert_int_equal(pl_rules_parse(&rules, "test", "ends .\nabbreviations dr.\n", &err), 0);
    pl_abbreviations_learn(&rules, trees, N_SENTENCES, &text);
    assert_string_equal(text.at, "\nabbreviations hv.\n\nendings o.fl.\n");
    pl_str_clear(&text);
    trees[0]->text = NULL; /* what has no text teaches nothing */
    pl_abbreviations_learn(&rules, trees, 1, &text);
    assert_int_equal(text.n, 0);
    pl_rules_release(&rules);
    pl_str_release(&text);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_rules_do_not_know_is_learned),
        cmocka_unit_test(spaces_may_be_lost),
        cmocka_unit_test(rules_that_are_as_good_are_kept),
        cmocka_unit_test(models_keep_it),
        cmocka_unit_test(abbreviations_are_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
