/* What the tagger looks at, as hashes: for each word once what does not depend on tags
 * chosen before it, then for each hypothesis what does.
 *
 *     w    the word in lower case (only words of the lexicon)
 *     f    the word as it is written
 *     c    its ambiguity class: the tags the lexicon has for it
 *     s_k  its last k letters, p_k its first k
 *     h    its shape: Xx, XX, x-x, 9.9 …
 *     t    the tags before it
 */
#ifndef PL_TAG_TAG_FEATURES_H
#define PL_TAG_TAG_FEATURES_H

#include "base/arena.h"
#include "tree/tree.h"
#include "tag/lexicon.h"

enum { PL_MAX_FIXED = 48, PL_MAX_MOVING = 16, PL_MAX_AFFIX = 6 };

/* What is known of one word. */
typedef struct pl_word_info {
    const pl_entry *entry; /* NULL: unknown, or seen once */
    uint64_t form, lower;  /* hashes; 0 where there is no entry */
    uint64_t ambiguity;    /* its class; 0 for an unknown word */
    uint64_t shape;
    uint64_t tail; /* ambiguity of the longest word of the lexicon that it ends in; 0 if
                      there is none, or the word is closed */
    char group;    /* first letter of its most frequent tag, 0 if not known */
    uint64_t suffix[PL_MAX_AFFIX + 1]; /* [k] last k letters, 0 if the word is shorter */
    uint64_t prefix[PL_MAX_AFFIX + 1];
} pl_word_info;

/* The words of a sentence into info[n_tokens + 4]: two more at each end stand for what is
 * outside. `m` is for scratch. In training `gold` is the right tags: each word then
 * counts as if this occurrence of it had not been seen; else NULL. */
void pl_word_infos(const pl_lexicon *x, const pl_tree *t, const uint16_t *gold,
                   pl_arena *m, pl_word_info *info);

/* The features of word i; `info` as filled above. Both return how many there are. */
uint32_t pl_tag_fixed(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED]);
/* t1 is the tag before the word, t2 the one before that, `kin` the last one that is in
 * the word's group (verbs look back to the last verb): counted from 1, 0 is none. */
uint32_t pl_tag_moving(const pl_word_info *info, uint32_t i, uint32_t t1, uint32_t t2,
                       uint32_t kin, uint64_t out[PL_MAX_MOVING]);
/* Whether a tag is of a word's group. */
static inline bool pl_tag_is_kin(const pl_lexicon *x, const pl_word_info *w, uint32_t tag)
{
    return x->tags.at[tag][0] == w->group;
}

#endif
