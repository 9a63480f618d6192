/* Empty elements of Penn-style treebanks, and what was moved away from where they stand.
 *
 *     (SBAR (WHNP-1 which) (S (NP-SBJ (-NONE- *T*-1)) (VP is …)))
 *     (SBAR (S (WHNP-SBJ which) (VP is …)))                           resolved
 *
 * Resolving moves an overt phrase back to where its trace *T*, *ICH*, *EXP* or *RNR* has
 * the same index: under the parent of the trace, with the function found there. Of
 * several traces with one index the first counts, for *RNR* the last. A phrase that
 * dominates its trace stays. Then, and when only removing, all empty elements go with the
 * nodes they leave empty, and the indices (-1, =2) are taken off labels and functions.
 *
 * Three ways to write them are understood:
 *
 *     (NP-SBJ (-NONE- *T*-1))      Penn Treebank: the index stands at the trace
 *     (NP-SBJ-1 (-NONE- *T*))      CRAFT: the index stands on the phrase above it
 *     (NP-SBJ *T*-1)               Penn historical (IcePaHC): the phrase is the tag
 *
 * A word is an empty element if its tag is -NONE-; if it is *T*, *ICH*, *con*, *pro* … ;
 * or if it is 0, * or *-1 and its tag is that of a phrase or a complementizer. */
#pragma once

#include "tree/tree.h"

/* Whether a word is tagged -NONE-, which a parser must not learn: no text has it. */
bool pl_has_traces(const pl_tree *t);
/* Each leaves the tree in order; a sentence of empty elements only has no words then. */
void pl_traces_resolve(pl_tree *t);
void pl_traces_remove(pl_tree *t);

/* X over nothing but another X becomes one X: the usual treatment of what traces leave
 * behind. The function of the upper one stays, or where it has none that of the lower. */
void pl_collapse_same(pl_tree *t);
