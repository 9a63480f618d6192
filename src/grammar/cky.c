/* CKY; see chart_parsers.h.
 *
 * The loop is not over the places m where a span (i, j) may be divided. A rule A → B C
 * needs B over (i, m) and C over (m, j) for the same m, so for each B and i there is a
 * set of ends m, as bits, and for each C and j a set of beginnings:
 *
 *     ends of B from i         ..1.1..1
 *     beginnings of C up to j  ....1.1.     one "and" finds all m of a rule at once
 *
 * and most rules are done with that. Costs stand in rows beside the bits. Columns j go
 * from left to right, within one i goes down from j-1, so that the beginnings of the
 * column are one small array. Cost: n² / 2 times the rules whose left child begins at i,
 * plus the edges there are. */
#include "grammar/chart_parsers.h"

#include <math.h>
#include <string.h>

enum { WIDEST = 2 }; /* beam, times that of the first attempt */

typedef struct target {
    uint32_t lhs;
    pl_cost cost;
} target;

typedef struct children { /* of a rule */
    uint32_t left, right;
} children;

typedef struct row {               /* of a symbol and its beginning (or end) */
    uint32_t symbol, bits, places; /* bits[width] in `bits`, place[n+1] in `places` */
} row;

typedef struct place {
    pl_cost cost;
    uint32_t item;
} place;

struct pl_cky {
    const pl_ruleset *rules;
    const uint32_t *groups; /* [symbols + 1]  where those of a left child begin */
    uint32_t *rights;       /* [groups]  right children */
    target *targets;        /* [binary rules]  lhs and cost, as the rules are sorted */
    children *children;     /* [rules]  as rules->by_lhs has them */
    target *unary;          /* the cheapest unary rule for each child and lhs, by child */
    uint32_t *unary_starts; /* [symbols + 1]  in `unary` */
    pl_chart_beam beam;
    pl_cost widening;          /* of the beam at this attempt; INFINITY: exact */
    PL_VEC(pl_border) borders; /* [words + 1] */
    pl_arena sentence;         /* of `borders` */
    pl_chart chart;
    PL_VEC(row) rows;
    PL_VEC(uint64_t) bits;
    PL_VEC(place) places;
    /* [words + 1][symbols]  number + 1 of the row of a symbol that begins (ends) there */
    pl_numbers left_rows, right_rows;
    pl_numbers *beginning; /* [PL_MAX_CHART_WORDS]  rows of left children from there */
    pl_numbers cells;      /* [words][words + 1]  first item of the cell (i, j) */
    uint64_t *column;      /* [symbols][width]  beginnings of right children up to j */
    pl_cost *score;        /* [symbols]  of the cell that is being filled */
    pl_numbers *touched;   /* [ranks]  symbols of that cell, by their rank */
    uint32_t n_terminals;
    pl_arena arena; /* of all that lasts as long as the parser */
};

/* -- compiling ---------------------------------------------------------------------- */

static void copy_targets(pl_cky *p)
{
    pl_arena *m = &p->arena;
    const pl_ruleset *r = p->rules;
    p->targets = PL_NEW_ARRAY(m, target, r->n_binary + 1);
    for (uint32_t i = 0; i < r->n_binary; i++)
        p->targets[i] = (target){r->at[i].lhs, r->at[i].cost};
    p->children = PL_NEW_ARRAY(m, children, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++) {
        const pl_rule *rule = &r->at[r->by_lhs.at[i]];
        p->children[i] = (children){rule->left, rule->right};
    }
}

