/* How many requests work at once, and how many wait for that. Each connection has a thread of
 * its own, which is cheap while it waits; a request that works has one of a few places. Those
 * that wait get a place in the order in which they came. */
#pragma once

#include "request.h"

#include <pthread.h>

typedef struct waiter waiter;

typedef struct workers {
    pthread_mutex_t lock;
    unsigned n, n_free, n_waiting, most_waiting;
    waiter *first, **last;
} workers;

typedef enum place { PLACE_GOT, PLACE_FULL, PLACE_LATE } place;

void workers_init(workers *w, unsigned n, unsigned queue);
void workers_release(workers *w);
/* Takes a place, to be given back; or says that too many wait, unless it takes one `again`, or that
 * none was free before the deadline (pl_clock). */
place workers_take(workers *w, double deadline, bool again);
void workers_give(workers *w);
unsigned workers_waiting(workers *w);
unsigned workers_working(workers *w);

/* A place for a request: 0, or -1 and 503. One that waits for something else meanwhile gives it back
 * and takes one again. */
int request_take_place(request *q, bool again, failure *f);
void request_give_place(request *q); /* if it has one */
