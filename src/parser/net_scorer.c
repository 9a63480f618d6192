/* Scores of configurations by a network; see net_scorer.h.
 *
 * The first layer adds up one row for each slot: that of a word in this slot. Such a row is
 * a product, and the same for all configurations, so it is computed once: for the slots
 * that nearly every word gets into, for a block of words together; for the others
 * (ends of gaps and of the second element of the deque) when a word is first seen there. */
#include "parser/net_scorer.h"

#include "base/alloc.h"
#include "learn/activation.h"

#include <stdlib.h>

enum {
    BLOCK = 24,    /* words whose rows are computed together */
    N_BLOCKS = 16, /* that are remembered; longer sentences compute some again */
    ROOM = 16,     /* the beam reads rows in steps of so many */
    LOOKED_AT = 8, /* views before one, in which the same is looked for */
};

#define SMALLEST 1e-37f /* keeps probabilities of 0 from their logarithm */

/* Slots that few words get into. */
static const bool rare[PL_NET_WORD_SLOTS] = {
    [6] = true, [7] = true, [11] = true, [12] = true, [13] = true, [14] = true,
};

/* Rows of the words of a block, [WORD_SLOTS][BLOCK][hidden]. */
typedef struct block {
    uint32_t number; /* PL_NONE: none */
    float *rows;     /* NULL at first */
    bool known[PL_NET_WORD_SLOTS][BLOCK]; /* of rare slots */
} block;

/* One judge of one member. */
typedef struct desk {
    const pl_net_judge *judge;
    const pl_byte_rows *words;
    block blocks[N_BLOCKS];
    /* What it adds up now: from[0] … to `to`. */
    const float *from[PL_NET_WORD_SLOTS + PL_NET_LABEL_SLOTS];
    uint32_t n_from;
    float *to;
} desk;

/* Actions first … first + n - 1. */
typedef struct range {
    uint32_t first, n;
} range;

/* A config in which there is a choice. */
typedef struct question {
    uint32_t config;
    pl_net_view view;
    uint32_t at; /* of those of its kind, the first with the same view */
    size_t first_range, end_range; /* what is permitted, among s->ranges; in all … */
    uint32_t n;                    /* … so many actions */
    uint32_t offset;               /* the action that the judge's first answer stands for */
    float *means;                  /* [n] probabilities, of several members */
} question;

typedef struct net_scorer {
    pl_scorer scorer;
    const pl_net *net;
    const pl_machine *machine;
    const pl_row_ops *ops;
    uint32_t n_members, hidden, room, max_configs;
    desk *desks; /* [n_members][N_NET_SCORERS] */
    void *task;
    pl_net_reading reading;
    pl_choices choices;
    /* Of the configs prepared: */
    question *questions;                /* [max_configs] */
    question **asked[PL_N_NET_SCORERS]; /* [max_configs] those of a kind */
    uint32_t n_asked[PL_N_NET_SCORERS];
    PL_VEC(range) ranges;
    float *means;  /* [max_configs][n_actions] of several members */
    int32_t *rows; /* [max_configs][room] */
    const pl_net_view **views[PL_N_NET_SCORERS]; /* [max_configs] different ones … */
    uint32_t n_views[PL_N_NET_SCORERS];          /* … and how many */
    float *hiddens;            /* [max_configs][hidden] */
    float *scores, *powers;    /* [max_configs][answers], [answers] */
    pl_byte_rows rounded;
} net_scorer;

/* -- slots ------------------------------------------------------------------------------- */

static float *row_at(const block *b, uint32_t hidden, uint32_t slot, uint32_t word)
{
    return b->rows + ((size_t)slot * BLOCK + word) * hidden;
}

static void compute_rows(const net_scorer *s, const desk *d, const block *b, uint32_t slot,
                         uint32_t first, uint32_t n)
{
    pl_byte_rows words = pl_byte_rows_part(d->words, b->number * BLOCK + first, n);
    pl_byte_product(pl_mat_of(row_at(b, s->hidden, slot, first), n, s->hidden), &words,
                    &d->judge->slots[slot], d->judge->slot_b + (size_t)slot * s->hidden, false);
}

