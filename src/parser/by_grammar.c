/* Constituents by grammars; see grammar/grammar_parser.h. */
#include "parser/kinds.h"

#include "grammar/grammar_parser.h"

static void *open_model(const pl_sections *file, const pl_engine_options *o,
                        pl_error *err)
{
    pl_grammar_options options = {o->objective,
                                  o->nbest,
                                  o->seconds,
                                  o->derivations,
                                  {o->prune[0], o->prune[1], o->prune[2]}};
    return pl_grammar_from(file, &options, err);
}

static void close_model(void *model)
{
    pl_grammar_free(model);
}
static void *start(const void *model)
{
    return pl_grammar_state_new(model);
}
static void stop(void *state)
{
    pl_grammar_state_free(state);
}

static uint32_t run(void *state, const pl_tree *sentence, uint32_t n)
{
    return pl_grammar_run(state, sentence, n);
}

static double score(const void *state, uint32_t i)
{
    return pl_grammar_score(state, i);
}

static void tree(const void *state, uint32_t i, pl_tree *sentence)
{
    pl_grammar_tree((pl_grammar_state *)state, i, sentence);
}

static void report(const void *model, pl_str *out)
{
    pl_grammar_report(model, out);
}

const pl_engine_kind pl_grammar_engine = {
    .name = "grammar",
    .about = "constituents by grammars, from coarse to fine",
    .section = PL_GRAMMAR_SECTION,
    .format = "discbracket",
    .constituents = true,
    .chart = true,
    .open = open_model,
    .close = close_model,
    .start = start,
    .stop = stop,
    .run = run,
    .score = score,
    .tree = tree,
    .report = report,
};
