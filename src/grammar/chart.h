/* A chart: the items that can be derived over a sentence and the ways to derive them.
 * Both parsers give one, and k-best lists, sums and pruning work on it without knowing
 * which parser made it. It is a hypergraph: items are its vertices, and a hyperedge says
 * that an item comes from one or two others by a rule, or is a terminal.
 *
 *     for (e = pl_chart_edges(c, item); e != PL_NONE; e = c->edges.at[e].next) …
 *
 * INVARIANT  it is acyclic: in the order of pl_chart_order, every item stands after those
 *            it is derived from. */
#ifndef PL_GRAMMAR_CHART_H
#define PL_GRAMMAR_CHART_H

#include "grammar/rules.h"
#include "grammar/span.h"

#define PL_UNEXPANDED                                                                    \
    (UINT32_MAX - 1) /* edges of an item that nobody has asked for yet */

typedef struct pl_item {
    uint32_t symbol;
    pl_cost cost;       /* of its best derivation: Viterbi inside */
    uint32_t edges;     /* ask with pl_chart_edges */
    uint16_t low, high; /* its lowest position, and that after its highest */
} pl_item;

typedef struct pl_hyperedge {
    uint32_t rule;        /* of pl_ruleset.at; PL_NONE for a terminal */
    uint32_t left, right; /* items; right is PL_NONE for a unary rule; of a terminal, left
                             is its number in `terminals` */
    uint32_t next;        /* edge of the same item; PL_NONE for the last */
} pl_hyperedge;

typedef struct pl_chart pl_chart;
struct pl_chart {
    const pl_ruleset *rules;
    const pl_terminal *terminals;
    uint32_t n_words, width; /* 64-bit words of a span */
    PL_VEC(pl_item) items;
    PL_VEC(pl_hyperedge) edges;
    PL_VEC(uint64_t) spans; /* [items][width]; empty where all items are continuous */
    PL_VEC(uint32_t) order; /* items as they were completed; empty: by number */
    uint32_t goal;          /* start symbol over all words; PL_NONE: no parse */
    /* Finds the edges of an unexpanded item. */
    void (*expand)(pl_chart *c, uint32_t item);
};

static inline uint32_t pl_chart_edges(pl_chart *c, uint32_t item)
{
    if (c->items.at[item].edges == PL_UNEXPANDED)
        c->expand(c, item);
    return c->items.at[item].edges;
}

static inline uint32_t pl_chart_order(const pl_chart *c, uint32_t i)
{
    return c->order.n > 0 ? c->order.at[i] : i;
}

static inline uint32_t pl_chart_add_edge(pl_chart *c, uint32_t item, uint32_t rule,
                                         uint32_t left, uint32_t right)
{
    pl_hyperedge e = {rule, left, right, c->items.at[item].edges};
    c->items.at[item].edges = (uint32_t)c->edges.n;
    PL_PUSH(&c->edges, e);
    return c->items.at[item].edges;
}

/* What the edge costs, without the items below it. */
static inline pl_cost pl_edge_cost(const pl_chart *c, const pl_hyperedge *e)
{
    return e->rule == PL_NONE ? c->terminals[e->left].cost : c->rules->at[e->rule].cost;
}

/* The span of an item into out[width]. */
void pl_chart_span(const pl_chart *c, uint32_t item, uint64_t *out);
/* Empties it for another sentence; the memory is kept. */
void pl_chart_start(pl_chart *c, const pl_ruleset *rules, const pl_terminal *terminals,
                    uint32_t n_words);
void pl_chart_release(pl_chart *c);

#endif
