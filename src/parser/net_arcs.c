/* Arcs by a network; see net_arcs.h. */
#include "parser/net_arcs.h"

#include "base/alloc.h"
#include "learn/activation.h"
#include "machine/graph.h"
#include "parser/spanning_tree.h"

#include <stdlib.h>

enum {
    ROOM = 16,     /* the beam reads rows in steps of so many */
    AT_ONCE = 64,  /* words whose heads, or pairs whose relations, are scored together */
};

#define SMALLEST 1e-37f /* keeps probabilities of 0 from their logarithm */

/* A sentence as one member sees it. */
typedef struct desk {
    pl_byte_rows words;  /* as dependents, to be multiplied with … */
    pl_byte_factor heads; /* … all words as heads */
    float *from, *to;    /* [words][half] for relations: as dependents, as heads */
} desk;

typedef struct arc_scorer {
    pl_scorer scorer;
    const pl_net *net;
    const pl_row_ops *ops;
    uint32_t n_members, n_labels, room, half;
    const pl_graph_task *task;
    pl_net_reading reading;
    uint32_t n; /* words */
    desk *desks; /* [n_members] */
    pl_byte_rows rounded;
    PL_VEC(float) numbers, sums;  /* for now */
    PL_VEC(float) vectors;        /* from and to of all members */
    PL_VEC(int32_t) heads;        /* [n] of the word that is prepared */
    PL_VEC(int32_t) rows;         /* [n][room] the same with relations */
} arc_scorer;

/* -- the words as dependents and heads -------------------------------------------------- */

