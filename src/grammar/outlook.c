/* What stands beside symbols; see chart_parsers.h.
 *
 * All of it is read off the rules, as numbers of times that are expected in a derivation.
 * With first(C), the probabilities of the tags that C may begin with,
 *
 *     first(A)  = sum over A → B C of  p * first(B)
 *     after(B)  = sum over A → B C of  p * times(A) * first(C)
 *               + sum over A → C B of  p * after(A)
 *
 * and the same from the other side. These are solved by going round: all symbols again
 * and again, until hardly anything changes. */
#include "grammar/chart_parsers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 60 };
#define ENOUGH 1e-2F /* the largest change of a number in the last round */
#define MOST   1e6F /* more than any symbol is expected: rules that are not probabilities */

typedef struct work {
    const pl_ruleset *r;
    uint32_t n_tags, row; /* tags and the end of the sentence, rounded up */
    const uint32_t *tag;  /* [symbols] */
    float *p;             /* [rules] */
    float *times;         /* [symbols]  expected in a derivation */
    float *edge[2];       /* [symbols][row]  tags a symbol begins with, ends with */
    float *beside[2];     /* [symbols][row]  tags before it, after it, times them */
} work;

/* row += weight * from */
static void add_row(float *row, const float *from, float weight, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        row[i] += weight * from[i];
}

/* Takes the new numbers of a symbol: the largest change, relative to their sum. */
static float take_row(float *row, const float *fresh, uint32_t n)
{
    float change = 0, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        float value = fresh[i] < MOST ? fresh[i] : MOST, by = fabsf(value - row[i]);
        change = by > change ? by : change;
        sum += value;
        row[i] = value;
    }
    return sum > 0 ? change / sum : 0;
}

/* -- one symbol --------------------------------------------------------------------- */

static uint32_t child_of(const pl_rule *rule, int side)
{
    return side == PL_LEFT || rule->right == PL_NONE ? rule->left : rule->right;
}

/* The tags that a symbol begins (ends) with. */
static void edge_row(const work *w, uint32_t symbol, int side, float *row)
{
    const pl_index *by_lhs = &w->r->by_lhs;
    float left = 1;
    for (uint32_t k = by_lhs->starts[symbol]; k < by_lhs->starts[symbol + 1]; k++) {
        uint32_t rule = by_lhs->at[k], child = child_of(&w->r->at[rule], side);
        add_row(row, &w->edge[side][(size_t)child * w->row], w->p[rule], w->row);
        left -= w->p[rule];
    }
    if (w->tag[symbol] != PL_NONE)
        row[w->tag[symbol]] += left > 0.01F ? left : 0.01F;
}

/* The tags before (after) a symbol where a rule puts nothing there itself. */
static void inherit(const work *w, uint32_t symbol, const pl_index *rules, int side,
                    float *row)
{
    for (uint32_t k = rules->starts[symbol]; k < rules->starts[symbol + 1]; k++) {
        uint32_t rule = rules->at[k], lhs = w->r->at[rule].lhs;
        add_row(row, &w->beside[side][(size_t)lhs * w->row], w->p[rule], w->row);
    }
}

static void beside_row(const work *w, uint32_t symbol, int side, float *row)
{
    const pl_index *far = side == PL_LEFT ? &w->r->by_left : &w->r->by_right;
    const pl_index *near = side == PL_LEFT ? &w->r->by_right : &w->r->by_left;
    if (symbol == w->r->start)
        row[w->n_tags] += 1;
    inherit(w, symbol, far, side, row);
    inherit(w, symbol, &w->r->unary, side, row);
    for (uint32_t k = near->starts[symbol]; k < near->starts[symbol + 1]; k++) {
        const pl_rule *rule = &w->r->at[near->at[k]];
        uint32_t other = side == PL_LEFT ? rule->left : rule->right;
        add_row(row, &w->edge[!side][(size_t)other * w->row],
                w->p[near->at[k]] * w->times[rule->lhs], w->row);
    }
}

static void times_row(const work *w, uint32_t symbol, int side, float *row)
{
    const pl_index *all[] = {&w->r->by_left, &w->r->by_right, &w->r->unary};
    (void)side;
    row[0] = symbol == w->r->start;
    for (int i = 0; i < 3; i++)
        for (uint32_t k = all[i]->starts[symbol]; k < all[i]->starts[symbol + 1]; k++)
            row[0] += w->p[all[i]->at[k]] * w->times[w->r->at[all[i]->at[k]].lhs];
}

/* -- all of them -------------------------------------------------------------------- */

