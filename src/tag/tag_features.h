/* The tagger's features, as hashes. Fixed features do not depend on tags and are made
 * once per word; moving features see the tags before the word and are made for each
 * hypothesis. */
#pragma once

#include "base/arena.h"
#include "base/memo.h"
#include "tree/tree.h"
#include "learn/kept_sums.h"
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

/* The same for all words, and the sums of features that see other words and tags. */
typedef struct pl_tag_memo {
    pl_memo words;
    pl_kept_sums sums;
} pl_tag_memo;

void pl_tag_memo_init(pl_tag_memo *known, const pl_weights *weights);
void pl_tag_memo_release(pl_tag_memo *known); /* zeros are fine */
/* NULL if the word is not remembered, or no more. */
pl_known_word *pl_known_word_find(const pl_tag_memo *known, const char *word);

/* Fills info[n_tokens + 4] with the words of a sentence; two items at each end stand for
 * what is outside. In training `gold` is the right tags, and each word counts as if this
 * occurrence had not been seen; otherwise it is NULL. `known` may be NULL. `m` is scratch. */
void pl_word_infos(const pl_lexicon *x, const pl_tree *t, const uint16_t *gold,
                   pl_tag_memo *known, pl_arena *m, pl_word_info *info);

/* Make the features of word i from `info` as filled above; both return their number. */
uint32_t pl_tag_fixed(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED]);
/* The same in two parts: those that see the word alone, and those that see others. */
uint32_t pl_tag_own(const pl_word_info *w, uint64_t out[PL_MAX_FIXED]);
uint32_t pl_tag_context(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED]);
/* Tags before a word, counted from 1, 0 is none: t1 is the one before it, t2 the one before
 * that, `kin` the last one that is in the word's group (verbs look back to the last verb). */
typedef struct pl_tags_before {
    uint32_t t1, t2, kin;
} pl_tags_before;
uint32_t pl_tag_moving(const pl_word_info *info, uint32_t i, pl_tags_before t,
                       uint64_t out[PL_MAX_MOVING]);

/* The sums of the same features into sums[PL_SUMS_ROOM], with what is remembered: fixed
 * ones, of which `own` are those that see the word alone, and all, of which `fixed` are. */
void pl_tag_sum_fixed(pl_kept_sums *r, const pl_word_info *info, uint32_t i,
                      const int32_t *own, int32_t *sums);
void pl_tag_sum_moving(pl_kept_sums *r, const pl_word_info *info, uint32_t i,
                       pl_tags_before t, const int32_t *fixed, int32_t *sums);
/* Whether a tag is in a word's group. */
static inline bool pl_tag_is_kin(const pl_lexicon *x, const pl_word_info *w, uint32_t tag)
{
    return x->tags.at[tag][0] == w->group;
}
