/* Newton's method for logistic regression; see logistic.h. */
#include "learn/logistic.h"

#include "learn/activation.h"

enum { STEPS = 20 };

#define PRIOR     4.0  /* examples that the weights given are worth */
#define LONG_STEP 1.0  /* a weight changes at most so much at once */
#define FAR       30.0 /* from where on the answer is clear */

typedef double square[PL_LOGISTIC_WIDTH][PL_LOGISTIC_WIDTH];

double pl_logistic(const double *x, const double *w, uint32_t k)
{
    double sum = 0;
    for (uint32_t i = 0; i < k; i++)
        sum += w[i] * x[i];
    return pl_sigmoid((pl_real)fmin(fmax(sum, -FAR), FAR));
}

/* Solves h d = g for a symmetric positive h by Gaussian elimination; d replaces g. */
static void solve(square h, double *g, uint32_t k)
{
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t r = i + 1; r < k; r++) {
            double f = h[r][i] / h[i][i];
            for (uint32_t c = i; c < k; c++)
                h[r][c] -= f * h[i][c];
            g[r] -= f * g[i];
        }
    for (uint32_t i = k; i-- > 0;) {
        for (uint32_t c = i + 1; c < k; c++)
            g[i] -= h[i][c] * g[c];
        g[i] /= h[i][i];
    }
}

/* The gradient g and the curvature h of
 *     Σ log p(yes_r | x_r) - PRIOR / 2 |w - first|²  */
static void differentiate(const double *x, const uint8_t *yes, size_t n, uint32_t k,
                          const double *w, const double *first, double *g, square h)
{
    for (uint32_t i = 0; i < k; i++) {
        g[i] = -PRIOR * (w[i] - first[i]);
        for (uint32_t j = 0; j < k; j++)
            h[i][j] = i == j ? PRIOR : 0;
    }
    for (size_t r = 0; r < n; r++, x += k) {
        double p = pl_logistic(x, w, k), v = p * (1 - p);
        for (uint32_t i = 0; i < k; i++) {
            g[i] += (yes[r] - p) * x[i];
            for (uint32_t j = 0; j < k; j++)
                h[i][j] += v * x[i] * x[j];
        }
    }
}

void pl_logistic_fit(const double *x, const uint8_t *yes, size_t n, uint32_t k, double *w)
{
    double first[PL_LOGISTIC_WIDTH], step[PL_LOGISTIC_WIDTH];
    square h;
    memcpy(first, w, k * sizeof *w);
    for (int t = 0; t < STEPS; t++) {
        differentiate(x, yes, n, k, w, first, step, h);
        solve(h, step, k);
        for (uint32_t i = 0; i < k; i++)
            w[i] += fmin(fmax(step[i], -LONG_STEP), LONG_STEP);
    }
}
