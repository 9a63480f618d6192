/* Treebanks that fragments and grammar read, with the transforms asked for applied on the
 * way. The command's row has `.input = input_rows` and the transforms as `.more`.
 *
 *     treebanks_open(&t, 0, n_files, 0, &err);
 *     while ((got = treebanks_next(&t, &tree, &err)) > 0)
 *         if (use(tree, &err) < 0 && (got = treebanks_bad(&t, tree, &err)) < 0)
 *             break;
 *     treebanks_close(&t);
 */
#ifndef PL_CLI_TREEBANKS_H
#define PL_CLI_TREEBANKS_H

#include "input.h"
#include "progress.h"
#include "transforms.h"

typedef struct treebanks {
    input in;
    pl_pipeline pipelines[2]; /* one for each treebank: steps may count trees */
    /* Of the files being read: */
    pl_source *source;
    pl_pipeline *steps;
    bool ended; /* all trees are read; those that steps held back follow */
    progress progress;
    pl_arena arena;
} treebanks;

/* Takes a transform or one of input_option's: an exit code, or -1 to go on. */
int treebanks_option(treebanks *t, const args *a, int id);
/* Opens the files first … first + n - 1 (none: standard input), to be transformed by the
 * pipeline of that number: 0, or -1 with the reason. */
int treebanks_open(treebanks *t, size_t first, size_t n, int pipeline, pl_error *err);
/* The next tree that has words, transformed; it lives until the next call. 1, 0 after the
 * last, or -1 with the reason. */
int treebanks_next(treebanks *t, pl_tree **tree, pl_error *err);
/* What a tree that cannot be used does: see input_bad_sentence. */
int treebanks_bad(treebanks *t, const pl_tree *tree, pl_error *err);
/* Closes the files and reports what was left out. */
void treebanks_close(treebanks *t);
void treebanks_release(treebanks *t);

#endif
