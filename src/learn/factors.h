/* Right factors of products, packed once and shared: the weights of a step, which all parts
 * of a batch multiply with.
 *
 *     pl_factors *f = pl_factors_new();
 *     for each step:
 *         pl_factors_renew(f, pool);                        the weights have changed
 *         in any thread: pl_product_packed(c, a, pl_factors_get(f, weights), add);
 *     pl_factors_free(f);
 */
#pragma once

#include "base/parallel.h"
#include "learn/matrix.h"

typedef struct pl_factors pl_factors;

pl_factors *pl_factors_new(void);
void pl_factors_free(pl_factors *f); /* NULL is fine */
/* A matrix, packed when it is first asked for; valid until all are freed. */
const pl_packed *pl_factors_get(pl_factors *f, pl_mat m);
/* Packs all that were asked for so far again. */
void pl_factors_renew(pl_factors *f, pl_pool *pool);

/* What layers multiply with: shared factors, or memory of their own. */
typedef struct pl_work {
    pl_packed own;
    pl_factors *shared; /* NULL: none */
} pl_work;

/* A packed matrix; without shared factors valid until the next call. */
const pl_packed *pl_work_factor(pl_work *w, pl_mat m);
