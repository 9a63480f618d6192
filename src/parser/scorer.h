/* What gives scores to steps. A scorer is asked for the row of a place: the scores of all
 * actions there. The beam does not know how they come about; linear models add up weights
 * of features (item_scorer.c, pair_scorer.c), and a network can stand in their place.
 *
 *     pl_scorer *s = pl_linear_scorer_new(machine, &features, beam + 1);
 *     s->ops->start(s, weights, &arena, &values, task);       a sentence begins
 *     s->ops->prepare(s, states, n);                          a step of the beam begins
 *     machine->ops->choices(task, states[i], …);
 *     row = s->ops->row(s, i, place);                         for the places of state i
 *     s->ops->free(s);
 */
#ifndef PL_PARSER_SCORER_H
#define PL_PARSER_SCORER_H

#include "learn/weights.h"
#include "machine/machine.h"
#include "parser/features.h"
#include "parser/vocab.h"

typedef struct pl_scorer pl_scorer;

typedef struct pl_scorer_ops {
    /* Begins a sentence: forgets everything. Keeps what it is given until the next one. */
    void (*start)(pl_scorer *s, pl_weights weights, pl_arena *m, const pl_values *values,
                  void *task);
    /* The states that rows will be asked for, at most as many as the scorer was made for;
     * keeps them until the next call. */
    void (*prepare)(pl_scorer *s, const pl_state *const *states, uint32_t n);
    /* The scores of all actions at a place of state i; valid until the next call. The
     * machine's choices() was asked for that state last. */
    const int32_t *(*row)(pl_scorer *s, uint32_t i, pl_place place);
    /* The features behind a row into out[most_features()]; returns how many there are. */
    uint32_t (*features)(pl_scorer *s, const pl_state *state, pl_place place,
                         uint64_t *out);
    uint32_t (*most_features)(const pl_scorer *s);
    void (*free)(pl_scorer *s);
} pl_scorer_ops;

struct pl_scorer {
    const pl_scorer_ops *ops;
};

/* The scorer of a linear model, for up to `max_states` states at a time. Keeps both. */
pl_scorer *pl_linear_scorer_new(const pl_machine *m, const pl_features *features,
                                uint32_t max_states);

/* The two strategies that it chooses from. Items are shared by hypotheses and remember
 * sums of their own; of pairs, whatever tokens they are of, sums are kept by the values
 * that features see (for 0 states: of pairs that easy_first.c asks for one by one). */
pl_scorer *pl_item_scorer_new(const pl_machine *m, const pl_features *features,
                              uint32_t max_states);
pl_scorer *pl_pair_scorer_new(const pl_machine *m, const pl_features *features,
                              uint32_t max_states);
/* The row of a pair scorer for the tokens around a pair; see pair_values.h. */
const int32_t *pl_pair_row(pl_scorer *s, const pl_dep_node *const *at, uint32_t distance);

#endif
