/* What one thread remembers: values of a fixed size under 64-bit keys, which are hashes that
 * hardly ever agree by chance. Their number is fixed; a new one takes the place of the one
 * before it there. So it costs as much for a billion words as for a thousand.
 *
 *     pl_memo m;
 *     pl_memo_init(&m, 12, sizeof(double));          4,096 places
 *     double *root = pl_memo_find(&m, key);          NULL if it is not there
 *     if (root == NULL)
 *         *(root = pl_memo_take(&m, key)) = sqrt(x);
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct pl_memo {
    unsigned bits;
    size_t size;    /* of a value */
    uint64_t *keys; /* [1 << bits] 0 for none */
    char *values;   /* [1 << bits][size] */
} pl_memo;

void pl_memo_init(pl_memo *m, unsigned bits, size_t size);
void pl_memo_forget(pl_memo *m); /* everything */
void pl_memo_release(pl_memo *m);

/* The value of a key, which is not 0; NULL if it is not remembered. */
static inline void *pl_memo_find(const pl_memo *m, uint64_t key)
{
    size_t place = (size_t)(key >> (64 - m->bits));
    return m->keys[place] == key ? m->values + place * m->size : NULL;
}

/* The place for the value of a key; what was there is forgotten. The caller fills it. */
static inline void *pl_memo_take(pl_memo *m, uint64_t key)
{
    size_t place = (size_t)(key >> (64 - m->bits));
    m->keys[place] = key;
    return m->values + place * m->size;
}
