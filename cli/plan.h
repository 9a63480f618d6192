/* The description of an experiment: which commands are run with which settings, and which
 * of their figures make which tables. A description is text, a file
 * share/experiments/NAME.plan or one of the user's own; docs/experiments.md tells how to
 * write one.
 *
 *     scale small epochs=2 train=200 test=50
 *     treebank alpino train={data}/… dev={data}/… test={data}/…
 *     table Table 4: beam sizes
 *     each beam 1 4 16
 *     file model train -b {beam} -e {epochs} -o {model} {train}
 *     file parsed parse -m {model} -o {parsed} {test}
 *     json test eval --json {test} {parsed}
 *     row beam {beam}
 *     column F1 = test.f1
 */
#ifndef PL_CLI_PLAN_H
#define PL_CLI_PLAN_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct setting {
    const char *name, *value;
} setting;
typedef PL_VEC(setting) settings;

/* Settings under one name: a scale, or a treebank with its files. */
typedef struct named {
    const char *name;
    settings of;
} named;
typedef PL_VEC(named) nameds;

typedef PL_VEC(const char *) texts;

/* The values that a variable takes, one after the other. */
typedef struct dimension {
    const char *name;
    texts values;
} dimension;

/* A command and what it makes: a file, or with `json` an object on standard output. */
typedef struct step {
    const char *name;
    bool json;
    texts words;
    size_t line;
} step;

/* Rows of a table that are made alike: one for each combination of values. */
typedef struct block {
    PL_VEC(dimension) each;
    PL_VEC(step) steps;
    const char *row;
} block;

typedef struct column {
    const char *title;
    const char *figure; /* STEP.PATH into its object; may hold {variables} */
} column;

/* A chart of columns over one variable. */
typedef struct chart {
    const char *name, *over;
    texts columns;
} chart;

typedef struct table {
    const char *title;
    texts notes;
    texts only;           /* the treebanks it is for; none: all */
    bool final;           /* trained on what final results are trained on */
    PL_VEC(block) blocks; /* at least one */
    PL_VEC(column) columns;
    PL_VEC(chart) charts;
} table;

typedef struct plan {
    pl_arena arena;
    const char *path, *name, *title, *paper;
    nameds scales, treebanks;
    texts defaults; /* the treebanks that are taken if none is named */
    step prepare;   /* makes the parts of a treebank that is split; name NULL: none */
    PL_VEC(table) tables;
} plan;

/* Reads the description of that name or file: 0, or -1 with the reason. */
int plan_read(plan *p, const char *name, pl_error *err);
void plan_release(plan *p);

/* Whether some title has the text in it. */
bool plan_has_table(const plan *p, const char *text);
/* The value of that name, or NULL. */
const char *setting_find(const settings *s, const char *name);
const named *named_find(const nameds *n, const char *name);

#endif
