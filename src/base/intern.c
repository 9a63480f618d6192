/* Open addressing with linear probing, at most half full; see intern.h. */
#include "base/intern.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/keyed_hash.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct pl_intern_slot slot;
typedef struct pl_intern_recent recent;

enum {
    SHORT = 7, /* bytes */
    FEW = 64,  /* slots */
    AGAIN = 256,
    MOST_RECENT = 16 * 1024, /* strings */
};

/* Where a short string would be among the recent ones. Strings that share a place cost no
 * more than the search that they replace. */
static recent *place_of(const pl_intern *t, uint64_t text)
{
    return &t->recent[(text * 0x9e3779b97f4a7c15u) >> (64 - t->recent_bits)];
}

/* The slot that holds `s`, or the empty one where it would go. */
static slot *slot_of(const pl_intern *t, const char *s, size_t n, uint32_t hash)
{
    for (uint32_t i = hash & t->mask;; i = (i + 1) & t->mask) {
        slot *at = &t->slots[i];
        if (at->entry == 0)
            return at;
        const char *have = t->at[at->entry - 1];
        if (at->hash == hash && strncmp(have, s, n) == 0 && have[n] == '\0')
            return at;
    }
}

/* Makes room for as many recent strings as there are slots, within bounds. */
static void make_recent(pl_intern *t)
{
    size_t size = t->mask < MOST_RECENT ? (size_t)t->mask + 1 : MOST_RECENT;
    if (t->recent != NULL && size == (size_t)1 << t->recent_bits)
        return;
    free(t->recent);
    t->recent = pl_alloc_zero(size, sizeof *t->recent);
    t->recent_bits = (uint32_t)__builtin_ctzll(size);
}

static void grow(pl_intern *t)
{
    slot *old = t->slots;
    uint32_t n_old = old == NULL ? 0 : t->mask + 1, size = old == NULL ? FEW : n_old * 2;
    t->slots = pl_alloc_zero(size, sizeof *t->slots);
    t->mask = size - 1;
    for (uint32_t k = 0; k < n_old; k++) {
        uint32_t i = old[k].hash & t->mask;
        if (old[k].entry == 0)
            continue;
        while (t->slots[i].entry != 0)
            i = (i + 1) & t->mask;
        t->slots[i] = old[k];
    }
    free(old);
    if (t->recent != NULL)
        make_recent(t);
}

uint32_t pl_intern_find_n(const pl_intern *t, const char *s, size_t n)
{
    if (t->slots == NULL)
        return PL_NONE;
    if (t->recent != NULL && n <= SHORT) {
        uint64_t text = pl_get_few(s, n);
        const recent *r = place_of(t, text);
        if (r->entry != 0 && r->text == text)
            return r->entry - 1;
    }
    uint32_t entry = slot_of(t, s, n, (uint32_t)pl_keyed_hash(s, n))->entry;
    return entry != 0 ? entry - 1 : PL_NONE;
}

uint32_t pl_intern_find(const pl_intern *t, const char *s)
{
    return pl_intern_find_n(t, s, strlen(s));
}

/* The id of a string, which is added where it is new. */
static uint32_t add(pl_intern *t, const char *s, size_t n)
{
    if (t->slots == NULL || t->n * 2 > t->mask)
        grow(t);
    uint32_t hash = (uint32_t)pl_keyed_hash(s, n);
    slot *at = slot_of(t, s, n, hash);
    if (at->entry == 0) {
        if (t->n == t->cap) {
            t->cap = t->cap == 0 ? 32 : t->cap * 2;
            t->at = pl_realloc_array(t->at, t->cap, sizeof *t->at);
        }
        t->at[t->n++] = pl_arena_strndup(&t->text, s, n);
        *at = (slot){t->n, hash};
    }
    return at->entry - 1;
}

uint32_t pl_intern_add_n(pl_intern *t, const char *s, size_t n)
{
    uint64_t text = 0;
    bool remembers = t->recent != NULL && n <= SHORT;
    if (remembers) {
        text = pl_get_few(s, n);
        const recent *r = place_of(t, text);
        if (r->entry != 0 && r->text == text)
            return r->entry - 1;
    }
    uint32_t had = t->n, id = add(t, s, n); /* makes new places where it grows */
    if (remembers && id < had) /* a new string is no frequent one yet */
        *place_of(t, text) = (recent){text, id + 1};
    else if (id < had && t->recent == NULL && ++t->n_again > AGAIN && t->n_again > t->n)
        make_recent(t);
    return id;
}

uint32_t pl_intern_add(pl_intern *t, const char *s)
{
    return pl_intern_add_n(t, s, strlen(s));
}

/* A table that was large once is made anew where few strings were in it since: clearing
 * it costs no more than filling it did. */
void pl_intern_clear(pl_intern *t)
{
    if (t->n < t->mask / 16 && t->mask >= FEW) {
        free(t->slots);
        free(t->recent);
        t->slots = NULL;
        t->recent = NULL;
        t->mask = 0;
    }
    t->n = 0;
    if (t->slots != NULL)
        memset(t->slots, 0, ((size_t)t->mask + 1) * sizeof *t->slots);
    if (t->recent != NULL)
        memset(t->recent, 0, ((size_t)1 << t->recent_bits) * sizeof *t->recent);
    pl_arena_reset(&t->text);
}

void pl_intern_release(pl_intern *t)
{
    free(t->at);
    free(t->slots);
    free(t->recent);
    pl_arena_release(&t->text);
    *t = (pl_intern){0};
}
