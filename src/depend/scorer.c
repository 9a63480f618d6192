/* Scores of pairs; see scorer.h. */
#include "depend/scorer.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { MEMO_BITS = 9, N_MEMO = 1 << MEMO_BITS };

struct pl_dep_scorer {
    const pl_dep_features *features;
    uint32_t room; /* items of a vector of sums */
    pl_weights weights;
    const pl_dep_values *values;
    uint64_t epoch;    /* part of every key: other sentences, other weights */
    uint64_t *keys;    /* [N_MEMO] */
    int32_t *sums;     /* [N_MEMO][room] */
    uint64_t *hashes;  /* [features->n] */
    const void **rows; /* [features->n] */
};

pl_dep_scorer *pl_dep_scorer_new(const pl_dep_features *features, uint32_t n_actions)
{
    pl_dep_scorer *s = pl_alloc_zero(1, sizeof *s);
    s->features = features;
    s->room = PL_SUMS_ROOM(n_actions);
    s->keys = pl_alloc_zero(N_MEMO, sizeof *s->keys);
    s->sums = pl_alloc_zero((size_t)N_MEMO * s->room, sizeof *s->sums);
    s->hashes = pl_alloc_zero(features->n, sizeof *s->hashes);
    s->rows = pl_alloc_zero(features->n, sizeof *s->rows);
    return s;
}

void pl_dep_scorer_free(pl_dep_scorer *s)
{
    if (s == NULL)
        return;
    free(s->keys);
    free(s->sums);
    free(s->hashes);
    free(s->rows);
    free(s);
}

void pl_dep_scorer_start(pl_dep_scorer *s, pl_weights weights,
                         const pl_dep_values *values)
{
    s->weights = weights;
    s->values = values;
    memset(s->keys, 0, N_MEMO * sizeof *s->keys);
}

const int32_t *pl_dep_scorer_pair(pl_dep_scorer *s, const pl_dep_node *const *at,
                                  uint32_t distance)
{
    uint32_t values[PL_DEP_MAX_SLOTS];
    uint64_t key = pl_dep_slot_values(s->features, s->values, at, values);
    if (s->features->far != PL_DEP_FAR_NO)
        key += distance * (uint64_t)0x9e3779b97f4a7c15u;
    key ^= key >> 32;
    key *= 0xd6e8feb86659fd93u;
    key |= 1; /* 0 stands for an empty place */
    size_t place = key >> (64 - MEMO_BITS);
    int32_t *sums = s->sums + place * s->room;
    if (s->keys[place] == key)
        return sums;
    s->keys[place] = key;
    uint32_t n = s->features->n;
    const pl_weights *w = &s->weights;
    pl_dep_hashes(s->features, values, distance, s->hashes);
    w->prefetch(w->table, s->hashes, n);
    memset(sums, 0, w->n_actions * sizeof *sums);
    w->add(w->table, s->rows, w->find(w->table, s->hashes, n, s->rows), sums);
    return sums;
}

void pl_dep_scorer_features(pl_dep_scorer *s, const pl_dep_node *const *at,
                            uint32_t distance, uint64_t *out)
{
    uint32_t values[PL_DEP_MAX_SLOTS];
    pl_dep_slot_values(s->features, s->values, at, values);
    pl_dep_hashes(s->features, values, distance, out);
}
