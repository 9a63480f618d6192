/* Work that falls into independent parts, done by several threads. The threads stay for
 * the next call; which thread does which part is not fixed, so results must go to places
 * that belong to the part.
 *
 *     pl_pool *pool = pl_pool_new(4);
 *     pl_pool_run(pool, n, work, context);      work(context, thread, part) for each part
 *     pl_pool_free(pool);
 */
#ifndef PL_BASE_PARALLEL_H
#define PL_BASE_PARALLEL_H

#include <stddef.h>

typedef struct pl_pool pl_pool;

/* `n_threads` 0: one for each processor. The calling thread is one of them. */
pl_pool *pl_pool_new(unsigned n_threads);
unsigned pl_pool_threads(const pl_pool *pool);
/* Returns when all n parts are done; thread is 0 … pl_pool_threads - 1. */
void pl_pool_run(pl_pool *pool, size_t n,
                 void (*work)(void *context, unsigned thread, size_t part),
                 void *context);
void pl_pool_free(pl_pool *pool); /* NULL is fine */

#endif
