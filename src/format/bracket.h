/* What the reader and the writer of bracket share. */
#ifndef PL_FORMAT_BRACKET_H
#define PL_FORMAT_BRACKET_H

#include "format/format.h"

int pl_bracket_write(pl_writer *w, const pl_tree *tree, pl_error *err);

#endif
