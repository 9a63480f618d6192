/* Evaluation during training; see dev.h. */
#include "dev.h"

#include "base/alloc.h"
#include "base/parallel.h"

#include <stdlib.h>

typedef struct work {
    const dev_set *dev;
    void **parsers;   /* [threads] */
    pl_arena *arenas; /* [threads] */
    pl_tree **parsed; /* [dev->n] */
} work;

static void parse_one(void *context, unsigned thread, size_t part)
{
    work *w = context;
    const pl_engine_kind *kind = w->dev->kind;
    pl_tree *t = pl_tree_copy(w->dev->trees[part], &w->arenas[thread]);
    if (w->dev->tagger != NULL)
        pl_tagger_label(w->dev->tagger, t, &w->arenas[thread]);
    if (kind->run(w->parsers[thread], t, 1) > 0)
        kind->tree(w->parsers[thread], 0, t);
    w->parsed[part] = t;
}

int dev_parse(const dev_set *d,
              int (*add)(void *scores, const pl_tree *gold, const pl_tree *parsed,
                         pl_error *err),
              void *scores, pl_error *err)
{
    pl_pool *pool = pl_pool_new(d->threads);
    unsigned n = pl_pool_threads(pool);
    work w = {d, pl_alloc_zero(n, sizeof *w.parsers), pl_alloc_zero(n, sizeof *w.arenas),
              pl_alloc_zero(d->n, sizeof *w.parsed)};
    for (unsigned i = 0; i < n; i++)
        w.parsers[i] = d->kind->start(&d->model);
    pl_pool_run(pool, d->n, parse_one, &w);
    int status = 0;
    for (size_t i = 0; status == 0 && i < d->n; i++)
        status = add(scores, d->trees[i], w.parsed[i], err);
    for (unsigned i = 0; i < n; i++) {
        d->kind->stop(w.parsers[i]);
        pl_arena_release(&w.arenas[i]);
    }
    free(w.parsers);
    free(w.arenas);
    free(w.parsed);
    pl_pool_free(pool);
    return status;
}
