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
#include "grammar/fragments.h"

#include "grammar/share_fragments.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* -- places ------------------------------------------------------------------------- */

/* Where a fragment that is being put together occurs: the node that is its root and the
 * node that comes next in pre-order, about which nothing is decided yet. Since subtrees
 * are contiguous, to take that node in is to go one node further, to leave it as frontier
 * is to go on after its subtree. Lists of places live on a stack. */
typedef struct occurrence {
    uint32_t root, next;
} occurrence;

typedef PL_VEC(occurrence) occurrences;

/* Places that have the same production next. */
typedef struct place_group {
    uint32_t production;
    uint32_t n, start; /* split.places[start … start + n - 1] */
    uint32_t a, b;     /* where two places of the list went, counted from `start`; PL_NONE
                          if not here */
} place_group;

/* A list split by the production of the next node, with that node taken in. */
typedef struct place_split {
    occurrences places;
    PL_VEC(place_group) groups; /* in the order of their first places */
    uint32_t *group_of;         /* [productions]  number of its group + 1; 0: none */
} place_split;

static uint32_t next_production(const pl_forest *f, occurrence o)
{
    return f->nodes.at[o.next].production;
}

/* Adds the nodes with this production, each as a place of the fragment that it is alone.
 */
static void list_places(occurrences *list, const pl_forest *f, uint32_t production)
{
    const uint32_t *starts = f->having.starts;
    PL_RESERVE(list, list->n + starts[production + 1] - starts[production]);
    for (uint32_t i = starts[production]; i < starts[production + 1]; i++)
        list->at[list->n++] = (occurrence){f->having.at[i], f->having.at[i] + 1};
}

/* Groups with the number of their places. */
static void count_groups(place_split *s, const pl_forest *f, const occurrence *list,
                         size_t n)
{
    for (size_t g = 0; g < s->groups.n; g++)
        s->group_of[s->groups.at[g].production] = 0;
    s->groups.n = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t production = next_production(f, list[i]);
        if (s->group_of[production] == 0) {
            PL_PUSH(&s->groups, (place_group){production, 0, 0, PL_NONE, PL_NONE});
            s->group_of[production] = (uint32_t)s->groups.n;
        }
        s->groups.at[s->group_of[production] - 1].n++;
    }
}

/* Splits list[n]; a and b are indices of places to be followed, or PL_NONE. Replaces what
 * the split held before. */
static void split_places(place_split *s, const pl_forest *f, const occurrence *list,
                         size_t n, uint32_t a, uint32_t b)
{
    uint32_t start = 0;
    count_groups(s, f, list, n);
    for (size_t g = 0; g < s->groups.n; g++) {
        s->groups.at[g].start = start;
        start += s->groups.at[g].n;
        s->groups.at[g].n = 0;
    }
    PL_RESERVE(&s->places, n);
    for (size_t i = 0; i < n; i++) {
        place_group *g = &s->groups.at[s->group_of[next_production(f, list[i])] - 1];
        if (i == a)
            g->a = g->n;
        if (i == b)
            g->b = g->n;
        s->places.at[g->start + g->n++] = (occurrence){list[i].root, list[i].next + 1};
    }
}

/* The trees of a list, each once; how many. */
static uint32_t list_trees(pl_fragments *out, const pl_forest *f, const occurrence *list,
                           size_t n)
{
    size_t before = out->trees.n;
    for (size_t i = 0; i < n; i++) {
        uint32_t tree = f->nodes.at[list[i].root].tree;
        if (out->trees.n == before || out->trees.at[out->trees.n - 1] != tree)
            PL_PUSH(&out->trees, tree);
    }
    return (uint32_t)(out->trees.n - before);
}

/* Fills in the counts of a fragment from the places where it occurs, and, where asked
 * for, the trees, which go onto out->trees. Roots ascend in every list. */
static void count_places(pl_fragments *out, pl_fragment *fragment, const pl_forest *f,
                         const pl_seek_options *options, const occurrence *list, size_t n)
{
    size_t first = n; /* those before it are in the first treebank */
    while (options->second > 0 && first > 0 &&
           f->nodes.at[list[first - 1].root].tree >= options->second)
        first--;
    fragment->count = (uint32_t)first;
    fragment->count2 = (uint32_t)(n - first);
    fragment->trees = out->trees.n;
    fragment->n_trees = options->trees ? list_trees(out, f, list, n) : 0;
}

