/* Parsing in stages; see coarse.h. */
#include "grammar/coarse.h"

#include "grammar/chart_parsers.h"
#include "grammar/chart.h"
#include "grammar/kbest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN = 10,       /* times as many derivations for the second attempt */
    MOST_KEPT = 3000, /* items of a stage that the next one may build on */
};
#define SUMMED 7.0F /* above the best: what derivations may cost that are summed up */

typedef struct engine { /* of a stage; its chart stays until the next sentence */
    pl_cky *cky;        /* one of the two */
    pl_agenda *agenda;
    pl_chart *chart;
    pl_kbest *kbest;
    uint32_t attempts; /* at the sentence */
    bool derived;      /* the sentence */
} engine;

struct pl_coarse {
    const pl_stage *stages;
    uint32_t n_stages;
    pl_coarse_options options;
    engine engines[PL_MAX_STAGES];
    pl_whitelist allowed;
    PL_VEC(bool) used;       /* [items] */
    PL_VEC(pl_cost) outside; /* [items] */
    PL_VEC(pl_cost) costs;   /* scratch of mark_good */
    pl_tree_sums *sums;
    pl_arena arena; /* of the sentence */
};

pl_coarse *pl_coarse_new(const pl_stage *stages, uint32_t n,
                         const pl_coarse_options *options)
{
    pl_coarse *c = pl_alloc_zero(1, sizeof *c);
    c->stages = stages;
    c->n_stages = n < PL_MAX_STAGES ? n : PL_MAX_STAGES;
    c->options = *options;
    c->sums = pl_tree_sums_new();
    if (c->options.nbest == 0)
        c->options.nbest = 1;
    if (c->options.max_items == 0)
        c->options.max_items = PL_MAX_ITEMS;
    for (uint32_t s = 0; s < c->n_stages; s++) {
        engine *e = &c->engines[s];
        if (stages[s].projection == NULL && stages[s].rules->max_fanout == 1) {
            e->cky = pl_cky_new(stages[s].rules, stages[s].beam);
            e->chart = pl_cky_chart(e->cky);
        } else {
            e->agenda = pl_agenda_new(stages[s].rules);
            e->chart = pl_agenda_chart(e->agenda);
        }
        e->kbest = pl_kbest_new();
    }
    return c;
}

void pl_coarse_free(pl_coarse *c)
{
    if (c == NULL)
        return;
    for (uint32_t s = 0; s < c->n_stages; s++) {
        pl_cky_free(c->engines[s].cky);
        pl_agenda_free(c->engines[s].agenda);
        pl_kbest_free(c->engines[s].kbest);
    }
    pl_whitelist_release(&c->allowed);
    PL_VEC_RELEASE(&c->used, &c->outside, &c->costs);
    pl_tree_sums_free(c->sums);
    pl_arena_release(&c->arena);
    free(c);
}

/* -- pruning ------------------------------------------------------------------------ */

static double *posteriors_of(pl_coarse *c, pl_chart *chart, double **inside)
{
    double *posteriors = PL_NEW_ARRAY(&c->arena, double, chart->items.n);
    *inside = PL_NEW_ARRAY(&c->arena, double, chart->items.n);
    pl_inside(chart, *inside);
    pl_posteriors(chart, *inside, posteriors);
    return posteriors;
}

/* Marks the items of the n best derivations of a stage. */
static void mark_best(pl_coarse *c, engine *e, uint32_t n)
{
    n = pl_kbest_find(e->kbest, e->chart->goal, n);
    pl_kbest_mark(e->kbest, e->chart->goal, n, c->used.at);
}

