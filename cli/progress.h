/* A line on standard error that says how far long work is: sentences so far and per
 * second, twice a second, only on a terminal.
 *
 *     progress p = progress_start(quiet);
 *     for (…) progress_step(&p);
 *     progress_end(&p);            takes the line away again
 *
 * Where the size of the input is known, a bar, with tokens per second and the time left:
 *
 *     [########------------]  40%  1240 sentences  18300 tokens/s  0:12 left
 */
#ifndef PL_CLI_PROGRESS_H
#define PL_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool on;
    size_t n;
    double start, last; /* seconds */
    size_t total;       /* bytes of the input, to be set by the caller; 0: not known */
} progress;

progress progress_start(bool quiet);
/* The same for work that writes to this file (NULL or "-": standard output) as it goes
 * on: there is no line where it would stand between the results on the terminal. */
progress progress_beside(bool quiet, const char *output);
void progress_step(progress *p);
/* One more sentence of so many words; `bytes` of the input were read until now. */
void progress_words(progress *p, size_t n_words, size_t bytes);
void progress_end(progress *p);

/* Takes the line away until it is shown again: before anything else is said. */
void progress_hide(void);

/* The line with the bar at a time after the start, for progress.c and its test. */
void progress_line(const progress *p, size_t n_words, size_t bytes, double seconds,
                   char *line, size_t room);

#endif
