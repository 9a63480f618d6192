/* Scores of pairs of tokens; see scorer.h.
 *
 * The scores of a pair depend only on the values that features see, and the same values
 * come back again and again: in the other hypotheses of a beam, and in the
 * next steps wherever nothing near the pair has changed. So sums are kept in a small table
 * under a hash of the values. Those of the features of one side alone are kept apart: of
 * two pairs that are looked at one after the other, most have one side in common. */
#include "parser/scorer.h"

#include "base/alloc.h"
#include "base/memo.h"
#include "learn/compact.h"
#include "machine/dependency.h"
#include "parser/pair_values.h"

#include <stdlib.h>
#include <string.h>

/* Of the tables: the places are powers of two. Pairs within a few active tokens are
 * forgotten soon; those of a whole sentence come back at every step. */
enum { MEMO_BITS = 9, MEMO_BITS_WHOLE = 11, SIDE_BITS = 8 };

/* Sums under the hash of the values they belong to. Nodes never change, so the same nodes
 * in the same places have the same values; remembering these hashes spares reading them. */
typedef struct memory {
    pl_memo sums; /* of a pair, or of a side */
    pl_memo keys; /* by the hash of the nodes' addresses */
} memory;

/* One side of pairs. Of each it remembers the sums of the features that look at it alone,
 * [room], and behind them its values for the other features, [n_places][PL_MAX_FIELDS]. */
typedef struct side {
    uint32_t number; /* pl_pair_side */
    uint32_t group;  /* of features */
    memory memory;
} side;

enum { N_SIDES = 2, N_PARTS = N_SIDES + 1, MAX_SIDE = 3 }; /* places of a side */

/* Features that are being looked up, and where their weights go. */
typedef struct part {
    uint32_t first, n; /* hashes; then rows that were found */
    int32_t *sums;
} part;

typedef struct pair_scorer {
    pl_scorer scorer;
    const pl_features *features;
    pl_pair_slots slots;
    uint32_t found[PL_DEP_N_PLACES + 1][PL_MAX_FIELDS]; /* values of a pair … */
    const uint32_t *at[PL_DEP_N_PLACES + 1]; /* … and their rows, here or at a side */
    uint32_t room;                           /* items of a vector of sums */
    pl_weights weights;
    const pl_values *values;
    pl_dep_task *task;
    const pl_config *const *configs;
    memory memory; /* of pairs */
    side sides[N_SIDES];
    uint64_t *hashes;  /* [features->n_hashes] */
    const void **rows; /* [features->n_hashes] */
    uint32_t n_hashes; /* of the parts … */
    part parts[N_PARTS];
    uint32_t n_parts; /* … of this row */
} pair_scorer;

/* -- memory ------------------------------------------------------------------------- */

static void memory_init(memory *m, unsigned bits, size_t size)
{
    pl_memo_init(&m->sums, bits, size);
    pl_memo_init(&m->keys, bits + 1, sizeof(uint64_t));
}

static void memory_forget(memory *m)
{
    pl_memo_forget(&m->sums);
    pl_memo_forget(&m->keys);
}

static void memory_release(memory *m)
{
    pl_memo_release(&m->sums);
    pl_memo_release(&m->keys);
}

/* -- a sentence --------------------------------------------------------------------- */

static void free_scorer(pl_scorer *scorer)
{
    pair_scorer *s = (pair_scorer *)scorer;
    memory_release(&s->memory);
    for (uint32_t k = 0; k < N_SIDES; k++)
        memory_release(&s->sides[k].memory);
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
    memory_forget(&s->memory);
    for (uint32_t k = 0; k < N_SIDES; k++)
        memory_forget(&s->sides[k].memory);
}

static void prepare(pl_scorer *scorer, const pl_config *const *configs, uint32_t n)
{
    ((pair_scorer *)scorer)->configs = configs;
}

/* -- a row -------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h)
{
    return pl_hash_finish(h) | 1; /* 0 stands for an empty place */
}

static uint64_t hash_nodes(const pl_dep_node *const *at, uint32_t first, uint32_t end,
                           uint32_t distance)
{
    uint64_t h = distance;
    for (uint32_t p = first; p < end; p++)
        h = h * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)at[p];
    return mix(h);
}

/* What the distance in O adds to a key, where scores depend on it. */
static uint64_t distance_key(const pair_scorer *s, uint32_t distance)
{
    bool depends = s->features->far != PL_FAR_NO || s->features->far_bonus != 0;
    return depends ? distance * (uint64_t)0x9e3779b97f4a7c15u : 0;
}

/* Begins to look up the features of a group. */
static void begin_part(pair_scorer *s, uint32_t group, uint32_t distance, int32_t *sums)
{
    const pl_features *f = s->features;
    uint64_t *hashes = s->hashes + s->n_hashes;
    uint32_t n = pl_feature_hashes(f, f->first[group], f->first[group + 1], s->at,
                                   distance, hashes);
    s->weights.prefetch(s->weights.table, hashes, n);
    s->parts[s->n_parts++] = (part){s->n_hashes, n, sums};
    s->n_hashes += n;
}

static void find_parts(pair_scorer *s)
{
    const pl_weights *w = &s->weights;
    for (uint32_t i = 0; i < s->n_parts; i++) {
        part *p = &s->parts[i];
        p->n =
            (uint32_t)w->find(w->table, s->hashes + p->first, p->n, s->rows + p->first);
    }
}

static void add_part(const pair_scorer *s, const part *p)
{
    s->weights.add(s->weights.table, s->rows + p->first, p->n, p->sums);
}

/* The key of what is remembered under the nodes at places, NULL if it is not. */
static const uint64_t *known_key(const memory *m, uint64_t nodes)
{
    const uint64_t *key = pl_memo_find(&m->keys, nodes);
    return key != NULL && pl_memo_find(&m->sums, *key) != NULL ? key : NULL;
}

