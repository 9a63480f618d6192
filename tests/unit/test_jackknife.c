/* Tags by taggers that did not see the sentence. */
#include "tag/tagger.h"

#include "unit.h"

#include <string.h>

enum { N = 20 };

/* Sentences "the THING runs": each thing occurs twice, in neighbouring sentences, but for
 * the last one, whose tag no other sentence has. */
static void make(pl_arena *m, pl_tree *trees[N])
{
    for (uint32_t i = 0; i < N; i++) {
        pl_tree *t = trees[i] = pl_tree_new(m, 3);
        t->tokens[0].word = "the";
        t->nodes[0].label = "DET";
        t->tokens[1].word = pl_arena_printf(m, "thing%u", i / 2);
        t->nodes[1].label = i + 1 < N ? "NOUN" : "ODD";
        t->tokens[2].word = "runs";
        t->nodes[2].label = "VERB";
    }
}

static void tags_come_from_the_others(void **unused)
{
    (void)unused;
    for (unsigned threads = 1; threads <= 3; threads++) {
        pl_arena m = {0};
        pl_tree *trees[N];
        pl_error err;
        size_t n_right;
        make(&m, trees);
        pl_jackknife how = {5, pl_tag_defaults, threads};
        how.options.epochs.n = 5;
        assert_int_equal(pl_jackknife_tags(trees, NULL, N, &how, &m, &n_right, &err), 0);
        assert_int_equal(n_right, 3 * N - 1);
        assert_string_equal(trees[0]->nodes[1].label, "NOUN");
        assert_string_equal(trees[N - 1]->nodes[1].label, "NOUN");
        assert_string_equal(trees[N - 1]->nodes[2].label, "VERB");
        pl_arena_release(&m);
    }
}

/* A twin is tagged by the tagger that has not seen the tree; no tagger learns from it. */
static void twins_get_tags_of_the_same_taggers(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[N], *twins[N];
    pl_error err;
    size_t n_right;
    make(&m, trees);
    make(&m, twins);
    for (uint32_t i = 0; i < N; i++) {
        twins[i]->tokens[1].word = "THING";
        twins[i]->nodes[1].label = "SHOUT";
    }
    pl_jackknife how = {5, pl_tag_defaults, 2};
    how.options.epochs.n = 5;
    assert_int_equal(pl_jackknife_tags(trees, twins, N, &how, &m, &n_right, &err), 0);
    assert_int_equal(n_right, 3 * N - 1);
    for (uint32_t i = 0; i < N; i++) {
        assert_string_equal(twins[i]->nodes[1].label, "NOUN");
        assert_string_equal(twins[i]->nodes[2].label, "VERB");
    }
    pl_arena_release(&m);
}

static void a_word_without_tag_is_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    size_t n_right;
    make(&m, trees);
    trees[7]->nodes[1].label = NULL;
    pl_jackknife how = {5, pl_tag_defaults, 2};
    assert_int_equal(pl_jackknife_tags(trees, NULL, N, &how, &m, &n_right, &err), -1);
    assert_string_equal(err.text, "word 2 (thing3) has no tag");
    assert_string_equal(trees[N - 1]->nodes[1].label, "ODD");
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_come_from_the_others),
        cmocka_unit_test(twins_get_tags_of_the_same_taggers),
        cmocka_unit_test(a_word_without_tag_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
