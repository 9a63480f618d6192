/* A sentence in the export format, cut into columns, and the tree it stands for. The
 * reader collects the lines (read_export.c); what they mean together is found out here:
 * which are words and which nonterminals, and what the numbers of parents lead to. */
#ifndef PL_FORMAT_EXPORT_TREE_H
#define PL_FORMAT_EXPORT_TREE_H

#include "tree/build.h"

enum {
    PL_EXPORT_WORD,
    PL_EXPORT_LEMMA,
    PL_EXPORT_TAG,
    PL_EXPORT_MORPH,
    PL_EXPORT_FUNC,
    PL_EXPORT_N_COLUMNS
};

/* A line of the sentence; a column other than word and tag is NULL where it is "--". */
typedef struct pl_export_row {
    const char *column[PL_EXPORT_N_COLUMNS];
    const char *comment; /* NULL if none */
    uint32_t parent;     /* 0 for the root */
    uint32_t number;     /* 500 … for what looks like a nonterminal, else 0 */
    size_t line;
} pl_export_row;

/* A secondary edge: row `child` is also below the node with the number `parent`. */
typedef struct pl_export_link {
    uint32_t child, parent;
    const char *label;
    size_t line;
} pl_export_link;

/* The number of a nonterminal, and its row. */
typedef struct pl_export_number {
    uint32_t number, part;
} pl_export_number;

typedef struct pl_export_sentence {
    PL_VEC(pl_export_row) rows;
    PL_VEC(pl_export_link) links;
    PL_VEC(pl_line) lines; /* comment lines; `before` counts rows */
    const char *id;
    size_t first_line;
    /* Working space of pl_export_tree: */
    const char *file;
    PL_VEC(pl_export_number) numbers; /* in ascending order */
    pl_build build;
} pl_export_sentence;

/* The tree, or NULL with the reason, which names `file`, the line and the sentence. The
 * lines of `before`, each with its newline, stand before the first word. The text of the
 * rows must live in `m`. */
pl_tree *pl_export_tree(pl_export_sentence *s, const char *file, const char *before,
                        pl_arena *m, pl_error *err);
void pl_export_sentence_release(pl_export_sentence *s);

#endif
