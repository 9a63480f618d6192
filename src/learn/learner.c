/* The growing table of the perceptron; see learner.h. */
#include "learn/learner.h"

#include "base/alloc.h"
#include "base/byteorder.h"
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
 * for none. The largest size has room for a dense row of UINT16_MAX actions. */
enum {
    UNIT = 8,
    CHUNK_BITS = 20,
    CHUNK_UNITS = 1 << CHUNK_BITS,
    N_SIZES = 15,
    PAD = 8,
    MIN_BITS = 16 /* of the index */
};

typedef struct slot {
    uint32_t check; /* low half of the hash; the high half led to the slot */
    uint32_t place;
} slot;

struct pl_learner {
    uint32_t n_actions, padded; /* the second a multiple of PAD */
    unsigned dense_size;        /* of the places of dense rows */
    int unit;                   /* what a change of 1 is in the weights */
    uint64_t time;
    slot *slots; /* [1 << bits] linear probing */
    unsigned bits;
    size_t n_rows;
    PL_VEC(char *) chunks;
    uint32_t next; /* first free unit of the last chunk, counted over all chunks */
    uint32_t free_places[N_SIZES]; /* lists of places that rows have left */
    PL_VEC(uint64_t) changed;      /* hashes of rows; only with a unit */
    size_t n_once;                 /* so many of these differ, for sure */
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

/* Sizes of places are numbered: a place of size s takes 32 << s bytes. */

static uint32_t size_units(unsigned size)
{
    return (32u << size) / UNIT;
}

static uint16_t size_cap(unsigned size)
{
    return (uint16_t)(((32u << size) - sizeof(row)) / 8);
}

/* The smallest that has room for a row with so many bytes behind its head. */
static unsigned size_for(size_t bytes)
{
    unsigned size = 0;
    while ((size_t)32 << size < sizeof(row) + bytes)
        size++;
    assert(size < N_SIZES);
    return size;
}

static uint32_t take_place(pl_learner *l, unsigned size)
{
    uint32_t place = l->free_places[size], units = size_units(size);
    if (place != 0) {
        memcpy(&l->free_places[size], row_at(l, place), sizeof place);
        return place;
    }
    if ((l->next & (CHUNK_UNITS - 1)) + units > CHUNK_UNITS ||
        l->next >> CHUNK_BITS == l->chunks.n) {
        l->next = (uint32_t)l->chunks.n << CHUNK_BITS;
        PL_PUSH(&l->chunks, pl_alloc_table((size_t)CHUNK_UNITS * UNIT));
        if (l->next == 0)
            l->next = size_units(0); /* place 0 stays unused */
    }
    place = l->next;
    l->next += units;
    return place;
}

static void leave_place(pl_learner *l, uint32_t place, unsigned size)
{
    memcpy(row_at(l, place), &l->free_places[size], sizeof place);
    l->free_places[size] = place;
}

/* -- index -------------------------------------------------------------------------- */

static slot *new_slots(unsigned bits)
{
    size_t size = sizeof(slot) << bits;
    return memset(pl_alloc_table(size), 0, size);
}

static void grow_index(pl_learner *l)
{
    slot *old = l->slots;
    size_t n = (size_t)1 << l->bits;
    l->bits++;
    l->slots = new_slots(l->bits);
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
    r->cap = size_cap(0);
    l->n_rows++;
    return s;
}

/* -- public ------------------------------------------------------------------------- */

static pl_learner *new_learner(uint32_t n_actions, unsigned bits)
{
    pl_learner *l = pl_alloc_zero(1, sizeof *l);
    l->n_actions = n_actions;
    l->padded = (n_actions + PAD - 1) / PAD * PAD;
    l->dense_size = size_for(l->padded * sizeof(int16_t) + n_actions * sizeof(float));
    l->unit = 1;
    l->time = 1;
    l->bits = bits;
    l->slots = new_slots(bits);
    return l;
}

pl_learner *pl_learner_new(uint32_t n_actions)
{
    return new_learner(n_actions, MIN_BITS);
}

void pl_learner_free(pl_learner *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->chunks.n; i++)
        free(l->chunks.at[i]);
    PL_VEC_RELEASE(&l->chunks, &l->changed);
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

static row *make_dense(pl_learner *l, slot *s, unsigned size)
{
    uint32_t place = take_place(l, l->dense_size);
    row *r = row_at(l, s->place), *dense = row_at(l, place);
    *dense = (row){.hash = r->hash};
    memset(dense_weights(dense), 0, l->padded * sizeof(int16_t));
    memset(totals(l, dense), 0, l->n_actions * sizeof(float));
    for (uint32_t k = 0; k < r->n; k++) {
        dense_weights(dense)[r->pairs[k].action] = r->pairs[k].weight;
        totals(l, dense)[r->pairs[k].action] = totals(l, r)[k];
    }
    leave_place(l, s->place, size);
    s->place = place;
    return dense;
}

/* Makes room for one more pair. */
static row *grow_row(pl_learner *l, slot *s)
{
    row *r = row_at(l, s->place);
    if (r->n < r->cap)
        return r;
    unsigned size = size_for(r->cap * (sizeof(pair) + sizeof(float)));
    if (size + 1 >= l->dense_size)
        return make_dense(l, s, size);
    uint32_t place = take_place(l, size + 1);
    row *larger = row_at(l, place);
    r = row_at(l, s->place);
    larger->hash = r->hash;
    larger->n = r->n;
    larger->cap = size_cap(size + 1);
    memcpy(larger->pairs, r->pairs, r->n * sizeof(pair));
    memcpy(totals(l, larger), totals(l, r), r->n * sizeof(float));
    leave_place(l, s->place, size);
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

static int16_t narrowed(int weight)
{
    return (int16_t)(weight > INT16_MAX   ? INT16_MAX
                     : weight < INT16_MIN ? INT16_MIN
                                          : weight);
}

/* Keeps one of each hash; the list is asked for rarely, and would grow with every update. */
static void sift_changed(pl_learner *l)
{
    size_t kept = 0;
    PL_SORT(&l->changed, pl_by_u64);
    for (size_t i = 0; i < l->changed.n; i++)
        if (kept == 0 || l->changed.at[kept - 1] != l->changed.at[i])
            l->changed.at[kept++] = l->changed.at[i];
    l->changed.n = l->n_once = kept;
}

static void note_changed(pl_learner *l, uint64_t hash)
{
    enum { FEWEST = 1 << 18 };
    if (l->changed.n > 2 * l->n_once + FEWEST)
        sift_changed(l);
    PL_PUSH(&l->changed, hash);
}

void pl_learner_update(pl_learner *l, uint64_t hash, uint32_t action, int change)
{
    cell c = cell_of(l, hash, action);
    if (l->unit != 1) {
        change *= l->unit;
        note_changed(l, hash);
    }
    *c.weight = narrowed(*c.weight + change);
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

/* -- whole rows: for averages and checkpoints --------------------------------------- */

_Static_assert(sizeof(pl_learned) == 3 * sizeof(uint32_t),
               "checkpoints hold it as numbers");

/* All of a row that is not zero, into out[n_actions]; returns how many. */
static uint32_t copy_row(const pl_learner *l, const row *r, pl_learned *out)
{
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

/* -- averages ----------------------------------------------------------------------- */

/* The sum of the rows that a feature has in several learners. */
typedef struct sum {
    pl_average *weights; /* [n_actions] the first n are in use */
    uint32_t n;
    uint32_t *places; /* [n_actions] 1 + index of an action among them, 0 if not there */
    pl_learned *row;  /* [n_actions] of one learner */
} sum;

static void sum_row(sum *s, const pl_learner *l, uint64_t hash)
{
    uint32_t place = find_slot(l, hash)->place;
    uint32_t n = place != 0 ? copy_row(l, row_at(l, place), s->row) : 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t action = s->row[k].action;
        if (s->places[action] == 0) {
            s->weights[s->n] = (pl_average){action, 0};
            s->places[action] = ++s->n;
        }
        s->weights[s->places[action] - 1].weight +=
            (float)s->row[k].weight - s->row[k].total / (float)l->time;
    }
}

/* Divides by the number of learners and their unit, drops zeros and empties `places` again. */
static uint32_t sum_finish(sum *s, float divisor)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->n; k++) {
        pl_average w = s->weights[k];
        s->places[w.action] = 0;
        w.weight /= divisor;
        if (w.weight != 0)
            s->weights[n++] = w;
    }
    s->n = 0;
    return n;
}

static bool any_has(const pl_learner *const *learners, uint32_t n, uint64_t hash)
{
    for (uint32_t k = 0; k < n; k++)
        if (find_slot(learners[k], hash)->place != 0)
            return true;
    return false;
}

/* Each feature is summed where it is met first: at the first learner that has it. */
void pl_learners_each(const pl_learner *const *learners, uint32_t n,
                      void (*each)(void *context, uint64_t hash,
                                   const pl_average *weights, uint32_t n),
                      void *context)
{
    uint32_t n_actions = learners[0]->n_actions;
    sum s = {.weights = pl_alloc(n_actions * sizeof *s.weights),
             .places = pl_alloc_zero(n_actions, sizeof *s.places),
             .row = pl_alloc(n_actions * sizeof *s.row)};
    for (uint32_t first = 0; first < n; first++) {
        const pl_learner *l = learners[first];
        for (size_t i = 0; i < (size_t)1 << l->bits; i++) {
            if (l->slots[i].place == 0)
                continue;
            uint64_t hash = row_at(l, l->slots[i].place)->hash;
            if (any_has(learners, first, hash))
                continue;
            for (uint32_t k = first; k < n; k++)
                sum_row(&s, learners[k], hash);
            uint32_t kept = sum_finish(&s, (float)n * (float)learners[0]->unit);
            if (kept > 0)
                each(context, hash, s.weights, kept);
        }
    }
    free(s.weights);
    free(s.places);
    free(s.row);
}

/* -- mixtures ----------------------------------------------------------------------- */

void pl_learner_set_unit(pl_learner *l, int unit)
{
    l->unit = unit;
}

uint64_t pl_learner_time(const pl_learner *l)
{
    return l->time;
}

void pl_learner_set_time(pl_learner *l, uint64_t time)
{
    l->time = time;
}

const uint64_t *pl_learner_changed(pl_learner *l, size_t *n)
{
    sift_changed(l);
    *n = l->changed.n;
    l->changed.n = l->n_once = 0;
    return l->changed.at;
}

uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out)
{
    uint32_t place = find_slot(l, hash)->place;
    return place != 0 ? copy_row(l, row_at(l, place), out) : 0;
}

