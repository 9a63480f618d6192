/* The perceptron; see structured.h. */
#include "train/structured.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/parallel.h"
#include "base/hash.h"
#include "learn/compact.h"
#include "learn/mix.h"
#include "train/share_batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One of several learners, which see the examples in different orders, or different parts of
 * them. */
typedef struct run {
    struct structured *owner;
    uint64_t seed;
    uint32_t first, step; /* it sees the examples first, first + step … */
    size_t n;             /* so many of them */
    pl_learner *learner;
    uint32_t *order;          /* [n] shuffled anew each epoch */
    const pl_example **batch; /* [options.batch] the part of it being done … */
    uint32_t *numbers;        /* … and their numbers */
    size_t begin;             /* the first of them that this process decodes */
    pl_outcome *outcomes;     /* [options.batch] */
    pl_epoch epoch;
} run;

/* How an example is known. */
typedef struct known {
    uint8_t right; /* times in a row */
    uint8_t rest;  /* epochs in which it is left out */
} known;

typedef struct structured structured;

struct structured {
    pl_trainer common;
    pl_transitions *parser;
    pl_structured_options options;
    pl_arena arena; /* what the examples point to */
    PL_VEC(pl_example) examples;
    PL_VEC(pl_example) twins; /* [examples.n], or none */
    known *known;   /* [examples.n] from the first epoch on, if examples rest */
    uint64_t print; /* of parser and examples, for checkpoints */
    pl_pool *pool;
    pl_decoder *decoders; /* one for each thread */
    run *runs;            /* [options.runs] */
    pl_learner *mixed; /* what all runs began the epoch with; NULL: they are not mixed */
    pl_batch_bytes shared; /* of the batch */
    atomic_bool stopped;  /* by all processes, after the same batch */
    atomic_bool wants_stop; /* the caller of this process asked to */
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

static int unit_of(const structured *p)
{
    return p->options.mix > 0 ? PL_MIX_UNIT : 1;
}

static pl_learner *new_learner(const structured *p)
{
    pl_learner *l = pl_learner_new(p->parser->machine->n_actions);
    pl_learner_set_unit(l, unit_of(p));
    return l;
}

/* Run k; its number of examples is known when the first epoch begins. */
static run new_run(structured *p, uint32_t k)
{
    const pl_structured_options *o = &p->options;
    run r = {.owner = p, .seed = o->seed + k, .step = 1, .learner = new_learner(p)};
    if (o->mix > 0) {
        r.first = k;
        r.step = o->mix;
    }
    r.outcomes = pl_alloc_zero(o->batch, sizeof *r.outcomes);
    r.batch = pl_alloc_zero(o->batch, sizeof *r.batch);
    r.numbers = pl_alloc_zero(o->batch, sizeof *r.numbers);
    return r;
}

static void init_decoder(const structured *p, pl_decoder *d)
{
    const pl_structured_options *o = &p->options;
    pl_decoder_init(d, p->parser, o->update, o->beam, o->importance);
    if (o->margin > 0)
        pl_beam_set_margin(&d->beam, llrint(o->margin * unit_of(p)));
}

pl_trainer *pl_structured_new(pl_transitions *parser,
                              const pl_structured_options *options)
{
    structured *p = pl_alloc_zero(1, sizeof *p);
    pl_structured_options *o = &p->options;
    p->common.ops = &ops;
    *o = *options;
    o->batch = o->batch > 0 ? o->batch : 1;
    o->mix = o->mix > 1 ? o->mix : 0;
    o->runs = o->mix > 0 ? o->mix : o->runs > 0 ? o->runs : 1;
    o->importance = o->importance > 0 ? o->importance : 1;
    o->rest = o->rest < UINT8_MAX ? o->rest : UINT8_MAX;
    p->parser = parser;
    p->print = print_of(parser);
    p->pool = pl_pool_new(o->batch > 1 || o->runs > 1 ? o->threads : 1);
    p->decoders = pl_alloc_zero(pl_pool_threads(p->pool), sizeof *p->decoders);
    for (unsigned i = 0; i < pl_pool_threads(p->pool); i++)
        init_decoder(p, &p->decoders[i]);
    p->runs = pl_alloc_zero(o->runs, sizeof *p->runs);
    for (uint32_t k = 0; k < o->runs; k++)
        p->runs[k] = new_run(p, k);
    p->mixed = o->mix > 0 ? new_learner(p) : NULL;
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
        free(r->batch);
        free(r->numbers);
        pl_learner_free(r->learner);
        free(r->order);
    }
    pl_batch_bytes_release(&p->shared);
    pl_learner_free(p->mixed);
    free(p->runs);
    free(p->known);
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
    size_t all = r->owner->examples.n;
    if (r->order == NULL)
        r->order = pl_alloc((all / r->step + 1) * sizeof *r->order);
    r->n = 0;
    for (size_t i = r->first; i < all; i += r->step)
        r->order[r->n++] = (uint32_t)i;
    pl_rng rng = {pl_mix(r->seed + 1) ^ r->owner->common.epochs};
    pl_rng_shuffle(&rng, r->order, (uint32_t)r->n, sizeof *r->order);
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
    part += r->begin;
    pl_outcome *out = &r->outcomes[part];
    out->learner = r->learner;
    out->at_once = p->options.batch == 1;
    pl_decoder_learn(&p->decoders[thread], r->batch[part], out);
}

