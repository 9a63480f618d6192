/* Agenda-based parsing of LCFRS; see chart_parsers.h.
 *
 *     for each number of words, and for each rank of symbols (see pl_ruleset):
 *         for each item of that size and rank:       the item leaves the agenda
 *             for each unary rule over it:           add the edge
 *             for each completed item beside it:     add the edges of the rules that
 *                                                    fit the two
 *
 * An item is larger than its parts, or as large and of a higher rank. So nothing that
 * leaves later can be part of it: its edges and its cost are final, and the agenda is an
 * array of lists, where parsers that complete the cheapest item first (Kallmeyer and Maier
 * 2013) need a heap.
 *
 * An item that leaves meets only those completed items that a rule could put beside it.
 * Rules with the same two children form a group; for each group, items of the other child
 * are listed by symbol and by the place where they would have to join:
 *
 *     S → VP_2 VMFIN (010)    VP_2  ##..#    the first block of VP_2 ends at 2:
 *                             VMFIN ..#      VMFIN items that begin at 2 are tried
 *     VP_2 → NP VVPP (0,1)    NP    ##...    there is a gap between the two:
 *                             VVPP  ....#    all VVPP items further right are tried
 *
 * Whether a rule of the group fits is then one comparison of numbers: its pattern with
 * that of the two spans (pl_span_pattern).
 *
 * Rules are looked at when both of their children have been found, so that time does not
 * go with the size of the grammar. */
#include "grammar/chart_parsers.h"

#include "base/hash.h"
#include "base/keyed_hash.h"

#include <math.h>
#include <string.h>

typedef struct links {                             /* of an item */
    uint32_t in_bucket, by_low, by_end, by_symbol; /* the next items of the lists it is
                                                      in; PL_NONE for the last */
    uint16_t end;                                  /* after its first block */
} links;

typedef struct active { /* a symbol that items which have left the agenda have */
    uint32_t symbol;
    uint32_t groups[2]; /* first of `besides` as a left, as a right child; PL_NONE */
    uint32_t items;     /* first of them: by_symbol */
} active;

typedef struct fit { /* a rule that pruning does not block everywhere */
    uint64_t pattern;
    uint32_t number, lhs;
    pl_cost cost;
} fit;

typedef struct beside {  /* a group of such rules, as seen from one of its children */
    uint32_t other;      /* the other child, in `actives` */
    uint32_t first, end; /* in `fits` */
    uint32_t next;       /* of the same child on the same side; PL_NONE */
    bool joins, gaps;    /* as in pl_rule_group */
} beside;

typedef struct wait { /* for a child of a group that may become active */
    uint32_t symbol, group;
    uint32_t next; /* that waits for it; PL_NONE */
} wait;

struct pl_agenda {
    const pl_ruleset *rules;
    pl_chart chart;
    const pl_whitelist *allowed;
    /* The grammar of the sentence: */
    uint32_t *number; /* [symbols]  in `actives`; PL_NONE for others */
    PL_VEC(active) actives;
    PL_VEC(fit) fits;
    PL_VEC(beside) besides;
    uint32_t *waiting; /* [symbols]  first of `waits`; PL_NONE */
    PL_VEC(wait) waits;
    /* Items: */
    PL_VEC(links) links;    /* [items] */
    PL_VEC(uint32_t) slots; /* hash of symbol and span: number + 1 of an item */
    uint32_t mask;
    uint64_t hash_start;
    PL_VEC(uint32_t) buckets; /* [words + 1][ranks]  first item */
    /* [actives][2][words + 1]  items that begin there: by_low; items whose first block
     * ends before there: by_end */
    PL_VEC(uint32_t) lists;
};

/* -- compiling ---------------------------------------------------------------------- */

pl_agenda *pl_agenda_new(const pl_ruleset *rules)
{
    pl_agenda *a = pl_alloc_zero(1, sizeof *a);
    a->rules = rules;
    a->hash_start = pl_hash_start();
    a->number = pl_alloc((rules->n_symbols + 1) * sizeof *a->number);
    memset(a->number, 0xff, (rules->n_symbols + 1) * sizeof *a->number);
    a->waiting = pl_alloc((rules->n_symbols + 1) * sizeof *a->waiting);
    memset(a->waiting, 0xff, (rules->n_symbols + 1) * sizeof *a->waiting);
    return a;
}

void pl_agenda_free(pl_agenda *a)
{
    if (a == NULL)
        return;
    pl_chart_release(&a->chart);
    PL_VEC_RELEASE(&a->actives, &a->fits, &a->besides, &a->waits, &a->links, &a->slots,
                   &a->buckets, &a->lists);
    free(a->number);
    free(a->waiting);
    free(a);
}

