/* In which sentences a text occurs: sets of sentence numbers, compressed by CRoaring, in its
 * portable format (https://github.com/RoaringBitmap/RoaringFormatSpec) without runs, which
 * other programs can read.
 *
 * They are written here, and read and combined by the library. Built without it (make
 * ROARING=), and on big-endian machines, pl_sets_built is false, and the sets of index files
 * are not used. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

extern const bool pl_sets_built;

typedef struct roaring_bitmap_s pl_set;

/* The sets of the texts of one kind while sentences come in: a list of all texts, sentence
 * by sentence, which is sorted by texts in the end. All zero is empty. */
typedef struct pl_sets {
    PL_VEC(uint32_t) texts;  /* each once in its sentence */
    PL_VEC(size_t) ends;     /* [sentences]  in `texts` */
    PL_VEC(uint32_t) newest; /* [texts]      the sentence added last, + 1 */
    PL_VEC(size_t) starts;   /* [texts + 1]  while they come in: how many, from [1] on */
    uint32_t *sentences; /* those of text i are sentences[starts[i] … starts[i + 1]) */
} pl_sets;

/* Adds the texts of the next sentence, some more than once. */
void pl_sets_add(pl_sets *s, const uint32_t *texts, size_t n);
/* To be called once, after the last sentence: fills `sentences`. */
void pl_sets_sort(pl_sets *s);
void pl_sets_release(pl_sets *s);

/* The bytes of the set of these sentences, which ascend, replace those in `out`. */
void pl_set_bytes(const uint32_t *sentences, size_t n, pl_str *out);

/* The set of these sentences. */
pl_set *pl_set_of(const uint32_t *sentences, size_t n);
/* The set that the bytes hold, NULL if they do not hold one of numbers below `limit` and
 * nothing else: every number is looked at, since the library believes what it reads. */
pl_set *pl_set_read(const char *bytes, size_t n, uint32_t limit);
size_t pl_set_count(const pl_set *s);
bool pl_set_has(const pl_set *s, uint32_t sentence);
/* Leaves in `s` only what is in both; adds what is in the other. */
void pl_set_and(pl_set *s, const pl_set *other);
void pl_set_or(pl_set *s, const pl_set *other);
/* The numbers in it, ascending, into at[pl_set_count]. */
void pl_set_list(const pl_set *s, uint32_t *at);
void pl_set_free(pl_set *s); /* NULL is fine */
