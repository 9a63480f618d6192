/* Search with backtracking; see backtrack.h. */
#include "parser/backtrack.h"

#include "base/stop.h"

enum { CONFIGS = 2000 }; /* at most so many are looked at */

/* A configuration on the way and the steps that are left to try. */
typedef struct frame {
    pl_hypothesis at;
    pl_candidate *steps; /* [n] the best first */
    uint32_t n, next;
} frame;

static bool same_shape(const pl_machine *m, const pl_act *a, const pl_act *b)
{
    return a->place.i == b->place.i && a->place.j == b->place.j &&
           m->ops->shape(m, a->action) == m->ops->shape(m, b->action);
}

/* Puts a step into the sorted list, unless one of the same shape is better. */
static void add_step(const pl_beam *b, frame *f, pl_candidate c)
{
    uint32_t i = 0;
    while (i < f->n && !same_shape(b->machine, &f->steps[i].step, &c.step))
        i++;
    if (i < f->n && f->steps[i].score >= c.score)
        return;
    if (i == f->n)
        f->n++;
    for (; i > 0 && f->steps[i - 1].score < c.score; i--)
        f->steps[i] = f->steps[i - 1];
    f->steps[i] = c;
}

static void list_steps(pl_beam *b, frame *f)
{
    const pl_config *config = &f->at.config;
    const pl_machine_ops *ops = b->machine->ops;
    b->scorer->ops->prepare(b->scorer, &config, 1);
    ops->choices(b->task, config, NULL, 0, &b->choices);
    ops->obey(b->task, config, &b->choices);
    size_t most = 0;
    for (size_t i = 0; i < b->choices.n; i++)
        most += b->choices.at[i].end - b->choices.at[i].first;
    f->steps = pl_arena_alloc(b->arena, (most + 1) * sizeof *f->steps);
    f->n = f->next = 0;
    for (size_t i = 0; i < b->choices.n; i++) {
        const pl_choice *c = &b->choices.at[i];
        const int32_t *row = b->scorer->ops->row(b->scorer, 0, c->place);
        for (uint32_t a = c->first; a < c->end; a++)
            add_step(
                b, f,
                (pl_candidate){.score = f->at.score + row[a], .step = {c->place, a}});
    }
}

static void take_step(pl_beam *b, const frame *from, const pl_candidate *c, frame *to)
{
    pl_trace *t = pl_arena_alloc(b->arena, sizeof *t);
    const pl_trace *before = from->at.trace;
    *t = (pl_trace){before, c->step, before != NULL ? before->length + 1 : 1};
    to->at = from->at;
    to->at.score = c->score;
    to->at.trace = t;
    b->machine->ops->apply(b->task, &to->at.config, c->step);
}

bool pl_backtrack(pl_beam *b)
{
    PL_VEC(frame) way = {0};
    bool found = false;
    pl_beam_start(b, b->arena, b->task, NULL);
    PL_PUSH(&way, (frame){.at = b->now[0]});
    list_steps(b, &way.at[0]);
    for (uint32_t n = 0; way.n > 0 && !found && n < CONFIGS && !pl_stopped();) {
        frame *last = &way.at[way.n - 1], next;
        if (last->next == last->n) {
            way.n--;
            continue;
        }
        take_step(b, last, &last->steps[last->next++], &next);
        found = b->machine->ops->is_final(b->task, &next.at.config);
        b->now[0] = next.at;
        n++;
        if (!found)
            list_steps(b, &next);
        PL_PUSH(&way, next);
    }
    PL_VEC_RELEASE(&way);
    return found;
}
