/* What the reader and the writer of discbracket share. */
#ifndef PL_CORPUS_DISCBRACKET_H
#define PL_CORPUS_DISCBRACKET_H

#include "corpus/format.h"

int pl_discbracket_write(pl_writer *w, const pl_tree *tree, pl_err *err);

#endif
