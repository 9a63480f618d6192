/* A pool of threads; see parallel.h. */
#include "base/parallel.h"

#include "base/alloc.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct pool_thread {
    struct pl_pool *pool;
    unsigned number;
    pthread_t thread;
} pool_thread;

struct pl_pool {
    unsigned n;           /* threads, the caller's included */
    pool_thread *workers; /* [n - 1] */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long round; /* counts calls of run; guarded by lock, like what follows */
    unsigned busy;       /* workers that have not finished this round */
    bool stop;
    size_t n_parts;
    void (*work)(void *, unsigned, size_t);
    void *context;
    atomic_size_t next; /* part to be taken */
};

static void take_parts(pl_pool *p, unsigned thread)
{
    for (size_t part; (part = atomic_fetch_add(&p->next, 1)) < p->n_parts;)
        p->work(p->context, thread, part);
}

static void *live(void *argument)
{
    pool_thread *w = argument;
    pl_pool *p = w->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->stop)
            pthread_cond_wait(&p->begin, &p->lock);
        if (p->stop)
            break;
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        take_parts(p, w->number);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0)
            pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

pl_pool *pl_pool_new(unsigned n_threads)
{
    if (n_threads == 0) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        n_threads = n > 0 ? (unsigned)n : 1;
    }
    pl_pool *p = pl_alloc_zero(1, sizeof *p);
    p->n = n_threads;
    p->workers = pl_alloc_zero(n_threads, sizeof *p->workers);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    for (unsigned i = 0; i + 1 < n_threads; i++) {
        pool_thread *w = &p->workers[i];
        *w = (pool_thread){.pool = p, .number = i + 1};
        if (pthread_create(&w->thread, NULL, live, w) != 0) {
            p->n = i + 1; /* fewer will do */
            break;
        }
    }
    return p;
}

unsigned pl_pool_threads(const pl_pool *pool)
{
    return pool->n;
}

void pl_pool_run(pl_pool *p, size_t n, void (*work)(void *, unsigned, size_t),
                 void *context)
{
    pthread_mutex_lock(&p->lock);
    p->n_parts = n;
    p->work = work;
    p->context = context;
    atomic_store(&p->next, 0);
    p->busy = n > 1 ? p->n - 1 : 0;
    if (p->busy > 0) {
        p->round++;
        pthread_cond_broadcast(&p->begin);
    }
    pthread_mutex_unlock(&p->lock);
    take_parts(p, 0);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0)
        pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pl_pool_free(pl_pool *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i + 1 < p->n; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->begin);
    pthread_cond_destroy(&p->end);
    free(p->workers);
    free(p);
}
