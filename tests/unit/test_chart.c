/* Chart parsers, k-best lists and sums against brute force on small random grammars. */
#include "unit.h"

#include "base/hash.h"
#include "grammar/chart_parsers.h"
#include "grammar/chart.h"
#include "grammar/kbest.h"

#include <stdlib.h>
#include <string.h>

#include "random_grammar.h"

static const pl_limit no_limit = {0, SIZE_MAX};

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void assert_near(double x, double y)
{
    if (fabs(x - y) > 1e-4 * (1 + fabs(x)))
        fail_msg("%.8f is not %.8f", x, y);
}

/* The costs of all derivations in order; false if there are too many to list. */
static bool all_costs(const random_grammar *g, uint32_t symbol, uint64_t span,
                      uint32_t banned, uint64_t banned_span, costs *out)
{
    brute b = {g, banned, banned_span, 0};
    brute_derive(&b, symbol, span, 0, out);
    if (out->n > 0)
        qsort(out->at, out->n, sizeof *out->at, by_value);
    return b.steps < BRUTE_LIMIT;
}

static double log_sum(const costs *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->n; i++)
        sum += exp(-c->at[i]);
    return log(sum);
}

/* The derivation is one of the grammar, covers each word once, and costs what it says. */
static void check_derivation(const random_grammar *g, const pl_derivation *d)
{
    double cost = 0;
    uint64_t words = 0;
    assert_int_equal(d->nodes[0].size, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        const pl_derived *x = &d->nodes[i];
        if (x->position != PL_NONE) {
            assert_int_equal(g->terminals[x->production].symbol, x->symbol);
            assert_int_equal(g->terminals[x->production].position, x->position);
            assert_int_equal(x->size, 1);
            assert_false(words >> x->position & 1);
            words |= (uint64_t)1 << x->position;
            cost += g->terminals[x->production].cost;
            continue;
        }
        const pl_production *q = &g->productions.at.at[x->production];
        assert_int_equal(q->lhs, x->symbol);
        cost -= log(g->probabilities[x->production]);
        uint32_t child = i + 1;
        for (uint32_t k = 0; k < q->n_rhs; k++, child += d->nodes[child].size)
            assert_int_equal(d->nodes[child].symbol, q->rhs[k]);
        assert_int_equal(child, i + x->size);
    }
    assert_int_equal(words, ~(uint64_t)0 >> (64 - g->n_words));
    assert_near(d->cost, cost);
}

/* All derivations by k-best are those by brute force: in order, valid, all different. */
static void check_kbest(const random_grammar *g, pl_chart *c, const costs *all)
{
    pl_kbest *k = pl_kbest_new();
    pl_arena m = {0};
    pl_kbest_start(k, c);
    uint32_t half = (uint32_t)all->n / 2 + 1, n = pl_kbest_find(k, c->goal, half);
    assert_int_equal(n, half);
    n = pl_kbest_find(k, c->goal, (uint32_t)all->n + 10);
    assert_int_equal(n, all->n);
    double *hashes = pl_alloc_zero(n, sizeof *hashes);
    for (uint32_t i = 0; i < n; i++) {
        pl_derivation d;
        pl_kbest_derivation(k, c->goal, i, &m, &d);
        assert_near(d.cost, all->at[i]);
        check_derivation(g, &d);
        hashes[i] = (double)(pl_hash(d.nodes, d.n * sizeof *d.nodes) >> 12);
    }
    qsort(hashes, n, sizeof *hashes, by_value);
    for (uint32_t i = 1; i < n; i++)
        assert_true(hashes[i] != hashes[i - 1]);
    free(hashes);
    pl_arena_release(&m);
    pl_kbest_free(k);
}

