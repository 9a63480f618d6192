/* Fragments and grammars as text: what `pleach fragments` and `pleach grammar --text`
 * write, and the fragments that are read to be counted. */
#pragma once

#include "base/out.h"
#include "grammar/fragments.h"
#include "grammar/tsg.h"

/* -- one fragment ------------------------------------------------------------------- */

/* Writes and reads (NP (LID 0=de) (N 1=)): discbracket with indices of the fragment's
 * own. They begin at 0; each block of a node of the frontier counts as one word, and so
 * does each gap of the root (van Cranenburgh and Bod 2013, figure 4). */
typedef struct pl_fragment_text pl_fragment_text;
pl_fragment_text *pl_fragment_text_new(void);
void pl_fragment_text_free(pl_fragment_text *t); /* NULL is fine */

/* Appends the text of a code of n numbers. With `unbinarize`, nodes that binarization
 * made are left out unless they are its root or on its frontier. */
void pl_fragment_write(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                       uint32_t n, bool unbinarize, pl_str *out);
/* Appends the code of the fragment in `text` up to its last bracket to `these`, as a
 * fragment with count 0; *end is what follows. 0, or -1 with the reason. */
int pl_fragment_read(pl_fragment_text *t, const pl_productions *p, const char *text,
                     pl_fragments *these, const char **end, pl_error *err);

/* -- files of fragments ------------------------------------------------------------- */

/* Finds the fragments of the forest, or counts those of the file `given` (NULL: none), one
 * per line (text after a tab is ignored), by so many threads (0: one for each processor).
 * 0, or -1 with the reason. */
int pl_fragments_find(pl_fragments *these, pl_forest *f, const pl_seek_options *options,
                      const char *given, uint32_t threads, pl_error *err);

/* The columns of a line beside the fragment. */
typedef struct pl_fragment_columns {
    bool unbinarize; /* see pl_fragment_write; fragments that come out the same are one */
    bool relative;   /* counts divided by those of all fragments with the same root */
    bool both;       /* also those of the second treebank */
    bool trees;      /* numbers of the trees, from 1 */
    uint32_t second; /* the first tree of the second treebank; 0 if there is only one */
} pl_fragment_columns;

/* Writes all fragments, one per line: FRAGMENT<TAB>COUNT[<TAB>COUNT2][<TAB>TREES…]. Those
 * that were read from a file are written as they stood there and in that order, others
 * sorted by bytes. */
void pl_fragments_print(const pl_fragments *f, const pl_productions *p,
                        const pl_fragment_columns *columns, pl_out *out);

/* -- grammars ----------------------------------------------------------------------- */

/* GRAMMAR.rules and GRAMMAR.lex, lines sorted by bytes. The number is the count of a
 * treebank grammar's production (pl_tsg_count), and the weight in a grammar of fragments,
 * which also has the elementary trees.
 *
 *     LHS<TAB>RHS…<TAB>YIELD<TAB>NUMBER[<TAB>ELEMENTARY TREE]     VP_2  NP  VVPP  0,1  12
 *     WORD<TAB>TAG NUMBER<TAB>TAG NUMBER…                         that  DT 3  IN 8
 */
void pl_tsg_write_rules(const pl_tsg *g, pl_out *out);
void pl_tsg_write_lexicon(const pl_tsg *g, pl_out *out);