/* A single example is learned at once, by all processes. */
static bool shares_batches(const structured *p)
{
    return p->options.batch > 1 && p->options.runs == 1 &&
           pl_peers_n(p->options.peers) > 1;
}

/* Decodes the n examples of the batch, or the share of this process, and gets the outcomes
 * of the others. A single one is decoded in this thread. */
static void decode_batch(run *r, unsigned thread, size_t n)
{
    structured *p = r->owner;
    pl_peers *peers = p->options.peers;
    bool shared = shares_batches(p);
    size_t end = n;
    r->begin = 0;
    if (shared) {
        r->begin = pl_share_start(r->batch, n, peers->rank, peers->n);
        end = pl_share_start(r->batch, n, peers->rank + 1, peers->n);
    }
    if (p->options.runs == 1 && end - r->begin > 1)
        pl_pool_run(p->pool, end - r->begin, learn_one, r);
    else
        for (size_t i = 0; i < end - r->begin; i++)
            learn_one(r, thread, i);
    if (shared) {
        bool stop = atomic_load(&p->wants_stop);
        stop = pl_batch_share(peers, &p->shared, r->outcomes, n, r->begin, end, stop);
        atomic_store(&p->stopped, stop);
    }
}

/* Whether an example is left out of this epoch. */
static bool rests(structured *p, uint32_t i)
{
    if (p->options.rest == 0)
        return false;
    if (p->known == NULL)
        p->known = pl_alloc_zero(p->examples.n, sizeof *p->known);
    bool rests = p->known[i].rest > 0;
    p->known[i].rest -= rests;
    return rests;
}

static void note_known(structured *p, uint32_t i, bool right)
{
    known *k = p->known + i;
    k->right = (uint8_t)(right ? k->right + (k->right < UINT8_MAX) : 0);
    uint32_t rest = k->right > 1 ? k->right - 1u : 0;
    k->rest = (uint8_t)(rest < p->options.rest ? rest : p->options.rest);
}

/* Learns from n_all examples, from number `done` on. Time moves on for those that rest,
 * too. */
static void learn_batch(run *r, unsigned thread, size_t done, size_t n_all)
{
    size_t n = 0;
    for (size_t i = 0; i < n_all; i++) {
        uint32_t number = r->order[done + i];
        if (rests(r->owner, number)) {
            pl_learner_tick(r->learner);
            continue;
        }
        r->numbers[n] = number;
        r->batch[n++] = example(r, number);
    }
    decode_batch(r, thread, n);
    for (size_t i = 0; i < n; i++) {
        pl_outcome *out = &r->outcomes[i];
        out->learner = r->learner;
        pl_outcome_apply(out);
        pl_learner_tick(r->learner);
        if (r->owner->known != NULL)
            note_known(r->owner, r->numbers[i], !out->changed);
        r->epoch.n_updates += out->changed;
        r->epoch.n_actions += out->n_actions;
        r->epoch.n_kept += out->n_kept;
    }
    r->epoch.n_examples = done + n_all;
}

/* Processes that share batches stop together, after the next one. */
static void ask_stop(structured *p)
{
    atomic_store(&p->wants_stop, true);
    if (!shares_batches(p))
        atomic_store(&p->stopped, true);
}

/* One pass of one run. Only the first run reports progress. */
static void pass(void *context, unsigned thread, size_t part)
{
    structured *p = context;
    const pl_structured_options *o = &p->options;
    run *r = &p->runs[part];
    size_t n;
    r->epoch = (pl_epoch){0};
    shuffle(r);
    for (size_t done = 0; done < r->n && !atomic_load(&p->stopped); done += n) {
        n = r->n - done < o->batch ? r->n - done : o->batch;
        learn_batch(r, thread, done, n);
        if (o->progress.report != NULL && part == 0 &&
            o->progress.report(o->progress.context, done + n, r->n) != 0)
            ask_stop(p);
    }
}

