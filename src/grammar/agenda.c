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
 * Before that, the grammar is cut down to the rules whose children can be had at all from
 * the words of the sentence, which leaves few of the many rules of a DOP grammar. */
#include "grammar/chart_parsers.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

typedef struct group {   /* rules with the same two children */
    uint32_t other;      /* the child that is not the key of the list */
    uint32_t first, end; /* rules, or places in by_right */
    bool joins, gaps;    /* has yield functions that begin 01; others */
} group;

typedef struct groups {
    group *at;
    uint32_t *starts; /* [symbols + 1] */
} groups;

typedef struct links {                             /* of an item */
    uint32_t in_bucket, by_low, by_end, by_symbol; /* the next items of the lists it is
                                                      in; PL_NONE for the last */
    uint16_t end;                                  /* after its first block */
} links;

typedef struct active { /* a symbol that the sentence may have */
    uint32_t symbol;
    uint32_t left_first, left_end;   /* its groups in `choice` as a left child */
    uint32_t right_first, right_end; /* as a right child */
    uint32_t items;                  /* that have left the agenda: by_symbol */
} active;

struct pl_agenda {
    const pl_ruleset *rules;
    groups by_left, by_right;
    pl_chart chart;
    const pl_whitelist *allowed;
    /* The grammar of the sentence: */
    uint32_t *number; /* [symbols]  in `actives`; PL_NONE for others */
    PL_VEC(active) actives;
    PL_VEC(group) choice; /* groups of active symbols; `other` is a number in `actives` */
    /* Items: */
    PL_VEC(links) links;    /* [items] */
    PL_VEC(uint32_t) slots; /* hash of symbol and span: number + 1 of an item */
    uint32_t mask;
    PL_VEC(uint32_t) buckets;  /* [words + 1][ranks]  first item */
    PL_VEC(uint32_t) low_list; /* [actives][words + 1]  items that begin there: by_low */
    PL_VEC(uint32_t) end_list; /* items whose first block ends before there: by_end */
    pl_arena arena;
};

/* -- compiling ---------------------------------------------------------------------- */

/* Whether a yield function begins 01: the first block goes on in the other child. */
static bool joins_first(uint64_t pattern)
{
    while (pattern >= 32)
        pattern >>= 2;
    return pattern == PL_ADJACENT;
}

/* Groups the rules that have s as one child, at[starts[s]] … at[starts[s + 1] - 1] (at NULL:
 * rules starts[s] …), by their other child. */
static void make_groups(pl_agenda *a, groups *g, const uint32_t *starts,
                        const uint32_t *at)
{
    const pl_ruleset *r = a->rules;
    uint32_t n = 0;
    g->at = PL_NEW_ARRAY(&a->arena, group, r->n_binary + 1);
    g->starts = PL_NEW_ARRAY(&a->arena, uint32_t, r->n_symbols + 1);
    for (uint32_t s = 0; s < r->n_symbols; s++) {
        g->starts[s] = n;
        for (uint32_t k = starts[s]; k < starts[s + 1]; k++) {
            const pl_rule *rule = &r->at[at != NULL ? at[k] : k];
            uint32_t other = at != NULL ? rule->left : rule->right;
            if (n == g->starts[s] || g->at[n - 1].other != other)
                g->at[n++] = (group){.other = other, .first = k};
            g->at[n - 1].end = k + 1;
            g->at[n - 1].joins |= joins_first(rule->pattern);
            g->at[n - 1].gaps |= !joins_first(rule->pattern);
        }
    }
    g->starts[r->n_symbols] = n;
}

pl_agenda *pl_agenda_new(const pl_ruleset *rules)
{
    pl_agenda *a = pl_alloc_zero(1, sizeof *a);
    a->rules = rules;
    make_groups(a, &a->by_left, rules->left_starts, NULL);
    make_groups(a, &a->by_right, rules->by_right.starts, rules->by_right.at);
    a->number = pl_arena_alloc(&a->arena, (rules->n_symbols + 1) * sizeof *a->number);
    memset(a->number, 0xff, (rules->n_symbols + 1) * sizeof *a->number);
    return a;
}

void pl_agenda_free(pl_agenda *a)
{
    if (a == NULL)
        return;
    pl_chart_release(&a->chart);
    PL_VEC_RELEASE(&a->actives);
    PL_VEC_RELEASE(&a->choice);
    PL_VEC_RELEASE(&a->links);
    PL_VEC_RELEASE(&a->slots);
    PL_VEC_RELEASE(&a->buckets);
    PL_VEC_RELEASE(&a->low_list);
    PL_VEC_RELEASE(&a->end_list);
    pl_arena_release(&a->arena);
    free(a);
}

