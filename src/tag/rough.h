/* Words of text as people write it that treebanks seldom have: !!! for !, emoji, addresses, typographic
 * quotes, soft hyphens, ligatures, sentences in capitals. Taggers look an unknown word up in the
 * spelling that a dictionary is more likely to have, and give the tag of its kind to a word of which the
 * kind can be told by its signs. Both are for tagging, not for training. */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "tree/tree.h"

#include <stdbool.h>

/* Whether a dictionary has a word. */
typedef bool pl_word_known(const void *dictionary, const char *word);

/* The spelling of an unknown word to look up: without soft hyphens and ligatures; a sign by its plain
 * form, a run of signs by one of them, if the dictionary has that. Returns `word` where nothing
 * changes, else the text of `buffer`. */
const char *pl_plain_word(const char *word, pl_word_known *known, const void *dictionary,
                          pl_str *buffer);

/* The number of the tag of words of this kind (addresses, #tags, emoji) in a tag set, which the
 * tag's name tells; PL_NONE for other words, and for tag sets without such a tag. */
uint32_t pl_kind_tag(const pl_intern *tags, const char *word);

/* Whether a sentence is written in capitals: two words or more have letters, and none of
 * them a small one. */
bool pl_in_capitals(const pl_tree *t);
/* Puts a word of such a sentence into `buffer` as it would be written elsewhere, and returns the text: in small
 * letters; in German, which the tag set tells, longer words with a capital. */
const char *pl_without_capitals(const pl_intern *tags, const char *word, pl_str *buffer);
