/* K-best derivations; see kbest.h.
 *
 * Each item that is asked for more than its cost has a list of the derivations found so
 * far, best first, and a heap of candidates for the next one. A candidate (e, l, r) is an
 * edge e with the l-th derivation of its left child and the r-th of its right child:
 *
 *     cost(e, l, r) = cost(rule of e) + cost(left, l) + cost(right, r)
 *
 * The heap begins with (e, 0, 0) for every edge e. The next derivation is the cheapest
 * candidate; once it is taken, its successors come in:
 *
 *     (e, l, r)  →  (e, l, r + 1)   and, if r = 0,   (e, l + 1, 0)
 *
 *            r  0   1   2          so that each pair comes in once, by one way only,
 *       l 0     •───•───•──        and never before a cheaper one: costs rise along
 *         1     •───•───•──        each arrow
 *         2     •───•───•──
 *
 * Successors come in only when the derivation after it is wanted, since they need the
 * next derivation of a child, which is then looked for in the same way. Items that wait
 * for others are on a stack of our own: the depth depends on grammar and sentence. */
#include "grammar/kbest.h"

#include <math.h>
#include <string.h>

/* What the item does next: brings in the successor by the right or the left child, takes
 * the cheapest candidate, or has no more. */
typedef enum phase { RIGHT, LEFT, TAKE, DONE } phase;

typedef struct mark { /* of a derivation */
    uint64_t note;    /* see note_of */
    uint32_t seen;    /* in which round pl_kbest_mark has last been there */
} mark;

typedef struct vertex { /* of an item */
    pl_ranked *found, *heap;
    mark *marks; /* [n_marks] */
    uint32_t n_found, cap_found, n_heap, cap_heap, n_marks;
    phase phase;
} vertex;

typedef struct wish { /* for a number of derivations of an item; in walks, for a rank */
    uint32_t item, want;
} wish;

struct pl_kbest {
    pl_chart *chart;
    PL_VEC(uint32_t) of; /* [items]  number + 1 of the item's vertex */
    PL_VEC(vertex) vertices;
    PL_VEC(wish) wishes;
    PL_VEC(wish) path; /* scratch of walks through derivations */
    uint32_t round;
    pl_arena arena;
};

pl_kbest *pl_kbest_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_kbest));
}

void pl_kbest_free(pl_kbest *k)
{
    if (k == NULL)
        return;
    PL_VEC_RELEASE(&k->of, &k->vertices, &k->wishes, &k->path);
    pl_arena_release(&k->arena);
    free(k);
}

void pl_kbest_start(pl_kbest *k, pl_chart *c)
{
    k->chart = c;
    k->round = 0;
    k->vertices.n = 0;
    PL_FILL(&k->of, c->items.n, 0);
    pl_arena_reset(&k->arena);
}

/* -- the heap ----------------------------------------------------------------------- */

/* Ties go to the older edge, then to lower ranks, so that lists are the same every time.
 */
static inline bool before(const pl_ranked *a, const pl_ranked *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->edge != b->edge)
        return a->edge < b->edge;
    return a->left != b->left ? a->left < b->left : a->right < b->right;
}

static void sift_down(pl_ranked *heap, uint32_t n, uint32_t i)
{
    pl_ranked item = heap[i];
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(&heap[child + 1], &heap[child]))
            child++;
        if (!before(&heap[child], &item))
            break;
        heap[i] = heap[child];
    }
    heap[i] = item;
}

/* Room for one more in an array of n. */
static pl_ranked *room(pl_kbest *k, pl_ranked *at, uint32_t n, uint32_t *cap)
{
    if (n < *cap)
        return at;
    *cap = n > 0 ? 2 * n : 4;
    return pl_arena_grow(&k->arena, at, n * sizeof *at, *cap * sizeof *at);
}

static void heap_push(pl_kbest *k, vertex *v, pl_ranked item)
{
    v->heap = room(k, v->heap, v->n_heap, &v->cap_heap);
    uint32_t i = v->n_heap++;
    for (; i > 0 && before(&item, &v->heap[(i - 1) / 2]); i = (i - 1) / 2)
        v->heap[i] = v->heap[(i - 1) / 2];
    v->heap[i] = item;
}

static void heap_take(pl_kbest *k, vertex *v)
{
    v->found = room(k, v->found, v->n_found, &v->cap_found);
    v->found[v->n_found++] = v->heap[0];
    v->heap[0] = v->heap[--v->n_heap];
    if (v->n_heap > 0)
        sift_down(v->heap, v->n_heap, 0);
}

/* -- looking for the next ----------------------------------------------------------- */

