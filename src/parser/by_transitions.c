/* Constituents by transitions: SR-GAP and its kin, whatever system the model names. */
#include "parser/kinds.h"

#include "parser/parser.h"

#define MODEL(verb)  pl_model_##verb
#define PARSER(verb) pl_parser_##verb
typedef pl_model by_beam_model;
#include "parser/by_beam.inc"

static void *open_model(const pl_sections *file, const pl_engine_options *o,
                        pl_error *err)
{
    const pl_model *m = pl_model_from(file, err);
    return m != NULL ? with_beam(m, o) : NULL;
}

const pl_engine_kind pl_transition_engine = {
    BY_BEAM,
    .open = open_model,
    .name = "transitions",
    .about = "constituents by transitions, with a beam",
    .section = "actions",
    .format = "discbracket",
    .constituents = true,
};
