/* Productions compiled into rules; see ruleset.h. */
#include "grammar/ruleset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- circles of unary productions --------------------------------------------------- */

/* Strongly connected components of the graph "A → B is a unary rule" by Tarjan's
 * algorithm, without recursion. In a component of several symbols all chains that visit
 * no symbol twice are listed, the shortest first. A rule A → A is left out: no derivation
 * that visits no symbol twice can use it. */

typedef struct graph {
    const pl_rule *rules;
    uint32_t n_symbols;
    pl_index by_lhs;     /* unary rules */
    uint32_t *component; /* [n_symbols] */
    uint32_t *size;      /* [components] */
    pl_arena arena;
} graph;

static bool is_unary(const pl_rule *rule)
{
    return rule->right == PL_NONE;
}

typedef struct frame {
    uint32_t symbol, next; /* the next of its rules */
} frame;

typedef struct tarjan {
    graph *g;
    frame *frames;        /* the path we are on */
    uint32_t *open;       /* symbols that are in no component yet, in order of number */
    uint32_t *seen, *low; /* [n_symbols]  number from 1, 0 if not yet; lowest reachable */
    uint32_t n_frames, n_open, n_seen, components;
} tarjan;

static void enter(tarjan *t, uint32_t symbol)
{
    t->seen[symbol] = t->low[symbol] = ++t->n_seen;
    t->open[t->n_open++] = symbol;
    t->frames[t->n_frames++] = (frame){symbol, t->g->by_lhs.starts[symbol]};
}

static void lower(tarjan *t, uint32_t symbol, uint32_t number)
{
    if (t->low[symbol] > number)
        t->low[symbol] = number;
}

/* All below the symbol has been seen: it may be the first of a component. */
static void leave(tarjan *t)
{
    uint32_t symbol = t->frames[--t->n_frames].symbol, member;
    if (t->n_frames > 0)
        lower(t, t->frames[t->n_frames - 1].symbol, t->low[symbol]);
    if (t->low[symbol] != t->seen[symbol])
        return;
    do {
        member = t->open[--t->n_open];
        t->g->component[member] = t->components;
        t->g->size[t->components]++;
    } while (member != symbol);
    t->components++;
}

static void find_components(graph *g)
{
    uint32_t n = g->n_symbols;
    tarjan t = {.g = g,
                .frames = PL_NEW_ARRAY(&g->arena, frame, n),
                .open = PL_NEW_ARRAY(&g->arena, uint32_t, n),
                .seen = PL_NEW_ARRAY(&g->arena, uint32_t, n),
                .low = PL_NEW_ARRAY(&g->arena, uint32_t, n)};
    g->component = PL_NEW_ARRAY(&g->arena, uint32_t, n);
    g->size = PL_NEW_ARRAY(&g->arena, uint32_t, n);
    memset(g->component, 0xff, n * sizeof *g->component);
    for (uint32_t first = 0; first < n; first++) {
        if (t.seen[first] == 0)
            enter(&t, first);
        while (t.n_frames > 0) {
            frame *f = &t.frames[t.n_frames - 1];
            if (f->next == g->by_lhs.starts[f->symbol + 1]) {
                leave(&t);
                continue;
            }
            uint32_t child = g->rules[g->by_lhs.at[f->next++]].left;
            if (t.seen[child] == 0)
                enter(&t, child);
            else if (g->component[child] == PL_NONE)
                lower(&t, f->symbol, t.seen[child]);
        }
    }
}

/* -- chains ------------------------------------------------------------------------- */

typedef struct step {                      /* a chain, by its last rule */
    uint32_t symbol, rule, before, length; /* `before`: the chain without that rule */
    pl_cost cost;
} step;

typedef struct maker {
    pl_ruleset *r;
    graph *g;
    PL_VEC(pl_rule) rules;
    PL_VEC(uint32_t) chains;
    PL_VEC(step) steps;
} maker;

static bool visits(const maker *m, uint32_t at, uint32_t symbol)
{
    for (; at != PL_NONE; at = m->steps.at[at].before)
        if (m->steps.at[at].symbol == symbol)
            return true;
    return false;
}

/* The rule top → twin of the symbol that the chain ends in. */
static void add_chain(maker *m, uint32_t top, uint32_t last)
{
    const step *s = &m->steps.at[last];
    pl_rule rule = {.lhs = top,
                    .left = m->r->twin[s->symbol],
                    .right = PL_NONE,
                    .cost = s->cost,
                    .chain = (uint32_t)m->chains.n,
                    .n_chain = s->length};
    for (uint32_t i = 0; i < s->length; i++)
        PL_PUSH(&m->chains, 0);
    for (uint32_t at = last, i = s->length; i-- > 0; at = m->steps.at[at].before)
        m->chains.at[rule.chain + i] =
            m->chains.at[m->g->rules[m->steps.at[at].rule].chain];
    PL_PUSH(&m->rules, rule);
}

