/* Evaluation for pleach.h. */
#include "api/api.h"

#include "base/alloc.h"
#include "eval/brackets.h"
#include "transform/punct.h"

#include <stdlib.h>

struct pl_evaluation {
    pl_eval_params params;
    pl_eval eval;
    pl_arena arena; /* of copies, where punctuation moves */
};

pl_evaluation *pl_evaluation_new(const char *params, pl_error *error)
{
    pl_error err;
    pl_evaluation *e = pl_alloc_zero(1, sizeof *e);
    if (pl_eval_params_load(&e->params, params != NULL ? params : "proper", &err) < 0) {
        pl_api_fail(error, &err);
        free(e);
        return NULL;
    }
    pl_eval_init(&e->eval, &e->params);
    return e;
}

/* The tree itself, or a copy with its punctuation at the root; NULL for no sentence. */
static const pl_tree *prepare(pl_evaluation *e, const pl_sentence *s)
{
    if (s == NULL || !e->params.punct_root || s->tree->root == PL_NONE)
        return s != NULL ? s->tree : NULL;
    pl_tree *copy = pl_tree_copy(s->tree, &e->arena);
    pl_punct_to_root(copy);
    return copy;
}

int pl_evaluation_add(pl_evaluation *e, const pl_sentence *gold,
                      const pl_sentence *candidate, pl_error *error)
{
    pl_error err;
    pl_arena_reset(&e->arena);
    if (pl_eval_add(&e->eval, prepare(e, gold), prepare(e, candidate), &err) < 0)
        return pl_api_fail(error, &err);
    return 0;
}

uint64_t pl_evaluation_sentences(const pl_evaluation *e)
{
    return e->eval.all.sentences;
}

static pl_figures figures(const pl_counts *c)
{
    return (pl_figures){pl_precision(c), pl_recall(c), pl_f1(c),  pl_exact(c),
                        c->gold,         c->candidate, c->matched};
}

pl_figures pl_evaluation_all(const pl_evaluation *e)
{
    return figures(&e->eval.all.brackets);
}

pl_figures pl_evaluation_disc(const pl_evaluation *e)
{
    return figures(&e->eval.all.disc);
}

double pl_evaluation_tagging(const pl_evaluation *e)
{
    return pl_tag_accuracy(&e->eval.all);
}

void pl_evaluation_free(pl_evaluation *e)
{
    if (e == NULL)
        return;
    pl_eval_release(&e->eval);
    pl_eval_params_release(&e->params);
    pl_arena_release(&e->arena);
    free(e);
}
