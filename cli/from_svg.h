/* Drawings in formats that other programs make of SVG: PNG and PDF, by rsvg-convert of
 * librsvg. The program is started, not linked: its libraries (GLib, Cairo, Pango) are many
 * times larger than pleach, and only those who want such pictures need it. */
#pragma once

#include "base/err.h"
#include "base/out.h"

/* Converts a drawing to the format of this name and puts it into `out`: 0, or -1 with the
 * reason, which says what to install if the program is not there. */
int from_svg(const pl_str *svg, const char *format, pl_out *out, pl_error *err);