void pl_learner_set_row(pl_learner *l, uint64_t hash, const pl_learned *cells, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        cell c = cell_of(l, hash, cells[k].action);
        *c.weight = narrowed(cells[k].weight);
        *c.total = cells[k].total;
    }
}

/* -- checkpoints -------------------------------------------------------------------- */

/* What stands in a checkpoint are numbers of one width, little-endian. */
typedef struct saved {
    uint64_t time, n_rows;
} saved;

/* The head of a row; n times pl_learned follow. */
typedef struct saved_row {
    uint64_t hash, n;
} saved_row;

/* Appends n numbers of so many bytes. */
static void put(pl_str *to, const void *numbers, size_t n, size_t width)
{
    pl_str_put(to, numbers, n * width);
    pl_file_order(to->at + to->n - n * width, n, width);
}

/* Rows are written in the order of their slots, from an empty slot on. Put in again in
 * this order each comes to the slot where it was, also one that went over the end. */
void pl_learner_save(const pl_learner *l, pl_str *to)
{
    saved head = {l->time, l->n_rows};
    size_t n = (size_t)1 << l->bits, first = 0;
    pl_learned *pairs = pl_alloc(l->n_actions * sizeof *pairs);
    put(to, &head, 2, sizeof(uint64_t));
    while (l->slots[first].place != 0)
        first++;
    for (size_t i = 0; i < n; i++) {
        uint32_t place = l->slots[(first + i) & (n - 1)].place;
        if (place == 0)
            continue;
        const row *r = row_at(l, place);
        saved_row s = {r->hash, copy_row(l, r, pairs)};
        put(to, &s, 2, sizeof(uint64_t));
        put(to, pairs, 3 * s.n, sizeof(uint32_t));
    }
    free(pairs);
}

