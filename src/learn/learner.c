/* The growing table of the perceptron; see learner.h. */
#include "learn/learner.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "base/vec.h"
#include "learn/places.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

typedef struct pair {
    uint16_t action;
    int16_t weight;
} pair;

/* Forms of rows: a single pair, which stands in the index itself, lists of pairs, or the
 * weights of all actions. A list of form f has room for 2 << f pairs, of which the first is
 * its head (n, 0): it holds 3, 7, 15, 31 … others. */
enum { SINGLE, SHORTEST, DENSE = PL_MOST_FORMS - 1 };

/* -- the table ---------------------------------------------------------------------- */

/* The total of a single pair, or the place of the totals of the others, in the order of
 * their pairs or of the actions. */
typedef union cold {
    float total;
    uint32_t place;
} cold;

/* A line of the index. A value is 0 in an empty slot, else the pair of a single one
 * (IS_SINGLE | action << 16 | weight) or the place of its weights, with IS_DENSE if they are
 * those of all actions. */
enum { SLOTS = 8, PAD = 32, MIN_BITS = 16, MOST_SINGLE = 1 << 15 };
#define IS_SINGLE ((uint32_t)1 << 31)
#define IS_DENSE  ((uint32_t)1 << 30)

typedef struct line {
    uint32_t
        checks[SLOTS]; /* low half of the hash, 1 if that is 0; 0: the slot is empty */
    uint32_t values[SLOTS];
} line;

struct pl_learner {
    uint32_t n_actions, padded; /* the second a multiple of PAD */
    int unit;                   /* what a change of 1 is in the weights */
    uint64_t time;
    unsigned bits;    /* of the index: 1 << bits slots, linear probing */
    line *lines;      /* [slots / SLOTS] the high bits of a hash lead there */
    cold *colds;      /* [slots] what only changes and averages need */
    uint64_t *hashes; /* [slots] what only averages need */
    size_t n_rows;
    pl_places hot;            /* weights: pair[2 << form], or int16_t[padded] */
    pl_places cold;           /* totals */
    PL_VEC(uint64_t) changed; /* hashes of rows; only with a unit */
    size_t n_once;            /* so many of these differ, for sure */
};

static inline uint32_t *value_of(const pl_learner *l, size_t slot)
{
    return &l->lines[slot / SLOTS].values[slot % SLOTS];
}

static inline float *totals_of(const pl_learner *l, size_t slot)
{
    return *value_of(l, slot) & IS_SINGLE ? &l->colds[slot].total
                                          : pl_place_at(&l->cold, l->colds[slot].place);
}

static inline void *weights_at(const pl_learner *l, uint32_t value)
{
    return pl_place_at(&l->hot, value & ~IS_DENSE);
}

static uint32_t single(uint32_t action, int16_t weight)
{
    return IS_SINGLE | action << 16 | (uint16_t)weight;
}

static inline uint32_t single_action(uint32_t value)
{
    return value >> 16 & (MOST_SINGLE - 1);
}

static inline int16_t single_weight(uint32_t value)
{
    return (int16_t)(uint16_t)value;
}

/* The form of a list of n pairs: the smallest with room for it. */
static unsigned form_of_list(uint32_t n)
{
    unsigned form = SHORTEST;
    while (n >= (2u << form))
        form++;
    return form;
}

/* The sizes of places by form; those of dense rows are whole lines. */
static void set_sizes(pl_learner *l)
{
    for (unsigned form = SHORTEST; form < DENSE; form++) {
        l->hot.bytes[form] = ((size_t)2 << form) * sizeof(pair);
        l->cold.bytes[form] = ((size_t)2 << form) * sizeof(float);
    }
    l->hot.bytes[DENSE] = l->padded * sizeof(int16_t);
    l->cold.bytes[DENSE] = l->padded * sizeof(float);
}

/* -- index -------------------------------------------------------------------------- */

