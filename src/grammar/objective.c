/* The most probable tree; see kbest.h.
 *
 *     p(tree) = sum of p(d) over those of the n best derivations d that have its key
 *
 * Most derivations of a k-best list share most of their parts, so keys of trees are
 * computed once for each ranked derivation of an item, from the keys of those below it.
 */
#include "grammar/kbest.h"

#include <math.h>
#include <stdlib.h>

typedef struct place { /* a ranked derivation of an item */
    uint32_t item, rank;
} place;

typedef struct summing {
    pl_kbest *k;
    pl_chart *c;
    const pl_tree_keys *keys;
    PL_VEC(uint64_t) parts; /* keys at the frontier of the fragment, 0 for terminals */
    PL_VEC(place) missing;  /* places whose keys are needed first */
} summing;

static bool is_inner(const summing *s, uint32_t item)
{
    return s->keys->inner[s->c->rules->shown[s->c->items.at[item].symbol]];
}

/* The key of the fragment at `production` above the parts from `first` on, which it takes
 * the place of. */
static uint64_t close_fragment(summing *s, uint32_t production, size_t first)
{
    uint64_t key = s->keys->key(s->keys->context, production, &s->parts.at[first],
                                (uint32_t)(s->parts.n - first));
    s->parts.n = first;
    return key != 0 ? key : 1; /* 0 means not known yet */
}

static void gather(summing *s, place at);

/* What the parent of `at` sees of it: itself as a part, or the parts inside it. */
static void gather_child(summing *s, place at)
{
    const pl_chart *c = s->c;
    pl_ranked d = pl_kbest_get(s->k, at.item, at.rank);
    const pl_hyperedge *e = &c->edges.at[d.edge];
    if (e->rule == PL_NONE)
        PL_PUSH(&s->parts, 0);
    else if (is_inner(s, at.item))
        gather(s, at);
    else {
        uint64_t key = *pl_kbest_note(s->k, at.item, at.rank);
        if (key == 0)
            PL_PUSH(&s->missing, at);
        PL_PUSH(&s->parts, key);
    }
}

/* The parts below the fragment that `at` belongs to. A rule may be a chain of productions
 * with fragments that begin and end within it. Recursion goes through one fragment, whose
 * frontier covers words of the sentence, and PL_MAX_RANK. */
static void gather(summing *s, place at)
{
    const pl_chart *c = s->c;
    pl_ranked d = pl_kbest_get(s->k, at.item, at.rank);
    pl_hyperedge e = c->edges.at[d.edge];
    const pl_rule *rule = &c->rules->at[e.rule];
    size_t first = s->parts.n;
    gather_child(s, (place){e.left, d.left});
    if (e.right != PL_NONE)
        gather_child(s, (place){e.right, d.right});
    for (uint32_t i = rule->n_chain; i-- > 1;) {
        uint32_t production = c->rules->chains[rule->chain + i];
        uint32_t symbol = c->rules->productions->at.at[production].lhs;
        if (!s->keys->inner[symbol]) {
            uint64_t key = close_fragment(s, production, first);
            PL_PUSH(&s->parts, key);
        }
    }
}

/* The key of the tree at `at`, which is no terminal and not inner. */
static uint64_t find_key(summing *s, place at)
{
    size_t bottom = s->missing.n;
    PL_PUSH(&s->missing, at);
    while (s->missing.n > bottom) {
        place top = s->missing.at[s->missing.n - 1];
        uint64_t *note = pl_kbest_note(s->k, top.item, top.rank);
        size_t waiting = s->missing.n;
        if (*note != 0) {
            s->missing.n--;
            continue;
        }
        s->parts.n = 0;
        gather(s, top);
        if (s->missing.n > waiting)
            continue;
        pl_ranked d = pl_kbest_get(s->k, top.item, top.rank);
        const pl_rule *rule = &s->c->rules->at[s->c->edges.at[d.edge].rule];
        /* A hidden twin alone: the tree is the one below, which may be a terminal. */
        uint64_t key = rule->n_chain == 0
                           ? s->parts.at[0]
                           : close_fragment(s, s->c->rules->chains[rule->chain], 0);
        *pl_kbest_note(s->k, top.item, top.rank) = key != 0 ? key : 1;
        s->missing.n--;
    }
    return *pl_kbest_note(s->k, at.item, at.rank);
}

/* -- summing ------------------------------------------------------------------------ */

typedef struct sum { /* of the derivations of one tree */
    uint64_t key;
    double share;  /* relative to the best derivation of all */
    uint32_t rank; /* of its best derivation */
} sum;

static int by_share(const void *a, const void *b)
{
    const sum *x = a, *y = b;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* The sum of this key among those in the table, new if need be. */
static sum *sum_of(sum *sums, uint32_t *n, uint32_t *slots, uint32_t mask, uint64_t key,
                   uint32_t rank)
{
    uint32_t i = (uint32_t)(key ^ key >> 32) & mask;
    while (slots[i] != 0 && sums[slots[i] - 1].key != key)
        i = (i + 1) & mask;
    if (slots[i] == 0) {
        sums[(*n)++] = (sum){key, 0, rank};
        slots[i] = *n;
    }
    return &sums[slots[i] - 1];
}

uint32_t pl_most_probable(pl_kbest *k, pl_chart *c, uint32_t item, uint32_t n,
                          const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                          pl_derivation *out)
{
    summing s = {.k = k, .c = c, .keys = keys};
    uint32_t n_sums = 0, size = 64;
    n = pl_kbest_find(k, item, n);
    while (size < 2 * n)
        size *= 2;
    sum *sums = PL_NEW_ARRAY(m, sum, n + 1);
    uint32_t *slots = PL_NEW_ARRAY(m, uint32_t, size);
    double best = c->items.at[item].cost;
    for (uint32_t rank = 0; rank < n; rank++) {
        pl_ranked d = pl_kbest_get(k, item, rank);
        bool terminal = c->edges.at[d.edge].rule == PL_NONE;
        uint64_t key = terminal ? 1 : find_key(&s, (place){item, rank});
        sum_of(sums, &n_sums, slots, size - 1, key, rank)->share += exp(best - d.cost);
    }
    qsort(sums, n_sums, sizeof *sums, by_share);
    n = n_sums < nbest ? n_sums : nbest;
    for (uint32_t i = 0; i < n; i++) {
        pl_kbest_derivation(k, item, sums[i].rank, m, &out[i]);
        out[i].cost = best - log(sums[i].share);
    }
    PL_VEC_RELEASE(&s.parts);
    PL_VEC_RELEASE(&s.missing);
    return n;
}
