/* Time that passes: for progress, for limits, never for anything that is written. */
#ifndef PL_BASE_CLOCK_H
#define PL_BASE_CLOCK_H

#include <time.h>

static inline double pl_clock(void) /* seconds since some moment */
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
