/* The beam; see beam.h. */
#include "parser/beam.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "learn/highest.h"

#include <stdlib.h>

void pl_beam_init(pl_beam *b, const pl_machine *m, pl_scorer *scorer, uint32_t size)
{
    *b = (pl_beam){.machine = m,
                   .scorer = scorer,
                   .size = size,
                   .margin = PL_NO_MARGIN,
                   .branches = UINT32_MAX};
    b->now = pl_alloc_zero(size, sizeof *b->now);
    b->next = pl_alloc_zero(size, sizeof *b->next);
    b->best = pl_alloc_zero(size, sizeof *b->best);
    b->configs = pl_alloc_zero(size + 1, sizeof *b->configs);
}

void pl_beam_release(pl_beam *b)
{
    if (b->scorer != NULL)
        b->scorer->ops->free(b->scorer);
    free(b->now);
    free(b->next);
    free(b->best);
    free(b->configs);
    PL_VEC_RELEASE(&b->choices, &b->skipped);
}

void pl_beam_set_margin(pl_beam *b, int64_t margin)
{
    b->margin = margin;
    if (b->machine->ops->signature == NULL)
        b->branches = PL_BRANCHES;
}

void pl_beam_start(pl_beam *b, pl_arena *arena, void *task, const pl_target *gold)
{
    b->arena = arena;
    b->task = task;
    b->gold = gold;
    b->skipped.n = 0;
    b->n = 1;
    b->now[0] = (pl_hypothesis){.correct = true};
    b->machine->ops->begin(task, &b->now[0].config);
}

bool pl_beam_done(const pl_beam *b)
{
    for (uint32_t h = 0; h < b->n; h++)
        if (!b->machine->ops->is_final(b->task, &b->now[h].config))
            return false;
    return true;
}

/* -- the best candidates ------------------------------------------------------------- */

/* Puts a candidate into the sorted list of the best from place `end` up: that of one it
 * replaces, or the last. Equal scores keep the order in which they came. */
static inline void insert_before(pl_beam *b, uint32_t end, const pl_candidate *c)
{
    int64_t score = c->score;
    for (; end > 0 && b->best[end - 1].score < score; end--)
        b->best[end] = b->best[end - 1];
    b->best[end] = *c;
}

/* Where the worst candidate of a hypothesis stands that has as many as it may; n_best if it
 * has fewer. */
static uint32_t last_branch(const pl_beam *b, uint32_t h)
{
    uint32_t n = 0, last = b->n_best;
    for (uint32_t i = 0; b->n_best >= b->branches && i < b->n_best; i++)
        if (b->best[i].from == h) {
            n++;
            last = i;
        }
    return n < b->branches ? b->n_best : last;
}

/* Puts a candidate among the best; the caller has checked that it belongs there. */
static inline void insert(pl_beam *b, const pl_candidate *c)
{
    uint32_t end = b->branches < b->size ? last_branch(b, c->from) : b->n_best;
    if (end == b->n_best)
        end = b->n_best < b->size ? b->n_best++ : b->size - 1;
    insert_before(b, end, c);
}

/* The same where candidates can lead to the same configuration: of two only the better one
 * stays, correct if one of them is. */
static void insert_met(pl_beam *b, pl_candidate c)
{
    uint32_t i = 0;
    while (i < b->n_best && b->best[i].signature != c.signature)
        i++;
    if (i == b->n_best) {
        insert(b, &c);
        return;
    }
    c.correct |= b->best[i].correct;
    if (b->best[i].score >= c.score)
        b->best[i].correct = c.correct;
    else
        insert_before(b, i, &c);
}

/* Whether two hypotheses can lead to the same configuration; not in a beam of one. */
static bool may_meet(const pl_beam *b)
{
    return b->machine->ops->signature != NULL && b->size > 1;
}

enum { STEP = 16 };
typedef int32_t lanes __attribute__((vector_size(16), aligned(4)));
typedef int64_t halves __attribute__((vector_size(16)));

/* Whether one of STEP scores is above a limit. Most are not, so they are compared
 * together, with some beyond the last one if need be. */
static bool any_above(const int32_t *scores, int32_t limit)
{
    const lanes *v = (const lanes *)scores;
    halves above =
        (halves)((v[0] > limit) | (v[1] > limit) | (v[2] > limit) | (v[3] > limit));
    return (above[0] | above[1]) != 0;
}

