/* Rare and unknown words (van Cranenburgh and Bod 2013, section 5.2; Klein and Manning
 * 2003): before a grammar is read off, rare words become what they look like, and in
 * parsing so do words that are not known.
 *
 *     tag       open if it rewrites more than `open` different words
 *     word      open if an open tag rewrites it
 *     rare      open, and not more often than `rare` times in the treebank
 *     known     every word of the treebank that is not rare
 *
 * A signature (model 4 of the Stanford parser) says: capitals, digits, dashes, periods,
 * commas, the last letter: `Zwaardvis` is _UNK-C-s, as first word _UNK-SC-s. */
#ifndef PL_GRAMMAR_RARE_H
#define PL_GRAMMAR_RARE_H

#include "grammar/forest.h"

enum { PL_RARE_COUNT = 4, PL_OPEN_WORDS = 100 };
#define PL_RARE_EPSILON 0.01 /* times that a known open word has an open tag unseen */

typedef struct pl_rare {
    uint32_t rare, open; /* the thresholds */
    pl_intern known;     /* words that stand for themselves */
    pl_intern open_tags;
} pl_rare;

/* Appends the signature of a word; `first` says that a sentence begins with it. */
void pl_signature(const char *word, bool first, pl_str *out);

/* Finds what is open and what is known; the thresholds are set. */
void pl_rare_learn(pl_rare *r, const pl_forest *f);
/* Puts signatures in the place of the words of the forest that are not known. Their
 * productions stay in its table, without nodes. */
void pl_rare_apply(const pl_rare *r, pl_forest *f);
/* The word itself if it is known, else its signature, in `room`. */
const char *pl_rare_form(const pl_rare *r, const char *word, bool first, pl_str *room);
void pl_rare_release(pl_rare *r);

#endif
