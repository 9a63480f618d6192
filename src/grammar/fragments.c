/* Recurring fragments found, and given ones counted; see fragments.h for what they are.
 *
 * SEEKING. Trees are not compared in pairs, as the definition has it and as the published
 * extractors do (Sangati, Zuidema and Bod 2010; van Cranenburgh 2012), which is quadratic
 * in the number of trees. Instead, fragments grow from the root down, each with the list
 * of all places where it occurs. The next node in pre-order is either taken in, with one
 * of the productions that it has at some of these places (the list is split by
 * production), or left as frontier (the list stays). A choice is pursued only if among
 * its places there is a witness: a pair that is in different trees, has different
 * parents, and differs at every node left as frontier so far. Each such pair leads to a
 * fragment, since one may go on and take in what the two have in common; so nothing is
 * done in vain, no fragment is found twice, and when one is complete its list is its
 * count. The time goes with the sum of the lengths of these lists, not with the number of
 * pairs.
 *
 * COUNTING. Sorted by their codes, given fragments form a tree of prefixes. On the way
 * down, the list of places where a prefix occurs is split by production as above; where a
 * code ends, its list is its count.
 *
 * Fragments with different productions at their roots have nothing to do with each other:
 * these are the parts that threads share out among themselves. */
#include "grammar/occurrences.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A fragment up to its next decision. */
typedef struct state {
    size_t list, n; /* its places: lists.at[list … list + n - 1] */
    size_t n_code;  /* numbers of the code that are decided, */
    uint32_t last;  /* the last of which is this */
    size_t pending; /* nodes of which it is not decided what they are */
    bool recurs;    /* there is a witness, */
    uint32_t a, b;  /* the places list + a and list + b */
    bool shallow;   /* no deeper than options->cover */
} state;

/* Given fragments order[from … to - 1] whose codes begin with the same n_code numbers. */
typedef struct range {
    size_t from, to;
    uint32_t n_code;
    size_t list, n; /* the places of what they share */
} range;

/* What one thread works with. */
typedef struct worker {
    pl_fragments found; /* when counting, only its lists of trees */
    pl_occurrences lists;
    PL_VEC(state) states;
    PL_VEC(range) ranges;
    pl_numbers code;
    pl_place_split split;
    pl_witness_search search;
} worker;

static worker *new_workers(const pl_forest *f, const pl_pool *pool)
{
    worker *w = pl_alloc_zero(pl_pool_threads(pool), sizeof *w);
    for (unsigned i = 0; i < pl_pool_threads(pool); i++)
        pl_place_split_init(&w[i].split, f);
    return w;
}

static void free_workers(worker *w, const pl_pool *pool)
{
    for (unsigned i = 0; i < pl_pool_threads(pool); i++) {
        pl_fragments_release(&w[i].found);
        PL_VEC_RELEASE(&w[i].lists);
        PL_VEC_RELEASE(&w[i].states);
        PL_VEC_RELEASE(&w[i].ranges);
        PL_VEC_RELEASE(&w[i].code);
        pl_place_split_release(&w[i].split);
        pl_witness_release(&w[i].search);
    }
    free(w);
}

static void push_places(worker *w, const pl_occurrence *places, size_t n)
{
    PL_RESERVE(&w->lists, w->lists.n + n);
    memcpy(w->lists.at + w->lists.n, places, n * sizeof *places);
    w->lists.n += n;
}

/* Leaves the next node of all places as frontier. */
static void skip_nodes(const pl_forest *f, pl_occurrence *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        list[i].next += f->nodes.at[list[i].next].size;
}

/* -- seeking ------------------------------------------------------------------------ */

/* What a thread found for one production at the root. */
typedef struct part {
    uint32_t production;
    unsigned thread;
    size_t first, n; /* in the worker's fragments */
} part;

typedef struct seek {
    const pl_forest *forest;
    const pl_seek_options *options;
    uint32_t *level; /* [nodes]  depth in the tree; only with options->cover */
    worker *workers;
    part *parts;
    atomic_size_t n_done, n_found; /* nodes, fragments */
} seek;

static bool alive(const state *s)
{
    return s->recurs || s->shallow;
}

