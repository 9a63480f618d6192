/* Named changes to trees, each a row of one table: the option that asks for it, and what
 * it does. Steps run in the order in which they were added.
 *
 *     pl_pipeline p = {0};
 *     pl_pipeline_add(&p, "punct", "move", &err);
 *     pl_pipeline_add(&p, "binarize", "sr-gap", &err);
 *     keep = pl_pipeline_apply(&p, tree, &err);                for each tree
 *     while (pl_pipeline_held(&p, &tree, &err) > 0) …          what steps held back
 *     pl_pipeline_release(&p);
 *
 * Some rows only set a parameter (--bin-label, --markov-h, --head-functions) for the
 * steps that follow them, or that stand before them and have not been given one. A new
 * transform is a new file and one row in transform.c. */
#ifndef PL_TRANSFORM_TRANSFORM_H
#define PL_TRANSFORM_TRANSFORM_H

#include "base/err.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_step pl_step;
typedef struct pl_pipeline pl_pipeline;

typedef struct pl_transform {
    const char *name;  /* the option without its dashes */
    const char *arg;   /* what the option takes, for the help; NULL if nothing */
    const char *about; /* one line for the help */
    size_t state_size; /* bytes of step->state, zeroed before `start` */
    /* Understands `arg` (NULL if there is none): 0, or -1 with the reason. May be NULL.
     */
    int (*start)(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err);
    /* Changes the tree: 1 keep it, 0 leave it out, -1 with the reason. NULL for a row
     * that only sets a parameter. The tree is in order before and after. */
    int (*apply)(pl_step *s, pl_tree *t, pl_error *err);
    /* For a step that leaves trees out until it has seen all (a sample): after the last
     * tree, 1 and the next one it has held, or 0. NULL for all others. */
    int (*held)(pl_step *s, pl_tree **t);
    void (*end)(pl_step *s); /* frees what the state holds; may be NULL */
} pl_transform;

struct pl_step {
    const pl_transform *transform;
    void *state;
};

struct pl_pipeline { /* stays where it is once it has steps */
    PL_VEC(pl_step) steps;
    /* Parameters for the steps still to be added; strings are borrowed. */
    struct {
        const char *bin_label; /* --bin-label, NULL for the mode's own */
        unsigned markov_h, markov_v;
        bool markov_h_set, markov_v_set;
        bool ignore_head_functions, head_functions_set; /* --head-functions */
        uint64_t seed;
    } set;
};

extern const pl_transform *const pl_transforms[]; /* ends with NULL */
const pl_transform *pl_transform_find(const char *name);

int pl_pipeline_add(pl_pipeline *p, const char *name, const char *arg, pl_error *err);
/* 1, 0 if a step left the tree out, -1 with the reason. */
int pl_pipeline_apply(pl_pipeline *p, pl_tree *t, pl_error *err);
/* After the last tree, until it gives 0: 1 and the next tree that a step has held back,
 * with all later steps applied, or -1 with the reason. The tree lives in the pipeline. */
int pl_pipeline_held(pl_pipeline *p, pl_tree **t, pl_error *err);
void pl_pipeline_release(pl_pipeline *p);

#endif