/* A candidate of hypothesis h must score more than this to be among the best; INT64_MIN: any
 * is. */
static int64_t floor_of(const pl_beam *b, uint32_t h)
{
    int64_t floor = b->n_best < b->size ? INT64_MIN : b->best[b->n_best - 1].score;
    if (b->margin == PL_NO_MARGIN || (b->n_best == 0 && b->top == INT64_MIN))
        return floor;
    uint32_t last = last_branch(b, h);
    int64_t best = b->n_best > 0 && b->best[0].score > b->top ? b->best[0].score : b->top;
    int64_t near = best - b->margin - 1;
    floor = floor > near ? floor : near;
    return last < b->n_best && b->best[last].score > floor ? b->best[last].score : floor;
}

/* The same for an action, on top of the score of its hypothesis; INT32_MIN: any is. */
static int32_t limit_for(const pl_beam *b, uint32_t h)
{
    int64_t limit = floor_of(b, h);
    if (limit == INT64_MIN)
        return INT32_MIN;
    limit -= b->now[h].score;
    return limit > INT32_MAX    ? INT32_MAX
           : limit <= INT32_MIN ? INT32_MIN + 1
                                : (int32_t)limit;
}

/* As select_actions where the beam has room for one: the best action, the first of equal
 * ones, if it is above the limit. */
static int32_t select_best(pl_beam *b, uint32_t h, const pl_choice *choice,
                           const int32_t *scores, int32_t limit)
{
    uint32_t a = choice->first;
    a += pl_highest(scores + a, choice->end - a);
    if (scores[a] <= limit)
        return limit;
    b->best[0] = (pl_candidate){.score = b->now[h].score + scores[a],
                                .step = {choice->place, a},
                                .from = h,
                                .correct = a == choice->gold};
    b->n_best = 1;
    return scores[a];
}

static void note_right(pl_beam *b, pl_candidate c)
{
    if (!b->has_right || c.score > b->right.score)
        b->right = c;
    b->has_right = true;
}

/* Adds the best actions of a choice to the candidates. `limit` is that of the hypothesis and
 * changes with what is added; returns what it is then. */
static int32_t select_actions(pl_beam *b, uint32_t h, const pl_choice *choice,
                              const int32_t *scores, int32_t limit)
{
    const pl_hypothesis *from = &b->now[h];
    pl_candidate c = {.from = h, .step.place = choice->place};
    bool meet = may_meet(b);
    if (b->size == 1)
        limit = select_best(b, h, choice, scores, limit);
    for (uint32_t a = choice->first; a < choice->end && b->size > 1;) {
        uint32_t stop = choice->end - a < STEP ? choice->end : a + STEP;
        if (limit > INT32_MIN && !any_above(scores + a, limit))
            a = stop;
        for (; a < stop; a++)
            if (limit == INT32_MIN || scores[a] > limit) {
                c.step.action = a;
                c.score = from->score + scores[a];
                c.correct = a == choice->gold;
                if (meet) {
                    c.signature =
                        b->machine->ops->signature(b->task, &from->config, &c.step);
                    insert_met(b, c);
                } else
                    insert(b, &c);
                limit = limit_for(b, h);
            }
    }
    if (choice->gold != PL_NONE) {
        c.step.action = choice->gold;
        c.score = from->score + scores[choice->gold];
        c.correct = true;
        note_right(b, c);
    }
    return limit;
}

/* Keeps a final hypothesis in the beam where the machine has no action for it. */
static void keep(pl_beam *b, uint32_t h)
{
    const pl_hypothesis *from = &b->now[h];
    const pl_machine_ops *ops = b->machine->ops;
    pl_candidate c = {.score = from->score,
                      .step = {{0, 0}, PL_NONE},
                      .from = h,
                      .correct = from->correct};
    if (!ops->is_final(b->task, &from->config))
        return;
    if (may_meet(b))
        c.signature = ops->signature(b->task, &from->config, NULL);
    if (c.correct && b->gold != NULL)
        note_right(b, c);
    if (b->n_best > 0 && c.score <= floor_of(b, h))
        return;
    if (may_meet(b))
        insert_met(b, c);
    else
        insert(b, &c);
}

/* Finds the best score of a hypothesis' candidates before they are looked at one by one: what is
 * farther below it than the margin need not be put among the best. Only of constituents, whose
 * choices share one row. */
