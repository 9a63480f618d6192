/* Counts of given fragments; see fragments.h. Sorted by their codes, the fragments form a
 * tree of prefixes; going down in it, the list of places where a prefix occurs is split
 * by production as in seek.c, and where a code ends its list is the count. */
#include "grammar/occurrences.h"

#include <stdlib.h>
#include <string.h>

/* Fragments order[from … to - 1] whose codes begin with the same n_code numbers. */
typedef struct range {
    size_t from, to;
    uint32_t n_code;
    size_t list, n; /* the places of what they share */
} range;

typedef struct worker {
    pl_fragments trees; /* only its trees are used */
    pl_occurrences lists;
    PL_VEC(range) ranges;
    pl_place_split split;
} worker;

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
    for (uint32_t i = 0; i < x->n && i < y->n; i++) {
        uint32_t p = f->code.at[x->code + i], q = f->code.at[y->code + i];
        if (p != q)
            return p < q ? -1 : 1;
    }
    return 0; /* no code begins another: these are equal */
}

/* The known fragments, sorted, and where parts begin; the number of parts. */
static size_t make_parts(counting *c)
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
        pl_occurrences_count(&w->trees, &c->these->at.at[c->order[i]], c->forest,
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
    PL_RESERVE(&w->lists, w->lists.n + n);
    memcpy(w->lists.at + r.list, places, n * sizeof *places);
    w->lists.n += n;
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
        for (size_t i = 0; i < r->n; i++)
            list[i].next += c->forest->nodes.at[list[i].next].size;
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

static void run_part(void *context, unsigned thread, size_t number)
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
        const uint32_t *from = c->workers[c->thread[i]].trees.trees.at + f->trees;
        f->trees = c->these->trees.n;
        for (uint32_t k = 0; k < f->n_trees; k++)
            PL_PUSH(&c->these->trees, from[k]);
    }
}

void pl_fragments_count(pl_fragments *these, const pl_forest *f,
                        const pl_seek_options *options, pl_pool *pool)
{
    counting c = {.forest = f, .options = options, .these = these};
    unsigned n_threads = pl_pool_threads(pool);
    c.workers = pl_alloc_zero(n_threads, sizeof *c.workers);
    c.thread = pl_alloc_zero(these->at.n + 1, sizeof *c.thread);
    for (unsigned i = 0; i < n_threads; i++)
        pl_place_split_init(&c.workers[i].split, f);
    pl_pool_run(pool, make_parts(&c), run_part, &c);
    if (options->trees)
        collect_trees(&c);
    for (unsigned i = 0; i < n_threads; i++) {
        pl_fragments_release(&c.workers[i].trees);
        PL_VEC_RELEASE(&c.workers[i].lists);
        PL_VEC_RELEASE(&c.workers[i].ranges);
        pl_place_split_release(&c.workers[i].split);
    }
    free(c.workers);
    free(c.thread);
    free(c.order);
    free(c.parts);
}