/* Chains through circles of unary productions are many rules for few pairs of symbols. */
static void copy_unary(pl_cky *p)
{
    pl_arena *m = &p->arena;
    const pl_ruleset *r = p->rules;
    uint32_t n = 0, *place = PL_NEW_ARRAY(m, uint32_t, r->n_symbols + 1);
    p->unary = PL_NEW_ARRAY(m, target, r->n - r->n_binary + 1);
    p->unary_starts = PL_NEW_ARRAY(m, uint32_t, r->n_symbols + 1);
    for (uint32_t s = 0; s < r->n_symbols; s++) {
        p->unary_starts[s] = n;
        for (uint32_t u = r->unary.starts[s]; u < r->unary.starts[s + 1]; u++) {
            const pl_rule *rule = &r->at[r->unary.at[u]];
            uint32_t at = place[rule->lhs];
            if (at < p->unary_starts[s] || at >= n || p->unary[at].lhs != rule->lhs) {
                place[rule->lhs] = n;
                p->unary[n++] = (target){rule->lhs, rule->cost};
            } else if (rule->cost < p->unary[at].cost)
                p->unary[at].cost = rule->cost;
        }
    }
    p->unary_starts[r->n_symbols] = n;
}

pl_cky *pl_cky_new(const pl_ruleset *rules, const pl_chart_beam *beam)
{
    pl_cky *p = pl_alloc_zero(1, sizeof *p);
    pl_arena *m = &p->arena;
    uint32_t n = rules->n_symbols;
    p->rules = rules;
    p->groups = rules->by_child[PL_LEFT].starts;
    p->rights = PL_NEW_ARRAY(m, uint32_t, rules->n_groups + 1);
    for (uint32_t i = 0; i < rules->n_groups; i++)
        p->rights[i] = rules->groups[i].child[PL_RIGHT];
    copy_targets(p);
    copy_unary(p);
    p->beginning = PL_NEW_ARRAY(m, pl_numbers, PL_MAX_CHART_WORDS);
    p->touched = PL_NEW_ARRAY(m, pl_numbers, rules->max_rank + 1);
    p->column = PL_NEW_ARRAY(m, uint64_t, (size_t)n * (PL_MAX_CHART_WORDS / 64 + 1));
    p->score = PL_NEW_ARRAY(m, pl_cost, n);
    for (uint32_t s = 0; s < n; s++)
        p->score[s] = INFINITY;
    if (beam != NULL)
        p->beam = *beam;
    return p;
}

void pl_cky_free(pl_cky *p)
{
    if (p == NULL)
        return;
    for (uint32_t i = 0; i < PL_MAX_CHART_WORDS; i++)
        PL_VEC_RELEASE(&p->beginning[i]);
    for (uint32_t i = 0; i <= p->rules->max_rank; i++)
        PL_VEC_RELEASE(&p->touched[i]);
    pl_chart_release(&p->chart);
    PL_VEC_RELEASE(&p->rows, &p->bits, &p->places, &p->left_rows, &p->right_rows,
                   &p->cells, &p->borders);
    pl_arena_release(&p->sentence);
    pl_arena_release(&p->arena);
    free(p);
}

/* -- cells -------------------------------------------------------------------------- */

static inline uint32_t bit_words(const pl_cky *p) /* of a set of 0 … n_words */
{
    return p->chart.n_words / 64 + 1;
}

static inline void offer(pl_cky *p, uint32_t symbol, pl_cost cost)
{
    if (p->score[symbol] > cost) {
        if (isinf(p->score[symbol]))
            PL_PUSH(&p->touched[p->rules->rank[symbol]], symbol);
        p->score[symbol] = cost;
    }
}

/* The best way to put the two rows together:
 *
 *     min over places m in `bits` of  cost(B, i, m) + cost(C, m, j) */
static inline pl_cost best_place(const place *l, const place *r, uint64_t bits)
{
    pl_cost best = INFINITY;
    for (; bits != 0; bits &= bits - 1) {
        uint32_t m = (uint32_t)__builtin_ctzll(bits);
        pl_cost cost = l[m].cost + r[m].cost;
        best = cost < best ? cost : best;
    }
    return best;
}

