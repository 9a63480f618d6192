/* Counts of what follows what, and what may be expected from them: how often an outcome
 * was seen in a context. Contexts and outcomes are 64-bit hashes that the caller makes.
 *
 *     pl_outcomes t = {0};
 *     pl_outcomes_add(&t, hash_of_word, hash_of_tag, 1);          for each word
 *     p = pl_outcomes_share(&t, hash_of_word, hash_of_tag, 1e-3);
 *     pl_outcomes_release(&t);
 *
 * A count can be taken back (by -1): a sentence is judged by all others. */
#pragma once

#include "base/hash.h"
#include "base/vec.h"

#include <stdbool.h>

/* The hash of a context that says one thing more. */
static inline uint64_t pl_context(uint64_t context, uint64_t more)
{
    return pl_mix(context + 0x9e3779b97f4a7c15u * (more + 1));
}

/* A hash table of values that begin with their key, a uint64_t; 0: empty. */
typedef struct pl_slots {
    char *at;
    size_t n, mask;
} pl_slots;

typedef struct pl_outcomes {
    pl_slots slots;
} pl_outcomes;

void pl_outcomes_add(pl_outcomes *t, uint64_t context, uint64_t outcome, int by);
uint32_t pl_outcomes_count(const pl_outcomes *t, uint64_t context, uint64_t outcome);
uint32_t pl_outcomes_total(const pl_outcomes *t, uint64_t context);
/* The probability of the outcome in the context (Witten and Bell 1991):
 *
 *     (count + types × otherwise) / (total + types)
 *
 * `otherwise` is its probability where less is known of the context. */
double pl_outcomes_share(const pl_outcomes *t, uint64_t context, uint64_t outcome,
                         double otherwise);
void pl_outcomes_release(pl_outcomes *t);

/* Which outcomes a context was seen with: collected, then sorted once.
 *
 *     pl_rivals_add(&c, context, outcome); …
 *     pl_rivals_sort(&c);
 *     n = pl_rivals_of(&c, context, &outcomes);       outcomes[0 … n-1].outcome
 */
typedef struct pl_rival {
    uint64_t context;
    uint32_t outcome;
} pl_rival;

typedef struct pl_rivals {
    PL_VEC(pl_rival) at;
} pl_rivals;

void pl_rivals_add(pl_rivals *c, uint64_t context, uint32_t outcome);
void pl_rivals_sort(pl_rivals *c);
size_t pl_rivals_of(const pl_rivals *c, uint64_t context, const pl_rival **first);

/* Some of the places where something was seen: the first in the treebank. */
enum { PL_N_SAMPLES = 4 };

typedef struct pl_spot {
    uint32_t sentence, node;
} pl_spot;

typedef struct pl_sample {
    uint64_t key;
    uint32_t n;
    pl_spot places[PL_N_SAMPLES];
} pl_sample;

typedef struct pl_samples {
    pl_slots slots;
} pl_samples;

/* Adds a place in another sentence than the last one; keeps the first few. */
void pl_samples_add(pl_samples *s, uint64_t key, pl_spot place);
const pl_sample *pl_samples_get(const pl_samples *s, uint64_t key); /* NULL: none */
void pl_samples_release(pl_samples *s);
