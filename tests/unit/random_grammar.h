/* Small random grammars and sentences, and all their derivations by brute force: what the
 * chart parsers are compared with. */
#ifndef PL_TESTS_RANDOM_GRAMMAR_H
#define PL_TESTS_RANDOM_GRAMMAR_H

#include "base/hash.h"
#include "grammar/ruleset.h"
#include "grammar/chart.h"

#include <math.h>

typedef struct random_grammar {
    pl_productions productions;
    double *probabilities;
    pl_ruleset rules;
    pl_terminal terminals[512];
    uint32_t n_words, n_terminals;
} random_grammar;

static const char *const grammar_labels[] = {"S", "A", "B", "C", "a", "b"};

static inline double random_share(pl_rng *rng) /* in [0, 1) */
{
    return (double)(pl_rng_next(rng) >> 11) * 0x1p-53;
}

/* Puts two random symbols of the table (or tags) on the stack, their blocks interleaved.
 */
static inline void push_children(pl_prod_stack *s, pl_rng *rng, uint32_t children,
                                 uint32_t max_fanout)
{
    uint32_t positions[2][4], n[2] = {1, 0}, at = 0, last = 0;
    n[1] = children > 1;
    for (uint32_t k = 0; k < children; k++)
        n[k] = pl_rng_below(rng, 3) > 0 ? 1 : 1 + pl_rng_below(rng, max_fanout);
    uint32_t done[2] = {0, 0};
    for (bool first = true; done[0] < n[0] || done[1] < n[1]; first = false) {
        uint32_t child = first || done[1] == n[1] ? 0
                         : done[0] == n[0]        ? 1
                                                  : pl_rng_below(rng, 2);
        at += !first && max_fanout > 1 && (child == last || pl_rng_below(rng, 3) == 0)
                  ? 2
                  : 1;
        positions[child][done[child]++] = at;
        last = child;
    }
    for (uint32_t k = 0; k < children; k++)
        pl_prod_open(s, grammar_labels[1 + pl_rng_below(rng, n[k] > 1 ? 3 : 5)],
                     positions[k], n[k]);
}

/* n rules, a PCFG if max_fanout is 1; cycles of unary ones only if `cycles`: else labels
 * only go up. */
static inline void random_grammar_make(random_grammar *g, pl_rng *rng, uint32_t n,
                                       uint32_t max_fanout, bool cycles)
{
    *g = (random_grammar){0};
    pl_prod_stack s = {.grow = &g->productions};
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t zero = 0;
        pl_prod_open(&s, grammar_labels[i], &zero, 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        bool unary = pl_rng_below(rng, 4) == 0;
        pl_prod_stack_clear(&s);
        push_children(&s, rng, unary ? 1 : 2, max_fanout);
        uint32_t child = s.parts.at[0].symbol, label = pl_rng_below(rng, 4);
        if (unary && !cycles) {
            const char *below = g->productions.symbols.at[child].label;
            uint32_t rank = 0;
            while (strcmp(grammar_labels[rank], below) != 0)
                rank++;
            label = rank < 4 ? pl_rng_below(rng, rank == 0 ? 1 : rank) : label;
        }
        pl_prod_join(&s, grammar_labels[label], unary ? 1 : 2, false);
    }
    pl_prod_stack_release(&s);
    g->probabilities = pl_alloc_zero(g->productions.at.n + 1, sizeof(double));
    for (size_t i = 0; i < g->productions.at.n; i++)
        g->probabilities[i] = 0.05 + 0.9 * random_share(rng);
    pl_error err;
    assert_int_equal(
        pl_ruleset_compile(&g->rules, &g->productions, g->probabilities, NULL, "S", &err),
        0);
}

