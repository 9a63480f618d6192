/* Transforms on the command line; see transforms.h. */
#include "transforms.h"

#include <string.h>

const option_row *transform_rows_without(const char *name, option_row *rows)
{
    size_t n = 0;
    if (rows[0].name != NULL)
        return rows;
    for (size_t i = 0; pl_transforms[i] != NULL && n + 1 < N_TRANSFORM_ROWS; i++)
        if (strcmp(pl_transforms[i]->name, name) != 0)
            rows[n++] = (option_row){TRANSFORM, 0, pl_transforms[i]->name,
                                     pl_transforms[i]->arg, pl_transforms[i]->about};
    return rows;
}

const option_row *transform_rows(void)
{
    static option_row rows[N_TRANSFORM_ROWS];
    return transform_rows_without("", rows);
}

int transform_option(pl_pipeline *p, const args *a)
{
    pl_error err;
    return pl_pipeline_add(p, a->row->name, a->value, &err) == 0
               ? -1
               : usage_error(a->command, "%s", err.text);
}
