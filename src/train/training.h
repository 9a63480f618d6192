/* What the parts of training share; see train.c for the story. */
#pragma once

#include "parser/model.h"
#include "text/rules.h"
#include "train/gold_trees.h"
#include "train/trainer.h"
#include "train/presets.h"

/* Where sentences come from and the model goes to. The caller opens and closes the
 * sources; `files` are the names that the model remembers. */
typedef struct pl_train_files {
    pl_source *treebank, *dev; /* dev NULL: none */
    const char *const *names;  /* [n_names] of the treebank's files */
    size_t n_names;
    const char *dev_name;
    const char *output;
} pl_train_files;

typedef struct pl_training {
    const pl_train_options *options;
    const pl_train_files *files;
    pl_preset set; /* the preset with what options change */
    uint32_t importance, runs;
    pl_gold_trees gold, dev;
    pl_model model; /* grows part by part */
    pl_rules rules; /* of the tokenizer that the model carries */
    bool has_rules;
    pl_str figures; /* lines of `about` on the model's other parts */
    pl_arena arena; /* predicted tags */
    pl_trainer *trainer;
    struct pl_file *locks[2]; /* on model and checkpoint */
    pl_best best;             /* what has been saved */
    bool stopped;             /* the caller asked to */
    double before;            /* when the epoch began */
    pl_train_score scores[3];
} pl_training;

/* Tells the caller how far training is. */
void pl_training_report(pl_training *t, pl_train_report *r);
/* Reports a measured figure and adds it to the model's `about`. */
void pl_training_figure(pl_training *t, const char *key, double percent);

/* Learns tagger, morphology, functions and tokenizer, as far as they are asked for. With
 * predicted tags the trees have these afterwards. */
int pl_training_companions(pl_training *t, pl_error *err);

/* Parses dev with the current model and stores all scores; *decides is the one by which
 * the best epoch is chosen. After a stop on the way there are none. -1 with the reason. */
int pl_training_score(pl_training *t, double *decides, pl_error *err);
/* Writes the last scores into the model's `about`. */
void pl_training_note_scores(pl_training *t);

/* Trains as pl_train does, from sources that are open. */
int pl_train_from(const pl_train_options *o, const pl_train_files *files, pl_error *err);
