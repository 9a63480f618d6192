/* Circles of unary productions; see rules.h.
 *
 * Strongly connected components of the graph "A → B is a unary rule" by Tarjan's
 * algorithm, without recursion. In a component of several symbols all chains that visit
 * no symbol twice are listed, the shortest first. A rule A → A is left out: no derivation
 * that visits no symbol twice can use it. */
#include "grammar/rules.h"

#include <string.h>

typedef struct graph {
    const pl_rule *rules;
    uint32_t n_symbols;
    uint32_t *starts, *at; /* unary rules by lhs */
    uint32_t *component;   /* [n_symbols] */
    uint32_t *size;        /* [components] */
    pl_arena arena;
} graph;

static bool is_unary(const pl_rule *rule)
{
    return rule->right == PL_NONE;
}

static void build(graph *g, uint32_t n)
{
    g->starts = PL_NEW_ARRAY(&g->arena, uint32_t, g->n_symbols + 2);
    for (uint32_t i = 0; i < n; i++)
        g->starts[g->rules[i].lhs + 2] += is_unary(&g->rules[i]);
    for (uint32_t s = 0; s < g->n_symbols; s++)
        g->starts[s + 2] += g->starts[s + 1];
    g->at = PL_NEW_ARRAY(&g->arena, uint32_t, g->starts[g->n_symbols + 1] + 1);
    for (uint32_t i = 0; i < n; i++)
        if (is_unary(&g->rules[i]))
            g->at[g->starts[g->rules[i].lhs + 1]++] = i;
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
    t->frames[t->n_frames++] = (frame){symbol, t->g->starts[symbol]};
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
            if (f->next == g->starts[f->symbol + 1]) {
                leave(&t);
                continue;
            }
            uint32_t child = g->rules[g->at[f->next++]].left;
            if (t.seen[child] == 0)
                enter(&t, child);
            else if (g->component[child] == PL_NONE)
                lower(&t, f->symbol, t.seen[child]);
        }
    }
}

/* -- chains ------------------------------------------------------------------------ */

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
    step first = {top, PL_NONE, PL_NONE, 0, 0};
    m->steps.n = 0;
    PL_PUSH(&m->steps, first);
    for (uint32_t at = 0; at < m->steps.n; at++) {
        add_chain(m, top, at);
        uint32_t symbol = m->steps.at[at].symbol;
        for (uint32_t i = g->starts[symbol]; i < g->starts[symbol + 1]; i++) {
            const pl_rule *rule = &g->rules[g->at[i]];
            if (g->component[rule->left] != g->component[top] || m->steps.n >= most ||
                visits(m, at, rule->left))
                continue;
            step next = {rule->left, g->at[i], at, m->steps.at[at].length + 1,
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
static void make_ranks(pl_ruleset *r, const pl_rule *rules, uint32_t n)
{
    r->rank = PL_NEW_ARRAY(&r->arena, uint32_t, r->n_symbols + 1);
    for (bool changed = true; changed && r->max_rank <= PL_MAX_RANK;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            if (is_unary(&rules[i]) && r->rank[rules[i].lhs] <= r->rank[rules[i].left]) {
                uint32_t rank = r->rank[rules[i].lhs] = r->rank[rules[i].left] + 1;
                r->max_rank = rank > r->max_rank ? rank : r->max_rank;
                changed = true;
            }
    }
}

void pl_ruleset_break_circles(pl_ruleset *r, pl_rule **rules, uint32_t *n)
{
    graph g = {.rules = *rules, .n_symbols = r->n_symbols};
    maker m = {.r = r, .g = &g};
    build(&g, *n);
    find_components(&g);
    make_twins(r, &g);
    for (uint32_t i = 0; i < *n; i++) { /* chains[i] is the production of rule i */
        PL_PUSH(&m.chains, r->chains[i]);
        pl_rule rule = (*rules)[i];
        if (is_unary(&rule) && g.component[rule.lhs] == g.component[rule.left])
            continue;
        rule.lhs = r->twin[rule.lhs];
        PL_PUSH(&m.rules, rule);
    }
    for (uint32_t s = 0; s < g.n_symbols; s++)
        if (r->twin[s] != s)
            make_chains(&m, s);
    *n = (uint32_t)m.rules.n;
    *rules = pl_arena_grow(&r->arena, m.rules.at, m.rules.n * sizeof **rules,
                           m.rules.n * sizeof **rules + 1);
    r->chains = pl_arena_grow(&r->arena, m.chains.at, m.chains.n * sizeof *r->chains,
                              m.chains.n * sizeof *r->chains + 1);
    make_ranks(r, *rules, *n);
    PL_VEC_RELEASE(&m.rules);
    PL_VEC_RELEASE(&m.chains);
    PL_VEC_RELEASE(&m.steps);
    pl_arena_release(&g.arena);
}