static void make_vertex(pl_kbest *k, uint32_t item)
{
    pl_chart *c = k->chart;
    vertex v = {.phase = TAKE};
    uint32_t first = pl_chart_edges(c, item);
    for (uint32_t e = first; e != PL_NONE; e = c->edges.at[e].next)
        v.cap_heap++;
    v.cap_heap += 2;
    v.heap = pl_arena_alloc(&k->arena, v.cap_heap * sizeof *v.heap);
    for (uint32_t e = first; e != PL_NONE; e = c->edges.at[e].next) {
        const pl_hyperedge *x = &c->edges.at[e];
        pl_cost cost = pl_edge_cost(c, x);
        if (x->rule != PL_NONE)
            cost += c->items.at[x->left].cost;
        if (x->rule != PL_NONE && x->right != PL_NONE)
            cost += c->items.at[x->right].cost;
        v.heap[v.n_heap++] = (pl_ranked){cost, e, 0, 0};
    }
    for (uint32_t i = v.n_heap / 2; i-- > 0;)
        sift_down(v.heap, v.n_heap, i);
    PL_PUSH(&k->vertices, v);
    k->of.at[item] = (uint32_t)k->vertices.n;
}

static inline vertex *vertex_of(pl_kbest *k, uint32_t item)
{
    if (k->of.at[item] == 0)
        make_vertex(k, item);
    return &k->vertices.at[k->of.at[item] - 1];
}

static inline pl_cost cost_of(pl_kbest *k, uint32_t item, uint32_t rank)
{
    return rank == 0 ? k->chart->items.at[item].cost
                     : vertex_of(k, item)->found[rank].cost;
}

/* Brings in the successor of the item's last derivation by its right or left child: true
 * when that is done, false if the child has to look for its next derivation first. */
static bool bring_in(pl_kbest *k, uint32_t item, bool right)
{
    const vertex *v = vertex_of(k, item);
    pl_ranked next = v->found[v->n_found - 1];
    const pl_hyperedge *e = &k->chart->edges.at[next.edge];
    if (e->rule == PL_NONE || (right ? e->right == PL_NONE : next.right > 0))
        return true;
    wish w = {right ? e->right : e->left, right ? ++next.right : ++next.left};
    w.want++;
    const vertex *child = vertex_of(k, w.item);
    if (child->n_found < w.want && child->phase != DONE) {
        PL_PUSH(&k->wishes, w);
        return false;
    }
    if (child->n_found >= w.want) {
        e = &k->chart->edges.at[next.edge]; /* the child's edges may have moved them */
        next.cost = pl_edge_cost(k->chart, e) + cost_of(k, e->left, next.left);
        if (e->right != PL_NONE)
            next.cost += cost_of(k, e->right, next.right);
        heap_push(k, vertex_of(k, item), next);
    }
    return true;
}

/* Goes on with the item on top of the stack until its wish is fulfilled or it has to
 * wait for a child. */
static void step(pl_kbest *k, wish w)
{
    vertex *v = vertex_of(k, w.item);
    while (v->n_found < w.want && v->phase != DONE) {
        if (v->phase != TAKE) {
            if (v->phase == RIGHT && !bring_in(k, w.item, true))
                return;
            v = vertex_of(k, w.item);
            v->phase = LEFT;
            if (!bring_in(k, w.item, false))
                return;
            v = vertex_of(k, w.item);
        }
        v->phase = v->n_heap > 0 ? RIGHT : DONE;
        if (v->n_heap > 0)
            heap_take(k, v);
    }
    k->wishes.n--;
}

uint32_t pl_kbest_find(pl_kbest *k, uint32_t item, uint32_t want)
{
    size_t bottom = k->wishes.n;
    PL_PUSH(&k->wishes, (wish){item, want});
    while (k->wishes.n > bottom)
        step(k, k->wishes.at[k->wishes.n - 1]);
    uint32_t found = vertex_of(k, item)->n_found;
    return found < want ? found : want;
}

pl_ranked pl_kbest_get(pl_kbest *k, uint32_t item, uint32_t rank)
{
    const vertex *v = vertex_of(k, item);
    if (v->n_found == 0) {
        pl_kbest_find(k, item, 1);
        v = vertex_of(k, item);
    }
    return v->found[rank];
}

/* -- derivations -------------------------------------------------------------------- */

static pl_ranked pick(void *k, uint32_t item, uint32_t rank)
{
    return pl_kbest_get(k, item, rank);
}

void pl_kbest_derivation(pl_kbest *k, uint32_t item, uint32_t rank, pl_arena *m,
                         pl_derivation *out)
{
    out->cost = pl_kbest_get(k, item, rank).cost;
    pl_chart_derivation(k->chart, pick, k, item, rank, m, out);
}

static mark *mark_of(pl_kbest *k, wish w)
{
    vertex *v = vertex_of(k, w.item);
    if (v->n_marks < v->n_found) {
        mark *larger = PL_NEW_ARRAY(&k->arena, mark, v->n_found);
        if (v->n_marks > 0)
            memcpy(larger, v->marks, v->n_marks * sizeof *larger);
        v->marks = larger;
        v->n_marks = v->n_found;
    }
    return &v->marks[w.want];
}

