/* The trainer of networks; see net_trainer.h. */
#include "train/net_trainer.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "learn/adam.h"
#include "train/net_start.h"
#include "train/read_vectors.h"
#include "train/share_gradient.h"

#include <math.h>
#include <stdlib.h>

enum {
    SHARDS = 4,   /* of a batch */
    POOL = 20,    /* batches whose sentences are sorted by length together */
    WARM_UP = 200 /* steps in which the rate rises, or a tenth of all */
};

typedef struct net_trainer {
    pl_trainer common;
    pl_transitions *parser;
    pl_net_trainer_options o;
    pl_net_examples x;
    const pl_network *net; /* NULL until all examples are there */
    pl_real *weights, *gradient;
    double taken; /* share of the first weights that another network gave */
    pl_adam adam;
    pl_real *done[PL_NET_MEMBERS]; /* weights of members that are complete, or NULL */
    pl_net_pass *passes[SHARDS];
    pl_factors *factors; /* that they share */
    pl_pool *pool;
    /* Of the batch: */
    const pl_net_example **batch;
    uint32_t n_batch;
    double losses[SHARDS];
} net_trainer;

static net_trainer *of(pl_trainer *trainer)
{
    return (net_trainer *)trainer;
}

static const net_trainer *of_const(const pl_trainer *trainer)
{
    return (const net_trainer *)trainer;
}

static void free_all(pl_trainer *trainer)
{
    net_trainer *p = of(trainer);
    for (int i = 0; i < SHARDS; i++)
        pl_net_pass_free(p->passes[i]);
    pl_factors_free(p->factors);
    for (int i = 0; i < PL_NET_MEMBERS; i++)
        free(p->done[i]);
    free(p->weights);
    free(p->gradient);
    free(p->batch);
    pl_adam_release(&p->adam);
    pl_net_examples_release(&p->x);
    pl_pool_free(p->pool);
    free(p);
}

/* -- members ---------------------------------------------------------------------------- */

/* The member that the next epoch belongs to. */
static uint32_t member(const net_trainer *p)
{
    uint32_t k = p->common.epochs / p->o.epochs;
    return k < p->o.members ? k : p->o.members - 1;
}

static uint64_t seed_of(const net_trainer *p)
{
    return p->o.seed + member(p);
}

/* Weights for the member that begins now. */
static void begin(net_trainer *p)
{
    pl_adam_release(&p->adam);
    pl_network_draw(p->net, p->weights, seed_of(p));
    if (p->o.start != NULL)
        p->taken = pl_net_start(p->o.start, p->parser, p->weights);
    p->adam = (pl_adam){.n = p->net->n_weights,
                        .decay = p->o.decay,
                        .clip = p->o.clip,
                        .keep = p->o.keep};
    pl_adam_init(&p->adam, p->weights);
}

/* After the last epoch of a member. */
static void finish(net_trainer *p, uint32_t member)
{
    size_t size = p->net->n_weights * sizeof(pl_real);
    if (p->done[member] == NULL)
        p->done[member] = pl_alloc(size);
    memcpy(p->done[member], p->adam.average, size);
}

/* The current weights also stand for members that are still to come. */
static void average(pl_trainer *trainer)
{
    net_trainer *p = of(trainer);
    for (uint32_t k = 0; k < p->o.members; k++)
        pl_net_set(p->parser->net, k, p->done[k] != NULL ? p->done[k] : p->adam.average);
}

/* -- epochs ---------------------------------------------------------------------------- */

typedef struct place {
    uint32_t length, example;
} place;

static int by_length(const void *a, const void *b)
{
    const place *x = a, *y = b;
    return x->length != y->length ? (x->length > y->length) - (x->length < y->length)
                                  : (x->example > y->example) - (x->example < y->example);
}

/* The examples of an epoch: shuffled, and sorted by length within pools of some batches;
 * the batches shuffled again. */
typedef struct plan {
    uint32_t *order;   /* [examples] */
    uint32_t *batches; /* [n] */
    uint32_t n;
} plan;

