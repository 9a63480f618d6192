/* Open addressing with linear probing, at most half full; see intern.h. */
#include "base/intern.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* The slot that holds `s`, or the empty one where it would go. */
static uint32_t slot_of(const pl_intern *t, const char *s, size_t n)
{
    uint32_t i = (uint32_t)pl_hash(s, n) & t->mask;
    while (t->slots[i] != 0) {
        const char *have = t->at[t->slots[i] - 1];
        if (strncmp(have, s, n) == 0 && have[n] == '\0')
            break;
        i = (i + 1) & t->mask;
    }
    return i;
}

static void grow(pl_intern *t)
{
    uint32_t size = t->slots == NULL ? 64 : (t->mask + 1) * 2;
    free(t->slots);
    t->slots = pl_alloc_zero(size, sizeof *t->slots);
    t->mask = size - 1;
    for (uint32_t id = 0; id < t->n; id++)
        t->slots[slot_of(t, t->at[id], strlen(t->at[id]))] = id + 1;
}

uint32_t pl_intern_find_n(const pl_intern *t, const char *s, size_t n)
{
    if (t->slots == NULL)
        return PL_NONE;
    uint32_t entry = t->slots[slot_of(t, s, n)];
    return entry != 0 ? entry - 1 : PL_NONE;
}

uint32_t pl_intern_find(const pl_intern *t, const char *s)
{
    return pl_intern_find_n(t, s, strlen(s));
}

uint32_t pl_intern_add_n(pl_intern *t, const char *s, size_t n)
{
    if (t->slots == NULL || t->n * 2 > t->mask)
        grow(t);
    uint32_t slot = slot_of(t, s, n);
    if (t->slots[slot] == 0) {
        if (t->n == t->cap) {
            t->cap = t->cap == 0 ? 32 : t->cap * 2;
            t->at = pl_realloc_array(t->at, t->cap, sizeof *t->at);
        }
        t->at[t->n++] = pl_arena_strndup(&t->text, s, n);
        t->slots[slot] = t->n;
    }
    return t->slots[slot] - 1;
}

uint32_t pl_intern_add(pl_intern *t, const char *s)
{
    return pl_intern_add_n(t, s, strlen(s));
}

void pl_intern_clear(pl_intern *t)
{
    t->n = 0;
    if (t->slots != NULL)
        memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof *t->slots);
    pl_arena_reset(&t->text);
}

void pl_intern_release(pl_intern *t)
{
    free(t->at);
    free(t->slots);
    pl_arena_release(&t->text);
    *t = (pl_intern){0};
}
