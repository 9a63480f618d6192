/* Pictures as SVG, for files and for the pictures of an HTML page. */
#pragma once

#include "draw/scene.h"

/* Appends text for SVG and HTML, in elements and attributes: made visible, which leaves
 * nothing that XML cannot hold, and with & < > " escaped. */
void pl_svg_escaped(pl_str *out, const char *text);
/* The words of a sentence in the same way, with blanks between them. */
void pl_svg_words(pl_str *out, const pl_tree *t);
/* The inside of <svg>: title, description and shapes of a picture. */
void pl_svg_picture(pl_str *out, const pl_drawn *what, const pl_draw_options *o,
                    const pl_scene *s);
/* The style sheet of the shapes, and of what a query found; its lines joined to one. */
int pl_svg_styles(const pl_drawing *d, pl_str *out, bool joined, pl_error *err);
