/* Morphology given the tags. */
#include "tag/morph.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nouns in -s are plural, others singular; an article has no morphology. */
enum { N = 40 };

static void make(pl_arena *m, pl_tree *trees[N])
{
    for (uint32_t i = 0; i < N; i++) {
        pl_tree *t = trees[i] = pl_tree_new(m, 2);
        t->tokens[0].word = "the";
        t->nodes[0].label = "DET";
        t->tokens[1].word = pl_arena_printf(m, "n%u%s", i, i % 2 ? "s" : "t");
        t->nodes[1].label = "N";
        t->nodes[1].morph = i % 2 ? "N(pl)" : "N(sg)";
    }
}

static pl_tree *new_sentence(pl_arena *m)
{
    static const char *const words[] = {"the", "cats", "cat", "what", "none"};
    static const char *const tags[] = {"DET", "N", "N", "NEW", NULL};
    pl_tree *t = pl_tree_new(m, 5);
    for (uint32_t i = 0; i < 5; i++) {
        t->tokens[i].word = words[i];
        t->nodes[i].label = tags[i];
        t->nodes[i].morph = "wrong";
    }
    return t;
}

static void check(const pl_morph *morph, pl_arena *m)
{
    pl_tree *t = new_sentence(m);
    pl_morph_label(morph, t, true, m);
    assert_null(t->nodes[0].morph);
    assert_string_equal(t->nodes[1].morph, "N(pl)");
    assert_string_equal(t->nodes[2].morph, "N(sg)");
    assert_null(t->nodes[3].morph);
    assert_null(t->nodes[4].morph);
    pl_morph_label(morph, pl_tree_new(m, 0), true, m);
}

static void endings_tell(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    pl_morph *again;
    make(&m, trees);
    pl_morph *morph = pl_morph_train(trees, N, &pl_classifier_epochs, &err);
    assert_non_null(morph);
    check(morph, &m);

    pl_section_list list = {0};
    char path[] = "/tmp/pleach-morph-XXXXXX";
    assert_true(mkstemp(path) >= 0);
    pl_morph_put(morph, &list);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections *file = pl_sections_open(path, &err);
    assert_int_equal(pl_morph_from(&again, file, &err), 1);
    check(again, &m);
    pl_morph_free(again);
    pl_sections_close(file);
    pl_sections_release(&list);
    remove(path);
    pl_morph_free(morph);
    pl_arena_release(&m);
}

static void nothing_to_learn_is_said(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    make(&m, trees);
    for (uint32_t i = 0; i < N; i++)
        trees[i]->nodes[1].morph = NULL;
    assert_null(pl_morph_train(trees, N, &pl_classifier_epochs, &err));
    assert_string_equal(err.text, "the treebank has no morphology to learn from");
    trees[3]->nodes[0].label = NULL;
    assert_null(pl_morph_train(trees, N, &pl_classifier_epochs, &err));
    assert_string_equal(err.text, "word 1 (the) has no tag");
    pl_arena_release(&m);
}

static void names_out_of_order_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *names;
        size_t n;
    } cases[] = {{"A\tx\0B\ty\0A\tz", 12}, {"A", 2}, {"A\tx\0A\tx", 8}};
    pl_arena m = {0};
    pl_tree *trees[N];
    pl_error err;
    make(&m, trees);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_morph *none;
        pl_section_list list = {0};
        char path[] = "/tmp/pleach-morph-XXXXXX";
        assert_true(mkstemp(path) >= 0);
        pl_sections_add(&list, "morph", cases[i].names, cases[i].n);
        pl_sections_add(&list, "morph.rows", "", 0);
        assert_int_equal(pl_sections_save(&list, path, &err), 0);
        pl_sections *file = pl_sections_open(path, &err);
        assert_int_equal(pl_morph_from(&none, file, &err), -1);
        assert_null(none);
        pl_sections_close(file);
        pl_sections_release(&list);
        remove(path);
    }
    pl_arena_release(&m);
}

/* Of more names than a classifier takes, those that come twice are learned. */
static void rare_ones_are_left_out(void **unused)
{
    (void)unused;
    enum { MANY = PL_MAX_CLASSES + 100, PER_TAG = 50 };
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = pl_tree_new(&m, MANY + 4);
    for (uint32_t i = 0; i < MANY + 4; i++) {
        t->tokens[i].word = "w";
        t->nodes[i].label = pl_arena_printf(&m, "T%u", i / PER_TAG);
        t->nodes[i].morph = i < MANY ? pl_arena_printf(&m, "M%u", i) : "often";
    }
    pl_morph *morph = pl_morph_train(&t, 1, &pl_classifier_epochs, &err);
    assert_non_null(morph);
    pl_morph_label(morph, t, true, &m);
    assert_string_equal(t->nodes[MANY].morph, "often");
    assert_null(t->nodes[0].morph);
    pl_morph_free(morph);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings_tell),
        cmocka_unit_test(nothing_to_learn_is_said),
        cmocka_unit_test(names_out_of_order_are_refused),
        cmocka_unit_test(rare_ones_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