/* Copies n numbers from *at, which moves behind them; false if there are not so many. */
static bool get(const char **at, const char *end, void *to, uint64_t n, size_t width)
{
    if (n > (size_t)(end - *at) / width)
        return false;
    memcpy(to, *at, n * width);
    pl_file_order(to, n, width);
    *at += n * width;
    return true;
}

static bool is_sound(const pl_learned *pairs, uint64_t n, uint32_t n_actions)
{
    for (uint64_t k = 0; k < n; k++)
        if (pairs[k].action >= n_actions || pairs[k].weight > INT16_MAX ||
            pairs[k].weight < INT16_MIN)
            return false;
    return true;
}

/* `pairs` has room for n_actions. */
static bool load_row(pl_learner *l, const char **at, const char *end, pl_learned *pairs)
{
    saved_row r;
    if (!get(at, end, &r, 2, sizeof(uint64_t)) || r.n > l->n_actions ||
        find_slot(l, r.hash)->place != 0 ||
        !get(at, end, pairs, 3 * r.n, sizeof(uint32_t)) ||
        !is_sound(pairs, r.n, l->n_actions))
        return false;
    new_row(l, r.hash);
    for (uint64_t k = 0; k < r.n; k++) {
        cell c = cell_of(l, r.hash, pairs[k].action);
        *c.weight = (int16_t)pairs[k].weight;
        *c.total = pairs[k].total;
    }
    return true;
}

/* The size that the index has when it has grown row by row: see new_row. */
static unsigned bits_for(uint64_t n_rows)
{
    unsigned bits = MIN_BITS;
    while (n_rows > 0 && (n_rows - 1) * 5 > (uint64_t)3 << bits)
        bits++;
    return bits;
}

pl_learner *pl_learner_load(const char **at, const char *end, uint32_t n_actions)
{
    saved head;
    if (!get(at, end, &head, 2, sizeof(uint64_t)) || head.time == 0 ||
        head.n_rows > (size_t)(end - *at) / sizeof(saved_row))
        return NULL;
    pl_learner *l = new_learner(n_actions, bits_for(head.n_rows));
    l->time = head.time;
    pl_learned *pairs = pl_alloc(n_actions * sizeof *pairs);
    bool fine = true;
    for (uint64_t i = 0; fine && i < head.n_rows; i++)
        fine = load_row(l, at, end, pairs);
    free(pairs);
    if (fine)
        return l;
    pl_learner_free(l);
    return NULL;
}