/* The process that makes a run, if there are several runs. */
static uint32_t owner_of(const structured *p, uint32_t run)
{
    return run % pl_peers_n(p->options.peers);
}

/* One of the runs of this process. */
static void pass_own(void *context, unsigned thread, size_t part)
{
    const structured *p = context;
    pass(context, thread,
         part * pl_peers_n(p->options.peers) + pl_peers_rank(p->options.peers));
}

static void add_figures(pl_epoch *to, const pl_epoch *e)
{
    to->n_examples += e->n_examples;
    to->n_updates += e->n_updates;
    to->n_actions += e->n_actions;
    to->n_kept += e->n_kept;
}

/* Adds the figures of the runs that other processes made. */
static void add_peers(const structured *p, pl_epoch *epoch)
{
    pl_str mine = {0};
    pl_shares all = {0};
    pl_str_put(&mine, (const char *)epoch, sizeof *epoch);
    pl_peers_gather(p->options.peers, &mine, &all);
    for (uint32_t k = 0; k < pl_peers_n(p->options.peers); k++) {
        pl_epoch e;
        memcpy(&e, all.bytes.at + pl_shares_start(&all, k), sizeof e);
        if (k != pl_peers_rank(p->options.peers))
            add_figures(epoch, &e);
    }
    pl_str_release(&mine);
    pl_shares_release(&all);
}

static void pass_runs(structured *p, pl_epoch *epoch)
{
    uint32_t n = p->options.runs, rank = pl_peers_rank(p->options.peers), own = 0;
    for (uint32_t k = 0; k < n; k++)
        own += owner_of(p, k) == rank;
    pl_pool_run(p->pool, own, pass_own, p);
    for (uint32_t k = 0; k < n; k++)
        if (owner_of(p, k) == rank)
            add_figures(epoch, &p->runs[k].epoch);
    add_peers(p, epoch);
}

/* Gives the mean of all runs to all runs, of all processes. */
static void mix_runs(structured *p)
{
    uint32_t n = p->options.runs, rank = pl_peers_rank(p->options.peers);
    pl_mixture m = {.base = p->mixed,
                    .own = pl_alloc(n * sizeof *m.own),
                    .first = rank,
                    .step = pl_peers_n(p->options.peers),
                    .n = n,
                    .seed = p->options.seed,
                    .peers = p->options.peers};
    for (uint32_t k = 0; k < n; k++)
        if (owner_of(p, k) == rank)
            m.own[m.n_own++] = p->runs[k].learner;
    pl_learners_mix(&m);
    free(m.own);
}

static bool epoch(pl_trainer *trainer, pl_epoch *epoch)
{
    structured *p = of(trainer);
    uint32_t passes = p->mixed != NULL ? 1 : p->options.runs; /* over all examples */
    if (p->options.runs > 1)
        pass_runs(p, epoch);
    else {
        pass(p, 0, 0); /* the pool is for its batches */
        add_figures(epoch, &p->runs[0].epoch);
    }
    if (p->mixed != NULL)
        mix_runs(p);
    return epoch->n_examples == passes * p->examples.n;
}

/* Puts a learner that was saved in the place of another one. */
static bool load(const structured *p, pl_learner **learner, const char **at,
                 const char *end)
{
    pl_learner *l = pl_learner_load(at, end, p->parser->machine->n_actions, unit_of(p));
    if (l == NULL)
        return false;
    pl_learner_free(*learner);
    *learner = l;
    return true;
}

static void send_run(structured *p, uint32_t run)
{
    pl_str bytes = {0};
    pl_learner_save(p->runs[run].learner, &bytes);
    pl_peers_send(p->options.peers, 0, &bytes.n, sizeof bytes.n);
    pl_peers_send(p->options.peers, 0, bytes.at, bytes.n);
    pl_str_release(&bytes);
}

static void receive_run(structured *p, uint32_t run)
{
    size_t n;
    pl_peers_receive(p->options.peers, owner_of(p, run), &n, sizeof n);
    char *bytes = pl_alloc(n);
    const char *at = bytes;
    pl_peers_receive(p->options.peers, owner_of(p, run), bytes, n);
    bool whole = load(p, &p->runs[run].learner, &at, bytes + n);
    assert(whole);
    (void)whole;
    free(bytes);
}

