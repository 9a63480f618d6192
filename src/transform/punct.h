/* Where punctuation hangs. Treebanks of the NeGra and Alpino kind attach it to the root,
 * where it cuts almost every constituent in two; each mode here is one way out. What is
 * punctuation is the table in marks.h. */
#ifndef PL_TRANSFORM_PUNCT_H
#define PL_TRANSFORM_PUNCT_H

#include "base/err.h"
#include "tree/tree.h"

typedef enum pl_punct_mode {
    PL_PUNCT_KEEP,     /* nothing */
    PL_PUNCT_MOVE,     /* marks at the root go before the largest constituent that begins
                        * right after them; then pairs of quotes, brackets and dashes go
                        * under one parent where they enclose it (as disco-dop does) */
    PL_PUNCT_MOVE_ALL, /* the same for every terminal at the root */
    PL_PUNCT_LCA,      /* terminals at the root with a tag of punctuation (LET too) go to
                        * the lowest common ancestor of the terminals around them that are
                        * not such marks; without one on each side they stay */
    PL_PUNCT_ROOT,     /* all marks (tag LET too) go to the root */
    PL_PUNCT_REMOVE,   /* all marks (tag LET too) go; a sentence of nothing else stays */
} pl_punct_mode;

int pl_punct_mode_named(const char *name, pl_punct_mode *mode, pl_error *err);

/* Changes the tree, which is in order before and after. Nodes that are left without
 * words go, the root excepted. */
void pl_punct(pl_tree *t, pl_punct_mode mode);

/* Every child of the root, whatever it is, from the smallest to the largest: it goes to
 * the lowest common ancestor of the terminals next to it on both sides, if that is not
 * the root and then has fewer gaps. */
void pl_root_attach(pl_tree *t);

#endif
