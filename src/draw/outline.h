/* Text without a layout: the outline of a sentence, a line for each node, which fits narrow
 * terminals; and the list of secondary edges below a drawing. */
#pragma once

#include "draw/drawing.h"

/* Appends the outline of a sentence, its arcs or its constituents as the options say: 0, or
 * -1 with the reason if it would be too large.
 *
 *       S
 *       ├─ VP [1 3]          words have their numbers in front, discontinuous nodes theirs
 *     1 │  ├─ ADV So         behind them
 *     3 │  └─ V sleep
 *     2 ├─ V can
 *     4 └─ NP cats                                                                        */
int pl_put_outline(pl_str *out, pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                   const pl_draw_marks *marks, pl_error *err);

/* Appends a line for each secondary edge: "secondary SB: VP [3-5] → NP [1]". */
void pl_put_edges(pl_str *out, pl_arena *m, const pl_tree *t, const pl_draw_options *o);
