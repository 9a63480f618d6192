/* The layout of a network's weights; see network.h. */
#include "parser/network.h"

#include <math.h>

static size_t take(pl_network *n, size_t size)
{
    size_t at = n->n_weights;
    n->n_weights += size;
    return at;
}

static pl_dense new_dense(pl_network *n, uint32_t in, uint32_t out)
{
    size_t w = take(n, (size_t)in * out);
    return (pl_dense){in, out, w, take(n, out)};
}

static pl_lstm new_lstm(pl_network *n, uint32_t in, uint32_t out, bool reversed)
{
    size_t wx = take(n, (size_t)4 * out * in), wh = take(n, (size_t)4 * out * out);
    return (pl_lstm){in, out, reversed, wx, wh, take(n, (size_t)4 * out)};
}

static pl_net_scorer new_scorer(pl_network *n, uint32_t n_actions)
{
    uint32_t hidden = n->sizes.hidden, wide = 2 * n->sizes.layer;
    pl_net_scorer s;
    s.slots = new_dense(n, wide, PL_NET_WORD_SLOTS * hidden);
    s.missing = take(n, (size_t)PL_NET_WORD_SLOTS * hidden);
    s.labels = take(n, (size_t)PL_NET_LABEL_SLOTS * n->counts.labels * hidden);
    s.norm.n = hidden;
    s.norm.gain = take(n, hidden);
    s.norm.shift = take(n, hidden);
    s.actions = new_dense(n, hidden, n_actions);
    return s;
}

uint32_t pl_network_input(const pl_network *n)
{
    const pl_net_sizes *s = &n->sizes;
    return s->word + s->shape + s->tag + s->vector + 2 * s->letters;
}

bool pl_network_gives_heads(const pl_network *n)
{
    return n->counts.labels == 0;
}

static void new_tasks(pl_network *n)
{
    const pl_net_sizes *s = &n->sizes;
    const pl_net_counts *c = &n->counts;
    uint32_t wide = 2 * s->layer;
    n->tagger = new_dense(n, wide, c->tags);
    n->morph = new_dense(n, wide, c->morphs);
    n->word_function = new_dense(n, wide, c->functions);
    n->node_function = new_dense(n, s->hidden, c->functions);
    if (c->coarse > 0)
        n->coarse = new_dense(n, wide, c->coarse);
    if (s->arc == 0)
        return;
    n->arc_from = new_dense(n, wide, s->arc);
    n->arc_to = new_dense(n, wide, s->arc);
    n->arc_pair = new_dense(n, s->arc, s->arc);
    n->relation_from = new_dense(n, wide, s->arc / 2);
    n->relation_to = new_dense(n, wide, s->arc / 2);
    n->relation = new_dense(n, s->arc / 2 * (pl_network_gives_heads(n) ? 3 : 2), c->relations);
}

void pl_network_init(pl_network *n, const pl_net_sizes *sizes, const pl_net_counts *counts)
{
    *n = (pl_network){.sizes = *sizes, .counts = *counts};
    n->words = take(n, (size_t)counts->words * sizes->word);
    n->shapes = take(n, (size_t)PL_NET_SHAPES * sizes->shape);
    n->letters = take(n, (size_t)counts->letters * sizes->letter);
    n->tags = take(n, (size_t)counts->tags * sizes->tag);
    for (int k = 0; k < 2; k++)
        n->spell[k] = new_lstm(n, sizes->letter, sizes->letters, k == 1);
    uint32_t in = pl_network_input(n);
    for (uint32_t i = 0; i < 2 * sizes->n_layers; i++)
        PL_PUSH(&n->layers, new_lstm(n, i < 2 ? in : 2 * sizes->layer, sizes->layer, i % 2 == 1));
    new_tasks(n);
    if (pl_network_gives_heads(n))
        return;
    n->scorers[PL_NET_STRUCTURE] = new_scorer(n, counts->structures);
    n->scorers[PL_NET_LABELS] = new_scorer(n, counts->names);
}

