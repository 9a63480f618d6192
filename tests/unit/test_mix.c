/* Iterative parameter mixing: the mean is that of a plain reference, and all learners are
 * equal afterwards. */
#include "unit.h"

#include "learn/mix.h"

#include <math.h>
#include <string.h>

enum { ACTIONS = 40, FEATURES = 60, LEARNERS = 5, CHANGES = 400 };

/* What a learner is to have on average, with numbers of any precision. */
typedef struct plain {
    double weights[FEATURES][ACTIONS], sums[FEATURES][ACTIONS]; /* over time */
} plain;

static uint64_t hash_of(uint32_t feature)
{
    return pl_mix(feature + 1);
}

/* One example: a few changes, then time moves on. */
static void learn_one(pl_learner *l, plain *p, pl_rng *rng, int unit)
{
    for (int i = 0; i < 6; i++) {
        uint32_t f = pl_rng_below(rng, FEATURES), a = pl_rng_below(rng, ACTIONS);
        int change = (int)pl_rng_below(rng, 3) - 1;
        pl_learner_update(l, hash_of(f), a, change);
        p->weights[f][a] += change * unit;
        p->sums[f][a] -= (double)pl_learner_time(l) * change * unit;
    }
    pl_learner_tick(l);
}

/* The averaged weight: w + sums / T, where sums is -Σ t·Δ. */
static double average_of(const plain *p, uint32_t f, uint32_t a, uint64_t time)
{
    return p->weights[f][a] + p->sums[f][a] / (double)time;
}

static double learned_average(const pl_learner *l, uint32_t f, uint32_t a, double *weight)
{
    pl_learned row[ACTIONS];
    uint32_t n = pl_learner_row(l, hash_of(f), row);
    for (uint32_t k = 0; k < n; k++)
        if (row[k].action == a) {
            *weight = row[k].weight;
            return row[k].weight - row[k].total / (double)pl_learner_time(l);
        }
    return *weight = 0;
}

static void assert_equal(const pl_learner *a, const pl_learner *b)
{
    assert_int_equal(pl_learner_time(a), pl_learner_time(b));
    for (uint32_t f = 0; f < FEATURES; f++)
        for (uint32_t k = 0; k < ACTIONS; k++) {
            double x, y;
            assert_true(learned_average(a, f, k, &x) == learned_average(b, f, k, &y));
            assert_true(x == y);
        }
}

/* Weights are rounded to one of the two numbers beside the mean, averages are exact. */
static void assert_mean(const pl_learner *l, const plain *p)
{
    for (uint32_t f = 0; f < FEATURES; f++)
        for (uint32_t a = 0; a < ACTIONS; a++) {
            double mean = 0, average = 0, weight;
            for (int k = 0; k < LEARNERS; k++) {
                mean += p[k].weights[f][a] / LEARNERS;
                average += average_of(&p[k], f, a, pl_learner_time(l)) / LEARNERS;
            }
            double got = learned_average(l, f, a, &weight);
            assert_true(fabs(weight - mean) < 1);
            if (fabs(got - average) > 1e-3)
                fail_msg("feature %u, action %u: %g instead of %g", f, a, got, average);
        }
}

/* After the first epoch the plain learners go on from what the real ones have. */
static void follow(plain *p, const pl_learner *l)
{
    for (int k = 0; k < LEARNERS; k++)
        for (uint32_t f = 0; f < FEATURES; f++)
            for (uint32_t a = 0; a < ACTIONS; a++) {
                double w, average = learned_average(l, f, a, &w);
                p[k].weights[f][a] = w;
                p[k].sums[f][a] = (average - w) * (double)pl_learner_time(l);
            }
}

static void makes_means(void **state)
{
    (void)state;
    static plain p[LEARNERS];
    pl_learner *base = pl_learner_new(ACTIONS), *own[LEARNERS];
    pl_rng rng = {3};
    for (int k = 0; k < LEARNERS; k++) {
        own[k] = pl_learner_new(ACTIONS);
        pl_learner_set_unit(own[k], PL_MIX_UNIT);
    }
    for (int epoch = 0; epoch < 3; epoch++) {
        for (int k = 0; k < LEARNERS; k++)
            for (int i = 0; i < CHANGES - (k == 2); i++)
                learn_one(own[k], &p[k], &rng, PL_MIX_UNIT);
        pl_mixture m = {base, own, LEARNERS, 0, 1, LEARNERS, 7, NULL};
        pl_learners_mix(&m);
        for (int k = 0; k < LEARNERS; k++)
            assert_equal(base, own[k]);
        assert_int_equal(pl_learner_time(base), 1 + (epoch + 1) * CHANGES);
        assert_mean(base, p);
        follow(p, base);
    }
    for (int k = 0; k < LEARNERS; k++)
        pl_learner_free(own[k]);
    pl_learner_free(base);
}

/* What one of very many learners met is not lost: the mean of the rounded weights of many
 * features is what it was before rounding. */
static void rounds_fairly(void **state)
{
    (void)state;
    enum { MANY = 20000, N = 1000 };
    pl_learner *base = pl_learner_new(ACTIONS), *one = pl_learner_new(ACTIONS);
    pl_learned row[ACTIONS];
    pl_learner_set_unit(one, PL_MIX_UNIT);
    for (uint32_t f = 0; f < MANY; f++)
        pl_learner_update(one, hash_of(f), f % ACTIONS, 1);
    pl_mixture m = {base, &one, 1, 0, 1, N, 7, NULL};
    pl_learners_mix(&m);
    double sum = 0;
    for (uint32_t f = 0; f < MANY; f++)
        sum += pl_learner_row(base, hash_of(f), row) > 0 ? row[0].weight : 0;
    assert_true(fabs(sum / MANY - (double)PL_MIX_UNIT / N) < 0.003);
    pl_learner_free(base);
    pl_learner_free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_means),
        cmocka_unit_test(rounds_fairly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
