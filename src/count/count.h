/* What a treebank consists of: statistics, counts by a property, or a line for each sentence or
 * constituent.
 *
 *     pl_count c = {.options = {.by = PL_N_BY, .top = PL_COUNT_TOP}};
 *     pl_count_add(&c, tree, "file", &lines);                for each tree
 *     pl_count_report(&c, NULL, r);
 *     pl_count_release(&c);
 */
#pragma once

#include "base/report.h"
#include "count/breakdown.h"
#include "count/each.h"
#include "count/stats.h"

/* As many as fit: 10 labels in the text of statistics, and all rows of a breakdown. */
#define PL_COUNT_TOP SIZE_MAX

typedef struct pl_count_options {
    uint32_t by;        /* pl_by: counts by this property; PL_N_BY: none */
    pl_each each;       /* a line for each of these; the report is empty then */
    size_t top;         /* list so many of the most frequent */
    const char *remedy; /* see stats_report.h */
} pl_count_options;

typedef struct pl_count {
    pl_count_options options; /* to be set before */
    size_t n;                 /* sentences, if there are lines for each */
    pl_stats stats;
    pl_breakdown parts;
} pl_count;

/* Whether the report has statistics: there are no other options that replace them. */
static inline bool pl_count_has_stats(const pl_count_options *o)
{
    return o->by == PL_N_BY && o->each == PL_EACH_NONE;
}

/* Adds a tree, which is in order. Its lines are appended to `lines`. */
void pl_count_add(pl_count *c, const pl_tree *t, const char *file, pl_str *lines);
/* Adds statistics to the root of a report, an object, or rows of counts, to a list. `name` is that
 * of the treebank in the report; NULL: it has none. */
void pl_count_report(pl_count *c, const char *name, pl_report *r);
void pl_count_release(pl_count *c);
