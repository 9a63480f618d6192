/* SVG: spelling out scenes. */
#ifndef PL_DRAW_SVG_H
#define PL_DRAW_SVG_H

#include "draw/scene.h"

/* The style sheet for scenes, for use in <style>: first sizes and widths, then colours,
 * for what is inside the selector `within`. */
extern const char *const pl_svg_style;
void pl_svg_colors(pl_str *out, const char *within, bool dark);

/* Text with & < > " escaped, and what XML cannot hold replaced by U+FFFD. */
void pl_svg_put(pl_str *out, const char *text);
/* A number of tenths as a decimal fraction. */
void pl_tenths_put(pl_str *out, int64_t tenths);

/* The shapes of a scene as elements. */
void pl_svg_shapes(pl_str *out, const pl_scene *s);
/* <title> and <desc> of a picture: the sentence, and its structure in words. */
void pl_svg_describe(pl_str *out, const pl_drawn *what, const pl_draw_options *o);

#endif
