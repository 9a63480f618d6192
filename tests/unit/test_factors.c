/* Shared factors: packed once, and anew when the weights have changed. */
#include "learn/factors.h"
#include "unit.h"

static float product(const pl_packed *b)
{
    float a[] = {1, 10, 100}, c[2] = {0};
    pl_product_packed(pl_mat_of(c, 1, 2), pl_mat_of(a, 1, 3), b, false);
    return c[1];
}

static void shared_until_they_are_renewed(void **state)
{
    (void)state;
    float w[] = {1, 2, 3, 4, 5, 6};
    pl_mat m = pl_mat_of(w, 3, 2), t = pl_transposed(pl_mat_of(w, 2, 3));
    pl_pool *pool = pl_pool_new(3);
    pl_work work = {.shared = pl_factors_new()}, alone = {0};
    const pl_packed *a = pl_work_factor(&work, m), *b = pl_work_factor(&work, t);
    assert_ptr_equal(a, pl_work_factor(&work, m));
    assert_ptr_not_equal(a, b);
    assert_true(product(a) == 642 && product(b) == 654);
    assert_true(product(pl_work_factor(&alone, t)) == 654);
    w[5] = 7;
    assert_true(product(a) == 642); /* as they were */
    pl_factors_renew(work.shared, pool);
    assert_true(product(a) == 742 && product(b) == 754);
    assert_ptr_equal(b, pl_factors_get(work.shared, t));
    pl_factors_free(work.shared);
    pl_packed_release(&alone.own);
    pl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared_until_they_are_renewed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
