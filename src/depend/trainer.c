/* The trainer of dependency parsers; see trainer.h. */
#include "depend/trainer.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "depend/beam.h"

#include <stdlib.h>

const char *const pl_dep_update_names[PL_DEP_N_UPDATES] = {"early", "laso"};

typedef struct example {
    uint32_t n_words;
    pl_dep_values values;
    pl_dep_gold gold;
} example;

/* What learns from the examples in an order of its own. */
typedef struct run {
    const pl_dep_trainer *trainer; /* its model, options and examples */
    uint64_t seed;
    pl_learner *learner;
    pl_dep_beam beam;
    pl_arena sentence; /* what is being decoded */
    uint32_t *order;   /* [examples.n] */
    uint64_t *hashes;  /* [features.n] */
    /* In this epoch: */
    size_t n_examples, n_updates;
} run;

struct pl_dep_trainer {
    pl_dep_model *model;
    pl_dep_train_options options;
    pl_arena arena; /* the examples */
    PL_VEC(example) examples;
    uint32_t epochs;
    pl_pool *pool;
    run *runs; /* [n_runs] */
    uint32_t n_runs;
};

static void start_run(run *r, const pl_dep_trainer *t, uint64_t seed)
{
    const pl_dep_model *m = t->model;
    *r = (run){.trainer = t, .seed = seed};
    r->learner = pl_learner_new(m->actions.n);
    r->hashes = pl_alloc_zero(m->features.n, sizeof *r->hashes);
    pl_dep_beam_init(&r->beam, m, t->options.beam);
}

pl_dep_trainer *pl_dep_trainer_new(pl_dep_model *m, const pl_dep_train_options *options)
{
    pl_dep_trainer *t = pl_alloc_zero(1, sizeof *t);
    t->model = m;
    t->options = *options;
    t->n_runs = options->runs > 0 ? options->runs : 1;
    t->pool = pl_pool_new(t->n_runs > 1 ? options->threads : 1);
    t->runs = pl_alloc_zero(t->n_runs, sizeof *t->runs);
    for (uint32_t k = 0; k < t->n_runs; k++)
        start_run(&t->runs[k], t, options->seed + k);
    return t;
}

bool pl_dep_trainer_add(pl_dep_trainer *t, const pl_tree *tree, const uint32_t *labels)
{
    example e = {.n_words = tree->n_tokens};
    pl_err err;
    pl_dep_task s;
    pl_dep_steps steps = {0};
    pl_arena *scratch = &t->runs[0].sentence;
    pl_arena_reset(scratch);
    pl_dep_task_start(&s, &t->model->params, scratch, tree->n_tokens);
    bool derived =
        pl_dep_gold_of(tree, &t->model->params, labels, &t->arena, &e.gold, &err) == 0 &&
        pl_dep_derive(&s, &e.gold, &steps);
    PL_VEC_RELEASE(&steps);
    if (!derived)
        return false;
    e.values = pl_dep_model_values(t->model, tree, &t->arena);
    PL_PUSH(&t->examples, e);
    return true;
}

size_t pl_dep_trainer_examples(const pl_dep_trainer *t)
{
    return t->examples.n;
}

/* -- updates ------------------------------------------------------------------------ */

typedef PL_VEC(pl_dep_step) step_list;

/* The steps of a trace, and one more where `last` is not NULL. */
static void list_steps(const pl_dep_trace *trace, const pl_dep_step *last, step_list *out)
{
    uint32_t n = trace != NULL ? trace->length : 0;
    PL_RESERVE(out, (size_t)n + 1);
    out->n = n;
    for (; trace != NULL; trace = trace->before)
        out->at[trace->length - 1] = trace->step;
    if (last != NULL)
        out->at[out->n++] = *last;
}

static void reward(run *r, const pl_dep_task *s, const step_list *steps, size_t first,
                   int change)
{
    pl_dep_beam *b = &r->beam;
    pl_dep_config c = pl_dep_config_start(s);
    for (size_t k = 0; k < steps->n; k++) {
        const pl_dep_step *step = &steps->at[k];
        if (k >= first) {
            const pl_dep_node *at[PL_DEP_N_PLACES];
            pl_dep_view v = pl_dep_look(s, &c, b->o);
            uint32_t distance = pl_dep_anchor(b, &v, step, at);
            pl_dep_scorer_features(b->scorer, at, distance, r->hashes);
            int times = distance > 1 && r->trainer->options.importance > 1
                            ? (int)r->trainer->options.importance
                            : 1;
            for (uint32_t f = 0; f < r->trainer->model->features.n; f++)
                pl_learner_update(r->learner, r->hashes[f], step->action, change * times);
        }
        pl_dep_apply(s, &c, step);
    }
}

static void update(run *r, const pl_dep_trace *right, const pl_dep_step *right_step,
                   const pl_dep_trace *wrong, const pl_dep_step *wrong_step)
{
    step_list good = {0}, bad = {0};
    size_t first = 0;
    list_steps(right, right_step, &good);
    list_steps(wrong, wrong_step, &bad);
    while (first < good.n && first < bad.n &&
           pl_dep_same_step(&good.at[first], &bad.at[first]))
        first++;
    reward(r, r->beam.sentence, &good, first, 1);
    reward(r, r->beam.sentence, &bad, first, -1);
    PL_VEC_RELEASE(&good);
    PL_VEC_RELEASE(&bad);
}

