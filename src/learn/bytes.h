/* Products with weights of one byte, for networks that parse: each row of weights has a
 * scale of its own, and so has each row of what it is multiplied with. The sums are whole
 * numbers, so that every kind of processor finds the same ones; a fourth of the memory of
 * floats, and several times as fast where processors multiply bytes (AVX-512 VNNI).
 *
 *     y[i] = scale(x) · scale(w, i) · Σ x'[j] w'[i][j] + b[i]      x', w' in -127 … 127
 */
#pragma once

#include "learn/matrix.h"
#include "learn/row_ops.h"

/* Weights [n_out][n_in], as they are stored. */
typedef struct pl_byte_weights {
    uint32_t n_in, n_out;
    const int8_t *at;    /* [n_out][n_in] */
    const float *scales; /* [n_out] */
} pl_byte_weights;

/* Rounds a row to bytes; returns its scale: row[j] is about scale · bytes[j]. */
float pl_round_row(const float *row, uint32_t n, int8_t *bytes);

/* Weights in the order in which this processor reads them. */
typedef struct pl_byte_factor {
    uint32_t n_in, n_out;
    int32_t *at;    /* [panels][steps][columns of a panel] of four bytes or two halves */
    int32_t *sums;  /* [panels][columns] what the offset of x adds, where x is stored unsigned */
    float *scales;  /* [n_out] */
} pl_byte_factor;

void pl_byte_factor_init(pl_byte_factor *f, const pl_byte_weights *w);
void pl_byte_factor_release(pl_byte_factor *f);

/* Rows that are multiplied, rounded and in the order that a factor wants; begin with {0}. */
typedef struct pl_byte_rows {
    int32_t *at;   /* [n][words] */
    float *scales; /* [n] */
    uint32_t n, n_cols, n_words;
    size_t cap, cap_scales;
} pl_byte_rows;

/* Rounds the rows of x; with `order` [n] the rows order[0], order[1] … of it. */
void pl_byte_rows_set(pl_byte_rows *rows, pl_mat x);
void pl_byte_rows_pick(pl_byte_rows *rows, pl_mat x, const uint32_t *order, uint32_t n);
void pl_byte_rows_release(pl_byte_rows *rows);

/* Rows first … first + n - 1, which live as long as all do. */
pl_byte_rows pl_byte_rows_part(const pl_byte_rows *rows, uint32_t first, uint32_t n);

/* y (n rows of n_out, `right` 1) = x wᵀ, plus what is there with `add`, else plus b [n_out]
 * if it is not NULL. */
void pl_byte_product(pl_mat y, const pl_byte_rows *x, const pl_byte_factor *w,
                     const float *b, bool add);

/* The functions over rows that fit this processor. */
const pl_row_ops *pl_byte_rows_ops(void);