static int by_cost(const void *a, const void *b)
{
    const pl_cost *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Marks the items of derivations that cost at most `more` above the best, or less where
 * these are very many: the next chart may grow with a power of their number. */
static void mark_good(pl_coarse *c, pl_chart *chart, pl_cost more)
{
    size_t n = 0;
    PL_RESERVE(&c->outside, chart->items.n);
    PL_RESERVE(&c->costs, chart->items.n);
    pl_chart_outside(chart, more, c->outside.at);
    for (size_t i = 0; i < chart->items.n; i++)
        if (!isinf(c->outside.at[i]))
            c->costs.at[n++] = c->outside.at[i] + chart->items.at[i].cost;
    pl_cost limit = INFINITY;
    if (n > MOST_KEPT) {
        qsort(c->costs.at, n, sizeof *c->costs.at, by_cost);
        limit = c->costs.at[MOST_KEPT];
    }
    for (size_t i = 0; i < chart->items.n; i++)
        c->used.at[i] = !isinf(c->outside.at[i]) &&
                        c->outside.at[i] + chart->items.at[i].cost <= limit;
}

/* Marks what stage s may build on in the chart of the stage before, at the first attempt
 * or, less pruned, at the second. */
static void mark_kept(pl_coarse *c, uint32_t s, uint32_t attempt)
{
    const pl_stage *stage = &c->stages[s];
    engine *before = &c->engines[s - 1];
    PL_FILL(&c->used, before->chart->items.n, 0);
    if (stage->k > 0)
        mark_best(c, before, attempt > 1 ? AGAIN * stage->k : stage->k);
    else
        mark_good(c, before->chart, (pl_cost)(-log(stage->share) * attempt));
}

/* What stage s may build, from the chart of the stage before. */
static const pl_whitelist *prune(pl_coarse *c, uint32_t s, uint32_t attempt)
{
    const pl_stage *stage = &c->stages[s];
    if (s == 0 || stage->projection == NULL)
        return NULL;
    mark_kept(c, s, attempt);
    pl_whitelist_fill(&c->allowed, stage->projection, c->engines[s - 1].chart,
                      c->used.at);
    return &c->allowed;
}

static int parse(pl_coarse *c, uint32_t s, uint32_t n_words, const pl_terminals *tags,
                 const pl_limit *limit)
{
    engine *e = &c->engines[s];
    const pl_whitelist *allowed = prune(c, s, ++e->attempts);
    uint32_t n = (uint32_t)tags->n;
    return e->cky != NULL
               ? pl_cky_parse(e->cky, n_words, tags->at, n, limit)
               : pl_agenda_parse(e->agenda, n_words, tags->at, n, allowed, limit);
}

/* 1 if the stage has derived the sentence, 0 if it cannot, -1 if it was given up. A stage
 * that finds no derivation is pruned less and tried once more. */
static int run_stage(pl_coarse *c, uint32_t s, uint32_t n_words, const pl_terminals *tags,
                     const pl_limit *limit)
{
    engine *e = &c->engines[s];
    int status = parse(c, s, n_words, tags, limit);
    if (status == 0 && s > 0 && c->stages[s].projection != NULL)
        status = parse(c, s, n_words, tags, limit);
    e->derived = status > 0;
    if (e->derived)
        pl_kbest_start(e->kbest, e->chart);
    return status;
}

/* -- results ------------------------------------------------------------------------ */

/* The most probable trees by derivations that are good enough; where more trees are
 * wanted than these have, by worse ones too. */
static uint32_t sum_trees(pl_coarse *c, pl_chart *chart, pl_derivation *trees)
{
    const pl_coarse_options *o = &c->options;
    uint32_t n = 0;
    for (pl_cost more = SUMMED; n < o->nbest && more <= 8 * SUMMED; more *= 2)
        n = pl_tree_sums_find(c->sums, chart, more, o->keys, o->nbest, &c->arena, trees);
    return n;
}

static void take_best(pl_coarse *c, uint32_t s, pl_coarse_result *result)
{
    const pl_coarse_options *o = &c->options;
    engine *e = &c->engines[s];
    pl_derivation *trees = PL_NEW_ARRAY(&c->arena, pl_derivation, o->nbest);
    bool summed = s + 1 == c->n_stages && o->objective == PL_MPP && o->keys != NULL;
    uint32_t n;
    if (summed && o->derivations > 0) {
        n = pl_most_probable(e->kbest, e->chart->goal, o->derivations, o->keys, o->nbest,
                             &c->arena, trees);
    } else if (summed) {
        n = sum_trees(c, e->chart, trees);
    } else {
        n = pl_kbest_find(e->kbest, e->chart->goal, o->nbest);
        for (uint32_t i = 0; i < n; i++)
            pl_kbest_derivation(e->kbest, e->chart->goal, i, &c->arena, &trees[i]);
    }
    result->stage = s;
    result->n_trees = n;
    result->trees = trees;
}

typedef struct cover { /* the best row of parts up to a position */
    uint32_t n;        /* parts */
    double cost;
    uint32_t item, from; /* the last part; item PL_NONE: the word alone */
} cover;

static bool is_part(const pl_coarse *c, const pl_chart *chart, uint32_t item)
{
    const pl_ruleset *r = chart->rules;
    uint64_t span[PL_MAX_CHART_WORDS / 64];
    uint32_t symbol = chart->items.at[item].symbol, low = chart->items.at[item].low;
    if (r->shown[symbol] != symbol || isinf(chart->items.at[item].cost) ||
        (c->options.partial != NULL && !c->options.partial[symbol]))
        return false;
    pl_chart_span(chart, item, span);
    return pl_span_next(span, chart->width, low, true) == chart->items.at[item].high;
}

/* The best row of parts that covers the first j words, for each j: the fewest parts, and
 * of these the cheapest. A word that no item covers is a part of cost 1000.
 *
 *     cover(j) = best over items x that end at j of  cover(begin of x) + x */
static cover *find_covers(pl_coarse *c, const pl_chart *chart, uint32_t n_words)
{
    cover *covers = PL_NEW_ARRAY(&c->arena, cover, n_words + 1);
    uint32_t *next = PL_NEW_ARRAY(&c->arena, uint32_t, chart->items.n + 1);
    uint32_t ending[PL_MAX_CHART_WORDS + 1];
    memset(ending, 0xff, sizeof ending);
    for (uint32_t i = 0; i < chart->items.n; i++)
        if (is_part(c, chart, i)) {
            next[i] = ending[chart->items.at[i].high];
            ending[chart->items.at[i].high] = i;
        }
    for (uint32_t j = 1; j <= n_words; j++) {
        covers[j] =
            (cover){covers[j - 1].n + 1, covers[j - 1].cost + 1000, PL_NONE, j - 1};
        for (uint32_t i = ending[j]; i != PL_NONE; i = next[i]) {
            const pl_chart_item *x = &chart->items.at[i];
            cover with = {covers[x->low].n + 1, covers[x->low].cost + x->cost, i, x->low};
            bool cheaper = with.n == covers[j].n && with.cost < covers[j].cost;
            if (with.n < covers[j].n || cheaper)
                covers[j] = with;
        }
    }
    return covers;
}

/* Returns the cheapest tag of each word; NULL for a word without tags. */
static const pl_terminal **cheapest_tags(pl_coarse *c, const pl_terminals *tags,
                                         uint32_t n_words)
{
    const pl_terminal **best = PL_NEW_ARRAY(&c->arena, const pl_terminal *, n_words + 1);
    for (size_t t = 0; t < tags->n; t++) {
        const pl_terminal **of_word = &best[tags->at[t].position];
        if (*of_word == NULL || tags->at[t].cost < (*of_word)->cost)
            *of_word = &tags->at[t];
    }
    return best;
}

/* A word that no item covers: its cheapest tag, or nothing. */
static void take_word(pl_coarse *c, const pl_terminal *best, pl_derivation *out)
{
    *out = (pl_derivation){0};
    if (best == NULL)
        return;
    pl_derived *node = PL_NEW(&c->arena, pl_derived);
    *node = (pl_derived){best->symbol, best->production, 1, best->position};
    *out = (pl_derivation){best->cost, 1, node};
}

static void take_parts(pl_coarse *c, uint32_t n_words, const pl_terminals *tags,
                       bool charted, pl_coarse_result *result)
{
    engine *e = &c->engines[0];
    cover *covers = NULL;
    if (charted) {
        covers = find_covers(c, e->chart, n_words);
        pl_kbest_start(e->kbest, e->chart);
    }
    uint32_t n = charted ? covers[n_words].n : n_words;
    const pl_terminal **best = cheapest_tags(c, tags, n_words);
    pl_derivation *trees = PL_NEW_ARRAY(&c->arena, pl_derivation, n + 1);
    for (uint32_t j = n_words, i = n; j > 0;) {
        cover last = charted ? covers[j] : (cover){.item = PL_NONE, .from = j - 1};
        if (last.item == PL_NONE)
            take_word(c, best[last.from], &trees[--i]);
        else
            pl_kbest_derivation(e->kbest, last.item, 0, &c->arena, &trees[--i]);
        j = last.from;
    }
    result->stage = PL_NONE;
    result->n_trees = n;
    result->trees = trees;
}

void pl_coarse_parse(pl_coarse *c, uint32_t n_words, const pl_terminals *tags,
                     pl_coarse_result *result)
{
    pl_limit limit = {c->options.seconds > 0 ? pl_clock() + c->options.seconds : 0,
                      c->options.max_items};
    bool charted = n_words > 0 && n_words <= PL_MAX_CHART_WORDS;
    uint32_t s = 0;
    *result = (pl_coarse_result){0};
    pl_arena_reset(&c->arena);
    for (uint32_t i = 0; i < c->n_stages; i++)
        c->engines[i].attempts = 0;
    for (; charted && s < c->n_stages; s++) { /* ends with s stages that derived it */
        double begin = pl_clock();
        int status = s > 0 && pl_out_of_time(&limit)
                         ? -1
                         : run_stage(c, s, n_words, &tags[s], &limit);
        result->seconds[s] = pl_clock() - begin;
        result->out_of_time = status < 0;
        if (status <= 0)
            break;
    }
    if (pl_stopped())
        return;
    double begin = pl_clock();
    if (s > 0)
        take_best(c, s - 1, result);
    else
        take_parts(c, n_words, &tags[0], charted, result);
    result->seconds[s > 0 ? s - 1 : 0] += pl_clock() - begin;
}

bool pl_coarse_look(pl_coarse *c, uint32_t s, pl_coarse_view *view)
{
    if (s >= c->n_stages || c->engines[s].attempts == 0)
        return false;
    engine *e = &c->engines[s];
    uint32_t next = s + 1;
    *view = (pl_coarse_view){.derived = e->derived, .chart = e->chart};
    if (!e->derived)
        return true;
    if (next < c->n_stages && c->engines[next].attempts > 0 &&
        c->stages[next].projection != NULL)
        mark_kept(c, next, c->engines[next].attempts);
    else {
        PL_FILL(&c->used, e->chart->items.n, 0);
        mark_best(c, e, 1);
    }
    view->posteriors = posteriors_of(c, e->chart, &view->inside);
    view->kept = PL_NEW_ARRAY(&c->arena, bool, e->chart->items.n);
    memcpy(view->kept, c->used.at, e->chart->items.n * sizeof *view->kept);
    pl_kbest_derivation(e->kbest, e->chart->goal, 0, &c->arena, &view->best);
    return true;
}
