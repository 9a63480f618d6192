/* Treebanks that fragments and grammar learn from, with the transforms asked for applied on
 * the way. The command's rows have GROUP(job, banks.in, input, input_rows) and
 * TRANSFORMS(job, banks.transforms). */
#ifndef PL_CLI_TREEBANKS_H
#define PL_CLI_TREEBANKS_H

#include "input.h"

typedef struct treebanks {
    input in;
    settings transforms;
} treebanks;

/* What is done with each tree: 0, or -1 with the reason. */
typedef int tree_user(void *context, pl_tree *tree, pl_error *err);

/* Gives the trees of the files first … first + n - 1 (none: standard input) to `add`: 0,
 * or -1 with the reason. Steps that count trees begin anew. */
int treebanks_load(treebanks *t, size_t first, size_t n, tree_user *add, void *context,
                   pl_error *err);

#endif
