/* A pool of threads and a flow of items; see parallel.h. */
#include "base/parallel.h"

#include "base/alloc.h"
#include "base/platform.h"
#include "base/stop.h"

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
    const atomic_bool
        *flag;          /* the flag of the calling thread (stop.h), used by all threads */
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
        pl_stop_on(p->flag);
        pthread_mutex_unlock(&p->lock);
        take_parts(p, w->number);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0)
            pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

unsigned pl_threads(unsigned wanted)
{
    return wanted > 0 ? wanted : pl_processors();
}

/* Threads have as much stack as a program has on Linux. Defaults differ: 8 MB in glibc, 512
 * KB on macOS, 128 KB in musl. Memory is taken only for what is used. */
enum { STACK = 8 * 1024 * 1024 };

/* False if there are no more threads to be had. */
static bool start(pool_thread *w)
{
    pthread_attr_t how;
    pthread_attr_init(&how);
    pthread_attr_setstacksize(&how, STACK);
    bool started = pthread_create(&w->thread, &how, live, w) == 0;
    pthread_attr_destroy(&how);
    return started;
}

pl_pool *pl_pool_new(unsigned n_threads)
{
    n_threads = pl_threads(n_threads);
    pl_pool *p = pl_alloc_zero(1, sizeof *p);
    p->n = n_threads;
    p->workers = pl_alloc_zero(n_threads, sizeof *p->workers);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    for (unsigned i = 0; i + 1 < n_threads; i++) {
        pool_thread *w = &p->workers[i];
        *w = (pool_thread){.pool = p, .number = i + 1};
        if (!start(w)) {
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
    p->flag = pl_stop_flag;
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

/* -- a flow ------------------------------------------------------------------------ */

/* A ring of items between reading and writing.
 *
 *     head                          tail
 *      │ done │ at work │ done │ … │ next item to be read
 *
 * Item i is in slot i % n_slots. `tail` moves when an item was read, `head` when it was
 * written. Reading and writing are done outside the lock, by the one thread that has set
 * the flag for it. */
typedef struct pl_flow_run {
    const pl_flow *flow;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t change;
    size_t head, tail;
    size_t weight; /* of all from head to tail */
    int *weights;  /* [n_slots] */
    bool *done;    /* [n_slots] worked on, not yet written */
    bool reading, writing;
    bool ended;               /* nothing more is read … */
    bool read_bad, write_bad; /* … because of a failure; and nothing more is written */
    bool halted;              /* somebody else writes, and ends the program */
} flow_run;

static void *slot_of(const flow_run *r, size_t item)
{
    return (char *)r->flow->slots + item % r->flow->n_slots * r->flow->slot_size;
}

static bool *done_of(const flow_run *r, size_t item)
{
    return &r->done[item % r->flow->n_slots];
}

/* Each of the following is called with the lock held, and returns with it held. */

static void write_ready(flow_run *r)
{
    const pl_flow *f = r->flow;
    r->writing = true;
    while (r->head < r->tail && *done_of(r, r->head) && !r->halted) {
        size_t item = r->head;
        if (!r->write_bad) {
            pthread_mutex_unlock(&r->lock);
            int got = f->write(f->context, slot_of(r, item));
            pthread_mutex_lock(&r->lock);
            r->write_bad = got < 0;
            r->ended = r->ended || got < 0;
        }
        *done_of(r, item) = false;
        r->weight -= (size_t)r->weights[item % f->n_slots];
        r->head++;
        pthread_cond_signal(&r->change); /* there is room for another */
    }
    if (r->head == r->tail && f->idle != NULL && !r->write_bad) {
        pthread_mutex_unlock(&r->lock);
        f->idle(f->context);
        pthread_mutex_lock(&r->lock);
    }
    r->writing = false;
    if (r->halted)
        pthread_cond_broadcast(&r->change);
}

static bool has_room(const flow_run *r)
{
    const pl_flow *f = r->flow;
    return r->tail - r->head < f->n_slots &&
           (f->max_weight == 0 || r->weight <= f->max_weight);
}

/* Reads one item; false: there is none. */
static bool read_one(flow_run *r)
{
    const pl_flow *f = r->flow;
    size_t item = r->tail;
    pthread_mutex_unlock(&r->lock);
    int got = f->read(f->context, slot_of(r, item));
    pthread_mutex_lock(&r->lock);
    if (got <= 0) {
        r->ended = true;
        r->read_bad = got < 0;
        return false;
    }
    r->weights[item % f->n_slots] = got;
    r->weight += (size_t)got;
    r->tail++;
    return true;
}

static bool reads_on(const flow_run *r, size_t n)
{
    const pl_flow *f = r->flow;
    return f->ready != NULL && n < f->at_once && !r->ended && has_room(r) &&
           f->ready(f->context);
}

static void read_and_work(flow_run *r, unsigned thread)
{
    const pl_flow *f = r->flow;
    void *slots[PL_FLOW_AT_ONCE];
    size_t first = r->tail, n = 0;
    r->reading = true;
    do {
        slots[n] = slot_of(r, first + n);
        n += read_one(r);
    } while (reads_on(r, n));
    r->reading = false;
    if (n == 0)
        return;
    pthread_cond_signal(&r->change); /* somebody else may read */
    pthread_mutex_unlock(&r->lock);
    if (n > 1)
        f->prepare(f->context, thread, slots, n);
    for (size_t i = 0; i < n; i++) {
        f->work(f->context, thread, slots[i]);
        pthread_mutex_lock(&r->lock);
        *done_of(r, first + i) = true;
        if (i + 1 < n)
            pthread_mutex_unlock(&r->lock);
    }
}

/* The part of one thread in the flow: all of them take one, and work until the end. */
static void take_part(void *context, unsigned thread, size_t part)
{
    flow_run *r = context;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        if (!r->writing && !r->halted && r->head < r->tail && *done_of(r, r->head))
            write_ready(r);
        else if (!r->ended && !r->reading && has_room(r))
            read_and_work(r, thread);
        else if (r->ended && !r->reading && r->head == r->tail && !r->writing)
            break;
        else
            pthread_cond_wait(&r->change, &r->lock);
    }
    pthread_cond_broadcast(&r->change); /* the others may go, too */
    pthread_mutex_unlock(&r->lock);
}

/* Whoever takes `run` out of the flow decides how it ends; the other one waits for ever. */
static flow_run *take_run(pl_flow *f)
{
    return atomic_exchange(&f->run, NULL);
}

int pl_flow_run(pl_flow *f, unsigned n_threads)
{
    flow_run r = {.flow = f,
                  .weights = pl_alloc_zero(f->n_slots, sizeof(int)),
                  .done = pl_alloc_zero(f->n_slots, sizeof(bool))};
    pl_pool *pool = pl_pool_new(n_threads > 0 ? n_threads : 1);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.change, NULL);
    atomic_store(&f->run, &r);
    pl_pool_run(pool, pool->n, take_part, &r);
    while (take_run(f) == NULL)
        pause(); /* it is being halted */
    pl_pool_free(pool);
    pthread_mutex_destroy(&r.lock);
    pthread_cond_destroy(&r.change);
    free(r.weights);
    free(r.done);
    return r.read_bad || r.write_bad ? -1 : 0;
}

bool pl_flow_halt(pl_flow *f)
{
    flow_run *r = take_run(f);
    if (r == NULL)
        return false;
    pthread_mutex_lock(&r->lock);
    r->halted = r->ended = true;
    while (r->writing)
        pthread_cond_wait(&r->change, &r->lock);
    r->halted = false;
    write_ready(r);
    r->writing = true; /* for ever: no thread writes or ends */
    pthread_mutex_unlock(&r->lock);
    return true;
}