static void new_index(pl_learner *l, unsigned bits)
{
    size_t n = (size_t)1 << bits, bytes = n / SLOTS * sizeof(line);
    l->bits = bits;
    l->lines = memset(pl_alloc_table(bytes), 0, bytes);
    l->colds = pl_alloc_table(n * sizeof *l->colds);
    l->hashes = pl_alloc_table(n * sizeof *l->hashes);
}

static inline uint32_t check_of(uint64_t hash)
{
    return (uint32_t)hash + ((uint32_t)hash == 0);
}

/* The slots of a line that are empty or have a check: bit i stands for slot i. */
static inline uint32_t ends_in(const line *at, uint32_t check)
{
    uint32_t ends = 0;
#ifdef __x86_64__
    const __m128i *checks = (const __m128i *)at->checks;
    __m128i want = _mm_set1_epi32((int)check), none = _mm_setzero_si128();
    __m128i low = _mm_load_si128(checks), high = _mm_load_si128(checks + 1);
    low = _mm_or_si128(_mm_cmpeq_epi32(low, want), _mm_cmpeq_epi32(low, none));
    high = _mm_or_si128(_mm_cmpeq_epi32(high, want), _mm_cmpeq_epi32(high, none));
    ends = (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(low)) |
           (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(high)) << SLOTS / 2;
#else
    for (uint32_t i = 0; i < SLOTS; i++)
        ends |= (uint32_t)(at->checks[i] == check || at->checks[i] == 0) << i;
#endif
    return ends;
}

/* The slot of a feature, or the empty one where it would go. Which of a line it is can
 * hardly be foreseen, so no branch depends on it. */
static inline size_t find_slot(const pl_learner *l, uint64_t hash)
{
    size_t slot = (size_t)(hash >> (64 - l->bits)), b = slot / SLOTS;
    uint32_t check = check_of(hash), ends = ends_in(&l->lines[b], check) >> slot % SLOTS;
    if (ends != 0)
        return slot + (uint32_t)__builtin_ctz(ends);
    do {
        b = (b + 1) & (((size_t)1 << l->bits) / SLOTS - 1);
        ends = ends_in(&l->lines[b], check);
    } while (ends == 0);
    return b * SLOTS + (uint32_t)__builtin_ctz(ends);
}

/* Puts a feature that is not there into a slot, which it returns. */
static size_t fill_slot(pl_learner *l, uint64_t hash, uint32_t value, cold c)
{
    size_t slot = (size_t)(hash >> (64 - l->bits)), mask = ((size_t)1 << l->bits) - 1;
    while (*value_of(l, slot) != 0)
        slot = (slot + 1) & mask;
    l->lines[slot / SLOTS].checks[slot % SLOTS] = check_of(hash);
    *value_of(l, slot) = value;
    l->colds[slot] = c;
    l->hashes[slot] = hash;
    return slot;
}

static void free_index(pl_learner *l)
{
    free(l->lines);
    free(l->colds);
    free(l->hashes);
}

static void grow_index(pl_learner *l)
{
    pl_learner old = *l;
    new_index(l, l->bits + 1);
    for (size_t i = 0; i < (size_t)1 << old.bits; i++)
        if (*value_of(&old, i) != 0)
            fill_slot(l, old.hashes[i], *value_of(&old, i), old.colds[i]);
    free_index(&old);
}

/* A single pair without weight; returns its slot. */
static size_t new_row(pl_learner *l, uint64_t hash)
{
    if (l->n_rows * 5 > ((size_t)3 << l->bits))
        grow_index(l);
    l->n_rows++;
    return fill_slot(l, hash, single(0, 0), (cold){.total = 0});
}

/* -- public ------------------------------------------------------------------------- */

static pl_learner *new_learner(uint32_t n_actions, unsigned bits)
{
    pl_learner *l = pl_alloc_zero(1, sizeof *l);
    l->n_actions = n_actions;
    l->padded = (n_actions + PAD - 1) / PAD * PAD;
    l->unit = 1;
    l->time = 1;
    set_sizes(l);
    pl_places_leave(&l->hot, pl_places_take(&l->hot, SHORTEST), SHORTEST); /* a block */
    new_index(l, bits);
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
    pl_places_release(&l->hot);
    pl_places_release(&l->cold);
    PL_VEC_RELEASE(&l->changed);
    free_index(l);
    free(l);
}

