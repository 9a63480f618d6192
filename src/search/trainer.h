/* Trains a model: epochs over shuffled examples, in mini-batches that are decoded in
 * parallel. The changes of a batch are made in the order of its sentences, so the result
 * depends on the seed and the size of the batch, never on the number of threads.
 *
 *     pl_trainer *t = pl_trainer_new(model, &options);
 *     for each tree: pl_trainer_add(t, tree, &actions);
 *     while (epochs are left) {
 *         pl_trainer_epoch(t, &epoch);
 *         pl_trainer_finish(t, prune);       averaged weights into the model: parse, save
 *     }
 *     pl_trainer_free(t);
 *
 * A checkpoint holds all that is needed to go on as if nothing had happened, given the
 * same examples and options. */
#ifndef PL_SEARCH_TRAINER_H
#define PL_SEARCH_TRAINER_H

#include "model/model.h"
#include "search/violation.h"

#include <stdatomic.h>

typedef struct pl_train_options {
    uint32_t beam;
    pl_update update;
    uint32_t batch;
    uint32_t importance; /* of jumps, see violation.h; 0 as 1 */
    uint64_t seed;
    unsigned threads; /* 0: all */
    /* Called now and then with the number of examples done; may be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
    const atomic_bool *stop; /* set by the program to end early; may be NULL */
} pl_train_options;

typedef struct pl_epoch {
    uint32_t number;            /* from 1 */
    size_t n_examples;          /* done; fewer than all after a stop */
    size_t n_updates;           /* examples that changed something */
    uint64_t n_actions, n_kept; /* gold actions, and those before the gold was lost */
} pl_epoch;

typedef struct pl_trainer pl_trainer;

/* Keeps the model, whose inventory, features and vocabulary are complete. */
pl_trainer *pl_trainer_new(pl_model *m, const pl_train_options *options);
void pl_trainer_add(pl_trainer *t, const pl_tree *tree, const pl_actions *gold);
/* One pass over all examples. Returns false when it was stopped on the way. */
bool pl_trainer_epoch(pl_trainer *t, pl_epoch *epoch);
/* Puts the averaged weights into the model. */
void pl_trainer_finish(pl_trainer *t, double prune);
size_t pl_trainer_rows(const pl_trainer *t);
size_t pl_trainer_bytes(const pl_trainer *t);
uint32_t pl_trainer_epochs(const pl_trainer *t); /* complete ones so far */
int pl_trainer_save(const pl_trainer *t, const char *path, pl_err *err);
int pl_trainer_resume(pl_trainer *t, const char *path, pl_err *err);
void pl_trainer_free(pl_trainer *t);

#endif
