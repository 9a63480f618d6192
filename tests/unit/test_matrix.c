/* Products: right, and the same bytes on every kind of processor and for every shape. */
#include "unit.h"

#include "base/hash.h"
#include "learn/activation.h"
#include "../../src/learn/matrix.c"

static pl_mat random_mat(pl_rng *rng, uint32_t n_rows, uint32_t n_cols)
{
    float *at = malloc((size_t)n_rows * n_cols * sizeof *at + 1);
    for (size_t i = 0; i < (size_t)n_rows * n_cols; i++)
        at[i] = (float)((double)pl_rng_next(rng) / 1.8446744073709552e19 * 2 - 1);
    return pl_mat_of(at, n_rows, n_cols);
}

/* As matrix.h says it: fused terms in order, blocks added in order. */
static float plain_element(pl_mat a, pl_mat b, uint32_t i, uint32_t j, float start, bool add)
{
    float element = add ? start : 0;
    for (uint32_t first = 0; first < a.n_cols; first += PL_BLOCK) {
        float sum = 0;
        for (uint32_t k = first; k < a.n_cols && k < first + PL_BLOCK; k++)
            sum = fmaf(a.at[i * a.down + k * a.right], b.at[k * b.down + j * b.right], sum);
        element = add || first > 0 ? element + sum : sum;
    }
    return element;
}

static void check(pl_packed *work, pl_rng *rng, uint32_t n, uint32_t m, uint32_t k, int how)
{
    bool add = how & 1;
    pl_mat a = how & 2 ? pl_transposed(random_mat(rng, k, n)) : random_mat(rng, n, k);
    pl_mat b = how & 4 ? pl_transposed(random_mat(rng, m, k)) : random_mat(rng, k, m);
    pl_mat start = random_mat(rng, n, m), c = random_mat(rng, n, m);
    memcpy(c.at, start.at, (size_t)n * m * sizeof *c.at);
    pl_product(work, c, a, b, add);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < m; j++) {
            size_t at = (size_t)i * m + j;
            float want = plain_element(a, b, i, j, start.at[at], add);
            assert_memory_equal(&c.at[at], &want, sizeof want);
        }
    free(a.at);
    free(b.at);
    free(c.at);
    free(start.at);
}

static void products_have_the_same_bytes(void **state)
{
    (void)state;
    pl_packed work = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!kinds[i].present())
            continue;
        chosen = &kinds[i];
        pl_rng rng = {7};
        for (int k = 0; k < 60; k++)
            check(&work, &rng, pl_rng_below(&rng, 40), pl_rng_below(&rng, 90) + 1,
                  pl_rng_below(&rng, k % 9 == 0 ? 600 : 60), k % 8);
        check(&work, &rng, 25, 65, 2 * PL_BLOCK, 0);
        pl_packed_release(&work); /* panels are wider or narrower in the next kind */
    }
    chosen = NULL;
}

/* One packed factor serves many products, into parts of a larger matrix. */
static void packed_factors_serve_again(void **state)
{
    (void)state;
    pl_rng rng = {8};
    pl_packed p = {0};
    pl_mat b = random_mat(&rng, 30, 70), a = random_mat(&rng, 50, 30);
    pl_mat whole = random_mat(&rng, 50, 100);
    pl_pack(&p, b);
    for (uint32_t i = 0; i < 50; i += 5)
        pl_product_packed(pl_mat_cols(pl_mat_rows(whole, i, 5), 20, 70),
                          pl_mat_rows(a, i, 5), &p, false);
    for (uint32_t i = 0; i < 50; i++)
        for (uint32_t j = 0; j < 70; j++)
            assert_true(whole.at[i * 100 + 20 + j] == plain_element(a, b, i, j, 0, false));
    pl_packed_release(&p);
    free(a.at);
    free(b.at);
    free(whole.at);
}

static void functions_are_exact_enough(void **state)
{
    (void)state;
    for (float x = -86; x < 86; x += 0.0137f) {
        assert_true(fabs(pl_exp(x) - exp(x)) <= 2.5e-7 * exp(x));
        assert_true(fabs(pl_tanh(x) - tanh(x)) <= 3e-7);
        assert_true(fabs(pl_sigmoid(x) - 1 / (1 + exp(-x))) <= 3e-7);
    }
    assert_true(pl_exp(-1000) >= 0 && pl_exp(-1000) < 1e-37 && isfinite(pl_exp(1000)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_have_the_same_bytes),
        cmocka_unit_test(packed_factors_serve_again),
        cmocka_unit_test(functions_are_exact_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
