/* Treebanks as productions: what fragments and grammar read, with the transforms asked
 * for applied on the way. The command's row has `.input = input_rows` and the transforms
 * as
 * `.more`. */
#ifndef PL_CLI_TREEBANKS_H
#define PL_CLI_TREEBANKS_H

#include "input.h"
#include "transforms.h"

#include "grammar/forest.h"

typedef struct treebanks {
    input in;
    pl_pipeline pipelines[2]; /* one for each treebank: steps may count trees */
    /* Called for each tree before it is added; may be NULL. 0, or -1 with the reason. */
    int (*prepare)(void *context, pl_tree *tree, pl_error *err);
    void *context;
} treebanks;

/* Takes a transform or one of input_option's: an exit code, or -1 to go on. */
int treebanks_option(treebanks *t, const args *a, int id);
/* Adds the trees of the files first … first + n - 1 (none: standard input) to the forest
 * (NULL: they are only prepared), transformed by the pipeline of that number: 0, or -1
 * with the reason. */
int treebanks_load(treebanks *t, pl_forest *forest, size_t first, size_t n, int pipeline,
                   pl_error *err);
void treebanks_release(treebanks *t);

#endif
