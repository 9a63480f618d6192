/* Learning a dependency parser: the averaged structured perceptron with a beam.
 *
 * At each step let C be the correct steps of the correct hypotheses in the beam. If none
 * of C survives, the best of C is rewarded, the best in the beam punished, and the
 * sentence is left; at the end, if the best is wrong, the best correct hypothesis is
 * rewarded. Where only one order is correct this is the early update of Collins and Roark
 * (2004); where many are (easy-first) it always fixes a violation, as convergence asks
 * for (Ma et al. 2013). With a beam of one, what follows a mistake is learnt too: the
 * sentence goes on from the best correct step. Sentences that the setting cannot derive
 * are left out.
 *
 * What is learnt depends on the order of the sentences. Several runs, each in an order of
 * its own, learn independently, at the same time where there are threads; the model gets
 * the mean of their weights. */
#ifndef PL_DEPEND_TRAINER_H
#define PL_DEPEND_TRAINER_H

#include "depend/model.h"
#include "model/learner.h"

#include <stdatomic.h>

typedef struct pl_dep_trainer pl_dep_trainer;

typedef enum pl_dep_update {
    PL_DEP_EARLY, /* leave the sentence after the first update */
    PL_DEP_LASO,  /* go on from the best correct step (Daumé and Marcu 2005) */
    PL_DEP_N_UPDATES
} pl_dep_update;
extern const char *const pl_dep_update_names[PL_DEP_N_UPDATES];

typedef struct pl_dep_train_options {
    uint32_t beam;
    pl_dep_update update;
    uint32_t importance; /* what changes of arcs over other tokens count; 0 is 1 */
    uint64_t seed;
    uint32_t runs;    /* the first with this seed, the next with seed + 1 …; 0 is 1 */
    unsigned threads; /* for several runs; 0: one for each processor */
    const atomic_bool *stop; /* leaves the epoch when it becomes true; may be NULL */
    void (*progress)(void *context, size_t done, size_t all); /* may be NULL */
    void *context;
} pl_dep_train_options;

typedef struct pl_dep_epoch {
    uint32_t number;
    size_t n_examples, n_updates; /* sentences seen in all runs, those with a mistake */
} pl_dep_epoch;

/* The model's parameters, labels, vocabulary and features are there; it is kept. */
pl_dep_trainer *pl_dep_trainer_new(pl_dep_model *m, const pl_dep_train_options *options);
/* Adds a tree with the relations of its words; copies what it needs. False if the
 * setting cannot derive it. */
bool pl_dep_trainer_add(pl_dep_trainer *t, const pl_tree *tree, const uint32_t *labels);
size_t pl_dep_trainer_examples(const pl_dep_trainer *t);
/* One pass of each run; false if it was stopped. */
bool pl_dep_trainer_epoch(pl_dep_trainer *t, pl_dep_epoch *epoch);
/* Averages the weights so far, over time and over the runs, and gives them to the model.
 */
void pl_dep_trainer_finish(pl_dep_trainer *t, double prune);
size_t pl_dep_trainer_rows(const pl_dep_trainer *t);
size_t pl_dep_trainer_bytes(const pl_dep_trainer *t);
void pl_dep_trainer_free(pl_dep_trainer *t); /* NULL is fine */

#endif
