/* Tree-substitution grammars as LCFRS (van Cranenburgh and Bod 2013, section 2.2): rules
 * that stand for elementary trees, and the way back from derivations to trees.
 *
 *     (S (VP 0= 4=) (VB 1=had) (NN 2=ze) (ADV 3=zelf))     the elementary tree
 *
 *     S      → @2 ADV@zelf    010     its first production has the weight of the tree
 *     @2     → @1 NN@ze       01,0    the others weigh 1 and are shared by all trees
 *     @1     → VP_2 VB@had    01,0    whose leaves begin alike
 *     VB@had → had                    a tag that selects for the word
 *
 * Inner nodes are left out; the leaves, in the order of their lowest words, are put
 * together from the left. The number of the first production leads back to the
 * elementary tree with its inner nodes: productions that look the same but stand for
 * different trees are different productions. Labels of new symbols hold the byte
 * PL_TSG_MARK, which is @ in print.
 *
 * Elementary trees are codes (forest.h) of the productions of the treebank, the base.
 *
 * Three grammars have this form:
 *
 *     treebank     every production is a rule of its own; no elementary trees
 *                  (pl_tsg_count)
 *     Double-DOP   the recurring fragments of a treebank and all its productions
 *                  (pl_tsg_double_dop)
 *     reduction    all fragments of a treebank, implicitly (Goodman 2003): a symbol for
 *                  each different subtree, and rules that stand for single productions
 *                  (pl_tsg_reduction)
 */
#pragma once

#include "grammar/fragments.h"

#define PL_TSG_MARK '\x1f'

typedef struct pl_elementary {
    size_t code, order; /* codes[code … code + n - 1], orders[order …]; order SIZE_MAX:
                           leaves in pre-order are in the order of the rule */
    uint32_t n;
    uint32_t n_leaves;
} pl_elementary;

typedef struct pl_tsg {
    const pl_productions *base; /* what codes are made of; not owned */
    pl_productions productions;
    PL_VEC(double) weights; /* [productions] */
    /* [productions]  the elementary tree whose first production it is; PL_NONE: it is
     * one of the others. Empty in a treebank grammar. */
    pl_numbers tree_of;
    PL_VEC(pl_elementary) trees;
    pl_numbers codes;
    pl_numbers orders; /* for each leaf in pre-order: which child of the rule */
} pl_tsg;

/* Adds elementary trees one by one: pl_tsg_start, pl_tsg_add …, pl_tsg_finish. */
typedef struct pl_tsg_maker {
    pl_tsg *tsg;
    pl_prod_stack stack, prefixes; /* rules; what intermediate symbols stand for */
    pl_productions prefix_table;
    pl_code code;
    pl_numbers leaves; /* scratch */
    pl_str label;      /* scratch */
} pl_tsg_maker;

/* 0, or -1 if a label of the base holds PL_TSG_MARK. */
int pl_tsg_check_labels(const pl_productions *base, pl_error *err);
int pl_tsg_start(pl_tsg_maker *m, pl_tsg *tsg, const pl_productions *base, pl_error *err);
/* The number of the first production. */
uint32_t pl_tsg_add(pl_tsg_maker *m, const uint32_t *code, uint32_t n, double weight);
void pl_tsg_finish(pl_tsg_maker *m);

/* The productions of a forest by how often they occur: sets weights[productions of f],
 * counts or, with `relative`, frequencies among the productions of the same symbol. The
 * productions stay in the forest. */
void pl_tsg_count(pl_tsg *tsg, const pl_forest *f, bool relative);
/* Double-DOP from the fragments of a forest, which must include all productions (cover
 * 1). Keeps the forest's productions as base. 0, or -1 with the reason. */
int pl_tsg_double_dop(pl_tsg *tsg, const pl_forest *f, const pl_fragments *fragments,
                      pl_error *err);
/* The reduction of a forest whose nodes have at most two children. Keeps the forest's
 * productions as base. 0, or -1 with the reason. */
int pl_tsg_reduction(pl_tsg *tsg, const pl_forest *f, pl_error *err);
void pl_tsg_release(pl_tsg *tsg);

/* Whether a symbol was made by binarization, and so stands inside an elementary tree. */
static inline bool pl_tsg_is_inner(const pl_tsg *tsg, uint32_t symbol)
{
    return tsg->productions.symbols.at[symbol].label[0] == PL_TSG_MARK;
}
/* Whether a production begins an elementary tree: its symbol has no mark. */
bool pl_tsg_starts(const pl_tsg *tsg, uint32_t production);
/* Whether productions and elementary trees fit together, so that every derivation can be
 * expanded: for grammars that come from a file. */
bool pl_tsg_sound(const pl_tsg *tsg);

/* -- from derivations to trees ------------------------------------------------------ */

typedef struct pl_tsg_expander {
    pl_numbers sizes;  /* [derivation]  numbers of the subtree at each */
    pl_numbers leaves; /* children, in the derivation, of the trees being expanded */
    PL_VEC(struct pl_tsg_task) tasks;
} pl_tsg_expander;

struct pl_tsg_task {
    uint32_t tree;   /* elementary tree */
    uint32_t at;     /* the next number of its code */
    uint32_t leaf;   /* the next leaf in pre-order */
    uint32_t leaves; /* where its children in the derivation are listed */
};

/* Puts the code of the tree that a derivation stands for, in productions of the base,
 * into `out`. The derivation is its productions in pre-order (PL_NONE for a word with its
 * tag) by the rules of a sound grammar. */
void pl_tsg_expand(pl_tsg_expander *x, const pl_tsg *tsg, const uint32_t *derivation,
                   uint32_t n, pl_numbers *out);
void pl_tsg_expander_release(pl_tsg_expander *x);
