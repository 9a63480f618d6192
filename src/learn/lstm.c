#include "learn/lstm.h"

#include "learn/activation.h"

pl_steps pl_steps_of(pl_arena *m, const uint32_t *lengths, uint32_t n)
{
    uint32_t n_steps = n > 0 ? lengths[0] : 0;
    uint32_t *first = PL_NEW_ARRAY(m, uint32_t, n_steps + 1);
    for (uint32_t t = 0, active = n; t < n_steps; t++) {
        while (active > 0 && lengths[active - 1] <= t)
            active--;
        first[t + 1] = first[t] + active;
    }
    return (pl_steps){n_steps, first};
}

/* The steps in the order in which a direction takes them. */
typedef struct walk {
    uint32_t step, rows; /* this one, and how many rows it has */
    uint32_t before;     /* the one taken before it … */
    uint32_t shared; /* … and how many rows the two have in common; 0: there is none */
} walk;

static walk walk_at(const pl_lstm *l, const pl_steps *s, uint32_t i)
{
    uint32_t last = s->n_steps - 1, t = l->reversed ? last - i : i;
    walk w = {t, s->first[t + 1] - s->first[t], 0, 0};
    if (i > 0) {
        w.before = l->reversed ? t + 1 : t - 1;
        uint32_t n = s->first[w.before + 1] - s->first[w.before];
        w.shared = n < w.rows ? n : w.rows;
    }
    return w;
}

static pl_mat new_mat(pl_arena *m, size_t n_rows, size_t n_cols)
{
    return pl_mat_of(pl_arena_alloc(m, (n_rows * n_cols + 1) * sizeof(pl_real)), n_rows,
                     n_cols);
}

/* One element: from the sums of its gates to its cell and output. `was` is the cell of the
 * step before; NULL: there is none. */
static void open_gates(pl_real *restrict gates, const pl_real *restrict was,
                       pl_real *restrict cells, pl_real *restrict tanhs,
                       pl_real *restrict out, uint32_t n)
{
    for (uint32_t j = 0; j < 2 * n; j++)
        gates[j] = pl_sigmoid(gates[j]);
    for (uint32_t j = 2 * n; j < 3 * n; j++)
        gates[j] = pl_tanh(gates[j]);
    for (uint32_t j = 3 * n; j < 4 * n; j++)
        gates[j] = pl_sigmoid(gates[j]);
    const pl_real *i = gates, *f = gates + n, *g = gates + 2 * n, *o = gates + 3 * n;
    for (uint32_t j = 0; j < n; j++)
        cells[j] = i[j] * g[j];
    for (uint32_t j = 0; was != NULL && j < n; j++)
        cells[j] += f[j] * was[j];
    for (uint32_t j = 0; j < n; j++) {
        tanhs[j] = pl_tanh(cells[j]);
        out[j] = o[j] * tanhs[j];
    }
}

/* All that does not wait for the step before: Wx x + b. */
static void sum_inputs(const pl_lstm *l, const pl_real *weights, pl_mat in, pl_mat gates,
                       pl_work *work)
{
    const pl_real *b = weights + l->b;
    for (uint32_t r = 0; r < gates.n_rows; r++)
        memcpy(gates.at + r * gates.down, b, gates.n_cols * sizeof *b);
    pl_mat wx = pl_mat_of(weights + l->wx, gates.n_cols, l->n_in);
    pl_product_packed(gates, in, pl_work_factor(work, pl_transposed(wx)), true);
}

