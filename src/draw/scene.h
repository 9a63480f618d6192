/* A picture for vector graphics: texts and lines at places, which SVG and LaTeX only have
 * to spell out. Units are tenths of a point; y grows downwards. */
#pragma once

#include "base/vec.h"
#include "draw/drawing.h"
#include "draw/layout.h"

#define PL_N_COLORS 5 /* for discontinuous nodes and crossing arcs, in turn */

typedef enum pl_role {
    PL_ROLE_LABEL,
    PL_ROLE_TAG,
    PL_ROLE_WORD,
    PL_ROLE_BELOW,    /* lemma, morphology */
    PL_ROLE_FUNCTION, /* of an edge, or of a secondary one */
    PL_ROLE_ARC,      /* label of an arc */
    PL_ROLE_CAPTION,
    PL_ROLE_LINE,
    PL_ROLE_ARROW, /* head of an arrow that points down at (x, y) */
    PL_ROLE_CURVE, /* secondary edge: from points[0] to points[3], others are controls */
    PL_ROLE_TIP,   /* its arrow head: three points */
    PL_N_ROLES
} pl_role;

typedef struct pl_shape {
    pl_role role;
    uint8_t color;  /* 0 none, 1 … PL_N_COLORS */
    uint8_t mark;   /* pl_mark */
    bool heavy;     /* line to a head child */
    bool secondary; /* of a secondary edge */
    bool left;      /* text starts at x instead of being centred on it */
    const char *text;
    int64_t x, y;          /* of a text: the middle of its height */
    const int64_t *points; /* [2 * n_points] of a line, its corners rounded */
    size_t n_points;
} pl_shape;

/* A cell of the grid that finds the texts near a place: a list of the texts that overlap it. */
typedef struct pl_grid_cell {
    int64_t column, row;
    uint32_t
        first; /* first text of the list, numbered like `next`; 0: free place in the hash table */
} pl_grid_cell;

typedef struct pl_grid_text {
    uint32_t shape;
    uint32_t
        next; /* next text: its index in pl_scene.in_cells plus one; 0: end of the list */
} pl_grid_text;

typedef struct pl_scene {
    pl_arena *arena;
    const pl_draw_options *options;
    PL_VEC(pl_shape) shapes;
    int64_t width, height; /* of the whole picture, or of the sentence added last */
    /* The grid, made when the first label of a secondary edge is placed (curves.c). */
    PL_VEC(pl_grid_cell) cells; /* a hash table; n is 0 or a power of two */
    PL_VEC(pl_grid_text) in_cells;
    size_t n_used; /* cells in use */
    size_t n_seen; /* the first n_seen shapes are in the grid, or have no text */
} pl_scene;

/* Removes all shapes and frees the memory that is not in the arena. */
void pl_scene_clear(pl_scene *s);

/* Size of the texts of each role, in tenths of a point. */
extern const int64_t pl_role_size[PL_N_ROLES];

/* Approximate widths in a sans-serif face, from the classes of the characters; `role` is
 * a pl_role. */
int64_t pl_text_extent(const char *text, int role);

/* -- for scene.c: secondary edges (curves.c) ------------------------------------------- */

/* The middle of the label of a node and, with some room, half of its width. */
typedef struct pl_curve_end {
    int64_t x, y, half;
} pl_curve_end;

/* Adds a curve from the side of the label of a parent, ends[0], to that of its child,
 * ends[1], and its label (NULL: none) where it covers no other text. The texts of the tree
 * are there already; its width may grow. `left` is where the picture begins. */
void pl_scene_add_edge(pl_scene *s, const pl_curve_end *ends, const char *label,
                       int64_t left);

/* The whole picture, into a scene that has only its arena and options: one tree, or gold
 * and candidate with captions. -1 with the reason if the sentence is too large. */
int pl_scene_make(pl_scene *s, const pl_drawn *what, pl_error *err);

/* Appends `format` with each @ replaced by the next of `values`, which are tenths:
 * pl_put_scaled(out, "(@,@)", (int64_t[]){15, -20}) appends (1.5,-2). */
void pl_put_scaled(pl_str *out, const char *format, const int64_t *values);