/* Two slots on may be the next line, where about every seventh search goes. */
static void prefetch(const void *table, const uint64_t *hashes, size_t n)
{
    const pl_learner *l = table;
    for (size_t i = 0; i < n; i++) {
        size_t slot = (size_t)(hashes[i] >> (64 - l->bits));
        __builtin_prefetch(&l->lines[slot / SLOTS]);
        __builtin_prefetch(&l->lines[(slot + 2) / SLOTS]);
    }
}

/* The caller holds rows as their values. Whether a feature has a row and of which form can
 * hardly be foreseen, so no branch depends on it: rows are put in from the front, singles
 * from the back. */
static size_t find(const void *table, const uint64_t *hashes, size_t n, const void **rows)
{
    const pl_learner *l = table;
    size_t n_rows = 0, n_single = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = *value_of(l, find_slot(l, hashes[i]));
        const void *row = (const void *)(uintptr_t)value;
        rows[n_rows] = rows[n - 1 - n_single] = row;
        n_single += value >> 31;
        n_rows += value - 1 < IS_SINGLE - 1;
        value &= (IS_DENSE - 1) & ((value >> 31) - 1); /* place 0 for singles */
        __builtin_prefetch(pl_place_at(&l->hot, value));
    }
    memmove(rows + n_rows, rows + n - n_single, n_single * sizeof *rows);
    return n_rows + n_single;
}

/* Adds n_rows rows of n weights each, some at a time: up to PAD. */
typedef void add_weights(const int16_t *const *weights, size_t n_rows, uint32_t n,
                         int32_t *sums);

/* Four pairs at a time, with some behind the last one, whose weights are 0. */
INLINE void add_list(const pair *pairs, int32_t *sums)
{
    uint32_t n = pairs->action;
    for (uint32_t k = 0; k <= n; k += 4) {
        sums[pairs[k].action] += pairs[k].weight;
        sums[pairs[k + 1].action] += pairs[k + 1].weight;
        sums[pairs[k + 2].action] += pairs[k + 2].weight;
        sums[pairs[k + 3].action] += pairs[k + 3].weight;
    }
}

/* Dense rows are added together at last, while the rest of their lines is being loaded.
 * `dense` is a constant in each function that is made of this one. */
INLINE void add_rows(const pl_learner *l, const void *const *rows, size_t n,
                     add_weights *dense, int32_t *sums)
{
    enum { MOST = 16 };
    const int16_t *weights[MOST];
    size_t n_dense = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = (uint32_t)(uintptr_t)rows[i];
        if (value & IS_SINGLE)
            sums[single_action(value)] += single_weight(value);
        else if (!(value & IS_DENSE))
            add_list(weights_at(l, value), sums);
        else {
            weights[n_dense] = weights_at(l, value);
            for (uint32_t a = PAD; a < l->n_actions; a += PAD)
                __builtin_prefetch(weights[n_dense] + a);
            n_dense++;
        }
        if (n_dense == MOST) {
            dense(weights, n_dense, l->n_actions, sums);
            n_dense = 0;
        }
    }
    dense(weights, n_dense, l->n_actions, sums);
}

#define ADD(name, dense)                                                                 \
    static void name(const void *table, const void *const *rows, size_t n,               \
                     int32_t *sums)                                                      \
    {                                                                                    \
        add_rows(table, rows, n, dense, sums);                                           \
    }

INLINE void add_plain(const int16_t *const *weights, size_t n_rows, uint32_t n,
                      int32_t *sums)
{
    for (size_t i = 0; i < n_rows; i++)
        for (uint32_t a = 0; a < n; a++)
            sums[a] += weights[i][a];
}

ADD(add, add_plain)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))

