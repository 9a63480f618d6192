/* Aligns the words of two documents that were split differently, by the characters they
 * cover, as the CoNLL 2018 shared task does.
 *
 * The texts, spaces removed, must be the same. Words that cover the same characters are
 * partners. Words of multiword tokens cover the characters of the whole token; within the
 * span of such tokens, words are aligned by a longest common subsequence of their forms
 * (lower-cased). Zeman et al. (2018), section 4. */
#ifndef PL_EVAL_ALIGN_H
#define PL_EVAL_ALIGN_H

#include "eval/depdoc.h"

/* Sets `partner` in the words of both. -1 if the texts differ: the message names the
 * sentences and the first words that do not go together. */
int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err);

#endif
