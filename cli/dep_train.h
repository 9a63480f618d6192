/* pleach train for dependency systems. */
#ifndef PL_CLI_DEP_TRAIN_H
#define PL_CLI_DEP_TRAIN_H

#include "dep_gold.h"
#include "train.h"

#include "parser/dep_trainer.h"

/* What the command line says; 0 and NULL stand for the default. */
typedef struct dep_training {
    const char *system; /* NULL: not a dependency system */
    dep_options options;
    const char *features;
    uint32_t beam, epochs, importance, batch, runs;
    int update; /* --update, -1 for the default */
    bool hapax; /* --unknown hapax */
    int far;    /* --arc-distance, -1 for the default */
} dep_training;

/* Trains on what the input names and writes the model. */
int dep_train(const dep_training *t, const training_run *run, pl_error *err);

#endif