void pl_lstm_forward(const pl_lstm *l, const pl_real *weights, const pl_steps *steps,
                     pl_mat in, pl_mat out, pl_lstm_run *run, pl_work *work, pl_arena *m)
{
    uint32_t n = l->n_out, n_rows = pl_steps_rows(steps);
    *run = (pl_lstm_run){in, new_mat(m, n_rows, 4 * n), new_mat(m, n_rows, n),
                         new_mat(m, n_rows, n), new_mat(m, n_rows, n)};
    memset(run->before.at, 0, (size_t)n_rows * n * sizeof(pl_real));
    sum_inputs(l, weights, in, run->gates, work);
    const pl_packed *wh =
        pl_work_factor(work, pl_transposed(pl_mat_of(weights + l->wh, 4 * n, n)));
    for (uint32_t i = 0; i < steps->n_steps; i++) {
        walk w = walk_at(l, steps, i);
        uint32_t at = steps->first[w.step], before = steps->first[w.before];
        pl_mat h = pl_mat_rows(run->before, at, w.shared);
        for (uint32_t r = 0; r < w.shared; r++)
            memcpy(h.at + r * h.down, out.at + (before + r) * out.down, n * sizeof *h.at);
        pl_product_packed(pl_mat_rows(run->gates, at, w.shared), h, wh, true);
        for (uint32_t r = 0; r < w.rows; r++)
            open_gates(run->gates.at + (at + r) * run->gates.down,
                       r < w.shared ? run->cells.at + (size_t)(before + r) * n : NULL,
                       run->cells.at + (size_t)(at + r) * n,
                       run->tanhs.at + (size_t)(at + r) * n, out.at + (at + r) * out.down,
                       n);
    }
}

/* One element on the way back. `dh` and `dc` come from the step after it; dc leaves as the
 * gradient at the cell before, the gates as the gradient at their sums. */
static void close_gates(pl_real *restrict gates, const pl_real *restrict was,
                        const pl_real *restrict tanhs, const pl_real *restrict d_out,
                        const pl_real *restrict dh, pl_real *restrict dc, uint32_t n)
{
    pl_real *i = gates, *f = gates + n, *g = gates + 2 * n, *o = gates + 3 * n;
    for (uint32_t j = 0; j < n; j++) {
        pl_real d = d_out[j] + dh[j], t = tanhs[j];
        pl_real c = dc[j] + d * o[j] * (1 - t * t);
        o[j] = d * t * o[j] * (1 - o[j]);
        dc[j] = c * f[j];
        f[j] = was != NULL ? c * was[j] * f[j] * (1 - f[j]) : 0;
        pl_real di = c * g[j] * i[j] * (1 - i[j]);
        g[j] = c * i[j] * (1 - g[j] * g[j]);
        i[j] = di;
    }
}

void pl_lstm_backward(const pl_lstm *l, const pl_real *weights, const pl_steps *steps,
                      pl_lstm_run *run, pl_mat d_out, pl_mat d_in, pl_terms *terms,
                      pl_work *work, pl_arena *m)
{
    if (steps->n_steps == 0)
        return;
    uint32_t n = l->n_out, n_seqs = steps->first[1];
    pl_mat dh = pl_mat_of(PL_NEW_ARRAY(m, pl_real, (size_t)n_seqs * n), n_seqs, n);
    pl_real *dc = PL_NEW_ARRAY(m, pl_real, (size_t)n_seqs * n);
    const pl_packed *wh = pl_work_factor(work, pl_mat_of(weights + l->wh, 4 * n, n));
    for (uint32_t i = steps->n_steps; i-- > 0;) {
        walk w = walk_at(l, steps, i);
        uint32_t at = steps->first[w.step], before = steps->first[w.before];
        for (uint32_t r = 0; r < w.rows; r++)
            close_gates(run->gates.at + (at + r) * run->gates.down,
                        r < w.shared ? run->cells.at + (size_t)(before + r) * n : NULL,
                        run->tanhs.at + (size_t)(at + r) * n,
                        d_out.at + (at + r) * d_out.down, dh.at + (size_t)r * n,
                        dc + (size_t)r * n, n);
        pl_product_packed(pl_mat_rows(dh, 0, w.shared),
                          pl_mat_rows(run->gates, at, w.shared), wh, false);
    }
    PL_PUSH(terms, (pl_term){.at = l->wh, .d = run->gates, .x = run->before});
    PL_PUSH(terms, (pl_term){.at = l->wx, .d = run->gates, .x = run->in});
    PL_PUSH(terms, (pl_term){.at = l->b, .d = run->gates});
    if (d_in.at != NULL)
        pl_product_packed(
            d_in, run->gates,
            pl_work_factor(work, pl_mat_of(weights + l->wx, 4 * n, l->n_in)), true);
}
