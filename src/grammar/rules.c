/* Compiling of productions into rules; see rules.h. */
#include "grammar/rules.h"

#include <math.h>
#include <stdlib.h>

/* The yield function as a pattern (see span.h): 0, or -1 with the reason. */
static int make_pattern(const pl_productions *p, const pl_production *q,
                        uint64_t *pattern, pl_error *err)
{
    uint32_t fanout = p->symbols.at[q->lhs].fanout;
    if (q->starts[fanout] > PL_MAX_VARIABLES)
        return pl_fail(err, PL_TOO_LARGE,
                       "%s: a yield function of %u variables; up to %d can be parsed",
                       p->symbols.at[q->lhs].label, q->starts[fanout], PL_MAX_VARIABLES);
    *pattern = 1;
    for (uint32_t c = 0; c < fanout; c++)
        for (uint32_t i = q->starts[c]; i < q->starts[c + 1]; i++) {
            if (i > q->starts[c] && q->variables[i].child == q->variables[i - 1].child)
                return pl_fail(err, PL_BAD_INPUT,
                               "%s: blocks of one child side by side cannot be parsed",
                               p->symbols.at[q->lhs].label);
            *pattern = *pattern << 2 | q->variables[i].child << 1 | (i == q->starts[c]);
        }
    return 0;
}

/* All productions but words as rules, and r->chains with their numbers. */
static int take_rules(pl_ruleset *r, const double *costs, pl_rule *rules, uint32_t *n,
                      pl_error *err)
{
    const pl_productions *p = r->productions;
    for (uint32_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        if (q->n_rhs == 0 || isinf(costs[i]))
            continue;
        if (q->n_rhs > 2)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s has a production with %u children; binarize the grammar",
                           p->symbols.at[q->lhs].label, q->n_rhs);
        pl_rule *rule = &rules[*n];
        *rule = (pl_rule){.lhs = q->lhs,
                          .left = q->rhs[0],
                          .right = q->n_rhs == 2 ? q->rhs[1] : PL_NONE,
                          .cost = (pl_cost)costs[i],
                          .chain = *n,
                          .n_chain = 1};
        if (make_pattern(p, q, &rule->pattern, err) < 0)
            return -1;
        if (q->n_rhs == 1)
            rule->pattern = 0;
        r->chains[(*n)++] = i;
    }
    return 0;
}

#define COMPARE(x, y)                                                                    \
    if ((x) != (y))                                                                      \
        return (x) < (y) ? -1 : 1;

/* Binary rules first: a unary one has PL_NONE on the right, and all of them are put last.
 */
static int by_left(const void *a, const void *b)
{
    const pl_rule *x = a, *y = b;
    COMPARE(x->right == PL_NONE, y->right == PL_NONE)
    COMPARE(x->left, y->left)
    COMPARE(x->right, y->right)
    COMPARE(x->pattern, y->pattern)
    COMPARE(x->lhs, y->lhs)
    COMPARE(x->chain, y->chain)
    return 0;
}

typedef enum key { BY_LHS, BY_RIGHT, BY_CHILD } key;

static uint32_t key_of(const pl_rule *rule, key k)
{
    return k == BY_LHS ? rule->lhs : k == BY_RIGHT ? rule->right : rule->left;
}

/* Rules from … to-1 by key, else in their order. */
static void make_index(pl_ruleset *r, pl_rule_index *index, key k, uint32_t from,
                       uint32_t to)
{
    index->starts = PL_NEW_ARRAY(&r->arena, uint32_t, r->n_symbols + 2);
    index->at = PL_NEW_ARRAY(&r->arena, uint32_t, to - from + 1);
    for (uint32_t i = from; i < to; i++)
        index->starts[key_of(&r->at[i], k) + 2]++;
    for (uint32_t s = 0; s < r->n_symbols; s++)
        index->starts[s + 2] += index->starts[s + 1];
    for (uint32_t i = from; i < to; i++)
        index->at[index->starts[key_of(&r->at[i], k) + 1]++] = i;
}

static void sort_rules(pl_ruleset *r)
{
    qsort(r->at, r->n, sizeof *r->at, by_left);
    while (r->n_binary < r->n && r->at[r->n_binary].right != PL_NONE)
        r->n_binary++;
    pl_rule_index left;
    make_index(r, &left, BY_CHILD, 0, r->n_binary);
    r->left_starts = left.starts;
    make_index(r, &r->by_right, BY_RIGHT, 0, r->n_binary);
    make_index(r, &r->by_lhs, BY_LHS, 0, r->n);
    make_index(r, &r->unary, BY_CHILD, r->n_binary, r->n);
}

