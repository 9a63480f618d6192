/* A chart: the items that can be derived over a sentence and the ways to derive them.
 * Both parsers (chart_parsers.h) fill one, and k-best lists, sums and pruning work on it
 * without knowing which parser did. It is a hypergraph: items are its vertices, and a
 * hyperedge derives an item from one or two others by a rule, or from a terminal.
 *
 *     for (e = pl_chart_edges(c, item); e != PL_NONE; e = c->edges.at[e].next) …
 *
 * INVARIANT  it is acyclic: in the order of pl_chart_order, every item stands after those
 *            it is derived from. */
#pragma once

#include "base/clock.h"
#include "base/stop.h"
#include "grammar/ruleset.h"

/* -- spans -------------------------------------------------------------------------- */

/* Yields are sets of positions: bit p is set if the word at p is below the item.
 * Sentences of up to 64 words have one 64-bit word, longer ones four.
 *
 * The pattern of two disjoint yields says how they interleave: two bits for each block in
 * the order of the sentence, the child it belongs to (0 or 1) and whether a component
 * begins there, that is, whether there is a gap before it; in front of all a single 1.
 *
 *     left  ##..##     01,0        1 01 10 01   (0 begins, 1 goes on, 0 begins)
 *     right ..#...
 */
#define PL_MAX_CHART_WORDS 256u
#define PL_SPAN_WORDS(n)   ((n) <= 64 ? 1u : PL_MAX_CHART_WORDS / 64)

/* The first position from `from` on whose bit is set, or with `clear` is not; 64 * width
 * if there is none. */
static inline uint32_t pl_span_next(const uint64_t *span, uint32_t width, uint32_t from,
                                    bool clear)
{
    uint64_t flip = clear ? ~(uint64_t)0 : 0;
    for (uint32_t i = from / 64, skip = from % 64; i < width; i++, skip = 0) {
        uint64_t left = (span[i] ^ flip) >> skip << skip;
        if (left != 0)
            return 64 * i + (uint32_t)__builtin_ctzll(left);
    }
    return 64 * width;
}

/* Makes `span` the positions from low up to, not including, high. */
static inline void pl_span_run(uint64_t *span, uint32_t width, uint32_t low,
                               uint32_t high)
{
    for (uint32_t i = 0; i < width; i++) {
        uint32_t from = low > 64 * i ? low - 64 * i : 0;
        uint32_t to = high > 64 * i ? high - 64 * i : 0;
        to = to < 64 ? to : 64;
        span[i] = from < to ? ~(uint64_t)0 >> (64 - (to - from)) << from : 0;
    }
}

/* The pattern of two disjoint spans, the left one having the lowest position. */
static inline uint64_t pl_span_pattern(const uint64_t *left, const uint64_t *right,
                                       uint32_t width)
{
    uint64_t pattern = 1;
    uint32_t l = pl_span_next(left, width, 0, false),
             r = pl_span_next(right, width, 0, false);
    uint32_t end = 0, last = 64 * width;
    for (bool first = true; l < last || r < last; first = false) {
        bool child = r < l;
        uint32_t begin = child ? r : l;
        const uint64_t *span = child ? right : left;
        pattern = pattern << 2 | (uint64_t)child << 1 | (first || begin != end);
        end = pl_span_next(span, width, begin, true);
        uint32_t next = pl_span_next(span, width, end, false);
        l = child ? l : next;
        r = child ? next : r;
    }
    return pattern;
}

/* -- limits ------------------------------------------------------------------------- */

/* How long a sentence may take, and how large its chart may grow. Asking costs a look at
 * the clock, so parsers ask once for many items. */
typedef struct pl_limit {
    double deadline;  /* by pl_clock; 0: none */
    size_t max_items; /* in one chart; of edges, where all are kept, twice as many */
} pl_limit;

static inline bool pl_out_of_time(const pl_limit *limit)
{
    return pl_stopped() || (limit->deadline > 0 && pl_clock() > limit->deadline);
}

/* -- the chart ---------------------------------------------------------------------- */

/* In place of the first edge: the edges of the item have not been found yet. */
#define PL_UNEXPANDED (UINT32_MAX - 1)

typedef struct pl_chart_item {
    uint32_t symbol;
    pl_cost cost;       /* of its best derivation: Viterbi inside */
    uint32_t edges;     /* ask with pl_chart_edges */
    uint16_t low, high; /* its lowest position, and that after its highest */
} pl_chart_item;

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
    PL_VEC(pl_chart_item) items;
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

/* -- sums over all derivations ------------------------------------------------------ */

/* Each array has one number for each item of the chart. */

/* inside[i] = log of the summed probabilities of all derivations of item i. */
void pl_inside(pl_chart *c, double *inside);
/* posteriors[i] = the share of the goal's derivations that item i is part of, weighted by
 * probability; all 0 without a goal. An item can occur in a derivation once only. */
void pl_posteriors(pl_chart *c, const double *inside, double *posteriors);

/* -- what good derivations use ------------------------------------------------------ */

/* outside[i], for each item i that is part of a derivation of the goal that costs at most
 * `more` above the best one: what the best derivation with it costs apart from the item's
 * own cost. INFINITY for all others. So the items of the k best derivations are found
 * where `more` is what the k-th costs, but no derivation is looked at. */
void pl_chart_outside(pl_chart *c, pl_cost more, pl_cost *outside);

/* -- derivations -------------------------------------------------------------------- */

/* A derivation taken out of a chart: its nodes in pre-order. From a node, its first child
 * is the next one, and what follows its subtree is `size` nodes further on.
 *
 *     S → VP_2 VMFIN,  VP_2 → PROAV VVPP,  PROAV at 0,  VVPP at 2,  VMFIN at 1
 *     size  5              3                   1            1           1
 */
typedef struct pl_derived {
    uint32_t symbol;     /* of pl_productions */
    uint32_t production; /* that rewrites it; of a terminal that of its pl_terminal */
    uint32_t size;
    uint32_t position; /* of a terminal; PL_NONE for other nodes */
} pl_derived;

typedef struct pl_derivation {
    double cost; /* -log of its probability, or of the tree's: see kbest.h */
    uint32_t n;
    const pl_derived *nodes;
} pl_derivation;

typedef struct pl_ranked { /* a derivation: an edge, and which derivations are below it */
    pl_cost cost;
    uint32_t edge;
    uint32_t left, right; /* ranks */
} pl_ranked;

/* Derivation number `rank` of an item. */
typedef pl_ranked pl_pick(void *context, uint32_t item, uint32_t rank);

/* The nodes of a derivation, in the arena, picked from the top down; its cost is not set. */
void pl_chart_derivation(const pl_chart *c, pl_pick *pick, void *context, uint32_t item,
                         uint32_t rank, pl_arena *m, pl_derivation *out);
