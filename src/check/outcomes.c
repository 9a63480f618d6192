/* Counts of outcomes in contexts; see outcomes.h. */
#include "check/outcomes.h"

static uint64_t pair_key(uint64_t context, uint64_t outcome)
{
    return pl_context(~context, outcome);
}

/* The slot of a key, or the empty one where it belongs. */
static struct pl_outcomes_slot *slot_of(const pl_outcomes *t, uint64_t key)
{
    size_t i = key & t->mask;
    while (t->slots[i].key != key && t->slots[i].key != 0)
        i = (i + 1) & t->mask;
    return &t->slots[i];
}

static void grow(pl_outcomes *t)
{
    pl_outcomes old = *t;
    t->mask = old.slots != NULL ? old.mask * 2 + 1 : 1023;
    t->slots = pl_alloc_zero(t->mask + 1, sizeof *t->slots);
    for (size_t i = 0; old.slots != NULL && i <= old.mask; i++)
        if (old.slots[i].key != 0)
            *slot_of(t, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

static struct pl_outcomes_slot *make_slot(pl_outcomes *t, uint64_t key)
{
    if (t->slots == NULL || t->n * 3 > t->mask * 2)
        grow(t);
    struct pl_outcomes_slot *s = slot_of(t, key != 0 ? key : 1);
    t->n += s->key == 0;
    s->key = key != 0 ? key : 1;
    return s;
}

void pl_outcomes_add(pl_outcomes *t, uint64_t context, uint64_t outcome, int by)
{
    struct pl_outcomes_slot *pair = make_slot(t, pair_key(context, outcome));
    bool had = pair->total > 0;
    pair->total += (uint32_t)by;
    int change = (int)(pair->total > 0) - (int)had;
    struct pl_outcomes_slot *all = make_slot(t, context);
    all->total += (uint32_t)by;
    all->types += (uint32_t)change;
}

static struct pl_outcomes_slot find(const pl_outcomes *t, uint64_t key)
{
    return t->slots != NULL ? *slot_of(t, key != 0 ? key : 1) : (struct pl_outcomes_slot){0};
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
    struct pl_outcomes_slot all = find(t, context);
    if (all.total == 0)
        return otherwise;
    uint32_t count = pl_outcomes_count(t, context, outcome);
    return (count + all.types * otherwise) / ((double)all.total + all.types);
}

void pl_outcomes_release(pl_outcomes *t)
{
    free(t->slots);
    *t = (pl_outcomes){0};
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

static pl_sample *sample_slot(const pl_samples *s, uint64_t key)
{
    size_t i = key & s->mask;
    while (s->slots[i].key != key && s->slots[i].key != 0)
        i = (i + 1) & s->mask;
    return &s->slots[i];
}

static void grow_samples(pl_samples *s)
{
    pl_samples old = *s;
    s->mask = old.slots != NULL ? old.mask * 2 + 1 : 1023;
    s->slots = pl_alloc_zero(s->mask + 1, sizeof *s->slots);
    for (size_t i = 0; old.slots != NULL && i <= old.mask; i++)
        if (old.slots[i].key != 0)
            *sample_slot(s, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

void pl_samples_add(pl_samples *s, uint64_t key, pl_spot place)
{
    key = key != 0 ? key : 1;
    if (s->slots == NULL || s->n * 3 > s->mask * 2)
        grow_samples(s);
    pl_sample *at = sample_slot(s, key);
    s->n += at->key == 0;
    at->key = key;
    if (at->n < PL_N_SAMPLES &&
        (at->n == 0 || at->places[at->n - 1].sentence != place.sentence))
        at->places[at->n++] = place;
}

const pl_sample *pl_samples_get(const pl_samples *s, uint64_t key)
{
    if (s->slots == NULL)
        return NULL;
    const pl_sample *found = sample_slot(s, key != 0 ? key : 1);
    return found->key != 0 ? found : NULL;
}

void pl_samples_release(pl_samples *s)
{
    free(s->slots);
    *s = (pl_samples){0};
}
