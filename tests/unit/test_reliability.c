/* Bins of confidences, against sums by hand; test_eval_files.c has what counts as right. */
#include "unit.h"

#include "eval/reliability.h"

#include <math.h>

static void error_by_hand(void **unused)
{
    (void)unused;
    pl_bins b = {0};
    assert_true(isnan(pl_bins_error(&b)));
    pl_bins_add(&b, NAN, true);
    pl_bins_add(&b, 1.5, true);
    assert_int_equal(pl_bins_sum(&b).n, 0);
    pl_bins_add(&b, 1, true);     /* last bin: mean 0.975, one of two right */
    pl_bins_add(&b, 0.95, false); /*   2 |0.975 - 0.5| = 0.95 */
    pl_bins_add(&b, 0, false);    /* first bin: 0 */
    pl_bins_add(&b, 0.25, true);  /* fourth bin: 0.75 */
    assert_int_equal(b.at[14].n, 2);
    assert_int_equal(b.at[3].n, 1);
    assert_float_equal(pl_bins_error(&b), 100 * (0.95 + 0.75) / 4, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
