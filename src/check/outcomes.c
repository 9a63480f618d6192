/* Counts of outcomes in contexts; see outcomes.h. */
#include "check/outcomes.h"

/* -- slots -------------------------------------------------------------------------- */

/* The key of a slot, at its beginning. */
static inline uint64_t *key_of(const pl_slots *t, size_t size, size_t i)
{
    return (uint64_t *)(void *)(t->at + i * size);
}

/* The slot of a key, or the empty one where it belongs. */
static inline void *slot_of(const pl_slots *t, size_t size, uint64_t key)
{
    size_t i = key & t->mask;
    while (*key_of(t, size, i) != key && *key_of(t, size, i) != 0)
        i = (i + 1) & t->mask;
    return key_of(t, size, i);
}

static void grow(pl_slots *t, size_t size)
{
    pl_slots old = *t;
    t->mask = old.at != NULL ? old.mask * 2 + 1 : 1023;
    t->at = pl_alloc_zero(t->mask + 1, size);
    for (size_t i = 0; old.at != NULL && i <= old.mask; i++)
        if (*key_of(&old, size, i) != 0)
            memcpy(slot_of(t, size, *key_of(&old, size, i)), key_of(&old, size, i), size);
    free(old.at);
}

/* No key is 0, which stands for an empty slot. */
static inline uint64_t proper(uint64_t key)
{
    return key != 0 ? key : 1;
}

/* The slot of a key, made if there is none. */
static inline void *make_slot(pl_slots *t, size_t size, uint64_t key)
{
    if (t->at == NULL || t->n * 3 > t->mask * 2)
        grow(t, size);
    uint64_t *slot = slot_of(t, size, proper(key));
    t->n += *slot == 0;
    *slot = proper(key);
    return slot;
}

/* The slot of a key; NULL if there is none. */
static inline const void *find_slot(const pl_slots *t, size_t size, uint64_t key)
{
    if (t->at == NULL)
        return NULL;
    const uint64_t *slot = slot_of(t, size, proper(key));
    return *slot != 0 ? slot : NULL;
}

static void release(pl_slots *t)
{
    free(t->at);
    *t = (pl_slots){0};
}

/* -- outcomes ----------------------------------------------------------------------- */

typedef struct tally {
    uint64_t key;
    uint32_t total,
        types; /* of a context: all outcomes, and different ones; of an outcome
                              in a context: its count */
} tally;

static uint64_t pair_key(uint64_t context, uint64_t outcome)
{
    return pl_context(~context, outcome);
}

void pl_outcomes_add(pl_outcomes *t, uint64_t context, uint64_t outcome, int by)
{
    tally *pair = make_slot(&t->slots, sizeof *pair, pair_key(context, outcome));
    bool had = pair->total > 0;
    pair->total += (uint32_t)by;
    int change = (int)(pair->total > 0) - (int)had;
    tally *all = make_slot(&t->slots, sizeof *all, context);
    all->total += (uint32_t)by;
    all->types += (uint32_t)change;
}

static tally find(const pl_outcomes *t, uint64_t key)
{
    const tally *found = find_slot(&t->slots, sizeof *found, key);
    return found != NULL ? *found : (tally){0};
}

uint32_t pl_outcomes_count(const pl_outcomes *t, uint64_t context, uint64_t outcome)
{
    return find(t, pair_key(context, outcome)).total;
}

uint32_t pl_outcomes_total(const pl_outcomes *t, uint64_t context)
{
    return find(t, context).total;
}

double pl_outcomes_share(const pl_outcomes *t, uint64_t context, uint64_t outcome,
                         double otherwise)
{
    tally all = find(t, context);
    if (all.total == 0)
        return otherwise;
    uint32_t count = pl_outcomes_count(t, context, outcome);
    return (count + all.types * otherwise) / ((double)all.total + all.types);
}

void pl_outcomes_release(pl_outcomes *t)
{
    release(&t->slots);
}

/* -- choices ------------------------------------------------------------------------ */

static int by_context(const void *x, const void *y)
{
    const pl_rival *a = x, *b = y;
    if (a->context != b->context)
        return a->context < b->context ? -1 : 1;
    return (a->outcome > b->outcome) - (a->outcome < b->outcome);
}

void pl_rivals_add(pl_rivals *c, uint64_t context, uint32_t outcome)
{
    PL_PUSH(&c->at, (pl_rival){context, outcome});
}

void pl_rivals_sort(pl_rivals *c)
{
    size_t n = 0;
    PL_SORT(&c->at, by_context);
    for (size_t i = 0; i < c->at.n; i++)
        if (n == 0 || by_context(&c->at.at[n - 1], &c->at.at[i]) != 0)
            c->at.at[n++] = c->at.at[i];
    c->at.n = n;
}

size_t pl_rivals_of(const pl_rivals *c, uint64_t context, const pl_rival **first)
{
    size_t low = 0, high = c->at.n, end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->at.at[middle].context < context)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < c->at.n && c->at.at[end].context == context;)
        end++;
    *first = c->at.at + low;
    return end - low;
}

/* -- samples ------------------------------------------------------------------------ */

void pl_samples_add(pl_samples *s, uint64_t key, pl_spot place)
{
    pl_sample *at = make_slot(&s->slots, sizeof *at, key);
    if (at->n < PL_N_SAMPLES &&
        (at->n == 0 || at->places[at->n - 1].sentence != place.sentence))
        at->places[at->n++] = place;
}

const pl_sample *pl_samples_get(const pl_samples *s, uint64_t key)
{
    return find_slot(&s->slots, sizeof(pl_sample), key);
}

void pl_samples_release(pl_samples *s)
{
    release(&s->slots);
}
