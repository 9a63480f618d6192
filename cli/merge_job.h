/* What the files of `pleach merge` share.
 *
 *     cmd_merge.c      options, which parts are there and good
 *     merge_write.c    their outputs as one
 *     merge_counts.c   the same of counts, which are added up
 */
#pragma once

#include "command.h"
#include "manifest.h"

typedef struct merge_part {
    const char *file;
    manifest manifest;
} merge_part;

typedef struct merge_job {
    texts names; /* as given */
    const char *output;
    bool check, quiet;
    uint32_t n_parts;
    pl_arena texts;
    PL_VEC(merge_part) parts;        /* that were found */
    PL_VEC(const merge_part *) good; /* [number of parts]  NULL: has to run again */
    size_t n_wrong;
    bool doubled;
} merge_job;

/* Both write the whole, of which all parts are good: 0, or -1 with the reason. */
int merge_write(const merge_job *j, pl_error *err);
int merge_counts(const merge_job *j, pl_error *err);
