/* What the reader and the writer of the export format share. */
#pragma once

#include "tree/index.h"
#include "format/writer.h"

/* Marks, as a comment, a last word that looks like a nonterminal: "#500". */
#define PL_EXPORT_WORD_MARK "(word)"
/* How sure a parser is, and its score among the n best, stand first in a comment, but for that
 * mark: %% confidence=0.9312 score=-1.02 */

/* The number of a nonterminal's first column, `#` and digits from 500 on; 0 if the text
 * is not one. */
uint32_t pl_export_node_number(const char *text);

/* Whether a line is the mark (#BOS, #EOS …), alone or followed by a space or tab. */
bool pl_export_has_mark(const char *line, const char *mark);
/* The line of a header that says the version; NULL if there is none. */
const char *pl_export_version_line(const char *header);
/* Whether a line has the columns of a word or node, whatever its first word looks like.
 */
bool pl_export_is_row(const char *line);

/* The writer's state. */
typedef struct pl_export_writer {
    int version; /* 3 or 4 */
    pl_levels levels;
    pl_edge_index edges;     /* by child */
    PL_VEC(uint32_t) number; /* [n_nodes]  of a nonterminal; 0 for the root */
} pl_export_writer;

int pl_export_write_start(pl_writer *w, pl_error *err);
int pl_export_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_export_write_end(pl_writer *w, pl_error *err);