AVX2 INLINE __m256i widened(const int16_t *weights)
{
    return _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)weights));
}

/* The sums of PAD actions stay in registers. */
AVX2 INLINE void add_avx2(const int16_t *const *weights, size_t n_rows, uint32_t n,
                          int32_t *sums)
{
    enum { N = PAD / 8 }; /* vectors */
    for (uint32_t a = 0; a < n; a += PAD) {
        __m256i *to = (__m256i *)(sums + a), s[N];
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++)
            s[k] = _mm256_loadu_si256(to + k);
        for (size_t i = 0; i < n_rows; i++)
#pragma GCC unroll 4
            for (uint32_t k = 0; k < N; k++)
                s[k] = _mm256_add_epi32(s[k], widened(weights[i] + a + 8 * k));
#pragma GCC unroll 4
        for (uint32_t k = 0; k < N; k++)
            _mm256_storeu_si256(to + k, s[k]);
    }
}

AVX2 ADD(add_rows_avx2, add_avx2)
#endif

pl_weights pl_learner_plain_weights(const pl_learner *l)
{
    return (pl_weights){l, l->n_actions, prefetch, find, add};
}

pl_weights pl_learner_weights(const pl_learner *l)
{
    pl_weights w = pl_learner_plain_weights(l);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        w.add = add_rows_avx2;
#endif
    return w;
}

/* -- changes ------------------------------------------------------------------------ */

/* An empty list. Behind its last pair there are pairs without weight, each of another
 * action. */
static pair *new_list(pl_learner *l, unsigned form, uint32_t *value)
{
    *value = pl_places_take(&l->hot, form);
    pair *list = weights_at(l, *value);
    for (uint32_t k = 0; k < 2u << form; k++)
        list[k] = (pair){(uint16_t)k, 0};
    list->action = 0;
    return list;
}

/* Puts a pair behind the others, for which there is room. */
static void append(pair *list, float *totals, uint32_t action, int16_t weight,
                   float total)
{
    uint32_t n = list->action++;
    list[1 + n] = (pair){(uint16_t)action, weight};
    totals[n] = total;
}

static void list_single(pl_learner *l, size_t slot)
{
    uint32_t value = *value_of(l, slot);
    float total = l->colds[slot].total;
    pair *list = new_list(l, SHORTEST, value_of(l, slot));
    l->colds[slot].place = pl_places_take(&l->cold, SHORTEST);
    append(list, totals_of(l, slot), single_action(value), single_weight(value), total);
}

static void make_dense(pl_learner *l, size_t slot)
{
    uint32_t place = pl_places_take(&l->hot, DENSE);
    cold c = {.place = pl_places_take(&l->cold, DENSE)};
    int16_t *weights = pl_place_at(&l->hot, place);
    float *totals = pl_place_at(&l->cold, c.place);
    const pair *list = weights_at(l, *value_of(l, slot));
    memset(weights, 0, l->hot.bytes[DENSE]);
    memset(totals, 0, l->cold.bytes[DENSE]);
    for (uint32_t k = 0; k < list->action; k++) {
        weights[list[1 + k].action] = list[1 + k].weight;
        totals[list[1 + k].action] = totals_of(l, slot)[k];
    }
    *value_of(l, slot) = place | IS_DENSE;
    l->colds[slot] = c;
}

static void make_longer(pl_learner *l, size_t slot, unsigned form)
{
    uint32_t value;
    pair *longer = new_list(l, form, &value);
    const pair *list = weights_at(l, *value_of(l, slot));
    cold c = {.place = pl_places_take(&l->cold, form)};
    float *totals = pl_place_at(&l->cold, c.place);
    memcpy(longer, list, (1u + list->action) * sizeof *list);
    memcpy(totals, totals_of(l, slot), list->action * sizeof *totals);
    *value_of(l, slot) = value;
    l->colds[slot] = c;
}

/* Makes room for one more pair in a row that is not dense. A row with every fourth action
 * or more is faster if it is. */
