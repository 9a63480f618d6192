/* The tagger's features, as hashes. Fixed features do not depend on tags and are made
 * once per word; moving features see the tags before the word and are made for each
 * hypothesis. */
#pragma once

#include "base/arena.h"
#include "base/memo.h"
#include "tree/tree.h"
#include "tag/lexicon.h"

enum { PL_MAX_FIXED = 48, PL_MAX_MOVING = 16, PL_MAX_AFFIX = 6 };

/* What features are made of: one word, mostly as hashes. */
typedef struct pl_word_info {
    const pl_entry *entry; /* NULL if the word is unknown or was seen once */
    uint64_t form, lower;  /* the word as it is written, in lower case; 0 without entry */
    uint64_t ambiguity;    /* class: the tags the lexicon has for it; 0 if unknown */
    uint64_t shape;        /* Xx, XX, x-x, 9.9 … */
    uint64_t tail; /* ambiguity of the longest word of the lexicon that it ends in; 0 if
                      there is none, or the word is closed */
    char group;    /* first letter of its most frequent tag, 0 if not known */
    bool certain;  /* its kind tells its tag, `tag` */
    uint16_t tag;
    uint64_t suffix[PL_MAX_AFFIX + 1]; /* [k] last k letters, 0 if the word is shorter */
    uint64_t prefix[PL_MAX_AFFIX + 1];
} pl_word_info;

/* What one thread remembers of a word for the next time, and the sums of its own features,
 * which the tagger adds. Longer words are not remembered. */
typedef struct pl_known_word {
    char word[31];
    bool summed;
    pl_word_info info;
    int32_t sums[]; /* [n_sums] */
} pl_known_word;

void pl_known_words_init(pl_memo *known, uint32_t n_sums);
/* NULL if the word is not remembered, or no more. */
pl_known_word *pl_known_word_find(const pl_memo *known, const char *word);

/* Fills info[n_tokens + 4] with the words of a sentence; two items at each end stand for
 * what is outside. In training `gold` is the right tags, and each word counts as if this
 * occurrence had not been seen; otherwise it is NULL. `known` may be NULL. `m` is scratch. */
void pl_word_infos(const pl_lexicon *x, const pl_tree *t, const uint16_t *gold,
                   pl_memo *known, pl_arena *m, pl_word_info *info);

/* Make the features of word i from `info` as filled above; both return their number. */
uint32_t pl_tag_fixed(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED]);
/* The same in two parts: those that see the word alone, and those that see others. */
uint32_t pl_tag_own(const pl_word_info *w, uint64_t out[PL_MAX_FIXED]);
uint32_t pl_tag_context(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED]);
/* t1 is the tag before the word, t2 the one before that, `kin` the last one that is in
 * the word's group (verbs look back to the last verb): counted from 1, 0 is none. */
uint32_t pl_tag_moving(const pl_word_info *info, uint32_t i, uint32_t t1, uint32_t t2,
                       uint32_t kin, uint64_t out[PL_MAX_MOVING]);
/* Whether a tag is in a word's group. */
static inline bool pl_tag_is_kin(const pl_lexicon *x, const pl_word_info *w, uint32_t tag)
{
    return x->tags.at[tag][0] == w->group;
}
