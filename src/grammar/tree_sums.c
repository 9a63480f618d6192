/* The most probable trees; see kbest.h.
 *
 * Each item has a list of trees, the most probable first, made of the lists of the items
 * below it:
 *
 *     p(tree) = sum over edges e of the item, trees l and r below e that make this tree
 *               with it, of  p(rule of e) * p(l) * p(r)
 *
 * Derivations of the same tree become one as soon as its root is reached, so that few
 * trees stand for very many derivations. An inner item has sequences of the parts of a
 * fragment in the place of trees. What is left out is what no derivation of the sentence
 * has that is good enough: with the outside cost of an item we know for each of its trees.
 *
 * Probabilities are relative to that of the item's best derivation, which is a cost:
 * nothing underflows, and there is one exponential for an edge, none for a tree. */
#include "grammar/kbest.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 10, /* list of an item, if no more trees are wanted */
    SLOTS = 4096, /* more than twice the trees of an item before the list is cut */
};

typedef struct entry {          /* a tree over an item, or a sequence of parts */
    double p, best;             /* of all its derivations, of the best one */
    uint64_t key;               /* 0 for a terminal */
    uint32_t edge, left, right; /* the best one: an edge, and entries of its items */
} entry;

typedef struct list { /* of an item, in `entries` */
    uint32_t first, n;
} list;

struct pl_tree_sums {
    pl_chart *chart;
    const pl_tree_keys *keys;
    pl_cost limit; /* of derivations of the sentence */
    uint32_t longest;
    PL_VEC(pl_cost) outside; /* [items] */
    PL_VEC(list) lists;      /* [items] */
    PL_VEC(entry) entries;
    PL_VEC(uint64_t) parts; /* of a fragment; scratch */
    uint32_t slots[SLOTS];  /* by key: number + 1 of an entry of the item at hand */
};

pl_tree_sums *pl_tree_sums_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_tree_sums));
}

void pl_tree_sums_free(pl_tree_sums *s)
{
    if (s == NULL)
        return;
    PL_VEC_RELEASE(&s->outside, &s->lists, &s->entries, &s->parts);
    free(s);
}

/* -- keys --------------------------------------------------------------------------- */

static inline const entry *entry_of(const pl_tree_sums *s, uint32_t item, uint32_t rank)
{
    return &s->entries.at[s->lists.at[item].first + rank];
}

static inline bool is_inner(const pl_tree_sums *s, uint32_t symbol)
{
    return s->keys->inner[s->chart->rules->shown[symbol]];
}

static void gather(pl_tree_sums *s, uint32_t edge, uint32_t left, uint32_t right);

/* What the parent of an item sees of it: a tree, or the parts inside it. Recursion goes
 * through one fragment. */
static void gather_child(pl_tree_sums *s, uint32_t item, uint32_t rank)
{
    const entry *x = entry_of(s, item, rank);
    bool terminal = s->chart->edges.at[x->edge].rule == PL_NONE;
    if (!terminal && is_inner(s, s->chart->items.at[item].symbol))
        gather(s, x->edge, x->left, x->right);
    else
        PL_PUSH(&s->parts, x->key);
}

/* The key of the fragment at `production` above the parts from `first` on. */
static uint64_t close_fragment(pl_tree_sums *s, uint32_t production, size_t first)
{
    uint64_t key = s->keys->key(s->keys->context, production, &s->parts.at[first],
                                (uint32_t)(s->parts.n - first));
    s->parts.n = first;
    return key != 0 ? key : 1; /* 0 is a terminal */
}

/* A rule may be a chain of productions with fragments that begin and end within it. */
static void gather(pl_tree_sums *s, uint32_t edge, uint32_t left, uint32_t right)
{
    const pl_ruleset *r = s->chart->rules;
    pl_hyperedge e = s->chart->edges.at[edge];
    const pl_rule *rule = &r->at[e.rule];
    size_t first = s->parts.n;
    gather_child(s, e.left, left);
    if (e.right != PL_NONE)
        gather_child(s, e.right, right);
    for (uint32_t i = rule->n_chain; i-- > 1;) {
        uint32_t production = r->chains[rule->chain + i];
        if (!s->keys->inner[r->productions->at.at[production].lhs]) {
            uint64_t key = close_fragment(s, production, first);
            PL_PUSH(&s->parts, key);
        }
    }
}

/* The key of the tree that an edge makes of entries below it. A rule without productions
 * is that of a hidden twin, whose tree is the one below. */
static uint64_t tree_key(pl_tree_sums *s, const entry *x)
{
    const pl_ruleset *r = s->chart->rules;
    const pl_rule *rule = &r->at[s->chart->edges.at[x->edge].rule];
    s->parts.n = 0;
    gather(s, x->edge, x->left, x->right);
    return rule->n_chain == 0 ? s->parts.at[0]
                              : close_fragment(s, r->chains[rule->chain], 0);
}

/* The key of a sequence of parts that begins with one and goes on with another; different
 * chains make different ones. */
static uint64_t sequence_key(const pl_tree_sums *s, const entry *x)
{
    const pl_hyperedge *e = &s->chart->edges.at[x->edge];
    uint64_t chain = s->chart->rules->at[e->rule].n_chain > 1 ? e->rule + 1 : 0;
    uint64_t key = pl_mix(entry_of(s, e->left, x->left)->key + 1 + (chain << 32));
    if (e->right != PL_NONE)
        key = pl_mix(key * 31 + entry_of(s, e->right, x->right)->key);
    return key;
}

