/* One direction of a recurrent layer with long short-term memory (Hochreiter and
 * Schmidhuber 1997; with forget gates, Gers and others 2000), forwards and backwards, for
 * several sequences at once.
 *
 *     i f o = σ(…)   g = tanh(…)   of  Wx xₜ + Wh hₜ₋₁ + b
 *     cₜ = f cₜ₋₁ + i g            hₜ = o tanh cₜ
 *
 * The sequences are sorted by length, the longest first, and stored step by step: all
 * first elements, all second ones, … So the elements of a step are rows of one matrix, and
 * row r of every step belongs to sequence r.
 *
 *     sequences  a b c d      step   0      1      2    3
 *                e f          rows   a e g  b f h  c    d
 *                g h          first  0      3      6    7    8
 */
#pragma once

#include "base/arena.h"
#include "learn/factors.h"
#include "learn/gradient.h"

typedef struct pl_steps {
    uint32_t n_steps;
    const uint32_t
        *first; /* [n_steps + 1] first row of each step, and the number of rows */
} pl_steps;

static inline uint32_t pl_steps_rows(const pl_steps *s)
{
    return s->first[s->n_steps];
}

static inline uint32_t pl_steps_row(const pl_steps *s, uint32_t sequence,
                                    uint32_t position)
{
    return s->first[position] + sequence;
}

/* The steps of n sequences of these lengths, the longest first, in `m`. */
pl_steps pl_steps_of(pl_arena *m, const uint32_t *lengths, uint32_t n);

/* Where a layer's weights stand among those of the network. */
typedef struct pl_lstm {
    uint32_t n_in, n_out;
    bool reversed;    /* begins with the last element of each sequence */
    size_t wx, wh, b; /* [4 n_out][n_in], [4 n_out][n_out], [4 n_out]: gates i f g o */
} pl_lstm;

/* What the way back needs of the way forth. */
typedef struct pl_lstm_run {
    pl_mat in;
    pl_mat gates;                /* [rows][4 n_out] after their functions */
    pl_mat cells, tanhs, before; /* [rows][n_out] c, tanh c, and h of the step before */
} pl_lstm_run;

/* Fills `out` [rows][n_out], whose rows may be parts of longer ones. What `run` points to
 * lives in `m`. */
void pl_lstm_forward(const pl_lstm *l, const pl_real *weights, const pl_steps *steps,
                     pl_mat in, pl_mat out, pl_lstm_run *run, pl_work *work, pl_arena *m);
/* From the gradient at `out`: lists the terms of that of the weights, and adds that at `in`
 * to `d_in` (whose `at` may be NULL). Uses up `run`, which the terms point to. */
void pl_lstm_backward(const pl_lstm *l, const pl_real *weights, const pl_steps *steps,
                      pl_lstm_run *run, pl_mat d_out, pl_mat d_in, pl_terms *terms,
                      pl_work *work, pl_arena *m);
