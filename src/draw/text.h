/* Pictures made of characters. A picture is never held as a whole: its rows are made one
 * at a time, so memory is bounded by its width. */
#ifndef PL_DRAW_TEXT_H
#define PL_DRAW_TEXT_H

#include "draw/layout.h"

/* What a cell is, for its colour on a terminal. */
typedef enum pl_style {
    PL_STYLE_PLAIN,
    PL_STYLE_LINE,
    PL_STYLE_WORD,
    PL_STYLE_TAG,
    PL_STYLE_CROSSING, /* discontinuous nodes, arcs that cross */
    PL_STYLE_MISSING,
    PL_STYLE_EXTRA,
    PL_STYLE_LABEL,
    PL_N_STYLES
} pl_style;

typedef struct pl_text_cell {
    const char *text; /* a character with its combining marks; NULL: blank */
    uint32_t bytes;   /* of text */
    uint8_t style;
    bool glued;   /* in the same word or label as the cell to the left */
    bool covered; /* the second half of a wide character */
} pl_text_cell;

/* The four directions in which a line leaves a cell. */
enum { PL_UP = 1, PL_DOWN = 2, PL_LEFT = 4, PL_RIGHT = 8, PL_HEAVY = 16 };

typedef struct pl_picture pl_picture;
struct pl_picture {
    size_t width, height;
    const pl_draw_options *options;
    const pl_draw_marks *marks;
    const pl_tree *tree;
    const void *layout; /* a pl_tree_layout or a pl_arc_layout */
    /* Fills one row; `cells[width]` are blank. */
    void (*draw_row)(const pl_picture *p, size_t row, pl_text_cell *cells);
};

/* Lay out a picture in `m` and set its size, layout and draw_row; its tree, options
 * and marks are there already. */
void pl_text_tree(pl_arena *m, pl_picture *p);
void pl_text_arcs(pl_arena *m, pl_picture *p);

/* For those who fill rows. */
void pl_cells_text(pl_text_cell *cells, size_t width, int64_t at, const char *text,
                   pl_style style);
void pl_cells_line(const pl_picture *p, pl_text_cell *cells, int64_t at, unsigned arms,
                   pl_style style);
pl_style pl_mark_style(pl_mark mark, pl_style otherwise);
extern const pl_metrics pl_text_metrics;

/* True if the sentence is to be drawn as arcs. */
bool pl_draws_arcs(const pl_tree *t, const pl_draw_options *o);

#endif
