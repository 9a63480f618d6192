/* Finds where sentences end, among the tokens of a paragraph; and makes tokenizer and
 * sentence splitter into what the reader of raw text needs.
 *
 *     pl_rules rules;
 *     pl_rules_load(&rules, "nl", &err);
 *     pl_segmenter segmenter = pl_segmenter_of(&rules);
 *     pl_read_options options = {.segmenter = &segmenter};
 */
#ifndef PL_TEXT_SEGMENT_H
#define PL_TEXT_SEGMENT_H

#include "format/reader.h"
#include "text/tokenize.h"

/* Keeps the rules, which are only read: threads may share them. */
pl_segmenter pl_segmenter_of(const pl_rules *rules);

/* The token after the sentence that begins with token `from`: from + 1 or more. `text` is
 * what was tokenized. */
size_t pl_next_sentence(const pl_rules *r, const char *text, const pl_spans *tokens,
                        size_t from);

#endif