/* Offers what the rules of a group make of two rows. */
static void combine_rows(pl_cky *p, uint32_t group, const row *left, const row *right)
{
    const pl_rule_group *g = &p->rules->groups[group];
    const uint64_t *ends = &p->bits.at[left->bits], *begins = &p->bits.at[right->bits];
    pl_cost best = INFINITY;
    for (uint32_t w = 0; w < bit_words(p); w++) {
        pl_cost cost =
            best_place(&p->places.at[left->places + 64 * w],
                       &p->places.at[right->places + 64 * w], ends[w] & begins[w]);
        best = cost < best ? cost : best;
    }
    for (uint32_t k = g->first; k < g->end; k++)
        offer(p, p->targets[k].lhs, best + p->targets[k].cost);
}

/* All rules with a left child that begins at i and a right one that ends at j. `width` is
 * passed so that the usual case, 1, is compiled for itself. */
static inline __attribute__((always_inline)) void combine(pl_cky *p, uint32_t i,
                                                          uint32_t j, uint32_t width)
{
    const uint32_t *right_rows = &p->right_rows.at[(size_t)j * p->rules->n_symbols];
    const uint32_t *rights = p->rights;
    const uint64_t *column = p->column;
    for (size_t b = 0; b < p->beginning[i].n; b++) {
        const row *left = &p->rows.at[p->beginning[i].at[b]];
        const uint64_t *ends = &p->bits.at[left->bits];
        uint32_t last = p->groups[left->symbol + 1];
        for (uint32_t g = p->groups[left->symbol]; g < last; g++) {
            uint64_t both = 0;
            for (uint32_t w = 0; w < width; w++)
                both |= ends[w] & column[(size_t)rights[g] * width + w];
            if (both != 0)
                combine_rows(p, g, left, &p->rows.at[right_rows[rights[g]] - 1]);
        }
    }
}

/* Notes that the item stands at place `at` of the row of its symbol, made if need be. */
static uint32_t add_to_row(pl_cky *p, uint32_t *number, uint32_t symbol, uint32_t at,
                           place where)
{
    if (*number == 0) {
        row added = {symbol, (uint32_t)p->bits.n, (uint32_t)p->places.n};
        for (uint32_t w = 0; w < bit_words(p); w++)
            PL_PUSH(&p->bits, 0);
        PL_RESERVE(&p->places, p->places.n + p->chart.n_words + 1);
        p->places.n += p->chart.n_words + 1;
        PL_PUSH(&p->rows, added);
        *number = (uint32_t)p->rows.n;
    }
    const row *r = &p->rows.at[*number - 1];
    p->bits.at[r->bits + at / 64] |= (uint64_t)1 << at % 64;
    p->places.at[r->places + at] = where;
    return *number - 1;
}

static void add_item(pl_cky *p, uint32_t symbol, uint32_t i, uint32_t j)
{
    const pl_ruleset *r = p->rules;
    pl_chart_item item = {symbol, p->score[symbol], PL_UNEXPANDED, (uint16_t)i,
                          (uint16_t)j};
    place where = {item.cost, (uint32_t)p->chart.items.n};
    PL_PUSH(&p->chart.items, item);
    if (p->groups[symbol] < p->groups[symbol + 1]) {
        uint32_t *number = &p->left_rows.at[(size_t)i * r->n_symbols + symbol];
        bool is_new = *number == 0;
        uint32_t at = add_to_row(p, number, symbol, j, where);
        if (is_new)
            PL_PUSH(&p->beginning[i], at);
    }
    if (r->by_right.starts[symbol] < r->by_right.starts[symbol + 1]) {
        add_to_row(p, &p->right_rows.at[(size_t)j * r->n_symbols + symbol], symbol, i,
                   where);
        p->column[(size_t)symbol * bit_words(p) + i / 64] |= (uint64_t)1 << i % 64;
    }
}

/* What a symbol over (i, j) costs, with what the words beside it say. */
static inline pl_cost full_cost(const pl_cky *p, uint32_t symbol, uint32_t i, uint32_t j)
{
    return p->score[symbol] + p->borders.at[i].before[symbol] +
           p->borders.at[j].after[symbol];
}