static void keep_positive(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* What a layer makes of all words: [n][n_out]. */
static void project(const arc_scorer *s, uint32_t member, const pl_net_factor *f, float *out)
{
    pl_byte_product(pl_mat_of(out, s->n, f->w.n_out), &s->reading.words[member], &f->w, f->b,
                    false);
    keep_positive(out, (size_t)s->n * f->w.n_out);
}

/* Rounds rows as weights are: all words as heads. */
static void set_heads(arc_scorer *s, desk *d, const float *to, uint32_t wide)
{
    int8_t *bytes = pl_alloc((size_t)s->n * wide + 1);
    float *scales = pl_alloc((s->n + (size_t)1) * sizeof *scales);
    for (uint32_t i = 0; i < s->n; i++)
        scales[i] = pl_round_row(to + (size_t)i * wide, wide, bytes + (size_t)i * wide);
    pl_byte_factor_release(&d->heads);
    pl_byte_factor_init(&d->heads, &(pl_byte_weights){wide, s->n, bytes, scales});
    free(bytes);
    free(scales);
}

static void set_desk(arc_scorer *s, uint32_t member)
{
    const pl_net_member *net = pl_net_member_at(s->net, member);
    desk *d = &s->desks[member];
    uint32_t wide = net->arc_from.w.n_out;
    PL_RESERVE(&s->numbers, (size_t)s->n * wide + 1);
    PL_RESERVE(&s->sums, (size_t)s->n * wide + 1);
    project(s, member, &net->arc_from, s->numbers.at);
    pl_byte_rows_set(&s->rounded, pl_mat_of(s->numbers.at, s->n, wide));
    pl_byte_product(pl_mat_of(s->sums.at, s->n, wide), &s->rounded, &net->arc_pair.w,
                    net->arc_pair.b, false);
    pl_byte_rows_set(&d->words, pl_mat_of(s->sums.at, s->n, wide));
    project(s, member, &net->arc_to, s->numbers.at);
    set_heads(s, d, s->numbers.at, wide);
    d->from = s->vectors.at + (size_t)member * 2 * s->n * s->half;
    d->to = d->from + (size_t)s->n * s->half;
    project(s, member, &net->relation_from, d->from);
    project(s, member, &net->relation_to, d->to);
}

/* -- probabilities ------------------------------------------------------------------------ */

/* Turns rows of scores, or of sums of probabilities of several members, into logarithms of
 * probabilities. */
static void put_logs(const arc_scorer *s, float *x, uint32_t n, int32_t *out)
{
    if (s->n_members == 1) {
        float most, shift;
        float *copy = x + n; /* the caller has room for two */
        memcpy(copy, x, n * sizeof *x);
        float sum = s->ops->powers(copy, n, &most);
        shift = most + (float)pl_log(sum);
        s->ops->logs(out, x, shift, PL_NET_SCALE, n);
        return;
    }
    for (uint32_t j = 0; j < n; j++)
        x[j] = (float)pl_log(x[j] / (float)s->n_members + SMALLEST);
    s->ops->logs(out, x, 0, PL_NET_SCALE, n);
}

/* Adds what a member says of some rows: its scores if it is alone, or its probabilities. */
static void add_scores(const arc_scorer *s, float *scores, uint32_t n, float *sums)
{
    if (s->n_members == 1) {
        memcpy(sums, scores, n * sizeof *sums);
        return;
    }
    float most, scale = 1 / s->ops->powers(scores, n, &most);
    for (uint32_t j = 0; j < n; j++)
        sums[j] += scores[j] * scale;
}

/* The heads of words first … first + n - 1, at most AT_ONCE, into out [n][stride]. */
static void score_heads(arc_scorer *s, uint32_t first, uint32_t n, int32_t *out, size_t stride)
{
    uint32_t all = s->n;
    PL_RESERVE(&s->numbers, (size_t)n * all + 1);
    PL_RESERVE(&s->sums, ((size_t)n + 1) * all + 1);
    memset(s->sums.at, 0, (size_t)n * all * sizeof *s->sums.at);
    for (uint32_t k = 0; k < s->n_members; k++) {
        pl_byte_rows some = pl_byte_rows_part(&s->desks[k].words, first, n);
        pl_byte_product(pl_mat_of(s->numbers.at, n, all), &some, &s->desks[k].heads, NULL,
                        false);
        for (uint32_t i = 0; i < n; i++)
            add_scores(s, s->numbers.at + (size_t)i * all, all, s->sums.at + (size_t)i * all);
    }
    for (uint32_t i = n; i-- > 0;) /* from the end: what follows a row is used already */
        put_logs(s, s->sums.at + (size_t)i * all, all, out + i * stride);
}

/* What the layer of relations reads: both words, and how they agree. */
static void put_pair(const arc_scorer *s, const desk *d, pl_place p, float *to)
{
    const float *a = d->from + (size_t)p.j * s->half, *b = d->to + (size_t)p.i * s->half;
    for (uint32_t j = 0; j < s->half; j++) {
        to[j] = a[j];
        to[s->half + j] = b[j];
        to[2 * s->half + j] = a[j] * b[j];
    }
}

/* Logarithms of the relations of n pairs, at most AT_ONCE, less the best one's, into
 * out [n][stride]. */
static void score_relations(arc_scorer *s, const pl_place *pairs, uint32_t n, int32_t *out,
                            size_t stride)
{
    uint32_t wide = 3 * s->half, all = s->n_labels;
    PL_RESERVE(&s->numbers, (size_t)n * (wide > all ? wide : all) + 1);
    PL_RESERVE(&s->sums, ((size_t)n + 1) * all + 1);
    memset(s->sums.at, 0, (size_t)n * all * sizeof *s->sums.at);
    for (uint32_t k = 0; k < s->n_members; k++) {
        const pl_net_factor *f = &pl_net_member_at(s->net, k)->relation;
        for (uint32_t i = 0; i < n; i++)
            put_pair(s, &s->desks[k], pairs[i], s->numbers.at + (size_t)i * wide);
        pl_byte_rows_set(&s->rounded, pl_mat_of(s->numbers.at, n, wide));
        pl_byte_product(pl_mat_of(s->numbers.at, n, all), &s->rounded, &f->w, f->b, false);
        for (uint32_t i = 0; i < n; i++)
            add_scores(s, s->numbers.at + (size_t)i * all, all, s->sums.at + (size_t)i * all);
    }
    for (uint32_t i = n; i-- > 0;) {
        int32_t *row = out + i * stride, best = INT32_MIN;
        pl_graph_range r = pl_graph_relations(s->task, pairs[i]);
        put_logs(s, s->sums.at + (size_t)i * all, all, row);
        for (uint32_t a = r.first; a < r.end; a++)
            best = row[a] > best ? row[a] : best;
        for (uint32_t a = 0; a < all; a++)
            row[a] -= best;
    }
}

/* -- the scorer --------------------------------------------------------------------------- */

void pl_net_arcs_read(pl_scorer *scorer, const pl_net_reading *reading)
{
    ((arc_scorer *)scorer)->reading = *reading;
}

static void start(pl_scorer *scorer, pl_weights weights, pl_arena *m, const pl_values *values,
                  void *task)
{
    arc_scorer *s = (arc_scorer *)scorer;
    s->task = task;
    s->n = s->reading.n_words;
    PL_RESERVE(&s->vectors, (size_t)s->n_members * 2 * s->n * s->half + 1);
    for (uint32_t k = 0; k < s->n_members; k++)
        set_desk(s, k);
}

/* All hypotheses choose the head of the same word. */
static void prepare(pl_scorer *scorer, const pl_config *const *configs, uint32_t n)
{
    arc_scorer *s = (arc_scorer *)scorer;
    uint32_t word = configs[0]->graph.n;
    if (word == s->n)
        return;
    PL_RESERVE(&s->heads, s->n + (size_t)1);
    PL_RESERVE(&s->rows, (size_t)s->n * s->room + ROOM);
    score_heads(s, word, 1, s->heads.at, s->n);
    for (uint32_t first = 0; first < s->n; first += AT_ONCE) {
        pl_place pairs[AT_ONCE];
        uint32_t some = s->n - first < AT_ONCE ? s->n - first : AT_ONCE;
        for (uint32_t i = 0; i < some; i++)
            pairs[i] = (pl_place){first + i, word};
        score_relations(s, pairs, some, s->rows.at + (size_t)first * s->room, s->room);
    }
    for (uint32_t h = 0; h < s->n; h++)
        for (uint32_t a = 0; a < s->n_labels; a++)
            s->rows.at[(size_t)h * s->room + a] += s->heads.at[h];
}

static const int32_t *row(pl_scorer *scorer, uint32_t i, pl_place place)
{
    const arc_scorer *s = (const arc_scorer *)scorer;
    return s->rows.at + (size_t)place.i * s->room;
}

static void free_scorer(pl_scorer *scorer)
{
    arc_scorer *s = (arc_scorer *)scorer;
    for (uint32_t k = 0; k < s->n_members; k++) {
        pl_byte_rows_release(&s->desks[k].words);
        pl_byte_factor_release(&s->desks[k].heads);
    }
    free(s->desks);
    pl_byte_rows_release(&s->rounded);
    PL_VEC_RELEASE(&s->numbers, &s->sums, &s->vectors, &s->heads, &s->rows);
    free(s);
}

static const pl_scorer_ops ops = {
    start, prepare, row, pl_net_features, pl_net_most_features, free_scorer};

pl_scorer *pl_net_arcs_new(const pl_net *n, const pl_machine *m)
{
    arc_scorer *s = pl_alloc_zero(1, sizeof *s);
    s->scorer = (pl_scorer){&ops, PL_NET_SCALE, true};
    s->net = n;
    s->ops = pl_byte_rows_ops();
    s->n_members = pl_net_members(n);
    s->n_labels = m->n_labels;
    s->room = (m->n_labels + ROOM - 1) / ROOM * ROOM + ROOM;
    s->half = pl_net_layout(n)->relation_from.n_out;
    s->desks = pl_alloc_zero(s->n_members, sizeof *s->desks);
    return &s->scorer;
}

/* -- the best tree ------------------------------------------------------------------------ */

/* Scores of all heads of all words, without those that constraints forbid. */
static int32_t *all_heads(arc_scorer *s, pl_arena *m)
{
    int32_t *scores = pl_arena_alloc(m, ((size_t)s->n * s->n + 1) * sizeof *scores);
    for (uint32_t first = 0; first < s->n; first += AT_ONCE)
        score_heads(s, first, s->n - first < AT_ONCE ? s->n - first : AT_ONCE,
                    scores + (size_t)first * s->n, s->n);
    for (uint32_t w = 0; s->task->rules != NULL && w < s->n; w++)
        for (uint32_t h = 0; h < s->n; h++)
            if (!pl_graph_allows(s->task, h, w))
                scores[(size_t)w * s->n + h] = PL_NO_ARC;
    return scores;
}

/* The best relation of a pair that is allowed; the first if none is. */
static uint32_t best_relation(const arc_scorer *s, pl_place p, const int32_t *row)
{
    uint32_t best = PL_NONE;
    pl_graph_range r = pl_graph_relations(s->task, p);
    for (uint32_t a = r.first; a < r.end; a++)
        if ((best == PL_NONE || row[a] > row[best]) &&
            pl_graph_allows_relation(s->task, p.i, p.j, a))
            best = a;
    return best != PL_NONE ? best : r.first;
}

int64_t pl_net_arcs_best(pl_scorer *scorer, pl_act *steps, pl_arena *m)
{
    arc_scorer *s = (arc_scorer *)scorer;
    const int32_t *scores = all_heads(s, m);
    uint32_t *heads = pl_arena_alloc(m, (s->n + (size_t)1) * sizeof *heads);
    int64_t score = 0;
    bool single = pl_graph_single_root(s->task);
    pl_spanning_tree(scores, s->n, s->n, single, heads, m);
    PL_RESERVE(&s->rows, (size_t)AT_ONCE * s->room);
    for (uint32_t first = 0; first < s->n; first += AT_ONCE) {
        pl_place pairs[AT_ONCE];
        uint32_t some = s->n - first < AT_ONCE ? s->n - first : AT_ONCE;
        for (uint32_t i = 0; i < some; i++)
            pairs[i] = (pl_place){heads[first + i], first + i};
        score_relations(s, pairs, some, s->rows.at, s->room);
        for (uint32_t i = 0; i < some; i++) {
            const int32_t *row = s->rows.at + (size_t)i * s->room;
            uint32_t w = first + i, relation = best_relation(s, pairs[i], row);
            steps[w] = (pl_act){pairs[i], relation};
            int32_t head = scores[(size_t)w * s->n + heads[w]];
            score += (head == PL_NO_ARC ? 0 : head) + row[relation];
        }
    }
    return score;
}
