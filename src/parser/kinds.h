/* The kinds of parsers, a file each; engine.c lists them. */
#ifndef PL_PARSER_KINDS_H
#define PL_PARSER_KINDS_H

#include "parser/engine.h"

extern const pl_engine_kind pl_transition_engine; /* by_transitions.c */
extern const pl_engine_kind pl_grammar_engine;    /* by_grammar.c */
extern const pl_engine_kind pl_arc_engine;        /* by_arcs.c */

/* What the first and the last of these `start` with: a pl_model or pl_dep_model, and how
 * many hypotheses to keep. */
typedef struct pl_beam_model {
    const void *model;
    uint32_t beam;
} pl_beam_model;

/* Hypotheses that a parser keeps: as many as are asked for, else as the model was trained
 * with (anything that makes no sense: the default), and never fewer than trees. */
uint32_t pl_engine_beam(const pl_engine_options *o, long trained);

#endif
