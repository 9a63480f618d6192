/* Steps that choose sentences and change nothing in them. */
#include "transform/transforms.h"

#include <stdlib.h>

typedef struct limit {
    uint32_t n;
} limit;

static int max_length_start(pl_pipeline *p, pl_step *s, const char *arg, pl_err *err)
{
    (void)p;
    char *end;
    unsigned long n = strtoul(arg, &end, 10);
    if (*arg == '\0' || *end != '\0' || n > PL_MAX_TOKENS)
        return pl_fail(err, "--max-length takes a number of words, not %s", arg);
    ((limit *)s->state)->n = (uint32_t)n;
    return 0;
}

static int max_length_apply(pl_step *s, pl_tree *t, pl_err *err)
{
    (void)err;
    return t->n_tokens <= ((limit *)s->state)->n;
}

const pl_transform pl_transform_max_length = {
    .name = "max-length",
    .arg = "N",
    .about = "leave out sentences of more than N words",
    .state_size = sizeof(limit),
    .start = max_length_start,
    .apply = max_length_apply,
};