/* -- witnesses ---------------------------------------------------------------------- */

/* Each place is a row of values, one for each thing in which two places must differ: the
 * tree, the slot of the parent's production, the production at each node of the frontier.
 * Two rows that differ in every column are wanted. In any column the two cannot both have
 * the most frequent value: so the column in which a value is the most dominant is looked
 * for, and one of the two sought only among the rows that do not have that value. Where
 * no value dominates, a pair is found after a few trials. */

/* Is a fragment the largest that two of its occurrences have in common? */
typedef struct witness_search {
    pl_numbers steps; /* nodes taken in before each one left as frontier */
    pl_numbers rows;  /* [n][width] */
    pl_numbers minor;
} witness_search;

/* How far it is from one node of the frontier to the next: the code's runs of other
 * numbers, so that walking through a tree takes one step for each. */
static void find_steps(witness_search *w, const uint32_t *code, size_t n_code)
{
    uint32_t run = 0;
    w->steps.n = 0;
    for (size_t i = 0; i < n_code; i++)
        if (code[i] == PL_NONE) {
            PL_PUSH(&w->steps, run);
            run = 0;
        } else
            run++;
}

static void fill_row(const witness_search *w, uint32_t *row, const pl_forest *f,
                     uint32_t second, occurrence o)
{
    const pl_forest_node *x = &f->nodes.at[o.root];
    *row++ = second > 0 ? x->tree >= second : x->tree;
    /* Roots differ from everything, also from each other. */
    *row++ = x->context != PL_NONE ? x->context : f->productions.n_slots + o.root;
    for (size_t i = 0; i < w->steps.n; i++) {
        x += w->steps.at[i];
        *row++ = x->production;
        x += x->size;
    }
}

/* How many rows do not have the value that most have in a column (Boyer and Moore's
 * majority vote), and that value. Without a majority: all of them. */
static size_t count_minority(const uint32_t *rows, size_t n, size_t width, size_t column,
                             uint32_t *majority)
{
    size_t lead = 0, minority = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = rows[i * width + column];
        if (lead == 0)
            *majority = value;
        lead += value == *majority ? 1 : (size_t)-1;
    }
    for (size_t i = 0; i < n; i++)
        minority += rows[i * width + column] != *majority;
    return minority;
}

/* The rows among which one of the pair must be, into w->minor; false if there are none.
 */
static bool find_minor(witness_search *w, size_t n, size_t width)
{
    size_t best = SIZE_MAX, best_column = 0;
    uint32_t best_value = 0, value = 0;
    for (size_t column = 0; column < width; column++) {
        size_t minority = count_minority(w->rows.at, n, width, column, &value);
        if (minority < best) {
            best = minority;
            best_column = column;
            best_value = value;
        }
    }
    w->minor.n = 0;
    for (size_t i = 0; i < n && best > 0; i++)
        if (w->rows.at[i * width + best_column] != best_value)
            PL_PUSH(&w->minor, (uint32_t)i);
    return best > 0;
}

static bool rows_differ(const uint32_t *x, const uint32_t *y, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (x[i] == y[i])
            return false;
    return true;
}

/* Looks for two places of list[n] that lie in different trees (treebanks), do not stand
 * in the same slot of the same production, and differ in production wherever code[n_code]
 * has PL_NONE. True with their indices in *a, *b. The code need not be complete. */
static bool find_witness(witness_search *w, const pl_forest *f, uint32_t second,
                         const uint32_t *code, size_t n_code, const occurrence *list,
                         size_t n, uint32_t *a, uint32_t *b)
{
    find_steps(w, code, n_code);
    size_t width = 2 + w->steps.n;
    PL_RESERVE(&w->rows, n * width);
    for (size_t i = 0; i < n; i++)
        fill_row(w, w->rows.at + i * width, f, second, list[i]);
    if (!find_minor(w, n, width))
        return false;
    for (size_t k = 0; k < w->minor.n; k++) {
        const uint32_t *row = w->rows.at + w->minor.at[k] * width;
        for (size_t i = 0; i < n; i++)
            if (rows_differ(row, w->rows.at + i * width, width)) {
                *a = w->minor.at[k];
                *b = (uint32_t)i;
                return true;
            }
    }
    return false;
}

/* -- workers ------------------------------------------------------------------------ */

