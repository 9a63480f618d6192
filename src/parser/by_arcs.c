/* Dependencies by the generic machine: whatever control parameters the model carries. */
#include "parser/kinds.h"

#include "parser/dep_parser.h"

#define MODEL(verb)  pl_dep_model_##verb
#define PARSER(verb) pl_dep_parser_##verb
typedef pl_dep_model by_beam_model;
#include "parser/by_beam.inc"

static void *open_arcs(const pl_sections *file, const pl_engine_options *o, pl_error *err)
{
    pl_dep_model *m = pl_dep_model_from(file, err);
    if (m != NULL && o->crossing != 0 && m->params.D == 1) {
        pl_dep_model_free(m);
        pl_fail(err, PL_BAD_INPUT,
                "%s: arcs of this model's system never cross (D is 1): --crossing has "
                "nothing to favour",
                pl_sections_name(file));
        return NULL;
    }
    if (m != NULL)
        pl_dep_model_favour_far(m, o->crossing);
    return m != NULL ? with_beam(m, o) : NULL;
}

const pl_engine_kind pl_arc_engine = {
    BY_BEAM,
    .open = open_arcs,
    .name = "dependencies",
    .about = "dependencies by control parameters, with a beam",
    .section = PL_DEP_SECTION,
    .format = "conllu",
};
