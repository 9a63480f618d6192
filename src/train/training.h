/* What the parts of training share; see train.c for the story. */
#pragma once

#include "parser/model.h"
#include "text/segment.h"
#include "train/gold_trees.h"
#include "train/net_trainer.h"
#include "train/presets.h"

/* Where sentences come from and the model goes to. The caller opens and closes the
 * sources; `files` are the names that the model remembers. */
typedef struct pl_train_files {
    pl_source *treebank, *dev; /* dev NULL: none */
    const char *const *names;  /* [n_names] of the treebank's files */
    size_t n_names;
    const char *dev_name;
    const char *output;
    struct pl_peers *peers; /* with which training is shared; NULL: none */
} pl_train_files;

/* What a negative number, the default of all kinds of pruning, stands for; in a model of
 * which more is chosen for the caller it stands for another (choices.c). */
#define PL_DEFAULT_PRUNE 0.05

typedef struct pl_training pl_training;

/* What differs between scorers. */
typedef struct pl_training_method {
    const char *name;
    bool reads_functions; /* learns from the functions of the treebank, too */
    /* Completes the settings and makes the machine of the system asked for, still empty. */
    int (*choose)(pl_training *t, pl_error *err);
    /* Makes the trainer and its examples. */
    int (*prepare)(pl_training *t, pl_error *err);
    /* Sets the lines of `about` that reading the model needs, and the settings. */
    void (*describe)(const pl_training *t, pl_str *about);
} pl_training_method;

extern const pl_training_method pl_linear_method, pl_neural_method;

struct pl_training {
    const pl_train_options *options; /* `chosen` */
    pl_train_options chosen;         /* the caller's, with what was chosen */
    const pl_train_files *files;
    const pl_training_method *method;
    pl_preset set;              /* the preset with what options change */
    pl_net_trainer_options net; /* the same of a network */
    uint32_t importance, runs;
    bool keep_last; /* dev does not decide which epoch is kept */
    pl_gold_trees gold, dev;
    size_t n_underivable; /* gold dependency trees that the machine cannot derive */
    pl_model model; /* grows part by part */
    pl_model *start; /* whose network learning begins with; NULL: none */
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
};

/* Tells the caller how far training is. */
void pl_training_report(pl_training *t, pl_train_report *r);
/* Reports a measured figure and adds it to the model's `about`. */
void pl_training_figure(pl_training *t, const char *key, double percent);

/* The same of progress within an epoch, for a trainer. */
pl_progress pl_training_progress(pl_training *t);

/* The number of a name in a list; `otherwise` for NULL; -1 with the reason. */
int pl_training_name(const char *what, const char *name, const pl_option_choice *choices,
                     int otherwise, pl_error *err);
/* Setting i of the options, "KEY=VALUE"; the key lives in the arena. */
int pl_training_setting(pl_training *t, size_t i, const char **key, const char **value,
                        pl_error *err);
/* Makes the machine of the system that the options name, or of another where they name
 * none, with the control parameters of dependencies. */
int pl_training_machine(pl_training *t, const char *otherwise,
                        const pl_dep_settings *control, pl_error *err);

/* Completes the options for a treebank of dependencies, which has been read, where the
 * caller names no system: pl_train_options.system in pleach.h. -1 with the reason. */
int pl_training_choose(pl_training *t, pl_error *err);

/* Learns tagger, morphology, functions and tokenizer, as far as they are asked for. With
 * predicted tags the trees have these afterwards. */
int pl_training_companions(pl_training *t, pl_error *err);

/* Parses dev with the current model and stores all scores; *decides is the one by which
 * the best epoch is chosen. After a stop on the way there are none. -1 with the reason. */
int pl_training_score(pl_training *t, double *decides, pl_error *err);
/* Writes the last scores into the model's `about`. */
void pl_training_note_scores(pl_training *t);

/* Learns on dev how sure the current model may be of its trees, and writes that into the
 * model's `about`; not after a stop on the way. */
int pl_training_calibrate(pl_training *t, pl_error *err);

/* Trains as pl_train does, from sources that are open. */
int pl_train_from(const pl_train_options *o, const pl_train_files *files, pl_error *err);

/* Trains as pl_train_from does, on copies of trees in memory and without dev, and puts the
 * model of the last epoch into the caller's storage (pl_model_release frees it). Trees
 * that the system cannot learn from are left out. -1 with the reason. */
int pl_train_trees(const pl_train_options *o, const pl_tree *const *trees, size_t n,
                   pl_model *to, pl_error *err);
