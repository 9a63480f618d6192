/* A linear classifier over hashed features: names, and the weight of each name for each
 * feature. Its users say what is classified by what features (tag/function_labels.h,
 * tag/morph.h).
 *
 *     uint64_t features[…];
 *     pl_names all = {0, c->names.n};
 *     uint32_t k = pl_classifier_best(c, features, n, all, sums);
 *     c->names.at[k]
 *
 * It is const while it classifies, and threads may share it. */
#pragma once

#include "base/alloc.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/sections.h"

#include <stdatomic.h>

/* -- features ----------------------------------------------------------------------- */

/* Features as hashes. A list numbers its features, so that the same value in two rows
 * means two things; rows keep their numbers when others are left out. */

typedef struct pl_hashed {
    uint64_t *out;
    uint32_t n, row;
} pl_hashed;

static inline void pl_hashed_one(pl_hashed *l, uint64_t a)
{
    l->out[l->n++] = pl_mix(a + ++l->row * 0x9e3779b97f4a7c15u);
}

static inline void pl_hashed_two(pl_hashed *l, uint64_t a, uint64_t b)
{
    pl_hashed_one(l, a);
    l->out[l->n - 1] = pl_mix(l->out[l->n - 1] ^ b);
}

static inline void pl_hashed_three(pl_hashed *l, uint64_t a, uint64_t b, uint64_t c)
{
    pl_hashed_two(l, a, b);
    l->out[l->n - 1] = pl_mix(l->out[l->n - 1] ^ c);
}

/* Leaves the row out if it has no value. */
static inline void pl_hashed_some(pl_hashed *l, uint64_t a)
{
    if (a != 0)
        pl_hashed_one(l, a);
    else
        l->row++;
}

/* The hash of a word or a label, never 0; 0 for NULL. */
static inline uint64_t pl_hash_text(const char *text)
{
    return text != NULL ? pl_hash(text, strlen(text)) | 1 : 0;
}

/* -- classification ----------------------------------------------------------------- */

enum { PL_MAX_CLASSES = 4000 };

typedef struct pl_classifier {
    pl_intern names;
    pl_bytes weights; /* of learn/compact.h */
} pl_classifier;

/* The names that are possible: `n` of them, from `first` on. */
typedef struct pl_names {
    uint32_t first, n;
} pl_names;

/* Zeros in `m`, one for each name and some more: scratch of the next function. */
int32_t *pl_classifier_sums(const pl_classifier *c, pl_arena *m);
/* The possible name with the highest score, the lowest number of equals. Of `sums`, those of
 * the possible names are cleared first, since there may be thousands of others; they get
 * what is of no use, for one sentence. */
uint32_t pl_classifier_best(const pl_classifier *c, const uint64_t *features, size_t n,
                            pl_names possible, int32_t *sums);

/* Puts it into two sections of a model file; gets it back: 1, 0 if the file has none, -1
 * with the reason. */
void pl_classifier_put(const pl_classifier *c, const char *names, const char *rows,
                       pl_section_list *list);
int pl_classifier_get(pl_classifier *c, const pl_sections *file, const char *names,
                      const char *rows, pl_error *err);
void pl_classifier_release(pl_classifier *c);

/* -- training ---------------------------------------------------------------------- */

/* The loop of training that the tagger and the classifiers share: passes over all
 * examples, each in a new order.
 *
 *     pl_epochs how = {.n = 10, .seed = 1, .prune = 0.05};
 *     if (pl_epochs_run(&how, n_examples, learn_one, NULL, &job, &err) < 0) …
 *
 * The orders depend on the seed and the number of examples alone. */

/* How one pass went. */
typedef struct pl_pass {
    uint32_t number; /* from 1 */
    size_t n_examples;
    size_t n_wrong; /* examples that changed weights */
    double dev;     /* accuracy on the dev set in percent; 0 if there is none */
} pl_pass;

typedef struct pl_epochs {
    uint32_t n; /* passes */
    uint64_t seed;
    double prune; /* averaged weights nearer to zero are left out */
    /* Called after each pass; may be NULL. */
    void (*progress)(void *context, const pl_pass *pass);
    void *context;
    const atomic_bool *stop; /* set by the program to end training; may be NULL */
} pl_epochs;

/* Calls learn(self, i) for each example i in each pass; it returns whether it changed
 * weights. After a pass calls after(self, pass), which may fill in `dev` (NULL: nothing to
 * do), then progress. Returns 0, or -1 with PL_STOPPED if `stop` was set. */
int pl_epochs_run(const pl_epochs *how, size_t n_examples,
                  bool (*learn)(void *self, size_t example),
                  void (*after)(void *self, pl_pass *pass), void *self, pl_error *err);

/* An averaged perceptron in which the right name must win by a margin.
 *
 *     pl_perceptron *p = pl_perceptron_new(classifier.names.n);
 *     for each epoch, each example: pl_perceptron_learn(p, features, n, all, right);
 *     classifier.weights = pl_perceptron_finish(p, prune);
 */
typedef struct pl_perceptron pl_perceptron;

extern const pl_epochs pl_classifier_epochs; /* what works for most: 8 passes … */

pl_perceptron *pl_perceptron_new(uint32_t n_names);
/* Learns from one example; returns whether that changed weights. */
bool pl_perceptron_learn(pl_perceptron *p, const uint64_t *features, size_t n,
                         pl_names possible, uint32_t right);
/* The averaged weights without those nearer to zero than `prune`. Frees `p`. */
pl_bytes pl_perceptron_finish(pl_perceptron *p, double prune);
