/* The perceptron; see structured.h. */
#include "train/structured.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/parallel.h"
#include "base/hash.h"
#include "learn/compact.h"

#include <stdlib.h>
#include <string.h>

/* One of several independent learners, which see the examples in different orders. */
typedef struct run {
    const struct structured *owner;
    uint64_t seed;
    pl_learner *learner;
    uint32_t *order;       /* [n_examples] shuffled anew each epoch */
    const uint32_t *batch; /* the part of it being done */
    pl_outcome *outcomes;  /* [options.batch] */
    pl_epoch epoch;
} run;

typedef struct structured structured;

struct structured {
    pl_trainer common;
    pl_transitions *parser;
    pl_structured_options options;
    pl_arena arena; /* what the examples point to */
    PL_VEC(pl_example) examples;
    PL_VEC(pl_example) twins; /* [examples.n], or none */
    uint64_t print; /* of parser and examples, for checkpoints */
    pl_pool *pool;
    pl_decoder *decoders; /* one for each thread */
    run *runs;            /* [options.runs] */
    atomic_bool stopped;
};

static structured *of(pl_trainer *trainer)
{
    return (structured *)trainer;
}

static const structured *of_const(const pl_trainer *trainer)
{
    return (const structured *)trainer;
}

/* A hash of everything beside options and examples that changes what is learned. */
static uint64_t print_of(const pl_transitions *t)
{
    pl_section_list parts = {0};
    t->machine->ops->put(t->machine, &parts);
    uint64_t print = pl_hash(parts.bytes.at, parts.bytes.n);
    pl_sections_release(&parts);
    return pl_mix(print ^ (uint64_t)t->features.far ^ t->vocab.words.n) ^
           pl_hash(pl_str_text(&t->templates.text), t->templates.text.n);
}

static const pl_trainer_ops ops;

pl_trainer *pl_structured_new(pl_transitions *parser,
                              const pl_structured_options *options)
{
    structured *p = pl_alloc_zero(1, sizeof *p);
    pl_structured_options *o = &p->options;
    p->common.ops = &ops;
    *o = *options;
    o->batch = o->batch > 0 ? o->batch : 1;
    o->runs = o->runs > 0 ? o->runs : 1;
    o->importance = o->importance > 0 ? o->importance : 1;
    p->parser = parser;
    p->print = print_of(parser);
    p->pool = pl_pool_new(o->batch > 1 || o->runs > 1 ? o->threads : 1);
    p->decoders = pl_alloc_zero(pl_pool_threads(p->pool), sizeof *p->decoders);
    for (unsigned i = 0; i < pl_pool_threads(p->pool); i++)
        pl_decoder_init(&p->decoders[i], parser, o->update, o->beam, o->importance);
    p->runs = pl_alloc_zero(o->runs, sizeof *p->runs);
    for (uint32_t k = 0; k < o->runs; k++) {
        p->runs[k] = (run){.owner = p, .seed = o->seed + k};
        p->runs[k].learner = pl_learner_new(parser->machine->n_actions);
        p->runs[k].outcomes = pl_alloc_zero(o->batch, sizeof *p->runs[k].outcomes);
    }
    return &p->common;
}

static void free_all(pl_trainer *trainer)
{
    structured *p = of(trainer);
    for (unsigned i = 0; i < pl_pool_threads(p->pool); i++)
        pl_decoder_release(&p->decoders[i]);
    free(p->decoders);
    pl_pool_free(p->pool);
    for (uint32_t k = 0; k < p->options.runs; k++) {
        run *r = &p->runs[k];
        for (uint32_t i = 0; i < p->options.batch; i++)
            PL_VEC_RELEASE(&r->outcomes[i].changes);
        free(r->outcomes);
        pl_learner_free(r->learner);
        free(r->order);
    }
    free(p->runs);
    PL_VEC_RELEASE(&p->examples, &p->twins);
    pl_arena_release(&p->arena);
    free(p);
}

