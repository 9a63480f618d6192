/* Growable strings, ends of names, words and numbers; see str.h. */
#include "base/str.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(pl_str *s, size_t more)
{
    size_t want = s->n + more + 1;
    if (want > s->cap) {
        s->cap = want > s->cap * 2 ? want : s->cap * 2;
        s->at = pl_realloc(s->at, s->cap);
    }
}

void pl_str_put(pl_str *s, const char *bytes, size_t n)
{
    reserve(s, n);
    if (n > 0)
        memcpy(s->at + s->n, bytes, n);
    s->n += n;
    s->at[s->n] = '\0';
}

void pl_str_puts(pl_str *s, const char *text)
{
    pl_str_put(s, text, strlen(text));
}

void pl_str_putc(pl_str *s, char c)
{
    reserve(s, 1);
    s->at[s->n++] = c;
    s->at[s->n] = '\0';
}

void pl_str_fill(pl_str *s, char c, size_t n)
{
    reserve(s, n);
    memset(s->at + s->n, c, n);
    s->n += n;
    s->at[s->n] = '\0';
}

void pl_str_vprintf(pl_str *s, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    reserve(s, 0);
    int n = vsnprintf(s->at + s->n, s->cap - s->n, format, args);
    if (n > 0 && (size_t)n >= s->cap - s->n) {
        reserve(s, (size_t)n);
        vsnprintf(s->at + s->n, (size_t)n + 1, format, again);
    }
    s->n += n > 0 ? (size_t)n : 0;
    va_end(again);
}

void pl_str_printf(pl_str *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pl_str_vprintf(s, format, args);
    va_end(args);
}

void pl_str_clear(pl_str *s)
{
    s->n = 0;
    if (s->at != NULL)
        s->at[0] = '\0';
}

void pl_str_release(pl_str *s)
{
    free(s->at);
    *s = (pl_str){0};
}

const char *pl_str_text(const pl_str *s)
{
    return s->at != NULL ? s->at : "";
}

bool pl_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool pl_ends_in(const char *s, size_t n, const char *ending)
{
    size_t m = strlen(ending);
    return n > m && memcmp(s + n - m, ending, m) == 0;
}

size_t pl_unpacked_length(const char *path)
{
    static const char *const endings[] = {".zst", ".gz"};
    size_t n = strlen(path);
    for (int i = 0; i < 2; i++)
        if (pl_ends_in(path, n, endings[i]))
            return n - strlen(endings[i]);
    return n;
}

bool pl_among(const char *name, const char *const *names)
{
    while (name != NULL && *names != NULL &&
           ((*names)[0] != name[0] || strcmp(*names, name) != 0))
        names++;
    return name != NULL && *names != NULL;
}

const char *pl_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *pl_scan_word(char **text)
{
    char *word = *text + strspn(*text, " \t");
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, " \t");
    *text = end + (*end != '\0');
    *end = '\0';
    return word;
}

bool pl_scan_number(const char **at, uint32_t max, uint32_t *value)
{
    const char *p = *at;
    uint64_t n = 0;
    while (*p == ' ')
        p++;
    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++)
        if ((n = n * 10 + (uint64_t)(*p - '0')) > max)
            return false;
    *at = p;
    *value = (uint32_t)n;
    return true;
}
