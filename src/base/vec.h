/* A growable array of any type, as three fields and a few macros.
 *
 *     PL_VEC(uint32_t) ids = {0};
 *     PL_PUSH(&ids, 7);
 *     for (size_t i = 0; i < ids.n; i++) use(ids.at[i]);
 *     PL_VEC_RELEASE(&ids);
 *
 * The items move when the array grows: keep indices, not pointers. */
#pragma once

#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PL_VEC(type)                                                                     \
    struct {                                                                             \
        type *at;                                                                        \
        size_t n, cap;                                                                   \
    }

#define PL_RESERVE(v, want)                                                              \
    ((v)->cap >= (want)                                                                  \
         ? (void)0                                                                       \
         : (void)((v)->cap = (want) > (v)->cap * 2 ? (want) : (v)->cap * 2,              \
                  (v)->at = pl_realloc_array((v)->at, (v)->cap, sizeof *(v)->at)))

/* The item may be a literal with commas: PL_PUSH(&edges, (edge){from, to}). It must not
 * read the array's own count. */
#define PL_PUSH(v, ...)                                                                  \
    (PL_RESERVE(v, (v)->n + 1 > 8 ? (v)->n + 1 : 8), (v)->at[(v)->n++] = (__VA_ARGS__))

#define PL_POP(v) ((v)->at[--(v)->n])

/* Appends a copy of `count` items; makes it `count` items whose bytes are all `byte`. */
#define PL_APPEND(v, items, count)                                                       \
    (PL_RESERVE(v, (v)->n + (count)),                                                    \
     (void)((count) > 0 ? memcpy((v)->at + (v)->n, (items), (count) * sizeof *(v)->at)   \
                        : NULL),                                                         \
     (v)->n += (count))
#define PL_FILL(v, count, byte)                                                          \
    (PL_RESERVE(v, (count) + 1), (v)->n = (count),                                       \
     (void)memset((v)->at, (byte), (v)->n * sizeof *(v)->at))

#define PL_SORT(v, compare)                                                              \
    ((v)->n > 1 ? qsort((v)->at, (v)->n, sizeof *(v)->at, (compare)) : (void)0)

/* For sorting and bsearch: items that begin with a number or text, smallest first. */
static inline int pl_by_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static inline int pl_by_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static inline int pl_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Frees the items of one or more arrays, which are then empty: PL_VEC_RELEASE(&a, &b). */
#define PL_VEC_RELEASE(...)                                                              \
    pl_vecs_release((void *[]){__VA_ARGS__},                                             \
                    sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))

static inline void pl_vecs_release(void *const *vecs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        void *items;
        memcpy(&items, vecs[i], sizeof items); /* `at` comes first, whatever its type */
        free(items);
        memset(vecs[i], 0, sizeof(PL_VEC(char)));
    }
}
