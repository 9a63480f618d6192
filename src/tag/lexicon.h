/* The tag dictionary: the tags that each word had in the training data, the most frequent
 * first. It narrows the tagger's choice, and the tags of a word (its ambiguity class) are
 * features of the words around it.
 *
 * In training, a word counts without the occurrence at hand: a word seen once is unknown,
 * so that the tagger learns what to do with words it never saw, and a word seen twice is
 * one seen once. */
#pragma once

#include "base/err.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

#include <stdbool.h>
#include <stdint.h>

#define PL_MAX_TAGS 4000u /* different tags of one tagger */

enum { PL_MAX_WORD_TAGS = 255 };

typedef struct pl_entry {
    uint32_t first;     /* index of its tags in `choices` */
    uint16_t n;         /* number of its tags, 1 or more */
    bool closed;        /* frequent enough that no other tag is expected */
    uint8_t seen;       /* occurrences: 1, 2, or 3 for more; read from a file 1 or 3 */
    uint64_t ambiguity; /* class: hash of its first four tags, in their order */
} pl_entry;

typedef struct pl_lexicon {
    pl_intern tags; /* 0 … n_tags-1 */
    pl_intern words;
    PL_VEC(pl_entry) entries; /* [words.n] */
    PL_VEC(uint16_t) choices; /* tags of all entries */
    PL_VEC(uint16_t) open;    /* tags that unknown words may have, ascending */
    size_t longest;           /* bytes of the longest word seen more than once */
    uint64_t *tails;          /* sets of these by their bytes; see pl_lexicon_tail */
} pl_lexicon;

/* 0 if every word of the tree has a tag; else -1 with the reason. */
int pl_tags_check(const pl_tree *t, pl_error *err);

/* Counts of (word, tag) pairs, from which a lexicon is made. */
typedef struct pl_tag_counts {
    pl_intern tags, words;
    PL_VEC(uint64_t) tokens; /* word << 16 | tag */
} pl_tag_counts;

/* Adds one token; false if there are more than PL_MAX_TAGS tags. */
bool pl_tag_counts_add(pl_tag_counts *c, const char *word, const char *tag);
void pl_tag_counts_release(pl_tag_counts *c);

/* Words seen `closed` times or more are closed. Sorts the counts. */
void pl_lexicon_make(pl_lexicon *x, pl_tag_counts *counts, uint32_t closed);
/* The entry of a word as it is written, or else in lower case; NULL if there is none.
 * `lower` is the word in lower case. */
const pl_entry *pl_lexicon_find(const pl_lexicon *x, const char *word, const char *lower);
/* The entry of the longest word seen more than once, of 3 bytes or more, that the n bytes of
 * a word end in but are not; NULL if there is none. Words longer than any of the lexicon are
 * not looked at from their beginning: the cost is linear in the word's length. */
const pl_entry *pl_lexicon_tail(const pl_lexicon *x, const char *lower, size_t n);
void pl_lexicon_release(pl_lexicon *x);

/* Appends tags or words as bytes for the model file; reads both back, -1 with the reason
 * if they make no sense. */
void pl_lexicon_put_tags(const pl_lexicon *x, pl_str *out);
void pl_lexicon_put_words(const pl_lexicon *x, pl_str *out);
int pl_lexicon_get(pl_lexicon *x, const char *tags, size_t n_tags, const char *words,
                   size_t n_words, pl_error *err);
