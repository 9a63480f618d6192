/* Hashing with a secret key, for tables whose keys come from input: words, labels, names,
 * productions. Who writes the input cannot know which strings share a slot, so that no
 * file makes a table slow. The key is drawn once in each run; so no result may depend on
 * these values, not even as an order, and none is written to a file. Values that must be
 * the same in every run are those of hash.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct pl_hash_key {
    uint64_t k0, k1;
} pl_hash_key;

/* The key of this run. Only tests write it, while there is no table with anything in it. */
pl_hash_key *pl_run_key(void);

uint64_t pl_keyed_hash(const void *bytes, size_t n);

/* Where the hash of a few numbers begins (pl_mix of hash.h does the rest): tables of spans
 * and symbols are in inner loops, and read it once. */
static inline uint64_t pl_hash_start(void)
{
    return pl_run_key()->k0;
}
