/* Places to work at; see workers.h. */
#include "workers.h"

#include "base/clock.h"
#include "server.h"

#include <math.h>
#include <time.h>

/* A request that waits; lives on its thread's stack. */
struct waiter {
    pthread_cond_t changed;
    bool has_place;
    waiter *next;
};

void workers_init(workers *w, unsigned n, unsigned queue)
{
    *w = (workers){.n = n, .n_free = n, .most_waiting = queue};
    w->last = &w->first;
    pthread_mutex_init(&w->lock, NULL);
}

void workers_release(workers *w)
{
    pthread_mutex_destroy(&w->lock);
}

static void init_waiter(waiter *self)
{
    pthread_condattr_t attributes;
    *self = (waiter){0};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

static void leave_queue(workers *w, const waiter *self)
{
    waiter **at = &w->first;
    while (*at != self)
        at = &(*at)->next;
    *at = self->next;
    if (self->next == NULL)
        w->last = at;
    w->n_waiting--;
}

/* Waits at the end of the queue; the lock is held. */
static place wait_for_place(workers *w, double deadline)
{
    waiter self;
    struct timespec until = {.tv_sec = (time_t)deadline,
                             .tv_nsec = (long)((deadline - floor(deadline)) * 1e9)};
    init_waiter(&self);
    *w->last = &self;
    w->last = &self.next;
    w->n_waiting++;
    int failed = 0;
    while (!self.has_place && failed == 0)
        failed = pthread_cond_timedwait(&self.changed, &w->lock, &until);
    if (!self.has_place)
        leave_queue(w, &self);
    pthread_cond_destroy(&self.changed);
    return self.has_place ? PLACE_GOT : PLACE_LATE;
}

place workers_take(workers *w, double deadline, bool again)
{
    place got = PLACE_GOT;
    pthread_mutex_lock(&w->lock);
    if (w->n_free > 0)
        w->n_free--;
    else if (!again && w->n_waiting >= w->most_waiting)
        got = PLACE_FULL;
    else
        got = wait_for_place(w, deadline);
    pthread_mutex_unlock(&w->lock);
    return got;
}

void workers_give(workers *w)
{
    pthread_mutex_lock(&w->lock);
    waiter *next = w->first;
    if (next == NULL)
        w->n_free++;
    else {
        w->first = next->next;
        if (w->first == NULL)
            w->last = &w->first;
        w->n_waiting--;
        next->has_place = true;
        pthread_cond_signal(&next->changed);
    }
    pthread_mutex_unlock(&w->lock);
}

unsigned workers_waiting(workers *w)
{
    pthread_mutex_lock(&w->lock);
    unsigned n = w->n_waiting;
    pthread_mutex_unlock(&w->lock);
    return n;
}

unsigned workers_working(workers *w)
{
    pthread_mutex_lock(&w->lock);
    unsigned n = w->n - w->n_free;
    pthread_mutex_unlock(&w->lock);
    return n;
}

int request_take_place(request *q, bool again, failure *f)
{
    server *s = q->server;
    place got = workers_take(&s->workers, q->deadline, again);
    q->working = got == PLACE_GOT;
    return q->working ? 0
                      : refuse(f, 503, PL_TOO_LARGE,
                               got == PLACE_FULL
                                   ? "too many requests are waiting; try again later"
                                   : "no worker was free in time; try again later");
}

void request_give_place(request *q)
{
    if (q->working)
        workers_give(&q->server->workers);
    q->working = false;
}
