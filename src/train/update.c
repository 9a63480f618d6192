/* Updates of the perceptron; see update.h. */
#include "train/update.h"

const pl_option_choice pl_update_choices[] = {{"early", NULL}, {"max-violation", NULL}, {"laso", NULL}, {0}};

void pl_decoder_init(pl_decoder *d, const pl_transitions *parser, pl_update update,
                     uint32_t beam, uint32_t importance)
{
    *d = (pl_decoder){.parser = parser, .update = update, .importance = (int)importance};
    pl_beam_init(&d->beam, parser->machine,
                 pl_linear_scorer_new(parser->machine, &parser->features, beam + 1),
                 beam);
    d->beam.skips = true;
}

void pl_decoder_release(pl_decoder *d)
{
    pl_beam_release(&d->beam);
    pl_arena_release(&d->arena);
    PL_VEC_RELEASE(&d->right, &d->wrong);
}

void pl_outcome_apply(pl_outcome *out)
{
    pl_learner_change(out->learner, out->changes.at, out->changes.n);
    out->changed |= out->changes.n > 0;
    out->changes.n = 0;
}

/* -- rewards ------------------------------------------------------------------------ */

/* The steps of a trace, and one more where `last` is not NULL. */
static void list_steps(const pl_trace *trace, const pl_act *last, pl_acts *out)
{
    out->n = trace != NULL ? trace->length : 0;
    PL_RESERVE(out, out->n + 1);
    pl_trace_steps(trace, out->at);
    if (last != NULL && last->action != PL_NONE)
        out->at[out->n++] = *last;
}

/* Lists a change for every feature of the configurations from step `first` on, for the
 * action taken there; steps that jump over words count `importance` times. */
static void list_changes(pl_decoder *d, const pl_acts *steps, size_t first, int sign,
                         pl_changes *out)
{
    const pl_machine *m = d->parser->machine;
    pl_scorer *scorer = d->beam.scorer;
    uint32_t most = scorer->ops->most_features(scorer);
    uint64_t *hashes = pl_arena_alloc(&d->arena, most * sizeof *hashes);
    pl_config c;
    m->ops->begin(d->task, &c);
    for (size_t i = 0; i < steps->n; i++) {
        pl_act step = steps->at[i];
        if (i >= first) {
            uint32_t n = scorer->ops->features(scorer, &c, step.place, hashes);
            int change = m->ops->jumps(m, step, NULL) > 0 ? sign * d->importance : sign;
            PL_RESERVE(out, out->n + n);
            for (uint32_t k = 0; k < n; k++)
                out->at[out->n++] = (pl_change){hashes[k], step.action, change};
        }
        m->ops->apply(d->task, &c, step);
    }
}

/* Rewards the steps in d->right and punishes those in d->wrong, from the first step in
 * which they differ. */
static void reward(pl_decoder *d, pl_changes *out)
{
    const pl_acts *right = &d->right, *wrong = &d->wrong;
    size_t first = 0;
    while (first < right->n && first < wrong->n &&
           pl_same_act(right->at[first], wrong->at[first]))
        first++;
    list_changes(d, right, first, 1, out);
    list_changes(d, wrong, first, -1, out);
}

/* -- updates ------------------------------------------------------------------------ */

static void start_scorer(pl_decoder *d, const pl_example *e, const pl_outcome *out)
{
    pl_scorer *s = d->beam.scorer;
    s->ops->start(s, pl_learner_weights(out->learner), &d->arena, &e->values, d->task);
}

static bool any_correct(const pl_beam *b)
{
    for (uint32_t i = 0; i < b->n_best; i++)
        if (b->best[i].correct)
            return true;
    return false;
}

/* The best of C against the best in the beam. */
static void reward_candidates(pl_decoder *d, pl_changes *out)
{
    const pl_beam *b = &d->beam;
    const pl_candidate *right = &b->right, *top = &b->best[0];
    list_steps(b->now[right->from].trace, &right->step, &d->right);
    list_steps(b->now[top->from].trace, &top->step, &d->wrong);
    reward(d, out);
}

