/* How good a model is on a treebank, asked after each epoch of training. */
#ifndef PL_CLI_DEV_H
#define PL_CLI_DEV_H

#include "input.h"

#include "eval/score.h"
#include "model/model.h"
#include "text/tagger.h"

typedef struct dev_set {
    pl_arena arena;
    PL_VEC(pl_tree *) trees;
    pl_eval_params params; /* proper: without root and punctuation */
    bool ready;
    const pl_tagger *tagger; /* parse with its tags; NULL: with those of the treebank */
} dev_set;

typedef struct dev_scores {
    double f1, disc_f1, exact; /* percent */
} dev_scores;

/* Reads the treebank as `like` says (encoding, functions), guessing its format. */
int dev_load(dev_set *d, const char *path, const input *like, pl_err *err);
/* Parses it with the model and scores the result. */
int dev_parse(const dev_set *d, const pl_model *m, uint32_t beam, unsigned threads,
              dev_scores *scores, pl_err *err);
void dev_release(dev_set *d);

#endif
