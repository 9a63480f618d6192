/* What the readers and writers of tokens, tagged and text share. */
#ifndef PL_FORMAT_PLAIN_H
#define PL_FORMAT_PLAIN_H

#include "format/format.h"

int pl_tokens_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_tagged_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_sentence_text_write(pl_writer *w, const pl_tree *tree, pl_error *err);

#endif
