/* Parts of pleach info. */
#ifndef PL_CLI_INFO_H
#define PL_CLI_INFO_H

#include "base/err.h"

/* Prints the table of a transition system: 0, or -1 with the reason. */
int print_system(const char *name, pl_error *err);

#endif
