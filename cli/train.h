/* What the parts of `pleach train` share.
 *
 *     cmd_train.c    options
 *     con_train.c    training of parsers for constituents
 *     dep_train.c    training of parsers for dependencies
 *     companions.c   tagger, functions, tokenizer: what else is in the model
 */
#ifndef PL_CLI_TRAIN_H
#define PL_CLI_TRAIN_H

#include "companions.h"

#include <stdatomic.h>

/* What concerns every kind of parser; all is borrowed. */
typedef struct training_run {
    input *in;
    const char *output, *dev_path;
    uint64_t seed;
    uint32_t threads;
    double prune;
    bool keep_last; /* not the best epoch on dev */
    const atomic_bool *stop;
    companions *with;
    const char *command; /* the options that made the model */
} training_run;

/* The end of the line of an epoch: how long those that are left will take, if any. */
void say_time_left(double seconds_per_epoch, uint32_t epochs_left);
/* Adds the companions to the sections of a parser and writes the model; empties `list`.
 */
int training_save(const training_run *r, pl_section_list *list, pl_err *err);
/* Says, as an error, what is left of a training that was interrupted: -1. */
int training_interrupted(const training_run *r, bool saved, pl_err *err);

#endif
