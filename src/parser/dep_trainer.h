/* Learning a dependency parser: the averaged structured perceptron with a beam; see
 * learn/trainer.h for the rest.
 *
 * At each step let C be the correct steps of the correct hypotheses in the beam. If none
 * of C survives, the best of C is rewarded, the best in the beam punished, and the
 * sentence is left (early) or goes on from the best of C (laso); at the end, if the best
 * is wrong, the best correct hypothesis is rewarded. Where only one order is correct this
 * is the early update of Collins and Roark (2004); where many are (easy-first) it always
 * fixes a violation, as convergence asks for (Ma et al. 2013). Sentences that the setting
 * cannot derive are left out. */
#ifndef PL_PARSER_DEP_TRAINER_H
#define PL_PARSER_DEP_TRAINER_H

#include "parser/dep_model.h"
#include "learn/trainer.h"

/* The model's parameters, labels, vocabulary and features are there; it is kept. Updates
 * are early or laso. */
pl_trainer *pl_dep_trainer_new(pl_dep_model *m, const pl_train_options *options);
/* Adds a tree with the relations of its words; copies what it needs. False if the
 * setting cannot derive it. */
bool pl_dep_trainer_add(pl_trainer *t, const pl_tree *tree, const uint32_t *labels);

#endif