/* -- the grammar of the sentence ---------------------------------------------------- */

/* Adds a symbol to the grammar of the sentence, unless pruning blocks it everywhere. */
static void activate(pl_agenda *a, uint32_t symbol, bool terminal)
{
    if (a->number[symbol] != PL_NONE || (!terminal && a->allowed != NULL &&
                                         !pl_whitelist_allows_some(a->allowed, symbol)))
        return;
    active added = {.symbol = symbol, .items = PL_NONE};
    a->number[symbol] = (uint32_t)a->actives.n;
    PL_PUSH(&a->actives, added);
}

/* Adds what rules make of this symbol and an active one. */
static void activate_parents(pl_agenda *a, const groups *g, const uint32_t *at,
                             uint32_t symbol)
{
    for (uint32_t i = g->starts[symbol]; i < g->starts[symbol + 1]; i++)
        if (a->number[g->at[i].other] != PL_NONE)
            for (uint32_t k = g->at[i].first; k < g->at[i].end; k++)
                activate(a, a->rules->at[at != NULL ? at[k] : k].lhs, false);
}

/* Lists the groups of a symbol whose other child is active too. */
static void choose_groups(pl_agenda *a, const groups *g, uint32_t symbol, uint32_t *first,
                          uint32_t *end)
{
    *first = (uint32_t)a->choice.n;
    for (uint32_t i = g->starts[symbol]; i < g->starts[symbol + 1]; i++)
        if (a->number[g->at[i].other] != PL_NONE) {
            group chosen = g->at[i];
            chosen.other = a->number[chosen.other];
            PL_PUSH(&a->choice, chosen);
        }
    *end = (uint32_t)a->choice.n;
}

/* The grammar of the sentence: from the tags of the words up, as long as new symbols come
 * in. */
static void choose_grammar(pl_agenda *a, const pl_terminal *terminals, uint32_t n)
{
    const pl_ruleset *r = a->rules;
    for (size_t i = 0; i < a->actives.n; i++)
        a->number[a->actives.at[i].symbol] = PL_NONE;
    a->actives.n = a->choice.n = 0;
    for (uint32_t t = 0; t < n; t++)
        activate(a, r->twin[terminals[t].symbol], true);
    for (size_t i = 0; i < a->actives.n; i++) {
        uint32_t symbol = a->actives.at[i].symbol;
        for (uint32_t u = r->unary.starts[symbol]; u < r->unary.starts[symbol + 1]; u++)
            activate(a, r->at[r->unary.at[u]].lhs, false);
        activate_parents(a, &a->by_left, NULL, symbol);
        activate_parents(a, &a->by_right, r->by_right.at, symbol);
    }
    for (size_t i = 0; i < a->actives.n; i++) {
        active *x = &a->actives.at[i];
        choose_groups(a, &a->by_left, x->symbol, &x->left_first, &x->left_end);
        choose_groups(a, &a->by_right, x->symbol, &x->right_first, &x->right_end);
    }
}

static void start(pl_agenda *a, uint32_t n_words, const pl_terminal *terminals,
                  uint32_t n, const pl_whitelist *allowed)
{
    pl_chart_start(&a->chart, a->rules, terminals, n_words);
    a->allowed = allowed;
    choose_grammar(a, terminals, n);
    size_t lists = a->actives.n * (n_words + 1);
    size_t buckets = (size_t)(n_words + 1) * (a->rules->max_rank + 1);
    PL_FILL(&a->low_list, lists, 0xff);
    PL_FILL(&a->end_list, lists, 0xff);
    PL_FILL(&a->buckets, buckets, 0xff);
    a->links.n = 0;
    PL_FILL(&a->slots, a->slots.n > 0 ? a->slots.n : 1 << 14, 0);
    a->mask = (uint32_t)a->slots.n - 1;
}

/* -- items ----------------------------------------------------------------------------- */

/* What touches spans in the inner loops gets their width as a constant: nearly all
 * sentences have spans of one 64-bit word, and are parsed by code that knows it. */
#define FOR_WIDTH static inline __attribute__((always_inline))

enum { MAX_WIDTH = PL_MAX_CHART_WORDS / 64 };

