/* The growing table of the perceptron; see learner.h. */
#include "learn/learner_rows.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <assert.h>
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
 * for none. The largest class has room for a dense row of UINT16_MAX actions. */
enum {
    UNIT = 8,
    CHUNK_BITS = 20,
    CHUNK_UNITS = 1 << CHUNK_BITS,
    N_CLASSES = 15,
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

static unsigned dense_class(const pl_learner *l)
{
    size_t bytes =
        sizeof(row) + l->padded * sizeof(int16_t) + l->n_actions * sizeof(float);
    unsigned class = 0;
    while ((size_t)32 << class < bytes)
        class ++;
    assert(class < N_CLASSES);
    return class;
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

/* -- rows as a whole; see learner_rows.h ------------------------------------------- */

uint32_t pl_learner_actions(const pl_learner *l)
{
    return l->n_actions;
}

uint64_t pl_learner_time(const pl_learner *l)
{
    return l->time;
}

unsigned pl_learner_bits(const pl_learner *l)
{
    return l->bits;
}

bool pl_learner_at(const pl_learner *l, size_t i, uint64_t *hash)
{
    uint32_t place = l->slots[i].place;
    if (place != 0)
        *hash = row_at(l, place)->hash;
    return place != 0;
}

bool pl_learner_has(const pl_learner *l, uint64_t hash)
{
    return find_slot(l, hash)->place != 0;
}

uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out)
{
    const slot *s = find_slot(l, hash);
    if (s->place == 0)
        return 0;
    const row *r = row_at(l, s->place);
    const float *total = totals(l, r);
    uint32_t n = 0, end = is_dense(r) ? l->n_actions : r->n;
    for (uint32_t k = 0; k < end; k++) {
        pl_learned p =
            is_dense(r) ? (pl_learned){k, dense_weights(r)[k], total[k]}
                        : (pl_learned){r->pairs[k].action, r->pairs[k].weight, total[k]};
        if (p.weight != 0 || p.total != 0)
            out[n++] = p;
    }
    return n;
}

pl_learner *pl_learner_restart(uint32_t n_actions, unsigned bits, uint64_t time)
{
    pl_learner *l = pl_learner_new(n_actions);
    free(l->slots);
    l->time = time;
    l->bits = bits;
    l->slots = pl_alloc_zero((size_t)1 << bits, sizeof *l->slots);
    return l;
}

void pl_learner_put(pl_learner *l, uint64_t hash, const pl_learned *weights, uint32_t n)
{
    new_row(l, hash);
    for (uint32_t k = 0; k < n; k++) {
        cell c = cell_of(l, hash, weights[k].action);
        *c.weight = (int16_t)weights[k].weight;
        *c.total = weights[k].total;
    }
}
