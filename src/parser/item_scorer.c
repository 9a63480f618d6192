/* Scores of configurations of items; see scorer.h.
 *
 * The result is exactly the sum of the rows of all features. Three things save time:
 *
 *   - Features of the stack, the deque or the buffer alone, or of one of the first two
 *     with the buffer, are summed once. The sum is remembered at the item on top (s0, d0,
 *     b0), with the other items it is valid for; hypotheses that share these share it.
 *   - The whole beam is done in three passes, hashes, slots, rows, so that the processor
 *     waits for memory only once.
 *   - Features of every word in the buffer (b*) are kept as sums over each word and all
 *     words after it. */
#include "parser/scorer.h"

#include "base/alloc.h"
#include "learn/compact.h"
#include "learn/kept_sums.h"
#include "parser/hasher.h"
#include "parser/item_values.h"
#include "parser/sums.h"

#include <stdlib.h>
#include <string.h>

/* What is remembered of an item. */
typedef struct memo {
    pl_sum *sums[PL_N_MEMO_GROUPS]; /* of the groups that it is the owner of */
    uint32_t values[];              /* [n_fields], then room up to hasher.stride */
} memo;

/* For one group of one configuration: use the remembered sum, compute and remember it, or
 * compute it without remembering. */
typedef enum plan { USE, FILL, DIRECT } plan;

typedef struct job {
    pl_sum *sum[PL_N_MEMO_GROUPS]; /* to use or to fill */
    plan plan[PL_N_MEMO_GROUPS];
    /* Features of the groups to fill, each alone, then those of all others to compute. */
    struct {
        uint8_t group;
        uint32_t first, n; /* hashes; then rows that were found */
    } parts[PL_N_GROUPS];
    uint32_t n_parts;
} job;

typedef struct item_scorer {
    pl_scorer scorer;
    const pl_features *features;
    pl_hasher hasher;
    uint32_t *flat; /* values of a configuration, as the hasher wants them */
    pl_weights weights;
    pl_arena *arena;
    const pl_values *values;
    uint32_t stride; /* actions, rounded up to whole vectors */
    uint32_t room;   /* what a table may write to: PL_SUMS_ROOM */
    pl_add_sums *add_parts;
    pl_sum_store store;
    bool alone;                                 /* a step with one configuration */
    pl_item none;                               /* stands where nothing does */
    uint8_t owner[PL_N_MEMO_GROUPS];            /* place whose item remembers */
    uint8_t n_key[PL_N_MEMO_GROUPS];            /* places of the group … */
    uint8_t key[PL_N_MEMO_GROUPS][PL_N_PLACES]; /* … and which */
    job *jobs;                                  /* [max_beam] */
    uint64_t *hashes;                           /* [max_beam * features->n] */
    const void **rows;                          /* the same */
    int32_t *sums;                              /* [max_beam][room] */
    int32_t *queue; /* [n_tokens + 1][room] features of b*: of word i and all after it */
    int32_t *zeros; /* [room] */
} item_scorer;

#define NOTHING_ID (UINT32_MAX - 1)
enum {
    STEP = 16, /* dense rows are added in steps of 16 */
    /* Remembered sums reach about twenty words back; so does nearly all that is used
     * again. */
    FEW_SUMS = 512,
    SUMS_EACH = 32, /* for each hypothesis */
};

/* The hashes of the templates of b* for one word. */
static void hash_queue_word(const item_scorer *s, uint32_t word, uint64_t *out)
{
    const pl_features *f = s->features;
    pl_item item = {
        .label = PL_NONE, .id = word, .head = word, .low = word, .high = word};
    uint32_t values[PL_MAX_FIELDS];
    const uint32_t *at = values;
    item.size = 1;
    pl_item_values(f, s->values, &item, values);
    for (uint32_t k = 0; k < f->n_queue; k++)
        out[k] = pl_feature_hash(&f->list[f->n + k], &at);
}

static void sum_queue(item_scorer *s)
{
    const pl_weights *w = &s->weights;
    uint64_t hashes[PL_MAX_TEMPLATES];
    const void *rows[PL_MAX_TEMPLATES];
    uint32_t n = s->values->n_tokens;
    s->queue = pl_arena_alloc(s->arena, (n + (size_t)1) * s->room * sizeof *s->queue);
    memset(s->queue + (size_t)n * s->room, 0, s->room * sizeof *s->queue);
    for (uint32_t i = n; i-- > 0;) {
        int32_t *sums = s->queue + (size_t)i * s->room;
        memcpy(sums, sums + s->room, s->room * sizeof *sums);
        hash_queue_word(s, i, hashes);
        size_t found = w->find(w->table, hashes, s->features->n_queue, rows);
        w->add(w->table, rows, found, sums);
    }
}

