/* The statistics of a treebank, and the derivations of its trees, as reports. */
#ifndef PL_CLI_REPORT_STATS_H
#define PL_CLI_REPORT_STATS_H

#include "system_options.h"
#include "table.h"

#include "tree/stats.h"

/* Puts the statistics into `r`, under the names that docs/statistics.md lists; text shows
 * the `top` most frequent labels. */
void report_stats(report *r, const pl_stats *s, size_t top);

/* Derives every tree of the input in each system and adds the lengths of the derivations;
 * for systems of dependencies also how many trees they can derive. 0, or -1 with the
 * reason. */
int report_systems(report *r, const texts *names, const system_options *options,
                   input *in, pl_error *err);

#endif
