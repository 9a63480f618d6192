#include "learn/layers.h"

#include "learn/activation.h"

/* -- dense ----------------------------------------------------------------------------- */

void pl_dense_forward(const pl_dense *l, const pl_real *weights, pl_mat x, pl_mat y,
                      pl_work *work)
{
    for (uint32_t r = 0; r < y.n_rows; r++)
        memcpy(y.at + r * y.down, weights + l->b, l->n_out * sizeof(pl_real));
    pl_mat w = pl_mat_of(weights + l->w, l->n_out, l->n_in);
    pl_product_packed(y, x, pl_work_factor(work, pl_transposed(w)), true);
}

void pl_dense_backward(const pl_dense *l, const pl_real *weights, pl_mat x, pl_mat d_y,
                       pl_mat d_x, pl_terms *terms, pl_work *work)
{
    PL_PUSH(terms, (pl_term){.at = l->w, .d = d_y, .x = x});
    PL_PUSH(terms, (pl_term){.at = l->b, .d = d_y});
    if (d_x.at != NULL)
        pl_product_packed(
            d_x, d_y, pl_work_factor(work, pl_mat_of(weights + l->w, l->n_out, l->n_in)),
            true);
}

/* -- normalization --------------------------------------------------------------------- */

#define TINY 1e-5 /* keeps rows of equal numbers from a division by zero */

static double mean_of(const pl_real *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t j = 0; j < n; j++)
        sum += x[j];
    return sum / n;
}

static double variance_of(const pl_real *x, uint32_t n, double mean)
{
    double sum = 0;
    for (uint32_t j = 0; j < n; j++)
        sum += (x[j] - mean) * (x[j] - mean);
    return sum / n;
}

void pl_norm_forward(const pl_norm *l, const pl_real *weights, pl_mat x, pl_mat y,
                     pl_real *scales)
{
    const pl_real *gain = weights + l->gain, *shift = weights + l->shift;
    for (uint32_t r = 0; r < x.n_rows; r++) {
        pl_real *in = x.at + r * x.down, *out = y.at + r * y.down;
        double mean = mean_of(in, l->n);
        pl_real scale = (pl_real)(1 / sqrt(variance_of(in, l->n, mean) + TINY));
        scales[r] = scale;
        for (uint32_t j = 0; j < l->n; j++) {
            in[j] = (in[j] - (pl_real)mean) * scale;
            pl_real s = in[j] * gain[j] + shift[j];
            out[j] = s > 0 ? s : 0;
        }
    }
}

/* With d the gradient at the normalized x:  (d - mean d - x · mean(d x)) · scale */
static void norm_row_backward(pl_real *d, const pl_real *x, uint32_t n, pl_real scale)
{
    double sum = 0, product = 0;
    for (uint32_t j = 0; j < n; j++) {
        sum += d[j];
        product += d[j] * x[j];
    }
    pl_real mean = (pl_real)(sum / n), slope = (pl_real)(product / n);
    for (uint32_t j = 0; j < n; j++)
        d[j] = (d[j] - mean - x[j] * slope) * scale;
}

void pl_norm_backward(const pl_norm *l, const pl_real *weights, pl_mat x, pl_mat y,
                      const pl_real *scales, pl_mat d, pl_terms *terms, pl_arena *m)
{
    const pl_real *gain = weights + l->gain;
    pl_real *d_gain = PL_NEW_ARRAY(m, pl_real, l->n + 1);
    pl_real *d_shift = PL_NEW_ARRAY(m, pl_real, l->n + 1);
    for (uint32_t r = 0; r < x.n_rows; r++) {
        const pl_real *in = x.at + r * x.down, *out = y.at + r * y.down;
        pl_real *at = d.at + r * d.down;
        for (uint32_t j = 0; j < l->n; j++) {
            pl_real s = out[j] > 0 ? at[j] : 0;
            d_gain[j] += s * in[j];
            d_shift[j] += s;
            at[j] = s * gain[j];
        }
        norm_row_backward(at, in, l->n, scales[r]);
    }
    PL_PUSH(terms, (pl_term){.at = l->gain, .d = pl_mat_of(d_gain, 1, l->n)});
    PL_PUSH(terms, (pl_term){.at = l->shift, .d = pl_mat_of(d_shift, 1, l->n)});
}

/* -- dropout --------------------------------------------------------------------------- */

/* Four numbers of 16 bits from each random one. */
void pl_drop(pl_mat x, double p, uint8_t *kept, pl_rng *rng)
{
    uint32_t limit = (uint32_t)(p * 65536);
    uint64_t bits = 0;
    size_t n = 0;
    for (uint32_t r = 0; r < x.n_rows; r++)
        for (uint32_t j = 0; j < x.n_cols; j++, n++) {
            bits = n % 4 == 0 ? pl_rng_next(rng) : bits >> 16;
            kept[n] = (bits & 0xffff) >= limit;
        }
    pl_drop_backward(x, p, kept);
}

void pl_drop_backward(pl_mat d, double p, const uint8_t *kept)
{
    pl_real scale[2] = {0, (pl_real)(1 / (1 - p))};
    for (uint32_t r = 0; r < d.n_rows; r++, kept += d.n_cols)
        for (uint32_t j = 0; j < d.n_cols; j++)
            d.at[r * d.down + j] *= scale[kept[j]];
}

/* -- loss ------------------------------------------------------------------------------ */

double pl_softmax(pl_real *scores, uint32_t n)
{
    pl_real most = scores[0];
    for (uint32_t j = 1; j < n; j++)
        most = scores[j] > most ? scores[j] : most;
    double sum = 0;
    for (uint32_t j = 0; j < n; j++)
        sum += scores[j] = pl_exp(scores[j] - most);
    pl_real scale = (pl_real)(1 / sum);
    for (uint32_t j = 0; j < n; j++)
        scores[j] *= scale;
    return most + log(sum);
}

double pl_loss(pl_real *scores, uint32_t n, uint32_t gold, double smoothing,
               double weight)
{
    double right = scores[gold], sum = 0;
    for (uint32_t j = 0; j < n; j++)
        sum += scores[j];
    double powers = pl_softmax(scores, n);
    for (uint32_t j = 0; j < n; j++)
        scores[j] = (pl_real)((scores[j] - smoothing / n) * weight);
    scores[gold] -= (pl_real)((1 - smoothing) * weight);
    return weight * (powers - (1 - smoothing) * right - smoothing * sum / n);
}
