/* The statistics of a treebank as text for people and as JSON for programs. */
#ifndef PL_CLI_REPORT_STATS_H
#define PL_CLI_REPORT_STATS_H

#include "tree/stats.h"

#include <jansson.h>

/* Prints to standard output; `top` is how many of the most frequent labels are listed. */
void report_stats_text(const pl_stats *s, size_t top);
/* A new object: the keys that docs/statistics.md lists. */
json_t *report_stats_json(const pl_stats *s);

#endif
