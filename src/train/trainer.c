/* The trainer; see trainer.h. */
#include "train/trainer.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/sections.h"
#include "base/parallel.h"
#include "base/hash.h"
#include "learn/compact.h"

#include <stdlib.h>
#include <string.h>

/* One of several independent learners, which see the examples in different orders. */
typedef struct run {
    const pl_trainer *owner;
    uint64_t seed;
    pl_learner *learner;
    uint32_t *order;       /* [n_examples] shuffled anew each epoch */
    const uint32_t *batch; /* the part of it being done */
    pl_outcome *outcomes;  /* [options.batch] */
    pl_epoch epoch;
} run;

struct pl_trainer {
    pl_transitions *parser;
    pl_trainer_options options;
    pl_arena arena; /* what the examples point to */
    PL_VEC(pl_example) examples;
    uint64_t print; /* of parser and examples, for checkpoints */
    uint32_t epochs;
    pl_pool *pool;
    pl_decoder *decoders; /* one for each thread */
    run *runs;            /* [options.runs] */
    atomic_bool stopped;
};

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

pl_trainer *pl_trainer_new(pl_transitions *parser, const pl_trainer_options *options)
{
    pl_trainer *p = pl_alloc_zero(1, sizeof *p);
    pl_trainer_options *o = &p->options;
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
    return p;
}

void pl_trainer_free(pl_trainer *p)
{
    if (p == NULL)
        return;
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
    PL_VEC_RELEASE(&p->examples);
    pl_arena_release(&p->arena);
    free(p);
}

/* Replaces *values[n] by a copy, unless it is NULL, and adds it to the fingerprint. */
static void keep_array(pl_trainer *p, const uint32_t **values, size_t n)
{
    size_t bytes = n * sizeof **values;
    if (*values == NULL)
        return;
    uint32_t *copy = memcpy(pl_arena_alloc(&p->arena, bytes), *values, bytes);
    pl_file_order(copy, n, sizeof *copy); /* the fingerprint is the same on all machines */
    p->print = pl_mix(p->print ^ pl_hash(copy, bytes));
    pl_file_order(copy, n, sizeof *copy);
    *values = copy;
}

void pl_trainer_add(pl_trainer *p, const pl_example *example)
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
    PL_PUSH(&p->examples, e);
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
    pl_rng rng = {pl_mix(r->seed + 1) ^ r->owner->epochs};
    pl_rng_shuffle(&rng, r->order, n, sizeof *r->order);
}

static void learn_one(void *context, unsigned thread, size_t part)
{
    run *r = context;
    const pl_trainer *p = r->owner;
    pl_outcome *out = &r->outcomes[part];
    out->learner = r->learner;
    out->at_once = p->options.batch == 1;
    pl_decoder_learn(&p->decoders[thread], &p->examples.at[r->batch[part]], out);
}

/* Decodes n examples from number `done` on and learns from them. A single one is decoded
 * in this thread. */
static void learn_batch(run *r, unsigned thread, size_t done, size_t n)
{
    const pl_trainer *p = r->owner;
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
    pl_trainer *p = context;
    const pl_trainer_options *o = &p->options;
    run *r = &p->runs[part];
    size_t all = p->examples.n, n;
    r->epoch = (pl_epoch){0};
    shuffle(r);
    for (size_t done = 0; done < all && !atomic_load(&p->stopped); done += n) {
        n = all - done < o->batch ? all - done : o->batch;
        learn_batch(r, thread, done, n);
        if (o->progress != NULL && part == 0 &&
            o->progress(o->context, done + n, all) != 0)
            atomic_store(&p->stopped, true);
    }
}

bool pl_trainer_epoch(pl_trainer *p, pl_epoch *epoch)
{
    *epoch = (pl_epoch){.number = p->epochs + 1};
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
    if (epoch->n_examples < p->options.runs * p->examples.n)
        return false;
    p->epochs++;
    return true;
}

void pl_trainer_average(pl_trainer *p, double prune)
{
    uint32_t n = p->options.runs;
    const pl_learner **learners = pl_alloc(n * sizeof *learners);
    for (uint32_t k = 0; k < n; k++)
        learners[k] = p->runs[k].learner;
    pl_bytes_release(&p->parser->weights);
    p->parser->weights = pl_compact_mean(learners, n, prune);
    free(learners);
}

