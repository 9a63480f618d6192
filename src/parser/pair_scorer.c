/* Scores of pairs of tokens; see scorer.h.
 *
 * The scores of a pair depend only on the values that features see, and the same values
 * come back again and again: in the other hypotheses of a beam, and in the
 * next steps wherever nothing near the pair has changed. So sums are kept in a small table
 * under a hash of the values. */
#include "parser/scorer.h"

#include "base/alloc.h"
#include "learn/compact.h"
#include "machine/dependency.h"
#include "parser/pair_values.h"

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

typedef struct pair_scorer {
    pl_scorer scorer;
    const pl_features *features;
    pl_pair_slots slots;
    uint32_t found[PL_DEP_N_PLACES + 1][PL_MAX_FIELDS]; /* values of a pair … */
    const uint32_t *at[PL_DEP_N_PLACES + 1];            /* … and their rows */
    uint32_t room;                                      /* items of a vector of sums */
    unsigned memo_bits; /* of the places for sums; there are twice as many shortcuts */
    pl_weights weights;
    const pl_values *values;
    pl_dep_task *task;
    const pl_config *const *configs;
    uint64_t *keys;      /* [1 << memo_bits] 0 for none */
    int32_t *sums;       /* [1 << memo_bits][room] */
    shortcut *shortcuts; /* [2 << memo_bits] */
    uint64_t *hashes;    /* [features->n_hashes] */
    const void **rows;   /* [features->n_hashes] */
} pair_scorer;

static void free_scorer(pl_scorer *scorer)
{
    pair_scorer *s = (pair_scorer *)scorer;
    free(s->keys);
    free(s->sums);
    free(s->shortcuts);
    free(s->hashes);
    free(s->rows);
    free(s);
}

static void start(pl_scorer *scorer, pl_weights weights, pl_arena *m,
                  const pl_values *values, void *task)
{
    pair_scorer *s = (pair_scorer *)scorer;
    s->weights = weights;
    s->values = values;
    s->task = task;
    size_t places = (size_t)1 << s->memo_bits;
    memset(s->keys, 0, places * sizeof *s->keys);
    memset(s->shortcuts, 0, 2 * places * sizeof *s->shortcuts);
}

static void prepare(pl_scorer *scorer, const pl_config *const *configs, uint32_t n)
{
    ((pair_scorer *)scorer)->configs = configs;
}

static uint64_t mix(uint64_t h)
{
    return pl_hash_finish(h) | 1; /* 0 stands for an empty place */
}

static uint64_t hash_nodes(const pl_dep_node *const *at, uint32_t distance)
{
    uint64_t h = distance;
    for (uint32_t p = 0; p < PL_DEP_N_PLACES; p++)
        h = h * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)at[p];
    return mix(h);
}

/* Computes the sums of a pair and keeps them under the key. */
static int32_t *compute(pair_scorer *s, uint32_t distance, uint64_t key)
{
    size_t place = key >> (64 - s->memo_bits);
    int32_t *sums = s->sums + place * s->room;
    if (s->keys[place] == key)
        return sums;
    s->keys[place] = key;
    uint32_t n = s->features->n_hashes;
    const pl_weights *w = &s->weights;
    pl_feature_hashes(s->features, s->at, distance, s->hashes);
    w->prefetch(w->table, s->hashes, n);
    int32_t bonus = distance > 1 ? s->features->far_bonus : 0;
    for (uint32_t a = 0; a < s->room; a++) /* also what pads large rows */
        sums[a] = bonus;
    w->add(w->table, s->rows, w->find(w->table, s->hashes, n, s->rows), sums);
    return sums;
}

const int32_t *pl_pair_row(pl_scorer *scorer, const pl_dep_node *const *at,
                           uint32_t distance)
{
    pair_scorer *s = (pair_scorer *)scorer;
    uint64_t nodes = hash_nodes(at, distance);
    shortcut *cut = &s->shortcuts[nodes >> (63 - s->memo_bits)];
    if (cut->nodes == nodes) {
        size_t place = cut->key >> (64 - s->memo_bits);
        if (s->keys[place] == cut->key)
            return s->sums + place * s->room;
    }
    uint64_t key = pl_pair_values(&s->slots, s->values, at, s->found);
    if (s->features->far != PL_FAR_NO || s->features->far_bonus != 0)
        key += distance * (uint64_t)0x9e3779b97f4a7c15u;
    key = mix(key);
    *cut = (shortcut){nodes, key};
    return compute(s, distance, key);
}

static const int32_t *row(pl_scorer *scorer, uint32_t i, pl_place place)
{
    pair_scorer *s = (pair_scorer *)scorer;
    const pl_dep_node *at[PL_DEP_N_PLACES];
    if (s->task->view.config != &s->configs[i]->arcs)
        pl_dep_look(s->task, &s->configs[i]->arcs);
    pl_pair_tokens(s->task, place, at);
    return pl_pair_row(scorer, at, place.i - place.j);
}

static uint32_t features(pl_scorer *scorer, const pl_config *config, pl_place place,
                         uint64_t *out)
{
    pair_scorer *s = (pair_scorer *)scorer;
    const pl_dep_node *at[PL_DEP_N_PLACES];
    pl_dep_look(s->task, &config->arcs);
    pl_pair_tokens(s->task, place, at);
    pl_pair_values(&s->slots, s->values, at, s->found);
    pl_feature_hashes(s->features, s->at, place.i - place.j, out);
    return s->features->n_hashes;
}

static uint32_t most_features(const pl_scorer *scorer)
{
    return ((const pair_scorer *)scorer)->features->n_hashes;
}

static const pl_scorer_ops ops = {start,    prepare,       row,
                                  features, most_features, free_scorer};

pl_scorer *pl_pair_scorer_new(const pl_machine *m, const pl_features *f,
                              uint32_t max_configs)
{
    pair_scorer *s = pl_alloc_zero(1, sizeof *s);
    bool whole = ((const pl_dep_machine *)m)->params.K == PL_DEP_INF && max_configs > 0;
    s->scorer = (pl_scorer){&ops, PL_COMPACT_SCALE, false};
    s->features = f;
    s->room = PL_SUMS_ROOM(m->n_actions);
    s->memo_bits = whole ? MEMO_BITS_WHOLE : MEMO_BITS;
    size_t places = (size_t)1 << s->memo_bits;
    s->keys = pl_alloc_zero(places, sizeof *s->keys);
    s->sums = pl_alloc_zero(places * s->room, sizeof *s->sums);
    s->shortcuts = pl_alloc_zero(2 * places, sizeof *s->shortcuts);
    s->hashes = pl_alloc_zero(f->n_hashes, sizeof *s->hashes);
    s->rows = pl_alloc_zero(f->n_hashes, sizeof *s->rows);
    pl_pair_slots_find(&s->slots, f);
    for (uint32_t p = 0; p <= PL_DEP_N_PLACES; p++)
        s->at[p] = s->found[p];
    return &s->scorer;
}
