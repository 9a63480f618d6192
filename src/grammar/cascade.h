/* A grammar as it is read off a treebank and stands in a file: stages from a coarse
 * grammar to a fine one, all of the same treebank, and what is needed to find the tags of
 * words and to turn derivations into trees as the treebank has them.
 *
 *     kind            trees of it   rules of it                  stages
 *     pcfg            continuous    productions: a PCFG          pcfg
 *     split-pcfg      split         productions: a PCFG that     split-pcfg
 *                                   knows of gaps only what
 *                                   labels say (VP*0 VP*1)
 *     plcfrs          as they are   productions: an LCFRS        split-pcfg  plcfrs
 *     2dop            as they are   recurring fragments          split-pcfg  plcfrs  2dop
 *     split-2dop      split         recurring fragments          split-pcfg  split-2dop
 *     dop-reduction   as they are   all fragments, implicitly    split-pcfg  plcfrs
 *                                                                dop-reduction
 *
 *     pl_cascade_start(&c, pl_grammar_kind_find("2dop"), false);
 *     pl_cascade_add(&c, tree, &err);              for each tree of the treebank
 *     pl_cascade_finish(&c, pool, &err);
 *     … c.at[i].rules …
 *     pl_cascade_release(&c);
 *
 * A treebank is taken as binarized as it is. Where splitting (transform/transform.h)
 * makes nodes of three and more children in trees that had none, these are binarized
 * anew, from the right with all children in the labels of new nodes, which changes no
 * probability. Labels that look like those of new nodes get a \ before that, as always
 * when binarizing, so that undoing the two steps one after the other gives the tree
 * back. */
#pragma once

#include "base/sections.h"
#include "grammar/words.h"
#include "transform/transform.h"

enum { PL_CASCADE_STAGES = 4 };

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
/* Binarizes a tree that has nodes of more than two children as usual: from the right, with
 * one sibling in labels. 1, 0 if there was nothing to do, or -1 with the reason. */
int pl_grammar_binarize(pl_tree *t, pl_error *err);
/* Makes a tree what the kind needs: 0, or -1 with the reason. */
int pl_grammar_prepare(const pl_grammar_kind *kind, pl_tree *t, pl_error *err);

/* Rules, weights and, for grammars of fragments, elementary trees; a treebank grammar has
 * no elementary trees: its derivations are its trees. */
typedef struct pl_cascade_stage {
    const pl_grammar_kind *kind;
    pl_tsg rules;
} pl_cascade_stage;

typedef struct pl_cascade {
    uint32_t n;
    pl_cascade_stage at[PL_CASCADE_STAGES];
    bool counted;           /* for print: the last stage alone, with counts */
    pl_forest split, whole; /* the treebank; released when the stages are made, unless
                               only counted */
    uint32_t n_trees;
    pl_intern roots; /* labels of roots */
    bool use_rare;   /* rare words become signatures */
    pl_rare rare;
    pl_str about; /* lines "key: value" */
    pl_str heads; /* the head rules that binarization used */
    pl_str steps; /* transforms of the treebank's trees except heads, written as `undo` */
    /* Transforms that make a tree with gaps one of the treebank: "name" or
     * "name=argument", a blank between them. Split trees are unbinarized and merged
     * first. */
    pl_str undo;
    struct pl_peers *peers; /* share the search for fragments; NULL: none */
} pl_cascade;

/* The label of the root above those of the treebank, where it has several. */
#define PL_CASCADE_ROOT "\x1eROOT"
static inline const char *pl_cascade_root(const pl_cascade *c)
{
    return c->roots.n == 1 ? c->roots.at[0] : PL_CASCADE_ROOT;
}

/* `counted`: a grammar to be printed, not to parse with. It has the last stage only; its
 * productions have counts in place of frequencies, and there are no roots above those of
 * the treebank. */
void pl_cascade_start(pl_cascade *c, const pl_grammar_kind *kind, bool counted);
/* Adds a tree, which is changed: 0, or -1 with the reason. */
int pl_cascade_add(pl_cascade *c, pl_tree *t, pl_error *err);
/* Makes the stages: 0, or -1 with the reason (no trees, or what fragments.h says). */
int pl_cascade_finish(pl_cascade *c, pl_pool *pool, pl_error *err);
void pl_cascade_release(pl_cascade *c);

/* Whether trees of this stage are split into continuous parts. */
static inline bool pl_stage_is_split(const pl_cascade_stage *s)
{
    return s->kind->trees == PL_TREES_SPLIT;
}

/* The stage in whose productions the elementary trees of stage i are written: an earlier
 * one with the same trees. For a treebank grammar the stage itself. */
uint32_t pl_cascade_base(const pl_cascade *c, uint32_t i);

/* -- files: grammar_file.c ---------------------------------------------------------- */

/* Grammars as files: a cascade (cascade.h) in the sections of a model file.
 * docs/grammars.md describes them. What is read is checked as a whole and piece by piece.
 *
 *     pl_cascade_save(&cascade, "nl.grammar", &err);
 *     pl_cascade_load(&cascade, file, &err);
 */

#define PL_GRAMMAR_SECTION "grammar" /* which grammar files have and no others */

/* Limits of grammars in files. */
#define PL_MAX_GRAMMAR_FANOUT 64u
#define PL_MAX_GRAMMAR_RHS    1000u

int pl_cascade_save(const pl_cascade *c, const char *path, pl_error *err);
/* Fills a cascade that is then to be released, also after -1 with the reason. The file
 * need not stay open. */
int pl_cascade_load(pl_cascade *c, const pl_sections *file, pl_error *err);

/* -- the transforms of a cascade: `steps` and `undo` -------------------------------- */

/* Adds transforms, "name" or "name=argument" with a blank between them, to a pipeline.
 * False if there are too many, or one that grammars may not carry. */
bool pl_grammar_steps(pl_pipeline *p, const char *text);
/* Notes that the trees went through a transform (argument NULL: it has none). One that
 * grammars may carry is added to `steps`; what undoes it is put in front of `undo`. */
void pl_grammar_note_step(const char *name, const char *arg, pl_str *steps, pl_str *undo);
