/* Learns a network: epochs over batches of sentences of similar length. A batch falls into
 * a fixed number of shards, which pass through the network at the same time; what they add
 * to the gradient is added in their order. So the bytes depend on the seed, never on the
 * number of threads, nor on that of processes, which share the shards out.
 *
 *     pl_trainer *p = pl_net_trainer_new(parser, &options);
 *     for each tree: pl_net_trainer_look(p, tree);
 *     for each tree: pl_net_trainer_add(p, tree);        functions and heads marked
 *     pl_net_trainer_ready(p);
 *     …                                                  see trainer.h
 *
 * Several members are networks from different first weights, learned one after the other:
 * the epochs of the first, then those of the second. */
#pragma once

#include "parser/transitions.h"
#include "train/net_examples.h"
#include "train/trainer.h"

typedef struct pl_net_trainer_options {
    pl_net_sizes sizes;
    pl_net_options pass;
    uint32_t batch; /* sentences */
    uint32_t
        epochs; /* of each member: the rate falls to nearly nothing in the last one */
    uint32_t members;         /* the first with this seed, the next with seed + 1 … */
    double rate;              /* of learning, at its highest */
    double decay, clip, keep; /* see learn/adam.h */
    double robust; /* share of sentences of which an epoch reads the rough twin */
    const pl_transitions *start; /* whose network members begin with; NULL: none */
    uint64_t seed;
    unsigned threads; /* 0: one for each processor */
    pl_progress progress;
    struct pl_peers *peers; /* which have some of the shards; NULL: it learns alone */
} pl_net_trainer_options;

/* Keeps the parser, whose machine is finished, and gives it a network. */
pl_trainer *pl_net_trainer_new(pl_transitions *parser, const pl_net_trainer_options *o);
/* Twice over all trees: first look at their words, then learn from them. False if the
 * machine cannot derive a tree. */
void pl_net_trainer_look(pl_trainer *p, const pl_tree *t);
bool pl_net_trainer_add(pl_trainer *p, const pl_tree *t);
/* The rough twin of the tree added last (gold_trees.h); of all trees or of none. */
void pl_net_trainer_add_twin(pl_trainer *p, const pl_tree *t);
/* Between the two: reads vectors of words from a file. */
int pl_net_trainer_vectors(pl_trainer *p, const char *path, pl_error *err);
/* All examples are there: draws the first weights. Returns the share of them that
 * `start` gave. */
double pl_net_trainer_ready(pl_trainer *p);
