/* From one network to another; see net_start.h. */
#include "train/net_start.h"

#include "base/alloc.h"

#include <stdlib.h>

typedef struct transfer {
    const pl_network *from, *to;
    const pl_net_vocab *from_names, *to_names;
    const pl_real *old; /* weights of `from` */
    pl_real *weights;   /* of `to` */
    size_t n;           /* taken over */
} transfer;

static void take(transfer *t, size_t from, size_t to, size_t n)
{
    memcpy(t->weights + to, t->old + from, n * sizeof *t->old);
    t->n += n;
}

/* Rows of `wide` numbers for each name. */
static void take_rows(transfer *t, const pl_intern *from, size_t from_at, const pl_intern *to,
                      size_t to_at, uint32_t wide)
{
    for (uint32_t i = 0; i < to->n; i++) {
        uint32_t k = pl_intern_find(from, to->at[i]);
        if (k != PL_NONE)
            take(t, from_at + (size_t)k * wide, to_at + (size_t)i * wide, wide);
    }
}

static void take_table(transfer *t, const pl_intern *from, size_t from_at, uint32_t from_wide,
                       const pl_intern *to, size_t to_at, uint32_t wide)
{
    if (from_wide == wide)
        take_rows(t, from, from_at, to, to_at, wide);
}

static void take_answers(transfer *t, const pl_intern *from, const pl_dense *a,
                         const pl_intern *to, const pl_dense *b)
{
    if (a->n_in != b->n_in)
        return;
    take_rows(t, from, a->w, to, b->w, b->n_in);
    take_rows(t, from, a->b, to, b->b, 1);
}

static void take_dense(transfer *t, const pl_dense *a, const pl_dense *b)
{
    if (a->n_in != b->n_in || a->n_out != b->n_out)
        return;
    take(t, a->w, b->w, (size_t)b->n_in * b->n_out);
    take(t, a->b, b->b, b->n_out);
}

static void take_lstm(transfer *t, const pl_lstm *a, const pl_lstm *b)
{
    size_t wide = (size_t)4 * b->n_out;
    if (a->n_in != b->n_in || a->n_out != b->n_out)
        return;
    take(t, a->wx, b->wx, wide * b->n_in);
    take(t, a->wh, b->wh, wide * b->n_out);
    take(t, a->b, b->b, wide);
}

/* The actions [first, end) of a machine by their names. */
static void name_actions(const pl_machine *m, uint32_t first, uint32_t end, pl_intern *names)
{
    pl_str text = {0};
    for (uint32_t i = first; i < end; i++) {
        pl_str_clear(&text);
        m->ops->print(m, (pl_act){.action = i}, &text);
        pl_intern_add(names, pl_str_text(&text));
    }
    pl_str_release(&text);
}

static void take_actions(transfer *t, const pl_machine *from, const pl_machine *to, int which)
{
    pl_intern a = {0}, b = {0};
    bool labels = which == PL_NET_LABELS;
    name_actions(from, labels ? from->first_label : 0,
                 labels ? from->n_actions : from->first_label, &a);
    name_actions(to, labels ? to->first_label : 0, labels ? to->n_actions : to->first_label,
                 &b);
    take_answers(t, &a, &t->from->scorers[which].actions, &b, &t->to->scorers[which].actions);
    pl_intern_release(&a);
    pl_intern_release(&b);
}

/* The slots, and of what labels add the rows of a word and of no item: labels themselves
 * mean something else in another treebank. */
static void take_scorer(transfer *t, int which)
{
    const pl_net_scorer *a = &t->from->scorers[which], *b = &t->to->scorers[which];
    size_t hidden = t->to->sizes.hidden;
    if (a->slots.n_in != b->slots.n_in || a->slots.n_out != b->slots.n_out)
        return;
    take(t, a->slots.w, b->slots.w, (size_t)b->slots.n_in * b->slots.n_out);
    take(t, a->slots.b, b->slots.b, b->slots.n_out);
    take(t, a->missing, b->missing, PL_NET_WORD_SLOTS * hidden);
    take(t, a->norm.gain, b->norm.gain, hidden);
    take(t, a->norm.shift, b->norm.shift, hidden);
    for (size_t j = 1; j <= PL_NET_LABEL_SLOTS; j++)
        take(t, a->labels + (j * t->from->counts.labels - 2) * hidden,
             b->labels + (j * t->to->counts.labels - 2) * hidden, 2 * hidden);
}

static void take_words(transfer *t)
{
    const pl_network *a = t->from, *b = t->to;
    const pl_net_vocab *v = t->from_names, *w = t->to_names;
    take_table(t, &v->words, a->words, a->sizes.word, &w->words, b->words, b->sizes.word);
    take_table(t, &v->letters, a->letters, a->sizes.letter, &w->letters, b->letters,
               b->sizes.letter);
    take_table(t, &v->tags, a->tags, a->sizes.tag, &w->tags, b->tags, b->sizes.tag);
    if (a->sizes.shape == b->sizes.shape)
        take(t, a->shapes, b->shapes, (size_t)PL_NET_SHAPES * b->sizes.shape);
}

static void take_tasks(transfer *t)
{
    const pl_network *a = t->from, *b = t->to;
    const pl_net_vocab *v = t->from_names, *w = t->to_names;
    take_answers(t, &v->tags, &a->tagger, &w->tags, &b->tagger);
    take_answers(t, &v->morphs, &a->morph, &w->morphs, &b->morph);
    take_answers(t, &v->coarse, &a->coarse, &w->coarse, &b->coarse);
    take_answers(t, &v->functions, &a->word_function, &w->functions, &b->word_function);
    take_answers(t, &v->functions, &a->node_function, &w->functions, &b->node_function);
}

static void take_heads(transfer *t)
{
    const pl_network *a = t->from, *b = t->to;
    const pl_dense *const from[] = {&a->arc_from, &a->arc_to, &a->arc_pair,
                                    &a->relation_from, &a->relation_to};
    const pl_dense *const to[] = {&b->arc_from, &b->arc_to, &b->arc_pair, &b->relation_from,
                                  &b->relation_to};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        take_dense(t, from[i], to[i]);
}

double pl_net_start(const pl_transitions *from, const pl_transitions *to, pl_real *weights)
{
    transfer t = {.from = pl_net_layout(from->net),
                  .to = pl_net_layout(to->net),
                  .from_names = pl_net_names(from->net),
                  .to_names = pl_net_names(to->net),
                  .weights = weights};
    pl_real *old = pl_alloc_zero(t.from->n_weights, sizeof *old);
    pl_net_get(from->net, 0, old);
    t.old = old;
    take_words(&t);
    for (int k = 0; k < 2; k++)
        take_lstm(&t, &t.from->spell[k], &t.to->spell[k]);
    for (size_t i = 0; i < t.from->layers.n && i < t.to->layers.n; i++)
        take_lstm(&t, &t.from->layers.at[i], &t.to->layers.at[i]);
    take_tasks(&t);
    bool heads = pl_network_gives_heads(t.from), to_heads = pl_network_gives_heads(t.to);
    if (heads && to_heads)
        take_heads(&t);
    for (int k = 0; k < PL_N_NET_SCORERS && !heads && !to_heads; k++) {
        take_scorer(&t, k);
        take_actions(&t, from->machine, to->machine, k);
    }
    free(old);
    return (double)t.n / (double)t.to->n_weights;
}
