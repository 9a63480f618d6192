/* The part of pleach stats that --system asks for: lengths of derivations. */
#ifndef PL_CLI_REPORT_SYSTEMS_H
#define PL_CLI_REPORT_SYSTEMS_H

#include "gold.h"

#include <jansson.h>

typedef PL_VEC(const pl_system *) system_list;

/* Derives every tree of the input in each system and prints a table, or adds an object
 * "systems" with one object for each. 0, or -1 with the reason. */
int report_systems(const system_list *systems, input *in, const char *heads,
                   json_t *object, pl_err *err);

#endif
