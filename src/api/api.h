/* What stands behind the opaque types of pleach.h. Only the files of api/ include this.
 */
#ifndef PL_API_API_H
#define PL_API_API_H

#include "pleach.h"

#include "base/err.h"
#include "corpus/tree.h"

struct pl_sentence {
    pl_tree *tree;
    pl_arena arena; /* of a copy; a sentence of a treebank lives in the treebank's */
};

/* Hands the library's reason on to the caller; returns -1. */
int pl_api_fail(pl_error *error, const pl_err *err);

#endif
