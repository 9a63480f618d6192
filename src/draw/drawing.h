/* What the ways to draw share: the open drawing, and a pair of functions for each way.
 * text.c, svg.c, html.c and latex.c implement them. */
#pragma once

#include "draw/draw.h"

/* One picture, or two to be compared. */
typedef struct pl_drawn {
    const pl_tree *tree, *candidate; /* candidate NULL: a single picture */
    const pl_draw_marks *marks, *candidate_marks;
    bool same; /* the candidate equals the gold tree */
} pl_drawn;

/* A picture in its format. */
typedef struct pl_finished {
    pl_str title, content;
    int64_t height; /* of vector graphics */
} pl_finished;

struct pl_scene;

typedef struct pl_draw_backend {
    bool vector; /* draws a scene; `s` is empty otherwise */
    /* Appends a picture to `out`: 0, or -1 with the reason. */
    int (*draw)(pl_drawing *d, const pl_drawn *what, const struct pl_scene *s,
                const char *title, pl_str *out, pl_error *err);
    /* Writes a picture below the ones before it; its number from 1, or 0 if there is only
     * one, which then needs no heading. NULL: the content is written as it is. */
    void (*put)(pl_drawing *d, const pl_finished *p, size_t number);
    int (*end)(pl_drawing *d, pl_error *err); /* writes what is left: 0, or -1 */
} pl_draw_backend;

struct pl_drawing {
    pl_out *out;
    pl_draw_options options;
    const pl_draw_backend *backend;
    pl_arena arena; /* of the picture being drawn */
    size_t n;       /* pictures drawn so far */
    bool compared;  /* two trees were compared */
    pl_finished
        held;    /* the first picture, until it is known whether it is the only one */
    pl_str body; /* SVG: the pictures so far, until their size is known;
                         HTML: what follows the trees */
    pl_str piece,
        index; /* HTML: trees that are not written yet, and the data about them */
    int64_t width, height; /* SVG: of the body */
};

extern const pl_draw_backend pl_draw_text, pl_draw_svg, pl_draw_latex, pl_draw_html;

/* True if the sentence is to be drawn as arcs. */
bool pl_draws_arcs(const pl_tree *t, const pl_draw_options *o);
/* Appends a file of share/draw: a style sheet, a script, a page; with `joined`, its lines
 * become one. -1 with the reason if it cannot be found or read. */
int pl_draw_part(pl_str *out, const char *name, bool joined, pl_error *err);
