/* A whole network, forth and back, against differences; in double precision. */
#define PL_REAL_DOUBLE
#include "unit.h"

#include "../../src/learn/factors.c"
#include "../../src/learn/gradient.c"
#include "../../src/learn/layers.c"
#undef TINY
#include "../../src/learn/lstm.c"
#include "../../src/learn/matrix.c"
#include "../../src/parser/network.c"
#include "../../src/train/net_pass.c"

enum { N_SENTENCES = 4, N_SPELLINGS = 9 };

static const uint32_t lengths[N_SENTENCES] = {3, 7, 1, 4};
static const pl_net_sizes sizes = {3, 2, 3, 4, 2, 5, 2, 6, 4, 0};
static const pl_net_counts counts = {6, 8, 4, 5, 3, 4, 0, 7, 3, 5};
/* A network that gives heads: it has no actions, and second tags. */
static const pl_net_counts graph_counts = {6, 8, 4, 5, 3, 4, 3, 0, 0, 0};

typedef struct toy {
    pl_network net;
    pl_spellings spellings;
    pl_arena m;
    pl_net_example examples[N_SENTENCES];
    const pl_net_example *list[N_SENTENCES];
    double *weights, *gradient;
} toy;

static uint32_t *draw(toy *t, pl_rng *rng, uint32_t n, uint32_t below, bool gaps)
{
    uint32_t *at = PL_NEW_ARRAY(&t->m, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        at[i] = gaps && pl_rng_below(rng, 4) == 0 ? PL_NONE : pl_rng_below(rng, below);
    return at;
}

static void draw_views(toy *t, pl_rng *rng, pl_net_example *e, int which,
                       uint32_t n_actions)
{
    uint32_t n = e->n_views[which] = 2 * e->n_words;
    pl_net_view *views = PL_NEW_ARRAY(&t->m, pl_net_view, n);
    for (uint32_t i = 0; i < n; i++) {
        for (int j = 0; j < PL_NET_WORD_SLOTS; j++)
            views[i].words[j] = pl_rng_below(rng, 3) == 0
                                    ? PL_NO_WORD
                                    : (uint16_t)pl_rng_below(rng, e->n_words);
        for (int j = 0; j < PL_NET_LABEL_SLOTS; j++)
            views[i].labels[j] = (uint16_t)pl_rng_below(rng, counts.labels);
    }
    e->views[which] = views;
    e->actions[which] = draw(t, rng, n, n_actions, false);
}

static void toy_init(toy *t, bool graph)
{
    pl_rng rng = {11};
    *t = (toy){0};
    pl_network_init(&t->net, &sizes, graph ? &graph_counts : &counts);
    for (uint32_t i = 0; i < N_SPELLINGS; i++) {
        for (uint32_t k = 0; k < 1 + i % 5; k++)
            PL_PUSH(&t->spellings.letters, pl_rng_below(&rng, counts.letters));
        PL_PUSH(&t->spellings.ends, (uint32_t)t->spellings.letters.n);
    }
    for (int i = 0; i < N_SENTENCES; i++) {
        pl_net_example *e = &t->examples[i];
        uint32_t n = e->n_words = lengths[i];
        e->words = draw(t, &rng, n, counts.words, false);
        e->counts = draw(t, &rng, n, 3, false);
        uint8_t *shapes = PL_NEW_ARRAY(&t->m, uint8_t, n);
        for (uint32_t k = 0; k < n; k++)
            shapes[k] = (uint8_t)pl_rng_below(&rng, PL_NET_SHAPES);
        e->shapes = shapes;
        e->spellings = draw(t, &rng, n, N_SPELLINGS, false);
        e->tags = draw(t, &rng, n, counts.tags, false);
        e->morphs = draw(t, &rng, n, counts.morphs, true);
        e->functions = draw(t, &rng, n, counts.functions, true);
        e->heads = i == 1 ? NULL : draw(t, &rng, n, n, false);
        e->relations = i == 1 ? NULL : draw(t, &rng, n, counts.relations, false);
        t->list[i] = e;
        e->coarse = graph ? draw(t, &rng, n, graph_counts.coarse, true) : NULL;
        if (graph)
            continue;
        draw_views(t, &rng, e, PL_NET_STRUCTURE, counts.structures);
        draw_views(t, &rng, e, PL_NET_LABELS, counts.names);
        e->node_functions = draw(t, &rng, 2 * n, counts.functions, true);
    }
    t->weights = malloc(t->net.n_weights * sizeof *t->weights);
    t->gradient = calloc(t->net.n_weights, sizeof *t->gradient);
    pl_network_draw(&t->net, t->weights, 3);
    /* Zeros hide mistakes, and so do rows that differ little: less is then one number. */
    for (size_t i = 0; i < t->net.n_weights; i++)
        t->weights[i] = t->weights[i] * 2 + 0.01 * (double)pl_rng_below(&rng, 10);
}

static void toy_release(toy *t)
{
    pl_network_release(&t->net);
    PL_VEC_RELEASE(&t->spellings.letters, &t->spellings.ends);
    pl_arena_release(&t->m);
    free(t->weights);
    free(t->gradient);
}

/* Every so manyth weight is looked at; no width of a layer is a multiple of this, so that
 * each matrix has some. */
enum { STRIDE = 11 };

static void add_gradient(const pl_net_pass *p, double *gradient)
{
    pl_pool *pool = pl_pool_new(2);
    pl_gradient_add(pl_net_pass_terms(p), 1, gradient, pool);
    pl_pool_free(pool);
}

/* With the same seed the same numbers are dropped, so that differences can be taken with
 * dropout, too. */
static void check(double dropout, bool graph)
{
    toy t;
    toy_init(&t, graph);
    pl_net_options o = {dropout, dropout, 0.1, 0.3, graph ? 1 : 0.3};
    pl_net_pass *p = pl_net_pass_new(&t.net, &t.spellings, NULL, &o);
    pl_net_pass_run(p, t.weights, t.list, N_SENTENCES, 0.25, 5, true);
    add_gradient(p, t.gradient);
    size_t n_moved = 0;
    for (size_t i = dropout > 0 ? 5 : 0; i < t.net.n_weights; i += STRIDE) {
        double w = t.weights[i], step = 1e-6;
        t.weights[i] = w + step;
        double more = pl_net_pass_run(p, t.weights, t.list, N_SENTENCES, 0.25, 5, true);
        t.weights[i] = w - step;
        double less = pl_net_pass_run(p, t.weights, t.list, N_SENTENCES, 0.25, 5, true);
        t.weights[i] = w;
        double want = (more - less) / (2 * step);
        n_moved += want != 0;
        if (fabs(want - t.gradient[i]) > 1e-5 * (1 + fabs(want)))
            fail_msg("weight %zu of %zu: gradient %.9g, by differences %.9g", i,
                     t.net.n_weights, t.gradient[i], want);
    }
    assert_true(n_moved > t.net.n_weights / STRIDE / 3);
    pl_net_pass_free(p);
    toy_release(&t);
}

static void gradient_without_dropout(void **state)
{
    (void)state;
    check(0, false);
    check(0, true);
}

static void gradient_with_dropout(void **state)
{
    (void)state;
    check(0.3, false);
    check(0.3, true);
}

/* Sentences in one pass do not touch each other: their losses and gradients add up. */
static void sentences_add_up(void **state)
{
    (void)state;
    toy t;
    toy_init(&t, false);
    pl_net_options o = {0, 0, 0.1, 0.3, 0.3};
    pl_net_pass *p = pl_net_pass_new(&t.net, &t.spellings, NULL, &o);
    double *sum = calloc(t.net.n_weights, sizeof *sum), loss = 0;
    double all = pl_net_pass_run(p, t.weights, t.list, N_SENTENCES, 1, 5, true);
    add_gradient(p, t.gradient);
    for (int i = 0; i < N_SENTENCES; i++) {
        loss += pl_net_pass_run(p, t.weights, t.list + i, 1, 1, 5, true);
        add_gradient(p, sum);
    }
    assert_true(fabs(all - loss) < 1e-9 * all);
    for (size_t i = 0; i < t.net.n_weights; i++)
        assert_true(fabs(sum[i] - t.gradient[i]) < 1e-9 * (1 + fabs(sum[i])));
    assert_true(fabs(all - pl_net_pass_run(p, t.weights, t.list, N_SENTENCES, 1, 5,
                                           false)) < 1e-9 * all);
    free(sum);
    pl_net_pass_free(p);
    toy_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_without_dropout),
        cmocka_unit_test(gradient_with_dropout),
        cmocka_unit_test(sentences_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
