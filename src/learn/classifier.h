/* A linear classifier over hashed features: names, and the weight of each name for each
 * feature. Its users say what is classified by what features (tag/function_labels.h,
 * tag/morph.h).
 *
 *     uint64_t features[…];
 *     uint32_t k = pl_classifier_best(c, features, n, NULL, 0, sums);
 *     c->names.at[k]
 *
 * It is const while it classifies, and threads may share it. */
#ifndef PL_LEARN_CLASSIFIER_H
#define PL_LEARN_CLASSIFIER_H

#include "base/alloc.h"
#include "base/err.h"
#include "base/intern.h"
#include "base/sections.h"
#include "learn/epochs.h"

enum { PL_MAX_CLASSES = 4000, PL_MAX_CLASSIFIER_FEATURES = 64 };

typedef struct pl_classifier {
    pl_intern names;
    pl_bytes weights; /* of learn/compact.h */
} pl_classifier;

/* Length of an array of scores, one for each name. */
size_t pl_classifier_room(const pl_classifier *c);
/* The name with the highest score, the lowest number of equals. `among` lists the names
 * that are possible, in ascending order; NULL means all. `sums` is scratch of
 * pl_classifier_room items. */
uint32_t pl_classifier_best(const pl_classifier *c, const uint64_t *features, size_t n,
                            const uint16_t *among, size_t n_among, int32_t *sums);

/* Puts it into two sections of a model file; gets it back: 1, 0 if the file has none, -1
 * with the reason. */
void pl_classifier_put(const pl_classifier *c, const char *names, const char *rows,
                       pl_section_list *list);
int pl_classifier_get(pl_classifier *c, const pl_sections *file, const char *names,
                      const char *rows, pl_error *err);
void pl_classifier_release(pl_classifier *c);

/* -- training ---------------------------------------------------------------------- */

/* An averaged perceptron in which the right name must win by a margin.
 *
 *     pl_perceptron *p = pl_perceptron_new(classifier.names.n);
 *     for each epoch, each example: pl_perceptron_learn(p, features, n, NULL, 0, right);
 *     classifier.weights = pl_perceptron_finish(p, prune);
 */
typedef struct pl_perceptron pl_perceptron;

extern const pl_epochs pl_classifier_epochs; /* what works for most: 8 passes … */

pl_perceptron *pl_perceptron_new(uint32_t n_names);
/* Learns from one example; returns whether that changed weights. */
bool pl_perceptron_learn(pl_perceptron *p, const uint64_t *features, size_t n,
                         const uint16_t *among, size_t n_among, uint32_t right);
/* The averaged weights without those nearer to zero than `prune`. Frees `p`. */
pl_bytes pl_perceptron_finish(pl_perceptron *p, double prune);

#endif
