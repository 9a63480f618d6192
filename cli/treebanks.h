/* Treebanks as productions: what fragments and grammar read, with the transforms asked
 * for applied on the way. The command's row has `.input = input_rows` and as `.more` the
 * rows of transforms, whose id is TRANSFORM. */
#ifndef PL_CLI_TREEBANKS_H
#define PL_CLI_TREEBANKS_H

#include "input.h"

#include "grammar/forest.h"
#include "transform/transform.h"

enum { TRANSFORM = 900 };

typedef struct treebanks {
    input in;
    pl_pipeline pipelines[2]; /* one for each treebank: steps may count trees */
    /* Called for each tree before it is added; may be NULL. 0, or -1 with the reason. */
    int (*prepare)(void *context, pl_tree *tree, pl_err *err);
    void *context;
} treebanks;

/* The transforms as rows of options into rows[64], without the one of that name. */
void transform_rows_into(option_row *rows, const char *without);

/* Takes a transform or one of input_option's: an exit code, or -1 to go on. */
int treebanks_option(treebanks *t, const args *a, int id);
/* Adds the trees of the files first … first + n - 1 (none: standard input) to the forest
 * (NULL: they are only prepared), transformed by the pipeline of that number: 0, or -1
 * with the reason. */
int treebanks_load(treebanks *t, pl_forest *forest, size_t first, size_t n, int pipeline,
                   pl_err *err);
void treebanks_release(treebanks *t);

#endif
