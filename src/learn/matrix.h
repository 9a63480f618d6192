/* Matrices of floats and their products, which networks spend nearly all their time on.
 *
 *     float at[6] = {1, 2, 3, 4, 5, 6};
 *     pl_mat a = {at, 2, 3, 3};                      two rows of three, one after the other
 *     pl_product(&work, c, a, pl_transposed(b), false);     c  = a bᵀ
 *     pl_product(&work, c, pl_transposed(a), b, true);      c += aᵀ b
 *
 * Each element is the sum of its products in the order of their index, rounded once per
 * term (fused multiply and add), in blocks of PL_BLOCK terms that are added up in order.
 * So the bytes are the same with AVX-512, AVX2, NEON and plain C, and for any shape: no
 * library for linear algebra promises that, which is why this one is our own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef PL_REAL_DOUBLE /* tests compare gradients with finite differences */
typedef double pl_real;
#else
typedef float pl_real;
#endif

#define PL_BLOCK 256 /* terms that are summed before they are added to the element */

/* Element (i, j) is at[i * down + j * right]. */
typedef struct pl_mat {
    pl_real *at;
    uint32_t n_rows, n_cols;
    size_t down, right;
} pl_mat;

/* Rows that follow each other without space between. */
static inline pl_mat pl_mat_of(const pl_real *at, size_t n_rows, size_t n_cols)
{
    return (pl_mat){(pl_real *)at, (uint32_t)n_rows, (uint32_t)n_cols, n_cols, 1};
}

static inline pl_mat pl_transposed(pl_mat a)
{
    return (pl_mat){a.at, a.n_cols, a.n_rows, a.right, a.down};
}

/* Rows first … first + n - 1. */
static inline pl_mat pl_mat_rows(pl_mat a, size_t first, size_t n)
{
    return (pl_mat){a.at + first * a.down, (uint32_t)n, a.n_cols, a.down, a.right};
}

/* Columns first … first + n - 1. */
static inline pl_mat pl_mat_cols(pl_mat a, size_t first, size_t n)
{
    return (pl_mat){a.at + first * a.right, a.n_rows, (uint32_t)n, a.down, a.right};
}

/* A right factor in the order in which products read it; a recurrent layer multiplies
 * with the same one at every step. */
typedef struct pl_packed {
    pl_real *at; /* blocks of terms, in each panels of columns */
    uint32_t n_rows, n_cols;
    size_t cap;
} pl_packed;

void pl_pack(pl_packed *to, pl_mat b); /* replaces what it held; begin with {0} */
void pl_packed_release(pl_packed *p);

/* c = a b, or with `add` c += a b. The matrix c has its rows one after the other (`right`
 * is 1) and overlaps neither factor. `work` is memory that calls may share. */
void pl_product(pl_packed *work, pl_mat c, pl_mat a, pl_mat b, bool add);
void pl_product_packed(pl_mat c, pl_mat a, const pl_packed *b, bool add);
