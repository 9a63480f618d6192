/* The growing table of the perceptron; see learner.h. */
#include "model/learner.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair {
    uint16_t action;
    int16_t weight;
} pair;

typedef struct row {
    uint64_t hash;
    uint16_t n, cap; /* cap 0: it is dense */
    pair pairs[];    /* [cap], then float totals[cap]; where it is dense int16_t
                        weights[padded n_actions], then float totals[n_actions] */
} row;

/* A row is found by its place: a chunk and an offset in units of 8 bytes. Place 0 stands
 * for none. */
enum {
    UNIT = 8,
    CHUNK_BITS = 20,
    CHUNK_UNITS = 1 << CHUNK_BITS,
    N_CLASSES = 12,
    PAD = 8
};

typedef struct slot {
    uint32_t check; /* low half of the hash; the high half led to the slot */
    uint32_t place;
} slot;

struct pl_learner {
    uint32_t n_actions, padded; /* the second a multiple of PAD */
    unsigned dense_class;       /* of the places of dense rows */
    uint64_t time;
    slot *slots; /* [1 << bits] linear probing */
    unsigned bits;
    size_t n_rows;
    PL_VEC(char *) chunks;
    uint32_t next; /* first free unit of the last chunk, counted over all chunks */
    uint32_t free_places[N_CLASSES]; /* lists of places that rows have left */
};

static row *row_at(const pl_learner *l, uint32_t place)
{
    return (row *)(l->chunks.at[place >> CHUNK_BITS] +
                   (size_t)(place & (CHUNK_UNITS - 1)) * UNIT);
}

static bool is_dense(const row *r)
{
    return r->cap == 0;
}

static int16_t *dense_weights(const row *r)
{
    return (int16_t *)r->pairs;
}

static float *totals(const pl_learner *l, const row *r)
{
    size_t before = is_dense(r) ? l->padded * sizeof(int16_t) : r->cap * sizeof *r->pairs;
    void *behind = (char *)r->pairs + before;
    return behind;
}

static size_t slot_of(const pl_learner *l, uint64_t hash)
{
    return (size_t)(hash >> (64 - l->bits));
}

/* -- places: rows of 2, 6, 14, 30 … pairs take 32, 64, 128, 256 … bytes ------------ */

static uint32_t class_units(unsigned class)
{
    return (32u << class) / UNIT;
}

static uint16_t class_cap(unsigned class)
{
    return (uint16_t)(((32u << class) - sizeof(row)) / 8);
}

static unsigned class_for(uint32_t n)
{
    unsigned class = 0;
    while (class_cap(class) < n)
        class ++;
    assert(class < N_CLASSES);
    return class;
}

/* The class of dense rows; none where they are too large for all. */
static unsigned dense_class(const pl_learner *l)
{
    size_t bytes =
        sizeof(row) + l->padded * sizeof(int16_t) + l->n_actions * sizeof(float);
    unsigned class = 0;
    while ((size_t)32 << class < bytes)
        class ++;
    return class < N_CLASSES ? class : UINT_MAX;
}

static uint32_t take_place(pl_learner *l, unsigned class)
{
    uint32_t place = l->free_places[class], units = class_units(class);
    if (place != 0) {
        memcpy(&l->free_places[class], row_at(l, place), sizeof place);
        return place;
    }
    if ((l->next & (CHUNK_UNITS - 1)) + units > CHUNK_UNITS ||
        l->next >> CHUNK_BITS == l->chunks.n) {
        l->next = (uint32_t)l->chunks.n << CHUNK_BITS;
        PL_PUSH(&l->chunks, pl_alloc((size_t)CHUNK_UNITS * UNIT));
        if (l->next == 0)
            l->next = class_units(0); /* place 0 stays unused */
    }
    place = l->next;
    l->next += units;
    return place;
}

static void leave_place(pl_learner *l, uint32_t place, unsigned class)
{
    memcpy(row_at(l, place), &l->free_places[class], sizeof place);
    l->free_places[class] = place;
}

/* -- index -------------------------------------------------------------------------- */

static void grow_index(pl_learner *l)
{
    slot *old = l->slots;
    size_t n = (size_t)1 << l->bits;
    l->bits++;
    l->slots = pl_alloc_zero((size_t)1 << l->bits, sizeof *l->slots);
    size_t mask = ((size_t)1 << l->bits) - 1;
    for (size_t i = 0; i < n; i++)
        if (old[i].place != 0) {
            size_t s = slot_of(l, row_at(l, old[i].place)->hash);
            while (l->slots[s].place != 0)
                s = (s + 1) & mask;
            l->slots[s] = old[i];
        }
    free(old);
}