static void fill_block(const net_scorer *s, desk *d, block *b, uint32_t number)
{
    uint32_t left = s->reading.n_words - number * BLOCK;
    if (b->rows == NULL)
        b->rows = pl_alloc_aligned(64, sizeof *b->rows * PL_NET_WORD_SLOTS * BLOCK * s->hidden);
    b->number = number;
    memset(b->known, 0, sizeof b->known);
    for (uint32_t slot = 0; slot < PL_NET_WORD_SLOTS; slot++)
        if (!rare[slot])
            compute_rows(s, d, b, slot, 0, left < BLOCK ? left : BLOCK);
}

/* Adds up what has been noted so far. */
static void add_noted(const net_scorer *s, desk *d)
{
    s->ops->add(d->to, d->from, d->n_from, s->hidden);
    d->from[0] = d->to;
    d->n_from = 1;
}

/* The row of a word. A block takes the place of another one, whose rows are added up
 * before. */
static const float *slot_row(const net_scorer *s, desk *d, uint32_t slot, uint32_t word)
{
    uint32_t number = word / BLOCK, k = word % BLOCK;
    block *b = &d->blocks[number % N_BLOCKS];
    if (b->number != number) {
        if (d->n_from > 0)
            add_noted(s, d);
        fill_block(s, d, b, number);
    }
    if (rare[slot] && !b->known[slot][k]) {
        compute_rows(s, d, b, slot, k, 1);
        b->known[slot][k] = true;
    }
    return row_at(b, s->hidden, slot, k);
}

/* The hidden layer of a view. */
static void see(const net_scorer *s, desk *d, const pl_net_view *v, float *to)
{
    const pl_net_judge *j = d->judge;
    size_t n_labels = pl_net_layout(s->net)->counts.labels;
    d->to = to;
    d->n_from = 0;
    for (uint32_t k = 0; k < PL_NET_WORD_SLOTS; k++) {
        const float *row = v->words[k] == PL_NO_WORD ? j->missing + (size_t)k * s->hidden
                                                     : slot_row(s, d, k, v->words[k]);
        d->from[d->n_from++] = row;
    }
    for (uint32_t k = 0; k < PL_NET_LABEL_SLOTS; k++)
        d->from[d->n_from++] = j->labels + (k * n_labels + v->labels[k]) * s->hidden;
    add_noted(s, d);
    s->ops->norm(to, j->gain, j->shift, s->hidden);
}

static desk *desk_of(const net_scorer *s, uint32_t member, int which)
{
    return &s->desks[member * PL_N_NET_SCORERS + (uint32_t)which];
}

/* Scores of all answers of a layer over the hidden one at all views of a kind, into
 * s->scores [n_views][n_out]. */
static void score_views(net_scorer *s, uint32_t member, int which, const pl_net_factor *layer)
{
    uint32_t n = s->n_views[which];
    for (uint32_t i = 0; i < n; i++)
        see(s, desk_of(s, member, which), s->views[which][i], s->hiddens + (size_t)i * s->hidden);
    pl_byte_rows_set(&s->rounded, pl_mat_of(s->hiddens, n, s->hidden));
    pl_byte_product(pl_mat_of(s->scores, n, layer->w.n_out), &s->rounded, &layer->w, layer->b,
                    false);
}

/* -- probabilities ------------------------------------------------------------------------ */

/* Lists what is permitted in a config, as ranges of actions. */
static void list_permitted(net_scorer *s, const pl_config *c, question *q)
{
    s->machine->ops->choices(s->task, c, NULL, 0, &s->choices);
    q->n = 0;
    q->first_range = s->ranges.n;
    for (size_t i = 0; i < s->choices.n; i++) {
        range r = {s->choices.at[i].first, s->choices.at[i].end - s->choices.at[i].first};
        q->n += r.n;
        PL_PUSH(&s->ranges, r);
    }
    q->end_range = s->ranges.n;
}

/* Copies the scores of the permitted actions to s->powers, where they become powers; their
 * sum, and the largest score. */
static float take_powers(net_scorer *s, const float *scores, const question *q, float *most)
{
    float *to = s->powers;
    for (size_t i = q->first_range; i < q->end_range; i++) {
        const range *r = &s->ranges.at[i];
        memcpy(to, scores + (r->first - q->offset), r->n * sizeof *to);
        to += r->n;
    }
    return s->ops->powers(s->powers, q->n, most);
}

static void put_logs(net_scorer *s, const float *scores, const question *q, int32_t *row)
{
    float most, sum = take_powers(s, scores, q, &most), shift = most + (float)pl_log(sum);
    for (size_t i = q->first_range; i < q->end_range; i++) {
        const range *r = &s->ranges.at[i];
        s->ops->logs(row + r->first, scores + (r->first - q->offset), shift, PL_NET_SCALE,
                     r->n);
    }
}

