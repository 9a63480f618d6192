/* The table of transforms and the pipeline; see transform.h. */
#include "transform/transform.h"

#include "base/alloc.h"
#include "transform/transforms.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the help. */
/* clang-format off */
const pl_transform *const pl_transforms[] = {
    &pl_transform_functions,
    &pl_transform_punct,
    &pl_transform_root_attach,
    &pl_transform_head_functions,
    &pl_transform_heads,
    &pl_transform_dependencies,
    &pl_transform_constituents,
    &pl_transform_bin_label,
    &pl_transform_markov_h,
    &pl_transform_markov_v,
    &pl_transform_binarize,
    &pl_transform_unbinarize,
    &pl_transform_unary,
    &pl_transform_traces,
    &pl_transform_collapse_same,
    &pl_transform_split_disc,
    &pl_transform_merge_disc,
    &pl_transform_split_states,
    &pl_transform_merge_states,
    &pl_transform_raise,
    &pl_transform_reorder,
    &pl_transform_max_length,
    &pl_transform_slice,
    &pl_transform_sample,
    &pl_transform_seed,
    NULL,
};
/* clang-format on */

const pl_transform *pl_transform_find(const char *name)
{
    for (const pl_transform *const *t = pl_transforms; *t != NULL; t++)
        if (strcmp((*t)->name, name) == 0)
            return *t;
    return NULL;
}

int pl_pipeline_add(pl_pipeline *p, const char *name, const char *arg, pl_error *err)
{
    const pl_transform *transform = pl_transform_find(name);
    if (transform == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no transform --%s", name);
    pl_step step = {transform, NULL};
    step.state = pl_alloc_zero(1, transform->state_size > 0 ? transform->state_size : 1);
    if (transform->start != NULL && transform->start(p, &step, arg, err) < 0) {
        free(step.state);
        return -1;
    }
    PL_PUSH(&p->steps, step);
    return 0;
}

/* Applies the steps from number `from` on. */
static int apply_from(pl_pipeline *p, size_t from, pl_tree *t, pl_error *err)
{
    int keep = 1;
    for (size_t i = from; i < p->steps.n && keep > 0; i++)
        if (p->steps.at[i].transform->apply != NULL)
            keep = p->steps.at[i].transform->apply(&p->steps.at[i], t, err);
    return keep;
}

int pl_pipeline_apply(pl_pipeline *p, pl_tree *t, pl_error *err)
{
    return apply_from(p, 0, t, err);
}

int pl_pipeline_held(pl_pipeline *p, pl_tree **t, pl_error *err)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        pl_step *s = &p->steps.at[i];
        while (s->transform->held != NULL && s->transform->held(s, t) > 0) {
            int keep = apply_from(p, i + 1, *t, err);
            if (keep != 0)
                return keep;
        }
    }
    return 0;
}

void pl_pipeline_release(pl_pipeline *p)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        if (p->steps.at[i].transform->end != NULL)
            p->steps.at[i].transform->end(&p->steps.at[i]);
        free(p->steps.at[i].state);
    }
    PL_VEC_RELEASE(&p->steps);
}
