/* A trained model: everything that parsing needs, and where it came from. It carries its
 * own copy of templates and head rules, so it depends on nothing that is installed.
 *
 * Made by the trainer, or read from a file, which is mapped: the weights stay where they
 * are. docs/modelfile.md describes the file.
 *
 *     pl_sections *file = pl_sections_open("alpino.model", &err);
 *     pl_model *m = file != NULL ? pl_model_from(file, &err) : NULL;
 *     …
 *     pl_model_free(m);
 *     pl_sections_close(file);
 */
#ifndef PL_PARSER_MODEL_H
#define PL_PARSER_MODEL_H

#include "parser/extract.h"
#include "parser/vocab.h"
#include "base/sections.h"
#include "learn/compact.h"
#include "base/sections.h"
#include "machine/derive.h"

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
    void *owned; /* the block if it is not part of a mapped file */
} pl_model;

pl_model *pl_model_new(const pl_system *system);
void pl_model_free(pl_model *m); /* NULL is fine */
/* Makes `block` (of pl_compact_new) the weights; takes it. */
void pl_model_take_weights(pl_model *m, void *block, size_t size);

/* Writes into `about` what the loader has to know of the system and of the trees it was
 * trained on; after pl_deriver_finish. */
void pl_model_describe(pl_model *m);

/* Adds the sections of the model to a file that may carry more than it. */
void pl_model_put(const pl_model *m, pl_section_list *list);
/* The model in a file, which stays open as long as the model is used. NULL with the
 * reason: there is none in it, of a system that is not known here, damaged. */
pl_model *pl_model_from(const pl_sections *file, pl_error *err);

#endif
