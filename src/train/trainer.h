/* What learns from examples, epoch by epoch: the perceptron (structured.h) or a network
 * (net_trainer.h). Training sees nothing of either but this.
 *
 *     while (p->epochs < wanted) {
 *         pl_trainer_epoch(p, &epoch);
 *         pl_trainer_average(p);               into the parser: parse, save
 *     }
 *     pl_trainer_free(p);
 *
 * A checkpoint holds all that is needed to go on as if nothing had happened, given the
 * same examples and options. */
#pragma once

#include "base/sections.h"

typedef struct pl_epoch {
    uint32_t number;            /* from 1 */
    size_t n_examples;          /* done in all runs; fewer than all after a stop */
    size_t n_updates;           /* examples that changed something */
    uint64_t n_actions, n_kept; /* gold actions, and those before the gold was lost */
    double loss;                /* of a network, per example; 0 for the perceptron */
} pl_epoch;

typedef struct pl_trainer pl_trainer;

typedef struct pl_trainer_ops {
    /* One pass over all examples. Returns false when it was stopped on the way. */
    bool (*epoch)(pl_trainer *p, pl_epoch *epoch);
    /* Brings what other processes have learned to the first one; all call it. NULL where
     * all of them know everything. */
    void (*collect)(pl_trainer *p);
    /* Puts the averaged weights into the parser. */
    void (*average)(pl_trainer *p);
    size_t (*weights)(const pl_trainer *p); /* features, or weights of a network */
    size_t (*bytes)(const pl_trainer *p);
    /* A hash of examples and options: what must be the same for a checkpoint to fit. */
    uint64_t (*print)(const pl_trainer *p);
    void (*put)(const pl_trainer *p, pl_section_list *list);
    /* Takes back what put() has written; false if it makes no sense. */
    bool (*take)(pl_trainer *p, const pl_sections *file);
    void (*free)(pl_trainer *p);
} pl_trainer_ops;

/* The beginning of each trainer's own struct. */
struct pl_trainer {
    const pl_trainer_ops *ops;
    size_t n_examples;
    uint32_t epochs; /* complete ones so far */
};

/* Called after each batch with the number of examples done; a result other than 0 stops
 * the epoch. `report` may be NULL. */
typedef struct pl_progress {
    int (*report)(void *context, size_t done, size_t all);
    void *context;
} pl_progress;

bool pl_trainer_epoch(pl_trainer *p, pl_epoch *epoch);
void pl_trainer_collect(pl_trainer *p);
void pl_trainer_average(pl_trainer *p);
void pl_trainer_free(pl_trainer *p); /* NULL is fine */

/* Whether an epoch, counted from 0, reads the rough twin of example i in its place: so of
 * about this share of the examples, and of others in each epoch. */
bool pl_trainer_takes_twin(double share, uint64_t seed, uint32_t epoch, size_t i);

/* The best epoch so far on dev. The trainer only stores it in checkpoints. */
typedef struct pl_best {
    uint64_t epoch; /* 0: none */
    double score;
} pl_best;
int pl_trainer_save(const pl_trainer *p, const pl_best *best, const char *path,
                    pl_error *err);
int pl_trainer_resume(pl_trainer *p, pl_best *best, const char *path, pl_error *err);
