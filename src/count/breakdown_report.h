/* Counts by a property as a report. */
#pragma once

#include "base/report.h"
#include "count/breakdown.h"

/* Sorts a breakdown and appends an object for each of its first `top` rows to the root, which is a
 * list. `file` is the first member of each; NULL: there is none. Text gets a table of the rows
 * instead, without a file. */
void pl_breakdown_report(pl_report *r, pl_breakdown *b, size_t top, const char *file);