FOR_WIDTH uint32_t first_slot(const pl_agenda *a, uint32_t symbol, const uint64_t *span,
                              uint32_t width)
{
    uint64_t h = symbol * 0x9e3779b97f4a7c15u;
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
    links l = {.in_bucket = *bucket,
               .end = (uint16_t)pl_span_next(span, width, low, true)};
    *bucket = item;
    PL_PUSH(&a->links, l);
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

/* Tries the rules of a group on two items, which must not overlap: those fit whose yield
 * function is the way in which the two interleave. */
FOR_WIDTH void try_group(pl_agenda *a, const group *g, const uint32_t *rules,
                         uint32_t left, uint32_t right, uint32_t width)
{
    const pl_ruleset *r = a->rules;
    uint64_t both[MAX_WIDTH], pattern = PL_ADJACENT;
    const uint64_t *x = span_of(a, left, width), *y = span_of(a, right, width);
    for (uint32_t i = 0; i < width; i++) {
        if (x[i] & y[i])
            return;
        both[i] = x[i] | y[i];
    }
    if (r->max_fanout > 1)
        pattern = pl_span_pattern(x, y, width);
    pl_cost below = a->chart.items.at[left].cost + a->chart.items.at[right].cost;
    for (uint32_t k = g->first; k < g->end; k++) {
        uint32_t number = rules != NULL ? rules[k] : k;
        const pl_rule *rule = &r->at[number];
        if (rule->pattern == pattern && a->number[rule->lhs] != PL_NONE)
            add_edge(a, rule->lhs, both, number, left, right, below + rule->cost, width);
    }
}

/* All that the item can be the left child of, with items that have left the agenda. */
FOR_WIDTH void combine_left(pl_agenda *a, uint32_t item, const active *x, uint32_t width)
{
    uint32_t end = a->links.at[item].end, stride = a->chart.n_words + 1;
    for (uint32_t i = x->left_first; i < x->left_end; i++) {
        const group *g = &a->choice.at[i];
        if (g->joins)
            for (uint32_t y = a->low_list.at[(size_t)g->other * stride + end];
                 y != PL_NONE; y = a->links.at[y].by_low)
                try_group(a, g, NULL, item, y, width);
        if (g->gaps)
            for (uint32_t y = a->actives.at[g->other].items; y != PL_NONE;
                 y = a->links.at[y].by_symbol)
                if (a->chart.items.at[y].low > end)
                    try_group(a, g, NULL, item, y, width);
    }
}

/* The same for rules in which the item is the right child. */
FOR_WIDTH void combine_right(pl_agenda *a, uint32_t item, const active *x, uint32_t width)
{
    uint32_t low = a->chart.items.at[item].low, stride = a->chart.n_words + 1;
    const uint32_t *rules = a->rules->by_right.at;
    for (uint32_t i = x->right_first; i < x->right_end; i++) {
        const group *g = &a->choice.at[i];
        if (g->joins)
            for (uint32_t y = a->end_list.at[(size_t)g->other * stride + low];
                 y != PL_NONE; y = a->links.at[y].by_end)
                try_group(a, g, rules, y, item, width);
        if (g->gaps)
            for (uint32_t y = a->actives.at[g->other].items; y != PL_NONE;
                 y = a->links.at[y].by_symbol)
                if (a->links.at[y].end < low)
                    try_group(a, g, rules, y, item, width);
    }
}

/* The item leaves the agenda: its edges and its cost are final. */
FOR_WIDTH void complete(pl_agenda *a, uint32_t item, uint32_t width)
{
    const pl_ruleset *r = a->rules;
    uint32_t symbol = a->chart.items.at[item].symbol, number = a->number[symbol];
    active *x = &a->actives.at[number];
    uint64_t span[MAX_WIDTH];
    PL_PUSH(&a->chart.order, item);
    memcpy(span, span_of(a, item, width), width * sizeof *span);
    for (uint32_t u = r->unary.starts[symbol]; u < r->unary.starts[symbol + 1]; u++) {
        const pl_rule *rule = &r->at[r->unary.at[u]];
        if (a->number[rule->lhs] != PL_NONE)
            add_edge(a, rule->lhs, span, r->unary.at[u], item, PL_NONE,
                     a->chart.items.at[item].cost + rule->cost, width);
    }
    combine_left(a, item, x, width);
    combine_right(a, item, x, width);
    links *l = &a->links.at[item];
    size_t row = (size_t)number * (a->chart.n_words + 1);
    uint32_t *by_low = &a->low_list.at[row + a->chart.items.at[item].low];
    uint32_t *by_end = &a->end_list.at[row + l->end];
    l->by_low = *by_low;
    l->by_end = *by_end;
    l->by_symbol = x->items;
    *by_low = *by_end = x->items = item;
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
    start(a, n_words, terminals, n, allowed);
    return a->chart.width == 1 ? parse(a, n, limit, 1) : parse(a, n, limit, MAX_WIDTH);
}

pl_chart *pl_agenda_chart(pl_agenda *a)
{
    return &a->chart;
}
