/* Tokenizer and sentence splitter together, as what the reader of raw text needs.
 *
 *     pl_rules rules;
 *     pl_rules_load(&rules, "nl", &err);
 *     pl_segmenter segmenter = pl_segmenter_of(&rules);
 *     pl_read_options options = {.segmenter = &segmenter};
 */
#ifndef PL_TEXT_SEGMENT_H
#define PL_TEXT_SEGMENT_H

#include "format/reader.h"
#include "base/sections.h"
#include "text/rules.h"

/* Keeps the rules, which are only read: threads may share them. */
pl_segmenter pl_segmenter_of(const pl_rules *rules);

/* The rules as a section of a model file, and back: 1, 0 if the file has none, -1 with
 * the reason. */
void pl_rules_put(const pl_rules *rules, pl_section_list *list);
int pl_rules_from(pl_rules *rules, const pl_sections *file, pl_error *err);

#endif
