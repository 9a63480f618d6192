/* Peers that are threads of one process, so that tests of what processes do together need no
 * MPI: thread_peers_run(n, work, context) calls work(context, peers) in n threads, the
 * first of them for rank 0. A test makes its assertions afterwards, in its own thread. */
#ifndef PL_TESTS_THREAD_PEERS_H
#define PL_TESTS_THREAD_PEERS_H

#include "base/peers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PEERS = 8 };

/* The progress of a rank that stops when *context examples are done. */
static inline int stop_rank(void *context, size_t done, size_t all)
{
    (void)all;
    return done >= *(const size_t *)context;
}

typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t n, n_there;
    uint64_t round;
    const void *given[MOST_PEERS];               /* what each brought to this round */
    const void *letters[MOST_PEERS][MOST_PEERS]; /* from, to; NULL: none is under way */
} meeting;

typedef struct thread_peers {
    pl_peers common;
    meeting *all;
    void (*work)(void *context, pl_peers *peers);
    void *context;
} thread_peers;

/* Returns when all are there. */
static inline void thread_peers_meet(meeting *m)
{
    pthread_mutex_lock(&m->lock);
    uint64_t round = m->round;
    if (++m->n_there == m->n) {
        m->n_there = 0;
        m->round++;
        pthread_cond_broadcast(&m->changed);
    }
    while (m->round == round)
        pthread_cond_wait(&m->changed, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static inline meeting *thread_peers_of(pl_peers *p)
{
    return ((thread_peers *)p)->all;
}

static inline void thread_peers_gather(pl_peers *p, const pl_str *mine, pl_shares *all)
{
    meeting *m = thread_peers_of(p);
    m->given[p->rank] = mine;
    thread_peers_meet(m);
    for (uint32_t k = 0; k < p->n; k++) {
        const pl_str *s = m->given[k];
        if (s->n > 0)
            pl_str_put(&all->bytes, s->at, s->n);
        all->ends[k] = all->bytes.n;
    }
    thread_peers_meet(m);
}

static inline void thread_peers_exchange(pl_peers *p, const pl_shares *mine,
                                         pl_shares *got)
{
    meeting *m = thread_peers_of(p);
    m->given[p->rank] = mine;
    thread_peers_meet(m);
    for (uint32_t k = 0; k < p->n; k++) {
        const pl_shares *s = m->given[k];
        size_t start = pl_shares_start(s, p->rank);
        if (s->ends[p->rank] > start)
            pl_str_put(&got->bytes, s->bytes.at + start, s->ends[p->rank] - start);
        got->ends[k] = got->bytes.n;
    }
    thread_peers_meet(m);
}

static inline void thread_peers_broadcast(pl_peers *p, uint32_t from, void *bytes,
                                          size_t n)
{
    meeting *m = thread_peers_of(p);
    if (p->rank == from)
        m->given[from] = bytes;
    thread_peers_meet(m);
    if (p->rank != from)
        memcpy(bytes, m->given[from], n);
    thread_peers_meet(m);
}

/* Waits until the letter has been read. */
static inline void thread_peers_send(pl_peers *p, uint32_t to, const void *bytes,
                                     size_t n)
{
    meeting *m = thread_peers_of(p);
    const void **letter = &m->letters[p->rank][to];
    pthread_mutex_lock(&m->lock);
    *letter = bytes;
    pthread_cond_broadcast(&m->changed);
    while (*letter != NULL)
        pthread_cond_wait(&m->changed, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static inline void thread_peers_receive(pl_peers *p, uint32_t from, void *bytes, size_t n)
{
    meeting *m = thread_peers_of(p);
    const void **letter = &m->letters[from][p->rank];
    pthread_mutex_lock(&m->lock);
    while (*letter == NULL)
        pthread_cond_wait(&m->changed, &m->lock);
    memcpy(bytes, *letter, n);
    *letter = NULL;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

static const pl_peers_ops thread_peers_ops = {
    .gather = thread_peers_gather,
    .exchange = thread_peers_exchange,
    .broadcast = thread_peers_broadcast,
    .send = thread_peers_send,
    .receive = thread_peers_receive,
};

static inline void *thread_peers_start(void *context)
{
    thread_peers *p = context;
    p->work(p->context, &p->common);
    return NULL;
}

static inline void
thread_peers_run(uint32_t n, void (*work)(void *context, pl_peers *peers), void *context)
{
    meeting m = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, .n = n};
    thread_peers peers[MOST_PEERS];
    pthread_t threads[MOST_PEERS];
    for (uint32_t k = 0; k < n; k++) {
        peers[k] =
            (thread_peers){{&thread_peers_ops, .rank = k, .n = n}, &m, work, context};
        pthread_create(&threads[k], NULL, thread_peers_start, &peers[k]);
    }
    for (uint32_t k = 0; k < n; k++)
        pthread_join(threads[k], NULL);
}

#endif
