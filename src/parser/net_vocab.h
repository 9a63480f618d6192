/* Words as a network reads them: numbers of forms in lower case, shapes, letters; and the
 * names of what it answers with. */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "machine/machine.h"
#include "parser/net_vectors.h"

typedef struct pl_net_vocab {
    pl_intern words;   /* in lower case; number 0 stands for all others */
    pl_intern letters; /* characters; 0 for all others, 1 and 2 the ends of a word */
    pl_intern tags, morphs, coarse, functions, relations;
    pl_net_vectors vectors; /* from elsewhere; none at first */
} pl_net_vocab;

/* The words of one sentence; all in the arena of the call. */
typedef struct pl_net_words {
    uint32_t n;
    const uint32_t *words, *vectors;
    const uint8_t *shapes;
    const uint32_t *letters, *ends; /* the letters of all words, and where each ends */
    const char *const *lower;       /* the forms in lower case */
} pl_net_words;

/* One word; the memory of `lower` and `letters` is used again. */
typedef struct pl_net_word {
    uint32_t id, vector;
    uint8_t shape;
    pl_str lower;
    PL_VEC(uint32_t) letters; /* with its ends */
} pl_net_word;

void pl_net_vocab_word(const pl_net_vocab *v, const char *form, pl_net_word *out);
bool pl_net_vocab_has(const pl_net_vocab *v, const char *form);
void pl_net_word_release(pl_net_word *w);

void pl_net_vocab_release(pl_net_vocab *v);
void pl_net_vocab_words(const pl_net_vocab *v, const pl_tree *t, pl_arena *m,
                        pl_net_words *out);

/* The vocabulary of a treebank: forms seen twice, characters seen three times, all tags,
 * morphological tags, functions and relations. `counts` gets how often each form was
 * seen, rare ones as number 0. */
typedef struct pl_net_census {
    pl_intern words, letters;
    PL_VEC(uint32_t) n_words;
    PL_VEC(uint32_t) n_letters;
} pl_net_census;

void pl_net_census_tree(pl_net_census *c, const pl_tree *t);
void pl_net_vocab_make(pl_net_vocab *v, const pl_net_census *c);
void pl_net_census_release(pl_net_census *c);
uint32_t pl_net_census_count(const pl_net_census *c, const char *lower);
