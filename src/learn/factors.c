/* Shared factors; see factors.h. */
#include "learn/factors.h"

#include "base/alloc.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct factor {
    pl_mat from;
    pl_packed packed;
    struct factor *next;
} factor;

/* There are some dozens; the list is in no order. */
struct pl_factors {
    pthread_mutex_t lock;
    factor *first;
    size_t n;
};

pl_factors *pl_factors_new(void)
{
    pl_factors *f = pl_alloc_zero(1, sizeof *f);
    pthread_mutex_init(&f->lock, NULL);
    return f;
}

void pl_factors_free(pl_factors *f)
{
    if (f == NULL)
        return;
    for (factor *at = f->first, *next; at != NULL; at = next) {
        next = at->next;
        pl_packed_release(&at->packed);
        free(at);
    }
    pthread_mutex_destroy(&f->lock);
    free(f);
}

static bool is_same(pl_mat a, pl_mat b)
{
    return a.at == b.at && a.n_rows == b.n_rows && a.n_cols == b.n_cols &&
           a.down == b.down && a.right == b.right;
}

const pl_packed *pl_factors_get(pl_factors *f, pl_mat m)
{
    pthread_mutex_lock(&f->lock);
    factor *at = f->first;
    while (at != NULL && !is_same(at->from, m))
        at = at->next;
    if (at == NULL) {
        at = pl_alloc_zero(1, sizeof *at);
        at->from = m;
        at->next = f->first;
        pl_pack(&at->packed, m);
        f->first = at;
        f->n++;
    }
    pthread_mutex_unlock(&f->lock);
    return &at->packed;
}

static void pack_one(void *context, unsigned thread, size_t part)
{
    factor *at = ((factor **)context)[part];
    pl_pack(&at->packed, at->from);
}

void pl_factors_renew(pl_factors *f, pl_pool *pool)
{
    factor **all = pl_alloc((f->n + 1) * sizeof(factor *));
    size_t n = 0;
    for (factor *at = f->first; at != NULL; at = at->next)
        all[n++] = at;
    pl_pool_run(pool, n, pack_one, all);
    free(all);
}

const pl_packed *pl_work_factor(pl_work *w, pl_mat m)
{
    if (w->shared != NULL)
        return pl_factors_get(w->shared, m);
    pl_pack(&w->own, m);
    return &w->own;
}