/* A fragment up to its next decision. */
typedef struct state {
    size_t list, n; /* its places: lists.at[list … list + n - 1] */
    size_t n_code;  /* numbers of the code that are decided, */
    uint32_t last;  /* the last of which is this */
    size_t pending; /* nodes that are neither taken in nor left yet */
    bool recurs;    /* there is a witness, */
    uint32_t a, b;  /* the places list + a and list + b */
    bool shallow;   /* no deeper than options->cover */
} state;

/* A prefix of given fragments. */
typedef struct prefix {
    uint32_t place; /* in the tree of prefixes */
    size_t list, n; /* its places in the treebank, as above */
} prefix;

/* What one thread works with. */
typedef struct worker {
    pl_fragments found; /* when counting, only its lists of trees */
    occurrences lists;
    PL_VEC(state) states;
    PL_VEC(prefix) prefixes;
    pl_numbers code;
    place_split split;
    witness_search search;
} worker;

static worker *new_workers(const pl_forest *f, const pl_pool *pool)
{
    worker *w = pl_alloc_zero(pl_pool_threads(pool), sizeof *w);
    for (unsigned i = 0; i < pl_pool_threads(pool); i++)
        w[i].split.group_of =
            pl_alloc_zero(f->productions.at.n + 1, sizeof *w[i].split.group_of);
    return w;
}

static void free_workers(worker *w, const pl_pool *pool)
{
    for (unsigned i = 0; i < pl_pool_threads(pool); i++) {
        pl_fragments_release(&w[i].found);
        PL_VEC_RELEASE(&w[i].lists, &w[i].states, &w[i].prefixes, &w[i].code);
        PL_VEC_RELEASE(&w[i].split.places, &w[i].split.groups);
        PL_VEC_RELEASE(&w[i].search.steps, &w[i].search.rows, &w[i].search.minor);
        free(w[i].split.group_of);
    }
    free(w);
}

/* Leaves the next node of all places as frontier. */
static void skip_nodes(const pl_forest *f, occurrence *list, size_t n)
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
    count_places(&w->found, &found, k->forest, k->options, w->lists.at + s->list, s->n);
    if (found.count == 0 && !s->recurs)
        return; /* a cover of the second treebank */
    PL_APPEND(&w->found.code, w->code.at, s->n_code);
    PL_PUSH(&w->found.at, found);
}

static bool search_witness(seek *k, worker *w, state *s, const occurrence *list)
{
    w->code.at[s->n_code - 1] = s->last;
    return s->n > 1 && find_witness(&w->search, k->forest, k->options->second, w->code.at,
                                    s->n_code, list, s->n, &s->a, &s->b);
}

/* The next node is left as frontier. The list is changed in place. */
static void leave(seek *k, worker *w, const state *s)
{
    state next = *s;
    occurrence *list = w->lists.at + s->list;
    next.n_code++;
    next.last = PL_NONE;
    next.pending--;
    if (s->recurs &&
        next_production(k->forest, list[s->a]) == next_production(k->forest, list[s->b]))
        next.recurs = w->split.groups.n > 1 && search_witness(k, w, &next, list);
    w->lists.n = s->list;
    if (!alive(&next))
        return;
    skip_nodes(k->forest, list, s->n);
    w->lists.n += s->n;
    PL_PUSH(&w->states, next);
}

/* The next node is taken in with the production of a group. */
static void take(seek *k, worker *w, const state *s, const place_group *g, bool shallow)
{
    const occurrence *list = w->split.places.at + g->start;
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
    PL_APPEND(&w->lists, list, g->n);
    PL_PUSH(&w->states, next);
}

