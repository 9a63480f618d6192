/* The statistics of a treebank, and the derivations of its trees, as reports. */
#ifndef PL_CLI_REPORT_STATS_H
#define PL_CLI_REPORT_STATS_H

#include "dep_gold.h"
#include "gold.h"
#include "table.h"

#include "tree/stats.h"

/* Puts the statistics into `r`, under the names that docs/statistics.md lists; text shows
 * the `top` most frequent labels. */
void report_stats(report *r, const pl_stats *s, size_t top);

typedef PL_VEC(const pl_system *) system_list;
typedef PL_VEC(const char *) dep_system_list;

/* Derives every tree of the input in each system and adds the lengths of the derivations.
 * Systems that reorder words do so by `reorder`, or in their own way where it is NULL.
 * 0, or -1 with the reason. */
int report_systems(report *r, const system_list *systems, const char *reorder, input *in,
                   const char *heads, pl_error *err);
/* The same for dependency systems: how many trees each can derive. */
int report_dep_systems(report *r, const dep_system_list *systems,
                       const dep_options *options, input *in, pl_error *err);

#endif
