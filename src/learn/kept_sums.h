/* Sums of groups of features that one thread remembers.
 *
 * A decision of a linear classifier adds the rows of some thirty features. Most of them see
 * little: a label and its neighbours, a word and its tag. So features are put into groups
 * that see the same things, the sum of a group is remembered under what it sees, and a
 * decision adds a few sums instead of many rows. Weights are whole numbers, so that the
 * result is the same.
 *
 *     pl_kept_init(&r, &weights, n_groups);
 *     for each group g:
 *         parts[g] = pl_kept_find(&r, g, key);
 *         if (parts[g] == NULL)
 *             parts[g] = pl_kept_put(&r, g, key, hashes, n);    of its features
 *     pl_kept_add(&r, parts, n_groups, sums);
 *
 * Keys are hashes of 64 bits, never 0. A sum that was found is valid until another one of
 * the same group is kept. */
#pragma once

#include "base/hash.h"
#include "base/memo.h"
#include "learn/learner.h"

#include <stdbool.h>

/* sums[k] = the sum of the n parts[…][k] for all k < stride, which is a multiple of 16; n is at
 * least 1. The function is the one for this processor; `plain`, for tests, does without what
 * only some have. */
typedef void pl_add_sums(int32_t *sums, const int32_t *const *parts, uint32_t n,
                         uint32_t stride);
pl_add_sums *pl_sums_adder(bool plain);

typedef struct pl_kept_sums {
    pl_weights weights;
    uint32_t n_groups;
    uint32_t stride;  /* names, rounded up to whole vectors */
    pl_memo *groups;  /* [n_groups] sums: int32_t [stride] */
    int32_t *scratch; /* [PL_SUMS_ROOM] */
    pl_add_sums *add;
} pl_kept_sums;

/* The length of a sum of so many names. */
static inline uint32_t pl_kept_stride(uint32_t n_names)
{
    return (n_names + 15) / 16 * 16;
}

/* Remembers up to 2,048 sums of each group, in 256 KB at most if two fit. The weights are
 * borrowed as long as it lives. */
void pl_kept_init(pl_kept_sums *r, const pl_weights *weights, uint32_t n_groups);
void pl_kept_release(pl_kept_sums *r); /* zeros are fine */

/* A key for four values, of which hardly two combinations share one. */
static inline uint64_t pl_kept_key(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return pl_mix(a + b * 0x9e3779b97f4a7c15u + c * 0xd6e8feb86659fd93u +
                  d * 0xbf58476d1ce4e5b9u) |
           1;
}

/* NULL if it is not remembered, or no more. */
static inline const int32_t *pl_kept_find(const pl_kept_sums *r, uint32_t group,
                                          uint64_t key)
{
    return pl_memo_find(&r->groups[group], key);
}

/* Adds up n features, at most PL_MAX_AT_ONCE, and remembers the sum. */
const int32_t *pl_kept_put(pl_kept_sums *r, uint32_t group, uint64_t key,
                           const uint64_t *hashes, uint32_t n);

/* sums[k] = the sum of parts[…][k] for all k < stride; n is at least 1. */
static inline void pl_kept_add(const pl_kept_sums *r, const int32_t *const *parts,
                               uint32_t n, int32_t *sums)
{
    r->add(sums, parts, n, r->stride);
}
