/* A grammar for parsing: stages from a coarse grammar to a fine one, all read off the
 * same treebank, and what is needed to find the tags of words and to turn derivations
 * into trees as the treebank has them.
 *
 *     kind            stages                              trees of the last
 *     pcfg            pcfg                                continuous
 *     split-pcfg      split-pcfg                          split into continuous parts
 *     plcfrs          split-pcfg  plcfrs                  as they are
 *     2dop            split-pcfg  plcfrs  2dop            as they are
 *     split-2dop      split-pcfg  split-2dop              split
 *     dop-reduction   split-pcfg  plcfrs  dop-reduction   as they are
 *
 *     pl_cascade_start(&c, pl_grammar_kind_find("2dop"));
 *     pl_cascade_tree(&c, tree, &err);             for each tree of the treebank
 *     pl_cascade_finish(&c, pool, &err);
 *     … c.at[i].rules …
 *     pl_cascade_release(&c);
 *
 * docs/grammars.md describes the file that grammar/grammar_file.h makes of it. */
#ifndef PL_GRAMMAR_CASCADE_H
#define PL_GRAMMAR_CASCADE_H

#include "grammar/extract.h"
#include "grammar/rare.h"
#include "grammar/tsg.h"

enum { PL_CASCADE_STAGES = 4 };

/* Rules, weights and, for grammars of fragments, elementary trees; a treebank grammar has
 * no elementary trees: its derivations are its trees. */
typedef struct pl_cascade_stage {
    const pl_grammar_kind *kind;
    pl_tsg rules;
    uint32_t base; /* the stage in whose productions elementary trees are written */
} pl_cascade_stage;

typedef struct pl_cascade {
    uint32_t n;
    pl_cascade_stage at[PL_CASCADE_STAGES];
    pl_forest split, whole; /* the treebank, until it is finished */
    pl_intern roots;        /* labels of roots */
    bool use_rare;          /* rare words become signatures */
    pl_rare rare;
    pl_str about; /* lines "key: value" */
    pl_str heads; /* the head rules that binarization used */
    pl_str steps; /* transforms that trees went through, but for --heads; as in `undo` */
    pl_str undo;  /* transforms that make a tree with gaps one of the treebank, "name" or
                     "name=argument", a blank between them; split trees are unbinarized
                     and merged before that */
} pl_cascade;

/* The label of the root above those of the treebank, where it has several. */
#define PL_CASCADE_ROOT "\x1eROOT"
static inline const char *pl_cascade_root(const pl_cascade *c)
{
    return c->roots.n == 1 ? c->roots.at[0] : PL_CASCADE_ROOT;
}

void pl_cascade_start(pl_cascade *c, const pl_grammar_kind *kind);
/* Adds a tree, which is changed: 0, or -1 with the reason. */
int pl_cascade_tree(pl_cascade *c, pl_tree *t, pl_error *err);
/* Makes the stages: 0, or -1 with the reason (no trees, or what fragments.h says). */
int pl_cascade_finish(pl_cascade *c, pl_pool *pool, pl_error *err);
void pl_cascade_release(pl_cascade *c);

/* Whether trees of this stage are split into continuous parts. */
static inline bool pl_stage_is_split(const pl_cascade_stage *s)
{
    return s->kind->trees == PL_TREES_SPLIT;
}

#endif