static void start(pl_scorer *scorer, pl_weights weights, pl_arena *m,
                  const pl_values *values, void *task)
{
    item_scorer *s = (item_scorer *)scorer;
    s->weights = weights;
    s->arena = m;
    s->values = values;
    pl_sum_store_forget(&s->store);
    s->none = (pl_item){.label = PL_NONE, .id = NOTHING_ID};
    if (s->features->n_queue > 0)
        sum_queue(s);
}

static memo *memo_of(item_scorer *s, pl_item *item)
{
    if (item->memo == NULL) {
        memo *m =
            pl_arena_alloc(s->arena, sizeof *m + s->hasher.stride * sizeof(uint32_t));
        for (uint32_t g = 0; g < PL_N_MEMO_GROUPS; g++)
            m->sums[g] = NULL;
        pl_item_values(s->features, s->values, item == &s->none ? NULL : item, m->values);
        item->memo = m;
    }
    return item->memo;
}

/* What features of a configuration are made of. */
typedef struct sight {
    pl_item *at[PL_N_PLACES];                /* items at the wanted places … */
    const uint32_t *values[PL_N_PLACES + 1]; /* … and their values, then the distances */
    uint32_t distances[PL_MAX_DISTANCES];
} sight;

static void look(item_scorer *s, const pl_items *c, sight *sees)
{
    uint32_t wanted = s->features->wanted;
    pl_item **at = sees->at;
    const uint32_t **values = sees->values;
    pl_items_view(c, wanted, at);
    pl_distance_values(s->features, at, sees->distances);
    values[PL_PLACE_DISTANCE] = sees->distances;
    for (uint32_t p = 0; wanted >> p != 0; p++)
        if (wanted >> p & 1) {
            if (at[p] == NULL)
                at[p] = &s->none;
            values[p] = memo_of(s, at[p])->values;
        }
}

/* Copies the values of all places that features look at to s->flat. */
static void flatten(item_scorer *s, const sight *sees)
{
    typedef uint32_t four __attribute__((vector_size(16), aligned(4)));
    const pl_hasher *h = &s->hasher;
    uint32_t *to = s->flat;
    for (uint32_t p = 0; p <= PL_PLACE_DISTANCE; p++, to += h->stride)
        for (uint32_t i = 0; i < h->used[p]; i += 4)
            *(four *)(to + i) = *(const four *)(sees->values[p] + i);
}

/* Adds the hashes of a group to those of the last part of a job. */
static void hash_group(item_scorer *s, job *j, uint32_t g)
{
    uint32_t *before = &j->parts[j->n_parts - 1].n;
    uint64_t *hashes = s->hashes + j->parts[j->n_parts - 1].first + *before;
    uint32_t n = pl_hasher_group(&s->hasher, g, s->flat, hashes);
    s->weights.prefetch(s->weights.table, hashes, n);
    *before += n;
}

/* Begins a part behind the last one; the first begins at `first`. */
static void new_part(job *j, uint32_t g, uint32_t first)
{
    if (j->n_parts > 0)
        first = j->parts[j->n_parts - 1].first + j->parts[j->n_parts - 1].n;
    j->parts[j->n_parts].group = (uint8_t)g;
    j->parts[j->n_parts].first = first;
    j->parts[j->n_parts++].n = 0;
}

/* Whether a step with a single configuration remembers the group: what has d0 or a pair in it
 * is needed again only by other hypotheses of the step. */
static const bool outlasts[PL_N_MEMO_GROUPS] = {[PL_GROUP_S] = true,
                                                [PL_GROUP_S_BELOW] = true,
                                                [PL_GROUP_B] = true,
                                                [PL_GROUP_D_BELOW] = true};

/* Uses the sum of an owner if it is valid for these items. Otherwise the sum is computed
 * anew for them, unless another hypothesis needs the old one in this step. */
static plan plan_group(item_scorer *s, pl_sum **owner, uint32_t g, pl_item *const *at)
{
    uint32_t n = s->n_key[g];
    pl_sum *sum = pl_sum_store_has(&s->store, owner) ? *owner : NULL;
    bool same = sum != NULL;
    for (uint32_t i = 0; same && i < n; i++)
        same = sum->key[i] == at[s->key[g][i]]->id;
    if (!same && (s->alone ? !outlasts[g] : sum != NULL && sum->step == s->store.step))
        return DIRECT;
    if (sum == NULL)
        sum = pl_sum_store_take(&s->store, owner);
    sum->step = s->store.step;
    if (same)
        return USE;
    for (uint32_t i = 0; i < n; i++)
        sum->key[i] = at[s->key[g][i]]->id;
    return FILL;
}