static void emit(seek *k, worker *w, const state *s)
{
    uint32_t words = 0;
    for (size_t i = 0; i < s->n_code && words < k->options->min_words; i++)
        words += w->code.at[i] != PL_NONE &&
                 k->forest->productions.at.at[w->code.at[i]].word != NULL;
    if (words < k->options->min_words)
        return;
    pl_fragment found = {.code = w->found.code.n, .n = (uint32_t)s->n_code};
    pl_occurrences_count(&w->found, &found, k->forest, k->options, w->lists.at + s->list,
                         s->n);
    if (found.count == 0 && !s->recurs)
        return; /* a cover of the second treebank */
    for (size_t i = 0; i < s->n_code; i++)
        PL_PUSH(&w->found.code, w->code.at[i]);
    PL_PUSH(&w->found.at, found);
}

static bool search_witness(seek *k, worker *w, state *s, const pl_occurrence *list)
{
    w->code.at[s->n_code - 1] = s->last;
    return s->n > 1 && pl_witness_find(&w->search, k->forest, k->options->second,
                                       w->code.at, s->n_code, list, s->n, &s->a, &s->b);
}

/* The next node is left as frontier. The list is changed in place. */
static void leave(seek *k, worker *w, const state *s)
{
    state next = *s;
    pl_occurrence *list = w->lists.at + s->list;
    next.n_code++;
    next.last = PL_NONE;
    next.pending--;
    if (s->recurs && pl_next_production(k->forest, list[s->a]) ==
                         pl_next_production(k->forest, list[s->b]))
        next.recurs = w->split.groups.n > 1 && search_witness(k, w, &next, list);
    w->lists.n = s->list;
    if (!alive(&next))
        return;
    skip_nodes(k->forest, list, s->n);
    w->lists.n += s->n;
    PL_PUSH(&w->states, next);
}

/* The next node is taken in with the production of a group. */
static void take(seek *k, worker *w, const state *s, const pl_place_group *g,
                 bool shallow)
{
    const pl_occurrence *list = w->split.places.at + g->start;
    state next = *s;
    next.list = w->lists.n;
    next.n = g->n;
    next.n_code++;
    next.last = g->production;
    next.pending += (size_t)k->forest->productions.at.at[g->production].n_rhs;
    next.pending--;
    next.shallow = shallow;
    next.a = g->a;
    next.b = g->b;
    if (s->recurs && (g->a == PL_NONE || g->b == PL_NONE))
        next.recurs = search_witness(k, w, &next, list);
    if (!alive(&next))
        return;
    push_places(w, list, g->n);
    PL_PUSH(&w->states, next);
}

static void decide(seek *k, worker *w, const state *s)
{
    pl_place_split_make(&w->split, k->forest, w->lists.at + s->list, s->n,
                        s->recurs ? s->a : PL_NONE, s->recurs ? s->b : PL_NONE);
    PL_RESERVE(&w->code, s->n_code + 1);
    pl_occurrence one = w->lists.at[s->list];
    bool shallow =
        s->shallow && k->level[one.next] - k->level[one.root] < k->options->cover;
    leave(k, w, s);
    for (size_t g = 0; g < w->split.groups.n; g++)
        take(k, w, s, &w->split.groups.at[g], shallow);
}

static void grow_from(seek *k, worker *w, uint32_t production)
{
    state s = {.n_code = 1, .last = production, .shallow = k->options->cover > 0};
    w->lists.n = w->states.n = w->code.n = 0;
    pl_occurrences_of(&w->lists, k->forest, production);
    s.n = w->lists.n;
    s.pending = k->forest->productions.at.at[production].n_rhs;
    PL_RESERVE(&w->code, 1);
    s.recurs = search_witness(k, w, &s, w->lists.at);
    if (alive(&s))
        PL_PUSH(&w->states, s);
    while (w->states.n > 0 && atomic_load(&k->n_found) <= PL_MAX_FRAGMENTS) {
        s = PL_POP(&w->states);
        w->code.at[s.n_code - 1] = s.last;
        if (s.pending > 0)
            decide(k, w, &s);
        else {
            size_t before = w->found.at.n;
            emit(k, w, &s);
            w->lists.n = s.list;
            atomic_fetch_add(&k->n_found, w->found.at.n - before);
        }
    }
}

static size_t frequency(const seek *k, uint32_t production)
{
    return k->forest->having_starts[production + 1] -
           k->forest->having_starts[production];
}

static void seek_part(void *context, unsigned thread, size_t number)
{
    seek *k = context;
    worker *w = &k->workers[thread];
    part *p = &k->parts[number];
    p->thread = thread;
    p->first = w->found.at.n;
    grow_from(k, w, p->production);
    p->n = w->found.at.n - p->first;
    size_t n = frequency(k, p->production);
    size_t done = atomic_fetch_add(&k->n_done, n) + n;
    if (thread == 0 && k->options->progress != NULL)
        k->options->progress(k->options->context,
                             (double)done / (double)k->forest->nodes.n);
}