/* -- the grammar of the sentence ---------------------------------------------------- */

static void add_beside(pl_agenda *a, int side, uint32_t child, beside b)
{
    uint32_t *first = &a->actives.at[a->number[child]].groups[side];
    b.next = *first;
    *first = (uint32_t)a->besides.n;
    PL_PUSH(&a->besides, b);
}

/* Takes the rules of a group, both of whose children are active, in. */
static void take_group(pl_agenda *a, uint32_t number)
{
    const pl_rule_group *g = &a->rules->groups[number];
    beside b = {.first = (uint32_t)a->fits.n, .joins = g->joins, .gaps = g->gaps};
    for (uint32_t k = g->first; k < g->end; k++) {
        const pl_rule *rule = &a->rules->at[k];
        if (a->allowed == NULL || pl_whitelist_allows_some(a->allowed, rule->lhs))
            PL_PUSH(&a->fits, (fit){rule->pattern, k, rule->lhs, rule->cost});
    }
    b.end = (uint32_t)a->fits.n;
    if (b.first == b.end)
        return;
    for (int side = 0; side < 2; side++) {
        b.other = a->number[g->child[!side]];
        add_beside(a, side, g->child[side], b);
    }
}

/* Looks at the groups of a symbol that becomes active: those whose other child is active
 * are taken, others wait for it. Each is looked at from its rarer child only, since
 * frequent symbols are in very many groups, most of them with words that the sentence does
 * not have. */
static void look_at_groups(pl_agenda *a, uint32_t symbol)
{
    const pl_ruleset *r = a->rules;
    for (uint32_t i = r->partner_starts[symbol]; i < r->partner_starts[symbol + 1]; i++) {
        pl_partner other = r->partners[i];
        if (a->number[other.symbol] != PL_NONE) {
            take_group(a, other.group);
            continue;
        }
        uint32_t *first = &a->waiting[other.symbol];
        PL_PUSH(&a->waits, (wait){other.symbol, other.group, *first});
        *first = (uint32_t)a->waits.n - 1;
    }
    for (uint32_t w = a->waiting[symbol]; w != PL_NONE; w = a->waits.at[w].next)
        take_group(a, a->waits.at[w].group);
}

/* The symbol gets its first item. */
static uint32_t activate(pl_agenda *a, uint32_t symbol)
{
    uint32_t n_lists = 2 * (a->chart.n_words + 1), number = (uint32_t)a->actives.n;
    PL_PUSH(&a->actives, (active){symbol, {PL_NONE, PL_NONE}, PL_NONE});
    PL_RESERVE(&a->lists, a->lists.n + n_lists);
    memset(&a->lists.at[a->lists.n], 0xff, n_lists * sizeof *a->lists.at);
    a->lists.n += n_lists;
    a->number[symbol] = number;
    look_at_groups(a, symbol);
    return number;
}

static void clear_grammar(pl_agenda *a)
{
    for (size_t i = 0; i < a->actives.n; i++)
        a->number[a->actives.at[i].symbol] = PL_NONE;
    for (size_t i = 0; i < a->waits.n; i++)
        a->waiting[a->waits.at[i].symbol] = PL_NONE;
    a->actives.n = a->fits.n = a->besides.n = a->waits.n = a->lists.n = 0;
}

static void start(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                  const pl_whitelist *allowed)
{
    pl_chart_start(&a->chart, a->rules, terminals, n_words);
    a->allowed = allowed;
    clear_grammar(a);
    size_t buckets = (size_t)(n_words + 1) * (a->rules->max_rank + 1);
    PL_FILL(&a->buckets, buckets, 0xff);
    a->links.n = 0;
    size_t n_slots =
        1 << 10; /* as many as a sentence needs as a rule, to stay in cache */
    while (n_slots < 512 * (size_t)n_words)
        n_slots *= 2;
    PL_FILL(&a->slots, n_slots, 0);
    a->mask = (uint32_t)a->slots.n - 1;
}

/* -- items -------------------------------------------------------------------------- */

/* What touches spans in the inner loops gets their width as a constant: nearly all
 * sentences have spans of one 64-bit word, and are parsed by code that knows it. */
#define FOR_WIDTH static inline __attribute__((always_inline))

enum { MAX_WIDTH = PL_MAX_CHART_WORDS / 64 };

FOR_WIDTH uint32_t first_slot(const pl_agenda *a, uint32_t symbol, const uint64_t *span,
                              uint32_t width)
{
    uint64_t h = a->hash_start + symbol * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < width; i++)
        h = pl_mix(h ^ span[i]);
    return (uint32_t)h & a->mask;
}

