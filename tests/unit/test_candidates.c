/* Queries over an index: no sentence with a match is left out; with the plan that the counts
 * of the index give, and with a glance at packed trees only, the matches are the same. */
#include "unit.h"

#include "search/candidates.h"
#include "search/matcher.h"

#include <string.h>
#include <unistd.h>

enum { N = 400 };
static char path[] = "/tmp/pleach-candidates-XXXXXX";
static pl_arena arena;
static pl_tree *trees[N];

static const char *const queries[] = {
    "[]",
    "[cat=\"NP\"]",
    "[cat=\"Z:\"]",
    "[cat=\"nowhere\"]",
    "[cat=\"ROOT\"]",
    "[cat=/R.*/]",
    "[pos=\"--\"]",
    "[pos=/N.*/] . [pos=/.*/]",
    "[word=/w.*/ & pos!=\"NN\"]",
    "#a:[cat=\"NP\"] > #b:[cat=\"NP\"]",
    "#a:[cat=\"NP\"] >F #b",
    "#a >F* #t:[T]",
    "#a >/F|G/ #b:[cat=(\"NP\"|\"VP\")]",
    "#a >\"--\" #b",
    "#a:[edge=#e] $.* #b:[edge=#e]",
    "#n:[cat=\"NP\"] & discontinuous(#n)",
    "#n:[cat=\"NP\"] & not(#n > [cat=\"VP\"])",
    "not([cat=\"NP\"])",
    "#a:[cat=\"NP\"] | #b:[pos=\"NN\"]",
    "#a:[cat=\"NP\"] & #b:[word=\"w1\"] & #a >* #b",
    "[cat=\"NP\" & word=\"w1\"]",
    "[cat=\"NP\" | word=\"w1\"]",
    "[!(cat=\"NP\")] > [NT]",
    "#h ->x #d",
    "nonprojective(#d) & #h -> #d",
    "#v & not(#v -> [])",
    "#a >~ #b",
    "#h ->x* #d",
    "[deprel=/[xy]/]",
    "ingap(#x:[T],#n:[cat=\"NP\"])",
    "crosses(#a,#b)",
    "gaps(#n,1,*) & span(#n,3,*) & tokenarity(#n,2,*) & height(#n,2,*)",
    "[#f:(cat=\"NP\")] .* [#f]",
    "[#f:(pos=(\"NN\"|\"VB\"))] .* [#f]",
    "#a:[pos=#p:(\"NN\"|/V.*/)] .* #b:[pos=#p]",
    "#a:[NT & edge!=\"--\" & edge=#e] $.* #b:[edge=#e]",
    "#h -> #a:[deprel=#r] & #h -> #b:[deprel=#r] & #a .* #b",
    "covers(#a:[cat=\"NP\"],#b:[T]) & not(includes(#a,#b))",
    "overlaps(#a:[cat=\"NP\"],#b:[NT])",
    "crosses(#a,#b) & #a .* #b",
    "includes(#a:[NT],#b:[NT]) & includes(#b,#a) & #a != #b",
    "before(#a:[cat=\"NP\"],#b:[T]) & #a .2,3 #b",
    "#a:[NT] >* #b:[NT] & #b >* #t:[T]",
    "sentence(length=3,5) & [cat=\"NP\"]",
    "sentence(id=/.*7/) & root(#r)",
};

static void save(void)
{
    pl_error err;
    pl_index_out *out = pl_index_create(path, &err);
    assert_non_null(out);
    assert_int_equal(pl_index_begin(out, "-", NULL, &err), 0);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(pl_index_add(out, trees[i], &err), 0);
    assert_int_equal(pl_index_end(out, 0, &err), 0);
}

/* The matches of all trees one behind the other; a number of nodes of each in `counts`. */
static void search_all(pl_query *q, pl_str *found, size_t *counts)
{
    pl_error err;
    pl_search_state *s = pl_search_state_new(q);
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(pl_search_run(s, trees[i], i + 1, &err), 0);
        counts[i] = s->n_matches;
        pl_str_put(found, (const char *)s->matches.at, s->matches.n * sizeof(uint32_t));
    }
    pl_search_state_free(s);
}

/* The same in the index. What a query does not ask for is unpacked with the tree. */
static void search_index(pl_query *q, pl_index *x, pl_str *found, size_t *counts)
{
    pl_error err;
    char why[200];
    pl_search_state *s = pl_search_state_new(q);
    for (size_t i = 0; i < N; i++) {
        pl_arena m = {0};
        assert_int_equal(pl_search_run_at(s, x, i, i + 1, &err), 0);
        counts[i] = s->n_matches;
        pl_str_put(found, (const char *)s->matches.at, s->matches.n * sizeof(uint32_t));
        uint32_t n = s->view.n;
        pl_tree *t = pl_search_unpack(s, x, i, &m, &err);
        assert_non_null(t);
        if (!pl_tree_equal(trees[i], t, true, why, sizeof why))
            fail_msg("tree %zu: %s", i, why);
        assert_true((s->view.n == n || s->n_matches == 0) && s->view.tree == t);
        pl_arena_release(&m);
    }
    pl_search_state_free(s);
}

static void same(const pl_str *a, const size_t *in_a, const pl_str *b, const size_t *in_b)
{
    assert_memory_equal(in_a, in_b, N * sizeof *in_a);
    assert_int_equal(a->n, b->n);
    assert_memory_equal(pl_str_text(a), pl_str_text(b), a->n);
}

static void nothing_is_left_out(void **unused)
{
    (void)unused;
    pl_error err;
    size_t skipped = 0;
    save();
    pl_index *x = pl_index_open(path, &err);
    assert_non_null(x);
    for (size_t k = 0; k < sizeof queries / sizeof *queries; k++) {
        size_t before[N], after[N], next = 0;
        pl_str found = {0}, again = {0}, indexed = {0};
        pl_candidates c;
        pl_query *q = pl_query_new(queries[k], NULL, NULL, &err);
        if (q == NULL)
            fail_msg("%s: %s", queries[k], err.text);
        search_all(q, &found, before);
        assert_int_equal(pl_candidates_find(q, x, &c, &err), 0);
        for (size_t i = 0; i < N; i++) {
            next = next < i ? i : next;
            next = pl_candidates_next(&c, next);
            if (before[i] > 0 && next != i)
                fail_msg("%s: sentence %zu is left out", queries[k], i);
            skipped += next != i;
        }
        pl_query_replan(q);
        search_all(q, &again, after);
        same(&found, before, &again, after);
        search_index(q, x, &indexed, after);
        same(&found, before, &indexed, after);
        pl_candidates_release(&c);
        pl_query_free(q);
        pl_str_release(&found);
        pl_str_release(&again);
        pl_str_release(&indexed);
    }
    assert_true(skipped > N || !pl_sets_built);
    pl_index_close(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_out),
    };
    static const char *const functions[] = {"F", "G", NULL};
    pl_rng rng = {41};
    for (int i = 0; i < N; i++) {
        trees[i] = i % 4 == 3 ? random_deps(&arena, &rng, 1 + pl_rng_below(&rng, 9), 3)
                              : random_tree(&arena, &rng, 1 + pl_rng_below(&rng, 9));
        for (uint32_t v = 0; v < trees[i]->n_nodes; v++)
            trees[i]->nodes[v].func = functions[pl_rng_below(&rng, 3)];
    }
    int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    pl_arena_release(&arena);
    return status;
}
