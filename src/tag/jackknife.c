/* Jack-knifed tags; see tagger.h. */
#include "tag/tagger.h"

#include "base/alloc.h"
#include "base/intern.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

typedef struct fold {
    pl_tagger *tagger; /* NULL if training failed; its tags point into it */
    pl_arena arena;    /* of the lists of tags */
    pl_error err;
} fold;

typedef struct work {
    pl_tree *const *trees, *const *twins;
    size_t n;
    const pl_jackknife *how;
    fold *folds;
    const char ***tags; /* [2 n][n_tokens] of the trees and of their twins */
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

/* Tags a copy: other threads train on the trees at the same time. */
static const char **tags_of(fold *f, const pl_tree *tree, pl_arena *scratch)
{
    uint32_t n = tree->n_tokens;
    const pl_tree *copy = pl_tagger_copy(f->tagger, tree, scratch);
    const char **tags = pl_arena_alloc(&f->arena, n * sizeof *tags + 1);
    for (uint32_t j = 0; j < n; j++)
        tags[j] = copy->nodes[j].label;
    pl_arena_reset(scratch);
    return tags;
}

static void do_fold(void *context, unsigned thread, size_t k)
{
    work *w = context;
    fold *f = &w->folds[k];
    pl_arena scratch = {0};
    f->tagger = train_without(w, k, &f->err);
    for (size_t i = k; i < w->n && f->tagger != NULL; i += w->how->n_folds) {
        w->tags[i] = tags_of(f, w->trees[i], &scratch);
        if (w->twins != NULL)
            w->tags[w->n + i] = tags_of(f, w->twins[i], &scratch);
    }
    pl_arena_release(&scratch);
}

/* The number of tags of the trees, not of their twins, that stay as they were. */
static size_t replace_tags(const work *w, pl_arena *m)
{
    pl_intern known = {0}; /* one copy of each tag */
    PL_VEC(const char *) texts = {0};
    size_t n_right = 0;
    for (size_t i = 0; i < (w->twins != NULL ? 2 * w->n : w->n); i++) {
        pl_tree *tree = i < w->n ? w->trees[i] : w->twins[i - w->n];
        for (uint32_t j = 0; j < tree->n_tokens; j++) {
            pl_node *node = &tree->nodes[j];
            const char *tag = w->tags[i][j];
            uint32_t id = pl_intern_add(&known, tag);
            if (id == texts.n)
                PL_PUSH(&texts, pl_arena_strdup(m, tag));
            n_right += i < w->n && strcmp(node->label, tag) == 0;
            node->label = texts.at[id];
        }
    }
    PL_VEC_RELEASE(&texts);
    pl_intern_release(&known);
    return n_right;
}

int pl_jackknife_tags(pl_tree *const *trees, pl_tree *const *twins, size_t n,
                      const pl_jackknife *how, pl_arena *m, size_t *n_right,
                      pl_error *err)
{
    work w = {trees, twins, n, how, pl_alloc_zero(how->n_folds, sizeof *w.folds),
              pl_alloc_zero(2 * n + 1, sizeof *w.tags)};
    pl_pool *pool = pl_pool_new(how->threads);
    int status = 0;
    pl_pool_run(pool, how->n_folds, do_fold, &w);
    for (unsigned k = 0; k < how->n_folds && status == 0; k++)
        if (w.folds[k].tagger == NULL) {
            *err = w.folds[k].err;
            status = -1;
        }
    if (status == 0)
        *n_right = replace_tags(&w, m);
    for (unsigned k = 0; k < how->n_folds; k++) {
        pl_tagger_free(w.folds[k].tagger);
        pl_arena_release(&w.folds[k].arena);
    }
    pl_pool_free(pool);
    free(w.folds);
    free(w.tags);
    return status;
}
