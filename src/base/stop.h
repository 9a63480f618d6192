/* Stops long work of one thread from another thread, for example after a time limit, a signal, or when
 * a client has closed its connection. The caller registers a flag before the work. Loops that can
 * take long check the flag and break off. A check costs a few instructions.
 *
 *     atomic_bool flag = false;                    another thread sets it
 *     pl_stop_on(&flag);
 *     … pl_treebank_next(in, &s, &error) …         fails with PL_STOPPED once it is set
 *     pl_stop_on(NULL);
 *
 * The result of a loop that was broken off may be wrong: it may be freed but not used.
 * So every function of pleach.h that calls such a loop ends with pl_stop_check. A flag must stay
 * set until the work has ended; otherwise this check would miss it. */
#pragma once

#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>

/* The stop flag of this thread, or NULL. */
extern _Thread_local const atomic_bool *pl_stop_flag;

/* Sets the stop flag of the calling thread, replacing the flag before; NULL removes it. */
static inline void pl_stop_on(const atomic_bool *flag)
{
    pl_stop_flag = flag;
}

/* Returns true if the stop flag of this thread is set. */
static inline bool pl_stopped(void)
{
    return pl_stop_flag != NULL &&
           atomic_load_explicit(pl_stop_flag, memory_order_relaxed);
}

/* Returns 0, or -1 with PL_STOPPED if the stop flag of this thread is set. */
int pl_stop_check(pl_error *err);
