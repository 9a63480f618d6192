/* Grammars read off a treebank: its productions with their counts, which divided by those
 * of all productions with the same left-hand side are their probabilities.
 *
 *     kind         trees                                            yields
 *     pcfg         as they are, which must be continuous            a PCFG
 *     split-pcfg   discontinuous nodes split into continuous parts  a PCFG that says
 * about (VP*0 VP*1, see transform/split_disc.h)          gaps what labels can say plcfrs
 * as they are                                      an LCFRS
 *
 * A treebank is taken as binarized as it is. Where splitting makes nodes of three and
 * more children in trees that had none, these are binarized anew, from the right with all
 * children in the labels of new nodes, which changes no probability. Labels that look
 * like those of new nodes get a \ before that, as always when binarizing, so that undoing
 * the two steps one after the other gives the tree back. */
#ifndef PL_GRAMMAR_EXTRACT_H
#define PL_GRAMMAR_EXTRACT_H

#include "base/out.h"
#include "grammar/forest.h"

typedef struct pl_grammar_kind {
    const char *name, *about;
    /* Makes a tree what the kind needs: 0, or -1 with the reason. NULL: nothing to do. */
    int (*prepare)(pl_tree *t, pl_err *err);
} pl_grammar_kind;

extern const pl_grammar_kind pl_grammar_kinds[]; /* ends with an empty row */
const pl_grammar_kind *pl_grammar_kind_find(const char *name); /* NULL if not there */

typedef struct pl_grammar {
    const pl_productions *productions; /* those of the forest */
    uint64_t *counts;                  /* [productions] */
    uint64_t *totals;                  /* [symbols]  of all productions of a symbol */
    uint32_t n_rules, n_lexical;       /* productions with and without children */
} pl_grammar;

/* Counts the productions of the forest, which the grammar keeps. */
void pl_grammar_extract(pl_grammar *g, const pl_forest *f);
void pl_grammar_release(pl_grammar *g);

/* The grammar as text: GRAMMAR.rules and GRAMMAR.lex, lines sorted by bytes.
 *
 *     LHS<TAB>RHS…<TAB>YIELD<TAB>COUNT          VP_2   NP   VVPP   0,1   12
 *     WORD<TAB>TAG COUNT<TAB>TAG COUNT…         that   DT 3   IN 8
 */
void pl_grammar_write_rules(const pl_grammar *g, pl_out *out);
void pl_grammar_write_lexicon(const pl_grammar *g, pl_out *out);

#endif