void pl_kbest_mark(pl_kbest *k, uint32_t item, uint32_t n, bool *used)
{
    k->round++;
    k->path.n = 0;
    for (uint32_t rank = 0; rank < n; rank++) {
        PL_PUSH(&k->path, (wish){item, rank});
        while (k->path.n > 0) {
            wish w = PL_POP(&k->path);
            pl_ranked d = pl_kbest_get(k, w.item, w.want);
            mark *m = mark_of(k, w);
            if (m->seen == k->round)
                continue;
            m->seen = k->round;
            used[w.item] = true;
            const pl_hyperedge *e = &k->chart->edges.at[d.edge];
            if (e->rule != PL_NONE)
                PL_PUSH(&k->path, (wish){e->left, d.left});
            if (e->rule != PL_NONE && e->right != PL_NONE)
                PL_PUSH(&k->path, (wish){e->right, d.right});
        }
    }
}

/* -- the most probable tree ------------------------------------------------------- */

/*     p(tree) = sum of p(d) over those of the n best derivations d that have its key
 *
 * Most derivations of a k-best list share most of their parts, so keys of trees are
 * computed once for each ranked derivation of an item, from the keys of those below it.
 */

typedef struct summing {
    pl_kbest *k;
    pl_chart *c;
    const pl_tree_keys *keys;
    PL_VEC(uint64_t) parts; /* keys at the frontier of the fragment, 0 for terminals */
    PL_VEC(wish) missing;   /* places whose keys are needed first */
} summing;

/* A number for each derivation, 0 at first; valid until the next find. */
static uint64_t *note_of(summing *s, wish at)
{
    return &mark_of(s->k, at)->note;
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

static void gather(summing *s, wish at);

/* What the parent of `at` sees of it: itself as a part, or the parts inside it. */
static void gather_child(summing *s, wish at)
{
    const pl_chart *c = s->c;
    pl_ranked d = pl_kbest_get(s->k, at.item, at.want);
    const pl_hyperedge *e = &c->edges.at[d.edge];
    uint32_t symbol = c->rules->shown[c->items.at[at.item].symbol];
    if (e->rule == PL_NONE)
        PL_PUSH(&s->parts, 0);
    else if (s->keys->inner[symbol])
        gather(s, at);
    else {
        uint64_t key = *note_of(s, at);
        if (key == 0)
            PL_PUSH(&s->missing, at);
        PL_PUSH(&s->parts, key);
    }
}

/* The parts below the fragment that `at` belongs to. A rule may be a chain of productions
 * with fragments that begin and end within it. Recursion goes through one fragment, whose
 * frontier covers words of the sentence, and PL_MAX_RANK. */
static void gather(summing *s, wish at)
{
    const pl_chart *c = s->c;
    pl_ranked d = pl_kbest_get(s->k, at.item, at.want);
    pl_hyperedge e = c->edges.at[d.edge];
    const pl_rule *rule = &c->rules->at[e.rule];
    size_t first = s->parts.n;
    gather_child(s, (wish){e.left, d.left});
    if (e.right != PL_NONE)
        gather_child(s, (wish){e.right, d.right});
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
static uint64_t find_key(summing *s, wish at)
{
    size_t bottom = s->missing.n;
    PL_PUSH(&s->missing, at);
    while (s->missing.n > bottom) {
        wish top = s->missing.at[s->missing.n - 1];
        uint64_t *note = note_of(s, top);
        size_t waiting = s->missing.n;
        if (*note != 0) {
            s->missing.n--;
            continue;
        }
        s->parts.n = 0;
        gather(s, top);
        if (s->missing.n > waiting)
            continue;
        pl_ranked d = pl_kbest_get(s->k, top.item, top.want);
        const pl_rule *rule = &s->c->rules->at[s->c->edges.at[d.edge].rule];
        /* A hidden twin alone: the tree is the one below, which may be a terminal. */
        uint64_t key = rule->n_chain == 0
                           ? s->parts.at[0]
                           : close_fragment(s, s->c->rules->chains[rule->chain], 0);
        *note_of(s, top) = key != 0 ? key : 1;
        s->missing.n--;
    }
    return *note_of(s, at);
}

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

uint32_t pl_most_probable(pl_kbest *k, uint32_t item, uint32_t n,
                          const pl_tree_keys *keys, uint32_t nbest, pl_arena *m,
                          pl_derivation *out)
{
    pl_chart *c = k->chart;
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
        uint64_t key = terminal ? 1 : find_key(&s, (wish){item, rank});
        sum_of(sums, &n_sums, slots, size - 1, key, rank)->share += exp(best - d.cost);
    }
    qsort(sums, n_sums, sizeof *sums, by_share);
    n = n_sums < nbest ? n_sums : nbest;
    for (uint32_t i = 0; i < n; i++) {
        pl_kbest_derivation(k, item, sums[i].rank, m, &out[i]);
        out[i].cost = best - log(sums[i].share);
    }
    PL_VEC_RELEASE(&s.parts, &s.missing);
    return n;
}
