/* Counting: how often each string was seen, and how often each small number.
 *
 *     pl_counter labels = {0};
 *     pl_counter_add(&labels, "NP");
 *     n = pl_counter_top(&labels, 10, ids);      labels.names.at[ids[0]] is the commonest
 *     pl_counter_release(&labels);
 */
#ifndef PL_TREE_COUNTER_H
#define PL_TREE_COUNTER_H

#include "base/intern.h"
#include "base/vec.h"

typedef struct pl_counter {
    pl_intern names;
    PL_VEC(size_t) counts; /* [names.n] */
} pl_counter;

/* Counts the string once more; NULL is not counted. */
void pl_counter_add(pl_counter *c, const char *name);
/* How often the string was seen. */
size_t pl_counter_get(const pl_counter *c, const char *name);
/* The ids of the k most frequent strings (fewer if there are fewer) into ids[k], the most
 * frequent first, among equals the one seen first; their number. */
size_t pl_counter_top(const pl_counter *c, size_t k, uint32_t *ids);
void pl_counter_release(pl_counter *c);

/* How often each value was seen: at[value], for values below n. */
typedef PL_VEC(size_t) pl_histogram;

void pl_histogram_add(pl_histogram *h, size_t value);
size_t pl_histogram_total(const pl_histogram *h); /* number of values seen */
size_t pl_histogram_max(const pl_histogram *h);   /* highest value seen; 0 if none */
double pl_histogram_mean(const pl_histogram *h);  /* of the values; 0 if none */
/* The value in the middle of all values in order (the lower of two); 0 if none. */
size_t pl_histogram_median(const pl_histogram *h);

#endif
