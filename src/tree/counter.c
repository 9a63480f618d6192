/* Counting strings and small numbers; see counter.h. */
#include "tree/counter.h"

void pl_counter_add(pl_counter *c, const char *name)
{
    if (name == NULL)
        return;
    uint32_t id = pl_intern_add(&c->names, name);
    if (id == c->counts.n)
        PL_PUSH(&c->counts, 0);
    c->counts.at[id]++;
}

size_t pl_counter_get(const pl_counter *c, const char *name)
{
    uint32_t id = pl_intern_find(&c->names, name);
    return id == PL_NONE ? 0 : c->counts.at[id];
}

/* The best k are kept in order while all are looked at: k is small. */
size_t pl_counter_top(const pl_counter *c, size_t k, uint32_t *ids)
{
    size_t n = 0;
    for (uint32_t id = 0; id < c->counts.n; id++) {
        size_t place = n;
        while (place > 0 && c->counts.at[id] > c->counts.at[ids[place - 1]])
            place--;
        if (place >= k)
            continue;
        n += n < k;
        for (size_t i = n - 1; i > place; i--)
            ids[i] = ids[i - 1];
        ids[place] = id;
    }
    return n;
}

void pl_counter_release(pl_counter *c)
{
    pl_intern_release(&c->names);
    PL_VEC_RELEASE(&c->counts);
}

void pl_histogram_add(pl_histogram *h, size_t value)
{
    while (h->n <= value)
        PL_PUSH(h, 0);
    h->at[value]++;
}

size_t pl_histogram_total(const pl_histogram *h)
{
    size_t total = 0;
    for (size_t i = 0; i < h->n; i++)
        total += h->at[i];
    return total;
}

size_t pl_histogram_max(const pl_histogram *h)
{
    return h->n > 0 ? h->n - 1 : 0;
}

double pl_histogram_mean(const pl_histogram *h)
{
    double sum = 0;
    for (size_t i = 0; i < h->n; i++)
        sum += (double)i * (double)h->at[i];
    size_t total = pl_histogram_total(h);
    return total > 0 ? sum / (double)total : 0;
}

size_t pl_histogram_median(const pl_histogram *h)
{
    size_t half = (pl_histogram_total(h) + 1) / 2, seen = 0;
    for (size_t i = 0; i < h->n; i++)
        if ((seen += h->at[i]) >= half)
            return i;
    return 0;
}
