/* The transition system that a command line names: one for constituents, or control
 * parameters of the dependency machine, from share/systems, a file, or the options. */
#ifndef PL_CLI_DEP_SYSTEM_H
#define PL_CLI_DEP_SYSTEM_H

#include "command.h"

#include "base/str.h"
#include "machine/dep_params.h"

typedef enum dep_when { DEP_AUTO, DEP_YES, DEP_NO, DEP_STRICT } dep_when;

typedef struct dep_options {
    settings settings; /* in the order given */
    dep_when single_root;
} dep_options;

/* The options for control parameters, for the rows of a command: GROUP(job, dep,
 * dep_options, dep_system_rows). */
extern const option_row dep_system_rows[];

/* Appends the message that there is no system of this name, with the names of all. */
void no_such_system(pl_str *out, const char *name);
/* Whether a name is that of a system for dependencies: `dep`, a file, or a shipped one.
 */
bool is_dep_system(const char *name);
/* The parameters of the system `name` with the options applied and checked; notes about
 * useless settings go to standard error unless `quiet`. */
int dep_params(const dep_options *d, const char *name, bool quiet, pl_dep_params *p,
               pl_error *err);
#endif
