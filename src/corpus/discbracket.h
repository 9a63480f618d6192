/* What the reader and the writer of discbracket share. */
#ifndef PL_CORPUS_DISCBRACKET_H
#define PL_CORPUS_DISCBRACKET_H

#include "corpus/format.h"

/* Characters that would end a token, and what stands for them. */
enum { PL_N_DISCBRACKET_ESCAPES = 3 };
extern const struct pl_discbracket_escape {
    char plain;
    const char *code; /* five characters each */
} pl_discbracket_escapes[PL_N_DISCBRACKET_ESCAPES];

int pl_discbracket_write(pl_writer *w, const pl_tree *tree, pl_err *err);

#endif
