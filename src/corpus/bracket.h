/* What the reader and the writer of bracket share. */
#ifndef PL_CORPUS_BRACKET_H
#define PL_CORPUS_BRACKET_H

#include "corpus/format.h"

int pl_bracket_write(pl_writer *w, const pl_tree *tree, pl_err *err);

#endif
