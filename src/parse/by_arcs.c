/* Dependencies by the generic machine: whatever control parameters the model carries. */
#include "parse/kinds.h"

#include "depend/parser.h"

#define MODEL(verb)  pl_dep_model_##verb
#define PARSER(verb) pl_dep_parser_##verb
typedef pl_dep_model by_beam_model;
#include "parse/by_beam.inc"

const pl_engine_kind pl_arc_engine = {
    BY_BEAM,
    .name = "dependencies",
    .about = "dependencies by control parameters, with a beam",
    .section = PL_DEP_SECTION,
    .format = "conllu",
};
