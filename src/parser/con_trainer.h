/* Trains models of constituents by transitions; see learn/trainer.h for the rest. */
#ifndef PL_PARSER_CON_TRAINER_H
#define PL_PARSER_CON_TRAINER_H

#include "parser/model.h"
#include "learn/trainer.h"

/* Keeps the model, whose inventory, features and vocabulary are complete. Updates are
 * early or of max-violation. */
pl_trainer *pl_trainer_new(pl_model *m, const pl_train_options *options);
void pl_trainer_add(pl_trainer *t, const pl_tree *tree, const pl_actions *gold);

#endif
