/* Terms of a gradient: products, sums and rows against plain loops; threads change
 * nothing. */
#include "learn/gradient.h"
#include "unit.h"

#include <string.h>

enum { N_PARTS = 3, IN = 7, OUT = 1100, N_WEIGHTS = OUT * IN + OUT + 90, ROW = 9 };

typedef struct part {
    float *d, *x, *rows;
    uint32_t n, *to;
    pl_terms terms;
} part;

static float *draw(pl_arena *m, pl_rng *rng, size_t n)
{
    float *at = pl_arena_alloc(m, n * sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = (float)pl_rng_below(rng, 64) - 31; /* sums of products are exact */
    return at;
}

/* A layer with its bias, and a table of 10 rows of which each word takes two or one. */
static part new_part(pl_arena *m, pl_rng *rng, uint32_t n)
{
    part p = {draw(m, rng, (size_t)n * OUT),           draw(m, rng, (size_t)n * IN),
              draw(m, rng, (size_t)n * ROW),           n,
              pl_arena_alloc(m, 2 * n * sizeof *p.to), {0}};
    for (uint32_t i = 0; i < 2 * n; i++)
        p.to[i] =
            i % 4 == 3 ? PL_NO_WEIGHT : OUT * IN + OUT + ROW * pl_rng_below(rng, 10);
    pl_mat d = pl_mat_of(p.d, n, OUT);
    PL_PUSH(&p.terms, (pl_term){.at = OUT * IN, .d = d});
    PL_PUSH(&p.terms, (pl_term){.at = 0, .d = d, .x = pl_mat_of(p.x, n, IN)});
    PL_PUSH(&p.terms, (pl_term){.at = OUT * IN + OUT,
                                .d = pl_mat_of(p.rows, n, ROW),
                                .to = p.to,
                                .n_to = 2});
    return p;
}

static void add_plainly(const part *p, float *gradient)
{
    for (uint32_t r = 0; r < p->n; r++) {
        for (uint32_t i = 0; i < OUT; i++) {
            for (uint32_t j = 0; j < IN; j++)
                gradient[i * IN + j] += p->d[r * OUT + i] * p->x[r * IN + j];
            gradient[OUT * IN + i] += p->d[r * OUT + i];
        }
        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t j = 0; p->to[2 * r + k] != PL_NO_WEIGHT && j < ROW; j++)
                gradient[p->to[2 * r + k] + j] += p->rows[r * ROW + j];
    }
}

static void adds_all_terms(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {5};
    part parts[N_PARTS];
    pl_terms terms[N_PARTS];
    float *want = pl_arena_zero(&m, N_WEIGHTS, sizeof *want);
    for (uint32_t k = 0; k < N_PARTS; k++) {
        parts[k] = new_part(&m, &rng, 5 * k); /* the first has nothing */
        memcpy(&terms[k], &parts[k].terms, sizeof terms[k]);
        add_plainly(&parts[k], want);
    }
    for (unsigned threads = 1; threads <= 4; threads++) {
        float *got = pl_arena_zero(&m, N_WEIGHTS, sizeof *got);
        pl_pool *pool = pl_pool_new(threads);
        pl_gradient_add(terms, N_PARTS, got, pool);
        pl_pool_free(pool);
        assert_memory_equal(got, want, N_WEIGHTS * sizeof *got);
    }
    for (uint32_t k = 0; k < N_PARTS; k++)
        PL_VEC_RELEASE(&parts[k].terms);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(adds_all_terms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
