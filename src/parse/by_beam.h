/* The body of an engine that parses with a beam; a kind defines what its model and its
 * parser are called and includes it once:
 *
 *     #define MODEL(verb)  pl_model_##verb       MODEL(from), MODEL(free)
 *     #define PARSER(verb) pl_parser_##verb      PARSER(new), PARSER(run) …
 *     typedef pl_model by_beam_model;
 *     #include "parse/by_beam.h"
 *     const pl_engine_kind pl_transition_engine = {BY_BEAM, .name = …};
 */
#include "base/alloc.h"

#include <stdlib.h>

static void *open_model(const pl_sections *file, const pl_engine_options *o, pl_err *err)
{
    by_beam_model *model = MODEL(from)(file, err);
    if (model == NULL)
        return NULL;
    pl_beam_model *b = pl_alloc_zero(1, sizeof *b);
    b->model = model;
    b->beam = pl_engine_beam(o, pl_about_number(&model->about, "beam", 0));
    return b;
}

static void close_model(void *model)
{
    pl_beam_model *b = model;
    MODEL(free)((by_beam_model *)b->model);
    free(b);
}

static void *start(const void *model)
{
    const pl_beam_model *b = model;
    return PARSER(new)(b->model, b->beam);
}

static void stop(void *worker)
{
    PARSER(free)(worker);
}

static uint32_t run(void *worker, const pl_tree *sentence, uint32_t n)
{
    return PARSER(run)(worker, sentence, n);
}

static double score(const void *worker, uint32_t i)
{
    return PARSER(score)(worker, i);
}

static void tree(const void *worker, uint32_t i, pl_tree *sentence)
{
    PARSER(tree)(worker, i, sentence);
}

static bool knows_tag(const void *model, const char *tag)
{
    const by_beam_model *m = ((const pl_beam_model *)model)->model;
    return pl_intern_find(&m->vocab.tags, tag) != PL_NONE;
}

static void explain(void *worker, uint32_t i, pl_str *out)
{
    PARSER(explain)(worker, i, out);
}

#define BY_BEAM                                                                          \
    .open = open_model, .close = close_model, .start = start, .stop = stop, .run = run,  \
    .score = score, .tree = tree, .knows_tag = knows_tag, .explain = explain
