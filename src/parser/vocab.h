/* Words and tags as values of features. Rare words of the training data share a value
 * with the words never seen, so that the weights of unknown words are learnt too.
 *
 *     hapax     words seen once, and unknown ones, are one word UNKNOWN
 *     classes   they are classed by shape (capital, number, hyphen …) and ending */
#ifndef PL_PARSER_VOCAB_H
#define PL_PARSER_VOCAB_H

#include "base/intern.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef enum pl_unknown { PL_UNKNOWN_HAPAX, PL_UNKNOWN_CLASSES, PL_N_UNKNOWN } pl_unknown;
extern const char *const pl_unknown_names[PL_N_UNKNOWN];

typedef struct pl_vocab {
    pl_unknown unknown;
    pl_intern words; /* 0 is UNKNOWN; classes begin with the byte 1 */
    pl_intern tags;  /* 0 is a tag never seen */
} pl_vocab;

/* Counts of the training words and tags. */
typedef struct pl_word_counts {
    pl_intern words, tags;
    PL_VEC(uint32_t) n; /* [words.n] */
} pl_word_counts;

void pl_word_counts_tree(pl_word_counts *c, const pl_tree *t);
void pl_word_counts_release(pl_word_counts *c);

void pl_vocab_start(pl_vocab *v, pl_unknown unknown); /* UNKNOWN alone */
void pl_vocab_make(pl_vocab *v, pl_unknown unknown, const pl_word_counts *counts);
void pl_vocab_release(pl_vocab *v);

/* The values of a sentence's words and tags into arrays of n_tokens. */
void pl_vocab_values(const pl_vocab *v, const pl_tree *t, uint32_t *words,
                     uint32_t *tags);

#endif