static uint64_t note_key(memory *m, uint64_t nodes, uint64_t key)
{
    return *(uint64_t *)pl_memo_take(&m->keys, nodes) = key;
}

/* Remembers a side as s->found has it, and begins to sum up its features. */
static int32_t *begin_side(pair_scorer *s, side *side, uint64_t key, uint32_t distance)
{
    uint32_t first = pl_pair_places[side->number], end = pl_pair_places[side->number + 1];
    int32_t *sums = pl_memo_take(&side->memory.sums, key);
    memset(sums, 0, s->room * sizeof *sums);
    memcpy(sums + s->room, s->found[first], (end - first) * sizeof *s->found);
    for (uint32_t p = first; p < end; p++)
        s->at[p] = s->found[p];
    begin_part(s, side->group, distance, sums);
    return sums;
}

/* Finds what is remembered of a side, or begins to sum it up; returns the sums. The values
 * are then in s->at. The hash of them is added to *key. */
static const int32_t *look_at_side(pair_scorer *s, side *side,
                                   const pl_dep_node *const *at, uint32_t distance,
                                   uint64_t *key)
{
    memory *m = &side->memory;
    uint32_t first = pl_pair_places[side->number], end = pl_pair_places[side->number + 1];
    uint64_t nodes = hash_nodes(at, first, end, distance), own;
    const uint64_t *known = known_key(m, nodes);
    if (known != NULL)
        own = *known;
    else
        own = note_key(
            m, nodes,
            mix(distance_key(s, distance) +
                pl_pair_side_values(&s->slots, side->number, s->values, at, s->found)));
    *key = *key * 0x9e3779b97f4a7c15u + own;
    const int32_t *sums = pl_memo_find(&m->sums, own);
    if (sums == NULL)
        return begin_side(s, side, own, distance);
    const uint32_t *values = (const uint32_t *)(sums + s->room);
    for (uint32_t p = first; p < end; p++)
        s->at[p] = values + (size_t)(p - first) * PL_MAX_FIELDS;
    return sums;
}

typedef int32_t lanes __attribute__((vector_size(16), may_alias));
enum { N_LANES = sizeof(lanes) / sizeof(int32_t) };

/* All of the room, also what pads large rows. */
static void add_sides(uint32_t room, const int32_t *left, const int32_t *right,
                      int32_t bonus, int32_t *sums)
{
    for (uint32_t a = 0; a < room; a += N_LANES)
        *(lanes *)(sums + a) =
            *(const lanes *)(left + a) + *(const lanes *)(right + a) + bonus;
}

/* Ends what was begun at the sides, and adds to their sums what features of both say. */
static const int32_t *sum_pair(pair_scorer *s, const int32_t *const *sides,
                               uint32_t distance, uint64_t key)
{
    int32_t *sums = pl_memo_find(&s->memory.sums, key);
    bool known = sums != NULL;
    if (!known) {
        sums = pl_memo_take(&s->memory.sums, key);
        begin_part(s, PL_GROUP_REST, distance, sums);
    }
    find_parts(s);
    for (uint32_t i = 0; i + !known < s->n_parts; i++)
        add_part(s, &s->parts[i]);
    if (known)
        return sums;
    add_sides(s->room, sides[0], sides[1], distance > 1 ? s->features->far_bonus : 0,
              sums);
    add_part(s, &s->parts[s->n_parts - 1]);
    return sums;
}

const int32_t *pl_pair_row(pl_scorer *scorer, const pl_dep_node *const *at,
                           uint32_t distance)
{
    pair_scorer *s = (pair_scorer *)scorer;
    uint64_t nodes = hash_nodes(at, 0, PL_DEP_N_PLACES, distance), key;
    const uint64_t *known = known_key(&s->memory, nodes);
    const int32_t *sides[N_SIDES];
    if (known != NULL)
        return pl_memo_find(&s->memory.sums, *known);
    s->n_parts = s->n_hashes = 0;
    key = pl_pair_side_values(&s->slots, PL_PAIR_BETWEEN, s->values, at, s->found);
    key += pl_pair_distance(&s->slots, at, s->found[PL_DEP_DISTANCE]);
    key += distance_key(s, distance);
    for (uint32_t k = 0; k < N_SIDES; k++)
        sides[k] = look_at_side(s, &s->sides[k], at, distance, &key);
    return sum_pair(s, sides, distance, note_key(&s->memory, nodes, mix(key)));
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
    for (uint32_t p = 0; p <= PL_DEP_N_PLACES; p++)
        s->at[p] = s->found[p];
    return pl_feature_hashes(s->features, 0, s->features->n, s->at, place.i - place.j,
                             out);
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
    s->sides[0] = (side){.number = PL_PAIR_LEFT, .group = PL_GROUP_S};
    s->sides[1] = (side){.number = PL_PAIR_RIGHT, .group = PL_GROUP_B};
    size_t bytes = s->room * sizeof(int32_t),
           side_bytes = bytes + MAX_SIDE * sizeof *s->found;
    memory_init(&s->memory, whole ? MEMO_BITS_WHOLE : MEMO_BITS, bytes);
    for (uint32_t k = 0; k < N_SIDES; k++)
        memory_init(&s->sides[k].memory, SIDE_BITS, side_bytes);
    s->hashes = pl_alloc_zero(f->n_hashes, sizeof *s->hashes);
    s->rows = pl_alloc_zero(f->n_hashes, sizeof *s->rows);
    pl_pair_slots_find(&s->slots, f);
    for (uint32_t p = 0; p <= PL_DEP_N_PLACES; p++)
        s->at[p] = s->found[p];
    return &s->scorer;
}