static void list_words(pl_ruleset *r, const double *costs)
{
    const pl_productions *p = r->productions;
    uint32_t n_words = p->words.n, n = 0;
    r->lexical_starts = PL_NEW_ARRAY(&r->arena, uint32_t, n_words + 2);
    for (uint32_t i = 0; i < p->at.n; i++)
        if (p->at.at[i].word != NULL && !isinf(costs[i])) {
            r->lexical_starts[pl_intern_find(&p->words, p->at.at[i].word) + 2]++;
            n++;
        }
    for (uint32_t w = 0; w < n_words; w++)
        r->lexical_starts[w + 2] += r->lexical_starts[w + 1];
    r->lexical = PL_NEW_ARRAY(&r->arena, pl_lexical, n + 1);
    for (uint32_t i = 0; i < p->at.n; i++)
        if (p->at.at[i].word != NULL && !isinf(costs[i])) {
            uint32_t word = pl_intern_find(&p->words, p->at.at[i].word);
            r->lexical[r->lexical_starts[word + 1]++] =
                (pl_lexical){p->at.at[i].lhs, i, (pl_cost)costs[i]};
        }
}

int pl_ruleset_compile_costs(pl_ruleset *r, const pl_productions *p, const double *costs,
                             const char *start, pl_error *err)
{
    *r = (pl_ruleset){.productions = p, .n_symbols = (uint32_t)p->symbols.n};
    r->start = pl_ruleset_symbol(r, start, 1);
    if (r->start == PL_NONE)
        return pl_fail(err, PL_BAD_INPUT,
                       "the grammar has no symbol %s, which roots should have", start);
    r->fanout = PL_NEW_ARRAY(&r->arena, uint32_t, r->n_symbols + 1);
    for (uint32_t s = 0; s < r->n_symbols; s++) {
        r->fanout[s] = p->symbols.at[s].fanout;
        r->max_fanout = r->fanout[s] > r->max_fanout ? r->fanout[s] : r->max_fanout;
    }
    r->at = PL_NEW_ARRAY(&r->arena, pl_rule, p->at.n + 1);
    r->chains = PL_NEW_ARRAY(&r->arena, uint32_t, p->at.n + 1);
    if (take_rules(r, costs, r->at, &r->n, err) < 0) {
        pl_ruleset_release(r);
        return -1;
    }
    pl_ruleset_break_circles(r, &r->at, &r->n);
    if (r->max_rank > PL_MAX_RANK) {
        pl_ruleset_release(r);
        return pl_fail(err, PL_TOO_LARGE,
                       "more than %d unary productions one above the other", PL_MAX_RANK);
    }
    sort_rules(r);
    list_words(r, costs);
    return 0;
}

int pl_ruleset_compile(pl_ruleset *r, const pl_productions *p,
                       const double *probabilities, const char *start, pl_error *err)
{
    double *costs = pl_alloc_zero(p->at.n + 1, sizeof *costs);
    for (size_t i = 0; i < p->at.n; i++)
        costs[i] = probabilities[i] > 0 ? -log(probabilities[i]) : INFINITY;
    int status = pl_ruleset_compile_costs(r, p, costs, start, err);
    free(costs);
    return status;
}

void pl_ruleset_release(pl_ruleset *r)
{
    pl_arena_release(&r->arena);
    *r = (pl_ruleset){0};
}

uint32_t pl_ruleset_symbol(const pl_ruleset *r, const char *label, uint32_t fanout)
{
    static const uint32_t somewhere[PL_MAX_VARIABLES];
    if (fanout > PL_MAX_VARIABLES)
        return PL_NONE;
    pl_prod_stack s = {.find = r->productions};
    pl_prod_open(&s, label, somewhere, fanout);
    uint32_t symbol = s.parts.at[0].symbol;
    pl_prod_stack_release(&s);
    return symbol;
}

uint32_t pl_ruleset_word(const pl_ruleset *r, const char *word, const pl_lexical **first)
{
    uint32_t number = pl_intern_find(&r->productions->words, word);
    if (number == PL_NONE)
        return 0;
    *first = &r->lexical[r->lexical_starts[number]];
    return r->lexical_starts[number + 1] - r->lexical_starts[number];
}