/* First pass over one configuration: what to use, what to compute, and its hashes, from
 * `first` on; returns where they end. */
static uint32_t plan_job(item_scorer *s, job *j, const pl_items *c, uint32_t first)
{
    sight sees;
    look(s, c, &sees);
    flatten(s, &sees);
    pl_item *const *at = sees.at;
    j->n_parts = 0;
    for (uint32_t g = 0; g < PL_N_MEMO_GROUPS; g++) {
        j->plan[g] = DIRECT;
        if (s->n_key[g] == 0)
            continue;
        pl_item *owner = at[s->owner[g]];
        if (!(s->features->wanted >> s->owner[g] & 1))
            owner = at[s->key[g][0]];
        pl_sum **sum = &((memo *)owner->memo)->sums[g];
        j->plan[g] = plan_group(s, sum, g, at);
        j->sum[g] = *sum;
        if (j->plan[g] == FILL) {
            new_part(j, g, first);
            hash_group(s, j, g);
        }
    }
    new_part(j, PL_GROUP_REST, first);
    for (uint32_t g = 0; g < PL_N_MEMO_GROUPS; g++)
        if (j->plan[g] == DIRECT && s->n_key[g] > 0)
            hash_group(s, j, g);
    hash_group(s, j, PL_GROUP_REST);
    return j->parts[j->n_parts - 1].first + j->parts[j->n_parts - 1].n;
}

/* Adds sign times what the words [first, end) add up to. */
static void add_queue(const item_scorer *s, uint32_t first, uint32_t end, int sign,
                      int32_t *sums)
{
    const int32_t *a = s->queue + (size_t)first * s->room;
    const int32_t *b = s->queue + (size_t)end * s->room;
    for (uint32_t i = 0; i < s->stride; i++)
        sums[i] += sign * (a[i] - b[i]);
}

/* The words from `next` on, without those that were taken. */
static void finish_queue(const item_scorer *s, const pl_items *c, int32_t *sums)
{
    add_queue(s, c->next, s->values->n_tokens, 1, sums);
    for (const pl_taken *run = c->taken; run != NULL; run = run->after)
        add_queue(s, run->first, run->end, -1, sums);
}

/* Second pass: the rows of what is to be computed. */
static void find_rows(item_scorer *s, job *j)
{
    const pl_weights *w = &s->weights;
    for (uint32_t i = 0; i < j->n_parts; i++) {
        uint32_t first = j->parts[i].first;
        j->parts[i].n = (uint32_t)w->find(w->table, s->hashes + first, j->parts[i].n,
                                          s->rows + first);
    }
}

static void add_part(const item_scorer *s, const job *j, uint32_t i, int32_t *sums)
{
    s->weights.add(s->weights.table, s->rows + j->parts[i].first, j->parts[i].n, sums);
}

/* Third pass: sums to remember, sums that are remembered, and the rest. */
static void finish(item_scorer *s, const job *j, int32_t *sums)
{
    size_t bytes = s->stride * sizeof *sums;
    const int32_t *parts[PL_N_MEMO_GROUPS] = {s->zeros};
    uint32_t n = 0;
    for (uint32_t i = 0; i + 1 < j->n_parts; i++) {
        int32_t *own = j->sum[j->parts[i].group]->scores;
        memset(own, 0, bytes);
        add_part(s, j, i, own);
    }
    for (uint32_t g = 0; g < PL_N_MEMO_GROUPS; g++)
        if (j->plan[g] != DIRECT)
            parts[n++] = j->sum[g]->scores;
    s->add_parts(sums, parts, n > 0 ? n : 1, s->stride);
    add_part(s, j, j->n_parts - 1, sums);
}

static void prepare(pl_scorer *scorer, const pl_config *const *configs, uint32_t n)
{
    item_scorer *s = (item_scorer *)scorer;
    uint32_t n_hashes = 0;
    pl_sum_store_step(&s->store);
    s->alone = n == 1;
    for (uint32_t i = 0; i < n; i++)
        n_hashes = plan_job(s, &s->jobs[i], &configs[i]->items, n_hashes);
    for (uint32_t i = 0; i < n; i++)
        find_rows(s, &s->jobs[i]);
    for (uint32_t i = 0; i < n; i++)
        finish(s, &s->jobs[i], s->sums + (size_t)i * s->room);
    for (uint32_t i = 0; s->features->n_queue > 0 && i < n; i++)
        finish_queue(s, &configs[i]->items, s->sums + (size_t)i * s->room);
}

