/* Charts, and sums over their derivations; see chart.h. */
#include "grammar/chart.h"

#include <math.h>
#include <string.h>

void pl_chart_span(const pl_chart *c, uint32_t item, uint64_t *out)
{
    if (c->spans.n > 0) {
        memcpy(out, &c->spans.at[(size_t)item * c->width], c->width * sizeof *out);
        return;
    }
    pl_span_run(out, c->width, c->items.at[item].low, c->items.at[item].high);
}

void pl_chart_start(pl_chart *c, const pl_ruleset *rules, const pl_terminal *terminals,
                    uint32_t n_words)
{
    c->rules = rules;
    c->terminals = terminals;
    c->n_words = n_words;
    c->width = PL_SPAN_WORDS(n_words);
    c->items.n = c->edges.n = c->spans.n = c->order.n = 0;
    c->goal = PL_NONE;
}

void pl_chart_release(pl_chart *c)
{
    PL_VEC_RELEASE(&c->items, &c->edges, &c->spans, &c->order);
}

/* -- sums --------------------------------------------------------------------------- */

/* Numbers are kept relative to the Viterbi cost of an item, which is known: the ratio is
 * at least 1, so that nothing underflows however long the sentence. Edges that
 * were found for this alone are forgotten again. */

typedef struct visit { /* of an item's edges */
    uint32_t first;
    size_t n_edges; /* of the chart before; SIZE_MAX: keep them */
} visit;

/* Opens the edges of an item, to be closed by close_edges. */
static visit open_edges(pl_chart *c, uint32_t item)
{
    bool keep = c->items.at[item].edges != PL_UNEXPANDED;
    size_t n = c->edges.n;
    return (visit){pl_chart_edges(c, item), keep ? SIZE_MAX : n};
}

static void close_edges(pl_chart *c, uint32_t item, visit v)
{
    if (v.n_edges == SIZE_MAX)
        return;
    c->edges.n = v.n_edges;
    c->items.at[item].edges = PL_UNEXPANDED;
}

/* The log probability that an edge adds to its item:
 *
 *     log p(rule) + inside(left) + inside(right) */
static double edge_inside(const pl_chart *c, const pl_hyperedge *e, const double *inside)
{
    double sum = -(double)pl_edge_cost(c, e);
    if (e->rule == PL_NONE)
        return sum;
    sum += inside[e->left];
    return e->right == PL_NONE ? sum : sum + inside[e->right];
}

/* inside(item) = log sum over its edges of exp(edge_inside) */
void pl_inside(pl_chart *c, double *inside)
{
    for (uint32_t i = 0; i < c->items.n; i++) {
        uint32_t item = pl_chart_order(c, i);
        if (pl_stopped()) {
            inside[item] = 0;
            continue;
        }
        visit v = open_edges(c, item);
        double base = -(double)c->items.at[item].cost, ratio = 0;
        for (uint32_t e = v.first; e != PL_NONE; e = c->edges.at[e].next)
            ratio += exp(edge_inside(c, &c->edges.at[e], inside) - base);
        inside[item] = log(ratio) + base;
        close_edges(c, item, v);
    }
}

/* Posteriors flow down from the goal, whose own is 1. A child gets from each edge of each
 * item above it
 *
 *     posterior(item) * exp(edge_inside - inside(item)) */
void pl_posteriors(pl_chart *c, const double *inside, double *posteriors)
{
    for (uint32_t i = 0; i < c->items.n; i++)
        posteriors[i] = 0;
    if (c->goal == PL_NONE)
        return;
    posteriors[c->goal] = 1;
    for (uint32_t i = (uint32_t)c->items.n; i-- > 0 && !pl_stopped();) {
        uint32_t item = pl_chart_order(c, i);
        if (posteriors[item] == 0)
            continue;
        visit v = open_edges(c, item);
        for (uint32_t e = v.first; e != PL_NONE; e = c->edges.at[e].next) {
            const pl_hyperedge *x = &c->edges.at[e];
            double share =
                posteriors[item] * exp(edge_inside(c, x, inside) - inside[item]);
            if (x->rule != PL_NONE)
                posteriors[x->left] += share;
            if (x->rule != PL_NONE && x->right != PL_NONE)
                posteriors[x->right] += share;
        }
        close_edges(c, item, v);
    }
}

