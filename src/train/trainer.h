/* The averaged structured perceptron: epochs over shuffled examples, in mini-batches that
 * are decoded in parallel. The changes of a batch are made in the order of its examples,
 * so the result depends on the seed and the size of the batch, never on the number of
 * threads.
 *
 *     pl_trainer *p = pl_trainer_new(parser, &options);
 *     for each example: pl_trainer_add(p, &example);
 *     while (epochs are left) {
 *         pl_trainer_epoch(p, &epoch);
 *         pl_trainer_average(p, prune);        into the parser: parse, save
 *     }
 *     pl_trainer_free(p);
 *
 * What is learned depends on the order of the examples. Several runs, each in an order of
 * its own, learn independently, at the same time where there are threads; the parser gets
 * the mean of their weights.
 *
 * A checkpoint holds all that is needed to go on as if nothing had happened, given the
 * same examples and options. */
#pragma once

#include "train/update.h"

#include <stdatomic.h>

typedef struct pl_trainer_options {
    uint32_t beam;
    pl_update update;
    uint32_t importance; /* factor on updates of jumps and of far arcs; 0 is 1 */
    uint32_t batch;      /* examples decoded with the same weights; 0 is 1 */
    uint32_t runs; /* the first with this seed, the next with seed + 1 …; 0 is 1 */
    uint64_t seed;
    unsigned threads; /* for batches and runs; 0: one for each processor */
    /* Called after each batch with the number of examples done; a result other than 0
     * stops the epoch. May be NULL. */
    int (*progress)(void *context, size_t done, size_t all);
    void *context;
} pl_trainer_options;

typedef struct pl_epoch {
    uint32_t number;            /* from 1 */
    size_t n_examples;          /* done in all runs; fewer than all after a stop */
    size_t n_updates;           /* examples that changed something */
    uint64_t n_actions, n_kept; /* gold actions, and those before the gold was lost */
} pl_epoch;

typedef struct pl_trainer pl_trainer;

/* Keeps the parser, whose machine, features and vocabulary are complete. */
pl_trainer *pl_trainer_new(pl_transitions *parser, const pl_trainer_options *options);
void pl_trainer_free(pl_trainer *p);                     /* NULL is fine */
void pl_trainer_add(pl_trainer *p, const pl_example *e); /* copies all of it */

/* One pass over all examples. Returns false when it was stopped on the way. */
bool pl_trainer_epoch(pl_trainer *p, pl_epoch *epoch);
/* Puts the averaged weights into the parser, without those nearer to zero than `prune`. */
void pl_trainer_average(pl_trainer *p, double prune);
size_t pl_trainer_examples(const pl_trainer *p);
size_t pl_trainer_rows(const pl_trainer *p);
size_t pl_trainer_bytes(const pl_trainer *p);
uint32_t pl_trainer_epochs(const pl_trainer *p); /* complete ones so far */

/* The best epoch so far on dev. The trainer only stores it in checkpoints. */
typedef struct pl_best {
    uint64_t epoch; /* 0: none */
    double score;
} pl_best;
int pl_trainer_save(const pl_trainer *p, const pl_best *best, const char *path,
                    pl_error *err);
int pl_trainer_resume(pl_trainer *p, pl_best *best, const char *path, pl_error *err);
