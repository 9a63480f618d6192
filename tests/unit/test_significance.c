/* Significance: known cases, determinism. */
#include "eval/significance.h"
#include "unit.h"

#include <math.h>

enum { N = 200, SAMPLES = 2000 };

static void same_results_are_no_difference(void **unused)
{
    (void)unused;
    pl_ratio a[N];
    pl_rng rng = {1};
    for (int i = 0; i < N; i++)
        a[i] = (pl_ratio){pl_rng_below(&rng, 10), 10};
    pl_comparison c = pl_compare(a, a, N, SAMPLES, 1);
    assert_float_equal(c.difference, 0, 1e-12);
    assert_float_equal(c.p, 1, 1e-12);
    assert_float_equal(c.low, 0, 1e-12);
    assert_float_equal(c.high, 0, 1e-12);
}

static void clear_difference(void **unused)
{
    (void)unused;
    pl_ratio a[N], b[N];
    for (int i = 0; i < N; i++) {
        a[i] = (pl_ratio){5, 10};
        b[i] = (pl_ratio){i % 4 == 0 ? 5 : 7, 10};
    }
    pl_comparison c = pl_compare(a, b, N, SAMPLES, 1);
    assert_float_equal(c.a, 50, 1e-9);
    assert_float_equal(c.difference, 15, 1e-9);
    assert_float_equal(c.p, 1.0 / (SAMPLES + 1), 1e-12);
    assert_true(c.low > 12 && c.low < 15 && c.high > 15 && c.high < 18);
}

/* With k sentences that differ by the same amount in the same direction, the exact
 * p-value is 2 / 2^k; the approximation must come close. */
static void p_is_close_to_exact(void **unused)
{
    (void)unused;
    pl_ratio a[N], b[N];
    for (int k = 1; k <= 5; k++) {
        for (int i = 0; i < N; i++) {
            a[i] = (pl_ratio){5, 10};
            b[i] = (pl_ratio){i < k ? 6 : 5, 10};
        }
        double exact = 2.0 / (double)(1 << k);
        pl_comparison c = pl_compare(a, b, N, 20000, 7);
        assert_float_equal(c.p, exact, 0.02);
    }
}

static void seeds(void **unused)
{
    (void)unused;
    pl_ratio a[N], b[N];
    pl_rng rng = {3};
    for (int i = 0; i < N; i++) {
        a[i] = (pl_ratio){pl_rng_below(&rng, 10), 10};
        b[i] = (pl_ratio){pl_rng_below(&rng, 10), 10};
    }
    pl_comparison x = pl_compare(a, b, N, SAMPLES, 5),
                  y = pl_compare(a, b, N, SAMPLES, 5);
    pl_comparison z = pl_compare(a, b, N, SAMPLES, 6);
    assert_true(x.p == y.p && x.low == y.low && x.high == y.high);
    assert_true(x.p != z.p || x.low != z.low || x.high != z.high);
    /* The other way round the difference has the other sign. */
    pl_comparison w = pl_compare(b, a, N, SAMPLES, 5);
    assert_float_equal(w.difference, -x.difference, 1e-12);
    assert_float_equal(w.p, x.p, 1e-12);
    assert_true(x.low <= x.difference && x.difference <= x.high);
}

static void undefined(void **unused)
{
    (void)unused;
    pl_ratio a[2] = {{0, 0}, {0, 0}}, b[2] = {{0, 1}, {1, 1}};
    pl_comparison c = pl_compare(a, b, 2, SAMPLES, 1);
    assert_true(isnan(c.a) && isnan(c.difference) && isnan(c.p) && isnan(c.low));
    assert_float_equal(c.b, 50, 1e-9);
    c = pl_compare(a, b, 0, SAMPLES, 1);
    assert_true(isnan(c.a) && isnan(c.b) && isnan(c.p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_results_are_no_difference),
        cmocka_unit_test(clear_difference),
        cmocka_unit_test(p_is_close_to_exact),
        cmocka_unit_test(seeds),
        cmocka_unit_test(undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