/* All chains from `top` within its component, breadth first. */
static void make_chains(maker *m, uint32_t top)
{
    const graph *g = m->g;
    uint32_t most = PL_MAX_CHAINS / g->size[g->component[top]] + 1;
    m->steps.n = 0;
    PL_PUSH(&m->steps, (step){top, PL_NONE, PL_NONE, 0, 0});
    for (uint32_t at = 0; at < m->steps.n; at++) {
        add_chain(m, top, at);
        uint32_t symbol = m->steps.at[at].symbol;
        for (uint32_t i = g->by_lhs.starts[symbol]; i < g->by_lhs.starts[symbol + 1];
             i++) {
            const pl_rule *rule = &g->rules[g->by_lhs.at[i]];
            if (g->component[rule->left] != g->component[top] || m->steps.n >= most ||
                visits(m, at, rule->left))
                continue;
            step next = {rule->left, g->by_lhs.at[i], at, m->steps.at[at].length + 1,
                         m->steps.at[at].cost + rule->cost};
            PL_PUSH(&m->steps, next);
        }
    }
}

/* Gives every symbol of a circle its twin. */
static void make_twins(pl_ruleset *r, const graph *g)
{
    uint32_t n = r->n_symbols;
    r->twin = PL_NEW_ARRAY(&r->arena, uint32_t, 2 * (size_t)n + 1);
    r->shown = PL_NEW_ARRAY(&r->arena, uint32_t, 2 * (size_t)n + 1);
    uint32_t *fanout = PL_NEW_ARRAY(&r->arena, uint32_t, 2 * (size_t)n + 1);
    for (uint32_t s = 0; s < n; s++) {
        r->twin[s] = r->shown[s] = s;
        fanout[s] = r->fanout[s];
    }
    for (uint32_t s = 0; s < n; s++)
        if (g->size[g->component[s]] > 1) {
            uint32_t hidden = r->n_symbols++;
            r->twin[s] = r->twin[hidden] = hidden;
            r->shown[hidden] = s;
            fanout[hidden] = fanout[s];
        }
    r->fanout = fanout;
}

/* The longest path below each symbol; few rounds, since chains are short (longer ones
 * than PL_MAX_RANK need not be known). */
static void make_ranks(pl_ruleset *r)
{
    r->rank = PL_NEW_ARRAY(&r->arena, uint32_t, r->n_symbols + 1);
    for (bool changed = true; changed && r->max_rank <= PL_MAX_RANK;) {
        changed = false;
        for (const pl_rule *rule = r->at; rule < r->at + r->n; rule++)
            if (is_unary(rule) && r->rank[rule->lhs] <= r->rank[rule->left]) {
                uint32_t rank = r->rank[rule->lhs] = r->rank[rule->left] + 1;
                r->max_rank = rank > r->max_rank ? rank : r->max_rank;
                changed = true;
            }
    }
}

static void *copy(pl_ruleset *r, const void *bytes, size_t n)
{
    return pl_arena_grow(&r->arena, bytes, n, n + 1);
}

/* Replaces the circles among the unary rules. Sets twin, shown and rank, and n_symbols,
 * the rules and their chains anew. */
static void break_circles(pl_ruleset *r)
{
    graph g = {.rules = r->at, .n_symbols = r->n_symbols};
    maker m = {.r = r, .g = &g};
    pl_index_make(&g.by_lhs, &r->at->lhs, sizeof *r->at, r->n_binary, r->n, r->n_symbols,
                  &g.arena);
    find_components(&g);
    make_twins(r, &g);
    for (uint32_t i = 0; i < r->n; i++) { /* chains[i] is the production of rule i */
        PL_PUSH(&m.chains, r->chains[i]);
        pl_rule rule = r->at[i];
        if (is_unary(&rule) && g.component[rule.lhs] == g.component[rule.left])
            continue;
        rule.lhs = r->twin[rule.lhs];
        PL_PUSH(&m.rules, rule);
    }
    for (uint32_t s = 0; s < g.n_symbols; s++)
        if (r->twin[s] != s)
            make_chains(&m, s);
    r->n = (uint32_t)m.rules.n;
    r->at = copy(r, m.rules.at, m.rules.n * sizeof *r->at);
    r->chains = copy(r, m.chains.at, m.chains.n * sizeof *r->chains);
    make_ranks(r);
    PL_VEC_RELEASE(&m.rules, &m.chains, &m.steps);
    pl_arena_release(&g.arena);
}

/* -- rules -------------------------------------------------------------------------- */

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

