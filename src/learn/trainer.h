/* Training by the averaged perceptron, for every kind of parser: epochs over shuffled
 * examples, in mini-batches that are decoded in parallel. The changes of a batch are made
 * in the order of its examples, so the result depends on the seed and the size of the
 * batch, never on the number of threads.
 *
 *     pl_trainer *t = pl_trainer_new(model, &options);      parser/con_trainer.h, or depend/
 *     for each tree: pl_trainer_add(t, tree, &actions);
 *     while (epochs are left) {
 *         pl_trainer_epoch(t, &epoch);
 *         pl_trainer_finish(t, prune);       averaged weights into the model: parse, save
 *     }
 *     pl_trainer_free(t);
 *
 * What is learnt depends on the order of the examples. Several runs, each in an order of
 * its own, learn independently, at the same time where there are threads; the model gets
 * the mean of their weights.
 *
 * A checkpoint holds all that is needed to go on as if nothing had happened, given the
 * same examples and options. */
#ifndef PL_LEARN_TRAINER_H
#define PL_LEARN_TRAINER_H

#include "base/vec.h"
#include "learn/learner.h"

#include <stdatomic.h>

/* When a search that goes wrong is corrected; not every kind knows all of these. */
typedef enum pl_update {
    PL_UPDATE_EARLY,         /* where the gold is lost (Collins and Roark 2004) */
    PL_UPDATE_MAX_VIOLATION, /* where it is furthest behind (Huang et al. 2012) */
    PL_UPDATE_LASO,          /* as early, then on from the gold (Daumé and Marcu 2005) */
    PL_N_UPDATES
} pl_update;
extern const char *const pl_update_names[PL_N_UPDATES];

typedef struct pl_train_options {
    uint32_t beam;
    pl_update update;
    uint32_t importance; /* what changes of jumps and of far arcs count; 0 is 1 */
    uint32_t batch;      /* examples decoded with the same weights; 0 is 1 */
    uint32_t runs; /* the first with this seed, the next with seed + 1 …; 0 is 1 */
    uint64_t seed;
    unsigned threads; /* for batches and runs; 0: one for each processor */
    /* Called now and then with the number of examples done; may be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
    const atomic_bool *stop; /* set by the program to end early; may be NULL */
} pl_train_options;

typedef struct pl_epoch {
    uint32_t number;            /* from 1 */
    size_t n_examples;          /* done in all runs; fewer than all after a stop */
    size_t n_updates;           /* examples that changed something */
    uint64_t n_actions, n_kept; /* gold actions, and those before the gold was lost */
} pl_epoch;

typedef struct pl_trainer pl_trainer;

/* One pass over all examples. Returns false when it was stopped on the way. */
bool pl_trainer_epoch(pl_trainer *t, pl_epoch *epoch);
/* Puts the averaged weights into the model. */
void pl_trainer_finish(pl_trainer *t, double prune);
size_t pl_trainer_examples(const pl_trainer *t);
size_t pl_trainer_rows(const pl_trainer *t);
size_t pl_trainer_bytes(const pl_trainer *t);
uint32_t pl_trainer_epochs(const pl_trainer *t); /* complete ones so far */
void pl_trainer_free(pl_trainer *t);             /* NULL is fine */

/* The best epoch so far, which a checkpoint remembers for who compares them. */
typedef struct pl_best {
    uint64_t epoch; /* 0: none */
    double score;
} pl_best;
int pl_trainer_save(const pl_trainer *t, const pl_best *best, const char *path,
                    pl_error *err);
int pl_trainer_resume(pl_trainer *t, pl_best *best, const char *path, pl_error *err);

/* -- for those who make trainers --------------------------------------------------- */

typedef struct pl_change {
    uint64_t hash;
    uint32_t action;
    int32_t change; /* +1 or -1, or a multiple */
} pl_change;

typedef PL_VEC(pl_change) pl_changes;

/* What is learnt from one example. */
typedef struct pl_lesson {
    pl_learner *learner; /* decode with its weights */
    pl_changes changes;  /* to be filled */
    bool at_once;        /* nobody else uses the weights: see pl_lesson_apply */
    bool changed;
    uint32_t n_actions, n_kept; /* as in pl_epoch */
} pl_lesson;

/* In online learning makes the changes so far, for a search that goes on with the new
 * weights; in a larger batch they wait for its end. */
void pl_lesson_apply(pl_lesson *l);

typedef struct pl_trainer_kind {
    /* Decodes an example by its number; one per thread at a time. */
    void (*learn)(void *self, unsigned thread, uint32_t example, pl_lesson *lesson);
    void (*take)(void *self, void *block, size_t size); /* new weights for the model */
    void (*free)(void *self);
} pl_trainer_kind;

/* Takes `self`. The print tells models apart that a checkpoint must not mix up; what is
 * in the options need not be in it. */
pl_trainer *pl_trainer_start(const pl_trainer_kind *kind, void *self,
                             const pl_train_options *options, uint32_t n_actions,
                             uint64_t print);
void *pl_trainer_self(const pl_trainer *t);
unsigned pl_trainer_threads(const pl_trainer *t);
/* There is one example more; the print tells it from others. */
void pl_trainer_grow(pl_trainer *t, uint64_t print);

#endif
