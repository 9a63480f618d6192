/* Stops long work of this thread from another one: a time limit, a signal, a client that has
 * gone. Whoever begins the work names a flag; loops that can take long ask whether it is set
 * and break off. A question costs a few instructions, so that it can be asked often.
 *
 *     atomic_bool flag = false;                    another thread sets it
 *     pl_stop_on(&flag);
 *     … pl_treebank_next(in, &s, &error) …         fails with PL_STOPPED once it is set
 *     pl_stop_on(NULL);
 *
 * A loop that breaks off may leave a wrong result behind, which can be released but not used.
 * So every function of pleach.h that calls such a loop ends with pl_stop_check. A flag that was
 * set stays set until the work has ended: otherwise the check would miss it. */
#pragma once

#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>

/* The flag of this thread; NULL: nothing stops it. */
extern _Thread_local const atomic_bool *pl_stop_flag;

/* Obeys this flag in the calling thread from now on, in place of the one before; NULL: none. */
static inline void pl_stop_on(const atomic_bool *flag)
{
    pl_stop_flag = flag;
}

/* Whether the work of this thread shall end. */
static inline bool pl_stopped(void)
{
    return pl_stop_flag != NULL &&
           atomic_load_explicit(pl_stop_flag, memory_order_relaxed);
}

/* Fails with PL_STOPPED if the work of this thread shall end: 0 or -1. */
int pl_stop_check(pl_error *err);
