/* The trainer of networks; see net_trainer.h. */
#include "train/net_trainer.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

enum { SHARDS = 4, POOL = 20, WARM_UP = 200 };

struct pl_net_trainer {
    const pl_machine *machine;
    pl_net_trainer_options o;
    pl_net_census census;
    pl_net_vocab vocab;
    pl_spellings spellings;
    pl_intern spelled; /* the words whose spellings are listed */
    pl_arena m;
    PL_VEC(pl_net_example) examples;
    pl_network net;
    pl_real *weights, *gradients[SHARDS];
    pl_adam adam;
    pl_net_pass *passes[SHARDS];
    pl_pool *pool;
    uint32_t n_epochs;
    /* Of the batch: */
    const pl_net_example **batch;
    uint32_t n_batch;
    double losses[SHARDS];
};

pl_net_trainer *pl_net_trainer_new(const pl_machine *m, const pl_net_trainer_options *o)
{
    pl_net_trainer *p = pl_alloc_zero(1, sizeof *p);
    p->machine = m;
    p->o = *o;
    p->pool = pl_pool_new(o->threads);
    pl_intern *const answers[] = {&p->vocab.tags, &p->vocab.morphs, &p->vocab.functions,
                                  &p->vocab.relations};
    for (int i = 0; i < 4; i++)
        pl_intern_add(answers[i], ""); /* none, and none that is known */
    return p;
}

void pl_net_trainer_free(pl_net_trainer *p)
{
    if (p == NULL)
        return;
    for (int i = 0; i < SHARDS; i++) {
        free(p->gradients[i]);
        pl_net_pass_free(p->passes[i]);
    }
    free(p->weights);
    pl_adam_release(&p->adam);
    pl_network_release(&p->net);
    pl_net_census_release(&p->census);
    pl_net_vocab_release(&p->vocab);
    pl_intern_release(&p->spelled);
    PL_VEC_RELEASE(&p->spellings.letters, &p->spellings.ends, &p->examples);
    pl_arena_release(&p->m);
    pl_pool_free(p->pool);
    free(p);
}

void pl_net_trainer_look(pl_net_trainer *p, const pl_tree *t)
{
    pl_net_census_tree(&p->census, t);
}

/* -- examples -------------------------------------------------------------------------- */

static uint32_t answer(pl_intern *names, const char *name)
{
    return name != NULL ? pl_intern_add(names, name) : PL_NONE;
}

static const uint32_t *spell_words(pl_net_trainer *p, const pl_tree *t, const pl_net_words *w)
{
    uint32_t *out = PL_NEW_ARRAY(&p->m, uint32_t, w->n + 1);
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t before = p->spelled.n, begin = i > 0 ? w->ends[i - 1] : 0;
        out[i] = pl_intern_add(&p->spelled, t->tokens[i].word);
        if (out[i] < before)
            continue;
        PL_APPEND(&p->spellings.letters, w->letters + begin, w->ends[i] - begin);
        PL_PUSH(&p->spellings.ends, (uint32_t)p->spellings.letters.n);
    }
    return out;
}

/* The head word of a node by the heads that are marked, or the first child's. */
static uint32_t head_word(const pl_tree *t, uint32_t node)
{
    while (node >= t->n_tokens) {
        const pl_node *n = &t->nodes[node];
        node = n->head != PL_NONE ? n->head : n->first;
    }
    return node;
}

/* Dependencies by heads: the topmost node that a word heads depends on its parent's. */
static void add_arcs(pl_net_trainer *p, const pl_tree *t, pl_net_example *e)
{
    uint32_t *heads = PL_NEW_ARRAY(&p->m, uint32_t, t->n_tokens + 1);
    uint32_t *relations = PL_NEW_ARRAY(&p->m, uint32_t, t->n_tokens + 1);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t node = i;
        while (t->nodes[node].parent != PL_NONE && head_word(t, t->nodes[node].parent) == i)
            node = t->nodes[node].parent;
        uint32_t parent = t->nodes[node].parent;
        heads[i] = parent != PL_NONE ? head_word(t, parent) : i;
        const char *name = t->nodes[node].func != NULL ? t->nodes[node].func : t->nodes[node].label;
        relations[i] = pl_intern_add(&p->vocab.relations, name != NULL ? name : "");
    }
    e->heads = heads;
    e->relations = relations;
}

/* The function of the topmost node of that label and yield; nodes of a chain have one. */
static uint32_t node_function(pl_net_trainer *p, const pl_tree *t, const pl_item *item)
{
    for (uint32_t i = t->n_tokens; i < t->n_nodes; i++) {
        const pl_node *n = &t->nodes[i];
        if (n->size != item->size || n->low != item->low || n->high != item->high ||
            n->func == NULL || n->parent == PL_NONE)
            continue;
        uint32_t word = head_word(t, i);
        if (word < item->low || word > item->high)
            continue;
        return answer(&p->vocab.functions, n->func);
    }
    return PL_NONE;
}

