/* How the rows of a learner are stored: for learner.c and what it is made of. */
#pragma once

#include "learn/feature_index.h"
#include "learn/learner.h"
#include "learn/places.h"

/* Rows take as few bytes as they can, since waiting for memory is most of the time. The value
 * of a feature in the index is one of these:
 *
 *     1 action:15 weight:16      a single pair
 *     00 long place:29           a list of pairs; long: of more than 16 bytes
 *     01 wide place:29           the weights of all actions, of one byte or (wide) of two
 *
 * A pair in a list is (action, weight) of one byte each. A row with a weight that does not
 * fit becomes a wide one of all actions; there are few of these. A learner is wide if it has
 * more than 256 actions or other changes than 1: then the pairs have two bytes each, and all
 * dense rows are wide. Lists begin with the pair (n, 0), n being the number of the others. */
#define PL_ROW_SINGLE ((uint32_t)1 << 31)
#define PL_ROW_DENSE  ((uint32_t)1 << 30)
#define PL_ROW_LONG   ((uint32_t)1 << 29)
#define PL_ROW_WIDE   PL_ROW_LONG
#define PL_ROW_PLACE  (((uint32_t)1 << PL_PLACE_BITS) - 1)

/* Forms of places: lists of 16, 32, 64 … bytes, and dense rows. */
enum {
    PL_FORM_LIST,
    PL_FORM_WIDE = PL_MOST_FORMS - 2,
    PL_FORM_DENSE = PL_MOST_FORMS - 1,
    PL_LEAST_LIST = 16, /* bytes */
    PL_DENSE_PAD = 64,  /* dense rows are whole lines */
    PL_MOST_SINGLE = 1 << 15,
};

typedef struct pl_byte_pair {
    uint8_t action;
    int8_t weight;
} pl_byte_pair;

typedef struct pl_wide_pair {
    uint16_t action;
    int16_t weight;
} pl_wide_pair;

struct pl_learner {
    uint32_t n_actions, padded; /* the second a multiple of PL_DENSE_PAD */
    bool wide;
    int unit; /* what a change of 1 is in the weights */
    uint64_t time;
    pl_feature_index index;
    pl_places hot;            /* weights: pairs, int8_t[padded] or int16_t[padded] */
    pl_places cold;           /* totals: as many floats */
    PL_VEC(uint64_t) changed; /* hashes of rows; only with a unit */
    size_t n_once;            /* so many of these differ, for sure */
};

static inline void *pl_weights_at(const pl_learner *l, uint32_t value)
{
    return pl_place_at(&l->hot, value & PL_ROW_PLACE);
}

static inline uint32_t pl_single_action(uint32_t value)
{
    return value >> 16 & (PL_MOST_SINGLE - 1);
}

static inline int16_t pl_single_weight(uint32_t value)
{
    return (int16_t)(uint16_t)value;
}

/* An empty learner whose index has so many bits. */
pl_learner *pl_learner_of(uint32_t n_actions, int unit, unsigned bits);
/* Adds a row without weights, which is not there. */
void pl_learner_add_row(pl_learner *l, uint64_t hash);
