/* A trained dependency parser: everything that parsing needs, and where it came from. It
 * lives in the same kind of file as every model (base/sections.h), in sections of its
 * own:
 *
 *     about          lines "key: value"            dep-system     control parameters
 *     dep-templates  one per line                  dep-actions    moves and relations
 *     words, tags    vocabulary                    dep-coarse, dep-morph, dep-labels
 *     weights        a block of learn/compact.h
 */
#ifndef PL_PARSER_DEP_MODEL_H
#define PL_PARSER_DEP_MODEL_H

#include "machine/dep_actions.h"
#include "parser/dep_features.h"
#include "parser/vocab.h"
#include "base/sections.h"
#include "learn/compact.h"
#include "base/sections.h"

#define PL_DEP_SECTION "dep-system" /* models of this kind have it, no others do */

typedef struct pl_dep_model {
    pl_dep_params params;
    pl_dep_templates templates;
    pl_dep_far far;
    pl_dep_features features;
    pl_vocab vocab;
    pl_intern coarse, morph; /* 0 is one never seen */
    pl_intern labels;
    pl_dep_actions actions;
    pl_str about;        /* lines "key: value" */
    const void *weights; /* NULL while there are none */
    size_t weights_size;
    void *owned; /* the weights if they are not part of a file */
} pl_dep_model;

pl_dep_model *pl_dep_model_new(void);
void pl_dep_model_free(pl_dep_model *m); /* NULL is fine */
/* Makes `block` (of pl_compact_new) the weights; takes it. */
void pl_dep_model_take_weights(pl_dep_model *m, void *block, size_t size);

void pl_dep_model_put(const pl_dep_model *m, pl_section_list *list);
/* From a file that stays open; NULL with the reason. */
pl_dep_model *pl_dep_model_from(const pl_sections *file, pl_error *err);

/* Arcs over other tokens get `weight` on top of their scores from now on: where D is
 * above 1, more of the arcs that cross are found, and more that are wrong. */
void pl_dep_model_favour_far(pl_dep_model *m, double weight);

/* The words of a sentence as values, the root's included, in `m`. */
pl_dep_values pl_dep_model_values(const pl_dep_model *model, const pl_tree *t,
                                  pl_arena *m);

#endif
