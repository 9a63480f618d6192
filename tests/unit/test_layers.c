/* The ways back of all layers, against differences of the way forth: the layers are
 * compiled here with numbers of double precision, so that the two agree to many digits. */
#define PL_REAL_DOUBLE
#include "unit.h"

#include "../../src/learn/adam.c"
#undef TINY
#include "../../src/learn/factors.c"
#include "../../src/learn/gradient.c"
#include "../../src/learn/layers.c"
#include "../../src/learn/lstm.c"
#include "../../src/learn/matrix.c"

enum { MOST = 4096 };

/* A network of one layer: its weights and its input as one list of numbers, its loss the sum
 * of what it gives, each number with a factor of its own. */
typedef struct trial trial;
struct trial {
    size_t n_weights, n_inputs;
    double values[MOST], gradient[MOST]; /* of weights, then of inputs */
    double factors[MOST];
    double (*loss)(trial *t, bool back);
    pl_arena arena;
    pl_work work;
    pl_terms terms;
    pl_pool *pool;
};

static void fill(double *at, size_t n, uint64_t seed)
{
    pl_rng rng = {seed};
    for (size_t i = 0; i < n; i++)
        at[i] = (double)pl_rng_next(&rng) / 1.8446744073709552e19 * 2 - 1;
}

static double score(const trial *t, pl_mat out, pl_mat d_out)
{
    double sum = 0;
    for (uint32_t r = 0; r < out.n_rows; r++)
        for (uint32_t j = 0; j < out.n_cols; j++) {
            double f = t->factors[r * out.n_cols + j];
            sum += f * out.at[r * out.down + j];
            d_out.at[r * d_out.down + j] = f;
        }
    return sum;
}

static void check_gradient(trial *t, uint64_t seed)
{
    size_t n = t->n_weights + t->n_inputs;
    assert_true(n <= MOST);
    fill(t->values, n, seed);
    fill(t->factors, MOST, seed + 1);
    memset(t->gradient, 0, sizeof t->gradient);
    t->pool = pl_pool_new(1);
    t->loss(t, true);
    pl_gradient_add(&t->terms, 1, t->gradient, t->pool);
    double *found = malloc(n * sizeof *found);
    memcpy(found, t->gradient, n * sizeof *found);
    for (size_t i = 0; i < n; i++) {
        double value = t->values[i], step = 1e-5;
        t->values[i] = value + step;
        double more = t->loss(t, false);
        t->values[i] = value - step;
        double less = t->loss(t, false);
        t->values[i] = value;
        double want = (more - less) / (2 * step);
        if (fabs(found[i] - want) > 1e-7 * (1 + fabs(want)))
            fail_msg("number %zu: gradient %.12g, by differences %.12g", i, found[i], want);
        pl_arena_reset(&t->arena);
    }
    free(found);
    pl_arena_release(&t->arena);
    pl_packed_release(&t->work.own);
    PL_VEC_RELEASE(&t->terms);
    pl_pool_free(t->pool);
}

static pl_mat fresh(trial *t, size_t n_rows, size_t n_cols)
{
    return pl_mat_of(PL_NEW_ARRAY(&t->arena, double, n_rows * n_cols + 1), n_rows, n_cols);
}

/* -- LSTM, both directions, sequences of 4, 2, 2 and 1 elements ---------------------- */

static const uint32_t first_rows[] = {0, 4, 7, 8, 9};
static const pl_steps steps = {4, first_rows};

static double lstm_loss(trial *t, bool back)
{
    uint32_t in = 3, out = 5, n_rows = pl_steps_rows(&steps);
    size_t each = 4 * out * (in + out + 1);
    pl_lstm layers[2];
    pl_lstm_run runs[2];
    pl_mat x = pl_mat_of(t->values + t->n_weights, n_rows, in);
    pl_mat y = fresh(t, n_rows, 2 * out), d = fresh(t, n_rows, 2 * out);
    for (int k = 0; k < 2; k++) {
        size_t at = k * each;
        layers[k] = (pl_lstm){in, out, k == 1, at, at + 4 * out * in, at + 4 * out * (in + out)};
        pl_lstm_forward(&layers[k], t->values, &steps, x, pl_mat_cols(y, k * out, out),
                        &runs[k], &t->work, &t->arena);
    }
    double loss = score(t, y, d);
    for (int k = 0; back && k < 2; k++)
        pl_lstm_backward(&layers[k], t->values, &steps, &runs[k],
                         pl_mat_cols(d, k * out, out),
                         pl_mat_of(t->gradient + t->n_weights, n_rows, in), &t->terms,
                         &t->work, &t->arena);
    return loss;
}

