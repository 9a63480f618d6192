/* Reading treebanks as productions; see treebanks.h. */
#include "treebanks.h"

#include "progress.h"

int treebanks_option(treebanks *t, const args *a, int id)
{
    int status = -1;
    if (id != TRANSFORM)
        return input_option(&t->in, a, id);
    for (int i = 0; i < 2 && status < 0; i++)
        status = transform_option(&t->pipelines[i], a);
    return status;
}

/* A tree that is transformed; one without words is nothing to learn from. */
static int add_tree(treebanks *t, pl_forest *forest, pl_tree *tree, pl_error *err)
{
    if (tree->n_tokens == 0)
        return 0;
    input_look(&t->in, tree);
    if (t->prepare != NULL && t->prepare(t->context, tree, err) < 0)
        return -1;
    return forest != NULL ? pl_forest_add(forest, tree, err) : 0;
}

static int load_trees(treebanks *t, pl_source *source, pl_forest *forest,
                      pl_pipeline *steps, pl_error *err)
{
    pl_arena arena = {0};
    pl_tree *tree;
    int got, keep;
    progress p = progress_start(t->in.quiet);
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        keep = pl_pipeline_apply(steps, tree, err);
        if ((keep < 0 || (keep > 0 && add_tree(t, forest, tree, err) < 0)) &&
            (got = input_bad_sentence(&t->in, source, tree, err)) < 0)
            break;
        pl_arena_reset(&arena);
        progress_step(&p);
    }
    while (got == 0 && (keep = pl_pipeline_held(steps, &tree, err)) != 0)
        if (keep < 0 || add_tree(t, forest, tree, err) < 0)
            got = input_bad_sentence(&t->in, source, tree, err);
    progress_end(&p);
    pl_arena_release(&arena);
    return got;
}

int treebanks_load(treebanks *t, pl_forest *forest, size_t first, size_t n, int pipeline,
                   pl_error *err)
{
    input some = t->in;
    if (n > 0)
        some.files.at += first;
    some.files.n = n;
    pl_source *source = input_open(&some, err);
    if (source == NULL)
        return -1;
    int got = load_trees(t, source, forest, &t->pipelines[pipeline], err);
    some.n_failed = t->in.n_failed;
    some.n_empty = t->in.n_empty;
    t->in.n_failed = t->in.n_empty = 0;
    input_report(&some, source);
    pl_source_close(source);
    return got;
}

void treebanks_release(treebanks *t)
{
    for (int i = 0; i < 2; i++)
        pl_pipeline_release(&t->pipelines[i]);
    input_release(&t->in);
}
