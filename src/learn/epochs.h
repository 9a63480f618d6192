/* The loop of training that the tagger and the classifiers share: passes over all
 * examples, each in a new order.
 *
 *     pl_epochs how = {.n = 10, .seed = 1, .prune = 0.05};
 *     if (pl_epochs_run(&how, n_examples, learn_one, NULL, &job, &err) < 0) …
 *
 * The orders depend on the seed and the number of examples alone. */
#ifndef PL_LEARN_EPOCHS_H
#define PL_LEARN_EPOCHS_H

#include "base/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
