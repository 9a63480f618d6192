/* The mean of learners; see mix.h. */
#include "learn/mix.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/vec.h"

#include <math.h>

/* A row on its way, before n times pl_learned: what changed in the learner `from`, or the
 * new values, where `from` does not matter. */
typedef struct sent_row {
    uint64_t hash;
    uint32_t from, n;
} sent_row;

typedef struct letter {
    sent_row head;
    const char *cells; /* not aligned */
} letter;

typedef PL_VEC(letter) letters;

/* What one process works with; arrays have a place for each action. */
typedef struct mixing {
    const pl_mixture *m;
    pl_learned *row, *base; /* of one learner; of m->base */
    uint32_t *places;       /* 1 + place of an action in `base`, or in `sums`; 0: none */
    struct cell_sum {
        uint32_t action;
        int64_t weight;
        double total;
    } * sums;
    uint32_t n_sums;
    uint64_t time;
} mixing;

/* -- letters -------------------------------------------------------------------------- */

static void put_letter(pl_str *to, const sent_row *head, const pl_learned *cells)
{
    pl_str_put(to, (const char *)head, sizeof *head);
    pl_str_put(to, (const char *)cells, head->n * sizeof *cells);
}

/* The low half of the hash counts first. Learners find slots by the high half: rows that come
 * in its order would fill the beginning of a table that still grows, in quadratic time. */
static uint64_t turned(uint64_t hash)
{
    return hash << 32 | hash >> 32;
}

static int by_hash(const void *a, const void *b)
{
    const sent_row *x = &((const letter *)a)->head, *y = &((const letter *)b)->head;
    uint64_t p = turned(x->hash), q = turned(y->hash);
    return p != q ? (p > q) - (p < q) : (x->from > y->from) - (x->from < y->from);
}

/* All letters in some bytes, by hash and sender: an order that does not depend on the
 * number of processes. */
static letters sort_letters(const pl_str *bytes)
{
    letters out = {0};
    const char *at = bytes->at, *end = at + bytes->n;
    while (at < end) {
        letter l;
        memcpy(&l.head, at, sizeof l.head);
        l.cells = at + sizeof l.head;
        at = l.cells + l.head.n * sizeof(pl_learned);
        PL_PUSH(&out, l);
    }
    PL_SORT(&out, by_hash);
    return out;
}

/* -- memory --------------------------------------------------------------------------- */

static void load_ahead(const pl_learner *l, const uint64_t *hashes, size_t n, size_t at)
{
    pl_weights w = pl_learner_weights(l);
    const void *row;
    if (at + 16 < n)
        w.prefetch(w.table, hashes + at + 16, 1);
    if (at + 8 < n)
        w.find(w.table, hashes + at + 8, 1, &row);
}

/* Nearly every row is a wait for memory, in each table: begins to load those that come after
 * hashes[at]. */
static void look_ahead(const pl_mixture *m, const uint64_t *hashes, size_t n, size_t at)
{
    load_ahead(m->base, hashes, n, at);
    for (uint32_t k = 0; k < m->n_own; k++)
        load_ahead(m->own[k], hashes, n, at);
}

/* -- what changed --------------------------------------------------------------------- */

/* Makes x->row, of n cells, the difference to the row of the base; how many cells differ. */
static uint32_t subtract_base(mixing *x, uint64_t hash, uint32_t n)
{
    uint32_t n_base = pl_learner_row(x->m->base, hash, x->base), kept = 0;
    for (uint32_t k = 0; k < n_base; k++)
        x->places[x->base[k].action] = k + 1;
    for (uint32_t k = 0; k < n; k++) {
        pl_learned cell = x->row[k];
        uint32_t place = x->places[cell.action];
        if (place > 0) {
            cell.weight -= x->base[place - 1].weight;
            cell.total -= x->base[place - 1].total;
            x->places[cell.action] = 0;
        }
        if (cell.weight != 0 || cell.total != 0)
            x->row[kept++] = cell;
    }
    for (uint32_t k = 0; k < n_base; k++) { /* what became zero */
        pl_learned cell = x->base[k];
        if (x->places[cell.action] > 0)
            x->row[kept++] = (pl_learned){cell.action, -cell.weight, -cell.total};
        x->places[cell.action] = 0;
    }
    return kept;
}

/* Rows that changed in the learners of this process, for the processes that sum them up. */
static void list_changes(mixing *x, pl_str *to)
{
    const pl_mixture *m = x->m;
    for (uint32_t i = 0; i < m->n_own; i++) {
        sent_row head = {.from = m->first + i * m->step};
        size_t n_changed;
        const uint64_t *changed = pl_learner_changed(m->own[i], &n_changed);
        for (size_t k = 0; k < n_changed; k++) {
            load_ahead(m->own[i], changed, n_changed, k);
            load_ahead(m->base, changed, n_changed, k);
            head.hash = changed[k];
            uint32_t n = pl_learner_row(m->own[i], head.hash, x->row);
            head.n = subtract_base(x, head.hash, n);
            if (head.n > 0)
                put_letter(&to[pl_mix(head.hash) % pl_peers_n(m->peers)], &head, x->row);
        }
    }
}

/* -- means ---------------------------------------------------------------------------- */

static void add_letter(mixing *x, const letter *l)
{
    for (uint32_t k = 0; k < l->head.n; k++) {
        pl_learned cell;
        memcpy(&cell, l->cells + k * sizeof cell, sizeof cell);
        uint32_t *place = &x->places[cell.action];
        if (*place == 0) {
            x->sums[x->n_sums] = (struct cell_sum){.action = cell.action};
            *place = ++x->n_sums;
        }
        x->sums[*place - 1].weight += cell.weight;
        x->sums[*place - 1].total += cell.total;
    }
}