/* Replaces *values[n] by a copy, unless it is NULL, and adds it to the fingerprint. */
static void keep_array(structured *p, const uint32_t **values, size_t n)
{
    size_t bytes = n * sizeof **values;
    if (*values == NULL)
        return;
    uint32_t *copy = memcpy(pl_arena_alloc(&p->arena, bytes), *values, bytes);
    pl_file_order(copy, n,
                  sizeof *copy); /* the fingerprint is the same on all machines */
    p->print = pl_mix(p->print ^ pl_hash(copy, bytes));
    pl_file_order(copy, n, sizeof *copy);
    *values = copy;
}

/* A copy of an example, noted in the fingerprint. */
static pl_example keep(structured *p, const pl_example *example)
{
    pl_example e = *example;
    pl_values *v = &e.values;
    pl_dep_gold *arcs = &e.target.arcs;
    const uint32_t **arrays[] = {&v->words,    &v->tags,      &v->coarse,
                                 &v->morph,    &v->begins,    &v->ends,
                                 &arcs->heads, &arcs->labels, &arcs->n_children};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        keep_array(p, arrays[i], v->n_tokens);
    keep_array(p, &e.target.actions, e.target.n_steps);
    return e;
}

void pl_structured_add(pl_trainer *trainer, const pl_example *e)
{
    structured *p = of(trainer);
    PL_PUSH(&p->examples, keep(p, e));
    p->common.n_examples++;
}

void pl_structured_add_twin(pl_trainer *trainer, const pl_example *e)
{
    structured *p = of(trainer);
    PL_PUSH(&p->twins, keep(p, e));
}

/* -- epochs ------------------------------------------------------------------------- */

/* Epoch e is shuffled with a seed of its own, so that a run can go on from any epoch. */
static void shuffle(run *r)
{
    uint32_t n = (uint32_t)r->owner->examples.n;
    if (r->order == NULL)
        r->order = pl_alloc(((size_t)n + 1) * sizeof *r->order);
    for (uint32_t i = 0; i < n; i++)
        r->order[i] = i;
    pl_rng rng = {pl_mix(r->seed + 1) ^ r->owner->common.epochs};
    pl_rng_shuffle(&rng, r->order, n, sizeof *r->order);
}

/* The example, or its rough twin. */
static const pl_example *example(const run *r, uint32_t i)
{
    const structured *p = r->owner;
    bool twin = p->twins.n > 0 &&
                pl_trainer_takes_twin(p->options.robust, r->seed, p->common.epochs, i);
    return twin ? &p->twins.at[i] : &p->examples.at[i];
}

static void learn_one(void *context, unsigned thread, size_t part)
{
    run *r = context;
    const structured *p = r->owner;
    pl_outcome *out = &r->outcomes[part];
    out->learner = r->learner;
    out->at_once = p->options.batch == 1;
    pl_decoder_learn(&p->decoders[thread], example(r, r->batch[part]), out);
}

/* Decodes n examples from number `done` on and learns from them. A single one is decoded
 * in this thread. */
static void learn_batch(run *r, unsigned thread, size_t done, size_t n)
{
    const structured *p = r->owner;
    r->batch = r->order + done;
    if (p->options.runs == 1 && n > 1)
        pl_pool_run(p->pool, n, learn_one, r);
    else
        for (size_t i = 0; i < n; i++)
            learn_one(r, thread, i);
    for (size_t i = 0; i < n; i++) {
        pl_outcome *out = &r->outcomes[i];
        pl_outcome_apply(out);
        pl_learner_tick(r->learner);
        r->epoch.n_updates += out->changed;
        r->epoch.n_actions += out->n_actions;
        r->epoch.n_kept += out->n_kept;
    }
    r->epoch.n_examples = done + n;
}

