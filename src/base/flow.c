/* A ring of items between reading and writing; see flow.h.
 *
 *     head                          tail
 *      │ done │ at work │ done │ … │ next item to be read
 *
 * Item i is in slot i % n_slots. `tail` moves when an item was read, `head` when it was
 * written. Reading and writing are done outside the lock, by the one thread that has set
 * the flag for it. */
#include "base/flow.h"

#include "base/alloc.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct flow_run {
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
} flow_run;

typedef struct helper {
    flow_run *run;
    unsigned number;
    pthread_t thread;
} helper;

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
    while (r->head < r->tail && *done_of(r, r->head)) {
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
}

static void read_and_work(flow_run *r, unsigned thread)
{
    const pl_flow *f = r->flow;
    size_t item = r->tail;
    r->reading = true;
    pthread_mutex_unlock(&r->lock);
    int got = f->read(f->context, slot_of(r, item));
    pthread_mutex_lock(&r->lock);
    r->reading = false;
    if (got <= 0) {
        r->ended = true;
        r->read_bad = got < 0;
        return;
    }
    r->weights[item % f->n_slots] = got;
    r->weight += (size_t)got;
    r->tail++;
    pthread_cond_signal(&r->change); /* somebody else may read */
    pthread_mutex_unlock(&r->lock);
    f->work(f->context, thread, slot_of(r, item));
    pthread_mutex_lock(&r->lock);
    *done_of(r, item) = true;
}

static bool has_room(const flow_run *r)
{
    const pl_flow *f = r->flow;
    return r->tail - r->head < f->n_slots &&
           (f->max_weight == 0 || r->weight <= f->max_weight);
}

static void take_part(flow_run *r, unsigned thread)
{
    pthread_mutex_lock(&r->lock);
    for (;;) {
        if (!r->writing && r->head < r->tail && *done_of(r, r->head))
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

static void *help(void *argument)
{
    helper *h = argument;
    take_part(h->run, h->number);
    return NULL;
}

int pl_flow_run(const pl_flow *f, unsigned n_threads)
{
    flow_run r = {.flow = f,
                  .weights = pl_alloc_zero(f->n_slots, sizeof(int)),
                  .done = pl_alloc_zero(f->n_slots, sizeof(bool))};
    unsigned n = 0, want = n_threads > 1 ? n_threads - 1 : 0;
    helper *helpers = pl_alloc_zero(want + 1, sizeof *helpers);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.change, NULL);
    for (; n < want; n++) {
        helpers[n] = (helper){.run = &r, .number = n + 1};
        if (pthread_create(&helpers[n].thread, NULL, help, &helpers[n]) != 0)
            break; /* fewer will do */
    }
    take_part(&r, 0);
    for (unsigned i = 0; i < n; i++)
        pthread_join(helpers[i].thread, NULL);
    pthread_mutex_destroy(&r.lock);
    pthread_cond_destroy(&r.change);
    free(helpers);
    free(r.weights);
    free(r.done);
    return r.read_bad || r.write_bad ? -1 : 0;
}
