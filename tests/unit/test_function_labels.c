/* Function labels by a classifier, and the classifier itself. */
#include "tag/function_labels.h"

#include "format/source.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A name that is told by one feature, with noise around it. */
static void the_classifier_learns_what_matters(void **unused)
{
    (void)unused;
    pl_classifier c = {0};
    static const char *const text[] = {"", "a", "b", "c"};
    for (int i = 0; i < 4; i++)
        pl_intern_add(&c.names, text[i]);
    pl_perceptron *p = pl_perceptron_new(c.names.n);
    const pl_names all = {0, 4}, only = {2, 1}, two = {1, 2};
    for (uint64_t i = 0; i < 400; i++) {
        uint64_t features[] = {i % 4 + 1000, i % 7 + 2000, i % 5 + 3000};
        pl_perceptron_learn(p, features, 3, all, (uint32_t)(i % 4));
    }
    c.weights = pl_perceptron_finish(p, 0.05);
    pl_arena m = {0};
    int32_t *sums = pl_classifier_sums(&c, &m);
    for (uint64_t i = 0; i < 40; i++) {
        uint64_t features[] = {i % 4 + 1000, i % 3 + 2000, i % 5 + 9000};
        assert_int_equal(pl_classifier_best(&c, features, 3, all, sums), i % 4);
        assert_int_equal(pl_classifier_best(&c, features, 3, only, sums), 2);
        uint32_t best = pl_classifier_best(&c, features, 3, two, sums);
        assert_true(best == 1 || best == 2);
        if (i % 4 == 1 || i % 4 == 2)
            assert_int_equal(best, i % 4);
    }
    pl_arena_release(&m);
    pl_classifier_release(&c);
}

/* The sample of trees with functions, read into memory. */
typedef struct sample {
    pl_arena arena;
    PL_VEC(pl_tree *) trees;
} sample;

static sample load(void)
{
    static const char *const path = "tests/data/german.export";
    sample s = {0};
    pl_error err;
    pl_tree *tree;
    pl_source_options options = {0};
    pl_source *source = pl_source_open(&path, 1, &options, &err);
    assert_non_null(source);
    while (pl_source_next(source, &s.arena, &tree, &err) > 0)
        PL_PUSH(&s.trees, tree);
    pl_source_close(source);
    assert_true(s.trees.n > 20);
    return s;
}

static void release(sample *s)
{
    PL_VEC_RELEASE(&s->trees);
    pl_arena_release(&s->arena);
}

static const char rules[] = "S left-to-right VVFIN VAFIN VMFIN\n"
                            "VP right-to-left VVPP VVINF\n"
                            "NP right-to-left NN\n";

static size_t n_wrong(const pl_functions *f, const sample *s, size_t *n)
{
    pl_arena arena = {0};
    size_t wrong = *n = 0;
    for (size_t i = 0; i < s->trees.n; i++) {
        pl_tree *t = pl_tree_copy(s->trees.at[i], &arena);
        for (uint32_t v = 0; v < t->n_nodes; v++)
            t->nodes[v].func = "wrong";
        pl_functions_label(f, t, NULL, &arena);
        for (uint32_t v = 0; v < t->n_nodes; v++) {
            const char *gold = s->trees.at[i]->nodes[v].func, *got = t->nodes[v].func;
            (*n)++;
            wrong += gold == NULL || got == NULL ? gold != got : strcmp(gold, got) != 0;
        }
    }
    pl_arena_release(&arena);
    return wrong;
}

static void functions_are_learned(void **unused)
{
    (void)unused;
    sample s = load();
    pl_error err;
    size_t n;
    pl_epochs how = {.n = 10, .seed = 1, .prune = 0.05};
    pl_functions *f = pl_functions_train(s.trees.at, s.trees.n, rules, &how, &err);
    assert_non_null(f);
    assert_true(n_wrong(f, &s, &n) * 50 < n); /* 2% of what it was trained on */
    pl_functions_free(f);
    release(&s);
}

/* Trees of the sample with other tags, words and labels, some without a tag: functions with
 * what is remembered are those without. */