/* One pass of one run. Only the first run reports progress. */
static void pass(void *context, unsigned thread, size_t part)
{
    structured *p = context;
    const pl_structured_options *o = &p->options;
    run *r = &p->runs[part];
    size_t all = p->examples.n, n;
    r->epoch = (pl_epoch){0};
    shuffle(r);
    for (size_t done = 0; done < all && !atomic_load(&p->stopped); done += n) {
        n = all - done < o->batch ? all - done : o->batch;
        learn_batch(r, thread, done, n);
        if (o->progress.report != NULL && part == 0 &&
            o->progress.report(o->progress.context, done + n, all) != 0)
            atomic_store(&p->stopped, true);
    }
}

static bool epoch(pl_trainer *trainer, pl_epoch *epoch)
{
    structured *p = of(trainer);
    if (p->options.runs == 1)
        pass(p, 0, 0); /* the pool is for its batches */
    else
        pl_pool_run(p->pool, p->options.runs, pass, p);
    for (uint32_t k = 0; k < p->options.runs; k++) {
        const pl_epoch *e = &p->runs[k].epoch;
        epoch->n_examples += e->n_examples;
        epoch->n_updates += e->n_updates;
        epoch->n_actions += e->n_actions;
        epoch->n_kept += e->n_kept;
    }
    return epoch->n_examples == p->options.runs * p->examples.n;
}

static void average(pl_trainer *trainer)
{
    structured *p = of(trainer);
    uint32_t n = p->options.runs;
    const pl_learner **learners = pl_alloc(n * sizeof *learners);
    for (uint32_t k = 0; k < n; k++)
        learners[k] = p->runs[k].learner;
    pl_bytes_release(&p->parser->weights);
    p->parser->weights = pl_compact_mean(learners, n, p->options.prune);
    free(learners);
}

static size_t n_rows(const pl_trainer *trainer)
{
    const structured *p = of_const(trainer);
    size_t n = 0;
    for (uint32_t k = 0; k < p->options.runs; k++)
        n += pl_learner_rows(p->runs[k].learner);
    return n;
}

static size_t n_bytes(const pl_trainer *trainer)
{
    const structured *p = of_const(trainer);
    size_t n = 0;
    for (uint32_t k = 0; k < p->options.runs; k++)
        n += pl_learner_bytes(p->runs[k].learner);
    return n;
}

/* -- checkpoints -------------------------------------------------------------------- */

static uint64_t fingerprint(const pl_trainer *trainer)
{
    const structured *p = of_const(trainer);
    const pl_structured_options *o = &p->options;
    uint64_t h = pl_mix(o->seed) ^ p->examples.n;
    h = pl_mix(h ^ (uint64_t)o->batch << 32 ^ o->beam);
    h = pl_mix(h ^ (uint64_t)o->update ^ (uint64_t)o->importance << 32);
    h = pl_mix(h ^ o->runs) ^ p->print;
    return p->twins.n > 0 ? pl_mix(h ^ (uint64_t)(o->robust * (1 << 24))) : h;
}

/* The section `learners` holds what each run has learned. */
static void put(const pl_trainer *trainer, pl_section_list *list)
{
    const structured *p = of_const(trainer);
    pl_sections_begin(list, "learners");
    for (uint32_t k = 0; k < p->options.runs; k++)
        pl_learner_save(p->runs[k].learner, &list->bytes);
    pl_sections_end(list);
}

/* Puts the learners of all runs in the place of those that are there. */
static bool take(pl_trainer *trainer, const pl_sections *file)
{
    structured *p = of(trainer);
    const char *at, *end;
    size_t n;
    pl_sections_find(file, "learners", &at, &n);
    end = at + n;
    for (uint32_t k = 0; k < p->options.runs; k++) {
        pl_learner *l = pl_learner_load(&at, end, p->parser->machine->n_actions);
        if (l == NULL)
            return false;
        pl_learner_free(p->runs[k].learner);
        p->runs[k].learner = l;
    }
    return at == end;
}

static const pl_trainer_ops ops = {
    .epoch = epoch,
    .average = average,
    .weights = n_rows,
    .bytes = n_bytes,
    .print = fingerprint,
    .put = put,
    .take = take,
    .free = free_all,
};
