#include "learn/adam.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEAN_KEEP   0.9
#define SQUARE_KEEP 0.95
#define TINY        1e-8
#define PART        65536 /* weights that one thread takes at a time */

void pl_adam_init(pl_adam *a, pl_real *weights)
{
    a->weights = weights;
    a->mean = pl_alloc_zero(a->n, sizeof *a->mean);
    a->square = pl_alloc_zero(a->n, sizeof *a->square);
    a->average = pl_alloc(a->n * sizeof *a->average);
    memcpy(a->average, weights, a->n * sizeof *a->average);
    a->n_steps = 0;
}

void pl_adam_release(pl_adam *a)
{
    free(a->mean);
    free(a->square);
    free(a->average);
    a->mean = a->square = a->average = NULL;
}

typedef struct step {
    const pl_adam *a;
    pl_real *gradient;
    double *squares; /* [parts] sums of squares; added up in order */
    pl_real scale;   /* of the gradient */
    pl_real rate, unbias, shrink, blend;
} step;

static size_t part_end(const step *s, size_t part)
{
    size_t end = (part + 1) * PART;
    return end < s->a->n ? end : s->a->n;
}

static void add_squares(void *context, unsigned thread, size_t part)
{
    const step *s = context;
    double sum = 0;
    for (size_t i = part * PART; i < part_end(s, part); i++)
        sum += (double)s->gradient[i] * s->gradient[i];
    s->squares[part] = sum;
}

static void move_weights(void *context, unsigned thread, size_t part)
{
    const step *s = context;
    size_t first = part * PART, n = part_end(s, part) - first;
    pl_real *restrict gradient = s->gradient + first;
    pl_real *restrict weights = s->a->weights + first, *restrict mean = s->a->mean + first;
    pl_real *restrict square = s->a->square + first;
    pl_real *restrict average = s->a->average + first;
    for (size_t i = 0; i < n; i++) {
        pl_real g = gradient[i] * s->scale;
        mean[i] += (g - mean[i]) * (pl_real)(1 - MEAN_KEEP);
        square[i] += (g * g - square[i]) * (pl_real)(1 - SQUARE_KEEP);
        pl_real size = (pl_real)sqrt(square[i]) * s->unbias + (pl_real)TINY;
        weights[i] = weights[i] * s->shrink - s->rate * mean[i] / size;
        average[i] += (weights[i] - average[i]) * s->blend;
        gradient[i] = 0;
    }
}

static double length_of(step *s, size_t n_parts, pl_pool *pool)
{
    double sum = 0;
    pl_pool_run(pool, n_parts, add_squares, s);
    for (size_t i = 0; i < n_parts; i++)
        sum += s->squares[i];
    return sqrt(sum);
}

double pl_adam_step(pl_adam *a, pl_real *gradient, double rate, pl_pool *pool)
{
    size_t n_parts = (a->n + PART - 1) / PART;
    step s = {a, gradient, pl_alloc(n_parts * sizeof *s.squares), 1, 0, 0, 0, 0};
    double length = length_of(&s, n_parts, pool), n = (double)++a->n_steps;
    if (a->clip > 0 && length > a->clip)
        s.scale = (pl_real)(a->clip / length);
    /* The means begin at zero: they are too small at first, by these factors. */
    s.rate = (pl_real)(rate / (1 - pow(MEAN_KEEP, n)));
    s.unbias = (pl_real)(1 / sqrt(1 - pow(SQUARE_KEEP, n)));
    s.shrink = (pl_real)(1 - rate * a->decay);
    s.blend = (pl_real)(1 - fmin(a->keep, (1 + n) / (10 + n)));
    pl_pool_run(pool, n_parts, move_weights, &s);
    free(s.squares);
    return length;
}
