/* Logistic regression: weights that made the answers are found again. */
#include "unit.h"

#include "learn/logistic.h"

#include <math.h>

enum { K = 3, N = 20000 };

static double *draw(pl_rng *rng, const double *w, uint8_t *yes)
{
    double *x = malloc((size_t)N * K * sizeof *x);
    for (size_t i = 0; i < N; i++) {
        x[i * K] = 1;
        for (int k = 1; k < K; k++)
            x[i * K + k] = pl_rng_below(rng, 4001) / 1000.0 - 2;
        yes[i] = pl_rng_below(rng, 1000000) < 1e6 * pl_logistic(x + i * K, w, K);
    }
    return x;
}

static void finds_what_made_the_answers(void **unused)
{
    (void)unused;
    static const double cases[][K] = {{0, 0, 0}, {1, -0.5, 2}, {-3, 1, 0}};
    static uint8_t yes[N];
    pl_rng rng = {1};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double *x = draw(&rng, cases[c], yes), w[K] = {0.5, 0.5, 0.5};
        pl_logistic_fit(x, yes, N, K, w);
        for (int k = 0; k < K; k++)
            assert_float_equal(w[k], cases[c][k], 0.12);
        free(x);
    }
}

/* Few examples, or clear ones, lead not far away. */
static void stays_near_what_is_given(void **unused)
{
    (void)unused;
    double w[2] = {0.3, 1.2}, x[20 * 2];
    uint8_t yes[20];
    pl_logistic_fit(NULL, NULL, 0, 2, w);
    assert_float_equal(w[0], 0.3, 1e-12);
    for (int i = 0; i < 20; i++) {
        x[2 * i] = 1;
        x[2 * i + 1] = i < 10 ? -2 : 2;
        yes[i] = i >= 10;
    }
    pl_logistic_fit(x, yes, 20, 2, w);
    assert_true(w[1] > 1.2 && w[1] < 3 && fabs(w[0]) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_made_the_answers),
        cmocka_unit_test(stays_near_what_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
