/* An experiment made concrete: the plan's tables for one treebank and one scale, as rows
 * whose figures come from jobs. */
#ifndef PL_CLI_EXPERIMENT_H
#define PL_CLI_EXPERIMENT_H

#include "jobs.h"
#include "plan.h"

#include "base/str.h"

/* What the user chose. */
typedef struct choice {
    const char *scale;
    const char *tiger, *negra;      /* licensed treebanks; NULL: not given */
    const char *train, *dev, *test; /* a treebank of the user's own; NULL: none */
    texts treebanks;                /* named ones; none: the plan's defaults */
    texts tables;                   /* parts of titles; none: all tables */
} choice;

typedef struct result {
    const block *block;
    const char *label;
    settings of;         /* the variables of this row */
    PL_VEC(size_t) jobs; /* one for each step of the block */
} result;

typedef struct results {
    const table *table;
    bool final; /* trained on the development set, too */
    PL_VEC(result) rows;
} results;

/* One treebank's part of an experiment. */
typedef struct section {
    const char *treebank;
    PL_VEC(results) tables;
} section;

typedef struct experiment {
    plan plan;
    const named *scale;
    PL_VEC(section) sections;
} experiment;

/* Reads the plan of that name and adds its jobs: 0, or -1 with the reason. */
int experiment_prepare(experiment *e, const char *name, const choice *c, jobs *j,
                       pl_error *err);
void experiment_release(experiment *e);

/* `text` with {names} replaced by values; NULL with the reason if one is unknown. */
const char *expand(pl_arena *m, const char *text, const settings *values, pl_error *err);

/* -- the report --------------------------------------------------------------------- */

/* The figure of a column in a row, as text, and as a number (NAN if there is none). */
const char *figure(const experiment *e, const result *row, const column *c, const jobs *j,
                   pl_arena *m, double *number);
/* Appends the experiment to a report in Markdown; charts go as files into the folder
 * `charts`, which the report calls `link`; NULL: no charts. 0, or -1 with the reason. */
int experiment_report(const experiment *e, const jobs *j, const char *charts,
                      const char *link, pl_str *to, pl_error *err);

#endif