static void grow_row(pl_learner *l, size_t slot)
{
    uint32_t value = *value_of(l, slot);
    if (value & IS_SINGLE) {
        list_single(l, slot);
        return;
    }
    uint32_t n = ((const pair *)weights_at(l, value))->action;
    cold c = l->colds[slot];
    unsigned form = form_of_list(n), next = form_of_list(n + 1);
    if (next == form)
        return;
    if (4 * (2u << next) < l->n_actions)
        make_longer(l, slot, next);
    else
        make_dense(l, slot);
    pl_places_leave(&l->hot, value, form);
    pl_places_leave(&l->cold, c.place, form);
}

/* What is known of a feature and an action; valid until the next one is asked for. */
typedef struct cell {
    uint32_t *single; /* its weight stands here … */
    int16_t *weight;  /* … or here */
    float *total;
} cell;

static int weight_of(const cell *c)
{
    return c->single != NULL ? single_weight(*c->single) : *c->weight;
}

static void set_weight(const cell *c, int16_t weight)
{
    if (c->single != NULL)
        *c->single = single(single_action(*c->single), weight);
    else
        *c->weight = weight;
}

/* The cell of an action that a row has; false if it has none. */
static bool has_cell(const pl_learner *l, size_t slot, uint32_t action, cell *c)
{
    uint32_t *value = value_of(l, slot), k = 0;
    float *totals = totals_of(l, slot);
    if (*value & IS_SINGLE) {
        if (single_weight(*value) == 0 && *totals == 0 && action < MOST_SINGLE)
            *value = single(action, 0);
        *c = (cell){value, NULL, totals};
        return single_action(*value) == action;
    }
    if (*value & IS_DENSE) {
        *c = (cell){NULL, (int16_t *)weights_at(l, *value) + action, totals + action};
        return true;
    }
    pair *list = weights_at(l, *value);
    while (k < list->action && list[1 + k].action != action)
        k++;
    *c = (cell){NULL, &list[1 + k].weight, totals + k};
    return k < list->action;
}

/* Zeros where nothing was known. */
static cell cell_of(pl_learner *l, uint64_t hash, uint32_t action)
{
    cell c;
    size_t slot = find_slot(l, hash);
    if (*value_of(l, slot) == 0)
        slot = new_row(l, hash);
    if (has_cell(l, slot, action, &c))
        return c;
    grow_row(l, slot);
    if (!(*value_of(l, slot) & IS_DENSE))
        append(weights_at(l, *value_of(l, slot)), totals_of(l, slot), action, 0, 0);
    has_cell(l, slot, action, &c);
    return c;
}

static int16_t narrowed(int32_t weight)
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
    set_weight(&c, narrowed(weight_of(&c) + change));
    *c.total += (float)l->time * (float)change;
}

/* Begins to load what a change looks at first: its line of the index. */
static void load_slot(const pl_learner *l, uint64_t hash)
{
    size_t slot = (size_t)(hash >> (64 - l->bits));
    __builtin_prefetch(&l->lines[slot / SLOTS]);
    __builtin_prefetch(&l->colds[slot]);
}

/* Begins to load what it looks at then: weights and totals. */
static void load_row(const pl_learner *l, const pl_change *c)
{
    size_t slot = find_slot(l, c->hash);
    uint32_t value = *value_of(l, slot), k = value & IS_DENSE ? c->action : 0;
    if (value == 0 || value & IS_SINGLE)
        return;
    __builtin_prefetch((const int16_t *)weights_at(l, value) + k);
    __builtin_prefetch(totals_of(l, slot) + k);
}

void pl_learner_change(pl_learner *l, const pl_change *changes, size_t n)
{
    enum { AHEAD = 8 };
    for (size_t k = 0; k < n + 2 * AHEAD; k++) {
        if (k < n)
            load_slot(l, changes[k].hash);
        if (k >= AHEAD && k - AHEAD < n)
            load_row(l, &changes[k - AHEAD]);
        if (k >= 2 * AHEAD) {
            const pl_change *c = &changes[k - 2 * AHEAD];
            pl_learner_update(l, c->hash, c->action, c->change);
        }
    }
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
    return ((sizeof(line) / SLOTS + sizeof *l->colds + sizeof *l->hashes) << l->bits) +
           l->hot.room + l->cold.room;
}

