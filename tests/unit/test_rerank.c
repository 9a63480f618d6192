/* Probabilities of trees under grammars of fragments. */
#include "trees.h"

#include "grammar/rerank.h"

#include <math.h>

typedef struct toy {
    pl_arena m;
    pl_forest f;
    pl_fragments fragments;
    pl_tsg g;
    pl_tree *trees[6];
} toy;

static void make(toy *y, pl_rng *rng)
{
    pl_error err;
    pl_pool *pool = pl_pool_new(1);
    pl_seek_options options = {.cover = 1};
    *y = (toy){0};
    for (int i = 0; i < 6; i++) {
        y->trees[i] = random_tree(&y->m, rng, 1 + pl_rng_below(rng, 6));
        for (uint32_t k = 0; k < y->trees[i]->n_tokens; k++)
            y->trees[i]->tokens[k].word = "w"; /* so that fragments with words recur */
        assert_int_equal(pl_forest_add(&y->f, y->trees[i], &err), 0);
    }
    pl_forest_index(&y->f);
    assert_int_equal(pl_fragments_seek(&y->fragments, &y->f, &options, pool, &err), 0);
    assert_int_equal(pl_tsg_double_dop(&y->g, &y->f, &y->fragments, &err), 0);
    pl_pool_free(pool);
}

static void release(toy *y)
{
    pl_tsg_release(&y->g);
    pl_fragments_release(&y->fragments);
    pl_forest_release(&y->f);
    pl_arena_release(&y->m);
}

/* Whether a code fits at node v; the product of what is substituted below. */
static double fits(const pl_forest *f, const uint32_t *code, uint32_t n, uint32_t v,
                   const double *inside)
{
    double product = 1;
    for (uint32_t k = 0; k < n; k++)
        if (code[k] == PL_NONE) {
            product *= inside[v];
            v += f->nodes.at[v].size;
        } else if (code[k] == f->nodes.at[v].production)
            v++;
        else
            return 0;
    return product;
}

/* The same sum, over all fragments at every node. */
static void sums_are_right(void **unused)
{
    (void)unused;
    pl_rng rng = {21};
    pl_tree_scorer_state w = {0};
    for (int round = 0; round < 60; round++) {
        toy y;
        make(&y, &rng);
        pl_tree_scorer s;
        pl_tree_scorer_init(&s, &y.g);
        double *inside = pl_alloc_zero(y.f.nodes.n, sizeof *inside);
        for (uint32_t v = (uint32_t)y.f.nodes.n; v-- > 0;)
            for (uint32_t i = 0; i < y.g.productions.at.n; i++) {
                if (y.g.tree_of.at[i] == PL_NONE)
                    continue;
                const pl_elementary *e = &y.g.trees.at[y.g.tree_of.at[i]];
                inside[v] += y.g.weights.at[i] *
                             fits(&y.f, y.g.codes.at + e->code, e->n, v, inside);
            }
        for (uint32_t v = 0; v < y.f.nodes.n; v++)
            if (y.f.nodes.at[v].context == PL_NONE) {
                double cost = pl_tree_cost(&s, &w, y.trees[y.f.nodes.at[v].tree]);
                assert_true(fabs(cost + log(inside[v])) < 1e-9);
            }
        free(inside);
        pl_tree_scorer_release(&s);
        release(&y);
    }
    pl_tree_scorer_state_release(&w);
}

static void what_is_new_costs(void **unused)
{
    (void)unused;
    pl_rng rng = {22};
    toy y;
    pl_tree_scorer_state w = {0};
    make(&y, &rng);
    pl_tree_scorer s;
    pl_tree_scorer_init(&s, &y.g);
    pl_tree *t = pl_tree_copy(y.trees[0], &y.m);
    double cost = pl_tree_cost(&s, &w, t);
    t->nodes[t->root].label = "NEW";
    assert_true(pl_tree_cost(&s, &w, t) >= PL_NEW_PRODUCTION);
    t = pl_tree_copy(y.trees[0], &y.m);
    t->tokens[0].word = "new";
    assert_true(pl_tree_cost(&s, &w, t) > cost);
    assert_false(isinf(pl_tree_cost(&s, &w, t)));
    pl_tree_scorer_release(&s);
    pl_tree_scorer_state_release(&w);
    release(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_right),
        cmocka_unit_test(what_is_new_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