FOR_WIDTH bool is_same(const uint64_t *x, const uint64_t *y, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

FOR_WIDTH const uint64_t *span_of(const pl_agenda *a, uint32_t item, uint32_t width)
{
    return &a->chart.spans.at[(size_t)item * width];
}

static void grow_table(pl_agenda *a)
{
    uint32_t width = a->chart.width;
    PL_FILL(&a->slots, 2 * a->slots.n, 0);
    a->mask = (uint32_t)a->slots.n - 1;
    for (uint32_t i = 0; i < a->chart.items.n; i++) {
        uint32_t slot =
            first_slot(a, a->chart.items.at[i].symbol, span_of(a, i, width), width);
        while (a->slots.at[slot] != 0)
            slot = (slot + 1) & a->mask;
        a->slots.at[slot] = i + 1;
    }
}

/* A new item, in the table and on the agenda; its number. */
static uint32_t add_item(pl_agenda *a, uint32_t symbol, const uint64_t *span,
                         uint32_t slot)
{
    pl_chart *c = &a->chart;
    uint32_t item = (uint32_t)c->items.n, width = c->width, size = 0, high = 0;
    for (uint32_t i = 0; i < width; i++) {
        PL_PUSH(&c->spans, span[i]);
        size += (uint32_t)__builtin_popcountll(span[i]);
        if (span[i] != 0)
            high = 64 * i + 64 - (uint32_t)__builtin_clzll(span[i]);
    }
    uint32_t low = pl_span_next(span, width, 0, false);
    pl_chart_item added = {symbol, INFINITY, PL_NONE, (uint16_t)low, (uint16_t)high};
    PL_PUSH(&c->items, added);
    uint32_t *bucket =
        &a->buckets.at[(size_t)size * (a->rules->max_rank + 1) + a->rules->rank[symbol]];
    uint16_t end = (uint16_t)pl_span_next(span, width, low, true);
    PL_PUSH(&a->links, (links){.in_bucket = *bucket, .end = end});
    *bucket = item;
    a->slots.at[slot] = item + 1;
    if (symbol == a->rules->start && size == c->n_words)
        c->goal = item;
    if (2 * c->items.n > a->slots.n)
        grow_table(a);
    return item;
}

/* Another way to derive `symbol` over `span`: an edge, and the item if it is new and
 * allowed.  cost(item) = min over its edges of cost(rule) + cost(left) + cost(right) */
FOR_WIDTH void add_edge(pl_agenda *a, uint32_t symbol, const uint64_t *span,
                        uint32_t rule, uint32_t left, uint32_t right, pl_cost cost,
                        uint32_t width)
{
    pl_chart *c = &a->chart;
    uint32_t slot = first_slot(a, symbol, span, width), item;
    for (; (item = a->slots.at[slot]) != 0; slot = (slot + 1) & a->mask)
        if (c->items.at[item - 1].symbol == symbol &&
            is_same(span_of(a, item - 1, width), span, width))
            break;
    if (item == 0) {
        if (rule != PL_NONE && a->allowed != NULL &&
            !pl_whitelist_allows(a->allowed, symbol, span))
            return;
        item = add_item(a, symbol, span, slot) + 1;
    }
    pl_chart_add_edge(c, item - 1, rule, left, right);
    if (cost < c->items.at[item - 1].cost)
        c->items.at[item - 1].cost = cost;
}

static inline bool has_gap(const pl_agenda *a, uint32_t item)
{
    return a->links.at[item].end != a->chart.items.at[item].high;
}

/* Tries the rules of a group on two items, unless they overlap: those fit whose yield
 * function is the way in which the two interleave. */
FOR_WIDTH void try_group(pl_agenda *a, const beside *g, uint32_t left, uint32_t right,
                         uint32_t width)
{
    uint64_t both[MAX_WIDTH], pattern = PL_ADJACENT;
    const uint64_t *x = span_of(a, left, width), *y = span_of(a, right, width);
    for (uint32_t i = 0; i < width; i++) {
        if (x[i] & y[i])
            return;
        both[i] = x[i] | y[i];
    }
    if (has_gap(a, left) || has_gap(a, right) ||
        a->links.at[left].end != a->chart.items.at[right].low)
        pattern = pl_span_pattern(x, y, width);
    pl_cost below = a->chart.items.at[left].cost + a->chart.items.at[right].cost;
    for (uint32_t k = g->first; k < g->end; k++) {
        const fit *f = &a->fits.at[k];
        if (f->pattern == pattern)
            add_edge(a, f->lhs, both, f->number, left, right, below + f->cost, width);
    }
}

/* The lists of a symbol by the places where its items begin, or their first blocks end. */
static inline uint32_t *lists_of(const pl_agenda *a, uint32_t number, int side)
{
    return &a->lists.at[(2 * (size_t)number + (size_t)side) * (a->chart.n_words + 1)];
}

/* All that the item can be a child of on this side, with items on the other side that
 * have left the agenda. */
FOR_WIDTH void combine(pl_agenda *a, uint32_t item, uint32_t number, int side,
                       uint32_t width)
{
    bool is_left = side == PL_LEFT;
    uint32_t low = a->chart.items.at[item].low, end = a->links.at[item].end;
    uint32_t at = is_left ? end : low;
    for (uint32_t i = a->actives.at[number].groups[side]; i != PL_NONE;
         i = a->besides.at[i].next) {
        const beside *g = &a->besides.at[i];
        if (g->joins)
            for (uint32_t y = lists_of(a, g->other, side)[at]; y != PL_NONE;
                 y = is_left ? a->links.at[y].by_low : a->links.at[y].by_end)
                try_group(a, g, is_left ? item : y, is_left ? y : item, width);
        if (g->gaps)
            for (uint32_t y = a->actives.at[g->other].items; y != PL_NONE;
                 y = a->links.at[y].by_symbol)
                if (is_left ? a->chart.items.at[y].low > end : a->links.at[y].end < low)
                    try_group(a, g, is_left ? item : y, is_left ? y : item, width);
    }
}

/* The item leaves the agenda: its edges and its cost are final. */
FOR_WIDTH void complete(pl_agenda *a, uint32_t item, uint32_t width)
{
    const pl_ruleset *r = a->rules;
    uint32_t symbol = a->chart.items.at[item].symbol, number = a->number[symbol];
    uint64_t span[MAX_WIDTH];
    PL_PUSH(&a->chart.order, item);
    memcpy(span, span_of(a, item, width), width * sizeof *span);
    if (number == PL_NONE)
        number = activate(a, symbol);
    for (uint32_t u = r->unary.starts[symbol]; u < r->unary.starts[symbol + 1]; u++) {
        const pl_rule *rule = &r->at[r->unary.at[u]];
        add_edge(a, rule->lhs, span, r->unary.at[u], item, PL_NONE,
                 a->chart.items.at[item].cost + rule->cost, width);
    }
    combine(a, item, number, PL_LEFT, width);
    combine(a, item, number, PL_RIGHT, width);
    links *l = &a->links.at[item];
    uint32_t *by_low = &lists_of(a, number, PL_LEFT)[a->chart.items.at[item].low];
    uint32_t *by_end = &lists_of(a, number, PL_RIGHT)[l->end];
    l->by_low = *by_low;
    l->by_end = *by_end;
    l->by_symbol = a->actives.at[number].items;
    *by_low = *by_end = a->actives.at[number].items = item;
}

/* 1 if the sentence was derived, 0 if not, -1 if the limit was reached. */
FOR_WIDTH int parse(pl_agenda *a, uint32_t n, const pl_limit *limit, uint32_t width)
{
    pl_chart *c = &a->chart;
    size_t n_buckets = (size_t)(c->n_words + 1) * (a->rules->max_rank + 1);
    for (uint32_t t = 0; t < n; t++) {
        uint64_t span[MAX_WIDTH];
        uint32_t at = c->terminals[t].position;
        pl_span_run(span, width, at, at + 1);
        add_edge(a, a->rules->twin[c->terminals[t].symbol], span, PL_NONE, t, PL_NONE,
                 c->terminals[t].cost, width);
    }
    for (size_t b = 0; b < n_buckets; b++)
        for (uint32_t item = a->buckets.at[b]; item != PL_NONE;
             item = a->links.at[item].in_bucket) {
            complete(a, item, width);
            if (c->order.n % 16 == 0 &&
                (pl_out_of_time(limit) || c->items.n > limit->max_items ||
                 c->edges.n / 2 > limit->max_items)) {
                c->goal = PL_NONE;
                return -1;
            }
        }
    return c->goal != PL_NONE;
}

int pl_agenda_parse(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                    uint32_t n, const pl_whitelist *allowed, const pl_limit *limit)
{
    start(a, n_words, terminals, allowed);
    return a->chart.width == 1 ? parse(a, n, limit, 1) : parse(a, n, limit, MAX_WIDTH);
}

pl_chart *pl_agenda_chart(pl_agenda *a)
{
    return &a->chart;
}
