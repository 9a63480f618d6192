/* Options of drawings; see drawing_options.h. */
#include "drawing_options.h"

/* clang-format off */
const option_row drawing_rows[] = {
    {0, "functions", NULL, FLAG(pl_draw_options, functions), "drawings: show functions on the edges"},
    {0, "lemmas",    NULL, FLAG(pl_draw_options, lemmas),    "drawings: show lemmas below the words"},
    {0, "morph",     NULL, FLAG(pl_draw_options, morph),     "drawings: show morphology below the words"},
    {0, "indented",  NULL, FLAG(pl_draw_options, indented),  "drawings as text: a line for each node instead of a picture, which fits narrow terminals"},
    {0},
};
/* clang-format on */
