/* Finds where sentences end, among the tokens of a paragraph. */
#ifndef PL_TEXT_SPLIT_H
#define PL_TEXT_SPLIT_H

#include "text/tokenize.h"

/* The number of tokens in the sentence that begins with token `from`: 1 or more. The text
 * is the one that was tokenized. */
size_t pl_split_sentence(const pl_rules *r, const char *text, const pl_spans *tokens,
                         size_t from);

#endif
