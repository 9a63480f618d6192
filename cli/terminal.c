/* The terminal; see terminal.h. */
#include "terminal.h"

#include "say.h"

#include "base/clock.h"

#include <langinfo.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* -- standard output ----------------------------------------------------------------- */

size_t terminal_width(void)
{
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0
               ? size.ws_col
               : 0;
}

bool terminal_colors(void)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0') &&
           term != NULL && strcmp(term, "dumb") != 0;
}

/* Whether one of the variables that choose the character set is there. */
static bool has_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return true;
    }
    return false;
}

bool terminal_ascii(void)
{
    return isatty(STDOUT_FILENO) && has_locale() &&
           strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* -- progress ------------------------------------------------------------------------ */

/* The clock is asked only once in so many steps: a power of two. */
enum { BAR = 20 };

static atomic_bool shown; /* there is one terminal */

progress progress_start(bool quiet)
{
    progress p = {.on = !quiet && isatty(STDERR_FILENO)};
    p.start = p.last = pl_clock();
    return p;
}

progress progress_beside(bool quiet, const char *output)
{
    bool to_stdout = output == NULL || strcmp(output, "-") == 0;
    return progress_start(quiet || (to_stdout && isatty(STDOUT_FILENO)));
}

/* Whether it is time to show the line again. */
static bool is_due(progress *p, double t)
{
    if (t - p->last < 0.5)
        return false;
    p->last = t;
    atomic_store(&shown, true);
    return true;
}

void progress_show(progress *p, const char *text, size_t n)
{
    double t = pl_clock();
    if (p->on && is_due(p, t))
        tell_progress("%s, %.0f per second ", text, (double)n / (t - p->start));
}

void progress_line(const progress *p, size_t n_words, size_t bytes, double seconds,
                   char *line, size_t room)
{
    char bar[BAR + 1], left[48] = "";
    double share = p->total > 0 ? (double)bytes / (double)p->total : 0;
    share = share > 1 ? 1 : share;
    for (int i = 0; i < BAR; i++)
        bar[i] = (double)i < share * BAR ? '#' : '-';
    bar[BAR] = '\0';
    if (bytes > p->skipped && share > 0) {
        double left_to_do = p->total > bytes ? (double)(p->total - bytes) : 0;
        long s = (long)(seconds * left_to_do / (double)(bytes - p->skipped) + 0.5);
        if (s >= 3600)
            snprintf(left, sizeof left, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60,
                     s % 60);
        else
            snprintf(left, sizeof left, "  %ld:%02ld left", s / 60, s % 60);
    }
    double speed = seconds > 0 ? (double)n_words / seconds : 0;
    if (p->total > 0)
        snprintf(line, room, "[%s] %3.0f%%  %zu sentences  %.0f tokens/s%s", bar,
                 100 * share, p->n, speed, left);
    else
        snprintf(line, room, "%zu sentences  %.0f tokens/s", p->n, speed);
}

void progress_words(progress *p, size_t n_words, size_t bytes)
{
    char line[160];
    p->n++;
    if (!p->on)
        return;
    double t = pl_clock();
    if (!is_due(p, t))
        return;
    progress_line(p, n_words, bytes, t - p->start, line, sizeof line);
    tell_progress("%s", line);
}

void progress_hide(void)
{
    if (atomic_exchange(&shown, false))
        tell_progress("%s", "");
}