/* Of several members: adds the probabilities, and in the end takes the logarithm of their
 * mean. */
static void add_probabilities(net_scorer *s, const float *scores, const question *q, bool first)
{
    float most, scale = 1 / take_powers(s, scores, q, &most);
    for (uint32_t k = 0; k < q->n; k++)
        q->means[k] = (first ? 0 : q->means[k]) + s->powers[k] * scale;
}

static void put_mean_logs(net_scorer *s, const question *q, int32_t *row)
{
    float *at = q->means;
    for (uint32_t k = 0; k < q->n; k++)
        at[k] = (float)pl_log(at[k] / (float)s->n_members + SMALLEST);
    for (size_t i = q->first_range; i < q->end_range; i++) {
        const range *r = &s->ranges.at[i];
        s->ops->logs(row + r->first, at, 0, PL_NET_SCALE, r->n);
        at += r->n;
    }
}

/* Answers the questions of one kind. */
static void judge(net_scorer *s, int which)
{
    uint32_t n = s->n_asked[which];
    question *const *asked = s->asked[which];
    for (uint32_t member = 0; n > 0 && member < s->n_members; member++) {
        const pl_net_factor *layer = &desk_of(s, member, which)->judge->actions;
        score_views(s, member, which, layer);
        for (uint32_t i = 0; i < n; i++) {
            const float *scores = s->scores + (size_t)asked[i]->at * layer->w.n_out;
            int32_t *row = s->rows + (size_t)asked[i]->config * s->room;
            if (s->n_members == 1)
                put_logs(s, scores, asked[i], row);
            else
                add_probabilities(s, scores, asked[i], member == 0);
            if (s->n_members > 1 && member + 1 == s->n_members)
                put_mean_logs(s, asked[i], row);
        }
    }
}

/* -- the scorer --------------------------------------------------------------------------- */

void pl_net_scorer_read(pl_scorer *scorer, const pl_net_reading *reading)
{
    net_scorer *s = (net_scorer *)scorer;
    s->reading = *reading;
}

static void start(pl_scorer *scorer, pl_weights weights, pl_arena *m, const pl_values *values,
                  void *task)
{
    net_scorer *s = (net_scorer *)scorer;
    s->task = task;
    for (uint32_t k = 0; k < s->n_members; k++)
        for (int which = 0; which < PL_N_NET_SCORERS; which++) {
            desk *d = desk_of(s, k, which);
            d->judge = &pl_net_member_at(s->net, k)->judges[which];
            d->words = &s->reading.words[k];
            for (int b = 0; b < N_BLOCKS; b++)
                d->blocks[b].number = PL_NONE;
        }
}

/* Puts a question to its kind. A quarter of the views in a beam of 4 are the same as that
 * of a hypothesis nearby. */
static void put_question(net_scorer *s, question *q, int which)
{
    uint32_t n = s->n_views[which], at = n > LOOKED_AT ? n - LOOKED_AT : 0;
    while (at < n && memcmp(s->views[which][at], &q->view, sizeof q->view) != 0)
        at++;
    if (at == n)
        s->views[which][s->n_views[which]++] = &q->view;
    q->at = at;
    s->asked[which][s->n_asked[which]++] = q;
}

/* A config with one permitted action needs no network. */
static void prepare(pl_scorer *scorer, const pl_config *const *configs, uint32_t n)
{
    net_scorer *s = (net_scorer *)scorer;
    const pl_machine *m = s->machine;
    memset(s->n_asked, 0, sizeof s->n_asked);
    memset(s->n_views, 0, sizeof s->n_views);
    s->ranges.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        question *q = &s->questions[i];
        q->config = i;
        list_permitted(s, configs[i], q);
        if (q->n == 1)
            s->rows[(size_t)i * s->room + s->ranges.at[q->first_range].first] = 0;
        if (q->n < 2)
            continue;
        bool labels = m->ops->labels_next(s->task, configs[i]);
        int which = labels ? PL_NET_LABELS : PL_NET_STRUCTURE;
        q->offset = labels ? m->first_label : 0;
        pl_net_see(&configs[i]->items, labels, m->n_labels, &q->view);
        put_question(s, q, which);
    }
    for (int which = 0; which < PL_N_NET_SCORERS; which++)
        judge(s, which);
}