/* -- whole rows: for averages and checkpoints --------------------------------------- */

_Static_assert(sizeof(pl_learned) == 3 * sizeof(uint32_t),
               "checkpoints hold it as numbers");

/* Pair k of a row. */
static pl_learned learned(uint32_t value, const void *weights, const float *totals,
                          uint32_t k)
{
    const pair *list = weights;
    if (value & IS_SINGLE)
        return (pl_learned){single_action(value), single_weight(value), *totals};
    if (value & IS_DENSE)
        return (pl_learned){k, ((const int16_t *)weights)[k], totals[k]};
    return (pl_learned){list[1 + k].action, list[1 + k].weight, totals[k]};
}

/* All of a row that is not zero, into out[n_actions]; returns how many. */
static uint32_t copy_row(const pl_learner *l, size_t slot, pl_learned *out)
{
    uint32_t value = *value_of(l, slot), n = 0;
    const void *weights = value & IS_SINGLE ? NULL : weights_at(l, value);
    uint32_t end = value & IS_SINGLE  ? 1
                   : value & IS_DENSE ? l->n_actions
                                      : ((const pair *)weights)->action;
    for (uint32_t k = 0; k < end; k++) {
        pl_learned p = learned(value, weights, totals_of(l, slot), k);
        if (p.weight != 0 || p.total != 0)
            out[n++] = p;
    }
    return n;
}

bool pl_learner_has(const pl_learner *l, uint64_t hash)
{
    return *value_of(l, find_slot(l, hash)) != 0;
}

bool pl_learner_next(const pl_learner *l, size_t *slot, uint64_t *hash)
{
    size_t end = (size_t)1 << l->bits;
    while (*slot < end && *value_of(l, *slot) == 0)
        ++*slot;
    if (*slot == end)
        return false;
    *hash = l->hashes[(*slot)++];
    return true;
}

uint32_t pl_learner_row(const pl_learner *l, uint64_t hash, pl_learned *out)
{
    size_t slot = find_slot(l, hash);
    return *value_of(l, slot) != 0 ? copy_row(l, slot, out) : 0;
}

/* -- mixtures ----------------------------------------------------------------------- */

void pl_learner_set_unit(pl_learner *l, int unit)
{
    l->unit = unit;
}

int pl_learner_unit(const pl_learner *l)
{
    return l->unit;
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

void pl_learner_set_row(pl_learner *l, uint64_t hash, const pl_learned *cells, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        cell c = cell_of(l, hash, cells[k].action);
        set_weight(&c, narrowed(cells[k].weight));
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
    while (*value_of(l, first) != 0)
        first++;
    for (size_t i = 0; i < n; i++) {
        size_t slot = (first + i) & (n - 1);
        if (*value_of(l, slot) == 0)
            continue;
        saved_row s = {l->hashes[slot], copy_row(l, slot, pairs)};
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
static bool get_row(pl_learner *l, const char **at, const char *end, pl_learned *pairs)
{
    saved_row r;
    if (!get(at, end, &r, 2, sizeof(uint64_t)) || r.n > l->n_actions ||
        pl_learner_has(l, r.hash) || !get(at, end, pairs, 3 * r.n, sizeof(uint32_t)) ||
        !is_sound(pairs, r.n, l->n_actions))
        return false;
    new_row(l, r.hash);
    for (uint64_t k = 0; k < r.n; k++) {
        cell c = cell_of(l, r.hash, pairs[k].action);
        set_weight(&c, (int16_t)pairs[k].weight);
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
        fine = get_row(l, at, end, pairs);
    free(pairs);
    if (fine)
        return l;
    pl_learner_free(l);
    return NULL;
}
