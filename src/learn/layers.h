/* The layers of a network beside the recurrent one: each with its way forth, and its way
 * back from the gradient at what it gave to the gradients of its weights and of what it was
 * given. Weights of all layers stand in one array, gradients in another of the same shape;
 * a layer knows where its own begin. The way back lists the terms of the gradient
 * (gradient.h) instead of adding them. */
#pragma once

#include "base/arena.h"
#include "base/hash.h"
#include "learn/factors.h"
#include "learn/gradient.h"

/* y = W x + b for each row. */
typedef struct pl_dense {
    uint32_t n_in, n_out;
    size_t w, b; /* [n_out][n_in], [n_out] */
} pl_dense;

void pl_dense_forward(const pl_dense *l, const pl_real *weights, pl_mat x, pl_mat y,
                      pl_work *work);
/* Adds to `d_x`, unless its `at` is NULL. The terms point to `x` and `d_y`. */
void pl_dense_backward(const pl_dense *l, const pl_real *weights, pl_mat x, pl_mat d_y,
                       pl_mat d_x, pl_terms *terms, pl_work *work);

/* Layer normalization (Ba and others 2016) and what is positive of it:
 * y = max(0, gain · (x - mean) / deviation + shift), mean and deviation over a row. */
typedef struct pl_norm {
    uint32_t n;
    size_t gain, shift; /* [n] each */
} pl_norm;

/* Leaves the normalized rows in `x`; scales [rows] gets 1 / deviation. */
void pl_norm_forward(const pl_norm *l, const pl_real *weights, pl_mat x, pl_mat y,
                     pl_real *scales);
/* `x`, `y` and `scales` as the way forth left them; turns `d` from the gradient at y into
 * that at x. What the terms point to is in `m`. */
void pl_norm_backward(const pl_norm *l, const pl_real *weights, pl_mat x, pl_mat y,
                      const pl_real *scales, pl_mat d, pl_terms *terms, pl_arena *m);

/* Sets each number to zero with probability p and divides the others by 1 - p; `kept`
 * [rows · cols] tells which are left, for the gradient. */
void pl_drop(pl_mat x, double p, uint8_t *kept, pl_rng *rng);
void pl_drop_backward(pl_mat d, double p, const uint8_t *kept);

/* Cross entropy of softmax with the right answer `gold`, of which `smoothing` is spread
 * over all answers evenly. Replaces the n scores by their gradient, times `weight`, and
 * returns the loss, times `weight`. */
double pl_loss(pl_real *scores, uint32_t n, uint32_t gold, double smoothing,
               double weight);
/* Replaces scores by probabilities; returns the logarithm of their sum of powers. */
double pl_softmax(pl_real *scores, uint32_t n);
