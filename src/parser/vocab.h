/* The vocabulary: words, tags, coarse tags and morphology as values of features.
 *
 * A value is a small number: 0 no such element, 1 the border of the sentence or the
 * artificial root, then words, tags … from 2 on. Rare words of the training data share a
 * value with words never seen, so that the weights of unknown words are learnt too:
 *
 *     hapax     words seen once, and unknown ones, are one word UNKNOWN
 *     classes   they are classed by shape (capital, number, hyphen …) and ending */
#pragma once

#include "base/options.h"
#include "base/intern.h"
#include "base/vec.h"
#include "machine/machine.h"

enum { PL_VALUE_NONE = 0, PL_VALUE_BORDER = 1, PL_VALUE_FIRST = 2 };

typedef enum pl_unknown { PL_UNKNOWN_HAPAX, PL_UNKNOWN_CLASSES, PL_N_UNKNOWN } pl_unknown;
extern const pl_option_choice pl_unknown_choices[];

/* In all four, number 0 stands for everything that training never saw. */
typedef struct pl_vocab {
    pl_unknown unknown;
    pl_intern words; /* classes of rare words begin with the byte 1 */
    pl_intern tags;
    pl_intern coarse, morph; /* empty: features do not look at them */
} pl_vocab;

/* Words of the training data with their counts; tags, coarse tags and morphology in the
 * order of their first occurrence. */
typedef struct pl_word_counts {
    pl_intern words, tags, coarse, morph;
    PL_VEC(uint32_t) n; /* [words.n] */
} pl_word_counts;

void pl_word_counts_tree(pl_word_counts *c, const pl_tree *t);
void pl_word_counts_release(pl_word_counts *c);

/* Fills the vocabulary; coarse tags and morphology only with `morph`. */
void pl_vocab_make(pl_vocab *v, pl_unknown unknown, bool morph,
                   const pl_word_counts *counts);
void pl_vocab_release(pl_vocab *v);

/* The tokens of one sentence as values, by position; the arrays are borrowed. */
typedef struct pl_values {
    const uint32_t *words, *tags;   /* [n_tokens] */
    const uint32_t *coarse, *morph; /* [n_tokens]; NULL: the vocabulary has none */
    const uint32_t *begins, *ends;  /* [n_tokens] affixes; NULL: not wanted */
    uint32_t n_tokens;              /* the artificial root included */
    uint32_t n_labels; /* of constituents: a word's label is its tag + this */
} pl_values;

/* The values of a sentence, in `m`; `n_labels` is for the caller to fill in. `affixes`:
 * those of the first and the last three characters of words too. Where the vocabulary has
 * coarse tags, they stand in for tags that a sentence does not have. */
pl_values pl_vocab_values(const pl_vocab *v, const pl_tree *t, pl_root_place root,
                          bool affixes, pl_arena *m);
