/* What POSIX does not say and each operating system does in its own way. Every other file
 * uses POSIX 2008 with XSI alone, which tests/suite_compilers.sh checks. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

/* The file of the running program; false where the system does not tell. */
bool pl_program_path(char path[PATH_MAX]);
/* The file that the library's code was loaded from: the program itself, or a shared
 * library. False where the system does not tell. */
bool pl_library_path(char path[PATH_MAX]);
/* Fills n bytes, at most 256, with what nobody can guess; false where the system has none to
 * give. */
bool pl_random_bytes(void *to, size_t n);
/* The number of processors that this process may use: those that a batch system, taskset or a
 * container left it, not those of the machine; at least 1. */
unsigned pl_processors(void);
/* The first place of n bytes `what` in others; NULL: there is none. */
const char *pl_find_bytes(const char *in, size_t n_in, const char *what, size_t n);