/* Parts in the order of falling frequency, so that no long one comes last. Frequencies
 * are sorted by counting the bits they have: that is exact enough. */
static size_t seek_parts(seek *k)
{
    size_t n_productions = k->forest->productions.at.n, n = 0;
    k->parts = pl_alloc_zero(n_productions + 1, sizeof *k->parts);
    for (int bits = 32; bits > 0; bits--)
        for (uint32_t p = 0; p < n_productions; p++) {
            size_t count = frequency(k, p);
            if ((count > 1 || (k->options->cover > 0 && count > 0)) &&
                32 - __builtin_clz((unsigned)count) == bits)
                k->parts[n++].production = p;
        }
    return n;
}

static int by_production(const void *a, const void *b)
{
    const part *x = a, *y = b;
    return x->production < y->production ? -1 : x->production > y->production;
}

/* Puts what the threads found together, by production. */
static void collect(seek *k, size_t n_parts, pl_fragments *out)
{
    qsort(k->parts, n_parts, sizeof *k->parts, by_production);
    PL_RESERVE(&out->at, out->at.n + atomic_load(&k->n_found));
    for (size_t i = 0; i < n_parts; i++) {
        const pl_fragments *from = &k->workers[k->parts[i].thread].found;
        for (size_t j = 0; j < k->parts[i].n; j++) {
            pl_fragment f = from->at.at[k->parts[i].first + j];
            const uint32_t *code = from->code.at + f.code, *trees = from->trees.at;
            size_t first_tree = f.trees;
            f.code = out->code.n;
            f.trees = out->trees.n;
            for (uint32_t c = 0; c < f.n; c++)
                PL_PUSH(&out->code, code[c]);
            for (uint32_t t = 0; t < f.n_trees; t++)
                PL_PUSH(&out->trees, trees[first_tree + t]);
            PL_PUSH(&out->at, f);
        }
    }
}

static uint32_t *find_levels(const pl_forest *f)
{
    uint32_t *level = pl_alloc_zero(f->nodes.n + 1, sizeof *level);
    for (size_t i = 0; i < f->nodes.n; i++)
        for (size_t child = i + 1; child < i + f->nodes.at[i].size;
             child += f->nodes.at[child].size)
            level[child] = level[i] + 1;
    return level;
}

int pl_fragments_seek(pl_fragments *out, const pl_forest *f,
                      const pl_seek_options *options, pl_pool *pool, pl_error *err)
{
    seek k = {.forest = f, .options = options};
    k.level = options->cover > 0 ? find_levels(f) : NULL;
    k.workers = new_workers(f, pool);
    size_t n_parts = seek_parts(&k);
    pl_pool_run(pool, n_parts, seek_part, &k);
    bool too_many = atomic_load(&k.n_found) > PL_MAX_FRAGMENTS;
    if (!too_many)
        collect(&k, n_parts, out);
    free_workers(k.workers, pool);
    free(k.parts);
    free(k.level);
    return too_many
               ? pl_fail(err, PL_TOO_LARGE,
                         "there are more than %u fragments; a smaller cover has fewer",
                         PL_MAX_FRAGMENTS)
               : 0;
}

void pl_fragments_release(pl_fragments *f)
{
    PL_VEC_RELEASE(&f->at);
    PL_VEC_RELEASE(&f->code);
    PL_VEC_RELEASE(&f->trees);
    PL_VEC_RELEASE(&f->texts);
    pl_arena_release(&f->arena);
}

/* -- counting ----------------------------------------------------------------------- */

typedef struct counting {
    const pl_forest *forest;
    const pl_seek_options *options;
    pl_fragments *these;
    size_t *order;    /* fragments sorted by code */
    size_t *parts;    /* [n_parts + 1]  where the first number changes in `order` */
    unsigned *thread; /* [fragments]  which worker has its trees */
    worker *workers;
} counting;

static const uint32_t *code_of(const counting *c, size_t i)
{
    return c->these->code.at + c->these->at.at[c->order[i]].code;
}

static int by_code(const void *a, const void *b, void *context)
{
    const pl_fragments *f = context;
    const pl_fragment *x = &f->at.at[*(const size_t *)a],
                      *y = &f->at.at[*(const size_t *)b];
    return pl_code_compare(f->code.at + x->code, x->n, f->code.at + y->code, y->n);
}

