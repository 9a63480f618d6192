/* Reranking; see rerank.h. */
#include "grammar/rerank.h"

#include "grammar/tree_score.h"
#include "grammar/grammar_file.h"
#include "transform/binarize.h"
#include "transform/heads.h"
#include "transform/transform.h"

#include <math.h>
#include <stdlib.h>

struct pl_reranker {
    pl_cascade cascade;
    pl_tree_scorer *scorer;
    pl_heads *heads; /* NULL if binarization did without */
};

struct pl_reranking {
    const pl_reranker *shared;
    pl_pipeline steps;
    pl_tree_scoring scoring;
    pl_arena arena;
};

static int open_grammar(pl_reranker *r, const pl_sections *file, pl_error *err)
{
    pl_cascade *c = &r->cascade;
    if (pl_grammar_load(c, file, err) < 0)
        return -1;
    pl_cascade_stage *last = &c->at[c->n - 1];
    if (last->kind->rules != PL_RULES_FRAGMENTS)
        return pl_fail(err, PL_BAD_INPUT,
                       "%s: trees are scored by grammars of fragments (2dop, "
                       "split-2dop), not by %s",
                       pl_sections_name(file), last->kind->name);
    if (c->heads.n > 0 && (r->heads = pl_heads_parse(pl_sections_name(file), c->heads.at,
                                                     c->heads.n, err)) == NULL)
        return -1;
    pl_productions_index(&c->at[last->base].rules.productions);
    r->scorer = pl_tree_scorer_new(&last->rules, c->use_rare ? &c->rare : NULL);
    return 0;
}

pl_reranker *pl_reranker_open(const char *path, pl_error *err)
{
    const char *bytes;
    size_t n;
    pl_sections *file = pl_sections_open(path, err);
    if (file == NULL)
        return NULL;
    pl_reranker *r = pl_alloc_zero(1, sizeof *r);
    int status =
        pl_sections_find(file, PL_GRAMMAR_SECTION, &bytes, &n)
            ? open_grammar(r, file, err)
            : pl_fail(err, PL_BAD_INPUT, "%s: there is no grammar in this file", path);
    pl_sections_close(file);
    if (status == 0)
        return r;
    pl_reranker_close(r);
    return NULL;
}

void pl_reranker_close(pl_reranker *r)
{
    if (r == NULL)
        return;
    pl_tree_scorer_free(r->scorer);
    pl_heads_free(r->heads);
    pl_cascade_release(&r->cascade);
    free(r);
}

pl_reranking *pl_reranking_new(const pl_reranker *r)
{
    pl_reranking *w = pl_alloc_zero(1, sizeof *w);
    w->shared = r;
    pl_grammar_steps(&w->steps, pl_str_text(&r->cascade.steps));
    return w;
}

void pl_reranking_free(pl_reranking *w)
{
    if (w == NULL)
        return;
    pl_pipeline_release(&w->steps);
    pl_tree_scoring_release(&w->scoring);
    pl_arena_release(&w->arena);
    free(w);
}

/* Makes a tree what those of the grammar were. */
static int prepare(pl_reranking *w, pl_tree *t)
{
    static const pl_bin_options usual = {PL_BIN_RIGHT, PL_LABEL_MARKOV, 1, 1};
    const pl_cascade *c = &w->shared->cascade;
    bool wide = false;
    if (w->shared->heads != NULL) /* parsed trees have no functions that mark heads */
        pl_heads_mark(w->shared->heads, t, false);
    if (pl_pipeline_apply(&w->steps, t, NULL) < 1)
        return -1;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        wide |= t->nodes[v].order > 2;
    if ((wide && pl_binarize(t, &usual, NULL) < 0) ||
        pl_grammar_prepare(c->at[c->n - 1].kind, t, NULL) < 0)
        return -1;
    if (c->roots.n > 1)
        t->root = pl_tree_insert_above(t, t->root, PL_CASCADE_ROOT);
    pl_tree_order(t);
    return 0;
}

double pl_reranking_cost(pl_reranking *w, const pl_tree *t)
{
    pl_arena_reset(&w->arena);
    pl_tree *copy = pl_tree_copy(t, &w->arena);
    if (copy->root == PL_NONE || prepare(w, copy) < 0)
        return INFINITY;
    return pl_tree_cost(w->shared->scorer, &w->scoring, copy);
}