typedef struct draft {
    PL_VEC(pl_net_view) views;
    PL_VEC(uint32_t) actions;
    PL_VEC(uint32_t) functions;
} draft;

static void replay(pl_net_trainer *p, const pl_tree *t, const pl_acts *acts, draft *drafts)
{
    const pl_machine *m = p->machine;
    pl_arena scratch = {0};
    pl_config c;
    void *task = m->ops->start(m, &scratch, t->n_tokens, true);
    m->ops->begin(task, &c);
    for (size_t i = 0; i < acts->n; i++) {
        bool labels = m->ops->labels_next != NULL && m->ops->labels_next(task, &c);
        draft *d = &drafts[labels ? PL_NET_LABELS : PL_NET_STRUCTURE];
        pl_net_view v;
        pl_net_see(&c.items, labels, m->n_labels, &v);
        PL_PUSH(&d->views, v);
        PL_PUSH(&d->actions, acts->at[i].action - (labels ? m->first_label : 0));
        m->ops->apply(task, &c, acts->at[i]);
        if (labels)
            PL_PUSH(&d->functions, c.items.stack->item->label != PL_NONE
                                       ? node_function(p, t, c.items.stack->item)
                                       : PL_NONE);
    }
    pl_arena_release(&scratch);
}

#define KEEP(p, v)                                                                       \
    ((v)->n > 0 ? memcpy(pl_arena_alloc(&(p)->m, (v)->n * sizeof *(v)->at), (v)->at,      \
                         (v)->n * sizeof *(v)->at)                                       \
                : NULL)

