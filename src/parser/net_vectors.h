/* Vectors of words from elsewhere (word2vec, GloVe …), which a network reads beside those
 * that it has learned. They are rounded to bytes, each with a scale of its own, and do not
 * change in training. */
#pragma once

#include "base/alloc.h"
#include "base/intern.h"
#include "base/sections.h"

typedef struct pl_net_vectors {
    pl_intern words; /* as they are in the file; number 0, "", stands for all others */
    uint32_t width;  /* 0: there are no vectors */
    pl_bytes bytes;  /* [words.n][width] of int8_t */
    float *scales;   /* [words.n] */
} pl_net_vectors;

void pl_net_vectors_release(pl_net_vectors *v);
/* The number of a word: as it is, or else in lower case; 0 if there is none. */
uint32_t pl_net_vectors_find(const pl_net_vectors *v, const char *word,
                             const char *lower);
/* Number j of the vector of a word; those of word 0 are zero. */
static inline float pl_net_vector_at(const pl_net_vectors *v, uint32_t word, uint32_t j)
{
    return v->scales[word] * ((const int8_t *)v->bytes.at)[(size_t)word * v->width + j];
}

/* Adds the sections of the vectors to a model file, if there are any. */
void pl_net_vectors_put(const pl_net_vectors *v, pl_section_list *list);
/* The vectors of a model file, which must stay open; width 0 if it has none. -1 with the
 * reason. */
int pl_net_vectors_from(const pl_sections *file, pl_net_vectors *v, pl_error *err);
