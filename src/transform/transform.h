/* Named changes to trees, each a row of one table: the option that asks for it, what
 * undoes it, whether a grammar may carry it, and the code. Steps run in the order in which
 * they were added.
 *
 *     pl_pipeline p = {0};
 *     pl_pipeline_add(&p, "punct", "move", &err);
 *     pl_pipeline_add(&p, "binarize", "sr-gap", &err);
 *     keep = pl_pipeline_apply(&p, tree, &err);                for each tree
 *     while (pl_pipeline_held(&p, &tree, &err) > 0) …          trees that steps held back
 *     pl_pipeline_release(&p);
 *
 * Some rows only set a parameter (bin-label, markov-h, head-functions). It holds for the
 * steps that follow, and for those before that have not been given one. A new transform is
 * a new file, one line at the end of this header and one row in transform.c. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_step pl_step;
typedef struct pl_pipeline pl_pipeline;

/* An argument that a transform takes, and what it then does. */
typedef struct pl_mode {
    const char *name;
    void (*change)(pl_tree *t); /* NULL: nothing */
} pl_mode;

/* How a transform works. Trees are in order before and after. One that changes every tree
 * in the same way has `change`; one with a few modes has `modes`, of which the argument
 * names one; others have functions of their own. */
typedef struct pl_transform_code {
    void (*change)(pl_tree *t);
    int (*try_change)(pl_tree *t, pl_error *err); /* 0, or -1 with the reason */
    const pl_mode *modes;                         /* ends with a row without name */
    size_t state_size; /* bytes of step->state, zeroed before `start` */
    /* Understands `arg` (NULL if there is none): 0, or -1 with the reason, which begins
     * with the name of the transform. */
    int (*start)(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err);
    /* Changes the tree: 1 keep it, 0 leave it out, -1 with the reason. */
    int (*apply)(pl_step *s, pl_tree *t, pl_error *err);
    /* For a step that leaves trees out until it has seen all (a sample): after the last
     * tree, 1 and the next one it has held, or 0. */
    int (*held)(pl_step *s, pl_tree **t);
    void (*end)(pl_step *s); /* frees what the state holds */
} pl_transform_code;

typedef struct pl_transform {
    const char *name;    /* the option without its dashes */
    const char *arg;     /* what the option takes, for the help; NULL if nothing */
    const char *inverse; /* the step that undoes it: "unary=restore"; NULL: none … */
    const char *only;    /* … if the argument is this; NULL: any argument */
    bool carried;        /* a grammar may name it: it reads no files, drops no trees */
    const pl_transform_code *code;
    const char *about; /* one line for the help */
} pl_transform;

struct pl_step {
    const pl_transform *transform;
    void (*change)(pl_tree *t); /* of the code, or of its mode */
    void *state;
};

/* A value that a row sets for other steps. A step takes each parameter once: one that was
 * set before it, or else the first after it, so that "binarize right, markov-h 2" means
 * what it says. */
typedef struct pl_parameter {
    bool set;
    unsigned value;
} pl_parameter;

struct pl_pipeline { /* stays where it is once it has steps */
    PL_VEC(pl_step) steps;
    struct {
        pl_parameter bin_label, markov_h, markov_v; /* see binarize.h */
        pl_parameter head_functions;                /* 1: use, 0: ignore */
        uint64_t seed;
    } set;
};

static inline void pl_parameter_take(pl_parameter *own, pl_parameter given)
{
    if (!own->set)
        *own = given;
}

extern const pl_transform pl_transforms[]; /* ends with a row without name */
/* NULL if there is none. */
const pl_transform *pl_transform_find(const char *name);
/* The step that undoes `t` with this argument, as "name" or "name=argument"; NULL if there
 * is none, or nothing to undo. */
const char *pl_transform_inverse(const pl_transform *t, const char *arg);

int pl_pipeline_add(pl_pipeline *p, const char *name, const char *arg, pl_error *err);
/* 1, 0 if a step left the tree out, -1 with the reason. */
int pl_pipeline_apply(pl_pipeline *p, pl_tree *t, pl_error *err);
/* After the last tree, until it gives 0: 1 and the next tree that a step has held back,
 * with all later steps applied, or -1 with the reason. The tree lives in the pipeline. */
int pl_pipeline_held(pl_pipeline *p, pl_tree **t, pl_error *err);
void pl_pipeline_release(pl_pipeline *p);

/* Transforms that say something in labels after a sign (VP*0, S#rel) double that sign where
 * a label has it of its own, and halve it again. The text with its signs doubled: */
const char *pl_double_sign(pl_arena *m, const char *text, char sign);
void pl_halve_sign(char *text, char sign); /* in place */

/* The code of the rows, each defined in the file of its transform. */
extern const pl_transform_code pl_functions_code, pl_punct_code, pl_root_attach_code,
    pl_head_functions_code, pl_heads_code, pl_dependencies_code, pl_constituents_code,
    pl_bin_label_code, pl_markov_h_code, pl_markov_v_code, pl_binarize_code,
    pl_unbinarize_code, pl_unary_code, pl_traces_code, pl_collapse_same_code,
    pl_split_disc_code, pl_merge_disc_code, pl_split_states_code, pl_merge_states_code,
    pl_raise_code, pl_reorder_code, pl_max_length_code, pl_slice_code, pl_sample_code,
    pl_seed_code;