/* The slot of a feature, or the empty one where it would go. */
static slot *find_slot(const pl_learner *l, uint64_t hash)
{
    size_t mask = ((size_t)1 << l->bits) - 1;
    size_t s = slot_of(l, hash);
    while (l->slots[s].place != 0 && l->slots[s].check != (uint32_t)hash)
        s = (s + 1) & mask;
    return &l->slots[s];
}

static slot *new_row(pl_learner *l, uint64_t hash)
{
    if (l->n_rows * 5 > ((size_t)3 << l->bits))
        grow_index(l);
    slot *s = find_slot(l, hash);
    *s = (slot){(uint32_t)hash, take_place(l, 0)};
    row *r = row_at(l, s->place);
    r->hash = hash;
    r->n = 0;
    r->cap = class_cap(0);
    l->n_rows++;
    return s;
}

/* -- public ------------------------------------------------------------------------- */

pl_learner *pl_learner_new(uint32_t n_actions)
{
    pl_learner *l = pl_alloc_zero(1, sizeof *l);
    l->n_actions = n_actions;
    l->padded = (n_actions + PAD - 1) / PAD * PAD;
    l->dense_class = dense_class(l);
    l->time = 1;
    l->bits = 16;
    l->slots = pl_alloc_zero((size_t)1 << l->bits, sizeof *l->slots);
    return l;
}

void pl_learner_free(pl_learner *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->chunks.n; i++)
        free(l->chunks.at[i]);
    PL_VEC_RELEASE(&l->chunks);
    free(l->slots);
    free(l);
}

static void prefetch(const void *table, const uint64_t *hashes, size_t n)
{
    const pl_learner *l = table;
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&l->slots[slot_of(l, hashes[i])]);
}

static size_t find(const void *table, const uint64_t *hashes, size_t n, const void **rows)
{
    const pl_learner *l = table;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const slot *s = find_slot(l, hashes[i]);
        if (s->place == 0)
            continue;
        rows[found++] = row_at(l, s->place);
        __builtin_prefetch(rows[found - 1]);
    }
    return found;
}

typedef int16_t narrow __attribute__((vector_size(PAD * sizeof(int16_t))));
typedef int32_t wide __attribute__((vector_size(PAD * sizeof(int32_t))));

static void add_dense(const int16_t *weights, uint32_t n, int32_t *sums)
{
    for (uint32_t a = 0; a < n; a += PAD) {
        narrow w;
        wide sum;
        memcpy(&w, weights + a, sizeof w);
        memcpy(&sum, sums + a, sizeof sum);
        sum += __builtin_convertvector(w, wide);
        memcpy(sums + a, &sum, sizeof sum);
    }
}

static void add(const void *table, const void *const *rows, size_t n, int32_t *sums)
{
    const pl_learner *l = table;
    for (size_t i = 0; i < n; i++) {
        const row *r = rows[i];
        if (is_dense(r))
            add_dense(dense_weights(r), l->padded, sums);
        for (uint32_t k = 0; k < r->n; k++)
            sums[r->pairs[k].action] += r->pairs[k].weight;
    }
}

pl_weights pl_learner_weights(const pl_learner *l)
{
    return (pl_weights){l, l->n_actions, prefetch, find, add};
}

static row *make_dense(pl_learner *l, slot *s, unsigned class)
{
    uint32_t place = take_place(l, l->dense_class);
    row *r = row_at(l, s->place), *dense = row_at(l, place);
    *dense = (row){.hash = r->hash};
    memset(dense_weights(dense), 0, l->padded * sizeof(int16_t));
    memset(totals(l, dense), 0, l->n_actions * sizeof(float));
    for (uint32_t k = 0; k < r->n; k++) {
        dense_weights(dense)[r->pairs[k].action] = r->pairs[k].weight;
        totals(l, dense)[r->pairs[k].action] = totals(l, r)[k];
    }
    leave_place(l, s->place, class);
    s->place = place;
    return dense;
}

/* Makes room for one more pair. */
static row *grow_row(pl_learner *l, slot *s)
{
    row *r = row_at(l, s->place);
    if (r->n < r->cap)
        return r;
    unsigned class = class_for(r->cap);
    if (class + 1 >= l->dense_class)
        return make_dense(l, s, class);
    uint32_t place = take_place(l, class + 1);
    row *larger = row_at(l, place);
    r = row_at(l, s->place);
    larger->hash = r->hash;
    larger->n = r->n;
    larger->cap = class_cap(class + 1);
    memcpy(larger->pairs, r->pairs, r->n * sizeof(pair));
    memcpy(totals(l, larger), totals(l, r), r->n * sizeof(float));
    leave_place(l, s->place, class);
    s->place = place;
    return larger;
}

