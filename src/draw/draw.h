/* Draws sentences: constituents with crossing branches, or dependency arcs, as Unicode
 * text, SVG, LaTeX (TikZ) or a standalone HTML page of many trees.
 *
 *     pl_drawing *d = pl_drawing_new(out, &options);
 *     while (…) pl_drawing_add(d, tree, NULL, &err);
 *     pl_drawing_end(d, &err);
 *
 * or, for one tree, pl_draw. In every picture the words stand at the bottom in sentence
 * order, and two lines that cross look different from two that meet: the horizontal one
 * is interrupted where the other passes over it.
 *
 *              SMAIN
 *           ┌────┼───┐
 *           │    │ PPART
 *      ┌────│────│───┴─┐
 *      NP   WW  VNW    WW
 *     Wat  had   ze  gezien
 *
 * The text drawings can be read back: tests/unit/test_draw_text.c has the decoder. */
#pragma once

#include "base/err.h"
#include "base/out.h"
#include "tree/glossary.h"
#include "tree/tree.h"

typedef enum pl_draw_format {
    PL_DRAW_TEXT,
    PL_DRAW_SVG,
    PL_DRAW_LATEX,
    PL_DRAW_HTML,
    /* These are drawn as SVG, which another program has to convert. */
    PL_DRAW_PNG,
    PL_DRAW_PDF,
    PL_N_DRAW_FORMATS
} pl_draw_format;

/* The names of the formats, and the file name endings that stand for them. */
extern const struct pl_draw_format_name {
    const char *name, *extension;
    bool converted; /* the drawing is SVG */
} pl_draw_format_names[PL_N_DRAW_FORMATS];
/* Returns the name of format i, or NULL after the last format. */
const char *pl_draw_format_name(size_t i);

/* What of a sentence is drawn. */
typedef enum pl_draw_what {
    PL_DRAW_AUTO,         /* its constituents, or its dependencies if it has none */
    PL_DRAW_DEPENDENCIES, /* its dependencies, or its constituents if it has none */
} pl_draw_what;

typedef struct pl_draw_options {
    pl_draw_format format;
    pl_draw_what what;
    bool functions;     /* show the function of each edge, above the node */
    bool lemmas, morph; /* rows below the words */
    bool indented;      /* text: a line for each node, for narrow terminals */
    bool heads;         /* the line to a head child is heavy */
    bool ascii;         /* text: draw lines with - | + . ' only */
    bool matches; /* some nodes are marked as matches: SVG and HTML have styles for it */
    bool color;   /* text: with terminal colours; discontinuous nodes stand out */
    size_t width; /* text: columns to fit in, 0 for any number; a wider picture is cut
                       into panels that stand below each other. Comparisons without
                       a width take up to 160 columns */
    const char *title;           /* of the HTML page; NULL for none */
    const pl_glossary *glossary; /* SVG and HTML: meanings of labels, shown as tooltips */
} pl_draw_options;

/* What is remarkable about a node or an arc, beside being discontinuous. */
typedef enum pl_mark {
    PL_MARK_NONE,
    PL_MARK_MISSING, /* of the gold tree, not in the candidate; text shows -NP */
    PL_MARK_EXTRA,   /* of the candidate, not in the gold tree; text shows +NP */
    PL_MARK_LABEL,   /* there with another label; text shows ~NP */
    PL_MARK_MATCH,   /* a query found it; shown with its name: #n:NP */
    PL_N_MARKS
} pl_mark;

typedef struct pl_draw_marks {
    const uint8_t
        *nodes;          /* [n_nodes] a pl_mark each; of terminals: the tag; NULL: none */
    const uint8_t *arcs; /* [n_tokens] of the arc to the token's head; NULL: none */
    const char *const *names; /* [n_nodes] what stands before the label; NULL: nothing */
} pl_draw_marks;

/* Fills the marks (nodes[n_nodes] and arcs[n_tokens] of each tree, both arcs NULL if not
 * wanted) from the differences of two trees over the same words. Nodes match
 * by label and yield, unary chains with equal labels from the top down; nodes left over
 * with the same yield get PL_MARK_LABEL. Tags and arcs are compared token by token. */
int pl_draw_differences(const pl_tree *gold, const pl_tree *candidate,
                        uint8_t *gold_nodes, uint8_t *candidate_nodes, uint8_t *gold_arcs,
                        uint8_t *candidate_arcs, pl_error *err);

typedef struct pl_drawing pl_drawing;

/* Draws to `out`, which is borrowed until the end; the options are copied (their strings
 * borrowed). */
pl_drawing *pl_drawing_new(pl_out *out, const pl_draw_options *options);
/* Adds one picture; `marks` may be NULL. 0, or -1 with the reason (a sentence too large
 * to draw), after which the next one may be added. */
int pl_drawing_add(pl_drawing *d, const pl_tree *t, const pl_draw_marks *marks,
                   pl_error *err);
/* Adds the gold tree and the candidate with their differences marked: side by side where
 * the width permits, otherwise one above the other. Both have the same words. */
int pl_drawing_compare(pl_drawing *d, const pl_tree *gold, const pl_tree *candidate,
                       pl_error *err);
/* Writes what is left and frees the drawing. */
int pl_drawing_end(pl_drawing *d, pl_error *err);

/* The same for a single picture. */
int pl_draw(const pl_tree *t, const pl_draw_options *options, pl_out *out, pl_error *err);
int pl_draw_compare(const pl_tree *gold, const pl_tree *candidate,
                    const pl_draw_options *options, pl_out *out, pl_error *err);
