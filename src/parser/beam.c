/* The beam; see beam.h. */
#include "parser/beam.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>

void pl_beam_init(pl_beam *b, const pl_inventory *inv, const pl_features *features,
                  uint32_t size)
{
    *b = (pl_beam){.inventory = inv, .size = size};
    b->scorer = pl_scorer_new(features, inv->system, size + 1, (uint32_t)inv->actions.n);
    b->now = pl_alloc_zero(size, sizeof *b->now);
    b->next = pl_alloc_zero(size, sizeof *b->next);
    b->candidates = pl_alloc_zero(size, sizeof *b->candidates);
    b->configs = pl_alloc_zero(size + 1, sizeof *b->configs);
}

void pl_beam_release(pl_beam *b)
{
    pl_scorer_free(b->scorer);
    free(b->now);
    free(b->next);
    free(b->candidates);
    free(b->configs);
}

void pl_beam_start(pl_beam *b, pl_task *sentence)
{
    b->n = 1;
    b->now[0] = (pl_hypothesis){.config = pl_config_start(sentence), .gold = true};
}

/* Puts a candidate into the sorted list of the best; the caller has checked that it
 * belongs there. Equal scores keep the order in which they came. */
static uint32_t insert(pl_candidate *best, uint32_t n, uint32_t size, pl_candidate c)
{
    uint32_t i = n < size ? n++ : size - 1;
    for (; i > 0 && best[i - 1].score < c.score; i--)
        best[i] = best[i - 1];
    best[i] = c;
    return n;
}

enum { STEP = 16 };
typedef int32_t lanes __attribute__((vector_size(16), aligned(4)));
typedef int64_t halves __attribute__((vector_size(16)));

/* Whether one of STEP scores is above a limit: most of them are not, so that they are
 * looked at together, perhaps with some after the last. */
static bool any_above(const int32_t *scores, int32_t limit)
{
    const lanes *v = (const lanes *)scores;
    halves above =
        (halves)((v[0] > limit) | (v[1] > limit) | (v[2] > limit) | (v[3] > limit));
    return (above[0] | above[1]) != 0;
}

/* The score that an action must be above to be among the best, counted from that of its
 * hypothesis; none can be if it is INT32_MAX. */
static int32_t limit_for(const pl_beam *b, uint32_t n, int64_t base)
{
    if (n < b->size)
        return INT32_MIN;
    int64_t limit = b->candidates[n - 1].score - base;
    return limit > INT32_MAX ? INT32_MAX : limit < INT32_MIN ? INT32_MIN : (int32_t)limit;
}

/* Takes the best of a group's actions in. */
static uint32_t select_group(pl_beam *b, uint32_t n, uint32_t h, const pl_group *g,
                             const int32_t *scores)
{
    int64_t base = b->now[h].score;
    int32_t limit = limit_for(b, n, base);
    for (uint32_t a = g->first, end = g->first + g->n; a < end;) {
        uint32_t stop = end - a < STEP ? end : a + STEP;
        if (n == b->size && !any_above(scores + a, limit))
            a = stop;
        for (; a < stop; a++)
            if (n < b->size || scores[a] > limit) {
                pl_candidate c = {base + scores[a], h, a};
                n = insert(b->candidates, n, b->size, c);
                limit = limit_for(b, n, base);
            }
    }
    return n;
}

/* The best `size` pairs of a hypothesis and a permitted action. */
static uint32_t select_best(pl_beam *b, const int32_t *const *scores)
{
    const pl_inventory *inv = b->inventory;
    uint32_t n = 0;
    for (uint32_t h = 0; h < b->n; h++)
        for (size_t i = 0; i < inv->groups.n; i++)
            if (pl_may(inv, &b->now[h].config, &inv->groups.at[i]))
                n = select_group(b, n, h, &inv->groups.at[i], scores[h]);
    return n;
}

const int32_t *pl_beam_step(pl_beam *b, uint32_t gold, const pl_config *extra)
{
    for (uint32_t h = 0; h < b->n; h++)
        b->configs[h] = &b->now[h].config;
    b->configs[b->n] = extra;
    const int32_t *const *scores =
        pl_scorer_step(b->scorer, b->configs, b->n + (extra != NULL));
    uint32_t n = select_best(b, scores);
    assert(n > 0); /* a closed inventory is never stuck */
    for (uint32_t i = 0; i < n; i++) {
        const pl_candidate *c = &b->candidates[i];
        const pl_hypothesis *from = &b->now[c->hypothesis];
        pl_hypothesis *to = &b->next[i];
        *to = *from;
        to->score = c->score;
        to->gold = from->gold && c->action == gold;
        pl_trace *t = pl_arena_alloc(from->config.sentence->arena, sizeof *t);
        *t = (pl_trace){from->trace, c->action,
                        from->trace != NULL ? from->trace->length + 1 : 1};
        to->trace = t;
        pl_apply(b->inventory, &to->config, b->inventory->actions.at[c->action]);
    }
    pl_hypothesis *swap = b->now;
    b->now = b->next;
    b->next = swap;
    const int32_t *extra_scores = extra != NULL ? scores[b->n] : NULL;
    b->n = n;
    return extra_scores;
}

bool pl_beam_done(const pl_beam *b)
{
    for (uint32_t h = 0; h < b->n; h++)
        if (!b->inventory->system->is_final(&b->now[h].config))
            return false;
    return true;
}

void pl_trace_actions(const pl_trace *trace, uint32_t *out)
{
    for (; trace != NULL; trace = trace->before)
        out[trace->length - 1] = trace->action;
}
