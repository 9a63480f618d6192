/* Evaluation during training; see dev.h. */
#include "dev.h"

#include "base/parallel.h"
#include "search/parser.h"

#include <stdlib.h>

int dev_load(dev_set *d, const char *path, const input *like, pl_err *err)
{
    pl_source_options options = {.read = like->source.read};
    if (pl_eval_params_load(&d->params, "proper", err) < 0)
        return -1;
    d->ready = true;
    pl_source *source = pl_source_open(&path, 1, &options, err);
    if (source == NULL)
        return -1;
    pl_tree *tree;
    int got;
    while ((got = pl_source_next(source, &d->arena, &tree, err)) > 0) {
        if (tree->root == PL_NONE && tree->n_tokens > 0) {
            got = pl_fail(err, "%s: sentence %zu has no constituents to compare with",
                          path, d->trees.n + 1);
            break;
        }
        PL_PUSH(&d->trees, tree);
    }
    pl_source_close(source);
    if (got == 0 && d->trees.n == 0)
        return pl_fail(err, "%s: there is no tree in it", path);
    return got;
}

typedef struct work {
    const dev_set *dev;
    pl_parser **parsers;   /* [threads] */
    pl_tagging **taggings; /* [threads] NULL without a tagger */
    pl_arena *arenas;      /* [threads] */
    pl_tree **parsed;      /* [trees.n] */
} work;

static void parse_one(void *context, unsigned thread, size_t part)
{
    work *w = context;
    pl_tree *t = pl_tree_copy(w->dev->trees.at[part], &w->arenas[thread]);
    if (w->taggings[thread] != NULL)
        pl_tagging_run(w->taggings[thread], t);
    if (pl_parser_run(w->parsers[thread], t, 1) > 0)
        pl_parser_tree(w->parsers[thread], 0, t);
    w->parsed[part] = t;
}

static int score(const dev_set *d, pl_tree *const *parsed, dev_scores *scores,
                 pl_err *err)
{
    pl_eval e;
    int status = 0;
    pl_eval_init(&e, &d->params);
    for (size_t i = 0; status == 0 && i < d->trees.n; i++)
        status = pl_eval_add(&e, d->trees.at[i], parsed[i], err);
    *scores = (dev_scores){pl_f1(&e.all.brackets), pl_f1(&e.all.disc),
                           pl_exact(&e.all.brackets)};
    pl_eval_release(&e);
    return status;
}

int dev_parse(const dev_set *d, const pl_model *m, uint32_t beam, unsigned threads,
              dev_scores *scores, pl_err *err)
{
    pl_pool *pool = pl_pool_new(threads);
    unsigned n = pl_pool_threads(pool);
    work w = {d, pl_alloc_zero(n, sizeof *w.parsers),
              pl_alloc_zero(n, sizeof *w.taggings), pl_alloc_zero(n, sizeof *w.arenas),
              pl_alloc_zero(d->trees.n, sizeof *w.parsed)};
    for (unsigned i = 0; i < n; i++) {
        w.parsers[i] = pl_parser_new(m, beam);
        w.taggings[i] = d->tagger != NULL ? pl_tagging_new(d->tagger) : NULL;
    }
    pl_pool_run(pool, d->trees.n, parse_one, &w);
    int status = score(d, w.parsed, scores, err);
    for (unsigned i = 0; i < n; i++) {
        pl_parser_free(w.parsers[i]);
        pl_tagging_free(w.taggings[i]);
        pl_arena_release(&w.arenas[i]);
    }
    free(w.parsers);
    free(w.taggings);
    free(w.arenas);
    free(w.parsed);
    pl_pool_free(pool);
    return status;
}

void dev_release(dev_set *d)
{
    if (d->ready)
        pl_eval_params_release(&d->params);
    PL_VEC_RELEASE(&d->trees);
    pl_arena_release(&d->arena);
}
