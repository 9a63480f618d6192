/* Features as hashes. A list numbers its features, so that the same value in two rows
 * means two things; rows keep their numbers when others are left out. */
#ifndef PL_LEARN_HASHED_H
#define PL_LEARN_HASHED_H

#include "base/hash.h"

#include <string.h>

typedef struct pl_hashed {
    uint64_t *out;
    uint32_t n, row;
} pl_hashed;

static inline void pl_hashed_one(pl_hashed *l, uint64_t a)
{
    l->out[l->n++] = pl_mix(a + ++l->row * 0x9e3779b97f4a7c15u);
}

static inline void pl_hashed_two(pl_hashed *l, uint64_t a, uint64_t b)
{
    pl_hashed_one(l, a);
    l->out[l->n - 1] = pl_mix(l->out[l->n - 1] ^ b);
}

static inline void pl_hashed_three(pl_hashed *l, uint64_t a, uint64_t b, uint64_t c)
{
    pl_hashed_two(l, a, b);
    l->out[l->n - 1] = pl_mix(l->out[l->n - 1] ^ c);
}

/* Leaves the row out if it has no value. */
static inline void pl_hashed_some(pl_hashed *l, uint64_t a)
{
    if (a != 0)
        pl_hashed_one(l, a);
    else
        l->row++;
}

/* The hash of a word or a label, never 0; 0 for NULL. */
static inline uint64_t pl_hash_text(const char *text)
{
    return text != NULL ? pl_hash(text, strlen(text)) | 1 : 0;
}

#endif
