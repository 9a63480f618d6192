/* Averages; see averages.h. */
#include "learn/averages.h"

#include "base/alloc.h"

#include <stdlib.h>

/* The sum of the rows that a feature has in several learners. */
typedef struct sum {
    pl_average *weights; /* [n_actions] the first n are in use */
    uint32_t n;
    uint32_t *places; /* [n_actions] 1 + index of an action among them, 0 if not there */
    pl_learned *row;  /* [n_actions] of one learner */
} sum;

static void sum_row(sum *s, const pl_learner *l, uint64_t hash)
{
    uint32_t n = pl_learner_row(l, hash, s->row);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t action = s->row[k].action;
        if (s->places[action] == 0) {
            s->weights[s->n] = (pl_average){action, 0};
            s->places[action] = ++s->n;
        }
        s->weights[s->places[action] - 1].weight +=
            (float)s->row[k].weight - s->row[k].total / (float)pl_learner_time(l);
    }
}

/* Divides by the number of learners and their unit, drops zeros and empties `places` again. */
static uint32_t sum_finish(sum *s, float divisor)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        pl_average w = s->weights[k];
        s->places[w.action] = 0;
        w.weight /= divisor;
        if (w.weight != 0)
            s->weights[n++] = w;
    }
    s->n = 0;
    return n;
}

static bool any_has(const pl_learner *const *learners, uint32_t n, uint64_t hash)
{
    for (uint32_t k = 0; k < n; k++)
        if (pl_learner_has(learners[k], hash))
            return true;
    return false;
}

/* Each feature is summed where it is met first: at the first learner that has it. */
void pl_learners_each(const pl_learner *const *learners, uint32_t n,
                      void (*each)(void *context, uint64_t hash,
                                   const pl_average *weights, uint32_t n),
                      void *context)
{
    uint32_t n_actions = pl_learner_weights(learners[0]).n_actions;
    sum s = {.weights = pl_alloc(n_actions * sizeof *s.weights),
             .places = pl_alloc_zero(n_actions, sizeof *s.places),
             .row = pl_alloc(n_actions * sizeof *s.row)};
    float divisor = (float)n * (float)pl_learner_unit(learners[0]);
    for (uint32_t first = 0; first < n; first++) {
        uint64_t *hashes = pl_learner_hashes(learners[first]);
        for (size_t i = 0; i < pl_learner_rows(learners[first]); i++) {
            if (any_has(learners, first, hashes[i]))
                continue;
            for (uint32_t k = first; k < n; k++)
                sum_row(&s, learners[k], hashes[i]);
            uint32_t kept = sum_finish(&s, divisor);
            if (kept > 0)
                each(context, hashes[i], s.weights, kept);
        }
        free(hashes);
    }
    free(s.weights);
    free(s.places);
    free(s.row);
}