static void lstm(void **state)
{
    (void)state;
    trial t = {.n_weights = 2 * 4 * 5 * (3 + 5 + 1), .n_inputs = 9 * 3, .loss = lstm_loss};
    check_gradient(&t, 1);
}

/* -- the others ------------------------------------------------------------------------ */

static double dense_loss(trial *t, bool back)
{
    pl_dense l = {4, 6, 0, 24};
    pl_mat x = pl_mat_of(t->values + t->n_weights, 7, 4);
    pl_mat y = fresh(t, 7, 6), d = fresh(t, 7, 6);
    pl_dense_forward(&l, t->values, x, y, &t->work);
    double loss = score(t, y, d);
    if (back)
        pl_dense_backward(&l, t->values, x, d,
                          pl_mat_of(t->gradient + t->n_weights, 7, 4), &t->terms,
                          &t->work);
    return loss;
}

static void dense(void **state)
{
    (void)state;
    trial t = {.n_weights = 30, .n_inputs = 28, .loss = dense_loss};
    check_gradient(&t, 2);
}

static double norm_loss(trial *t, bool back)
{
    enum { ROWS = 5, N = 9 };
    pl_norm l = {N, 0, N};
    pl_mat x = fresh(t, ROWS, N), y = fresh(t, ROWS, N), d = fresh(t, ROWS, N);
    double scales[ROWS];
    memcpy(x.at, t->values + t->n_weights, ROWS * N * sizeof *x.at);
    pl_norm_forward(&l, t->values, x, y, scales);
    double loss = score(t, y, d);
    if (back) {
        pl_norm_backward(&l, t->values, x, y, scales, d, &t->terms, &t->arena);
        memcpy(t->gradient + t->n_weights, d.at, ROWS * N * sizeof *d.at);
    }
    return loss;
}

static void norm(void **state)
{
    (void)state;
    trial t = {.n_weights = 18, .n_inputs = 45, .loss = norm_loss};
    check_gradient(&t, 3);
}

static double softmax_loss(trial *t, bool back)
{
    enum { N = 8 };
    double loss = 0, row[N];
    for (int i = 0; i < 3; i++) {
        memcpy(row, t->values + i * N, sizeof row);
        loss += pl_loss(row, N, (uint32_t)(3 * i + 1) % N, i == 0 ? 0 : 0.1, 0.5 + i);
        if (back)
            memcpy(t->gradient + i * N, row, sizeof row);
    }
    return loss;
}

static void softmax(void **state)
{
    (void)state;
    trial t = {.n_inputs = 24, .loss = softmax_loss};
    check_gradient(&t, 4);
}

/* The same mask on both ways; about the share that was asked for. */
static void dropout(void **state)
{
    (void)state;
    enum { N = 100 };
    double x[N * N], d[N * N];
    uint8_t kept[N * N];
    for (int i = 0; i < N * N; i++)
        x[i] = d[i] = 1;
    pl_rng rng = {5};
    pl_drop(pl_mat_of(x, N, N), 0.3, kept, &rng);
    pl_drop_backward(pl_mat_of(d, N, N), 0.3, kept);
    assert_memory_equal(x, d, sizeof x);
    int n = 0;
    for (int i = 0; i < N * N; i++) {
        assert_true(x[i] == 0 || fabs(x[i] - 1 / 0.7) < 1e-12);
        n += x[i] == 0;
    }
    assert_in_range(n, 2800, 3200);
}

/* Finds the bottom of a bowl; the average follows; threads change nothing. */
static void adam(void **state)
{
    (void)state;
    enum { N = 70000 };
    double *w = malloc(N * sizeof *w), *g = malloc(N * sizeof *g), *other = malloc(N * sizeof *w);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        pl_pool *pool = pl_pool_new(threads);
        pl_adam a = {.n = N, .clip = 20, .keep = 0.9};
        for (int i = 0; i < N; i++)
            w[i] = i % 7;
        pl_adam_init(&a, w);
        for (int k = 0; k < 400; k++) {
            for (int i = 0; i < N; i++)
                g[i] = (w[i] - 3) * (1 + i % 2);
            pl_adam_step(&a, g, 0.05 * (1 - k / 400.0), pool);
        }
        for (int i = 0; i < N; i++)
            assert_true(fabs(w[i] - 3) < 1e-2 && fabs(a.average[i] - 3) < 1e-2);
        if (threads > 1)
            assert_memory_equal(w, other, N * sizeof *w);
        memcpy(other, w, N * sizeof *w);
        pl_adam_release(&a);
        pl_pool_free(pool);
    }
    free(w);
    free(g);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lstm),    cmocka_unit_test(dense),   cmocka_unit_test(norm),
        cmocka_unit_test(softmax), cmocka_unit_test(dropout), cmocka_unit_test(adam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
