/* Constituents by transitions: SR-GAP and its kin, whatever system the model names. */
#include "parse/kinds.h"

#include "search/parser.h"

#define MODEL(verb)  pl_model_##verb
#define PARSER(verb) pl_parser_##verb
typedef pl_model by_beam_model;
#include "parse/by_beam.inc"

const pl_engine_kind pl_transition_engine = {
    BY_BEAM,
    .name = "transitions",
    .about = "constituents by transitions, with a beam",
    .section = "actions",
    .format = "discbracket",
    .constituents = true,
};
