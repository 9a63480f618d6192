/* The gradient of the weights of a network. On the way back each layer only lists the
 * terms of it; they are added up when the ways of all parts of a batch are known. So one
 * gradient is enough for any number of threads, and since each weight gets its terms in
 * the order of the parts, the number of threads does not matter.
 *
 *     pl_terms parts[4] = {0};
 *     at the same time: a pass adds terms to parts[k], and keeps what they point to
 *     pl_gradient_add(parts, 4, gradient, pool);
 *     pl_terms_release(&parts[k]);
 */
#pragma once

#include "base/parallel.h"
#include "base/vec.h"
#include "learn/matrix.h"

/* The gradient of some weights, from number `at` on, gets
 *
 *     a product   [d.n_cols][x.n_cols] += dᵀ x
 *     a sum       [d.n_cols]           += the rows of d           (x.at is NULL)
 *     rows        row r of d to weights to[r][0], to[r][1] …      (`to` is not NULL)
 */
typedef struct pl_term {
    size_t at;
    pl_mat d, x;
    const uint32_t *to; /* [d.n_rows][n_to] first weights; PL_NO_WEIGHT: none */
    uint32_t n_to;
} pl_term;

#define PL_NO_WEIGHT UINT32_MAX

typedef PL_VEC(pl_term) pl_terms;

/* Adds all terms to `gradient`, those of the first part first. Terms of different
 * beginnings `at` touch different weights. */
void pl_gradient_add(const pl_terms *parts, uint32_t n_parts, pl_real *gradient,
                     pl_pool *pool);
