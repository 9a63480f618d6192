/* Grammars read off a treebank: its productions with their counts, which divided by those
 * of all productions with the same left-hand side are their probabilities.
 *
 *     kind            trees        grammar
 *     pcfg            continuous   productions: a PCFG
 *     split-pcfg      split        productions: a PCFG that says about gaps what labels
 * can say (VP*0 VP*1, see transform/split_disc.h) plcfrs          as they are
 * productions: an LCFRS 2dop            as they are  recurring fragments (see tsg.h)
 *     split-2dop      split        recurring fragments
 *     dop-reduction   as they are  all fragments, implicitly
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

typedef enum pl_grammar_shape {
    PL_TREES_CONTINUOUS,
    PL_TREES_SPLIT,
    PL_TREES_WHOLE,
} pl_grammar_shape;

typedef enum pl_grammar_rules {
    PL_RULES_PRODUCTIONS,
    PL_RULES_FRAGMENTS,
    PL_RULES_REDUCTION,
} pl_grammar_rules;

typedef struct pl_grammar_kind {
    const char *name;
    pl_grammar_shape trees;
    pl_grammar_rules rules;
    const char *before; /* the kind that prunes for it in parsing; NULL: none */
    const char *about;
} pl_grammar_kind;

extern const pl_grammar_kind pl_grammar_kinds[]; /* ends with an empty row */
const pl_grammar_kind *pl_grammar_kind_find(const char *name); /* NULL if not there */
/* Makes a tree what the kind needs: 0, or -1 with the reason. */
int pl_grammar_prepare(const pl_grammar_kind *kind, pl_tree *t, pl_error *err);

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