/* What is known of a feature and an action; valid until the next one is asked for. */
typedef struct cell {
    int16_t *weight;
    float *total;
} cell;

/* Zeros where nothing was known. */
static cell cell_of(pl_learner *l, uint64_t hash, uint32_t action)
{
    slot *s = find_slot(l, hash);
    if (s->place == 0)
        s = new_row(l, hash);
    row *r = row_at(l, s->place);
    uint32_t k = 0;
    while (k < r->n && r->pairs[k].action != action)
        k++;
    if (k == r->n && !is_dense(r)) {
        r = grow_row(l, s);
        if (!is_dense(r)) {
            r->pairs[k] = (pair){(uint16_t)action, 0};
            totals(l, r)[k] = 0;
            r->n++;
        }
    }
    return is_dense(r) ? (cell){dense_weights(r) + action, totals(l, r) + action}
                       : (cell){&r->pairs[k].weight, totals(l, r) + k};
}

void pl_learner_update(pl_learner *l, uint64_t hash, uint32_t action, int change)
{
    cell c = cell_of(l, hash, action);
    int weight = *c.weight + change;
    *c.weight = (int16_t)(weight > INT16_MAX   ? INT16_MAX
                          : weight < INT16_MIN ? INT16_MIN
                                               : weight);
    *c.total += (float)l->time * (float)change;
}

void pl_learner_tick(pl_learner *l)
{
    l->time++;
}

size_t pl_learner_rows(const pl_learner *l)
{
    return l->n_rows;
}

size_t pl_learner_bytes(const pl_learner *l)
{
    return ((size_t)sizeof(slot) << l->bits) + l->chunks.n * CHUNK_UNITS * UNIT;
}

/* -- averages ---------------------------------------------------------------------- */

/* A row as pairs and their totals, for [n_actions] each; how many there are. */
static uint16_t unpack(const pl_learner *l, const row *r, pair *pairs, float *to)
{
    const float *from = totals(l, r);
    uint32_t n = 0, end = is_dense(r) ? l->n_actions : r->n;
    for (uint32_t k = 0; k < end; k++) {
        pair p = is_dense(r) ? (pair){(uint16_t)k, dense_weights(r)[k]} : r->pairs[k];
        if (p.weight != 0 || from[k] != 0) {
            pairs[n] = p;
            to[n++] = from[k];
        }
    }
    return (uint16_t)n;
}

/* The sum of the rows that a feature has in several learners. */
typedef struct sum {
    pl_average *weights; /* [n_actions] the first n are in use */
    uint32_t n;
    uint32_t *places; /* [n_actions] 1 + where an action stands among them, 0: nowhere */
    pair *pairs;      /* [n_actions] of one row, with: */
    float *totals;
} sum;

static void sum_row(sum *s, const pl_learner *l, const row *r)
{
    uint32_t n = unpack(l, r, s->pairs, s->totals);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t action = s->pairs[k].action;
        if (s->places[action] == 0) {
            s->weights[s->n] = (pl_average){action, 0};
            s->places[action] = ++s->n;
        }
        s->weights[s->places[action] - 1].weight +=
            (float)s->pairs[k].weight - s->totals[k] / (float)l->time;
    }
}

/* Divides by the number of learners, leaves out zeros and makes the places free again. */
static uint32_t sum_finish(sum *s, uint32_t n_learners)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        pl_average w = s->weights[k];
        s->places[w.action] = 0;
        w.weight /= (float)n_learners;
        if (w.weight != 0)
            s->weights[n++] = w;
    }
    s->n = 0;
    return n;
}

static bool has_row(const pl_learner *const *learners, uint32_t n, uint64_t hash)
{
    for (uint32_t k = 0; k < n; k++)
        if (find_slot(learners[k], hash)->place != 0)
            return true;
    return false;
}

