/* A scorer gives scores to steps: for a place it returns a row, the scores of all actions
 * there. The beam does not know how they are computed; linear models add up weights
 * of features (item_scorer.c, pair_scorer.c), networks run over what words stand where (net_scorer.c).
 *
 *     pl_scorer *s = pl_linear_scorer_new(machine, &features, beam + 1);
 *     s->ops->start(s, weights, &arena, &values, task);       a sentence begins
 *     s->ops->prepare(s, configs, n);                          a step of the beam begins
 *     machine->ops->choices(task, configs[i], …);             or, for a single one, before
 *     row = s->ops->row(s, i, place);                         for the places of config i
 *     s->ops->free(s);
 */
#pragma once

#include "learn/learner.h"
#include "machine/machine.h"
#include "parser/features.h"
#include "parser/vocab.h"

typedef struct pl_scorer pl_scorer;

typedef struct pl_scorer_ops {
    /* Begins a sentence and forgets the one before. Keeps its arguments until the next
     * call. */
    void (*start)(pl_scorer *s, pl_weights weights, pl_arena *m, const pl_values *values,
                  void *task);
    /* Announces the configs whose rows are needed next, at most as many as the scorer was
     * made for; keeps them until the next call. */
    void (*prepare)(pl_scorer *s, const pl_config *const *configs, uint32_t n);
    /* The scores of all actions at a place of config i; valid until the next call. That
     * config must be the last one that the machine's choices() was called for. */
    const int32_t *(*row)(pl_scorer *s, uint32_t i, pl_place place);
    /* The features behind a row into out[most_features()]; returns how many there are. */
    uint32_t (*features)(pl_scorer *s, const pl_config *config, pl_place place,
                         uint64_t *out);
    uint32_t (*most_features)(const pl_scorer *s);
    void (*free)(pl_scorer *s);
} pl_scorer_ops;

struct pl_scorer {
    const pl_scorer_ops *ops;
    double scale;       /* scores are so many times those of the model … */
    bool probabilities; /* … which are logarithms of probabilities */
};

/* The scorer of a linear model, for up to `max_configs` configs at a time. Keeps both. */
pl_scorer *pl_linear_scorer_new(const pl_machine *m, const pl_features *features,
                                uint32_t max_configs);

/* The two strategies that it chooses from. The item scorer remembers sums at items, which
 * hypotheses share. The pair scorer remembers sums under the values that features see, so
 * that pairs of different tokens share them; `max_configs` is 0 for easy_first.c, which
 * asks for single pairs. */
pl_scorer *pl_item_scorer_new(const pl_machine *m, const pl_features *features,
                              uint32_t max_configs);
pl_scorer *pl_pair_scorer_new(const pl_machine *m, const pl_features *features,
                              uint32_t max_configs);
/* The row of a pair scorer for the tokens around a pair; see pair_values.h. */
const int32_t *pl_pair_row(pl_scorer *s, const pl_dep_node *const *at, uint32_t distance);