static inline void random_sentence(random_grammar *g, pl_rng *rng, uint32_t n_words)
{
    g->n_words = n_words;
    g->n_terminals = 0;
    for (uint32_t i = 0; i < n_words; i++)
        for (uint32_t k = 0, tags = 1 + pl_rng_below(rng, 2); k < tags; k++) {
            const char *tag =
                grammar_labels[tags == 2 ? 4 + k : 4 + pl_rng_below(rng, 2)];
            g->terminals[g->n_terminals] =
                (pl_terminal){i, pl_ruleset_symbol(&g->rules, tag, 1),
                              (pl_cost)random_share(rng), g->n_terminals};
            g->n_terminals++;
        }
}

static inline void random_grammar_release(random_grammar *g)
{
    pl_ruleset_release(&g->rules);
    pl_productions_release(&g->productions);
    free(g->probabilities);
}

/* -- brute force
 * ------------------------------------------------------------------------- */

typedef PL_VEC(double) costs;
#define BRUTE_LIMIT 30000 /* steps; a grammar with more is not used */

typedef struct brute {
    const random_grammar *g;
    uint32_t banned; /* symbol and span that derivations must not have; PL_NONE: none */
    uint64_t banned_span;
    size_t steps;
} brute;

static inline void brute_derive(brute *b, uint32_t symbol, uint64_t span, uint64_t chain,
                                costs *out);

static inline void brute_binary(brute *b, const pl_production *q, double cost,
                                uint64_t pattern, uint64_t span, costs *out)
{
    uint64_t low = span & -span;
    for (uint64_t left = span; left != 0; left = (left - 1) & span) {
        uint64_t right = span & ~left;
        if (!(left & low) || right == 0 || pl_span_pattern(&left, &right, 1) != pattern)
            continue;
        costs l = {0}, r = {0};
        brute_derive(b, q->rhs[0], left, 0, &l);
        if (l.n > 0)
            brute_derive(b, q->rhs[1], right, 0, &r);
        for (size_t i = 0; i < l.n; i++)
            for (size_t k = 0; k < r.n && b->steps < BRUTE_LIMIT; k++, b->steps++)
                PL_PUSH(out, cost + l.at[i] + r.at[k]);
        PL_VEC_RELEASE(&l);
        PL_VEC_RELEASE(&r);
    }
}

static inline uint64_t brute_pattern(const pl_productions *p, const pl_production *q)
{
    uint64_t pattern = 1;
    for (uint32_t c = 0; c < p->symbols.at[q->lhs].fanout; c++)
        for (uint32_t i = q->starts[c]; i < q->starts[c + 1]; i++)
            pattern = pattern << 2 | q->variables[i].child << 1 | (i == q->starts[c]);
    return pattern;
}

/* Costs of all derivations of symbol over span; `chain` has the symbols just above it,
 * over the same span, as bits. */
static inline void brute_derive(brute *b, uint32_t symbol, uint64_t span, uint64_t chain,
                                costs *out)
{
    const random_grammar *g = b->g;
    const pl_productions *p = &g->productions;
    uint32_t blocks = 0;
    for (uint64_t rest = span; rest != 0; rest &= rest + (rest & -rest))
        blocks++;
    if (blocks != p->symbols.at[symbol].fanout || (chain >> symbol & 1) ||
        ++b->steps > BRUTE_LIMIT || (b->banned == symbol && b->banned_span == span))
        return;
    for (uint32_t t = 0; t < g->n_terminals; t++)
        if (g->terminals[t].symbol == symbol && span == (uint64_t)1
                                                            << g->terminals[t].position)
            PL_PUSH(out, (double)g->terminals[t].cost);
    for (size_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        double cost = -log(g->probabilities[i]);
        if (q->lhs != symbol)
            continue;
        if (q->n_rhs == 2) {
            brute_binary(b, q, cost, brute_pattern(p, q), span, out);
            continue;
        }
        size_t from = out->n;
        brute_derive(b, q->rhs[0], span, chain | (uint64_t)1 << symbol, out);
        for (; from < out->n; from++)
            out->at[from] += cost;
    }
}

#endif
