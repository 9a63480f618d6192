/* What the readers and writers of tokens, tagged and text share. */
#ifndef PL_CORPUS_PLAIN_H
#define PL_CORPUS_PLAIN_H

#include "corpus/format.h"

int pl_tokens_write(pl_writer *w, const pl_tree *tree, pl_err *err);
int pl_tagged_write(pl_writer *w, const pl_tree *tree, pl_err *err);
int pl_sentence_text_write(pl_writer *w, const pl_tree *tree, pl_err *err);

#endif
