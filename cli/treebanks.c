/* Reading treebanks; see treebanks.h. */
#include "treebanks.h"

int treebanks_option(treebanks *t, const args *a, int id)
{
    int status = -1;
    if (id != TRANSFORM)
        return input_option(&t->in, a, id);
    for (int i = 0; i < 2 && status < 0; i++)
        status = transform_option(&t->pipelines[i], a);
    return status;
}

int treebanks_open(treebanks *t, size_t first, size_t n, int pipeline, pl_error *err)
{
    const char *const *files = n > 0 ? t->in.files.at + first : NULL;
    t->source = input_open_files(&t->in, files, n, err);
    if (t->source == NULL)
        return -1;
    t->steps = &t->pipelines[pipeline];
    t->ended = false;
    t->progress = progress_start(t->in.quiet);
    return 0;
}

/* The next tree as the steps leave it: 1, 0 for one that they leave out, or -1; *got is
 * what the source says. */
static int next_step(treebanks *t, pl_tree **tree, int *got, pl_error *err)
{
    pl_arena_reset(&t->arena);
    *got = pl_source_next(t->source, &t->arena, tree, err);
    if (*got <= 0)
        return 0;
    progress_step(&t->progress);
    return pl_pipeline_apply(t->steps, *tree, err);
}

int treebanks_next(treebanks *t, pl_tree **tree, pl_error *err)
{
    for (int got = 1, keep;;) {
        keep = t->ended ? pl_pipeline_held(t->steps, tree, err)
                        : next_step(t, tree, &got, err);
        if (got < 0 || (keep < 0 && treebanks_bad(t, *tree, err) < 0))
            return -1;
        if (t->ended && keep == 0)
            return 0;
        t->ended = t->ended || got == 0;
        if (keep > 0 && (*tree)->n_tokens > 0) { /* one without words teaches nothing */
            input_look(&t->in, *tree);
            return 1;
        }
    }
}

int treebanks_bad(treebanks *t, const pl_tree *tree, pl_error *err)
{
    return input_bad_sentence(&t->in, t->source, tree, err);
}

void treebanks_close(treebanks *t)
{
    progress_end(&t->progress);
    input_report(&t->in, t->source);
    t->in.n_failed = t->in.n_empty = 0;
    pl_source_close(t->source);
    t->source = NULL;
    pl_arena_release(&t->arena);
}

void treebanks_release(treebanks *t)
{
    for (int i = 0; i < 2; i++)
        pl_pipeline_release(&t->pipelines[i]);
    input_release(&t->in);
}
