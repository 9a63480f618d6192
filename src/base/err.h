/* Why something failed. The library never prints and never exits: a function that can
 * fail for a reason outside the program takes a `pl_error *` as its last argument, fills
 * it and returns -1 (or NULL). The text names the place and the fact and can be shown as
 * it is; a program that has to tell cases apart looks at the code. */
#pragma once

#include "pleach.h" /* pl_error, pl_error_code */

#include <stdarg.h>

/* Puts the code and the formatted reason into `err` (which may be NULL); returns -1. */
int pl_fail(pl_error *err, pl_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void pl_vfail(pl_error *err, pl_error_code code, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Puts the formatted text in front of what `err` already says, and returns -1. */
int pl_fail_prefix(pl_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The static analyzer looks into one file at a time and would not know the -1. */
#ifdef __clang_analyzer__
#define pl_fail(...)        (pl_fail(__VA_ARGS__), -1)
#define pl_fail_prefix(...) (pl_fail_prefix(__VA_ARGS__), -1)
#endif
