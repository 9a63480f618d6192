/* Dependencies by the generic machine: whatever control parameters the model carries. */
#include "parse/kinds.h"

#include "base/alloc.h"
#include "depend/parser.h"

#include <stdlib.h>

typedef struct shared {
    pl_dep_model *model;
    uint32_t beam;
} shared;

static void *open_model(const pl_sections *file, const pl_engine_options *o, pl_err *err)
{
    pl_dep_model *model = pl_dep_model_from(file, err);
    if (model == NULL)
        return NULL;
    shared *s = pl_alloc_zero(1, sizeof *s);
    s->model = model;
    s->beam = pl_engine_beam(o, pl_dep_model_number(model, "beam", 0));
    return s;
}

static void close_model(void *model)
{
    shared *s = model;
    pl_dep_model_free(s->model);
    free(s);
}

static void *start(const void *model)
{
    const shared *s = model;
    return pl_dep_parser_new(s->model, s->beam);
}

static void stop(void *worker)
{
    pl_dep_parser_free(worker);
}

static uint32_t run(void *worker, const pl_tree *sentence, uint32_t n)
{
    return pl_dep_parser_run(worker, sentence, n);
}

static double score(const void *worker, uint32_t i)
{
    return pl_dep_parser_score(worker, i);
}

static void tree(const void *worker, uint32_t i, pl_tree *sentence)
{
    pl_dep_parser_tree(worker, i, sentence);
}

static bool knows_tag(const void *model, const char *tag)
{
    const shared *s = model;
    return pl_intern_find(&s->model->vocab.tags, tag) != PL_NONE;
}

static void explain(void *worker, uint32_t i, pl_str *out)
{
    pl_dep_parser_explain(worker, i, out);
}

const pl_engine_kind pl_arc_engine = {
    .name = "dependencies",
    .about = "dependencies by control parameters, with a beam",
    .section = PL_DEP_SECTION,
    .format = "conllu",
    .open = open_model,
    .close = close_model,
    .start = start,
    .stop = stop,
    .run = run,
    .score = score,
    .tree = tree,
    .knows_tag = knows_tag,
    .explain = explain,
};
