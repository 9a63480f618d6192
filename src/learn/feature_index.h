/* Where the weights of a feature stand while a perceptron learns: an index from the hash of
 * a feature to a slot, which has two values. It only grows.
 *
 *     size_t slot = pl_feature_index_find(&x, hash);
 *     if (*pl_slot_value(&x, slot) == 0) …            not there
 *     slot = pl_feature_index_add(&x, hash);           all slots may change
 *     *pl_slot_value(&x, slot) = …                     anything but 0
 *
 * Nearly all of the time of a search is waiting for memory. So the slots of a line of memory
 * are filled from the first one on, and a feature goes to the next line only where its own
 * is full: at most one in 20 does, and a search looks at one line otherwise. */
#pragma once

#include "base/inline.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

enum { PL_LINE_SLOTS = 8, PL_INDEX_BITS = 16 };

typedef struct pl_index_line {
    uint32_t checks[PL_LINE_SLOTS]; /* low half of the hash, 1 if that is 0; 0: empty */
    uint32_t values[PL_LINE_SLOTS]; /* 0 in an empty slot */
} pl_index_line;

/* The other value, which only changes and averages need. */
typedef union pl_cold {
    float total;
    uint32_t place;
} pl_cold;

typedef struct pl_feature_index {
    unsigned bits;        /* 1 << bits slots … */
    unsigned first_bits;  /* … and so many at the beginning */
    pl_index_line *lines; /* [slots / PL_LINE_SLOTS] the high bits of a hash lead there */
    pl_cold *colds;       /* [slots] */
    PL_VEC(uint64_t) hashes; /* of all features, in the order in which they came */
} pl_feature_index;

/* For 1 << bits slots at first; bits is at least PL_INDEX_BITS. */
void pl_feature_index_init(pl_feature_index *x, unsigned bits);
void pl_feature_index_release(pl_feature_index *x);
/* The bits of an index that has grown to n features one by one. */
unsigned pl_feature_index_bits(uint64_t n);
size_t pl_feature_index_bytes(const pl_feature_index *x); /* of memory */
/* Adds a feature that is not there and returns its slot; its values are to be set. Slots
 * that others had before are no longer valid. */
size_t pl_feature_index_add(pl_feature_index *x, uint64_t hash);
/* The hashes of all features, to be freed, in the order in which models and checkpoints have
 * them: that of a table with linear probing. It begins with slot 0, or `from_gap` after an
 * empty slot. Features added to another index in the latter order have the same order
 * there. */
uint64_t *pl_feature_index_order(const pl_feature_index *x, bool from_gap);

static inline uint32_t *pl_slot_value(const pl_feature_index *x, size_t slot)
{
    return &x->lines[slot / PL_LINE_SLOTS].values[slot % PL_LINE_SLOTS];
}

/* The line where the search for a feature begins. */
static inline size_t pl_home_line(const pl_feature_index *x, uint64_t hash)
{
    return (size_t)(hash >> (64 - x->bits)) / PL_LINE_SLOTS;
}

static inline uint32_t pl_check_of(uint64_t hash)
{
    return (uint32_t)hash + ((uint32_t)hash == 0);
}

/* The slots of a line that have a check: bit i stands for slot i. */
typedef uint32_t pl_match(const pl_index_line *at, uint32_t check);

static inline uint32_t pl_match_any(const pl_index_line *at, uint32_t check)
{
    uint32_t found = 0;
#ifdef __x86_64__
    const __m128i *checks = (const __m128i *)at->checks;
    __m128i want = _mm_set1_epi32((int)check);
    __m128i low = _mm_cmpeq_epi32(_mm_load_si128(checks), want);
    __m128i high = _mm_cmpeq_epi32(_mm_load_si128(checks + 1), want);
    found = (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(low)) |
            (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(high)) << PL_LINE_SLOTS / 2;
#else
    for (uint32_t i = 0; i < PL_LINE_SLOTS; i++)
        found |= (uint32_t)(at->checks[i] == check) << i;
#endif
    return found;
}

/* The place of a feature, or an empty one if it is not there. Which of a line it is can
 * hardly be foreseen, so no branch depends on it. `match` is a constant in each function that
 * this one is part of. */
typedef struct pl_index_place {
    size_t line;
    uint32_t slot; /* of the line */
} pl_index_place;

PL_INLINE pl_index_place pl_feature_index_find_by(const pl_feature_index *x,
                                                  uint64_t hash, pl_match *match)
{
    enum { LAST = PL_LINE_SLOTS - 1 };
    size_t b = pl_home_line(x, hash);
    uint32_t check = pl_check_of(hash), found = match(&x->lines[b], check);
    while (found <
           (x->lines[b].checks[LAST] != 0)) { /* not there, and the line is full */
        b = (b + 1) & (((size_t)1 << x->bits) / PL_LINE_SLOTS - 1);
        found = match(&x->lines[b], check);
    }
    return (pl_index_place){b, (uint32_t)__builtin_ctz(found | 1u << LAST)};
}

static inline size_t pl_feature_index_find(const pl_feature_index *x, uint64_t hash)
{
    pl_index_place at = pl_feature_index_find_by(x, hash, pl_match_any);
    return at.line * PL_LINE_SLOTS + at.slot;
}
