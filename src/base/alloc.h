/* Memory that is never NULL. Running out of it is not handled call by call: it calls a
 * handler that the program may set (pl_set_out_of_memory in pleach.h); the default
 * aborts. */
#pragma once

#include <stddef.h>

#define PL_NEVER_NULL __attribute__((returns_nonnull))

/* Like malloc, realloc, and a realloc of n items that checks for overflow. Never NULL,
 * also for a size of 0. */
void *pl_alloc(size_t size) PL_NEVER_NULL;
void *pl_alloc_zero(size_t n, size_t size) PL_NEVER_NULL;
void *pl_realloc(void *old, size_t size) PL_NEVER_NULL;
void *pl_realloc_array(void *old, size_t n, size_t size) PL_NEVER_NULL;
/* At an address that is a multiple of `align`, a power of two; all bytes zero. */
void *pl_alloc_aligned(size_t align, size_t size) PL_NEVER_NULL;
/* For tables whose rows are looked at in no order: at a multiple of 64, and on large pages
 * where the system has them, so that finding the pages takes less time. */
void *pl_alloc_table(size_t size) PL_NEVER_NULL;
char *pl_strdup(const char *s) PL_NEVER_NULL;
char *pl_strndup(const char *s, size_t n) PL_NEVER_NULL;
/* Calls the handler, for memory that another library could not get. `size` is 0 where it
 * is not known. */
_Noreturn void pl_out_of_memory(size_t size);
/* Memory for zlib, which asks for it in this form. */
void *pl_zlib_alloc(void *unused, unsigned n, unsigned size);
void pl_zlib_free(void *unused, void *p);

/* A block of bytes that is either borrowed (`owned` is NULL), such as a section of a
 * model file, or owned and freed with it (`owned` equals `at`). */
typedef struct pl_bytes {
    const void *at;
    size_t size;
    void *owned;
} pl_bytes;

/* Replace the bytes of `b`, freeing the old ones if it owns them. The first takes the new
 * ones, the second borrows them. */
void pl_bytes_take(pl_bytes *b, void *bytes, size_t size);
void pl_bytes_borrow(pl_bytes *b, const void *bytes, size_t size);
void pl_bytes_release(pl_bytes *b); /* leaves none */
