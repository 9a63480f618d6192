/* What a model says of itself: lines "key: value", in the section `about` of its file. */
#ifndef PL_BASE_ABOUT_H
#define PL_BASE_ABOUT_H

#include "base/str.h"

#include <stdbool.h>

/* The value of a line into `out`; false if there is no such line. */
bool pl_about_get(const pl_str *about, const char *key, pl_str *out);
/* The same as a number, `otherwise` if there is none. */
long pl_about_number(const pl_str *about, const char *key, long otherwise);
/* The same as one of n names: its number, -1 if it is none of them. */
int pl_about_choice(const pl_str *about, const char *key, const char *const *names,
                    int n);
/* Sets a line, in its place if it is there, else as the last. */
void pl_about_set(pl_str *about, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
