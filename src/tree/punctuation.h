/* What counts as punctuation, for every part that asks: transforms, head rules, evaluation,
 * statistics, drawings. Treebanks of the NeGra and Alpino kind attach it to the root, where
 * it cuts almost every constituent in two. */
#pragma once

#include "tree/tree.h"

/* Whether the tag is a punctuation tag of the common treebanks, or the word is a mark.
 * Either may be NULL. */
bool pl_is_punct(const char *tag, const char *word);
bool pl_is_punct_tag(const char *tag);
bool pl_is_punct_word(const char *word);

/* The same of terminal i; Alpino's tag LET counts, too, which the transform `punct move`
 * does not know. These are the words that `punct remove` removes. */
bool pl_has_mark_tag(const pl_tree *t, uint32_t i); /* by the tag alone */
bool pl_is_mark(const pl_tree *t, uint32_t i);

/* Blocks of a node when punctuation is not looked at: 1 if only punctuation makes its gaps.
 * `below` is scratch memory, [n_tokens], all false before and after. */
uint32_t pl_word_blocks(const pl_tree *t, uint32_t v, bool *below);
