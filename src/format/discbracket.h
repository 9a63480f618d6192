/* What the reader and the writer of discbracket share. */
#ifndef PL_FORMAT_DISCBRACKET_H
#define PL_FORMAT_DISCBRACKET_H

#include "format/format.h"

int pl_discbracket_write(pl_writer *w, const pl_tree *tree, pl_error *err);

#endif