/* -- lists -------------------------------------------------------------------------- */

/* Adds a derivation to the entry of its tree, a new one if need be, of those from
 * `first` on. */
static void add(pl_tree_sums *s, entry x, uint32_t first)
{
    uint32_t i = (uint32_t)(x.key ^ x.key >> 32) % SLOTS;
    for (; s->slots[i] != 0; i = (i + 1) % SLOTS) {
        entry *y = &s->entries.at[s->slots[i] - 1];
        if (y->key != x.key)
            continue;
        y->p += x.p;
        if (x.best > y->best) {
            y->best = x.best;
            y->edge = x.edge;
            y->left = x.left;
            y->right = x.right;
        }
        return;
    }
    if (s->entries.n - first >= SLOTS / 2)
        return;
    PL_PUSH(&s->entries, x);
    s->slots[i] = (uint32_t)s->entries.n;
}

/* All trees that an edge makes of those below it, as far as they are good enough. */
static void add_edge(pl_tree_sums *s, uint32_t item, uint32_t edge, double least,
                     uint32_t first)
{
    const pl_chart *c = s->chart;
    const pl_hyperedge e = c->edges.at[edge];
    bool binary = e.rule != PL_NONE && e.right != PL_NONE;
    bool inner = is_inner(s, c->items.at[item].symbol);
    pl_cost cost = pl_edge_cost(c, &e);
    if (e.rule == PL_NONE) {
        double p = exp(c->items.at[item].cost - cost);
        add(s, (entry){p, p, 0, edge, 0, 0}, first);
        return;
    }
    cost += c->items.at[e.left].cost + (binary ? c->items.at[e.right].cost : 0);
    if (s->outside.at[item] + cost > s->limit)
        return;
    double p = exp(c->items.at[item].cost - cost);
    list l = s->lists.at[e.left], r = binary ? s->lists.at[e.right] : (list){0, 1};
    for (uint32_t i = 0; i < l.n; i++)
        for (uint32_t k = 0; k < r.n; k++) {
            const entry *x = &s->entries.at[l.first + i];
            const entry *y = &s->entries.at[r.first + k];
            entry z = {p * x->p, p * x->best, 0, edge, i, k};
            if (binary) {
                z.p *= y->p;
                z.best *= y->best;
            }
            if (z.p < least) {
                r.n = k; /* nor is what comes after it good enough with worse ones */
                break;
            }
            z.key = inner ? sequence_key(s, &z) : tree_key(s, &z);
            add(s, z, first);
        }
}

static int by_p(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->p != y->p)
        return x->p > y->p ? -1 : 1;
    return x->edge != y->edge   ? x->edge < y->edge ? -1 : 1
           : x->left != y->left ? x->left < y->left ? -1 : 1
                                : (x->right > y->right) - (x->right < y->right);
}

static void clear_slots(pl_tree_sums *s, const list *l)
{
    for (uint32_t k = 0; k < l->n; k++) {
        uint64_t key = s->entries.at[l->first + k].key;
        for (uint32_t i = (uint32_t)(key ^ key >> 32) % SLOTS; s->slots[i] != 0;
             i = (i + 1) % SLOTS)
            s->slots[i] = 0;
    }
}

static void make_list(pl_tree_sums *s, uint32_t item)
{
    pl_chart *c = s->chart;
    list l = {(uint32_t)s->entries.n, 0};
    double least = exp(s->outside.at[item] + c->items.at[item].cost - s->limit);
    for (uint32_t e = pl_chart_edges(c, item); e != PL_NONE; e = c->edges.at[e].next)
        add_edge(s, item, e, least, l.first);
    l.n = (uint32_t)s->entries.n - l.first;
    clear_slots(s, &l);
    if (l.n > 1)
        qsort(&s->entries.at[l.first], l.n, sizeof(entry), by_p);
    l.n = l.n < s->longest ? l.n : s->longest;
    s->entries.n = l.first + l.n;
    s->lists.at[item] = l;
}

/* -- the sentence ------------------------------------------------------------------- */

static pl_ranked pick(void *context, uint32_t item, uint32_t rank)
{
    const entry *x = entry_of(context, item, rank);
    return (pl_ranked){0, x->edge, x->left, x->right};
}

uint32_t pl_tree_sums_find(pl_tree_sums *s, pl_chart *c, pl_cost more,
                           const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                           pl_derivation *out)
{
    s->chart = c;
    s->keys = keys;
    s->limit = c->items.at[c->goal].cost + more;
    s->longest = nbest > LONGEST ? nbest : LONGEST;
    s->entries.n = 0;
    PL_RESERVE(&s->outside, c->items.n);
    PL_FILL(&s->lists, c->items.n, 0);
    pl_chart_outside(c, more, s->outside.at);
    for (uint32_t i = 0; i < c->items.n; i++) {
        uint32_t item = pl_chart_order(c, i);
        if (!isinf(s->outside.at[item]))
            make_list(s, item);
    }
    uint32_t n = s->lists.at[c->goal].n < nbest ? s->lists.at[c->goal].n : nbest;
    for (uint32_t i = 0; i < n; i++) {
        pl_chart_derivation(c, pick, s, c->goal, i, m, &out[i]);
        out[i].cost = c->items.at[c->goal].cost - log(entry_of(s, c->goal, i)->p);
    }
    return n;
}