/* Adds the productions with n_children as rules, and their numbers to r->chains. */
static int take_rules(pl_ruleset *r, uint32_t n_children, const double *costs,
                      pl_error *err)
{
    const pl_productions *p = r->productions;
    for (uint32_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        if (isinf(costs[i]) || (q->n_rhs != n_children && q->n_rhs <= 2))
            continue;
        if (q->n_rhs > 2)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s has a production with %u children; binarize the grammar",
                           p->symbols.at[q->lhs].label, q->n_rhs);
        pl_rule *rule = &r->at[r->n];
        *rule = (pl_rule){.lhs = q->lhs,
                          .left = q->rhs[0],
                          .right = n_children == 2 ? q->rhs[1] : PL_NONE,
                          .cost = (pl_cost)costs[i],
                          .chain = r->n,
                          .n_chain = 1};
        if (make_pattern(p, q, &rule->pattern, err) < 0)
            return -1;
        if (n_children == 1)
            rule->pattern = 0;
        r->chains[r->n++] = i;
        r->n_binary += n_children == 2;
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

/* Whether a yield function begins 01: the first block goes on in the other child. */
static bool joins_first(uint64_t pattern)
{
    while (pattern >= 32)
        pattern >>= 2;
    return pattern == PL_ADJACENT;
}

/* Rules that are sorted so that those of a group follow each other. */
static void make_groups(pl_ruleset *r)
{
    r->groups = PL_NEW_ARRAY(&r->arena, pl_rule_group, r->n_binary + 1);
    pl_rule_group *g = r->groups;
    for (uint32_t k = 0; k < r->n_binary; k++) {
        const pl_rule *rule = &r->at[k];
        if (k > 0 && (rule->left != g->child[0] || rule->right != g->child[1]))
            g++;
        if (k == 0 || g->end == 0)
            *g = (pl_rule_group){.child = {rule->left, rule->right}, .first = k};
        g->end = k + 1;
        g->joins |= joins_first(rule->pattern);
        g->gaps |= !joins_first(rule->pattern);
    }
    r->n_groups = r->n_binary > 0 ? (uint32_t)(g - r->groups) + 1 : 0;
}

static void index_groups(pl_ruleset *r)
{
    const uint32_t n = r->n_groups;
    uint32_t *rarer = pl_alloc(sizeof *rarer * (n + 1));
    for (int side = 0; side < 2; side++)
        pl_index_make(&r->by_child[side], &r->groups->child[side], sizeof *r->groups, 0,
                      n, r->n_symbols, &r->arena);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *child = r->groups[i].child;
        uint32_t times[2] = {0, 0};
        for (int k = 0; k < 4; k++)
            times[k / 2] += r->by_child[k % 2].starts[child[k / 2] + 1] -
                            r->by_child[k % 2].starts[child[k / 2]];
        rarer[i] = child[times[1] < times[0]];
    }
    pl_index by_rarer;
    pl_index_make(&by_rarer, rarer, sizeof *rarer, 0, n, r->n_symbols, &r->arena);
    r->partner_starts = by_rarer.starts;
    r->partners = PL_NEW_ARRAY(&r->arena, pl_partner, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t group = by_rarer.at[i];
        const uint32_t *child = r->groups[group].child;
        r->partners[i] = (pl_partner){child[child[0] == rarer[group]], group};
    }
    free(rarer);
}

static void sort_rules(pl_ruleset *r)
{
    qsort(r->at, r->n, sizeof *r->at, by_left);
    const uint32_t n = r->n_symbols, n_binary = r->n_binary;
    const size_t stride = sizeof *r->at;
    pl_index_make(&r->by_left, &r->at->left, stride, 0, n_binary, n, &r->arena);
    pl_index_make(&r->by_right, &r->at->right, stride, 0, n_binary, n, &r->arena);
    pl_index_make(&r->by_lhs, &r->at->lhs, stride, 0, r->n, n, &r->arena);
    pl_index_make(&r->unary, &r->at->left, stride, n_binary, r->n, n, &r->arena);
    make_groups(r);
    index_groups(r);
}

static void list_words(pl_ruleset *r, const double *costs)
{
    const pl_productions *p = r->productions;
    uint32_t n = (uint32_t)p->at.n, *words = pl_alloc(sizeof *words * (n + 1));
    pl_index by_word;
    for (uint32_t i = 0; i < n; i++)
        words[i] = p->at.at[i].word != NULL && !isinf(costs[i])
                       ? pl_intern_find(&p->words, p->at.at[i].word)
                       : PL_NONE;
    pl_index_make(&by_word, words, sizeof *words, 0, n, p->words.n, &r->arena);
    free(words);
    r->lexical_starts = by_word.starts;
    r->lexical = PL_NEW_ARRAY(&r->arena, pl_lexical, by_word.starts[p->words.n] + 1);
    for (uint32_t i = 0; i < by_word.starts[p->words.n]; i++) {
        uint32_t production = by_word.at[i];
        r->lexical[i] = (pl_lexical){p->at.at[production].lhs, production,
                                     (pl_cost)costs[production]};
    }
}

static int compile(pl_ruleset *r, const pl_productions *p, const double *costs,
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
    if (take_rules(r, 2, costs, err) < 0 || take_rules(r, 1, costs, err) < 0) {
        pl_ruleset_release(r);
        return -1;
    }
    break_circles(r);
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
                       const double *probabilities, const bool *starts, const char *root,
                       pl_error *err)
{
    double *costs = pl_alloc_zero(p->at.n + 1, sizeof *costs);
    for (size_t i = 0; i < p->at.n; i++) {
        costs[i] = probabilities[i] > 0 ? -log(probabilities[i]) : INFINITY;
        costs[i] += starts != NULL && starts[i] ? PL_FRAGMENT_COST : 0;
    }
    int status = compile(r, p, costs, root, err);
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