static void decide(seek *k, worker *w, const state *s)
{
    split_places(&w->split, k->forest, w->lists.at + s->list, s->n,
                 s->recurs ? s->a : PL_NONE, s->recurs ? s->b : PL_NONE);
    PL_RESERVE(&w->code, s->n_code + 1);
    occurrence one = w->lists.at[s->list];
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
    list_places(&w->lists, k->forest, production);
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
    const uint32_t *starts = k->forest->having.starts;
    return starts[production + 1] - starts[production];
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

/* Keeps the parts of this process: they are dealt out in turn. */
static size_t own_parts(seek *k, size_t n)
{
    size_t kept = 0;
    for (size_t i = pl_peers_rank(k->options->peers); i < n;
         i += pl_peers_n(k->options->peers))
        k->parts[kept++] = k->parts[i];
    return kept;
}

/* Puts what the threads found together, by production. */
static void collect(seek *k, size_t n_parts, pl_fragments *out)
{
    qsort(k->parts, n_parts, sizeof *k->parts, pl_by_u32); /* by production */
    PL_RESERVE(&out->at, out->at.n + atomic_load(&k->n_found));
    for (size_t i = 0; i < n_parts; i++) {
        const pl_fragments *from = &k->workers[k->parts[i].thread].found;
        for (size_t j = 0; j < k->parts[i].n; j++) {
            pl_fragment f = from->at.at[k->parts[i].first + j];
            size_t first_code = f.code, first_tree = f.trees;
            f.code = out->code.n;
            f.trees = out->trees.n;
            PL_APPEND(&out->code, from->code.at + first_code, f.n);
            PL_APPEND(&out->trees, from->trees.at + first_tree, f.n_trees);
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

/* Puts fragments of several processes in the order of one: by the production at the root,
 * which one of them had. */
static void sort_found(pl_fragments *f)
{
    size_t n = f->at.n;
    uint64_t *order = pl_alloc((n + 1) * sizeof *order); /* production, place */
    pl_fragment *from = pl_alloc((n + 1) * sizeof *from);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint64_t)f->code.at[f->at.at[i].code] << 32 | i;
    qsort(order, n, sizeof *order, pl_by_u64);
    if (n > 0)
        memcpy(from, f->at.at, n * sizeof *from);
    for (size_t i = 0; i < n; i++)
        f->at.at[i] = from[(uint32_t)order[i]];
    free(order);
    free(from);
}

/* Brings all fragments to the first process; false for all if there are too many. */
static bool share(pl_peers *p, pl_fragments *out)
{
    pl_fragments_collect(p, out);
    if (p->rank == 0)
        sort_found(out);
    return !pl_peers_any(p, p->rank == 0 && out->at.n > PL_MAX_FRAGMENTS);
}

int pl_fragments_seek(pl_fragments *out, const pl_forest *f,
                      const pl_seek_options *options, pl_pool *pool, pl_error *err)
{
    seek k = {.forest = f, .options = options};
    k.level = options->cover > 0 ? find_levels(f) : NULL;
    k.workers = new_workers(f, pool);
    size_t n_parts = own_parts(&k, seek_parts(&k));
    pl_pool_run(pool, n_parts, seek_part, &k);
    bool too_many =
        pl_peers_any(options->peers, atomic_load(&k.n_found) > PL_MAX_FRAGMENTS);
    if (!too_many)
        collect(&k, n_parts, out);
    if (!too_many && pl_peers_n(options->peers) > 1)
        too_many = !share(options->peers, out);
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
    PL_VEC_RELEASE(&f->at, &f->code, &f->trees, &f->texts);
    pl_arena_release(&f->arena);
}

/* -- counting ----------------------------------------------------------------------- */

typedef struct counting {
    const pl_forest *forest;
    const pl_seek_options *options;
    pl_fragments *these;
    pl_prefix_tree prefixes; /* of the fragments that the treebank may have */
    unsigned *thread;        /* [fragments]  which worker has its trees */
    worker *workers;
} counting;

/* Builds the tree of prefixes. Each step from its root, a production, is a part: returns
 * how many there are. */
static size_t count_parts(counting *c)
{
    pl_fragments *these = c->these;
    size_t n = 0;
    c->prefixes.codes = pl_alloc_zero(these->at.n + 1, sizeof *c->prefixes.codes);
    for (uint32_t i = 0; i < these->at.n; i++) {
        pl_fragment *f = &these->at.at[i];
        const uint32_t *code = these->code.at + f->code;
        bool known = true;
        for (uint32_t k = 0; k < f->n && known; k++)
            known = code[k] != PL_UNKNOWN;
        f->count = f->count2 = f->n_trees = 0;
        if (known)
            c->prefixes.codes[n++] = (struct pl_code_ref){code, f->n, i};
    }
    pl_prefix_tree_build(&c->prefixes, n);
    return c->prefixes.places.at[1].steps;
}

/* Fragments end here: their places are the list. */
static void count_ended(counting *c, worker *w, unsigned thread, const prefix *p)
{
    const struct pl_prefix_place *at = &c->prefixes.places.at[p->place];
    for (uint32_t i = at->from; i < at->to; i++) {
        uint32_t number = c->prefixes.codes[i].number;
        count_places(&w->found, &c->these->at.at[number], c->forest, c->options,
                     w->lists.at + p->list, p->n);
        c->thread[number] = thread;
    }
    w->lists.n = p->list;
}

/* Goes on with each number that comes next in the codes. PL_NONE, the largest, is the
 * last step: its places take the room of the list that was split. */
static void go_on(counting *c, worker *w, const prefix *p)
{
    const struct pl_prefix_place *at = &c->prefixes.places.at[p->place];
    const struct pl_prefix_step *steps = c->prefixes.steps.at;
    occurrence *list = w->lists.at + p->list;
    split_places(&w->split, c->forest, list, p->n, PL_NONE, PL_NONE);
    w->lists.n = p->list;
    uint32_t end = at[1].steps;
    if (steps[end - 1].code == PL_NONE) {
        skip_nodes(c->forest, list, p->n);
        w->lists.n += p->n;
        PL_PUSH(&w->prefixes, (prefix){steps[--end].to, p->list, p->n});
    }
    for (uint32_t i = at->steps; i < end; i++) {
        uint32_t group = w->split.group_of[steps[i].code];
        if (group == 0)
            continue;
        const place_group *g = &w->split.groups.at[group - 1];
        PL_PUSH(&w->prefixes, (prefix){steps[i].to, w->lists.n, g->n});
        PL_APPEND(&w->lists, w->split.places.at + g->start, g->n);
    }
}

/* The parts are dealt out in turn to processes. */
static void count_part(void *context, unsigned thread, size_t part)
{
    counting *c = context;
    worker *w = &c->workers[thread];
    size_t number =
        part * pl_peers_n(c->options->peers) + pl_peers_rank(c->options->peers);
    const struct pl_prefix_step *first = &c->prefixes.steps.at[number];
    w->lists.n = w->prefixes.n = 0;
    list_places(&w->lists, c->forest, first->code);
    prefix p = {first->to, 0, w->lists.n};
    PL_PUSH(&w->prefixes, p);
    while (w->prefixes.n > 0) {
        p = PL_POP(&w->prefixes);
        if (pl_prefix_tree_ends(&c->prefixes, p.place))
            count_ended(c, w, thread, &p);
        else
            go_on(c, w, &p);
    }
}

/* Puts the trees that the workers listed in one place. */
static void collect_trees(counting *c)
{
    c->these->trees.n = 0;
    for (size_t i = 0; i < c->these->at.n; i++) {
        pl_fragment *f = &c->these->at.at[i];
        const pl_numbers *listed = &c->workers[c->thread[i]].found.trees;
        size_t from = f->trees;
        f->trees = c->these->trees.n;
        if (f->n_trees > 0)
            PL_APPEND(&c->these->trees, listed->at + from, f->n_trees);
    }
}

/* How many of n parts this process has. */
static size_t n_own(const pl_peers *p, size_t n)
{
    size_t rank = pl_peers_rank(p), step = pl_peers_n(p);
    return rank < n ? (n - rank + step - 1) / step : 0;
}

/* After collecting, the fragments stand there once for each process: one of them has the
 * counts. */
static void fold_counts(pl_fragments *these, size_t n)
{
    for (size_t i = n; i < these->at.n; i++) {
        const pl_fragment *from = &these->at.at[i];
        pl_fragment *to = &these->at.at[i % n];
        if (from->count + from->count2 == 0)
            continue;
        size_t code = to->code;
        *to = *from;
        to->code = code;
    }
    these->at.n = n;
}

void pl_fragments_count(pl_fragments *these, const pl_forest *f,
                        const pl_seek_options *options, pl_pool *pool)
{
    counting c = {.forest = f, .options = options, .these = these};
    c.workers = new_workers(f, pool);
    c.thread = pl_alloc_zero(these->at.n + 1, sizeof *c.thread);
    pl_pool_run(pool, n_own(options->peers, count_parts(&c)), count_part, &c);
    if (options->trees)
        collect_trees(&c);
    size_t n = these->at.n;
    if (pl_peers_n(options->peers) > 1 && n > 0) {
        pl_fragments_collect(options->peers, these);
        fold_counts(these, n);
    }
    free_workers(c.workers, pool);
    pl_prefix_tree_release(&c.prefixes);
    free(c.thread);
}