static void raise_top(pl_beam *b, uint32_t h)
{
    if (b->margin == PL_NO_MARGIN || b->size == 1 || !b->machine->ops->constituents)
        return;
    for (size_t i = 0; i < b->choices.n; i++) {
        const pl_choice *c = &b->choices.at[i];
        const int32_t *scores = b->scorer->ops->row(b->scorer, h, c->place);
        uint32_t a = c->first + pl_highest(scores + c->first, c->end - c->first);
        int64_t best = b->now[h].score + scores[a];
        b->top = best > b->top ? best : b->top;
    }
}

static uint32_t n_steps(const pl_hypothesis *h)
{
    return h->trace != NULL ? h->trace->length : 0;
}

/* What is permitted in a hypothesis into b->choices. */
static void list_choices(pl_beam *b, uint32_t h)
{
    const pl_hypothesis *from = &b->now[h];
    b->machine->ops->choices(b->task, &from->config, from->correct ? b->gold : NULL,
                             n_steps(from), &b->choices);
    if (b->obeys)
        b->machine->ops->obey(b->task, &from->config, &b->choices);
}

/* Takes the only step that the only hypothesis may take, with a score of 0; that is also what
 * networks give it. */
static void take_only_step(pl_beam *b)
{
    const pl_choice *c = &b->choices.at[0];
    b->best[0] = (pl_candidate){.score = b->now[0].score,
                                .step = {c->place, c->first},
                                .correct = c->first == c->gold};
    b->n_best = 1;
    if (!b->scorer->probabilities)
        PL_PUSH(&b->skipped, n_steps(&b->now[0]));
    if (c->gold != PL_NONE)
        note_right(b, b->best[0]);
}

/* The candidates of a hypothesis whose choices are listed. */
static void expand(pl_beam *b, uint32_t h)
{
    const int32_t *scores = NULL;
    pl_place last = {0, 0};
    raise_top(b, h);
    int32_t limit = limit_for(b, h);
    for (size_t i = 0; i < b->choices.n; i++) {
        const pl_choice *c = &b->choices.at[i];
        if (scores == NULL || c->place.i != last.i || c->place.j != last.j)
            scores = b->scorer->ops->row(b->scorer, h, c->place);
        last = c->place;
        limit = select_actions(b, h, c, scores, limit);
    }
    if (b->choices.n == 0)
        keep(b, h);
}

bool pl_beam_expand(pl_beam *b, const pl_config *extra)
{
    b->n_best = 0;
    b->top = INT64_MIN;
    b->has_right = false;
    bool alone = b->n == 1 && extra == NULL;
    if (alone)
        list_choices(b, 0);
    if (alone && b->skips && !b->obeys && pl_choices_one(&b->choices)) {
        take_only_step(b);
        return true;
    }
    for (uint32_t h = 0; h < b->n; h++)
        b->configs[h] = &b->now[h].config;
    b->configs[b->n] = extra;
    b->scorer->ops->prepare(b->scorer, b->configs, b->n + (extra != NULL));
    for (uint32_t h = 0; h < b->n; h++) {
        if (pl_stopped())
            return false;
        if (!alone)
            list_choices(b, h);
        expand(b, h);
    }
    while (b->n_best > 0 && b->best[0].score - b->best[b->n_best - 1].score > b->margin)
        b->n_best--; /* it came before a better one */
    return b->n_best > 0;
}

void pl_beam_advance(pl_beam *b)
{
    for (uint32_t i = 0; i < b->n_best; i++) {
        const pl_candidate *c = &b->best[i];
        const pl_hypothesis *from = &b->now[c->from];
        pl_hypothesis *to = &b->next[i];
        *to = *from;
        to->score = c->score;
        to->correct = c->correct;
        if (c->step.action == PL_NONE)
            continue;
        pl_trace *t = pl_arena_alloc(b->arena, sizeof *t);
        *t = (pl_trace){from->trace, c->step,
                        n_steps(from) + 1};
        to->trace = t;
        b->machine->ops->apply(b->task, &to->config, c->step);
    }
    pl_hypothesis *swap = b->now;
    b->now = b->next;
    b->next = swap;
    b->n = b->n_best;
}

void pl_trace_steps(const pl_trace *trace, pl_act *out)
{
    for (; trace != NULL; trace = trace->before)
        out[trace->length - 1] = trace->step;
}
