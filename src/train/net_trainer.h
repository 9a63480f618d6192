/* Learns a network: epochs over batches of sentences of similar length. A batch falls into
 * shards, whose gradients are computed at the same time and added in order, so that the
 * number of threads does not matter. */
#pragma once

#include "learn/adam.h"
#include "parser/net_vocab.h"
#include "train/net_pass.h"

typedef struct pl_net_trainer_options {
    pl_net_sizes sizes;
    pl_net_options pass;
    uint32_t batch, epochs;
    double rate, decay, clip, keep;
    uint64_t seed;
    unsigned threads;
} pl_net_trainer_options;

typedef struct pl_net_trainer pl_net_trainer;

/* Keeps the machine, which is finished. */
pl_net_trainer *pl_net_trainer_new(const pl_machine *m, const pl_net_trainer_options *o);
void pl_net_trainer_free(pl_net_trainer *p);
/* Twice over all trees: first look, then learn from them. */
void pl_net_trainer_look(pl_net_trainer *p, const pl_tree *t);
bool pl_net_trainer_add(pl_net_trainer *p, const pl_tree *t);
/* One pass over all sentences; the loss per sentence. `progress` may be NULL. */
double pl_net_trainer_epoch(pl_net_trainer *p, void (*progress)(size_t done, size_t all));
const pl_network *pl_net_trainer_network(const pl_net_trainer *p);
const pl_net_vocab *pl_net_trainer_vocab(const pl_net_trainer *p);
const pl_real *pl_net_trainer_average(const pl_net_trainer *p);
