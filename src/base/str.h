/* A growable string, always NUL-terminated once something was put in.
 *
 *     pl_str s = {0};
 *     pl_str_puts(&s, "a");  pl_str_printf(&s, "%d", 1);
 *     use(s.at, s.n);  pl_str_clear(&s);  pl_str_release(&s);
 */
#ifndef PL_BASE_STR_H
#define PL_BASE_STR_H

#include <stddef.h>

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
void pl_str_clear(pl_str *s);
void pl_str_release(pl_str *s);
const char *pl_str_text(const pl_str *s); /* "" where `at` is NULL */

#endif
