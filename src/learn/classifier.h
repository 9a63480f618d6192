/* A linear classifier over hashed features: names, and a weight of each for each feature.
 * What is classified, and by what features, is said by who uses it (functions.h,
 * morph.h).
 *
 *     uint64_t features[…];
 *     uint32_t k = pl_classifier_best(c, features, n, NULL, 0, sums);
 *     c->names.at[k]
 *
 * It is const while it classifies and may be shared by threads. */
#ifndef PL_LEARN_CLASSIFIER_H
#define PL_LEARN_CLASSIFIER_H

#include "base/err.h"
#include "base/intern.h"
#include "base/sections.h"
#include "learn/weights.h"

enum { PL_MAX_CLASSES = 4000, PL_MAX_CLASSIFIER_FEATURES = 64 };

typedef struct pl_classifier {
    pl_intern names;
    pl_bytes weights; /* of learn/compact.h */
} pl_classifier;

/* Items of an array of scores for that many names. */
size_t pl_classifier_room(const pl_classifier *c);
/* The name with the highest score, the lowest of equals. `among` lists the names that are
 * possible, in ascending order; NULL: all. `sums` is scratch of pl_classifier_room. */
uint32_t pl_classifier_best(const pl_classifier *c, const uint64_t *features, size_t n,
                            const uint16_t *among, size_t n_among, int32_t *sums);

/* As two sections of a model file, and back: 1, 0 if the file has none, -1 with what is
 * wrong. */
void pl_classifier_put(const pl_classifier *c, const char *names, const char *rows,
                       pl_section_list *list);
int pl_classifier_get(pl_classifier *c, const pl_sections *file, const char *names,
                      const char *rows, pl_error *err);
void pl_classifier_release(pl_classifier *c);

/* -- training ---------------------------------------------------------------------- */

/* An averaged perceptron in which the right name must win by a margin.
 *
 *     pl_teacher *t = pl_teacher_new(&names);
 *     for each epoch, each example: pl_teacher_show(t, features, n, NULL, 0, right);
 *     pl_teacher_finish(t, prune, &classifier);  pl_teacher_free(t);
 */
typedef struct pl_teacher pl_teacher;

pl_teacher *pl_teacher_new(const pl_intern *names); /* keeps `names` */
/* Learns from one example; whether it would have been right, margin included. */
bool pl_teacher_show(pl_teacher *t, const uint64_t *features, size_t n,
                     const uint16_t *among, size_t n_among, uint32_t right);
/* The averaged weights and a copy of the names; weights nearer to zero than `prune` are
 * left out. */
void pl_teacher_finish(const pl_teacher *t, double prune, pl_classifier *c);
void pl_teacher_free(pl_teacher *t); /* NULL is fine */

#endif
