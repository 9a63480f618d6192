/* Where things stand in a picture, for text (units: columns) and for vector graphics
 * (units: tenths of a point) alike.
 *
 * A constituent tree is a stack of levels. Terminals are on level 0; a nonterminal is on
 * a level above all its children. Each nonterminal has a label, below it a horizontal bar
 * that covers its children, and one vertical line from the bar down to each child:
 *
 *        S              level 2: label
 *      ┌─┴─────┐                 bar
 *      │      VP        level 1: label
 *      │   ┌───┴───┐             bar
 *     PRO  V      ADV   level 0
 *
 *   INVARIANTS  on one level, the stretches of nodes (bar and label together) do not
 *               touch; a vertical line never touches a label that is not its end; two
 *               vertical lines never run in the same column on the same level.
 *
 * So the only way in which two nodes' lines meet is a vertical that crosses a bar. */
#pragma once

#include "tree/tree.h"
#include "draw/draw.h"

/* How large things are in the units of the target. */
typedef struct pl_metrics {
    int64_t (*extent)(const char *text, int role); /* how wide a text is */
    int label, tag, word, func, below; /* roles of labels, tags, words, functions and of
                                          what stands below words: the size depends on them */
    int64_t gap;                       /* between words, and between nodes on one level */
    int64_t pad;  /* free space between a label and a line next to it */
    int64_t step; /* between the ends of two arcs at one word */
    int64_t
        snap;   /* a node this close to one of its children is placed exactly above it */
    bool plain; /* text goes to a grid of characters: no blanks inside labels */
} pl_metrics;

/* What stands below each other at the bottom of a picture: words, and as the options want
 * lemmas and morphology. */
typedef struct pl_word_rows {
    const char **at[3]; /* [n][n_tokens]  the first are the words; NULL: nothing there */
    uint32_t n;
    int64_t *width; /* [n_tokens]  of the widest */
} pl_word_rows;

typedef struct pl_tree_layout {
    const pl_tree *tree;
    const char **label; /* [n_nodes]   NULL for a terminal without a tag */
    const char **func;  /* [n_nodes]   above the label; NULL: none */
    pl_word_rows words;
    int64_t *x;            /* [n_nodes]   of the line up from the node */
    int64_t *width;        /* [n_nodes]   of label and function */
    uint32_t *level;       /* [n_nodes]   PL_NONE for dead nodes */
    uint32_t *lo, *hi;     /* [n_nodes]   leftmost and rightmost child */
    uint32_t *by_level;    /* nonterminals, lowest level first, then left to right */
    uint32_t *level_start; /* [n_levels + 2]  into by_level; level l is from
                              level_start[l] up to level_start[l + 1] */
    uint32_t n_levels;     /* of nonterminals: 1 … n_levels */
    int64_t total_width;
    bool has_tags, has_functions;
} pl_tree_layout;

static inline int64_t pl_max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t pl_min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* In text, a label of width w on column x takes the columns x - (w-1)/2 and on. */
static inline int64_t pl_left_part(int64_t width)
{
    return width > 0 ? (width - 1) / 2 : 0;
}

/* Everything lives in `m`. */
pl_tree_layout *pl_layout_tree(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                               const pl_draw_marks *marks, const pl_metrics *metrics);

/* Dependencies: arcs above the words, each a bar on its own row or sharing a row with
 * arcs it does not touch. A word has up to three columns for line ends, from left to
 * right: its arcs to the left (to dependents), the arc from its head, its arcs to the
 * right. With that order projective trees draw without any crossing.
 *
 *         ┌──nsubj──┐ root ┌──obj──┐
 *         ▼         │  ▼   │       ▼
 *        she        saw            it                                              */
typedef struct pl_arc {
    uint32_t from, to; /* head (PL_ROOT_HEAD for a root) and dependent */
    const char *label; /* "" if none */
    int64_t width;     /* of the label */
    int64_t at;        /* left edge of the label */
    uint32_t row;      /* 1 is the lowest */
    uint8_t from_slot; /* PL_SLOT_LEFT or _RIGHT of `from` */
    bool crossing;     /* another arc crosses it */
} pl_arc;

enum { PL_SLOT_LEFT, PL_SLOT_IN, PL_SLOT_RIGHT };

typedef struct pl_arc_layout {
    const pl_tree *tree;
    pl_word_rows words;
    const char **tag;   /* [n_tokens]  NULL if none */
    int64_t *tag_width; /* [n_tokens] */
    int64_t *center;    /* [n_tokens]  of word and tag */
    int64_t *slot[3];   /* [n_tokens]  line ends: PL_SLOT_… */
    uint32_t *top[3];   /* [n_tokens]  row of the highest arc there, 0 if none */
    pl_arc *arcs;       /* [n_arcs]  lowest row first */
    uint32_t n_arcs, n_rows;
    int64_t total_width;
    bool has_tags;
} pl_arc_layout;

pl_arc_layout *pl_layout_arcs(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                              const pl_draw_marks *marks, const pl_metrics *metrics);

static inline int64_t pl_arc_to_x(const pl_arc_layout *l, const pl_arc *a)
{
    return l->slot[PL_SLOT_IN][a->to];
}

static inline int64_t pl_arc_from_x(const pl_arc_layout *l, const pl_arc *a)
{
    return a->from == PL_ROOT_HEAD ? pl_arc_to_x(l, a) : l->slot[a->from_slot][a->from];
}

/* The lines that cross the bar of an arc, from left to right, into lines[3 * n_tokens];
 * their number. */
uint32_t pl_arc_crossings(const pl_arc_layout *l, const pl_arc *a, int64_t *lines);

/* The tag that stands at a word of dependencies: the coarse one if there is one; may be
 * NULL. */
const char *pl_arc_tag(const pl_tree *t, uint32_t i);
/* The text of a label with, in plain text, its mark; made visible. */
const char *pl_draw_label(pl_arena *m, const char *label, pl_mark mark, bool plain);
/* The label with the name that the marks give the node before it: #n:NP. */
const char *pl_marked_label(pl_arena *m, const pl_draw_marks *marks, uint32_t v,
                            const char *label);
/* Words, and what stands below them, as they are shown. */
pl_word_rows pl_measure_words(pl_arena *m, const pl_tree *t, const pl_draw_options *o,
                              const pl_metrics *metrics);

/* Which nodes are discontinuous, not by punctuation alone: [n_nodes]. */
const bool *pl_draws_crossing(pl_arena *m, const pl_tree *t);

/* Whether the line to v is heavy: it is the head of its parent, and heads are shown. */
static inline bool pl_draws_head(const pl_tree *t, const pl_draw_options *o, uint32_t v)
{
    uint32_t parent = t->nodes[v].parent;
    return o->heads && parent != PL_NONE && t->nodes[parent].head == v;
}

static inline pl_mark pl_node_mark(const pl_draw_marks *marks, uint32_t v)
{
    return marks != NULL && marks->nodes != NULL ? (pl_mark)marks->nodes[v]
                                                 : PL_MARK_NONE;
}

static inline pl_mark pl_arc_mark(const pl_draw_marks *marks, uint32_t i)
{
    return marks != NULL && marks->arcs != NULL ? (pl_mark)marks->arcs[i] : PL_MARK_NONE;
}