/* The highest full cost that an item of the cell may have. */
static pl_cost cell_limit(const pl_cky *p, uint32_t i, uint32_t j)
{
    pl_cost lowest = INFINITY;
    for (uint32_t rank = 0; rank <= p->rules->max_rank; rank++)
        for (size_t k = 0; k < p->touched[rank].n; k++) {
            pl_cost cost = full_cost(p, p->touched[rank].at[k], i, j);
            lowest = cost < lowest ? cost : lowest;
        }
    pl_cost chain = p->borders.at[i].to_left + p->borders.at[j].to_right + p->beam.chain;
    lowest += p->beam.cell * p->widening;
    if (p->widening > 1)
        return lowest;
    return lowest < chain ? lowest : chain;
}

/* Makes items of the symbols found in the cell, in the order of rank, so that what unary
 * rules make of one is found before its own turn. */
static void complete_cell(pl_cky *p, uint32_t i, uint32_t j)
{
    const pl_ruleset *r = p->rules;
    bool whole = i == 0 && j == p->chart.n_words;
    bool beaming = !isinf(p->widening) && j - i > 1 && !whole;
    pl_cost limit = beaming ? cell_limit(p, i, j) : INFINITY;
    p->cells.at[(size_t)i * (p->chart.n_words + 1) + j] = (uint32_t)p->chart.items.n;
    for (uint32_t rank = 0; rank <= r->max_rank; rank++) {
        for (size_t k = 0; k < p->touched[rank].n; k++) {
            uint32_t symbol = p->touched[rank].at[k];
            pl_cost cost = p->score[symbol];
            if (beaming && !(full_cost(p, symbol, i, j) <= limit))
                continue;
            for (uint32_t u = p->unary_starts[symbol]; u < p->unary_starts[symbol + 1];
                 u++)
                offer(p, p->unary[u].lhs, cost + p->unary[u].cost);
            add_item(p, symbol, i, j);
            if (whole && symbol == r->start)
                p->chart.goal = (uint32_t)p->chart.items.n - 1;
        }
    }
    for (uint32_t rank = 0; rank <= r->max_rank; rank++) {
        for (size_t k = 0; k < p->touched[rank].n; k++)
            p->score[p->touched[rank].at[k]] = INFINITY;
        p->touched[rank].n = 0;
    }
}

/* -- edges -------------------------------------------------------------------------- */

static void expand_binary(pl_cky *p, uint32_t item, uint32_t number, const row *l,
                          const row *r)
{
    for (uint32_t w = 0; w < bit_words(p); w++)
        for (uint64_t both = p->bits.at[l->bits + w] & p->bits.at[r->bits + w]; both != 0;
             both &= both - 1) {
            uint32_t m = 64 * w + (uint32_t)__builtin_ctzll(both);
            pl_chart_add_edge(&p->chart, item, number, p->places.at[l->places + m].item,
                              p->places.at[r->places + m].item);
        }
}

/* The item of a symbol before `item` in its cell; PL_NONE. */
static uint32_t find_in_cell(const pl_cky *p, uint32_t item, uint32_t symbol)
{
    const pl_chart *c = &p->chart;
    const pl_chart_item *x = &c->items.at[item];
    uint32_t i = p->cells.at[x->low * (c->n_words + 1) + x->high];
    while (i < item && c->items.at[i].symbol != symbol)
        i++;
    return i < item ? i : PL_NONE;
}

/* Finds the edges of an item again, from the rows of its possible children. Unary rules
 * with the same child follow each other. */
