/* What an evaluation counts: parameter files in the syntax of EVALB.
 *
 *     # a comment
 *     CUTOFF_LEN 40
 *     DELETE_LABEL ROOT
 *     EQ_LABEL ADVP PRT
 *
 * Lines are KEY VALUE, or KEY VALUE VALUE for the two EQ_ keys. Sets grow line by line;
 * every other key may be given once. The shipped files are in share/evalparams.
 *
 *     pl_eval_params p;
 *     if (pl_eval_params_load(&p, "proper", &err) == 0) …      a name or a path
 *     pl_eval_params_release(&p);
 */
#pragma once

#include "base/in.h"
#include "base/intern.h"
#include "base/options.h"
#include "base/vec.h"


/* Classes of strings that count as equal. A string that was never joined with another is
 * the only member of its class. */
typedef struct pl_classes {
    pl_intern names;
    PL_VEC(uint32_t)
    above; /* [names.n]  another of its class with a lower id, or itself */
} pl_classes;

void pl_classes_join(pl_classes *c, const char *a, const char *b);
/* The member that stands for the class of `s`: the one joined first; `s` if alone. */
const char *pl_classes_leader(const pl_classes *c, const char *s);
bool pl_classes_same(const pl_classes *c, const char *a, const char *b);

typedef struct pl_eval_params {
    char *name;                /* as it was loaded; NULL if it was not */
    uint32_t cutoff;           /* CUTOFF_LEN, 40 by default */
    bool labelled;             /* LABELED, true by default */
    bool disc_only;            /* DISC_ONLY */
    bool delete_root_preterms; /* DELETE_ROOT_PRETERMS */
    bool punct_root;           /* PUNCT_ROOT: attach punctuation to the root first */
    bool whole_labels;         /* NP-SBJ is not NP; no key, false by default */
    bool functions;            /* functions are scored, too; no key, false by default */
    pl_intern delete_label, delete_word, delete_label_for_length;
    pl_classes eq_label, eq_word;
    unsigned seen; /* one bit for each once-key that was read */
} pl_eval_params;

/* No deletions, no classes, labelled, cut-off 40. */
void pl_eval_params_init(pl_eval_params *p);
/* Reads a file by its path, or a shipped one by its name. 0, or -1 with the reason, which
 * names file and line; `p` needs no release then. */
int pl_eval_params_load(pl_eval_params *p, const char *name, pl_error *err);

/* Parameters as a caller chooses them: a file, and what is changed in it. */
typedef struct pl_eval_params_options {
    const char *name; /* NULL: "proper" */
    bool disc_only, unlabelled, whole_labels, functions;
    long long cutoff; /* -1: as the file says */
} pl_eval_params_options;
extern const pl_option_row pl_eval_params_option_rows[];
int pl_eval_params_choose(pl_eval_params *p, const pl_eval_params_options *o, pl_error *err);

/* Adds what a stream says to `p`, which was initialised: 0, or -1 with the reason. */
int pl_eval_params_read(pl_eval_params *p, pl_in *in, pl_error *err);
void pl_eval_params_release(pl_eval_params *p);
