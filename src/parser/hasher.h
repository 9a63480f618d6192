/* Hashes of the features of a group of templates, faster than one by one: all values of a
 * configuration stand in one array, and templates are sorted by their number of atoms, so
 * that each kind has a loop of its own without branches. The hashes are those of
 * pl_feature_hash, in another order. */
#pragma once

#include "parser/features.h"

enum { PL_HASHER_PLACES = 32 }; /* more than any notation has */

/* A template as places in that array. */
typedef struct pl_recipe {
    uint16_t slot[PL_MAX_ATOMS];
    uint64_t seed;
    uint64_t multiplier[PL_MAX_ATOMS];
} pl_recipe;

typedef struct pl_hasher {
    pl_recipe *recipes; /* [features->n] by group, then by number of atoms … */
    uint16_t ends[PL_N_GROUPS][PL_MAX_ATOMS + 1]; /* … where those of 1, 2 … atoms end */
    /* The value of a field is at place · stride + field. Of each place the first ones are
     * used, rounded up to a multiple of 4. */
    uint32_t stride;
    uint8_t used[PL_HASHER_PLACES];
} pl_hasher;

void pl_hasher_init(pl_hasher *h, const pl_features *f);
void pl_hasher_release(pl_hasher *h);

/* The hashes of group g into out; returns how many there are. */
uint32_t pl_hasher_group(const pl_hasher *h, uint32_t g, const uint32_t *values,
                         uint64_t *out);
