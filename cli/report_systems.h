/* The part of pleach stats that --system asks for: lengths of derivations. */
#ifndef PL_CLI_REPORT_SYSTEMS_H
#define PL_CLI_REPORT_SYSTEMS_H

#include "dep_gold.h"
#include "gold.h"

#include <jansson.h>

typedef PL_VEC(const pl_system *) system_list;

/* Derives every tree of the input in each system and prints a table, or adds an object
 * "systems" with one object for each. Systems that reorder words do so by `reorder`, or
 * in their own way where it is NULL. 0, or -1 with the reason. */
int report_systems(const system_list *systems, const char *reorder, input *in,
                   const char *heads, json_t *object, pl_error *err);

typedef PL_VEC(const char *) dep_system_list;

/* The same for dependency systems: how many trees each can derive. */
int report_dep_systems(const dep_system_list *systems, const dep_options *options,
                       input *in, json_t *object, pl_error *err);

#endif
