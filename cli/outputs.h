/* Where converted trees go: one file, or with --split one for each part of the treebank.
 *
 *     outputs_open(&o, source, "tiger.zst", format, &options, &err)
 *         without a split: tiger.zst
 *         with one:        tiger.train.export.zst, tiger.dev.export.zst, …
 */
#ifndef PL_CLI_OUTPUTS_H
#define PL_CLI_OUTPUTS_H

#include "base/vec.h"
#include "format/source.h"
#include "format/writer.h"
#include "transform/split.h"

typedef struct outputs {
    bool splits; /* set, with `split`, before opening */
    pl_split split;
    PL_VEC(pl_writer *) writers;
} outputs;

/* 0, or -1 with the reason; no file of `source` is written to. `options` are copied. */
int outputs_open(outputs *o, const pl_source *source, const char *path,
                 const pl_format *format, const pl_write_options *options, pl_error *err);
/* The writer for the next tree; NULL if it is in no part. */
pl_writer *outputs_for(outputs *o, const pl_tree *tree);
/* What all of them lost, in the first writer; NULL if none is open. */
const pl_writer *outputs_lost(const outputs *o);
/* With --split, says on standard error how many trees went where. */
void outputs_report(const outputs *o);
/* Closes all: 0, or -1 with the first reason (in `err` unless that is NULL). */
int outputs_close(outputs *o, pl_error *err);

#endif
