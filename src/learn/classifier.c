/* Linear classification; see classifier.h. */
#include "learn/classifier.h"

#include "base/alloc.h"
#include "learn/compact.h"
#include "learn/highest.h"
#include "learn/learner.h"

#include <stdlib.h>
#include <string.h>

/* -- scores ------------------------------------------------------------------------ */

static void add_up(pl_weights w, const uint64_t *features, size_t n, pl_names possible,
                   int32_t *sums)
{
    memset(sums + possible.first, 0, possible.n * sizeof *sums);
    pl_weights_add(&w, features, n, sums);
}

static uint32_t highest(const int32_t *sums, pl_names possible)
{
    return possible.first + pl_highest(sums + possible.first, possible.n);
}

int32_t *pl_classifier_sums(const pl_classifier *c, pl_arena *m)
{
    size_t n = PL_SUMS_ROOM(c->names.n);
    return memset(pl_arena_alloc(m, n * sizeof(int32_t)), 0, n * sizeof(int32_t));
}

uint32_t pl_classifier_best(const pl_classifier *c, const uint64_t *features, size_t n,
                            pl_names possible, int32_t *sums)
{
    if (possible.n == 1)
        return possible.first;
    add_up(pl_compact_weights(c->weights.at), features, n, possible, sums);
    return highest(sums, possible);
}

void pl_classifier_release(pl_classifier *c)
{
    pl_intern_release(&c->names);
    pl_bytes_release(&c->weights);
    *c = (pl_classifier){0};
}

/* -- the file ---------------------------------------------------------------------- */

void pl_classifier_put(const pl_classifier *c, const char *names, const char *rows,
                       pl_section_list *list)
{
    pl_sections_add_strings(list, names, &c->names);
    pl_sections_add(list, rows, c->weights.at, c->weights.size);
}

int pl_classifier_get(pl_classifier *c, const pl_sections *file, const char *names,
                      const char *rows, pl_error *err)
{
    const char *bytes;
    size_t n;
    pl_error why;
    *c = (pl_classifier){0};
    if (!pl_sections_find(file, names, &bytes, &n))
        return 0;
    int status = pl_sections_strings(file, names, &c->names, err);
    if (status == 0 && c->names.n > PL_MAX_CLASSES)
        status = pl_sections_damaged(file, names, err);
    pl_sections_find(file, rows, &bytes, &n);
    pl_bytes_borrow(&c->weights, bytes, n);
    if (status == 0 && pl_compact_check(bytes, n, c->names.n, &why) < 0)
        status = pl_sections_damaged(file, why.text, err);
    if (status == 0)
        return 1;
    pl_classifier_release(c);
    return -1;
}

/* -- training ---------------------------------------------------------------------- */

int pl_epochs_run(const pl_epochs *how, size_t n,
                  bool (*learn)(void *self, size_t example),
                  void (*after)(void *self, pl_pass *pass), void *self, pl_error *err)
{
    pl_rng rng = {how->seed};
    size_t *order = pl_alloc((n + 1) * sizeof *order);
    int status = 0;
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t e = 1; e <= how->n && status == 0; e++) {
        pl_pass pass = {.number = e, .n_examples = n};
        pl_rng_shuffle(&rng, order, n, sizeof *order);
        for (size_t i = 0; i < n && status == 0; i++)
            if (how->stop != NULL && atomic_load(how->stop))
                status = pl_fail(err, PL_STOPPED, "training was stopped");
            else
                pass.n_wrong += learn(self, order[i]);
        if (status == 0 && after != NULL)
            after(self, &pass);
        if (status == 0 && how->progress != NULL)
            how->progress(how->context, &pass);
    }
    free(order);
    return status;
}

enum { MARGIN = 30, TICKS = 16 }; /* examples that count as one moment of the average */

const pl_epochs pl_classifier_epochs = {.n = 8, .seed = 1, .prune = 0.05};

struct pl_perceptron {
    pl_learner *learner;
    int32_t *sums;
    size_t n_seen;
};

pl_perceptron *pl_perceptron_new(uint32_t n_names)
{
    pl_perceptron *p = pl_alloc_zero(1, sizeof *p);
    p->learner = pl_learner_new(n_names);
    p->sums = pl_alloc_zero(PL_SUMS_ROOM(n_names), sizeof *p->sums);
    return p;
}

bool pl_perceptron_learn(pl_perceptron *p, const uint64_t *features, size_t n,
                         pl_names possible, uint32_t right)
{
    if (++p->n_seen % TICKS == 0)
        pl_learner_tick(p->learner);
    if (possible.n == 1)
        return false;
    pl_names all = {0, PL_SUMS_ROOM(pl_learner_weights(p->learner).n_actions)};
    add_up(pl_learner_weights(p->learner), features, n, all, p->sums);
    p->sums[right] -= MARGIN;
    uint32_t best = highest(p->sums, possible);
    for (size_t i = 0; best != right && i < n; i++) {
        pl_learner_update(p->learner, features[i], right, 1);
        pl_learner_update(p->learner, features[i], best, -1);
    }
    return best != right;
}

pl_bytes pl_perceptron_finish(pl_perceptron *p, double prune)
{
    pl_bytes weights = pl_compact_new(p->learner, prune);
    pl_learner_free(p->learner);
    free(p->sums);
    free(p);
    return weights;
}
