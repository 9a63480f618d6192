/* The weights of an averaged perceptron while it learns.
 *
 * An index leads from a feature's hash to its row (feature_index.h). A row lists the
 * actions that ever had a weight, so its size follows the data, not the inventory. A single
 * one stands in the index itself. When the list would hold an eighth of all actions, the row
 * becomes dense: it holds all weights, which are added many at a time. Actions and weights
 * take one byte each where they can (learner_rows.h).
 *
 *     index      check[8] value[8] …                     64 bytes, a line of memory
 *     list       (n, 0) (action, weight)[n] …            16, 32 … bytes
 *     dense      weight[n_actions]
 *
 * `total` is Σ t·Δ over the updates Δ made at time t; the averaged weight at time T is
 * w - total/T. Totals are kept elsewhere, because scores do not need them: waiting for memory
 * is most of the time. Weights are whole numbers because updates are. Rows live in pools
 * (places.h) and move to a larger place when they grow. */
#pragma once

#include "base/str.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* -- tables of weights -------------------------------------------------------------- */

/* A table of weights as a scorer sees it: given feature hashes, it adds their rows (the
 * weights of all actions) to a vector of scores. There are two tables: the learner's,
 * which grows, and the compact one of a finished model, read from a file. Weights are
 * integers in both, so that sums do not depend on their order.
 *
 * The work has three steps, because each waits for memory: while a scorer makes the next
 * hashes, the slots of the last ones are being loaded, then their rows. */

/* Length of a vector of scores. An action of one byte is not checked: it must lie inside. Rows
 * are added in whole vectors: with up to 256 actions of up to 64, with more of up to 32. */
#define PL_SUMS_ROOM(n_actions)                                                          \
    (((n_actions) <= 256 ? 256u : ((n_actions) + 15u) / 16 * 16) + 16u)

typedef struct pl_weights {
    const void *table;
    uint32_t n_actions;
    /* Begins to load the slots of n features. */
    void (*prefetch)(const void *table, const uint64_t *hashes, size_t n);
    /* Finds the rows of n features, begins to load them and returns their number; a
     * feature without weights has none. */
    size_t (*find)(const void *table, const uint64_t *hashes, size_t n,
                   const void **rows);
    /* sums[a] += weight of action a, for each row; sums has PL_SUMS_ROOM items. */
    void (*add)(const void *table, const void *const *rows, size_t n, int32_t *sums);
} pl_weights;

/* Takes the three steps at once: adds the rows of n features, of which there may be
 * PL_MAX_AT_ONCE, to `sums`. */
enum { PL_MAX_AT_ONCE = 64 };
static inline void pl_weights_add(const pl_weights *w, const uint64_t *hashes, size_t n,
                                  int32_t *sums)
{
    const void *rows[PL_MAX_AT_ONCE];
    assert(n <= PL_MAX_AT_ONCE);
    w->prefetch(w->table, hashes, n);
    w->add(w->table, rows, w->find(w->table, hashes, n, rows), sums);
}

/* -- the learner -------------------------------------------------------------------- */

typedef struct pl_learner pl_learner;

pl_learner *pl_learner_new(uint32_t n_actions);
void pl_learner_free(pl_learner *l);
/* The current weights for the scorer; valid while no update is made. */
pl_weights pl_learner_weights(const pl_learner *l);
/* The same without what only some processors can do, for tests. */
pl_weights pl_learner_plain_weights(const pl_learner *l);

typedef struct pl_change {
    uint64_t hash;
    uint32_t action;
    int32_t change; /* +1 or -1, or a multiple */
} pl_change;

/* Adds `change` to the weight of (feature, action) at the current time. */
void pl_learner_update(pl_learner *l, uint64_t hash, uint32_t action, int change);
/* The same for n of them, which is faster: while one is made, the rows of the next ones
 * are being loaded. */
void pl_learner_change(pl_learner *l, const pl_change *changes, size_t n);
/* One example has been seen: time moves on. */
void pl_learner_tick(pl_learner *l);

size_t pl_learner_rows(const pl_learner *l);  /* features with weights */
size_t pl_learner_bytes(const pl_learner *l); /* of memory */

/* What has been learned of a feature and an action. */
typedef struct pl_learned {
    uint32_t action;
    int32_t weight;
    float total; /* see above */
} pl_learned;

/* For learners whose weights are mixed (mix.h). A change of 1 is `unit` in their weights, so
 * that a mean of them can be a fraction; averages are divided by it. To be set while there
 * are no rows; 1 where it is not. */
void pl_learner_set_unit(pl_learner *l, int unit);
int pl_learner_unit(const pl_learner *l);
uint64_t pl_learner_time(const pl_learner *l);
void pl_learner_set_time(pl_learner *l, uint64_t time);
/* The features that were changed since the last call, each once, where the unit is not 1;
 * *n says how many. They are valid until the next update. */
const uint64_t *pl_learner_changed(pl_learner *l, size_t *n);
bool pl_learner_has(const pl_learner *l, uint64_t hash); /* a row */
/* The hashes of all rows, to be freed, in the order that models have: the same for the same
 * updates. */
uint64_t *pl_learner_hashes(const pl_learner *l);
/* Copies what is not zero of a row to out[n_actions]; returns how many there are. */
uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out);
/* Replaces what was known of a feature and these actions. */
void pl_learner_set_row(pl_learner *l, uint64_t hash, const pl_learned *cells,
                        uint32_t n);

/* Appends all of it to a checkpoint. */
void pl_learner_save(const pl_learner *l, pl_str *to);
/* Makes a learner of so many actions, and of this unit, from what stands at *at, which moves
 * behind it. NULL if the bytes before `end` make no sense; memory is taken only for what is
 * there. */
pl_learner *pl_learner_load(const char **at, const char *end, uint32_t n_actions,
                            int unit);
