/* Strings to small numbers and back: 0, 1, 2 … in the order in which they were first
 * seen. Looking up is one hash and one comparison, whatever the strings are: nobody can
 * make up strings that share a slot (keyed_hash.h). The strings are copied.
 *
 *     pl_intern labels = {0};
 *     uint32_t np = pl_intern_add(&labels, "NP");
 *     labels.at[np]                               "NP"
 *     pl_intern_find(&labels, "XP") == PL_NONE    not there
 */
#pragma once

#include "base/arena.h"
#include "pleach.h" /* PL_NONE */

#include <stdint.h>

typedef struct pl_intern {
    const char **at; /* [n]    the strings by id */
    uint32_t n, cap;
    struct pl_intern_slot {
        uint32_t entry; /* id + 1, 0 for empty */
        uint32_t hash;  /* of the string, so that strings are rarely compared */
    } * slots;          /* [mask + 1]  open addressing */
    uint32_t mask;
    /* Short strings that were looked up last, so that frequent ones are not hashed. */
    struct pl_intern_recent {
        uint64_t text;  /* up to 7 bytes, the first is the lowest */
        uint32_t entry; /* id + 1, 0 for empty */
    } * recent;         /* [2^recent_bits]  NULL until strings have come again */
    uint32_t recent_bits;
    uint32_t n_again; /* how often that was, until then */
    pl_arena text;
} pl_intern;

uint32_t pl_intern_add(pl_intern *t, const char *s);
uint32_t pl_intern_add_n(pl_intern *t, const char *s, size_t n);
uint32_t pl_intern_find(const pl_intern *t, const char *s); /* PL_NONE if not there */
uint32_t pl_intern_find_n(const pl_intern *t, const char *s, size_t n);
void pl_intern_clear(pl_intern *t); /* empty, the memory kept for reuse */
void pl_intern_release(pl_intern *t);
