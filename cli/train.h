/* What the parts of `pleach train` share.
 *
 *     cmd_train.c    options
 *     train.c        epochs, checkpoints, the epoch that is kept
 *     con_train.c    training of parsers for constituents
 *     dep_train.c    training of parsers for dependencies
 *     companions.c   tagger, functions, tokenizer: what else is in the model
 */
#ifndef PL_CLI_TRAIN_H
#define PL_CLI_TRAIN_H

#include "companions.h"

#include "learn/trainer.h"

/* What concerns every kind of parser; all is borrowed. */
typedef struct training_run {
    input *in;
    const char *output, *dev_path;
    const char *checkpoint; /* NULL: none */
    bool resume;            /* from the checkpoint, if there is one */
    uint64_t seed;
    uint32_t threads;
    double prune;
    bool keep_last; /* not the best epoch on dev */
    const atomic_bool *stop;
    companions *with;
    const char *command; /* the options that made the model */
} training_run;

/* The training of one parser. */
typedef struct training {
    const training_run *run;
    void *job; /* for the functions: */
    /* Parses dev: the score that decides which epoch is kept, and all that are worth
     * telling, "; dev F1 80.12 …", appended to `text`. */
    int (*evaluate)(void *job, double *decides, pl_str *text, pl_error *err);
    /* Sets the lines of the last evaluation in `about`. */
    void (*note)(void *job);
    void (*put)(const void *job, pl_section_list *list); /* the parser's sections */
    pl_trainer *trainer;
    pl_str *about; /* of the model */
    uint32_t epochs;
    pl_best best; /* what has been saved */
    double shown; /* when progress was shown last */
} training;

/* Fills in what the options of every trainer have in common; keeps `t`. */
void training_options(training *t, pl_train_options *o);
/* All epochs. After each, or where dev does not decide after the last, the averaged model
 * goes to the output, if no better one is there. An interrupt ends it with an error that
 * says what is left. */
int training_go(training *t, pl_error *err);

#endif
