/* What counts as punctuation: one table of tags and words for every part that asks
 * (punctuation transforms, head rules, evaluation). */
#ifndef PL_TRANSFORM_MARKS_H
#define PL_TRANSFORM_MARKS_H

#include <stdbool.h>

/* The tag is a punctuation tag of the common treebanks, or the word is a mark. Either
 * may be NULL. */
bool pl_is_punct(const char *tag, const char *word);
bool pl_is_punct_tag(const char *tag);
bool pl_is_punct_word(const char *word);

/* The mark that closes what `word` opens (quotes, brackets, dashes), or NULL. A mark
 * that opens and closes alike is its own partner. */
const char *pl_closing_mark(const char *word);

#endif
