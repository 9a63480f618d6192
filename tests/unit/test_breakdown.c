/* Counts by a property: each property on two trees, and sums against those of stats. */
#include "count/breakdown.h"

#include "count/stats.h"
#include "format/reader.h"
#include "unit.h"

#include <string.h>

static const char treebank[] =
    "(ROOT (S (VP (VP (P 0=Da) (V 2=denkt)) (V 3=er)) (M 1=da)) ($. 4=.))\n"
    "(ROOT (S (NP (N 0=er)) (V 2=denkt)) ($, 1=,))\n";

static void properties(void **unused)
{
    (void)unused;
    static const struct {
        pl_by by;
        size_t total, n_rows;
        pl_breakdown_row first, last;
    } cases[] = {
        {PL_BY_LABEL, 5, 3, {"S", 2, 1, 0, 0}, {"NP", 1, 0, 0, 0}},
        {PL_BY_TAG, 8, 6, {"V", 3, 0, 0, 0}, {"$,", 1, 0, 0, 0}},
        {PL_BY_FUNCTION, 0, 0, {0}, {0}},
        {PL_BY_RULE, 5, 5, {"S → VP M", 1, 0, 0, 0}, {"NP → N", 1, 0, 0, 0}},
        {PL_BY_WORD, 8, 6, {"denkt", 2, 0, 0, 0}, {",", 1, 0, 0, 0}},
        {PL_BY_LENGTH, 2, 2, {"3", 1, 1, 0, 0}, {"5", 1, 1, 1, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        pl_arena m = {0};
        pl_tree *t;
        pl_breakdown b = {.by = cases[i].by};
        pl_reader *r = pl_reader_new(pl_in_memory("test", treebank, strlen(treebank)),
                                     NULL, NULL, &err);
        while (pl_reader_next(r, &m, &t, &err) > 0)
            pl_breakdown_add(&b, t);
        pl_breakdown_sort(&b);
        assert_int_equal(b.total, cases[i].total);
        assert_int_equal(b.rows.n, cases[i].n_rows);
        for (size_t k = 0; k < 2 && b.rows.n > 0; k++) {
            const pl_breakdown_row *want = k == 0 ? &cases[i].first : &cases[i].last;
            const pl_breakdown_row *got = &b.rows.at[k == 0 ? 0 : b.rows.n - 1];
            assert_string_equal(got->name, want->name);
            assert_int_equal(got->n, want->n);
            assert_int_equal(got->discontinuous, want->discontinuous);
            assert_int_equal(got->word_gaps, want->word_gaps);
        }
        pl_breakdown_release(&b);
        pl_reader_close(r);
        pl_arena_release(&m);
    }
}

static void sums(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {9};
    pl_stats s = {0};
    pl_breakdown all[] = {{.by = PL_BY_LABEL}, {.by = PL_BY_RULE}};
    for (int round = 0; round < 300; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        pl_stats_add(&s, t);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            pl_breakdown_add(&all[i], t);
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t gaps = 0, word_gaps = 0;
        for (size_t k = 0; k < all[i].rows.n; k++) {
            gaps += all[i].rows.at[k].discontinuous;
            word_gaps += all[i].rows.at[k].word_gaps;
        }
        assert_int_equal(all[i].total, s.constituents);
        assert_int_equal(gaps, s.discontinuous_constituents);
        assert_int_equal(word_gaps, s.word_gap_constituents);
        pl_breakdown_release(&all[i]);
    }
    pl_stats_release(&s);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties),
        cmocka_unit_test(sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