static void learn_on_the_way(pl_decoder *d, const pl_example *e, pl_outcome *out)
{
    pl_beam *b = &d->beam;
    for (; !pl_beam_done(b); out->n_kept++) {
        if (!pl_beam_expand(b, NULL) || !b->has_right)
            return; /* no correct hypothesis is left: one was merged away */
        if (!any_correct(b)) {
            reward_candidates(d, &out->changes);
            if (d->update == PL_UPDATE_EARLY)
                return;
            if (out->at_once)
                pl_outcome_apply(out);
            b->best[0] = b->right;
            b->n_best = 1;
            start_scorer(d, e, out);
        }
        pl_beam_advance(b);
    }
    uint32_t h = 0;
    while (h < b->n && !b->now[h].correct)
        h++;
    if (h == 0 || h == b->n)
        return;
    list_steps(b->now[h].trace, NULL, &d->right);
    list_steps(b->now[0].trace, NULL, &d->wrong);
    reward(d, &out->changes);
}

/* The next gold step from a state on the gold derivation. */
static pl_act gold_step(pl_decoder *d, const pl_example *e, const pl_config *c,
                        uint32_t n)
{
    pl_choices *choices = &d->beam.choices;
    d->parser->machine->ops->choices(d->task, c, &e->target, n, choices);
    size_t i = 0;
    while (choices->at[i].gold == PL_NONE)
        i++;
    return (pl_act){choices->at[i].place, choices->at[i].gold};
}

static bool correct_in_beam(const pl_beam *b)
{
    for (uint32_t h = 0; h < b->n; h++)
        if (b->now[h].correct)
            return true;
    return false;
}

static void learn_max_violation(pl_decoder *d, const pl_example *e, pl_outcome *out)
{
    pl_beam *b = &d->beam;
    pl_config gold;
    int64_t gold_score = 0, worst = 0;
    const pl_trace *worst_trace = NULL;
    d->right.n = 0;
    d->parser->machine->ops->begin(d->task, &gold);
    for (uint32_t step = 0; !pl_beam_done(b) || step < e->target.n_steps; step++) {
        pl_act next = gold_step(d, e, &gold, step);
        pl_beam_expand(b, &gold);
        gold_score += b->scorer->ops->row(b->scorer, b->n, next.place)[next.action];
        pl_beam_advance(b);
        d->parser->machine->ops->apply(d->task, &gold, next);
        PL_PUSH(&d->right, next);
        if (correct_in_beam(b))
            out->n_kept = step + 1;
        int64_t violation = b->now[0].score - gold_score;
        if (!b->now[0].correct && (worst_trace == NULL || violation >= worst)) {
            worst = violation;
            worst_trace = b->now[0].trace;
        }
    }
    if (b->now[0].correct || worst_trace == NULL)
        return;
    d->right.n = worst_trace->length;
    list_steps(worst_trace, NULL, &d->wrong);
    reward(d, &out->changes);
}

void pl_decoder_learn(pl_decoder *d, const pl_example *e, pl_outcome *out)
{
    const pl_machine *m = d->parser->machine;
    out->changes.n = 0;
    out->changed = false;
    out->n_actions = e->target.n_steps;
    out->n_kept = 0;
    pl_arena_reset(&d->arena);
    d->task = m->ops->start(m, &d->arena, e->target.n_tokens, true);
    start_scorer(d, e, out);
    pl_beam_start(&d->beam, &d->arena, d->task, &e->target);
    if (d->update == PL_UPDATE_MAX_VIOLATION)
        learn_max_violation(d, e, out);
    else
        learn_on_the_way(d, e, out);
    if (out->n_kept > out->n_actions) /* IDLE and FINISH do not count */
        out->n_kept = out->n_actions;
}
