/* Work done by several threads: a pool for parts that are all there, a flow for items that
 * are read and written one after the other. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* -- a pool ---------------------------------------------------------------------------- */

/* Work that falls into independent parts, done by several threads. The threads stay for
 * the next call; which thread does which part is not fixed, so results must go to places
 * that belong to the part. All threads use the stop flag of the calling thread (stop.h).
 *
 *     pl_pool *pool = pl_pool_new(4);
 *     pl_pool_run(pool, n, work, context);      work(context, thread, part) for each part
 *     pl_pool_free(pool);
 */
typedef struct pl_pool pl_pool;

/* Returns `wanted`, or pl_processors() if it is 0. */
unsigned pl_threads(unsigned wanted);
/* `n_threads` 0: one for each processor. The calling thread is one of them. */
pl_pool *pl_pool_new(unsigned n_threads);
unsigned pl_pool_threads(const pl_pool *pool);
/* Returns when all n parts are done; thread is 0 … pl_pool_threads - 1. */
void pl_pool_run(pl_pool *pool, size_t n,
                 void (*work)(void *context, unsigned thread, size_t part),
                 void *context);
void pl_pool_free(pl_pool *pool); /* NULL is fine */

/* -- a flow ---------------------------------------------------------------------------- */

/* Items that are read one after the other, worked on by several threads at the same time,
 * and written in the order in which they were read. No thread waits for a batch to be
 * complete: each thread writes what is ready, reads an item if there is room for one, and
 * works on it. At most `n_slots` items are in memory, fewer if they are heavy.
 *
 *     pl_flow f = {.context = &job, .slots = slots, .n_slots = n_slots, …};
 *     if (pl_flow_run(&f, n_threads) < 0) …
 *
 *     read ─► slot 5 ─► work, thread 0 ─┐
 *     read ─► slot 6 ─► work, thread 1 ─┼─► write 5, then 6, then 7 …
 *     read ─► slot 7 ─► work, thread 2 ─┘
 */
enum { PL_FLOW_AT_ONCE = 64 };

typedef struct pl_flow {
    void *context;
    void *slots; /* [n_slots] of slot_size bytes each: the items, used again and again */
    size_t n_slots, slot_size;
    size_t max_weight; /* no item is read while those in memory weigh more; 0: no limit */
    /* Fills the slot: the weight of the item (1 or more), 0 at the end, -1 to stop. Never
     * called by two threads at once, nor again after 0 or -1. */
    int (*read)(void *context, void *slot);
    /* Called by several threads, each with another slot. */
    void (*work)(void *context, unsigned thread, void *slot);
    /* Where several items at once are less work: a thread reads on, up to `at_once` items,
     * as long as ready() says that the next one need not be waited for, and prepares for
     * all of them before it works on each. NULL: items are taken one by one. */
    bool (*ready)(void *context);
    void (*prepare)(void *context, unsigned thread, void *const *slots, size_t n);
    size_t at_once; /* at most PL_FLOW_AT_ONCE */
    /* 0, or -1 to stop: then nothing more is read or written. Never called by two threads
     * at once. */
    int (*write)(void *context, void *slot);
    /* Called after writing when no item is left in between; may be NULL. */
    void (*idle)(void *context);
    _Atomic(struct pl_flow_run *) run; /* NULL before and after it runs */
} pl_flow;

/* Runs until all is written: 0, or -1 if reading or writing said so. What was read before
 * reading failed is written. The calling thread is one of the n (at least 1), with number
 * 0; fewer do the work where no more can be made. */
int pl_flow_run(pl_flow *f, unsigned n_threads);
/* Ends a flow from another thread, in a program that is about to end. Waits for what is
 * being written, writes what is ready, and returns true; nothing is written afterwards,
 * and pl_flow_run does not return. Items at work are lost; no thread waits for them.
 * False, without effect, if the flow does not run. */
bool pl_flow_halt(pl_flow *f);
