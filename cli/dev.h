/* A treebank parsed with the model, after each epoch of training. */
#ifndef PL_CLI_DEV_H
#define PL_CLI_DEV_H

#include "parser/kinds.h"

/* What to parse, and with what. */
typedef struct dev_set {
    pl_tree *const *trees; /* [n] */
    size_t n;
    const pl_engine_kind *kind; /* of those with a beam */
    pl_beam_model model;
    const pl_tagger *tagger; /* parse with its tags; NULL: with those of the treebank */
    unsigned threads;
} dev_set;

/* Gives each tree with its parse to `add`, in their order; ends with -1 when that does.
 */
int dev_parse(const dev_set *d,
              int (*add)(void *scores, const pl_tree *gold, const pl_tree *parsed,
                         pl_error *err),
              void *scores, pl_error *err);

#endif
