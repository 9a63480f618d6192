/* A list of chunks, filled one after the other; after a reset the chunks are filled
 * again from the first. A cell larger than a chunk gets a chunk of its own size. */
#include "base/arena.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, CHUNK = 64 * 1024 - 64 };

typedef struct pl_arena_chunk {
    struct pl_arena_chunk *next;
    size_t size;
    _Alignas(ALIGN) char data[];
} chunk;

static chunk *new_chunk(size_t size)
{
    chunk *c = pl_alloc(sizeof *c + size);
    c->next = NULL;
    c->size = size;
    return c;
}

/* Whether each cell is an allocation of its own. */
#if defined PL_ARENA_MALLOC
#define ALONE true
#elif defined PL_ARENA_SWITCH
#define ALONE alone
static bool alone;
__attribute__((constructor)) static void look(void)
{
    alone = getenv("PL_ARENA_MALLOC") != NULL;
}
#else
#define ALONE false
#endif

static void *new_cell(pl_arena *m, size_t size)
{
    chunk *c = new_chunk(size);
    c->next = m->first;
    m->first = c;
    return c->data;
}

/* Makes `current` a chunk with room for `size` bytes, reusing what a reset left. */
static void next_chunk(pl_arena *m, size_t size)
{
    chunk *c = m->current != NULL ? m->current->next : m->first;
    if (c == NULL || c->size < size) {
        /* Each new chunk is larger than the last, so that their number stays small. */
        size_t want = m->current != NULL ? m->current->size * 2 : CHUNK;
        if (want > (size_t)8 << 20)
            want = (size_t)8 << 20;
        chunk *fresh = new_chunk(size > want ? size : want);
        fresh->next = c;
        if (m->current != NULL)
            m->current->next = fresh;
        else
            m->first = fresh;
        c = fresh;
    }
    m->current = c;
    m->used = 0;
}

void *pl_arena_alloc(pl_arena *m, size_t size)
{
    if (ALONE)
        return new_cell(m, size);
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (m->current == NULL || m->current->size - m->used < size)
        next_chunk(m, size);
    void *p = m->current->data + m->used;
    m->used += size;
    return p;
}

void pl_arena_reset(pl_arena *m)
{
    if (ALONE)
        pl_arena_release(m);
    m->current = NULL;
    m->used = 0;
}

void pl_arena_gather(pl_arena *m)
{
    bool several = !ALONE && m->first != NULL && m->first->next != NULL;
    size_t size = several ? pl_arena_size(m) : 0;
    if (several)
        pl_arena_release(m);
    pl_arena_reset(m);
    if (several)
        m->first = new_chunk(size);
}

void *pl_arena_zero(pl_arena *m, size_t n, size_t size)
{
    if (size != 0 && n > (SIZE_MAX / 2) / size)
        pl_realloc_array(NULL, SIZE_MAX, 2); /* calls the out-of-memory handler */
    void *p = pl_arena_alloc(m, n * size);
    memset(p, 0, n * size);
    return p;
}

void *pl_arena_grow(pl_arena *m, const void *old, size_t old_size, size_t new_size)
{
    void *p = pl_arena_alloc(m, new_size);
    if (old_size > 0)
        memcpy(p, old, old_size);
    return p;
}

char *pl_arena_strdup(pl_arena *m, const char *s)
{
    return s != NULL ? pl_arena_strndup(m, s, strlen(s)) : NULL;
}

char *pl_arena_strndup(pl_arena *m, const char *s, size_t n)
{
    char *copy = pl_arena_alloc(m, n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

char *pl_arena_printf(pl_arena *m, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *s = pl_arena_alloc(m, (size_t)(n < 0 ? 0 : n) + 1);
    vsnprintf(s, (size_t)(n < 0 ? 0 : n) + 1, format, again);
    va_end(again);
    return s;
}

void pl_arena_release(pl_arena *m)
{
    for (chunk *c = m->first, *next; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    *m = (pl_arena){0};
}

size_t pl_arena_size(const pl_arena *m)
{
    size_t size = 0;
    for (const chunk *c = m->first; c != NULL; c = c->next)
        size += sizeof *c + c->size;
    return size;
}