static void what_is_remembered_is_right(void **unused)
{
    (void)unused;
    sample s = load();
    pl_error err;
    pl_arena m = {0};
    pl_rng rng = {3};
    pl_epochs how = {.n = 2, .seed = 1, .prune = 0.05};
    pl_functions *f = pl_functions_train(s.trees.at, s.trees.n, rules, &how, &err);
    pl_function_memo known;
    pl_function_memo_init(&known, f);
    for (int round = 0; round < 60; round++)
        for (size_t i = 0; i < s.trees.n; i++) {
            pl_tree *a = pl_tree_copy(s.trees.at[i], &m);
            for (uint32_t v = 0; v < a->n_nodes; v++)
                if (pl_rng_below(&rng, 8) == 0)
                    a->nodes[v].label = a->nodes[pl_rng_below(&rng, a->n_nodes)].label;
                else if (v < a->n_tokens && pl_rng_below(&rng, 16) == 0)
                    a->nodes[v].label = NULL;
            for (uint32_t v = 0; v < a->n_tokens; v++)
                if (pl_rng_below(&rng, 8) == 0)
                    a->tokens[v].word = a->tokens[pl_rng_below(&rng, a->n_tokens)].word;
            pl_tree *b = pl_tree_copy(a, &m);
            pl_functions_label(f, a, &known, &m);
            pl_functions_label(f, b, NULL, &m);
            for (uint32_t v = 0; v < a->n_nodes; v++)
                assert_ptr_equal(a->nodes[v].func, b->nodes[v].func);
            pl_arena_reset(&m);
        }
    pl_function_memo_release(&known);
    pl_functions_free(f);
    pl_arena_release(&m);
    release(&s);
}

/* A constituent over words with these tags. */
static pl_tree *phrase(const char *label, const char *const *tags, uint32_t n,
                       pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = "x";
        t->nodes[i].label = tags[i];
    }
    t->root = pl_tree_add(t, label);
    for (uint32_t i = 0; i < n; i++)
        pl_tree_append(t, t->root, i);
    t->root = pl_tree_insert_above(t, t->root, "ROOT");
    pl_tree_order(t);
    return t;
}

/* Tags made to share a hash with others: the third child is the head of the first phrase, and
 * the second phrase has two. */
static void labels_that_share_a_hash(void **unused)
{
    (void)unused;
    static const char *const three[] = {"GOHSR", "GSJGN", "VVFIN"};
    static const char *const two[] = {"QRPXZ", "$NYeQ;wJ"};
    sample s = load();
    pl_error err;
    pl_arena m = {0};
    pl_epochs how = {.n = 2, .seed = 1, .prune = 0.05};
    pl_functions *f = pl_functions_train(s.trees.at, s.trees.n, rules, &how, &err);
    pl_function_memo known;
    pl_function_memo_init(&known, f);
    pl_functions_label(f, phrase("S", three, 3, &m), &known, &m);
    pl_functions_label(f, phrase("S", two, 2, &m), &known, &m); /* stays inside */
    pl_function_memo_release(&known);
    pl_functions_free(f);
    pl_arena_release(&m);
    release(&s);
}

static void a_file_holds_them(void **unused)
{
    (void)unused;
    sample s = load();
    pl_error err;
    size_t n, m;
    pl_epochs how = {.n = 3, .seed = 1, .prune = 0.05};
    pl_functions *again;
    pl_functions *f = pl_functions_train(s.trees.at, s.trees.n, rules, &how, &err);
    pl_section_list list = {0};
    char path[] = "/tmp/pleach-functions-XXXXXX";
    assert_true(mkstemp(path) >= 0);
    pl_functions_put(f, &list);
    pl_sections_add(&list, "heads", rules, strlen(rules));
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections *file = pl_sections_open(path, &err);
    assert_int_equal(pl_functions_from(&again, file, &err), 1);
    assert_int_equal(n_wrong(f, &s, &n), n_wrong(again, &s, &m));
    pl_functions_free(again);
    pl_sections_close(file);
    pl_sections_release(&list);
    remove(path);

    pl_section_list without = {0};
    pl_sections_add(&without, "about", "x", 1);
    assert_int_equal(pl_sections_save(&without, path, &err), 0);
    file = pl_sections_open(path, &err);
    assert_int_equal(pl_functions_from(&again, file, &err), 0);
    assert_null(again);
    pl_sections_close(file);
    pl_sections_release(&without);
    remove(path);
    pl_functions_free(f);
    release(&s);
}

static void damaged_sections_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *names, *rows;
        size_t n;
    } cases[] = {
        {"", "", 0},
        {"a\0a", "", 4},
        {"ab", "", 1},
        {"\0a", "rows", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_section_list list = {0};
        pl_error err;
        pl_functions *none;
        char path[] = "/tmp/pleach-functions-XXXXXX";
        assert_true(mkstemp(path) >= 0);
        pl_sections_add(&list, "functions", cases[i].names, cases[i].n);
        pl_sections_add(&list, "functions.rows", cases[i].rows, strlen(cases[i].rows));
        assert_int_equal(pl_sections_save(&list, path, &err), 0);
        pl_sections *file = pl_sections_open(path, &err);
        assert_int_equal(pl_functions_from(&none, file, &err), -1);
        assert_null(none);
        assert_non_null(strstr(err.text, "damaged"));
        pl_sections_close(file);
        pl_sections_release(&list);
        remove(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_classifier_learns_what_matters),
        cmocka_unit_test(functions_are_learned),
        cmocka_unit_test(what_is_remembered_is_right),
        cmocka_unit_test(labels_that_share_a_hash),
        cmocka_unit_test(a_file_holds_them),
        cmocka_unit_test(damaged_sections_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