/* One of the two whole numbers beside x, the nearer one more often: so small means, such as
 * those of features that one of many learners met, are not lost. */
static double round_fairly(double x, uint64_t seed)
{
    double low = floor(x), share = (double)(pl_mix(seed) >> 11) * 0x1p-53;
    return low + (share < x - low);
}

/* The mean of all learners, where the base has `was` and the sum of changes is s. Averages
 * stay what they are: to round a weight is a change of it now. */
static pl_learned mean_of(const mixing *x, const struct cell_sum *s, pl_learned was,
                          uint64_t hash)
{
    double n = x->m->n, weight = was.weight + (double)s->weight / n;
    double rounded =
        round_fairly(weight, hash ^ pl_mix(x->m->seed + x->time) ^ s->action);
    double total = was.total + s->total / n + (double)x->time * (rounded - weight);
    return (pl_learned){s->action, (int32_t)rounded, (float)total};
}

/* The new values of the row whose changes have been summed up. */
static void put_mean(mixing *x, uint64_t hash, pl_str *to)
{
    uint32_t n_base = pl_learner_row(x->m->base, hash, x->base);
    for (uint32_t k = 0; k < x->n_sums; k++)
        x->row[k] = (pl_learned){.action = x->sums[k].action};
    for (uint32_t k = 0; k < n_base; k++)
        if (x->places[x->base[k].action] > 0)
            x->row[x->places[x->base[k].action] - 1] = x->base[k];
    for (uint32_t k = 0; k < x->n_sums; k++) {
        x->row[k] = mean_of(x, &x->sums[k], x->row[k], hash);
        x->places[x->sums[k].action] = 0;
    }
    put_letter(to, &(sent_row){.hash = hash, .n = x->n_sums}, x->row);
    x->n_sums = 0;
}

static void make_means(mixing *x, const pl_str *changes, pl_str *means)
{
    letters all = sort_letters(changes);
    for (size_t i = 0; i < all.n; i++) {
        add_letter(x, &all.at[i]);
        if (i + 1 == all.n || all.at[i + 1].head.hash != all.at[i].head.hash)
            put_mean(x, all.at[i].head.hash, means);
    }
    PL_VEC_RELEASE(&all);
}

static void set_rows(mixing *x, const pl_str *means)
{
    const pl_mixture *m = x->m;
    letters all = sort_letters(means);
    uint64_t *hashes = pl_alloc((all.n + 1) * sizeof *hashes);
    for (size_t i = 0; i < all.n; i++)
        hashes[i] = all.at[i].head.hash;
    for (size_t i = 0; i < all.n; i++) {
        const letter *l = &all.at[i];
        look_ahead(m, hashes, all.n, i);
        memcpy(x->row, l->cells, l->head.n * sizeof *x->row);
        pl_learner_set_row(m->base, l->head.hash, x->row, l->head.n);
        for (uint32_t k = 0; k < m->n_own; k++)
            pl_learner_set_row(m->own[k], l->head.hash, x->row, l->head.n);
    }
    free(hashes);
    PL_VEC_RELEASE(&all);
}

/* -- all of it ------------------------------------------------------------------------ */

/* The latest time of all learners: one with a smaller part has had fewer examples. */
static uint64_t latest_time(const pl_mixture *m)
{
    uint64_t time = pl_learner_time(m->base);
    for (uint32_t k = 0; k < m->n_own; k++)
        if (pl_learner_time(m->own[k]) > time)
            time = pl_learner_time(m->own[k]);
    pl_str mine = {0};
    pl_shares all = {0};
    pl_str_put(&mine, (const char *)&time, sizeof time);
    pl_peers_gather(m->peers, &mine, &all);
    for (uint32_t k = 0; k < pl_peers_n(m->peers); k++) {
        uint64_t other;
        memcpy(&other, all.bytes.at + k * sizeof other, sizeof other);
        time = other > time ? other : time;
    }
    pl_str_release(&mine);
    pl_shares_release(&all);
    return time;
}

static void exchange_changes(mixing *x, pl_shares *got)
{
    uint32_t n = pl_peers_n(x->m->peers);
    pl_str *to = pl_alloc_zero(n, sizeof *to);
    pl_shares mine = {.ends = pl_alloc_zero(n, sizeof *mine.ends)};
    list_changes(x, to);
    for (uint32_t k = 0; k < n; k++) {
        if (to[k].n > 0)
            pl_str_put(&mine.bytes, to[k].at, to[k].n);
        mine.ends[k] = mine.bytes.n;
        pl_str_release(&to[k]);
    }
    pl_peers_exchange(x->m->peers, &mine, got);
    pl_shares_release(&mine);
    free(to);
}

void pl_learners_mix(const pl_mixture *m)
{
    uint32_t n = pl_learner_weights(m->base).n_actions;
    mixing x = {.m = m,
                .row = pl_alloc(n * sizeof *x.row),
                .base = pl_alloc(n * sizeof *x.base),
                .places = pl_alloc_zero(n, sizeof *x.places),
                .sums = pl_alloc(n * sizeof *x.sums),
                .time = latest_time(m)};
    pl_shares changes = {0}, means = {0};
    pl_str mine = {0};
    exchange_changes(&x, &changes);
    make_means(&x, &changes.bytes, &mine);
    pl_peers_gather(m->peers, &mine, &means);
    set_rows(&x, &means.bytes);
    pl_learner_set_time(m->base, x.time);
    for (uint32_t k = 0; k < m->n_own; k++)
        pl_learner_set_time(m->own[k], x.time);
    pl_shares_release(&changes);
    pl_shares_release(&means);
    pl_str_release(&mine);
    free(x.row);
    free(x.base);
    free(x.places);
    free(x.sums);
}