size_t pl_trainer_examples(const pl_trainer *p)
{
    return p->examples.n;
}

size_t pl_trainer_rows(const pl_trainer *p)
{
    size_t n = 0;
    for (uint32_t k = 0; k < p->options.runs; k++)
        n += pl_learner_rows(p->runs[k].learner);
    return n;
}

size_t pl_trainer_bytes(const pl_trainer *p)
{
    size_t n = 0;
    for (uint32_t k = 0; k < p->options.runs; k++)
        n += pl_learner_bytes(p->runs[k].learner);
    return n;
}

uint32_t pl_trainer_epochs(const pl_trainer *p)
{
    return p->epochs;
}

/* -- checkpoints -------------------------------------------------------------------- */

/* The section `checkpoint`, numbers of 8 bytes; `learners` holds what each run has
 * learned. */
typedef struct checkpoint {
    uint64_t print, epochs;
    pl_best best;
} checkpoint;
enum { N_NUMBERS = sizeof(checkpoint) / 8 };

/* What must be the same for a checkpoint to fit. */
static uint64_t fingerprint(const pl_trainer *p)
{
    const pl_trainer_options *o = &p->options;
    uint64_t h = pl_mix(o->seed) ^ p->examples.n;
    h = pl_mix(h ^ (uint64_t)o->batch << 32 ^ o->beam);
    h = pl_mix(h ^ (uint64_t)o->update ^ (uint64_t)o->importance << 32);
    return pl_mix(h ^ o->runs) ^ p->print;
}

int pl_trainer_save(const pl_trainer *p, const pl_best *best, const char *path,
                    pl_error *err)
{
    pl_section_list list = {.quickly = true};
    checkpoint head = {.print = fingerprint(p), .epochs = p->epochs, .best = *best};
    pl_sections_add_numbers(&list, "checkpoint", &head, N_NUMBERS, 8);
    pl_sections_begin(&list, "learners");
    for (uint32_t k = 0; k < p->options.runs; k++)
        pl_learner_save(p->runs[k].learner, &list.bytes);
    pl_sections_end(&list);
    return pl_sections_save(&list, path, err);
}

/* Puts the learners of all runs in the place of those that are there. */
static bool load_learners(pl_trainer *p, const char *at, const char *end)
{
    for (uint32_t k = 0; k < p->options.runs; k++) {
        pl_learner *l = pl_learner_load(&at, end, p->parser->machine->n_actions);
        if (l == NULL)
            return false;
        pl_learner_free(p->runs[k].learner);
        p->runs[k].learner = l;
    }
    return at == end;
}

static int read_checkpoint(pl_trainer *p, pl_best *best, const pl_sections *file,
                           pl_error *err)
{
    checkpoint head;
    const char *bytes;
    size_t n;
    if (!pl_sections_find(file, "checkpoint", &bytes, &n) || n != sizeof head)
        return pl_fail(err, PL_DAMAGED, "%s: not a checkpoint of pleach",
                       pl_sections_name(file));
    memcpy(&head, bytes, sizeof head);
    pl_file_order(&head, N_NUMBERS, 8);
    if (head.print != fingerprint(p))
        return pl_fail(err, PL_DAMAGED,
                       "%s: the checkpoint belongs to other data or options",
                       pl_sections_name(file));
    pl_sections_find(file, "learners", &bytes, &n);
    if (head.epochs > UINT32_MAX || !load_learners(p, bytes, bytes + n))
        return pl_sections_damaged(file, "its weights make no sense", err);
    p->epochs = (uint32_t)head.epochs;
    *best = head.best;
    return 0;
}

int pl_trainer_resume(pl_trainer *p, pl_best *best, const char *path, pl_error *err)
{
    pl_sections *file = pl_sections_open_path(path, "checkpoint", err);
    int status = file != NULL ? read_checkpoint(p, best, file, err) : -1;
    pl_sections_close(file);
    if (status == 0 || err->code != PL_DAMAGED)
        return status;
    pl_error what = *err;
    return pl_fail(err, PL_DAMAGED,
                   "%s; delete it to train from the start, or use an older copy of it",
                   what.text);
}
