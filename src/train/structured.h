/* The averaged structured perceptron: epochs over shuffled examples, in mini-batches that
 * are decoded in parallel. The changes of a batch are made in the order of its examples,
 * so the result depends on the seed and the size of the batch, never on the number of
 * threads, nor on that of the processes, which share a batch out among themselves.
 *
 *     pl_trainer *p = pl_structured_new(parser, &options);
 *     for each example: pl_structured_add(p, &example);
 *     …                                                    see trainer.h
 *
 * What is learned depends on the order of the examples. Several runs, each in an order of
 * its own, learn independently, at the same time where there are threads; the parser gets
 * the mean of their weights. Several processes share the runs out. */
#pragma once

#include "base/peers.h"
#include "train/trainer.h"
#include "train/update.h"

typedef struct pl_structured_options {
    uint32_t beam;
    double margin; /* of the beam, in weights; 0: none */
    pl_update update;
    uint32_t importance; /* factor on updates of jumps and of far arcs; 0 is 1 */
    uint32_t batch;      /* examples decoded with the same weights; 0 is 1 */
    uint32_t runs; /* the first with this seed, the next with seed + 1 …; 0 is 1 */
    uint32_t mix;  /* parts of the examples, with a run for each, which are mixed after each
                      epoch (learn/mix.h); 0: none. `runs` has no effect then */
    uint32_t rest; /* leave examples that were right k times in a row out of the next k - 1
                      epochs, or so many if that is less; 0: no. With one run only */
    uint64_t seed;
    unsigned threads; /* for batches and runs; 0: one for each processor */
    double prune;     /* averaged weights nearer to zero are left out */
    double robust;    /* share of examples of which an epoch reads the rough twin */
    pl_progress progress;
    pl_peers *peers; /* NULL: it learns alone */
} pl_structured_options;

/* Keeps the parser, whose machine, features and vocabulary are complete. */
pl_trainer *pl_structured_new(pl_transitions *parser,
                              const pl_structured_options *options);
void pl_structured_add(pl_trainer *p, const pl_example *e); /* copies all of it */
/* The rough twin of the example added last (gold_trees.h); of all examples or of none. */
void pl_structured_add_twin(pl_trainer *p, const pl_example *e);