static const int32_t *row(pl_scorer *scorer, uint32_t i, pl_place place)
{
    const net_scorer *s = (const net_scorer *)scorer;
    return s->rows + (size_t)i * s->room;
}

/* A network has no features; training goes another way. */
uint32_t pl_net_features(pl_scorer *scorer, const pl_config *config, pl_place place,
                         uint64_t *out)
{
    return 0;
}

uint32_t pl_net_most_features(const pl_scorer *scorer)
{
    return 0;
}

static void free_scorer(pl_scorer *scorer)
{
    net_scorer *s = (net_scorer *)scorer;
    for (uint32_t k = 0; k < s->n_members * PL_N_NET_SCORERS; k++)
        for (int b = 0; b < N_BLOCKS; b++)
            free(s->desks[k].blocks[b].rows);
    free(s->desks);
    free(s->questions);
    free(s->means);
    for (int which = 0; which < PL_N_NET_SCORERS; which++) {
        free(s->asked[which]);
        free(s->views[which]);
    }
    free(s->rows);
    free(s->hiddens);
    free(s->scores);
    free(s->powers);
    PL_VEC_RELEASE(&s->choices, &s->ranges);
    pl_byte_rows_release(&s->rounded);
    free(s);
}

static const pl_scorer_ops ops = {
    start, prepare, row, pl_net_features, pl_net_most_features, free_scorer};

pl_scorer *pl_net_scorer_new(const pl_net *n, const pl_machine *m, uint32_t max_configs)
{
    net_scorer *s = pl_alloc_zero(1, sizeof *s);
    const pl_network *l = pl_net_layout(n);
    uint32_t widest = m->n_actions > l->counts.functions ? m->n_actions : l->counts.functions;
    s->scorer = (pl_scorer){&ops, PL_NET_SCALE, true};
    s->net = n;
    s->machine = m;
    s->ops = pl_byte_rows_ops();
    s->n_members = pl_net_members(n);
    s->hidden = l->sizes.hidden;
    s->room = (m->n_actions + ROOM - 1) / ROOM * ROOM + ROOM;
    s->max_configs = max_configs;
    s->desks = pl_alloc_zero(s->n_members * PL_N_NET_SCORERS, sizeof *s->desks);
    s->questions = pl_alloc_zero(max_configs, sizeof *s->questions);
    if (s->n_members > 1)
        s->means = pl_alloc_zero((size_t)max_configs * m->n_actions, sizeof *s->means);
    for (uint32_t i = 0; s->n_members > 1 && i < max_configs; i++)
        s->questions[i].means = s->means + (size_t)i * m->n_actions;
    for (int which = 0; which < PL_N_NET_SCORERS; which++) {
        s->asked[which] = pl_alloc_zero(max_configs, sizeof *s->asked[which]);
        s->views[which] = pl_alloc_zero(max_configs, sizeof *s->views[which]);
    }
    s->rows = pl_alloc_zero((size_t)max_configs * s->room, sizeof *s->rows);
    s->hiddens = pl_alloc_zero((size_t)max_configs * s->hidden, sizeof *s->hiddens);
    s->scores = pl_alloc_zero((size_t)max_configs * widest, sizeof *s->scores);
    s->powers = pl_alloc_zero(widest, sizeof *s->powers);
    return &s->scorer;
}

/* -- functions of nodes -------------------------------------------------------------------- */

/* The probabilities of members are added up in s->powers, one view at a time. */
void pl_net_scorer_functions(pl_scorer *scorer, const pl_net_view *views, uint32_t n,
                             uint32_t *out)
{
    net_scorer *s = (net_scorer *)scorer;
    uint32_t n_functions = pl_net_layout(s->net)->counts.functions;
    for (uint32_t i = 0; i < n; i++) {
        memset(s->powers, 0, n_functions * sizeof *s->powers);
        s->views[PL_NET_LABELS][0] = &views[i];
        s->n_views[PL_NET_LABELS] = 1;
        for (uint32_t k = 0; k < s->n_members; k++) {
            score_views(s, k, PL_NET_LABELS, &pl_net_member_at(s->net, k)->node_function);
            float most, scale = 1 / s->ops->powers(s->scores, n_functions, &most);
            for (uint32_t j = 0; j < n_functions; j++)
                s->powers[j] += s->scores[j] * scale;
        }
        out[i] = s->ops->best(s->powers, n_functions);
    }
}
