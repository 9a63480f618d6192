/* Line charts as SVG: scores over beams, capacities, sizes. The same figures give the
 * same bytes. */
#ifndef PL_DRAW_PLOT_H
#define PL_DRAW_PLOT_H

#include "base/str.h"

#include <stdbool.h>

typedef struct pl_plot_line {
    const char *name;
    const double *x, *y; /* [n]  y NAN: no figure there; x ascends */
    size_t n;
} pl_plot_line;

typedef struct pl_plot {
    const char *title, *x_label, *y_label;
    const pl_plot_line *lines;
    size_t n_lines;
    bool log_x; /* steps of a factor of two are equally wide; x is above 0 */
} pl_plot;

/* Appends the chart, a whole SVG document. Ticks of the x axis stand where there are
 * figures; the y axis covers them in round steps. */
void pl_plot_svg(const pl_plot *p, pl_str *out);

#endif