/* Each feature is summed up where it is met first: in the first learner that has it. */
void pl_learners_each(const pl_learner *const *learners, uint32_t n,
                      void (*each)(void *context, uint64_t hash,
                                   const pl_average *weights, uint32_t n),
                      void *context)
{
    uint32_t n_actions = learners[0]->n_actions;
    sum s = {.weights = pl_alloc(n_actions * sizeof *s.weights),
             .places = pl_alloc_zero(n_actions, sizeof *s.places),
             .pairs = pl_alloc(n_actions * sizeof *s.pairs),
             .totals = pl_alloc(n_actions * sizeof *s.totals)};
    for (uint32_t first = 0; first < n; first++) {
        const pl_learner *l = learners[first];
        for (size_t i = 0; i < (size_t)1 << l->bits; i++) {
            if (l->slots[i].place == 0)
                continue;
            uint64_t hash = row_at(l, l->slots[i].place)->hash;
            if (has_row(learners, first, hash))
                continue;
            for (uint32_t k = first; k < n; k++) {
                const slot *found = find_slot(learners[k], hash);
                if (found->place != 0)
                    sum_row(&s, learners[k], row_at(learners[k], found->place));
            }
            uint32_t kept = sum_finish(&s, n);
            if (kept > 0)
                each(context, hash, s.weights, kept);
        }
    }
    free(s.weights);
    free(s.places);
    free(s.pairs);
    free(s.totals);
}

/* -- checkpoints -------------------------------------------------------------------- */

typedef struct saved {
    uint64_t time, n_rows;
    uint32_t n_actions, bits;
} saved;

/* In the order of the slots from an empty one on: put in again in this order, every row
 * comes to where it was, also those that went over the end. */
void pl_learner_save(const pl_learner *l, pl_out *out)
{
    saved head = {l->time, l->n_rows, l->n_actions, l->bits};
    size_t n = (size_t)1 << l->bits, first = 0;
    pair *pairs = pl_alloc(l->n_actions * sizeof *pairs);
    float *sums = pl_alloc(l->n_actions * sizeof *sums);
    pl_out_put(out, (const char *)&head, sizeof head);
    while (l->slots[first].place != 0)
        first++;
    for (size_t i = 0; i < n; i++) {
        uint32_t place = l->slots[(first + i) & (n - 1)].place;
        if (place == 0)
            continue;
        const row *from = row_at(l, place);
        row r;
        memset(&r, 0, sizeof r); /* what pads it is written, too */
        r.hash = from->hash;
        r.n = r.cap = unpack(l, from, pairs, sums);
        pl_out_put(out, (const char *)&r, sizeof r);
        pl_out_put(out, (const char *)pairs, r.n * sizeof *pairs);
        pl_out_put(out, (const char *)sums, r.n * sizeof *sums);
    }
    free(pairs);
    free(sums);
}

static bool read_all(pl_in *in, void *to, size_t n, pl_err *err)
{
    for (size_t done = 0; done < n;) {
        long got = pl_in_read(in, (char *)to + done, n - done, err);
        if (got == 0)
            pl_in_fail(in, err, "the checkpoint ends too early");
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* `pairs` and `sums` have room for n_actions. */
static bool read_row(pl_learner *l, pl_in *in, pair *pairs, float *sums, pl_err *err)
{
    row head;
    if (!read_all(in, &head, sizeof head, err))
        return false;
    if (head.n > l->n_actions || find_slot(l, head.hash)->place != 0) {
        pl_in_fail(in, err, "the checkpoint is damaged");
        return false;
    }
    if (!read_all(in, pairs, head.n * sizeof *pairs, err) ||
        !read_all(in, sums, head.n * sizeof *sums, err))
        return false;
    new_row(l, head.hash);
    for (uint32_t k = 0; k < head.n; k++) {
        if (pairs[k].action >= l->n_actions) {
            pl_in_fail(in, err, "the checkpoint is damaged");
            return false;
        }
        cell c = cell_of(l, head.hash, pairs[k].action);
        *c.weight = pairs[k].weight;
        *c.total = sums[k];
    }
    return true;
}

pl_learner *pl_learner_load(pl_in *in, pl_err *err)
{
    saved head;
    if (!read_all(in, &head, sizeof head, err))
        return NULL;
    if (head.n_actions == 0 || head.n_actions > UINT16_MAX || head.bits < 16 ||
        head.bits > 32 || head.n_rows > (uint64_t)1 << head.bits) {
        pl_in_fail(in, err, "the checkpoint is damaged");
        return NULL;
    }
    pl_learner *l = pl_learner_new(head.n_actions);
    l->time = head.time;
    free(l->slots);
    l->bits = head.bits;
    l->slots = pl_alloc_zero((size_t)1 << l->bits, sizeof *l->slots);
    pair *pairs = pl_alloc(l->n_actions * sizeof *pairs);
    float *sums = pl_alloc(l->n_actions * sizeof *sums);
    bool fine = true;
    for (uint64_t i = 0; fine && i < head.n_rows; i++)
        fine = read_row(l, in, pairs, sums, err);
    free(pairs);
    free(sums);
    if (fine)
        return l;
    pl_learner_free(l);
    return NULL;
}
