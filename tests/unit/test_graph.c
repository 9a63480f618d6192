/* The system graph: the best tree against all trees, under constraints, from a file. */
#include "constraints.h"
#include "toy_net.h"

#include "machine/graph.h"
#include "parser/spanning_tree.h"

#include <math.h>
#include <stdio.h>

/* -- spanning trees ------------------------------------------------------------------- */

enum { MOST = 5 };

/* Whether heads form a tree; a word that is its own head depends on the root. */
static bool is_tree(const uint32_t *heads, uint32_t n, bool single_root)
{
    uint32_t roots = 0;
    for (uint32_t w = 0; w < n; w++) {
        uint32_t at = w, steps = 0;
        while (heads[at] != at && steps++ < n)
            at = heads[at];
        if (heads[at] != at)
            return false;
        roots += heads[w] == w;
    }
    return !single_root || roots == 1;
}

static int64_t score_of(const int32_t *scores, const uint32_t *heads, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t w = 0; w < n; w++)
        sum += scores[w * n + heads[w]] == PL_NO_ARC ? INT32_MIN * (int64_t)n
                                                     : scores[w * n + heads[w]];
    return sum;
}

/* The best score of all trees. */
static int64_t best_of_all(const int32_t *scores, uint32_t n, bool single_root)
{
    int64_t best = INT64_MIN;
    uint32_t heads[MOST] = {0}, k = 0;
    while (k < n) {
        if (is_tree(heads, n, single_root) && score_of(scores, heads, n) > best)
            best = score_of(scores, heads, n);
        for (k = 0; k < n && ++heads[k] == n; k++)
            heads[k] = 0;
    }
    return best;
}

static void trees_are_the_best(void **state)
{
    (void)state;
    pl_rng rng = {3};
    for (int i = 0; i < 3000; i++) {
        pl_arena m = {0};
        uint32_t n = 1 + pl_rng_below(&rng, MOST), heads[MOST];
        uint32_t range = i % 3 == 0 ? 4 : 1000000000; /* few values: many equal trees */
        int32_t scores[MOST * MOST];
        for (uint32_t k = 0; k < n * n; k++)
            scores[k] = i % 4 == 0 && pl_rng_below(&rng, 5) == 0
                            ? PL_NO_ARC
                            : -(int32_t)pl_rng_below(&rng, range);
        bool single = i % 2 == 0;
        pl_spanning_tree(scores, n, n, single, heads, &m);
        int64_t want = best_of_all(scores, n, single);
        if (want > INT32_MIN * (int64_t)n) { /* there is a tree of arcs that may be */
            assert_true(is_tree(heads, n, single));
            assert_true(score_of(scores, heads, n) == want);
        }
        pl_arena_release(&m);
    }
}

/* Long chains of circles within circles. */
static void large_trees(void **state)
{
    (void)state;
    enum { N = 400 };
    int32_t *scores = malloc((size_t)N * N * sizeof *scores);
    uint32_t heads[N];
    pl_rng rng = {5};
    for (int i = 0; i < 4; i++) {
        pl_arena m = {0};
        for (uint32_t w = 0; w < N; w++)
            for (uint32_t h = 0; h < N; h++)
                scores[w * N + h] = i % 2 == 0 ? -(int32_t)pl_rng_below(&rng, 1000)
                                    : w == h   ? -1000000
                                               : -(int32_t)(w > h ? w - h : h - w);
        pl_spanning_tree(scores, N, N, true, heads, &m);
        assert_true(is_tree(heads, N, true));
        if (i % 2 == 1) /* a path: every word beside its head */
            assert_true(score_of(scores, heads, N) == -1000000 - (N - 1));
        pl_arena_release(&m);
    }
    free(scores);
}

/* -- parsing -------------------------------------------------------------------------- */

static pl_tree *parse(pl_model_state *s, const pl_tree *words, const pl_constraints *c,
                      pl_arena *m)
{
    pl_tree *t = toy_words(words, m);
    t->constraints = c;
    assert_int_equal(pl_model_run(s, t, 1), 1);
    pl_model_tree(s, 0, t);
    return t;
}

static void assert_tree(const pl_tree *t)
{
    uint32_t *heads = malloc((t->n_tokens + 1) * sizeof *heads);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        heads[i] = t->tokens[i].head == PL_ROOT_HEAD ? i : t->tokens[i].head;
    assert_true(is_tree(heads, t->n_tokens, true));
    for (uint32_t i = 0; i < t->n_tokens; i++) /* relations are those of their kind */
        assert_int_equal(strcmp(t->tokens[i].deprel, "root") == 0,
                         t->tokens[i].head == PL_ROOT_HEAD);
    free(heads);
}

