/* What the reader and the writer of conllx and conllu share. */
#ifndef PL_FORMAT_CONLL_H
#define PL_FORMAT_CONLL_H

#include "format/format.h"

/* The columns, by their names in CoNLL-X; CoNLL-U calls the fourth and fifth UPOS and
 * XPOS, the last two DEPS and MISC. */
enum {
    PL_CONLL_ID,
    PL_CONLL_FORM,
    PL_CONLL_LEMMA,
    PL_CONLL_CPOSTAG,
    PL_CONLL_POSTAG,
    PL_CONLL_FEATS,
    PL_CONLL_HEAD,
    PL_CONLL_DEPREL,
    PL_CONLL_PHEAD,
    PL_CONLL_PDEPREL,
    PL_CONLL_COLUMNS
};

/* The first column: `1` a word, `1-2` a multiword token, `1.1` an empty node. */
typedef enum pl_conll_kind {
    PL_CONLL_BAD,
    PL_CONLL_WORD,
    PL_CONLL_RANGE,
    PL_CONLL_EMPTY
} pl_conll_kind;

typedef struct pl_conll_id {
    pl_conll_kind kind;
    uint32_t first, second; /* the numbers as written */
} pl_conll_id;

/* Understands the text up to a tab or the end. */
pl_conll_id pl_conll_parse_id(const char *text);
/* The value of a comment `# KEY = VALUE`, NULL if the line is not one. */
const char *pl_conll_comment(const char *line, const char *key);

int pl_conllx_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_conllu_write(pl_writer *w, const pl_tree *tree, pl_error *err);

#endif
