/* Statistics of a treebank as a report. docs/statistics.md lists the names of its values. */
#pragma once

#include "base/report.h"
#include "count/stats.h"

/* Adds the values of `s` to the root of a report. Its text has the `top` most frequent labels and
 * relations; of each counter the values have the 1,000 most frequent names.
 * `remedy` is how the user of the caller removes punctuation: text mentions it if punctuation alone
 * makes gaps. NULL: no mention. */
void pl_stats_report(pl_report *r, const pl_stats *s, size_t top, const char *remedy);