static plan make_plan(const net_trainer *p)
{
    uint32_t n = (uint32_t)p->x.list.n, size = p->o.batch;
    place *at = pl_alloc(n * sizeof *at);
    pl_rng rng = {pl_mix(seed_of(p) + 1) ^ p->common.epochs};
    for (uint32_t i = 0; i < n; i++)
        at[i] = (place){p->x.list.at[i].n_words, i};
    pl_rng_shuffle(&rng, at, n, sizeof *at);
    for (uint32_t i = 0; i < n; i += POOL * size)
        qsort(at + i, n - i < POOL * size ? n - i : POOL * size, sizeof *at, by_length);
    plan out = {.order = pl_alloc(n * sizeof *out.order), .n = (n + size - 1) / size};
    for (uint32_t i = 0; i < n; i++)
        out.order[i] = at[i].example;
    out.batches = pl_alloc(out.n * sizeof *out.batches);
    for (uint32_t i = 0; i < out.n; i++)
        out.batches[i] = i;
    pl_rng_shuffle(&rng, out.batches, out.n, sizeof *out.batches);
    free(at);
    return out;
}

/* Processes that have shards: the first ones, if there are more processes than shards. */
static uint32_t n_passing(const net_trainer *p)
{
    uint32_t n = pl_peers_n(p->o.peers);
    return n < SHARDS ? n : SHARDS;
}

/* The first shard of a process; its last one comes before the first of the next. */
static uint32_t first_shard(const net_trainer *p, uint32_t rank)
{
    uint32_t n = n_passing(p);
    return rank < n ? (SHARDS * rank + n - 1) / n : SHARDS;
}

static void pass_shard(void *context, unsigned thread, size_t number)
{
    net_trainer *p = context;
    size_t shard = first_shard(p, pl_peers_rank(p->o.peers)) + number;
    uint32_t first = (uint32_t)(p->n_batch * shard / SHARDS);
    uint32_t end = (uint32_t)(p->n_batch * (shard + 1) / SHARDS);
    uint64_t seed = pl_mix(seed_of(p)) ^ (p->adam.n_steps << 8 | shard);
    p->losses[shard] = pl_net_pass_run(p->passes[shard], p->weights, p->batch + first,
                                       end - first, 1.0 / p->n_batch, seed, true);
}

/* The rate rises to its highest, then falls along half a cosine. */
static double rate_at(const net_trainer *p, double step, double all)
{
    double rise = fmin(WARM_UP, all / 10), warm = step < rise ? step / rise : 1;
    double fall = 0.5 * (1 + cos(3.14159265358979 * step / all));
    return p->o.rate * warm * (fall * 0.98 + 0.02);
}

/* The example, or its rough twin. */
static const pl_net_example *example(const net_trainer *p, uint32_t i)
{
    bool twin = p->x.twins.n > 0 &&
                pl_trainer_takes_twin(p->o.robust, seed_of(p), p->common.epochs, i);
    return twin ? &p->x.twins.at[i] : &p->x.list.at[i];
}

static void learn_batch(net_trainer *p, const plan *plan, uint32_t batch)
{
    uint32_t first = batch * p->o.batch, n = (uint32_t)p->x.list.n - first;
    uint32_t rank = pl_peers_rank(p->o.peers), begin = first_shard(p, rank);
    uint32_t n_shards = first_shard(p, rank + 1) - begin;
    pl_terms terms[SHARDS];
    p->n_batch = n < p->o.batch ? n : p->o.batch;
    for (uint32_t i = 0; i < p->n_batch; i++)
        p->batch[i] = example(p, plan->order[first + i]);
    pl_factors_renew(p->factors, p->pool);
    pl_pool_run(p->pool, n_shards, pass_shard, p);
    for (uint32_t k = 0; k < n_shards; k++)
        terms[k] = *pl_net_pass_terms(p->passes[begin + k]);
    if (pl_peers_n(p->o.peers) > 1)
        pl_gradient_share(p->o.peers, n_passing(p), terms, n_shards, p->gradient,
                          p->pool);
    else
        pl_gradient_add(terms, SHARDS, p->gradient, p->pool);
    double step = (double)(p->adam.n_steps + 1), all = (double)plan->n * p->o.epochs;
    pl_adam_step(&p->adam, p->gradient, rate_at(p, step, all), p->pool);
}

/* What processes tell each other after a batch. */
typedef struct news {
    double losses[SHARDS]; /* its own ones are right */
    uint8_t stop;
} news;

/* All get the losses of all shards; *stop is true for all if it is for one. */
static void share_news(net_trainer *p, bool *stop)
{
    news n = {.stop = *stop};
    pl_str mine = {0};
    pl_shares all = {0};
    memcpy(n.losses, p->losses, sizeof n.losses);
    pl_str_put(&mine, (const char *)&n, sizeof n);
    pl_peers_gather(p->o.peers, &mine, &all);
    for (uint32_t k = 0; k < pl_peers_n(p->o.peers); k++) {
        memcpy(&n, all.bytes.at + pl_shares_start(&all, k), sizeof n);
        *stop |= n.stop != 0;
        for (uint32_t s = first_shard(p, k); s < first_shard(p, k + 1); s++)
            p->losses[s] = n.losses[s];
    }
    pl_str_release(&mine);
    pl_shares_release(&all);
}