/* The known fragments, sorted, and where parts begin; the number of parts. */
static size_t count_parts(counting *c)
{
    size_t n = 0, n_parts = 0;
    c->order = pl_alloc_zero(c->these->at.n + 1, sizeof *c->order);
    c->parts = pl_alloc_zero(c->these->at.n + 1, sizeof *c->parts);
    for (size_t i = 0; i < c->these->at.n; i++) {
        pl_fragment *f = &c->these->at.at[i];
        const uint32_t *code = c->these->code.at + f->code;
        bool known = true;
        for (uint32_t j = 0; j < f->n && known; j++)
            known = code[j] != PL_UNKNOWN;
        f->count = f->count2 = f->n_trees = 0;
        if (known)
            c->order[n++] = i;
    }
    qsort_r(c->order, n, sizeof *c->order, by_code, c->these);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || code_of(c, i)[0] != code_of(c, i - 1)[0])
            c->parts[n_parts++] = i;
    c->parts[n_parts] = n;
    return n_parts;
}

static void finish_range(counting *c, worker *w, unsigned thread, const range *r)
{
    for (size_t i = r->from; i < r->to; i++) {
        pl_occurrences_count(&w->found, &c->these->at.at[c->order[i]], c->forest,
                             c->options, w->lists.at + r->list, r->n);
        c->thread[c->order[i]] = thread;
    }
    w->lists.n = r->list;
}

static void push_range(worker *w, range r, const pl_occurrence *places, size_t n)
{
    r.n_code++;
    r.list = w->lists.n;
    r.n = n;
    push_places(w, places, n);
    PL_PUSH(&w->ranges, r);
}

/* Goes on with each number that comes next in the codes. PL_NONE, the largest, is the
 * last: its places take the room of the list that was split. */
static void split_range(counting *c, worker *w, const range *r)
{
    size_t from = r->from, to = r->to;
    pl_occurrence *list = w->lists.at + r->list;
    pl_place_split_make(&w->split, c->forest, list, r->n, PL_NONE, PL_NONE);
    while (to > from && code_of(c, to - 1)[r->n_code] == PL_NONE)
        to--;
    w->lists.n = r->list;
    if (to < r->to) {
        skip_nodes(c->forest, list, r->n);
        w->lists.n += r->n;
        range left = {to, r->to, r->n_code + 1, r->list, r->n};
        PL_PUSH(&w->ranges, left);
    }
    while (from < to) {
        uint32_t production = code_of(c, from)[r->n_code];
        range next = {from, from, r->n_code, 0, 0};
        while (next.to < to && code_of(c, next.to)[r->n_code] == production)
            next.to++;
        from = next.to;
        if (w->split.group_of[production] == 0)
            continue;
        const pl_place_group *g = &w->split.groups.at[w->split.group_of[production] - 1];
        push_range(w, next, w->split.places.at + g->start, g->n);
    }
}

static void count_part(void *context, unsigned thread, size_t number)
{
    counting *c = context;
    worker *w = &c->workers[thread];
    range r = {c->parts[number], c->parts[number + 1], 1, 0, 0};
    w->lists.n = w->ranges.n = 0;
    pl_occurrences_of(&w->lists, c->forest, code_of(c, r.from)[0]);
    r.n = w->lists.n;
    PL_PUSH(&w->ranges, r);
    while (w->ranges.n > 0) {
        r = PL_POP(&w->ranges);
        if (c->these->at.at[c->order[r.from]].n == r.n_code)
            finish_range(c, w, thread, &r);
        else
            split_range(c, w, &r);
    }
}

/* Puts the trees that the workers listed in one place. */
static void collect_trees(counting *c)
{
    c->these->trees.n = 0;
    for (size_t i = 0; i < c->these->at.n; i++) {
        pl_fragment *f = &c->these->at.at[i];
        const uint32_t *from = c->workers[c->thread[i]].found.trees.at + f->trees;
        f->trees = c->these->trees.n;
        for (uint32_t k = 0; k < f->n_trees; k++)
            PL_PUSH(&c->these->trees, from[k]);
    }
}

void pl_fragments_count(pl_fragments *these, const pl_forest *f,
                        const pl_seek_options *options, pl_pool *pool)
{
    counting c = {.forest = f, .options = options, .these = these};
    c.workers = new_workers(f, pool);
    c.thread = pl_alloc_zero(these->at.n + 1, sizeof *c.thread);
    pl_pool_run(pool, count_parts(&c), count_part, &c);
    if (options->trees)
        collect_trees(&c);
    free_workers(c.workers, pool);
    free(c.thread);
    free(c.order);
    free(c.parts);
}
