/* Memory that is never NULL. Out of memory is not handled call by call: it calls a
 * handler which the program may set; the default prints a message and aborts. */
#ifndef PL_BASE_ALLOC_H
#define PL_BASE_ALLOC_H

#include <stddef.h>

#define PL_NEVER_NULL __attribute__((returns_nonnull))

/* Like malloc, realloc and an overflow-checked realloc of n items; never NULL, not even
 * for nothing. */
void *pl_alloc(size_t size) PL_NEVER_NULL;
void *pl_alloc_zero(size_t n, size_t size) PL_NEVER_NULL;
void *pl_realloc(void *old, size_t size) PL_NEVER_NULL;
void *pl_realloc_array(void *old, size_t n, size_t size) PL_NEVER_NULL;
/* At an address that is a multiple of `align`, a power of two; all bytes zero. */
void *pl_alloc_aligned(size_t align, size_t size) PL_NEVER_NULL;
char *pl_strdup(const char *s) PL_NEVER_NULL;
char *pl_strndup(const char *s, size_t n) PL_NEVER_NULL;

/* Called with the size that was asked for; must not return. */
void pl_set_out_of_memory(void (*handler)(size_t size));

#endif
