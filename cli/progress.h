/* A line on standard error that says how far long work is: sentences so far and per
 * second, twice a second, only on a terminal.
 *
 *     progress p = progress_start(quiet);
 *     for (…) progress_step(&p);
 *     progress_end(&p);            takes the line away again
 */
#ifndef PL_CLI_PROGRESS_H
#define PL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool on, shown;
    size_t n;
    double start, last; /* seconds */
} progress;

progress progress_start(bool quiet);
void progress_step(progress *p);
void progress_end(progress *p);

#endif