void pl_network_release(pl_network *n)
{
    PL_VEC_RELEASE(&n->layers);
}

/* -- first weights --------------------------------------------------------------------- */

static double uniform(pl_rng *rng)
{
    return (double)(pl_rng_next(rng) >> 11) / 9007199254740992.0;
}

static void draw_even(pl_real *w, size_t n, double most, pl_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        w[i] = (pl_real)((2 * uniform(rng) - 1) * most);
}

/* Numbers of a normal distribution, by Box and Muller. */
static void draw_normal(pl_real *w, size_t n, pl_rng *rng)
{
    for (size_t i = 0; i < n; i++) {
        double r = sqrt(-2 * log(1 - uniform(rng)));
        w[i] = (pl_real)(r * cos(6.283185307179586 * uniform(rng)));
    }
}

static void draw_dense(const pl_dense *d, pl_real *weights, pl_rng *rng)
{
    if (d->n_in == 0)
        return;
    double most = 1 / sqrt(d->n_in);
    draw_even(weights + d->w, (size_t)d->n_in * d->n_out, most, rng);
    draw_even(weights + d->b, d->n_out, most, rng);
}

static void draw_lstm(const pl_lstm *l, pl_real *weights, pl_rng *rng)
{
    double most = 1 / sqrt(l->n_out);
    draw_even(weights + l->wx, (size_t)4 * l->n_out * l->n_in, most, rng);
    draw_even(weights + l->wh, (size_t)4 * l->n_out * l->n_out, most, rng);
    draw_even(weights + l->b, (size_t)4 * l->n_out, 2 * most, rng);
}

/* The slots are one layer whose input is all of them side by side. */
static void draw_scorer(const pl_network *n, const pl_net_scorer *s, pl_real *weights,
                        pl_rng *rng)
{
    uint32_t hidden = n->sizes.hidden;
    double most = 1 / sqrt((double)PL_NET_WORD_SLOTS * s->slots.n_in + 160);
    draw_even(weights + s->slots.w, (size_t)s->slots.n_in * s->slots.n_out, most, rng);
    memset(weights + s->slots.b, 0, s->slots.n_out * sizeof *weights);
    draw_even(weights + s->missing, (size_t)PL_NET_WORD_SLOTS * hidden, most, rng);
    draw_even(weights + s->labels, (size_t)PL_NET_LABEL_SLOTS * n->counts.labels * hidden,
              5 * most, rng);
    for (uint32_t j = 0; j < hidden; j++) {
        weights[s->norm.gain + j] = 1;
        weights[s->norm.shift + j] = 0;
    }
    draw_dense(&s->actions, weights, rng);
}

void pl_network_draw(const pl_network *n, pl_real *weights, uint64_t seed)
{
    pl_rng rng = {pl_mix(seed + 0x6e6574)};
    const pl_net_sizes *s = &n->sizes;
    draw_even(weights + n->words, (size_t)n->counts.words * s->word, 0.1, &rng);
    draw_normal(weights + n->shapes, (size_t)PL_NET_SHAPES * s->shape, &rng);
    draw_normal(weights + n->letters, (size_t)n->counts.letters * s->letter, &rng);
    draw_normal(weights + n->tags, (size_t)n->counts.tags * s->tag, &rng);
    for (int k = 0; k < 2; k++)
        draw_lstm(&n->spell[k], weights, &rng);
    for (size_t i = 0; i < n->layers.n; i++)
        draw_lstm(&n->layers.at[i], weights, &rng);
    const pl_dense *const tasks[] = {&n->tagger,        &n->morph,       &n->word_function,
                                     &n->node_function, &n->arc_from,    &n->arc_to,
                                     &n->arc_pair,      &n->relation_from, &n->relation_to,
                                     &n->relation,      &n->coarse};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        draw_dense(tasks[i], weights, &rng);
    for (int k = 0; k < PL_N_NET_SCORERS && !pl_network_gives_heads(n); k++)
        draw_scorer(n, &n->scorers[k], weights, &rng);
}
