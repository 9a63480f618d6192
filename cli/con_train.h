/* pleach train for the systems of constituents. */
#ifndef PL_CLI_CON_TRAIN_H
#define PL_CLI_CON_TRAIN_H

#include "presets.h"
#include "train.h"

#include "machine/system.h"

/* What the command line says, completed by a preset. */
typedef struct con_training {
    preset set;
    const pl_system *system;
    uint32_t importance, runs;
    const char *reorder; /* NULL: the system's */
    const char *heads;   /* NULL: the shipped rules that know most about the trees */
} con_training;

/* Trains on what the input names and writes the model. */
int con_train(const con_training *t, const training_run *run, pl_error *err);

#endif
