/* Messages and reports; see say.h. */
#include "say.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool silent;

void say_nothing(void)
{
    silent = true;
    if (freopen("/dev/null", "w", stdout) == NULL)
        fclose(stdout);
}

/* Newlines at the end of the format: none of them is among those with which it begins. */
static size_t newlines_at_end(const char *format, size_t first)
{
    size_t n = strlen(format), last = 0;
    while (first + last < n && format[n - 1 - last] == '\n')
        last++;
    return last;
}

static void put(FILE *to, const char *format, va_list list)
{
    if (silent)
        return;
    pl_str text = {0}, shown = {0};
    size_t first = strspn(format, "\n"), last = newlines_at_end(format, first);
    pl_str_vprintf(&text, format, list);
    text.at[text.n - last] = '\0';
    pl_str_fill(&shown, '\n', first);
    pl_visible(&shown, text.at + first);
    pl_str_fill(&shown, '\n', last);
    fputs(shown.at, to);
    pl_str_release(&text);
    pl_str_release(&shown);
}

void tell(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(stderr, format, list);
    va_end(list);
}

void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(stdout, format, list);
    va_end(list);
}

void print_lines(const char *text)
{
    pl_str shown = {0};
    if (isatty(STDOUT_FILENO))
        pl_visible_lines(&shown, text, strlen(text));
    fputs(shown.n > 0 ? shown.at : text, stdout);
    pl_str_release(&shown);
}

void print_drawing(const char *text)
{
    fputs(text, stdout);
}

void tell_progress(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputc('\r', stderr);
    put(stderr, format, list);
    fputs("\33[K\r", stderr);
    va_end(list);
}