/* -- what good derivations use ------------------------------------------------------ */

static inline void lower(pl_cost *cost, pl_cost to)
{
    *cost = to < *cost ? to : *cost;
}

/* What an edge says of the items below it, whose item costs `above` outside:
 *
 *     outside(left) = min over edges of  outside(item) + cost(rule) + cost(right) */
static void lower_outside(const pl_chart *c, const pl_hyperedge *e, pl_cost above,
                          pl_cost *outside)
{
    if (e->rule == PL_NONE)
        return;
    above += c->rules->at[e->rule].cost;
    if (e->right == PL_NONE) {
        lower(&outside[e->left], above);
        return;
    }
    lower(&outside[e->left], above + c->items.at[e->right].cost);
    lower(&outside[e->right], above + c->items.at[e->left].cost);
}

/* From the goal down. What is too dear is not expanded, so time goes with the items that
 * are good enough. Sums in another order differ in their last bits: hence the tolerance. */
void pl_chart_outside(pl_chart *c, pl_cost more, pl_cost *outside)
{
    const pl_cost tolerance = 1e-5F;
    for (size_t i = 0; i < c->items.n; i++)
        outside[i] = INFINITY;
    if (c->goal == PL_NONE)
        return;
    pl_cost most = (c->items.at[c->goal].cost + more) * (1 + tolerance);
    outside[c->goal] = 0;
    for (uint32_t i = (uint32_t)c->items.n; i-- > 0 && !pl_stopped();) {
        uint32_t item = pl_chart_order(c, i);
        if (!(outside[item] + c->items.at[item].cost <= most)) {
            outside[item] = INFINITY;
            continue;
        }
        visit v = open_edges(c, item);
        for (uint32_t e = v.first; e != PL_NONE; e = c->edges.at[e].next)
            lower_outside(c, &c->edges.at[e], outside[item], outside);
        close_edges(c, item, v);
    }
}

/* -- derivations -------------------------------------------------------------------- */

typedef struct step { /* on the way through a derivation */
    uint32_t item, rank;
} step;

typedef struct walk {
    const pl_chart *c;
    PL_VEC(step) path;
    PL_VEC(pl_derived) nodes;
} walk;

/* The nodes of one edge, with the number of children for size; its items onto the path. */
static void add_nodes(walk *w, const pl_ranked *d)
{
    const pl_chart *c = w->c;
    const pl_hyperedge *e = &c->edges.at[d->edge];
    if (e->rule == PL_NONE) {
        const pl_terminal *t = &c->terminals[e->left];
        PL_PUSH(&w->nodes, (pl_derived){t->symbol, t->production, 0, t->position});
        return;
    }
    const pl_rule *rule = &c->rules->at[e->rule];
    for (uint32_t i = 0; i < rule->n_chain; i++) {
        uint32_t production = c->rules->chains[rule->chain + i];
        uint32_t symbol = c->rules->productions->at.at[production].lhs;
        uint32_t children = e->right != PL_NONE ? 2 : 1;
        PL_PUSH(&w->nodes, (pl_derived){symbol, production, children, PL_NONE});
    }
    if (e->right != PL_NONE)
        PL_PUSH(&w->path, (step){e->right, d->right});
    PL_PUSH(&w->path, (step){e->left, d->left});
}

void pl_chart_derivation(const pl_chart *c, pl_pick *pick, void *context, uint32_t item,
                         uint32_t rank, pl_arena *m, pl_derivation *out)
{
    walk w = {.c = c};
    PL_PUSH(&w.path, (step){item, rank});
    while (w.path.n > 0) {
        step at = PL_POP(&w.path);
        pl_ranked d = pick(context, at.item, at.rank);
        add_nodes(&w, &d);
    }
    pl_derived *nodes = w.nodes.at;
    for (size_t i = w.nodes.n; i-- > 0;) {
        uint32_t children = nodes[i].size;
        nodes[i].size = 1;
        for (; children > 0; children--)
            nodes[i].size += nodes[i + nodes[i].size].size;
    }
    out->n = (uint32_t)w.nodes.n;
    out->nodes =
        pl_arena_grow(m, nodes, out->n * sizeof *nodes, out->n * sizeof *nodes + 1);
    PL_VEC_RELEASE(&w.path, &w.nodes);
}
