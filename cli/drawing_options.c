/* Options of drawings; see drawing_options.h. */
#include "drawing_options.h"

/* clang-format off */
const pl_option_row drawing_rows[] = {
    PL_OPTION(0, "functions", NULL, PL_FLAG_AT(pl_draw_options, functions), PL_HELP(NULL, "drawings: show functions on the edges")),
    PL_OPTION(0, "lemmas",    NULL, PL_FLAG_AT(pl_draw_options, lemmas),    PL_HELP(NULL, "drawings: show lemmas below the words")),
    PL_OPTION(0, "morph",     NULL, PL_FLAG_AT(pl_draw_options, morph),     PL_HELP(NULL, "drawings: show morphology below the words")),
    PL_OPTION(0, "indented",  NULL, PL_FLAG_AT(pl_draw_options, indented),  PL_HELP(NULL, "drawings as text: write a line for each node instead of a picture, for narrow terminals")),
    PL_OPTIONS_END,
};
/* clang-format on */