/* The list begins with the best tree, and a beam that holds all trees finds no better one. */
static void lists_begin_with_the_best(void **state)
{
    (void)state;
    for (uint32_t members = 1; members <= 2; members++) {
        toy_net t;
        toy_net_init(&t, "graph", 0, members);
        t.model.settings.beam = 500;
        t.model.settings.nbest = 500;
        pl_model_state *s = pl_model_state_new(&t.model);
        for (uint32_t k = 0; k < TOY_SENTENCES; k++) {
            if (t.trees[k]->n_tokens > 4)
                continue;
            pl_arena m = {0};
            pl_tree *words = toy_words(t.trees[k], &m);
            assert_int_equal(pl_model_run(s, words, 1), 1);
            double best = pl_model_score(s, 0);
            uint32_t n = pl_model_run(s, words, 500);
            assert_true(fabs(pl_model_score(s, 0) - best) < 1e-9);
            for (uint32_t i = 0; i < n; i++) {
                pl_tree *one = pl_tree_copy(words, &m);
                pl_model_tree(s, i, one);
                assert_tree(one);
                assert_true(i == 0 || pl_model_score(s, i) <= pl_model_score(s, i - 1));
            }
            pl_arena_release(&m);
        }
        pl_model_state_free(s);
        toy_net_release(&t);
    }
}

static void obeys(void **state)
{
    (void)state;
    toy_net t;
    pl_rng rng = {9};
    toy_net_init(&t, "graph", 0, 1);
    for (int nbest = 1; nbest <= 3; nbest += 2) {
        t.model.settings.beam = t.model.settings.nbest = (uint32_t)nbest;
        pl_model_state *s = pl_model_state_new(&t.model);
        for (uint32_t k = 1; k < TOY_SENTENCES; k++) {
            pl_arena m = {0};
            pl_constraints c = {0};
            pl_error err;
            sample_wanted(&c, t.trees[k], &rng, 2, false);
            sample_bans(&c, t.trees[k], &rng, 3, false);
            assert_int_equal(pl_model_check(&t.model, &c, t.trees[k]->n_tokens, &err), 0);
            pl_tree *one = toy_words(t.trees[k], &m);
            one->constraints = &c;
            uint32_t n = pl_model_run(s, one, (uint32_t)nbest);
            assert_in_range(n, 1, nbest);
            for (uint32_t i = 0; i < n; i++) {
                pl_tree *copy = pl_tree_copy(one, &m);
                pl_model_tree(s, i, copy);
                assert_null(pl_constraints_broken(&c, copy));
            }
            pl_constraints_release(&c);
            pl_arena_release(&m);
        }
        pl_model_state_free(s);
    }
    toy_net_release(&t);
}

/* -- files ---------------------------------------------------------------------------- */

static void comes_back_from_a_file(void **state)
{
    (void)state;
    toy_net t;
    pl_error err;
    pl_arena m = {0};
    pl_section_list list = {0};
    toy_net_init(&t, "graph", 0, 2);
    pl_model_put(&t.model, &list);
    assert_int_equal(pl_sections_save(&list, "graph-test.model", &err), 0);
    pl_sections_release(&list);
    pl_model *again = pl_model_load("./graph-test.model", &(pl_model_settings){0}, &err);
    assert_non_null(again);
    pl_model_state *a = pl_model_state_new(&t.model), *b = pl_model_state_new(again);
    for (uint32_t k = 0; k < TOY_SENTENCES; k++) {
        pl_tree *x = parse(a, t.trees[k], NULL, &m), *y = parse(b, t.trees[k], NULL, &m);
        assert_tree(x);
        for (uint32_t i = 0; i < x->n_tokens; i++) {
            assert_int_equal(x->tokens[i].head, y->tokens[i].head);
            assert_string_equal(x->tokens[i].deprel, y->tokens[i].deprel);
        }
    }
    pl_model_state_free(a);
    pl_model_state_free(b);
    pl_model_free(again);
    remove("graph-test.model");
    toy_net_release(&t);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_the_best),        cmocka_unit_test(large_trees),
        cmocka_unit_test(lists_begin_with_the_best), cmocka_unit_test(obeys),
        cmocka_unit_test(comes_back_from_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
