/* Jack-knifed tags; see jackknife.h. */
#include "tag/jackknife.h"

#include "base/alloc.h"
#include "base/intern.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

typedef struct fold {
    pl_tagger *tagger; /* its tags point into it */
    pl_error err;
    bool failed;
} fold;

typedef struct work {
    pl_tree *const *trees;
    size_t n;
    const pl_jackknife *how;
    fold *folds;
    const char ***tags; /* [n][n_tokens] */
} work;

/* Trains on all other sentences. */
static pl_tagger *train_without(const work *w, size_t k, pl_error *err)
{
    PL_VEC(pl_tree *) others = {0};
    for (size_t i = 0; i < w->n; i++)
        if (i % w->how->n_folds != k)
            PL_PUSH(&others, w->trees[i]);
    pl_tagger *t = pl_tagger_train(others.at, others.n, &w->how->options, err);
    PL_VEC_RELEASE(&others);
    return t;
}

/* The trees are only read here: others are training on them at the same time. */
static void tag_fold(const work *w, size_t k, const pl_tagger *t)
{
    pl_arena arena = {0};
    for (size_t i = k; i < w->n; i += w->how->n_folds) {
        pl_tree *copy = pl_tree_new(&arena, w->trees[i]->n_tokens);
        for (uint32_t j = 0; j < copy->n_tokens; j++)
            copy->tokens[j].word = w->trees[i]->tokens[j].word;
        pl_tagger_label(t, copy, &arena);
        for (uint32_t j = 0; j < copy->n_tokens; j++)
            w->tags[i][j] = copy->nodes[j].label;
        pl_arena_reset(&arena);
    }
    pl_arena_release(&arena);
}

static void do_fold(void *context, unsigned thread, size_t k)
{
    work *w = context;
    fold *f = &w->folds[k];
    (void)thread;
    f->tagger = train_without(w, k, &f->err);
    f->failed = f->tagger == NULL;
    if (!f->failed)
        tag_fold(w, k, f->tagger);
}

static size_t replace_tags(const work *w, pl_arena *m)
{
    pl_intern known = {0}; /* one copy of each tag */
    PL_VEC(const char *) texts = {0};
    size_t n_right = 0;
    for (size_t i = 0; i < w->n; i++)
        for (uint32_t j = 0; j < w->trees[i]->n_tokens; j++) {
            pl_node *node = &w->trees[i]->nodes[j];
            uint32_t id = pl_intern_add(&known, w->tags[i][j]);
            if (id == texts.n)
                PL_PUSH(&texts, pl_arena_strdup(m, w->tags[i][j]));
            n_right += strcmp(node->label, w->tags[i][j]) == 0;
            node->label = texts.at[id];
        }
    PL_VEC_RELEASE(&texts);
    pl_intern_release(&known);
    return n_right;
}

int pl_jackknife_tags(pl_tree *const *trees, size_t n, const pl_jackknife *how,
                      pl_arena *m, size_t *n_right, pl_error *err)
{
    work w = {trees, n, how, pl_alloc_zero(how->n_folds, sizeof *w.folds),
              pl_alloc_zero(n + 1, sizeof *w.tags)};
    pl_pool *pool = pl_pool_new(how->threads);
    int status = 0;
    for (size_t i = 0; i < n; i++)
        w.tags[i] = pl_alloc_zero(trees[i]->n_tokens + 1u, sizeof **w.tags);
    pl_pool_run(pool, how->n_folds, do_fold, &w);
    for (unsigned k = 0; k < how->n_folds && status == 0; k++)
        if (w.folds[k].failed) {
            *err = w.folds[k].err;
            status = -1;
        }
    if (status == 0)
        *n_right = replace_tags(&w, m);
    for (unsigned k = 0; k < how->n_folds; k++)
        pl_tagger_free(w.folds[k].tagger);
    for (size_t i = 0; i < n; i++)
        free(w.tags[i]);
    pl_pool_free(pool);
    free(w.folds);
    free(w.tags);
    return status;
}