bool pl_net_trainer_add(pl_net_trainer *p, const pl_tree *t)
{
    if (p->vocab.words.n == 0)
        pl_net_vocab_make(&p->vocab, &p->census);
    pl_arena scratch = {0};
    pl_acts acts = {0};
    bool derived = t->n_tokens < PL_NO_WORD &&
                   p->machine->ops->derive(p->machine, t, true, NULL, &acts, &scratch);
    if (derived) {
        pl_net_words w;
        pl_net_example e = {.n_words = t->n_tokens};
        pl_net_vocab_words(&p->vocab, t, &p->m, &w);
        uint32_t *counts = PL_NEW_ARRAY(&p->m, uint32_t, w.n + 1);
        uint32_t *tags = PL_NEW_ARRAY(&p->m, uint32_t, w.n + 1);
        uint32_t *morphs = PL_NEW_ARRAY(&p->m, uint32_t, w.n + 1);
        uint32_t *functions = PL_NEW_ARRAY(&p->m, uint32_t, w.n + 1);
        for (uint32_t i = 0; i < w.n; i++) {
            counts[i] = pl_net_census_count(&p->census, w.lower[i]);
            tags[i] = answer(&p->vocab.tags, t->nodes[i].label);
            morphs[i] = answer(&p->vocab.morphs, t->nodes[i].morph);
            functions[i] = answer(&p->vocab.functions, t->nodes[i].func);
        }
        e.words = w.words;
        e.counts = counts;
        e.shapes = w.shapes;
        e.spellings = spell_words(p, t, &w);
        e.tags = tags;
        e.morphs = morphs;
        e.functions = functions;
        add_arcs(p, t, &e);
        draft drafts[PL_N_NET_SCORERS] = {0};
        replay(p, t, &acts, drafts);
        for (int k = 0; k < PL_N_NET_SCORERS; k++) {
            e.n_views[k] = (uint32_t)drafts[k].views.n;
            e.views[k] = KEEP(p, &drafts[k].views);
            e.actions[k] = KEEP(p, &drafts[k].actions);
        }
        e.node_functions = KEEP(p, &drafts[PL_NET_LABELS].functions);
        for (int k = 0; k < PL_N_NET_SCORERS; k++)
            PL_VEC_RELEASE(&drafts[k].views, &drafts[k].actions, &drafts[k].functions);
        PL_PUSH(&p->examples, e);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
    return derived;
}

/* -- epochs ---------------------------------------------------------------------------- */

static void begin(pl_net_trainer *p)
{
    const pl_machine *m = p->machine;
    pl_net_counts c = {p->vocab.words.n,     p->vocab.letters.n,   p->vocab.tags.n,
                       p->vocab.morphs.n,    p->vocab.functions.n, p->vocab.relations.n,
                       m->n_labels + 2,      m->first_label,       m->n_actions - m->first_label};
    pl_network_init(&p->net, &p->o.sizes, &c);
    size_t n = p->net.n_weights;
    p->weights = pl_alloc_aligned(64, n * sizeof(pl_real));
    pl_network_draw(&p->net, p->weights, p->o.seed);
    p->adam = (pl_adam){.n = n, .decay = p->o.decay, .clip = p->o.clip, .keep = p->o.keep};
    pl_adam_init(&p->adam, p->weights);
    for (int i = 0; i < SHARDS; i++) {
        p->gradients[i] = pl_alloc_aligned(64, n * sizeof(pl_real));
        p->passes[i] = pl_net_pass_new(&p->net, &p->spellings, &p->o.pass);
    }
}

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
static uint32_t *order_of(pl_net_trainer *p, uint32_t *n_batches, uint32_t **batches)
{
    uint32_t n = (uint32_t)p->examples.n, size = p->o.batch;
    place *at = pl_alloc(n * sizeof *at);
    pl_rng rng = {pl_mix(p->o.seed + 1) ^ p->n_epochs};
    for (uint32_t i = 0; i < n; i++)
        at[i] = (place){p->examples.at[i].n_words, i};
    pl_rng_shuffle(&rng, at, n, sizeof *at);
    for (uint32_t i = 0; i < n; i += POOL * size)
        qsort(at + i, n - i < POOL * size ? n - i : POOL * size, sizeof *at, by_length);
    uint32_t *order = pl_alloc(n * sizeof *order);
    for (uint32_t i = 0; i < n; i++)
        order[i] = at[i].example;
    *n_batches = (n + size - 1) / size;
    *batches = pl_alloc(*n_batches * sizeof **batches);
    for (uint32_t i = 0; i < *n_batches; i++)
        (*batches)[i] = i;
    pl_rng_shuffle(&rng, *batches, *n_batches, sizeof **batches);
    free(at);
    return order;
}

static void learn_shard(void *context, unsigned thread, size_t shard)
{
    pl_net_trainer *p = context;
    uint32_t first = (uint32_t)(p->n_batch * shard / SHARDS);
    uint32_t end = (uint32_t)(p->n_batch * (shard + 1) / SHARDS);
    memset(p->gradients[shard], 0, p->net.n_weights * sizeof(pl_real));
    p->losses[shard] =
        pl_net_pass_run(p->passes[shard], p->weights, p->batch + first, end - first,
                        1.0 / p->n_batch, pl_mix(p->o.seed) ^ (p->adam.n_steps << 8 | shard),
                        p->gradients[shard]);
}

enum { PART = 1 << 16 };

static void add_gradients(void *context, unsigned thread, size_t part)
{
    pl_net_trainer *p = context;
    size_t first = part * PART, end = first + PART;
    end = end < p->net.n_weights ? end : p->net.n_weights;
    for (int k = 1; k < SHARDS; k++)
        for (size_t i = first; i < end; i++)
            p->gradients[0][i] += p->gradients[k][i];
}

static double rate_at(const pl_net_trainer *p, uint64_t step, uint64_t all)
{
    double warm = step < WARM_UP ? (double)step / WARM_UP : 1;
    double fall = 0.5 * (1 + cos(3.14159265358979 * (double)step / (double)all));
    return p->o.rate * warm * (fall * 0.98 + 0.02);
}

double pl_net_trainer_epoch(pl_net_trainer *p, void (*progress)(size_t done, size_t all))
{
    if (p->weights == NULL)
        begin(p);
    uint32_t n_batches, *batches, *order = order_of(p, &n_batches, &batches);
    double loss = 0;
    p->batch = pl_alloc(p->o.batch * sizeof *p->batch);
    for (uint32_t b = 0; b < n_batches; b++) {
        uint32_t first = batches[b] * p->o.batch, n = (uint32_t)p->examples.n - first;
        p->n_batch = n < p->o.batch ? n : p->o.batch;
        for (uint32_t i = 0; i < p->n_batch; i++)
            p->batch[i] = &p->examples.at[order[first + i]];
        pl_pool_run(p->pool, SHARDS, learn_shard, p);
        pl_pool_run(p->pool, (p->net.n_weights + PART - 1) / PART, add_gradients, p);
        for (int k = 0; k < SHARDS; k++)
            loss += p->losses[k] * p->n_batch;
        pl_adam_step(&p->adam, p->gradients[0],
                     rate_at(p, p->adam.n_steps + 1, (uint64_t)n_batches * p->o.epochs), p->pool);
        if (progress != NULL)
            progress(b + 1, n_batches);
    }
    free(p->batch);
    free(order);
    free(batches);
    p->n_epochs++;
    return loss / (double)p->examples.n;
}

const pl_network *pl_net_trainer_network(const pl_net_trainer *p)
{
    return &p->net;
}

const pl_net_vocab *pl_net_trainer_vocab(const pl_net_trainer *p)
{
    return &p->vocab;
}

const pl_real *pl_net_trainer_average(const pl_net_trainer *p)
{
    return p->adam.average;
}
