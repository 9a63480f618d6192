/* A trained model: everything that parsing needs, and where it came from. It carries its
 * own copy of templates and head rules, so it depends on nothing that is installed.
 *
 * Made by the trainer, or read from a file, which is mapped: the weights stay where they
 * are. docs/modelfile.md describes the file.
 *
 *     pl_model *m = pl_model_open("alpino.model", &err);
 *     …
 *     pl_model_free(m);
 */
#ifndef PL_MODEL_MODEL_H
#define PL_MODEL_MODEL_H

#include "features/extract.h"
#include "features/vocab.h"
#include "model/compact.h"
#include "model/sections.h"
#include "transition/derive.h"

#define PL_MAX_ACTIONS 4000u /* different actions of one model */

typedef struct pl_model {
    pl_deriver deriver; /* system, style, labels, inventory */
    pl_templates templates;
    pl_features features;
    pl_vocab vocab;
    pl_str head_rules;   /* the text of the rules that training used */
    pl_str about;        /* lines "key: value": options, training data, scores */
    const void *weights; /* a block of compact.h; NULL while there are none */
    size_t weights_size;
    void *owned;       /* the block if it is not part of the mapping */
    pl_sections *file; /* the one it was read from, if that is its own; else NULL */
} pl_model;

pl_model *pl_model_new(const pl_system *system);
void pl_model_free(pl_model *m); /* NULL is fine */
/* Makes `block` (of pl_compact_new) the weights; takes it. */
void pl_model_take_weights(pl_model *m, void *block, size_t size);

/* The value of a line of `about`, into `out`; false if there is no such line. */
bool pl_model_get(const pl_model *m, const char *key, pl_str *out);
/* The same as a number, `otherwise` if there is none. */
long pl_model_number(const pl_model *m, const char *key, long otherwise);
/* Sets or replaces a line. */
void pl_model_set(pl_model *m, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes into `about` what the loader has to know of the system and of the trees it was
 * trained on; after pl_deriver_finish. */
void pl_model_describe(pl_model *m);

/* Adds the sections of the model to a file that may carry more than it. */
void pl_model_put(const pl_model *m, pl_section_list *list);
/* Writes a file of its own, safely. 0, or -1 with the reason. */
int pl_model_save(const pl_model *m, const char *path, pl_err *err);
/* NULL with the reason: no such file, not a model, of a newer version, damaged. */
pl_model *pl_model_open(const char *path, pl_err *err);
/* The same from a file that is open and stays so. */
pl_model *pl_model_from(const pl_sections *file, pl_err *err);
/* The same from memory, which must stay and be aligned to 64 bytes. */
pl_model *pl_model_from_memory(const char *name, const void *bytes, size_t n,
                               pl_err *err);

#endif
