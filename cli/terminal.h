/* What a terminal gets: pictures that fit it, and a line on standard error that shows how far
 * long work is.
 *
 *     progress p = progress_start(quiet);
 *     progress_show(&p, "1240 sentences", 1240);   "1240 sentences, 310 per second", twice a second
 *     progress_hide();             takes the line away again
 *
 * Where the size of the input is known, a bar, with tokens per second and the time left:
 *
 *     [########------------]  40%  1240 sentences  18300 tokens/s  0:12 left
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* -- standard output ----------------------------------------------------------------- */

/* Columns of the terminal; 0 if it is none, or if that is not known. */
size_t terminal_width(void);
/* Whether it is a terminal with colours and NO_COLOR is not set. */
bool terminal_colors(void);
/* Whether it is a terminal of which the locale says that it does not show UTF-8. Where no
 * locale is set, as in containers, terminals mostly do. */
bool terminal_ascii(void);

/* -- progress, on standard error if it is a terminal --------------------------------- */

typedef struct progress {
    bool on;
    size_t n;
    double start, last; /* seconds */
    size_t total;       /* bytes of the input, to be set by the caller; 0: not known */
    size_t skipped;     /* of them, those that an earlier run has done */
} progress;

progress progress_start(bool quiet);
/* The same for work that writes to this file (NULL or "-": standard output) as it goes
 * on: there is no line where it would stand between the results on the terminal. */
progress progress_beside(bool quiet, const char *output);
/* Shows how far work is, and how many of n things that is per second. */
void progress_show(progress *p, const char *text, size_t n);
/* One more sentence of so many words; `bytes` of the input were read until now. */
void progress_words(progress *p, size_t n_words, size_t bytes);

/* Clears the line; to be called before any other message. */
void progress_hide(void);

/* Fills in the line with the bar, `seconds` after the start; here for the tests. */
void progress_line(const progress *p, size_t n_words, size_t bytes, double seconds,
                   char *line, size_t room);