static void expand(pl_chart *c, uint32_t item)
{
    pl_cky *p = (pl_cky *)((char *)c - offsetof(pl_cky, chart));
    const pl_index *by_lhs = &p->rules->by_lhs;
    const pl_chart_item x = c->items.at[item];
    const size_t n = p->rules->n_symbols;
    const uint32_t *lefts = &p->left_rows.at[x.low * n];
    const uint32_t *rights = &p->right_rows.at[x.high * n];
    uint32_t child = PL_NONE, below = PL_NONE;
    c->items.at[item].edges = PL_NONE;
    for (uint32_t k = by_lhs->starts[x.symbol]; k < by_lhs->starts[x.symbol + 1]; k++) {
        const children *rule = &p->children[k];
        if (rule->right == PL_NONE) {
            below = rule->left == child ? below : find_in_cell(p, item, rule->left);
            child = rule->left;
            if (below != PL_NONE)
                pl_chart_add_edge(c, item, by_lhs->at[k], below, PL_NONE);
        } else if (lefts[rule->left] != 0 && rights[rule->right] != 0)
            expand_binary(p, item, by_lhs->at[k], &p->rows.at[lefts[rule->left] - 1],
                          &p->rows.at[rights[rule->right] - 1]);
    }
    for (uint32_t t = 0; t < p->n_terminals && x.high == x.low + 1; t++)
        if (c->terminals[t].position == x.low &&
            p->rules->twin[c->terminals[t].symbol] == x.symbol)
            pl_chart_add_edge(c, item, PL_NONE, t, PL_NONE);
}

/* -- parsing ------------------------------------------------------------------------ */

static void start(pl_cky *p, uint32_t n_words, const pl_terminal *terminals, uint32_t n)
{
    size_t n_symbols = p->rules->n_symbols, size = (n_words + 1) * n_symbols;
    pl_chart_start(&p->chart, p->rules, terminals, n_words);
    p->chart.expand = expand;
    p->n_terminals = n;
    p->rows.n = p->bits.n = p->places.n = 0;
    PL_FILL(&p->left_rows, size, 0);
    PL_FILL(&p->right_rows, size, 0);
    PL_RESERVE(&p->cells, (size_t)n_words * (n_words + 1));
    for (uint32_t i = 0; i < n_words; i++)
        p->beginning[i].n = 0;
}

static int parse(pl_cky *p, uint32_t n_words, const pl_terminal *terminals, uint32_t n,
                 const pl_limit *limit)
{
    start(p, n_words, terminals, n);
    for (uint32_t j = 1; j <= n_words; j++) {
        memset(p->column, 0,
               (size_t)p->rules->n_symbols * bit_words(p) * sizeof *p->column);
        for (uint32_t t = 0; t < n; t++)
            if (terminals[t].position == j - 1)
                offer(p, p->rules->twin[terminals[t].symbol], terminals[t].cost);
        for (uint32_t i = j; i-- > 0 && !pl_stopped();) {
            if (bit_words(p) == 1)
                combine(p, i, j, 1);
            else
                combine(p, i, j, bit_words(p));
            complete_cell(p, i, j);
        }
        if (pl_out_of_time(limit) || p->chart.items.n > limit->max_items)
            return p->chart.goal != PL_NONE ? 1 : -1;
    }
    return p->chart.goal != PL_NONE;
}

int pl_cky_parse(pl_cky *p, uint32_t n_words, const pl_terminal *terminals, uint32_t n,
                 const pl_limit *limit)
{
    int status = 0;
    p->widening = INFINITY;
    if (p->beam.outlook != NULL) {
        pl_arena_reset(&p->sentence);
        PL_RESERVE(&p->borders, n_words + 1);
        pl_outlook_borders(p->beam.outlook, n_words, terminals, n, &p->sentence,
                           p->borders.at);
        p->widening = 1;
    }
    while ((status = parse(p, n_words, terminals, n, limit)) == 0 && !isinf(p->widening))
        p->widening = p->widening < WIDEST ? WIDEST : INFINITY;
    return status;
}

pl_chart *pl_cky_chart(pl_cky *p)
{
    return &p->chart;
}
