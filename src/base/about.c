/* Lines about a model; see about.h. */
#include "base/about.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line of a key: where it and its value begin, and where both end. */
static bool find_line(const pl_str *about, const char *key, size_t *line, size_t *value,
                      size_t *end)
{
    const char *text = pl_str_text(about);
    size_t n = strlen(key);
    for (size_t at = 0; text[at] != '\0';) {
        size_t stop = at + strcspn(text + at, "\n");
        if (strncmp(text + at, key, n) == 0 && strncmp(text + at + n, ": ", 2) == 0) {
            *line = at;
            *value = at + n + 2;
            *end = stop;
            return true;
        }
        at = stop + (text[stop] == '\n');
    }
    return false;
}

bool pl_about_get(const pl_str *about, const char *key, pl_str *out)
{
    size_t line, value, end;
    pl_str_clear(out);
    if (!find_line(about, key, &line, &value, &end))
        return false;
    pl_str_put(out, about->at + value, end - value);
    return true;
}

long pl_about_number(const pl_str *about, const char *key, long otherwise)
{
    size_t line, value, end;
    return find_line(about, key, &line, &value, &end)
               ? strtol(about->at + value, NULL, 10)
               : otherwise;
}

int pl_about_choice(const pl_str *about, const char *key, const char *const *names, int n)
{
    size_t line, value, end;
    if (!find_line(about, key, &line, &value, &end))
        return -1;
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) == end - value &&
            memcmp(about->at + value, names[i], end - value) == 0)
            return i;
    return -1;
}

void pl_about_set(pl_str *about, const char *key, const char *format, ...)
{
    pl_str text = {0};
    size_t line, value, end;
    bool there = find_line(about, key, &line, &value, &end);
    char *made = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&made, format, list) < 0)
        made = NULL;
    va_end(list);
    const char *old = pl_str_text(about);
    pl_str_put(&text, old, there ? line : about->n);
    pl_str_printf(&text, "%s: %s\n", key, made != NULL ? made : "");
    if (there)
        pl_str_puts(&text, old + end + (old[end] == '\n'));
    free(made);
    pl_str_release(about);
    *about = text;
}
