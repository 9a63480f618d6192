/* How drawings look, for every command that draws trees: draw and search. */
#pragma once

#include "command.h"

#include "draw/draw.h"

/* --functions, --lemmas, --morph, --indented. For the rows of a command:
 * GROUP(job, draw, pl_draw_options, drawing_rows). */
extern const pl_option_row drawing_rows[];