static void collect(pl_trainer *trainer)
{
    structured *p = of(trainer);
    uint32_t rank = pl_peers_rank(p->options.peers);
    bool spread = p->options.runs > 1 && p->mixed == NULL;
    for (uint32_t k = 0; k < p->options.runs && spread; k++)
        if (owner_of(p, k) == rank && rank > 0)
            send_run(p, k);
        else if (owner_of(p, k) > 0 && rank == 0)
            receive_run(p, k);
}

/* The learners that the model is made of; returns how many there are. */
static uint32_t list_learners(const structured *p, const pl_learner **out)
{
    if (p->mixed != NULL) {
        out[0] = p->mixed;
        return 1;
    }
    for (uint32_t k = 0; k < p->options.runs; k++)
        out[k] = p->runs[k].learner;
    return p->options.runs;
}

static void average(pl_trainer *trainer)
{
    structured *p = of(trainer);
    const pl_learner **learners = pl_alloc(p->options.runs * sizeof *learners);
    uint32_t n = list_learners(p, learners);
    pl_bytes_release(&p->parser->weights);
    p->parser->weights = pl_compact_mean(learners, n, p->options.prune);
    free(learners);
}

/* Adds up a figure of all learners. */
static size_t sum_of(const pl_trainer *trainer, size_t (*figure)(const pl_learner *l))
{
    const structured *p = of_const(trainer);
    const pl_learner **learners = pl_alloc(p->options.runs * sizeof *learners);
    size_t sum = 0;
    for (uint32_t k = list_learners(p, learners); k-- > 0;)
        sum += figure(learners[k]);
    free(learners);
    return sum;
}

static size_t n_rows(const pl_trainer *trainer)
{
    return sum_of(trainer, pl_learner_rows);
}

static size_t n_bytes(const pl_trainer *trainer)
{
    return sum_of(trainer, pl_learner_bytes);
}

/* -- checkpoints -------------------------------------------------------------------- */

static uint64_t fingerprint(const pl_trainer *trainer)
{
    const structured *p = of_const(trainer);
    const pl_structured_options *o = &p->options;
    uint64_t h = pl_mix(o->seed) ^ p->examples.n;
    h = pl_mix(h ^ (uint64_t)o->batch << 32 ^ o->beam);
    h = pl_mix(h ^ (uint64_t)o->update ^ (uint64_t)o->importance << 32);
    if (o->margin > 0)
        h = pl_mix(h ^ (uint64_t)(o->margin * (1 << 10)));
    h = pl_mix(h ^ o->runs ^ (o->mix > 0 ? 1u << 31 : 0)) ^ p->print;
    if (o->rest > 0)
        h = pl_mix(h ^ o->rest);
    return p->twins.n > 0 ? pl_mix(h ^ (uint64_t)(o->robust * (1 << 24))) : h;
}

/* The section `learners` holds what each run has learned, or what all have. */
static void put(const pl_trainer *trainer, pl_section_list *list)
{
    const structured *p = of_const(trainer);
    const pl_learner **learners = pl_alloc(p->options.runs * sizeof *learners);
    uint32_t n = list_learners(p, learners);
    pl_sections_begin(list, "learners");
    for (uint32_t k = 0; k < n; k++)
        pl_learner_save(learners[k], &list->bytes);
    pl_sections_end(list);
    free(learners);
    if (p->known != NULL)
        pl_sections_add(list, "known", p->known, p->examples.n * sizeof *p->known);
}

/* What is known of examples, if some rest. */
static bool take_known(structured *p, const pl_sections *file)
{
    const char *at;
    size_t n, bytes = p->examples.n * sizeof *p->known;
    if (p->options.rest == 0)
        return true;
    if (!pl_sections_find(file, "known", &at, &n) || n != bytes)
        return false;
    free(p->known);
    p->known = memcpy(pl_alloc(bytes), at, bytes);
    return true;
}

/* Puts the learners of all runs in the place of those that are there. */
static bool take(pl_trainer *trainer, const pl_sections *file)
{
    structured *p = of(trainer);
    const char *at, *end;
    size_t n;
    pl_sections_find(file, "learners", &at, &n);
    end = at + n;
    if (!take_known(p, file))
        return false;
    if (p->mixed != NULL && !load(p, &p->mixed, &at, end))
        return false;
    for (uint32_t k = 0; k < p->options.runs; k++) {
        if (p->mixed != NULL)
            at = end - n; /* all runs go on from the same */
        if (!load(p, &p->runs[k].learner, &at, end))
            return false;
    }
    return at == end;
}

static const pl_trainer_ops ops = {
    .epoch = epoch,
    .collect = collect,
    .average = average,
    .weights = n_rows,
    .bytes = n_bytes,
    .print = fingerprint,
    .put = put,
    .take = take,
    .free = free_all,
};
