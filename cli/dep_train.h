/* pleach train for dependency systems. */
#ifndef PL_CLI_DEP_TRAIN_H
#define PL_CLI_DEP_TRAIN_H

#include "companions.h"
#include "dep_gold.h"

#include "depend/trainer.h"

/* What the command line says; 0 and NULL stand for the default. */
typedef struct dep_training {
    const char *system; /* NULL: not a dependency system */
    dep_options options;
    const char *features;
    uint32_t beam, epochs, importance, runs;
    int update; /* --update, -1 for the default */
    bool hapax; /* --unknown hapax */
    int far;    /* --arc-distance, -1 for the default */
} dep_training;

/* What it shares with the training of other kinds. */
typedef struct dep_training_run {
    const char *output, *dev_path;
    uint64_t seed;
    unsigned threads;
    double prune;
    bool keep_last; /* not the best epoch on dev */
    const atomic_bool *stop;
    companions *with;
    const char *command; /* the options that made the model */
} dep_training_run;

/* Trains on what `in` names and writes the model. */
int dep_train(const dep_training *t, const dep_training_run *run, input *in, pl_err *err);

#endif
