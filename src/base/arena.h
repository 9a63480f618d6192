/* An arena: memory for things that live and die together (a corpus, one sentence).
 * Nothing in it is freed alone. Cells are 16-byte aligned.
 *
 *     pl_arena m = {0};
 *     pl_tree *tree = pl_tree_new(&m, 5);
 *     …
 *     pl_arena_reset(&m);      everything in it is gone, the memory is kept for reuse
 *     pl_arena_release(&m);    the memory goes back to the system
 *
 * Built with -DPL_ARENA_MALLOC each cell is a malloc of its own, so that the sanitizers
 * see overruns and uses after reset; built with -DPL_ARENA_SWITCH only where a variable
 * PL_ARENA_MALLOC is in the environment. */
#pragma once

#include <stddef.h>

typedef struct pl_arena {
    struct pl_arena_chunk *first, *current;
    size_t used; /* bytes used of `current` */
} pl_arena;

void *pl_arena_alloc(pl_arena *m, size_t size);          /* not initialised */
void *pl_arena_zero(pl_arena *m, size_t n, size_t size); /* n items, all bytes zero */
/* A larger copy of an array of `old_size` bytes; the old one stays valid. */
void *pl_arena_grow(pl_arena *m, const void *old, size_t old_size, size_t new_size);
char *pl_arena_strdup(pl_arena *m, const char *s); /* NULL gives NULL */
char *pl_arena_strndup(pl_arena *m, const char *s, size_t n);
char *pl_arena_printf(pl_arena *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pl_arena_reset(pl_arena *m);
/* The same, and what it held becomes one piece of memory. For large cells of changing
 * sizes, of which few would fit into the pieces that others have left. */
void pl_arena_gather(pl_arena *m);
void pl_arena_release(pl_arena *m);
size_t pl_arena_size(const pl_arena *m); /* bytes held from the system */

#define PL_NEW(m, type)          ((type *)pl_arena_zero((m), 1, sizeof(type)))
#define PL_NEW_ARRAY(m, type, n) ((type *)pl_arena_zero((m), (n), sizeof(type)))
