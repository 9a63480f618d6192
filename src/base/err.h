/* Why something failed. The library never prints and never exits: a function that can
 * fail for a reason outside the program takes a `pl_err *` as its last argument, fills
 * it and returns -1 (or NULL). The message is a whole sentence fragment that names the
 * place and the fact, ready to be printed as it is. */
#ifndef PL_BASE_ERR_H
#define PL_BASE_ERR_H

typedef struct pl_err {
    char text[1024];
} pl_err;

/* Formats the reason into `err` (which may be NULL) and returns -1. */
int pl_fail(pl_err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts the formatted text in front of what `err` already says, and returns -1. */
int pl_fail_prefix(pl_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The static analyzer looks into one file at a time and would not know the -1. */
#ifdef __clang_analyzer__
#define pl_fail(...)        (pl_fail(__VA_ARGS__), -1)
#define pl_fail_prefix(...) (pl_fail_prefix(__VA_ARGS__), -1)
#endif

#endif
