/* Networks that obey constraints, tags included. */
#include "constraints.h"
#include "toy_net.h"

static pl_tree *parse(pl_model_state *s, const pl_tree *words, const pl_constraints *c,
                      pl_arena *m, double *score)
{
    pl_tree *t = toy_words(words, m);
    t->constraints = c;
    assert_int_equal(pl_model_run(s, t, 1), 1);
    pl_model_tree(s, 0, t);
    *score = pl_model_score(s, 0);
    return t;
}

/* Constraints of the tree that is best anyway cost nothing: scores are those of the model
 * and do not depend on what else would be allowed. */
static void keeps_the_best(pl_model_state *s, const pl_tree *words)
{
    pl_arena m = {0};
    pl_constraints c = {0};
    double score, again;
    pl_tree *best = parse(s, words, NULL, &m, &score);
    pl_constraints_add_tree(&c, best, PL_NONE);
    pl_tree *t = parse(s, words, &c, &m, &again);
    assert_null(pl_constraints_broken(&c, t));
    assert_true(again > score - 1e-6);
    pl_constraints_release(&c);
    pl_arena_release(&m);
}

static void obeys_random(pl_model_state *s, const pl_model *model, const pl_tree *gold,
                         pl_rng *rng)
{
    pl_arena m = {0};
    pl_constraints c = {0};
    pl_error err;
    double score;
    sample_wanted(&c, gold, rng, 2, true);
    sample_bans(&c, gold, rng, 3, true);
    uint32_t word = pl_rng_below(rng, gold->n_tokens);
    pl_constraints_add(&c, &(pl_constraint){PL_WANT_TAG, &word, 1, PL_NONE, "FIXED"});
    assert_int_equal(pl_model_check(model, &c, gold->n_tokens, &err), 0);
    pl_tree *t = parse(s, gold, &c, &m, &score);
    assert_null(pl_constraints_broken(&c, t));
    assert_string_equal(t->nodes[word].label, "FIXED");
    pl_constraints_release(&c);
    pl_arena_release(&m);
}

static void networks(void **state)
{
    (void)state;
    static const char *const systems[] = {"sr-gap", "ml-gap", "swap"};
    for (int i = 0; i < 3; i++) {
        toy_net t;
        pl_rng rng = {7};
        toy_net_init(&t, systems[i], 0, 1);
        t.model.settings.beam = 4;
        pl_model_state *s = pl_model_state_new(&t.model);
        for (uint32_t k = 1; k < TOY_SENTENCES; k++) {
            keeps_the_best(s, t.trees[k]);
            obeys_random(s, &t.model, t.trees[k], &rng);
        }
        pl_model_state_free(s);
        toy_net_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(networks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
