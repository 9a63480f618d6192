/* Multiword tokens: what is written as one and counts as several words, as a list that is
 * learned from a treebank (learn_multiwords.c) or written by hand.
 *
 *     |n't=+n't       a token that ends so is two words: what stands before the bar, and n't
 *     ^i|m=n+dem      this token is in and dem; its i stays as it is written
 *     ^|au=à+le       nothing of this one stays
 *     ^sant           this token is one word, whatever its ending
 *
 * The longest ending that fits decides, entries for whole tokens before all endings. */
#pragma once

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"

#include <stdbool.h>

enum { PL_MAX_WORDS = 8 }; /* of one token */

/* What a token becomes. Its last n_rest characters are replaced. */
typedef struct pl_expansion {
    uint32_t n;      /* words; 0: it is one word */
    uint32_t n_rest;
    bool joined;     /* the words but the first are these characters, in their order */
    const char *first;               /* what follows the other characters in the first word */
    const char *capital;             /* the same where the first word has nothing else, … */
    const char *words[PL_MAX_WORDS]; /* … after a capital; each word but the first */
    uint32_t chars[PL_MAX_WORDS];    /* of each word but the first */
} pl_expansion;

typedef struct pl_multiwords {
    pl_intern names;         /* endings in small letters; ^ before whole tokens */
    PL_VEC(pl_expansion) of; /* [names.n] */
    size_t longest;          /* name, in bytes */
    pl_arena text;
} pl_multiwords;

/* Adds an entry, spelled as above in small letters, if there is none for the same ending.
 * False if it is no entry. */
bool pl_multiwords_add(pl_multiwords *x, const char *entry);
/* What becomes of a token of n bytes, in small letters; NULL if it is one word. */
const pl_expansion *pl_multiwords_find(const pl_multiwords *x, const char *token, size_t n);
void pl_multiwords_release(pl_multiwords *x);