static double sum_losses(const net_trainer *p)
{
    double loss = 0;
    for (int k = 0; k < SHARDS; k++)
        loss += p->losses[k] * p->n_batch;
    return loss;
}

static bool learn_epoch(pl_trainer *trainer, pl_epoch *epoch)
{
    net_trainer *p = of(trainer);
    const pl_progress *to = &p->o.progress;
    if (p->common.epochs % p->o.epochs == 0)
        begin(p);
    plan plan = make_plan(p);
    bool stopped = false;
    for (uint32_t b = 0; b < plan.n && !stopped; b++) {
        learn_batch(p, &plan, plan.batches[b]);
        epoch->n_examples += p->n_batch;
        stopped = to->report != NULL &&
                  to->report(to->context, epoch->n_examples, p->x.list.n) != 0;
        share_news(p, &stopped);
        epoch->loss += sum_losses(p);
    }
    epoch->loss /= (double)epoch->n_examples;
    epoch->n_updates = epoch->n_examples;
    free(plan.order);
    free(plan.batches);
    if (epoch->n_examples < p->x.list.n)
        return false;
    if (p->o.members > 1 && epoch->number % p->o.epochs == 0)
        finish(p, epoch->number / p->o.epochs - 1);
    return true;
}

/* -- checkpoints -------------------------------------------------------------------------- */

static uint64_t mix_bytes(uint64_t h, const void *numbers, size_t n, size_t width)
{
    const char *at = numbers;
    for (size_t i = 0; i < n; i++) {
        uint64_t x = 0;
        if (width == sizeof(uint32_t)) {
            uint32_t word;
            memcpy(&word, at + i * width, sizeof word);
            x = word;
        } else
            memcpy(&x, at + i * width, sizeof x);
        h = pl_mix(h ^ x);
    }
    return h;
}

static uint64_t fingerprint(const pl_trainer *trainer)
{
    const net_trainer *p = of_const(trainer);
    const pl_net_trainer_options *o = &p->o;
    uint64_t h = p->x.print ^ pl_mix(o->seed) ^ p->x.list.n;
    h = mix_bytes(h, &o->sizes, offsetof(pl_net_sizes, vector) / 4, 4);
    h = mix_bytes(h, &o->sizes.vector, o->sizes.vector > 0, 4);
    h = mix_bytes(h, &o->pass, sizeof o->pass / 8, 8);
    const uint32_t numbers[] = {o->batch, o->epochs, o->members};
    const double settings[] = {o->rate, o->decay, o->clip, o->keep, p->taken};
    h = mix_bytes(h, numbers, 3, 4);
    h = mix_bytes(h, &o->robust, o->robust > 0, 8);
    return mix_bytes(h, settings, o->start != NULL ? 5 : 4, 8);
}

/* What a checkpoint has of the network: arrays [n_weights] under these names, and the
 * members that are complete under the name done and a letter. */
typedef struct held {
    const char *name;
    pl_real *at;
} held;

enum { N_HELD = 4 };

static void list_held(const net_trainer *p, held *out)
{
    const held all[N_HELD] = {{"weights", p->weights},
                              {"means", p->adam.mean},
                              {"squares", p->adam.square},
                              {"averages", p->adam.average}};
    memcpy(out, all, sizeof all);
}

static const char *done_name(uint32_t member, char *name)
{
    memcpy(name, "done-", 5);
    name[5] = (char)('a' + member);
    name[6] = '\0';
    return name;
}

static void put(const pl_trainer *trainer, pl_section_list *list)
{
    const net_trainer *p = of_const(trainer);
    size_t n = p->net->n_weights;
    held all[N_HELD];
    list_held(p, all);
    PL_RESERVE(&list->bytes, (N_HELD + p->o.members) * n * sizeof(pl_real) + 8192);
    pl_sections_add_numbers(list, "steps", &p->adam.n_steps, 1, 8);
    for (int i = 0; i < N_HELD; i++)
        pl_sections_add_numbers(list, all[i].name, all[i].at, n, sizeof(pl_real));
    char name[8];
    for (uint32_t k = 0; k < p->o.members; k++)
        if (p->done[k] != NULL)
            pl_sections_add_numbers(list, done_name(k, name), p->done[k], n,
                                    sizeof(pl_real));
}

