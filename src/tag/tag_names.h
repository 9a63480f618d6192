/* Names of a classifier of which only some are possible for a tag. They are written TAG,
 * tab, NAME, and those of a tag are next to each other, so that a tag is a range of them. */
#pragma once

#include "base/vec.h"
#include "learn/classifier.h"

typedef struct pl_tag_names {
    pl_intern tags;
    PL_VEC(pl_names) ranges; /* [tags.n] names of each tag */
    PL_VEC(const char *) of; /* [names.n] the name without its tag */
    PL_VEC(uint32_t) places; /* a power of two: tags + 1 by their hashes, 0 for none */
} pl_tag_names;

/* Adds the names that were counted `least` times or more to `to`, in their order, in which tags
 * stay together: a tab comes before other characters. If there are more than a classifier takes,
 * the most frequent ones. */
void pl_tag_names_choose(const pl_intern *names, const uint32_t *counts, uint32_t least,
                         pl_intern *to);
/* Finds which names belong to which tag; false if they are not in order. Keeps them. */
bool pl_tag_names_index(pl_tag_names *x, const pl_intern *names);
/* The names of a tag, which may be NULL; none if it is not known. */
pl_names pl_tag_names_of(const pl_tag_names *x, const char *tag);
void pl_tag_names_release(pl_tag_names *x);