typedef void make_row(const work *w, uint32_t symbol, int side, float *row);

static void solve(const work *w, make_row *make, int side, float *rows, uint32_t n)
{
    float *fresh = pl_alloc(n * sizeof *fresh), change = 1;
    for (int round = 0; round < MOST_ROUNDS && change > ENOUGH; round++) {
        change = 0;
        for (uint32_t s = 0; s < w->r->n_symbols; s++) {
            memset(fresh, 0, n * sizeof *fresh);
            make(w, s, side, fresh);
            float by = take_row(&rows[(size_t)s * n], fresh, n);
            change = by > change ? by : change;
        }
    }
    free(fresh);
}

/* Symbols that words have: those of lexical productions, and those without rules. */
static void number_tags(pl_outlook *o, const pl_ruleset *r)
{
    o->tag = PL_NEW_ARRAY(&o->arena, uint32_t, r->n_symbols + 1);
    memset(o->tag, 0xff, (r->n_symbols + 1) * sizeof *o->tag);
    for (uint32_t i = 0; i < r->lexical_starts[r->productions->words.n]; i++)
        o->tag[r->twin[r->lexical[i].symbol]] = 0;
    for (uint32_t s = 0; s < r->n_symbols; s++)
        if (o->tag[s] == 0 || r->by_lhs.starts[s] == r->by_lhs.starts[s + 1])
            o->tag[s] = o->n_tags++;
}

static pl_cost as_cost(float times)
{
    return times > 0 ? -logf(times) : INFINITY;
}

/* The rows by symbol as costs by tag; of `after`, per time that the symbol is there. */
static pl_cost *turn(pl_outlook *o, const work *w, int side)
{
    uint32_t n = w->r->n_symbols;
    pl_cost *costs = PL_NEW_ARRAY(&o->arena, pl_cost, (size_t)(w->n_tags + 1) * n);
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t <= w->n_tags; t++) {
            float x = w->beside[side][(size_t)s * w->row + t];
            costs[(size_t)t * n + s] = as_cost(side == PL_RIGHT ? x / w->times[s] : x);
        }
    return costs;
}

/* -log of how often each tag follows each other one: [tags + 1][tags + 1], the end last. */
static void make_pairs(pl_outlook *o, const work *w)
{
    uint32_t n = w->n_tags + 1;
    o->times = PL_NEW_ARRAY(&o->arena, pl_cost, n);
    o->follows = PL_NEW_ARRAY(&o->arena, pl_cost, (size_t)n * n);
    for (uint32_t s = 0; s < w->r->n_symbols; s++)
        if (o->tag[s] != PL_NONE) {
            const pl_cost *after = o->after + s;
            o->times[o->tag[s]] = as_cost(w->times[s]);
            for (uint32_t t = 0; t < n; t++)
                o->follows[o->tag[s] * n + t] = after[(size_t)t * w->r->n_symbols];
        }
    for (uint32_t t = 0; t < n; t++)
        o->follows[w->n_tags * n + t] =
            as_cost(w->edge[PL_LEFT][(size_t)w->r->start * w->row + t]);
}

void pl_outlook_make(pl_outlook *o, const pl_ruleset *r)
{
    pl_arena m = {0};
    *o = (pl_outlook){.rules = r};
    number_tags(o, r);
    work w = {.r = r, .n_tags = o->n_tags, .row = (o->n_tags + 8) / 8 * 8, .tag = o->tag};
    w.p = PL_NEW_ARRAY(&m, float, r->n + 1);
    for (uint32_t i = 0; i < r->n; i++)
        w.p[i] = expf(-r->at[i].cost);
    w.times = PL_NEW_ARRAY(&m, float, r->n_symbols);
    solve(&w, times_row, 0, w.times, 1);
    for (int side = 0; side < 2; side++) {
        w.edge[side] = PL_NEW_ARRAY(&m, float, (size_t)r->n_symbols *w.row);
        solve(&w, edge_row, side, w.edge[side], w.row);
    }
    for (int side = 0; side < 2; side++) {
        w.beside[side] = PL_NEW_ARRAY(&m, float, (size_t)r->n_symbols *w.row);
        solve(&w, beside_row, side, w.beside[side], w.row);
    }
    o->before = turn(o, &w, PL_LEFT);
    o->after = turn(o, &w, PL_RIGHT);
    make_pairs(o, &w);
    pl_arena_release(&m);
}

void pl_outlook_release(pl_outlook *o)
{
    pl_arena_release(&o->arena);
    *o = (pl_outlook){0};
}