static bool take_numbers(const pl_sections *file, const char *name, void *to, size_t n,
                         size_t width)
{
    const char *bytes;
    size_t size;
    if (!pl_sections_find(file, name, &bytes, &size) || size != n * width)
        return false;
    memcpy(to, bytes, size);
    pl_file_order(to, n, width);
    return true;
}

static bool are_finite(const pl_real *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static bool take(pl_trainer *trainer, const pl_sections *file)
{
    net_trainer *p = of(trainer);
    size_t n = p->net->n_weights;
    held all[N_HELD];
    list_held(p, all);
    for (int i = 0; i < N_HELD; i++)
        if (!take_numbers(file, all[i].name, all[i].at, n, sizeof(pl_real)) ||
            !are_finite(all[i].at, n))
            return false;
    char name[8];
    for (uint32_t k = 0; k < p->o.members && pl_sections_has(file, done_name(k, name));
         k++) {
        finish(p, k);
        if (!take_numbers(file, name, p->done[k], n, sizeof(pl_real)) ||
            !are_finite(p->done[k], n))
            return false;
    }
    return take_numbers(file, "steps", &p->adam.n_steps, 1, 8);
}

/* -- the trainer ---------------------------------------------------------------------------- */

static size_t n_weights(const pl_trainer *trainer)
{
    return of_const(trainer)->net->n_weights;
}

static size_t n_bytes(const pl_trainer *trainer)
{
    const net_trainer *p = of_const(trainer);
    size_t n = 5 * p->net->n_weights * sizeof(pl_real) + pl_arena_size(&p->x.m);
    for (int i = 0; i < SHARDS; i++)
        n += pl_net_pass_bytes(p->passes[i]);
    return n;
}

static const pl_trainer_ops ops = {
    .epoch = learn_epoch,
    .average = average,
    .weights = n_weights,
    .bytes = n_bytes,
    .print = fingerprint,
    .put = put,
    .take = take,
    .free = free_all,
};

pl_trainer *pl_net_trainer_new(pl_transitions *parser, const pl_net_trainer_options *o)
{
    net_trainer *p = pl_alloc_zero(1, sizeof *p);
    p->common.ops = &ops;
    p->parser = parser;
    p->o = *o;
    p->o.members = o->members > 0 ? o->members : 1;
    p->pool = pl_pool_new(o->threads);
    p->batch = pl_alloc(o->batch * sizeof *p->batch);
    pl_net_examples_init(&p->x, parser->machine);
    return &p->common;
}

void pl_net_trainer_look(pl_trainer *trainer, const pl_tree *t)
{
    pl_net_census_tree(&of(trainer)->x.census, t);
}

int pl_net_trainer_vectors(pl_trainer *trainer, const char *path, pl_error *err)
{
    pl_net_examples *x = &of(trainer)->x;
    return pl_net_vectors_read(&x->vocab.vectors, path, &x->census, err);
}

bool pl_net_trainer_add(pl_trainer *trainer, const pl_tree *t)
{
    net_trainer *p = of(trainer);
    bool derived = pl_net_examples_add(&p->x, t);
    p->common.n_examples += derived;
    return derived;
}

void pl_net_trainer_add_twin(pl_trainer *trainer, const pl_tree *t)
{
    pl_net_examples_add_twin(&of(trainer)->x, t);
}

double pl_net_trainer_ready(pl_trainer *trainer)
{
    net_trainer *p = of(trainer);
    p->o.sizes.vector = p->x.vocab.vectors.width;
    p->parser->net =
        pl_net_new(p->parser->machine, &p->o.sizes, &p->x.vocab, p->o.members);
    p->net = pl_net_layout(p->parser->net);
    const pl_net_vectors *vectors = &pl_net_names(p->parser->net)->vectors;
    size_t n = p->net->n_weights;
    p->weights = pl_alloc_aligned(64, n * sizeof(pl_real));
    p->gradient = pl_alloc_aligned(64, n * sizeof(pl_real));
    p->factors = pl_factors_new();
    for (int i = 0; i < SHARDS; i++) {
        p->passes[i] = pl_net_pass_new(p->net, &p->x.spellings, vectors, &p->o.pass);
        pl_net_pass_share(p->passes[i], p->factors);
    }
    begin(p);
    return p->taken;
}
