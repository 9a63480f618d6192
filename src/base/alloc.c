/* Allocation with one place for running out; see alloc.h. */
#include "base/alloc.h"

#include "base/file.h"
#include "pleach.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void (*out_of_memory)(size_t); /* NULL: none is set */

void pl_set_out_of_memory(void (*handler)(size_t size))
{
    out_of_memory = handler;
}

/* The process is about to end. */
_Noreturn void pl_out_of_memory(size_t size)
{
    pl_file_remove_unfinished();
    if (out_of_memory != NULL)
        out_of_memory(size);
    abort();
}

static void *checked(void *p, size_t size)
{
    if (p == NULL)
        pl_out_of_memory(size);
    return p;
}

void *pl_alloc(size_t size)
{
    return checked(malloc(size > 0 ? size : 1), size);
}

void *pl_alloc_zero(size_t n, size_t size)
{
    return checked(n > 0 && size > 0 ? calloc(n, size) : calloc(1, 1), size);
}

void *pl_realloc(void *old, size_t size)
{
    return checked(realloc(old, size > 0 ? size : 1), size);
}

void *pl_alloc_aligned(size_t align, size_t size)
{
    size = (size + align) / align * align;
    void *p = checked(aligned_alloc(align, size), size);
    memset(p, 0, size);
    return p;
}

void *pl_alloc_table(size_t size)
{
    enum { LARGE_PAGE = 2 << 20, CACHE_LINE = 64 };
    if (size < LARGE_PAGE)
        return pl_alloc_aligned(CACHE_LINE, size);
    size_t whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    void *p = checked(aligned_alloc(LARGE_PAGE, whole), whole);
#ifdef MADV_HUGEPAGE
    madvise(p, whole, MADV_HUGEPAGE); /* only a wish */
#endif
    return p;
}

void *pl_realloc_array(void *old, size_t n, size_t size)
{
    if (size != 0 && n > SIZE_MAX / size)
        return checked(NULL, SIZE_MAX);
    return pl_realloc(old, n * size);
}

char *pl_strdup(const char *s)
{
    return pl_strndup(s, strlen(s));
}

char *pl_strndup(const char *s, size_t n)
{
    char *copy = pl_alloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

void *pl_zlib_alloc(void *unused, unsigned n, unsigned size)
{
    return pl_alloc_zero(n, size);
}

void pl_zlib_free(void *unused, void *p)
{
    free(p);
}

void pl_bytes_take(pl_bytes *b, void *bytes, size_t size)
{
    pl_bytes_release(b);
    *b = (pl_bytes){bytes, size, bytes};
}

void pl_bytes_borrow(pl_bytes *b, const void *bytes, size_t size)
{
    pl_bytes_release(b);
    *b = (pl_bytes){.at = bytes, .size = size};
}

void pl_bytes_release(pl_bytes *b)
{
    free(b->owned);
    *b = (pl_bytes){0};
}