/* -- sentences ---------------------------------------------------------------------- */

#define DEAREST 20.0F /* that one tag follows another costs at most */

static pl_cost lesser(pl_cost a, pl_cost b)
{
    return a < b ? a : b;
}

/* The lowest cost of a chain that goes on with `tag`. */
static pl_cost extend(const pl_outlook *o, const pl_cost *costs, uint32_t tag)
{
    uint32_t n = o->n_tags + 1;
    pl_cost lowest = INFINITY;
    for (uint32_t t = 0; t < n; t++)
        if (!isinf(costs[t]))
            lowest = lesser(lowest, costs[t] + lesser(o->follows[t * n + tag], DEAREST));
    return lowest;
}

static void take_lesser(pl_cost *row, const pl_cost *from, uint32_t n)
{
    for (uint32_t s = 0; s < n; s++)
        row[s] = lesser(row[s], from[s]);
}

typedef struct sight { /* of the word at a position */
    pl_cost *before, *after;
    uint32_t n_tags; /* so far */
} sight;

/* The outlook of items that have the word beside them, by one more of its tags. */
static void see(const pl_outlook *o, uint32_t tag, sight *x, pl_arena *m)
{
    uint32_t n = o->rules->n_symbols;
    pl_cost *before = &o->before[(size_t)tag * n], *after = &o->after[(size_t)tag * n];
    if (x->n_tags++ == 0) {
        x->before = before;
        x->after = after;
        return;
    }
    if (x->n_tags == 2) {
        x->before = pl_arena_grow(m, x->before, n * sizeof *before, n * sizeof *before);
        x->after = pl_arena_grow(m, x->after, n * sizeof *after, n * sizeof *after);
    }
    take_lesser(x->before, before, n);
    take_lesser(x->after, after, n);
}

/* All that borders need to know of the words up to here. */
typedef struct walk {
    const pl_outlook *o;
    pl_cost *none;         /* [symbols]  0 */
    pl_cost *costs, *next; /* [tags + 1]  of chains that end in each tag */
    pl_cost lowest;        /* of them */
} walk;

/* A word with all its tags: the borders before and after it. */
static void pass_word(walk *w, uint32_t at, const pl_terminal *terminals, uint32_t n,
                      pl_arena *m, pl_border *borders)
{
    const pl_outlook *o = w->o;
    sight x = {w->none, w->none, 0};
    pl_cost times = INFINITY, own = INFINITY, lowest = INFINITY;
    for (uint32_t t = 0; t <= o->n_tags; t++)
        w->next[t] = INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        const pl_terminal *t = &terminals[i];
        uint32_t tag = t->position == at ? o->tag[o->rules->twin[t->symbol]] : PL_NONE;
        if (tag == PL_NONE)
            continue;
        see(o, tag, &x, m);
        w->next[tag] = t->cost + extend(o, w->costs, tag);
        lowest = lesser(lowest, w->next[tag]);
        times = lesser(times, o->times[tag]);
        own = lesser(own, t->cost);
    }
    if (x.n_tags == 0) { /* the chain begins anew */
        times = own = 0;
        lowest = w->next[o->n_tags] = w->lowest + DEAREST;
    }
    borders[at].after = x.after;
    borders[at].to_right = lowest - own;
    borders[at + 1].before = x.before;
    borders[at + 1].to_left = times - lowest;
    w->lowest = lowest;
}

void pl_outlook_borders(const pl_outlook *o, uint32_t n_words,
                        const pl_terminal *terminals, uint32_t n, pl_arena *m,
                        pl_border *borders)
{
    uint32_t n_symbols = o->rules->n_symbols, end = o->n_tags;
    walk w = {.o = o,
              .none = PL_NEW_ARRAY(m, pl_cost, n_symbols),
              .costs = PL_NEW_ARRAY(m, pl_cost, end + 1),
              .next = PL_NEW_ARRAY(m, pl_cost, end + 1)};
    for (uint32_t t = 0; t < end; t++)
        w.costs[t] = INFINITY;
    borders[0].before = &o->before[(size_t)end * n_symbols];
    borders[0].to_left = 0;
    for (uint32_t at = 0; at < n_words; at++) {
        pass_word(&w, at, terminals, n, m, borders);
        pl_cost *swap = w.costs;
        w.costs = w.next;
        w.next = swap;
    }
    borders[n_words].after = &o->after[(size_t)end * n_symbols];
    borders[n_words].to_right = extend(o, w.costs, end);
}
