/* The beam; see beam.h. */
#include "search/beam.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

/* The best `size` pairs of a hypothesis and a permitted action. */
static uint32_t select_best(pl_beam *b, const int32_t *const *scores)
{
    const pl_inventory *inv = b->inventory;
    pl_candidate *best = b->candidates;
    uint32_t n = 0;
    for (uint32_t h = 0; h < b->n; h++) {
        int64_t base = b->now[h].score;
        for (size_t i = 0; i < inv->groups.n; i++) {
            const pl_group *g = &inv->groups.at[i];
            if (!pl_may(inv, &b->now[h].config, g))
                continue;
            for (uint32_t a = g->first; a < g->first + g->n; a++) {
                int64_t score = base + scores[h][a];
                if (n < b->size || score > best[n - 1].score)
                    n = insert(best, n, b->size, (pl_candidate){score, h, a});
            }
        }
    }
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
