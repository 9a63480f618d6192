/* Functions over rows of numbers that networks use between their products, compiled for
 * each kind of processor. Each number is computed alone, or sums are added up in an order
 * that does not depend on the width of vectors, so that all kinds give the same bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PL_MOST_LOG 1000.0f /* a difference of logarithms is no larger */

/* Sums of products of bytes, and what they have to be multiplied with. */
typedef struct pl_byte_sums {
    const int32_t *at;       /* [n_rows][down] */
    uint32_t down, n_rows, n_cols;
    const int32_t *offsets;  /* [n_cols] */
    const float *scales;     /* [n_cols] */
    const float *row_scales; /* [n_rows] */
} pl_byte_sums;

typedef struct pl_row_ops {
    /* Rounds a row to whole numbers from -127 to 127 and returns its scale: row[j] is
     * about scale · out[j]. `offset` is added to bytes. */
    float (*round_bytes)(const float *row, uint32_t n, uint8_t *out, uint8_t offset);
    float (*round_halves)(const float *row, uint32_t n, int16_t *out);
    /* y[i][j] = (sums[i][j] - offsets[j]) · row_scales[i] · scales[j], plus what is there
     * with `add`, else plus b[j] if b is not NULL. Row i of y begins at y + i · down. */
    void (*unround)(const pl_byte_sums *sums, float *y, size_t down, const float *b, bool add);
    /* An element of an LSTM layer: from the sums of its gates i f g o [4 n] and its cells to
     * its next cells and its output. */
    void (*gates)(const float *sums, float *cells, float *out, uint32_t n);
    /* to[j] = from[0][j] + from[1][j] + … in this order; n_from is at least 1. */
    void (*add)(float *to, const float *const *from, uint32_t n_from, uint32_t n);
    /* Layer normalization, and what is positive of it: see pl_norm in layers.h. */
    void (*norm)(float *x, const float *gain, const float *shift, uint32_t n);
    /* Replaces scores by their powers eˣ, divided by that of the largest, which goes to
     * *most; returns the sum of the powers. */
    float (*powers)(float *x, uint32_t n, float *most);
    /* Whole numbers: out[j] = (x[j] - shift) · scale, rounded, where the difference is at
     * least -PL_MOST_LOG and at most 0, or that is taken. */
    void (*logs)(int32_t *out, const float *x, float shift, float scale, uint32_t n);
    /* The first of the largest; n is at least 1. */
    uint32_t (*best)(const float *x, uint32_t n);
} pl_row_ops;

extern const pl_row_ops pl_row_ops_plain;
#ifdef __x86_64__
extern const pl_row_ops pl_row_ops_avx2, pl_row_ops_avx512;
#endif
