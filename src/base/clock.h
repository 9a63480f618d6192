/* Clocks for progress reports and time limits. Nothing that is written to a file may
 * depend on them. */
#pragma once

#include <time.h>

static inline double pl_clock_of(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline double pl_clock(void) /* seconds since some moment */
{
    return pl_clock_of(CLOCK_MONOTONIC);
}

static inline double pl_thread_clock(void) /* seconds that this thread has worked */
{
    return pl_clock_of(CLOCK_THREAD_CPUTIME_ID);
}
