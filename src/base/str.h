/* Text: a growable string, always NUL-terminated once something was put in; the ends of
 * file names; words and numbers read from left to right.
 *
 *     pl_str s = {0};
 *     pl_str_puts(&s, "a");  pl_str_printf(&s, "%d", 1);
 *     use(s.at, s.n);  pl_str_clear(&s);  pl_str_release(&s);
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pl_str {
    char *at; /* NULL while empty and never used */
    size_t n, cap;
} pl_str;

void pl_str_put(pl_str *s, const char *bytes, size_t n);
void pl_str_puts(pl_str *s, const char *text);
void pl_str_putc(pl_str *s, char c);
void pl_str_fill(pl_str *s, char c, size_t n); /* c, n times */
void pl_str_printf(pl_str *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pl_str_vprintf(pl_str *s, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void pl_str_clear(pl_str *s);
void pl_str_release(pl_str *s);
const char *pl_str_text(const pl_str *s); /* "" where `at` is NULL */

enum { PL_DECIMAL = 20 }; /* digits of the largest number */

/* Writes a number in decimal, without a NUL; the number of digits. */
static inline size_t pl_decimal(char *to, uint64_t number)
{
    char digits[PL_DECIMAL], *at = digits + PL_DECIMAL;
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    size_t n = (size_t)(digits + PL_DECIMAL - at);
    for (size_t i = 0; i < n; i++)
        to[i] = at[i];
    return n;
}

/* Whether two strings are the same; either may be NULL. */
bool pl_same_text(const char *a, const char *b);

/* -- the ends of names ---------------------------------------------------------------- */

/* Whether the first n bytes of `s` end in `ending` and have something before it. */
bool pl_ends_in(const char *s, size_t n, const char *ending);
/* The length of a path without the ending of a compressed file, .zst or .gz: where there
 * is none, all of it. So path + pl_unpacked_length(path) is the ending, or "". */
size_t pl_unpacked_length(const char *path);
/* What follows the last slash: models do not say in which folder treebanks were. */
const char *pl_base_name(const char *path);

/* Whether a name, which may be NULL, is one of the names, which end with NULL. */
bool pl_among(const char *name, const char *const *names);

/* -- words and numbers ---------------------------------------------------------------- */

/* The next word of *text, between blanks and tabs, cut off in place; NULL at the end. */
char *pl_scan_word(char **text);
/* Blanks and a decimal number of at most `max` at *at, which moves behind it. False, with
 * *at unchanged, if there is no number there or it is larger. */
bool pl_scan_number(const char **at, uint32_t max, uint32_t *value);
