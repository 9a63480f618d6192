/* The transition system that a command line names, and treebanks for it: what oracle,
 * train and stats --system share. */
#pragma once

#include "input.h"

#include "train/gold_trees.h"

typedef struct system_options {
    const char *reorder, *heads;
    settings control; /* control parameters, in the order given */
    pl_dep_single single_root;
} system_options;

/* For the rows of a command: GROUP(job, system, system_options, system_rows). */
extern const pl_option_row system_rows[];
/* Those of them that have no transform of the same name: not --reorder and --heads. */
extern const pl_option_row control_rows[];

/* clang-format off */
#define SYSTEM_ROW(job, field) PL_OPTION('s', "system", "NAME", PL_TEXT_AT(job, field), PL_HELP(NULL, "transition system: for constituents sr-gap, sr-cgap, swap, skipshift or ml-gap; for dependencies arc-standard, arc-eager, arc-hybrid, easy-first, attardi, dag …, a file of control parameters, or dep; with networks graph (default: sr-gap; for a treebank of dependencies train chooses by its share of crossing arcs)"))
/* clang-format on */

/* The margin of a beam: a number above 0, or none, which is -1. */
int read_margin(const char *value, void *field, pl_error *error);
/* Whether there is a system of that name (NULL: the default); says what there is. */
bool system_exists(const command *c, const char *name);
/* Whether it is one of dependencies. */
bool is_dependency_system(const char *name);
/* The control parameters as the library names them: "K=5", "left=B=f". The texts live in
 * `m`; the caller frees the list. */
void system_control(const settings *control, pl_arena *m, texts *out);

/* The machine of a system (NULL: the default), still empty. Notes on useless settings go
 * to standard error unless `quiet`. NULL with the reason. */
pl_machine *system_machine(const char *name, const system_options *o, bool quiet,
                           pl_error *err);
/* Reads all trees that `in` names, applies the steps of `g` to them and marks their heads; what is left out is said on
 * standard error. */
int system_trees(pl_gold_trees *g, const pl_machine *m, input *in, const char *heads,
                 pl_error *err);
