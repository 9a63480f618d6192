/* Trains a tagger: a structured perceptron with averaged weights. A sentence whose best
 * tags are wrong changes the weights up to where the wrong hypothesis is furthest ahead
 * (max-violation; Huang, Fayong and Guo 2012).
 *
 *     pl_tag_trainer *r = pl_tag_trainer_new(&options);
 *     for each tree: pl_tag_trainer_add(r, tree, &err);
 *     for each epoch: pl_tag_trainer_epoch(r, &n_wrong);
 *     pl_tagger *t = pl_tag_trainer_finish(r);        now, or again after more epochs
 *     pl_tag_trainer_free(r);
 *
 * The same sentences, options and seed give the same tagger, byte for byte. */
#ifndef PL_TAG_TAGGER_TRAIN_H
#define PL_TAG_TAGGER_TRAIN_H

#include "tag/tagger.h"

typedef struct pl_tag_options {
    uint32_t beam;
    uint64_t seed;
    uint32_t closed; /* words seen this often take no tag that was not seen */
    int32_t margin;  /* by which a right tag must win against a wrong one */
    double prune;    /* weights nearer to zero are left out */
} pl_tag_options;

extern const pl_tag_options pl_tag_defaults;

typedef struct pl_tag_trainer pl_tag_trainer;

pl_tag_trainer *pl_tag_trainer_new(const pl_tag_options *options);
/* Copies the words and tags; -1 with the reason (without place) if a word has no tag. */
int pl_tag_trainer_add(pl_tag_trainer *r, const pl_tree *t, pl_error *err);
/* One pass in a new order; *n_wrong is how many sentences changed something. */
void pl_tag_trainer_epoch(pl_tag_trainer *r, size_t *n_wrong);
pl_tagger *pl_tag_trainer_finish(pl_tag_trainer *r);
/* All at once: a tagger of so many passes over the trees; NULL with the reason if one of
 * them has a word without tag. */
pl_tagger *pl_tagger_learn(pl_tree *const *trees, size_t n, const pl_tag_options *options,
                           uint32_t epochs, pl_error *err);
size_t pl_tag_trainer_sentences(const pl_tag_trainer *r);
void pl_tag_trainer_free(pl_tag_trainer *r); /* NULL is fine */

#endif
