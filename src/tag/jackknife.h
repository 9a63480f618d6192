/* Tags as a tagger gives them to sentences it has not learned from: the treebank is cut
 * into folds, and each fold is tagged by a tagger trained on the others. A parser trained
 * with such tags is ready for the mistakes of the tagger it will work with.
 *
 * Sentence i belongs to fold i mod n_folds. The result does not depend on the number of
 * threads. */
#ifndef PL_TAG_JACKKNIFE_H
#define PL_TAG_JACKKNIFE_H

#include "tag/tagger.h"

enum { PL_JACKKNIFE_FOLDS = 5 };

typedef struct pl_jackknife {
    unsigned n_folds;
    pl_tag_options options; /* without dev; progress is called from several threads */
    unsigned threads;       /* 0: all */
} pl_jackknife;

/* Replaces the tags of all trees; the new text lives in `m`. *n_right is the number of
 * tags that stayed as they were. If it fails (a word has no tag), nothing is changed. */
int pl_jackknife_tags(pl_tree *const *trees, size_t n, const pl_jackknife *how,
                      pl_arena *m, size_t *n_right, pl_error *err);

#endif
