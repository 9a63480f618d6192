/* Engines and their workers; see engine.h. */
#include "parser/kinds.h"

#include "base/alloc.h"

#include <stdlib.h>

const pl_engine_kind *const pl_engine_kinds[] = {&pl_transition_engine, &pl_arc_engine,
                                                 &pl_grammar_engine, NULL};

struct pl_worker {
    const pl_engine *engine;
    pl_arena scratch;
    void *parser; /* of the kind */
};

uint32_t pl_engine_beam(const pl_engine_options *o, long trained)
{
    long beam = o->beam > 0 ? (long)o->beam : trained;
    if (beam < 1 || beam > PL_MAX_BEAM)
        beam = PL_DEFAULT_BEAM;
    return (uint32_t)beam > o->nbest ? (uint32_t)beam : o->nbest;
}

static const pl_engine_kind *kind_of(const pl_sections *file)
{
    const char *bytes;
    size_t n;
    for (const pl_engine_kind *const *k = pl_engine_kinds; *k != NULL; k++)
        if (pl_sections_find(file, (*k)->section, &bytes, &n))
            return *k;
    return NULL;
}

static int fill(pl_engine *e, pl_error *err)
{
    e->kind = kind_of(e->file);
    if (e->kind == NULL)
        return pl_fail(err, PL_BAD_INPUT, "%s: there is no parser in this model",
                       pl_sections_name(e->file));
    if (pl_tagger_from(&e->tagger, e->file, err) < 0 ||
        pl_functions_from(&e->functions, e->file, err) < 0 ||
        pl_morph_from(&e->morph, e->file, err) < 0)
        return -1;
    return (e->model = e->kind->open(e->file, &e->options, err)) != NULL ? 0 : -1;
}

pl_engine *pl_engine_open(const char *path, const pl_engine_options *o, pl_error *err)
{
    pl_sections *file = pl_sections_open(path, err);
    if (file == NULL)
        return NULL;
    pl_engine *e = pl_alloc_zero(1, sizeof *e);
    e->file = file;
    e->options = *o;
    if (fill(e, err) == 0)
        return e;
    pl_engine_close(e);
    return NULL;
}

void pl_engine_close(pl_engine *e)
{
    if (e == NULL)
        return;
    if (e->model != NULL)
        e->kind->close(e->model);
    pl_tagger_free(e->tagger);
    pl_functions_free(e->functions);
    pl_morph_free(e->morph);
    pl_sections_close(e->file);
    free(e);
}

pl_worker *pl_worker_new(const pl_engine *e)
{
    pl_worker *w = pl_alloc_zero(1, sizeof *w);
    w->engine = e;
    w->parser = e->kind->start(e->model);
    return w;
}

void pl_worker_free(pl_worker *w)
{
    if (w == NULL)
        return;
    w->engine->kind->stop(w->parser);
    pl_arena_release(&w->scratch);
    free(w);
}

static bool lacks_tags(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL)
            return true;
    return false;
}

static bool has_morph(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].morph != NULL)
            return true;
    return false;
}

uint32_t pl_worker_run(pl_worker *w, pl_tree *sentence, uint32_t n)
{
    if (sentence->n_tokens == 0)
        return 0;
    const pl_engine *e = w->engine;
    bool tag = e->tagger != NULL && (e->options.retag || lacks_tags(sentence));
    pl_arena_reset(&w->scratch);
    if (tag)
        pl_tagger_label(e->tagger, sentence, &w->scratch);
    if (e->morph != NULL && (tag || !has_morph(sentence)))
        pl_morph_label(e->morph, sentence, &w->scratch);
    return e->kind->run(w->parser, sentence, n);
}

double pl_worker_score(const pl_worker *w, uint32_t i)
{
    return w->engine->kind->score(w->parser, i);
}

void pl_worker_tree(pl_worker *w, uint32_t i, pl_tree *sentence)
{
    w->engine->kind->tree(w->parser, i, sentence);
    if (w->engine->functions == NULL)
        return;
    pl_arena_reset(&w->scratch);
    pl_functions_label(w->engine->functions, sentence, &w->scratch);
}

void pl_worker_explain(pl_worker *w, uint32_t i, pl_str *out)
{
    w->engine->kind->explain(w->parser, i, out);
}