static bool any_correct(const pl_dep_beam *b)
{
    for (uint32_t i = 0; i < b->n_best; i++)
        if (b->best[i].correct)
            return true;
    return false;
}

static void update_candidates(run *r)
{
    const pl_dep_beam *b = &r->beam;
    const pl_dep_candidate *right = &b->right, *top = &b->best[0];
    update(r, b->now[right->from].config.trace, right->idle ? NULL : &right->step,
           b->now[top->from].config.trace, top->idle ? NULL : &top->step);
}

/* Decodes one sentence and learns from it; false if there was nothing to learn. */
static bool learn(run *r, const example *e)
{
    pl_dep_beam *b = &r->beam;
    pl_dep_task s;
    bool learnt = false;
    pl_arena_reset(&r->sentence);
    pl_dep_task_start(&s, &r->trainer->model->params, &r->sentence, e->n_words);
    pl_dep_beam_start(b, &s, &e->gold, pl_learner_weights(r->learner), &e->values);
    while (!pl_dep_beam_done(b)) {
        if (!pl_dep_beam_expand(b) || b->right.step.move == PL_NONE)
            return learnt; /* no correct hypothesis is left: one was merged away */
        if (!any_correct(b)) {
            update_candidates(r);
            learnt = true;
            if (r->trainer->options.update == PL_DEP_EARLY)
                return true;
            b->best[0] = b->right;
            b->n_best = 1;
            pl_dep_scorer_start(b->scorer, pl_learner_weights(r->learner), &e->values);
        }
        pl_dep_beam_advance(b);
    }
    if (b->now[0].correct)
        return learnt;
    uint32_t h = 1;
    while (h < b->n && !b->now[h].correct)
        h++;
    if (h < b->n)
        update(r, b->now[h].config.trace, NULL, b->now[0].config.trace, NULL);
    return h < b->n;
}

/* -- epochs ------------------------------------------------------------------------- */

static void shuffle(run *r)
{
    const pl_dep_trainer *t = r->trainer;
    uint32_t n = (uint32_t)t->examples.n;
    if (r->order == NULL)
        r->order = pl_alloc(n * sizeof *r->order);
    for (uint32_t i = 0; i < n; i++)
        r->order[i] = i;
    pl_rng rng = {pl_mix(r->seed + 1) ^ t->epochs};
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = pl_rng_below(&rng, i), swap = r->order[i - 1];
        r->order[i - 1] = r->order[k];
        r->order[k] = swap;
    }
}

/* One pass of one run; of several, the first says how far it is. */
static void pass(void *context, unsigned thread, size_t part)
{
    pl_dep_trainer *t = context;
    run *r = &t->runs[part];
    (void)thread;
    r->n_examples = r->n_updates = 0;
    shuffle(r);
    for (size_t i = 0; i < t->examples.n; i++) {
        if (t->options.stop != NULL && atomic_load(t->options.stop))
            return;
        r->n_updates += learn(r, &t->examples.at[r->order[i]]);
        pl_learner_tick(r->learner);
        r->n_examples++;
        if (t->options.progress != NULL && part == 0)
            t->options.progress(t->options.context, i + 1, t->examples.n);
    }
}

bool pl_dep_trainer_epoch(pl_dep_trainer *t, pl_dep_epoch *epoch)
{
    *epoch = (pl_dep_epoch){.number = t->epochs + 1};
    pl_pool_run(t->pool, t->n_runs, pass, t);
    for (uint32_t k = 0; k < t->n_runs; k++) {
        epoch->n_examples += t->runs[k].n_examples;
        epoch->n_updates += t->runs[k].n_updates;
    }
    if (epoch->n_examples < t->n_runs * t->examples.n)
        return false;
    t->epochs++;
    return true;
}

void pl_dep_trainer_finish(pl_dep_trainer *t, double prune)
{
    size_t size;
    const pl_learner **learners = pl_alloc(t->n_runs * sizeof *learners);
    for (uint32_t k = 0; k < t->n_runs; k++)
        learners[k] = t->runs[k].learner;
    void *block = pl_compact_mean(learners, t->n_runs, prune, &size);
    pl_dep_model_take_weights(t->model, block, size);
    free(learners);
}

size_t pl_dep_trainer_rows(const pl_dep_trainer *t)
{
    size_t n = 0;
    for (uint32_t k = 0; k < t->n_runs; k++)
        n += pl_learner_rows(t->runs[k].learner);
    return n;
}

size_t pl_dep_trainer_bytes(const pl_dep_trainer *t)
{
    size_t n = 0;
    for (uint32_t k = 0; k < t->n_runs; k++)
        n += pl_learner_bytes(t->runs[k].learner);
    return n;
}

static void end_run(run *r)
{
    pl_dep_beam_release(&r->beam);
    pl_arena_release(&r->sentence);
    pl_learner_free(r->learner);
    free(r->order);
    free(r->hashes);
}

void pl_dep_trainer_free(pl_dep_trainer *t)
{
    if (t == NULL)
        return;
    for (uint32_t k = 0; k < t->n_runs; k++)
        end_run(&t->runs[k]);
    free(t->runs);
    pl_pool_free(t->pool);
    PL_VEC_RELEASE(&t->examples);
    pl_arena_release(&t->arena);
    free(t);
}
