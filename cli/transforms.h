/* The transforms as options of a command, made from their own table. The command's row
 * has them as `.more`. */
#ifndef PL_CLI_TRANSFORMS_H
#define PL_CLI_TRANSFORMS_H

#include "command.h"

#include "transform/transform.h"

enum { TRANSFORM = 900, N_TRANSFORM_ROWS = 64 }; /* the id of all; with the empty row */

const option_row *transform_rows(void);
/* The same without the one of that name, for commands that have another option of it:
 * made once in the caller's rows[N_TRANSFORM_ROWS], which are returned. */
const option_row *transform_rows_without(const char *name, option_row *rows);

/* Adds the transform to a pipeline: an exit code, or -1 to go on. */
int transform_option(pl_pipeline *p, const args *a);

#endif