/* Every item of the chart: cost and sum inside; with `posteriors`, also those. */
static void check_items(const random_grammar *g, pl_chart *c, bool posteriors)
{
    uint32_t n = (uint32_t)c->items.n;
    double *inside = pl_alloc_zero(n + 1, sizeof *inside);
    double *posterior = pl_alloc_zero(n + 1, sizeof *posterior);
    pl_inside(c, inside);
    pl_posteriors(c, inside, posterior);
    uint64_t everything = ~(uint64_t)0 >> (64 - g->n_words), span;
    costs whole = {0};
    bool listed = all_costs(g, g->rules.start, everything, PL_NONE, 0, &whole);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t symbol = c->items.at[i].symbol;
        costs here = {0}, without = {0};
        pl_chart_span(c, i, &span);
        if (g->rules.twin[symbol] == symbol && g->rules.shown[symbol] != symbol)
            continue; /* a hidden one has only some of the derivations */
        if (all_costs(g, symbol, span, PL_NONE, 0, &here)) {
            assert_true(here.n > 0);
            assert_near(c->items.at[i].cost, here.at[0]);
            assert_near(inside[i], log_sum(&here));
        }
        if (posteriors && listed && c->goal != PL_NONE &&
            all_costs(g, g->rules.start, everything, symbol, span, &without)) {
            double share = 1 - exp(log_sum(&without) - log_sum(&whole));
            if (fabs(share - posterior[i]) > 1e-4)
                fail_msg("posterior %g is not %g", posterior[i], share);
        }
        PL_VEC_RELEASE(&here);
        PL_VEC_RELEASE(&without);
    }
    PL_VEC_RELEASE(&whole);
    free(inside);
    free(posterior);
}

typedef struct tally {
    unsigned parsed, derivations, ambiguous;
} tally;

static void check_sentence(const random_grammar *g, pl_cky *cky, pl_agenda *agenda,
                           bool cycles, tally *t)
{
    uint64_t everything = ~(uint64_t)0 >> (64 - g->n_words);
    costs all = {0};
    bool listed = all_costs(g, g->rules.start, everything, PL_NONE, 0, &all);
    int parsed = pl_agenda_parse(agenda, g->n_words, g->terminals, g->n_terminals, NULL,
                                 &no_limit);
    pl_chart *charts[] = {pl_agenda_chart(agenda), NULL};
    if (cky != NULL) {
        assert_int_equal(
            pl_cky_parse(cky, g->n_words, g->terminals, g->n_terminals, &no_limit),
            parsed);
        charts[1] = pl_cky_chart(cky);
        assert_int_equal(charts[0]->items.n, charts[1]->items.n);
    }
    if (listed)
        assert_int_equal(parsed, all.n > 0);
    for (int i = 0; i < 2 && charts[i] != NULL && listed; i++) {
        check_items(g, charts[i], !cycles);
        if (parsed && all.n < 3000)
            check_kbest(g, charts[i], &all);
    }
    t->parsed += parsed && listed;
    t->ambiguous += listed && all.n > 1;
    t->derivations += (unsigned)all.n;
    PL_VEC_RELEASE(&all);
}

static void random_grammars(uint32_t max_fanout, bool cycles, uint64_t seed, tally *t)
{
    pl_rng rng = {seed};
    for (int i = 0; i < 60; i++) {
        random_grammar g;
        random_grammar_make(&g, &rng, (8 + pl_rng_below(&rng, 10)) * max_fanout,
                            max_fanout, cycles);
        assert_true(g.rules.max_fanout >= max_fanout);
        pl_cky *cky = max_fanout == 1 ? pl_cky_new(&g.rules, NULL) : NULL;
        pl_agenda *agenda = pl_agenda_new(&g.rules);
        for (int k = 0; k < 4; k++) {
            random_sentence(&g, &rng, 1 + pl_rng_below(&rng, 5));
            check_sentence(&g, cky, agenda, cycles, t);
        }
        pl_cky_free(cky);
        pl_agenda_free(agenda);
        random_grammar_release(&g);
    }
    assert_true(t->parsed > 20 && t->ambiguous > 10);
}

static void test_pcfg(void **state)
{
    (void)state;
    tally t = {0};
    random_grammars(1, false, 1, &t);
}

static void test_pcfg_with_cycles(void **state)
{
    (void)state;
    tally t = {0};
    random_grammars(1, true, 2, &t);
}

static void test_lcfrs(void **state)
{
    (void)state;
    tally t = {0};
    random_grammars(2, false, 3, &t);
}

static void test_lcfrs_with_cycles(void **state)
{
    (void)state;
    tally t = {0};
    random_grammars(2, true, 4, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pcfg),
        cmocka_unit_test(test_pcfg_with_cycles),
        cmocka_unit_test(test_lcfrs),
        cmocka_unit_test(test_lcfrs_with_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
