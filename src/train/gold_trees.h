/* A treebank in memory to learn from, or to score on: training, oracles and statistics of
 * transition systems need it. */
#pragma once

#include "format/source.h"
#include "machine/machine.h"
#include "transform/transform.h"

typedef struct pl_gold_trees {
    pl_arena arena;
    pl_pipeline *steps;      /* applied to trees as they are read; NULL: none */
    pl_tree *first;          /* read already, to be taken before the others; NULL: none */
    PL_VEC(pl_tree *) trees; /* each has words, and what the machine learns from */
    size_t n_twins;  /* rough twins of all other trees, behind these; 0: there are none */
    size_t n_tokens; /* without twins */
    size_t n_empty;  /* sentences without words, left out */
    size_t n_traced; /* sentences with words tagged -NONE-, which no text has */
    bool universal;  /* they are CoNLL-U: scored without subtypes, as files are */
    /* Of constituents, once their heads are marked: */
    bool keep_functions;             /* to be set before */
    PL_VEC(const char **) functions; /* [trees.n] of all nodes of each, if kept */
    pl_heads *rules;
    const char *rules_name;
} pl_gold_trees;

/* Reads all that a source has. Trees that a machine of this kind cannot learn from are
 * rejected (see pl_source_reject). -1 with the reason. */
int pl_gold_trees_read(pl_gold_trees *g, const pl_machine_ops *ops, pl_source *source,
                       pl_error *err);
/* The trees without their twins. */
static inline size_t pl_gold_trees_n(const pl_gold_trees *g)
{
    return g->trees.n - g->n_twins;
}

/* Adds a twin of each tree with the same sentence as people might have typed it (see
 * roughen.h). Before heads are marked. */
void pl_gold_trees_roughen(pl_gold_trees *g, uint64_t seed);
/* The twin of tree i; NULL if there is none. */
static inline pl_tree *pl_gold_trees_twin(const pl_gold_trees *g, size_t i)
{
    return g->n_twins > 0 ? g->trees.at[pl_gold_trees_n(g) + i] : NULL;
}

/* Marks the heads of constituents by rules: a name or a file, or NULL for the shipped ones
 * that know most about the trees. Sets functions aside first, since derivations do not
 * have them. -1 with the reason. */
int pl_gold_trees_mark(pl_gold_trees *g, const char *name, pl_error *err);
/* Puts back the functions that pl_gold_trees_mark has set aside, or removes them
 * again. */
void pl_gold_trees_show_functions(pl_gold_trees *g, bool show);
void pl_gold_trees_release(pl_gold_trees *g);

/* Lets a machine see all trees and numbers its actions. -1 with the reason. */
int pl_gold_trees_show(const pl_gold_trees *g, pl_machine *m, pl_error *err);