static const int32_t *row(pl_scorer *scorer, uint32_t i, pl_place place)
{
    const item_scorer *s = (const item_scorer *)scorer;
    return s->sums + (size_t)i * s->room;
}

/* One for each template, in the order of the list, and one for each of b* and word in the
 * buffer. */
static uint32_t features(pl_scorer *scorer, const pl_config *config, pl_place place,
                         uint64_t *out)
{
    item_scorer *s = (item_scorer *)scorer;
    const pl_items *c = &config->items;
    uint32_t n = s->features->n;
    sight sees;
    look(s, c, &sees);
    for (uint32_t k = 0; k < n; k++)
        out[k] = pl_feature_hash(&s->features->list[k], sees.values);
    const pl_taken *run = c->taken;
    uint32_t word = c->next;
    for (uint32_t i = 0; s->features->n_queue > 0 && i < c->n_buffer; i++) {
        hash_queue_word(s, word, out + n);
        n += s->features->n_queue;
        word = pl_buffer_after(word, &run);
    }
    return n;
}

static uint32_t most_features(const pl_scorer *scorer)
{
    const item_scorer *s = (const item_scorer *)scorer;
    return s->features->n + s->features->n_queue * s->values->n_tokens;
}

static void free_scorer(pl_scorer *scorer)
{
    item_scorer *s = (item_scorer *)scorer;
    pl_hasher_release(&s->hasher);
    free(s->flat);
    free(s->jobs);
    free(s->hashes);
    free(s->rows);
    free(s->sums);
    free(s->zeros);
    pl_sum_store_release(&s->store);
    free(s);
}

static const pl_scorer_ops ops = {start,    prepare,       row,
                                  features, most_features, free_scorer};

pl_scorer *pl_item_scorer_new(const pl_machine *m, const pl_features *f,
                              uint32_t max_configs)
{
    static const uint8_t owners[] = {
        [PL_GROUP_S] = PL_PLACE_S,           [PL_GROUP_S_BELOW] = PL_PLACE_S + 1,
        [PL_GROUP_B] = PL_PLACE_B,           [PL_GROUP_D] = PL_PLACE_D,
        [PL_GROUP_D_BELOW] = PL_PLACE_D + 1, [PL_GROUP_SB] = PL_PLACE_S,
        [PL_GROUP_DB] = PL_PLACE_D};
    item_scorer *s = pl_alloc_zero(1, sizeof *s);
    s->scorer = (pl_scorer){&ops, PL_COMPACT_SCALE, false};
    s->features = f;
    pl_hasher_init(&s->hasher, f);
    s->flat = pl_alloc_zero((PL_PLACE_DISTANCE + (size_t)1) * s->hasher.stride,
                            sizeof *s->flat);
    s->stride = (m->n_actions + STEP - 1) / STEP * STEP;
    s->add_parts = pl_sums_adder(false);
    s->room = PL_SUMS_ROOM(m->n_actions);
    for (uint32_t g = 0; g < PL_N_MEMO_GROUPS; g++) {
        s->owner[g] = owners[g];
        for (int p = 0; p < PL_N_PLACES; p++)
            if (f->places[g] >> p & 1)
                s->key[g][s->n_key[g]++] = (uint8_t)p;
    }
    size_t all = (size_t)max_configs * f->n;
    s->jobs = pl_alloc_zero(max_configs, sizeof *s->jobs);
    s->hashes = pl_alloc_zero(all, sizeof *s->hashes);
    s->rows = pl_alloc_zero(all, sizeof *s->rows);
    s->sums = pl_alloc_zero((size_t)max_configs * s->room, sizeof *s->sums);
    s->zeros = pl_alloc_zero(s->room, sizeof *s->zeros);
    pl_sum_store_init(&s->store, FEW_SUMS + SUMS_EACH * max_configs, s->room);
    return &s->scorer;
}

pl_scorer *pl_linear_scorer_new(const pl_machine *m, const pl_features *features,
                                uint32_t max_configs)
{
    static pl_scorer *(*const strategies[PL_N_SIGHTS])(const pl_machine *,
                                                       const pl_features *, uint32_t) = {
        [PL_SEES_ITEMS] = pl_item_scorer_new,
        [PL_SEES_PAIRS] = pl_pair_scorer_new,
    };
    return strategies[m->ops->sight](m, features, max_configs);
}
