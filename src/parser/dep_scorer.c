/* Scores of pairs; see scorer.h. */
#include "parser/dep_scorer.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Of the tables: the places are powers of two. Pairs within a few active tokens are
 * forgotten soon; those of a whole sentence come back at every step. */
enum { MEMO_BITS = 9, MEMO_BITS_WHOLE = 11 };

/* Nodes never change, so the same nodes in the same places have the same values. This
 * spares reading them. */
typedef struct shortcut {
    uint64_t nodes; /* hash of their addresses */
    uint64_t key;   /* of the values */
} shortcut;

struct pl_dep_scorer {
    const pl_dep_features *features;
    uint32_t room;      /* items of a vector of sums */
    unsigned memo_bits; /* of the places for sums; there are twice as many shortcuts */
    pl_weights weights;
    const pl_dep_values *values;
    uint64_t *keys;      /* [1 << memo_bits] 0 for none */
    int32_t *sums;       /* [1 << memo_bits][room] */
    shortcut *shortcuts; /* [2 << memo_bits] */
    uint64_t *hashes;    /* [features->n] */
    const void **rows;   /* [features->n] */
};

pl_dep_scorer *pl_dep_scorer_new(const pl_dep_features *features, uint32_t n_actions,
                                 bool whole)
{
    pl_dep_scorer *s = pl_alloc_zero(1, sizeof *s);
    s->features = features;
    s->room = PL_SUMS_ROOM(n_actions);
    s->memo_bits = whole ? MEMO_BITS_WHOLE : MEMO_BITS;
    size_t places = (size_t)1 << s->memo_bits;
    s->keys = pl_alloc_zero(places, sizeof *s->keys);
    s->sums = pl_alloc_zero(places * s->room, sizeof *s->sums);
    s->shortcuts = pl_alloc_zero(2 * places, sizeof *s->shortcuts);
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
    free(s->shortcuts);
    free(s->hashes);
    free(s->rows);
    free(s);
}

void pl_dep_scorer_start(pl_dep_scorer *s, pl_weights weights,
                         const pl_dep_values *values)
{
    s->weights = weights;
    s->values = values;
    size_t places = (size_t)1 << s->memo_bits;
    memset(s->keys, 0, places * sizeof *s->keys);
    memset(s->shortcuts, 0, 2 * places * sizeof *s->shortcuts);
}

static uint64_t mix(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h | 1; /* 0 stands for an empty place */
}

static uint64_t hash_nodes(const pl_dep_node *const *at, uint32_t distance)
{
    uint64_t h = distance;
    for (uint32_t p = 0; p < PL_DEP_N_PLACES; p++)
        h = h * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)at[p];
    return mix(h);
}

/* The sums of a pair are computed and kept under the key. */
static int32_t *compute(pl_dep_scorer *s, const uint32_t *values, uint32_t distance,
                        uint64_t key)
{
    size_t place = key >> (64 - s->memo_bits);
    int32_t *sums = s->sums + place * s->room;
    if (s->keys[place] == key)
        return sums;
    s->keys[place] = key;
    uint32_t n = s->features->n;
    const pl_weights *w = &s->weights;
    pl_dep_hashes(s->features, values, distance, s->hashes);
    w->prefetch(w->table, s->hashes, n);
    int32_t bonus = distance > 1 ? s->features->far_bonus : 0;
    for (uint32_t a = 0; a < s->room; a++) /* also what pads large rows */
        sums[a] = bonus;
    w->add(w->table, s->rows, w->find(w->table, s->hashes, n, s->rows), sums);
    return sums;
}

const int32_t *pl_dep_scorer_pair(pl_dep_scorer *s, const pl_dep_node *const *at,
                                  uint32_t distance)
{
    uint64_t nodes = hash_nodes(at, distance);
    shortcut *cut = &s->shortcuts[nodes >> (63 - s->memo_bits)];
    if (cut->nodes == nodes) {
        size_t place = cut->key >> (64 - s->memo_bits);
        if (s->keys[place] == cut->key)
            return s->sums + place * s->room;
    }
    uint32_t values[PL_DEP_MAX_SLOTS];
    uint64_t key = pl_dep_slot_values(s->features, s->values, at, values);
    if (s->features->far != PL_DEP_FAR_NO || s->features->far_bonus != 0)
        key += distance * (uint64_t)0x9e3779b97f4a7c15u;
    key = mix(key);
    *cut = (shortcut){nodes, key};
    return compute(s, values, distance, key);
}

void pl_dep_scorer_features(pl_dep_scorer *s, const pl_dep_node *const *at,
                            uint32_t distance, uint64_t *out)
{
    uint32_t values[PL_DEP_MAX_SLOTS];
    pl_dep_slot_values(s->features, s->values, at, values);
    pl_dep_hashes(s->features, values, distance, out);
}
