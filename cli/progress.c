/* The progress line; see progress.h. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* The clock is asked only once in so many steps: a power of two. */
enum { STEPS_PER_LOOK = 16 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

progress progress_start(bool quiet)
{
    progress p = {.on = !quiet && isatty(STDERR_FILENO)};
    p.start = p.last = now();
    return p;
}

void progress_step(progress *p)
{
    p->n++;
    if (!p->on || p->n % STEPS_PER_LOOK != 0)
        return;
    double t = now();
    if (t - p->last < 0.5)
        return;
    p->last = t;
    p->shown = true;
    fprintf(stderr, "\r%zu sentences, %.0f per second ", p->n,
            (double)p->n / (t - p->start));
}

void progress_end(progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
