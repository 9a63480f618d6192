/* Forth and back through a network; see net_pass.h. */
#include "train/net_pass.h"

#include "base/alloc.h"

#include <stdlib.h>

struct pl_net_pass {
    const pl_network *net;
    const pl_spellings *spellings;
    const pl_net_vectors *vectors;
    pl_net_options o;
    pl_arena m;
    pl_work work;
    /* Of the call: */
    const pl_real *weights;
    bool learns; /* or else only the loss is asked for, and nothing is dropped */
    pl_terms terms;
    pl_rng rng;
    double scale, loss;
    const pl_net_example **sentences; /* [n] the longest first */
    uint32_t n;
    pl_steps steps;
    uint32_t *distinct; /* [distinct spellings] their numbers, the longest first */
    uint32_t n_distinct;
};

/* Numbers between two layers: values, their gradient, and what dropout has kept. */
typedef struct wave {
    pl_mat x, d;
    uint8_t *kept;
} wave;

/* All zero. */
static pl_mat new_rows(pl_net_pass *p, uint32_t n_rows, uint32_t n_cols)
{
    size_t n = (size_t)n_rows * n_cols;
    return pl_mat_of(PL_NEW_ARRAY(&p->m, pl_real, n + 1), n_rows, n_cols);
}

static wave new_wave(pl_net_pass *p, uint32_t n_rows, uint32_t n_cols)
{
    return (wave){new_rows(p, n_rows, n_cols), new_rows(p, n_rows, n_cols), NULL};
}

static void drop(pl_net_pass *p, wave *w)
{
    if (!p->learns || p->o.dropout <= 0)
        return;
    w->kept = pl_arena_alloc(&p->m, (size_t)w->x.n_rows * w->x.n_cols + 1);
    pl_drop(w->x, p->o.dropout, w->kept, &p->rng);
}

static void undrop(const pl_net_pass *p, wave *w)
{
    if (w->kept != NULL)
        pl_drop_backward(w->d, p->o.dropout, w->kept);
}

static pl_real *row_of(pl_mat x, uint32_t row)
{
    return x.at + row * x.down;
}

static void add_to(pl_real *restrict to, const pl_real *restrict x, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        to[j] += x[j];
}

/* Adds products. */
static void multiply(pl_real *restrict to, const pl_real *restrict x,
                     const pl_real *restrict y, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        to[j] += x[j] * y[j];
}

/* -- steps ----------------------------------------------------------------------------- */

static int by_length(const void *a, const void *b)
{
    const pl_net_example *x = *(const pl_net_example *const *)a;
    const pl_net_example *y = *(const pl_net_example *const *)b;
    return (x->n_words < y->n_words) - (x->n_words > y->n_words);
}

static void line_up(pl_net_pass *p, const pl_net_example *const *sentences, uint32_t n)
{
    p->n = n;
    p->sentences = pl_arena_alloc(&p->m, (n + 1) * sizeof *p->sentences);
    uint32_t *lengths = PL_NEW_ARRAY(&p->m, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) { /* insertion keeps the order of equals */
        uint32_t k = i;
        for (; k > 0 && by_length(&p->sentences[k - 1], &sentences[i]) > 0; k--)
            p->sentences[k] = p->sentences[k - 1];
        p->sentences[k] = sentences[i];
    }
    for (uint32_t i = 0; i < n; i++)
        lengths[i] = p->sentences[i]->n_words;
    p->steps = pl_steps_of(&p->m, lengths, n);
}

/* -- letters --------------------------------------------------------------------------- */

typedef struct spelled {
    pl_steps steps;
    uint32_t *lengths;
    uint32_t *letters; /* [rows] */
    wave in, out;
    pl_lstm_run runs[2];
} spelled;

static uint32_t spelling_begin(const pl_spellings *s, uint32_t i)
{
    return i > 0 ? s->ends.at[i - 1] : 0;
}

static uint32_t spelling_length(const pl_spellings *s, uint32_t i)
{
    return s->ends.at[i] - spelling_begin(s, i);
}

/* Sorts the spellings of a few hundred words by length, then number, without repeats. */
static void list_spellings(pl_net_pass *p)
{
    PL_VEC(uint64_t) keys = {0};
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
            uint32_t s = p->sentences[i]->spellings[k];
            PL_PUSH(&keys,
                    (uint64_t)(UINT32_MAX - spelling_length(p->spellings, s)) << 32 | s);
        }
    PL_SORT(&keys, pl_by_u64);
    p->distinct = PL_NEW_ARRAY(&p->m, uint32_t, keys.n + 1);
    p->n_distinct = 0;
    for (size_t i = 0; i < keys.n; i++)
        if (i == 0 || keys.at[i] != keys.at[i - 1])
            p->distinct[p->n_distinct++] = (uint32_t)keys.at[i];
    PL_VEC_RELEASE(&keys);
}

static uint32_t find_spelling(const pl_net_pass *p, uint32_t spelling)
{
    uint32_t length = spelling_length(p->spellings, spelling), low = 0,
             high = p->n_distinct;
    while (high - low > 1) {
        uint32_t mid = (low + high) / 2,
                 n = spelling_length(p->spellings, p->distinct[mid]);
        if (n > length || (n == length && p->distinct[mid] <= spelling))
            low = mid;
        else
            high = mid;
    }
    return low;
}

static void spell_forward(pl_net_pass *p, spelled *s)
{
    const pl_network *net = p->net;
    uint32_t wide = net->sizes.letter;
    list_spellings(p);
    s->lengths = PL_NEW_ARRAY(&p->m, uint32_t, p->n_distinct + 1);
    for (uint32_t i = 0; i < p->n_distinct; i++)
        s->lengths[i] = spelling_length(p->spellings, p->distinct[i]);
    s->steps = pl_steps_of(&p->m, s->lengths, p->n_distinct);
    uint32_t n_rows = pl_steps_rows(&s->steps);
    s->letters = PL_NEW_ARRAY(&p->m, uint32_t, n_rows + 1);
    s->in = new_wave(p, n_rows, wide);
    s->out = new_wave(p, n_rows, 2 * net->sizes.letters);
    for (uint32_t i = 0; i < p->n_distinct; i++)
        for (uint32_t k = 0; k < s->lengths[i]; k++) {
            uint32_t row = pl_steps_row(&s->steps, i, k);
            s->letters[row] = p->spellings->letters
                                  .at[spelling_begin(p->spellings, p->distinct[i]) + k];
            memcpy(row_of(s->in.x, row),
                   p->weights + net->letters + (size_t)s->letters[row] * wide,
                   wide * sizeof(pl_real));
        }
    drop(p, &s->in);
    for (int k = 0; k < 2; k++)
        pl_lstm_forward(
            &net->spell[k], p->weights, &s->steps, s->in.x,
            pl_mat_cols(s->out.x, (size_t)k * net->sizes.letters, net->sizes.letters),
            &s->runs[k], &p->work, &p->m);
}

static void spell_backward(pl_net_pass *p, spelled *s)
{
    const pl_network *net = p->net;
    uint32_t wide = net->sizes.letter;
    for (int k = 0; k < 2; k++)
        pl_lstm_backward(
            &net->spell[k], p->weights, &s->steps, &s->runs[k],
            pl_mat_cols(s->out.d, (size_t)k * net->sizes.letters, net->sizes.letters),
            s->in.d, &p->terms, &p->work, &p->m);
    undrop(p, &s->in);
    for (uint32_t r = 0; r < s->in.d.n_rows; r++)
        s->letters[r] = (uint32_t)net->letters + s->letters[r] * wide;
    PL_PUSH(&p->terms,
            (pl_term){.at = net->letters, .d = s->in.d, .to = s->letters, .n_to = 1});
}

/* -- words ----------------------------------------------------------------------------- */

typedef struct encoded {
    spelled letters;
    uint32_t *words; /* [rows] forms after word dropout */
    wave in;
    wave *out;         /* [n_layers] */
    pl_lstm_run *runs; /* [2 n_layers] */
} encoded;

/* The embeddings that a word's vector begins with. */
typedef struct table {
    size_t at;
    uint32_t width;
} table;

enum { N_TABLES = 3 };

static void list_tables(const pl_network *n, table *out)
{
    const table all[N_TABLES] = {
        {n->words, n->sizes.word}, {n->shapes, n->sizes.shape}, {n->tags, n->sizes.tag}};
    memcpy(out, all, sizeof all);
}

static uint32_t number_in(int table, const pl_net_example *e, uint32_t k, uint32_t word)
{
    return table == 0              ? word
           : table == 1            ? e->shapes[k]
           : e->tags[k] == PL_NONE ? 0
                                   : e->tags[k];
}

/* Copies embeddings into the vectors of words; lists the terms of their gradient. */
static void embed(pl_net_pass *p, encoded *c, bool back)
{
    table tables[N_TABLES];
    list_tables(p->net, tables);
    for (uint32_t j = 0, at = 0; j < N_TABLES; at += tables[j++].width) {
        const table *t = &tables[j];
        uint32_t n_rows = pl_steps_rows(&p->steps), *to;
        if (t->width == 0)
            continue;
        to = PL_NEW_ARRAY(&p->m, uint32_t, n_rows + 1);
        for (uint32_t i = 0; i < p->n; i++)
            for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
                uint32_t row = pl_steps_row(&p->steps, i, k);
                to[row] = (uint32_t)t->at +
                          number_in((int)j, p->sentences[i], k, c->words[row]) * t->width;
            }
        for (uint32_t r = 0; !back && r < n_rows; r++)
            memcpy(row_of(c->in.x, r) + at, p->weights + to[r],
                   t->width * sizeof(pl_real));
        if (back)
            PL_PUSH(&p->terms, (pl_term){.at = t->at,
                                         .d = pl_mat_cols(c->in.d, at, t->width),
                                         .to = to,
                                         .n_to = 1});
    }
}

/* Vectors from elsewhere stand between embeddings and letters; they do not change. */
static void add_vectors(pl_net_pass *p, encoded *c)
{
    const pl_net_sizes *z = &p->net->sizes;
    for (uint32_t i = 0; z->vector > 0 && i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
            pl_real *to = row_of(c->in.x, pl_steps_row(&p->steps, i, k));
            for (uint32_t j = 0; j < z->vector; j++)
                to[z->word + z->shape + z->tag + j] =
                    pl_net_vector_at(p->vectors, p->sentences[i]->vectors[k], j);
        }
}

/* The last states of both directions over the letters end the vector of a word. */
static void add_spelling(pl_net_pass *p, encoded *c, bool back)
{
    const spelled *s = &c->letters;
    uint32_t wide = p->net->sizes.letters, first = c->in.x.n_cols - 2 * wide;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
            uint32_t form = find_spelling(p, p->sentences[i]->spellings[k]);
            for (uint32_t d = 0; d < 2; d++) {
                uint32_t end = d == 0 ? s->lengths[form] - 1 : 0;
                uint32_t from = pl_steps_row(&s->steps, form, end),
                         row = pl_steps_row(&p->steps, i, k);
                size_t at = first + (size_t)d * wide, col = (size_t)d * wide;
                if (back)
                    add_to(row_of(s->out.d, from) + col, row_of(c->in.d, row) + at, wide);
                else
                    memcpy(row_of(c->in.x, row) + at, row_of(s->out.x, from) + col,
                           wide * sizeof(pl_real));
            }
        }
}

static void drop_words(pl_net_pass *p, encoded *c)
{
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
            const pl_net_example *e = p->sentences[i];
            double n = e->counts[k] > 0 ? e->counts[k] : 0.5;
            double chance = p->o.word_dropout / (p->o.word_dropout + n);
            bool gone =
                p->learns && p->o.word_dropout > 0 &&
                (double)(pl_rng_next(&p->rng) >> 11) / 9007199254740992.0 < chance;
            c->words[pl_steps_row(&p->steps, i, k)] = gone ? 0 : e->words[k];
        }
}

static pl_mat half(pl_mat x, uint32_t k)
{
    return pl_mat_cols(x, (size_t)k * (x.n_cols / 2), x.n_cols / 2);
}

static void encode(pl_net_pass *p, encoded *c)
{
    const pl_network *net = p->net;
    uint32_t n_rows = pl_steps_rows(&p->steps), n_layers = net->sizes.n_layers;
    c->words = PL_NEW_ARRAY(&p->m, uint32_t, n_rows + 1);
    c->in = new_wave(p, n_rows, pl_network_input(net));
    c->out = PL_NEW_ARRAY(&p->m, wave, n_layers);
    c->runs = PL_NEW_ARRAY(&p->m, pl_lstm_run, 2 * n_layers);
    spell_forward(p, &c->letters);
    drop_words(p, c);
    embed(p, c, false);
    add_vectors(p, c);
    add_spelling(p, c, false);
    drop(p, &c->in);
    for (uint32_t i = 0; i < n_layers; i++) {
        pl_mat in = i == 0 ? c->in.x : c->out[i - 1].x;
        c->out[i] = new_wave(p, n_rows, 2 * net->sizes.layer);
        for (uint32_t k = 0; k < 2; k++)
            pl_lstm_forward(&net->layers.at[2 * i + k], p->weights, &p->steps, in,
                            half(c->out[i].x, k), &c->runs[2 * i + k], &p->work, &p->m);
        drop(p, &c->out[i]);
    }
}

static void encode_backward(pl_net_pass *p, encoded *c)
{
    for (uint32_t i = p->net->sizes.n_layers; i-- > 0;) {
        undrop(p, &c->out[i]);
        for (uint32_t k = 0; k < 2; k++)
            pl_lstm_backward(&p->net->layers.at[2 * i + k], p->weights, &p->steps,
                             &c->runs[2 * i + k], half(c->out[i].d, k),
                             i == 0 ? c->in.d : c->out[i - 1].d, &p->terms, &p->work,
                             &p->m);
    }
    undrop(p, &c->in);
    embed(p, c, true);
    add_spelling(p, c, true);
    spell_backward(p, &c->letters);
}

/* -- tasks on words -------------------------------------------------------------------- */

/* The answers of all words in the order of rows. */
static uint32_t *gather(pl_net_pass *p, size_t list)
{
    uint32_t *out = PL_NEW_ARRAY(&p->m, uint32_t, pl_steps_rows(&p->steps) + 1);
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t *from;
        memcpy(&from, (const char *)p->sentences[i] + list, sizeof from);
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++)
            out[pl_steps_row(&p->steps, i, k)] = from != NULL ? from[k] : PL_NONE;
    }
    return out;
}

/* Adds the losses of rows of scores, which become their gradient. */
static void lose(pl_net_pass *p, pl_mat scores, const uint32_t *gold, double smoothing,
                 double weight)
{
    for (uint32_t r = 0; r < scores.n_rows; r++)
        if (gold[r] != PL_NONE)
            p->loss += pl_loss(row_of(scores, r), scores.n_cols, gold[r], smoothing,
                               weight * p->scale);
        else
            memset(row_of(scores, r), 0, scores.n_cols * sizeof(pl_real));
}

/* A layer from rows to answers: its loss, and its way back. */
static void ask(pl_net_pass *p, const pl_dense *l, wave *from, const uint32_t *gold,
                double smoothing, double weight)
{
    if (weight <= 0 || l->n_out == 0)
        return;
    pl_mat scores = new_rows(p, from->x.n_rows, l->n_out);
    pl_dense_forward(l, p->weights, from->x, scores, &p->work);
    lose(p, scores, gold, smoothing, weight);
    if (p->learns)
        pl_dense_backward(l, p->weights, from->x, scores, from->d, &p->terms, &p->work);
}

#define GATHER(p, list) gather((p), offsetof(pl_net_example, list))

/* -- heads ----------------------------------------------------------------------------- */

static void keep_positive(pl_mat x)
{
    for (uint32_t r = 0; r < x.n_rows; r++)
        for (uint32_t j = 0; j < x.n_cols; j++)
            row_of(x, r)[j] = row_of(x, r)[j] > 0 ? row_of(x, r)[j] : 0;
}

static wave project(pl_net_pass *p, const pl_dense *l, const wave *from)
{
    wave w = new_wave(p, from->x.n_rows, l->n_out);
    pl_dense_forward(l, p->weights, from->x, w.x, &p->work);
    keep_positive(w.x);
    drop(p, &w);
    return w;
}

static void project_backward(pl_net_pass *p, const pl_dense *l, wave *from, wave *w)
{
    if (!p->learns)
        return;
    undrop(p, w);
    for (uint32_t r = 0; r < w->x.n_rows; r++)
        for (uint32_t j = 0; j < w->x.n_cols; j++)
            row_of(w->d, r)[j] = row_of(w->x, r)[j] > 0 ? row_of(w->d, r)[j] : 0;
    pl_dense_backward(l, p->weights, from->x, w->d, from->d, &p->terms, &p->work);
}

/* The rows of one sentence, one after the other. */
static pl_mat rows_of_sentence(pl_net_pass *p, pl_mat x, uint32_t i)
{
    uint32_t n = p->sentences[i]->n_words;
    pl_mat out = pl_mat_of(
        pl_arena_alloc(&p->m, ((size_t)n * x.n_cols + 1) * sizeof(pl_real)), n, x.n_cols);
    for (uint32_t k = 0; k < n; k++)
        memcpy(row_of(out, k), row_of(x, pl_steps_row(&p->steps, i, k)),
               x.n_cols * sizeof(pl_real));
    return out;
}

static void add_rows_of_sentence(pl_net_pass *p, pl_mat to, uint32_t i, pl_mat rows)
{
    for (uint32_t k = 0; k < rows.n_rows; k++)
        add_to(row_of(to, pl_steps_row(&p->steps, i, k)), row_of(rows, k), rows.n_cols);
}

/* Each word chooses its head: score of (word, head) = pair(word) · to(head). */
static void choose_heads(pl_net_pass *p, wave *pair, wave *to)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const pl_net_example *e = p->sentences[i];
        if (e->heads == NULL)
            continue;
        pl_mat a = rows_of_sentence(p, pair->x, i), b = rows_of_sentence(p, to->x, i);
        pl_mat scores = new_rows(p, e->n_words, e->n_words);
        pl_product(&p->work.own, scores, a, pl_transposed(b), false);
        lose(p, scores, e->heads, 0, p->o.arcs);
        if (!p->learns)
            continue;
        pl_mat d = new_rows(p, e->n_words, a.n_cols);
        pl_product(&p->work.own, d, scores, b, false);
        add_rows_of_sentence(p, pair->d, i, d);
        pl_product(&p->work.own, d, pl_transposed(scores), a, false);
        add_rows_of_sentence(p, to->d, i, d);
    }
}

/* The relation of each word to its head, from a vector of each. */
static void name_relations(pl_net_pass *p, wave *from, wave *to, const uint32_t *gold)
{
    uint32_t n_rows = from->x.n_rows, wide = from->x.n_cols;
    bool multiplies = p->net->relation.n_in == 3 * wide;
    wave both = new_wave(p, n_rows, p->net->relation.n_in);
    uint32_t *heads = PL_NEW_ARRAY(&p->m, uint32_t, n_rows + 1);
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_words; k++) {
            const uint32_t *of = p->sentences[i]->heads;
            heads[pl_steps_row(&p->steps, i, k)] =
                pl_steps_row(&p->steps, i, of != NULL ? of[k] : k);
        }
    for (uint32_t r = 0; r < n_rows; r++) {
        memcpy(row_of(both.x, r), row_of(from->x, r), wide * sizeof(pl_real));
        memcpy(row_of(both.x, r) + wide, row_of(to->x, heads[r]), wide * sizeof(pl_real));
        if (multiplies)
            multiply(row_of(both.x, r) + 2 * (size_t)wide, row_of(from->x, r),
                     row_of(to->x, heads[r]), wide);
    }
    ask(p, &p->net->relation, &both, gold, 0, p->o.arcs);
    for (uint32_t r = 0; p->learns && r < n_rows; r++) {
        add_to(row_of(from->d, r), row_of(both.d, r), wide);
        add_to(row_of(to->d, heads[r]), row_of(both.d, r) + wide, wide);
        if (multiplies) {
            const pl_real *d = row_of(both.d, r) + 2 * (size_t)wide;
            multiply(row_of(from->d, r), d, row_of(to->x, heads[r]), wide);
            multiply(row_of(to->d, heads[r]), d, row_of(from->x, r), wide);
        }
    }
}

/* Heads and relations by pairs of vectors (Dozat and Manning 2017). */
static void learn_arcs(pl_net_pass *p, wave *top)
{
    const pl_network *net = p->net;
    if (net->sizes.arc == 0 || p->o.arcs <= 0)
        return;
    wave from = project(p, &net->arc_from, top), to = project(p, &net->arc_to, top);
    wave pair = new_wave(p, from.x.n_rows, net->sizes.arc);
    pl_dense_forward(&net->arc_pair, p->weights, from.x, pair.x, &p->work);
    choose_heads(p, &pair, &to);
    if (p->learns)
        pl_dense_backward(&net->arc_pair, p->weights, from.x, pair.d, from.d, &p->terms,
                          &p->work);
    project_backward(p, &net->arc_from, top, &from);
    project_backward(p, &net->arc_to, top, &to);
    from = project(p, &net->relation_from, top);
    to = project(p, &net->relation_to, top);
    name_relations(p, &from, &to, GATHER(p, relations));
    project_backward(p, &net->relation_from, top, &from);
    project_backward(p, &net->relation_to, top, &to);
}

/* -- actions --------------------------------------------------------------------------- */

typedef struct asked {
    uint32_t n;          /* views of all sentences */
    uint32_t *actions;   /* [n] */
    uint32_t *functions; /* [n] of nodes; NULL: of structure */
} asked;

static asked list_views(pl_net_pass *p, int which)
{
    asked q = {0};
    for (uint32_t i = 0; i < p->n; i++)
        q.n += p->sentences[i]->n_views[which];
    q.actions = PL_NEW_ARRAY(&p->m, uint32_t, q.n + 1);
    q.functions = which == PL_NET_LABELS ? PL_NEW_ARRAY(&p->m, uint32_t, q.n + 1) : NULL;
    for (uint32_t i = 0, v = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_views[which]; k++, v++) {
            q.actions[v] = p->sentences[i]->actions[which][k];
            if (q.functions != NULL)
                q.functions[v] = p->sentences[i]->node_functions != NULL
                                     ? p->sentences[i]->node_functions[k]
                                     : PL_NONE;
        }
    return q;
}

/* The weights that each view adds beside its words: what missing words add, and labels.
 * [views][SLOTS] */
enum { SLOTS = PL_NET_WORD_SLOTS + PL_NET_LABEL_SLOTS };

static uint32_t *list_added(pl_net_pass *p, const pl_net_scorer *s, int which,
                            uint32_t n_views)
{
    uint32_t n = p->net->sizes.hidden, all = p->net->counts.labels;
    uint32_t *out = PL_NEW_ARRAY(&p->m, uint32_t, (size_t)n_views * SLOTS + 1), *to = out;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_views[which]; k++) {
            const pl_net_view *view = &p->sentences[i]->views[which][k];
            for (uint32_t j = 0; j < PL_NET_WORD_SLOTS; j++)
                *to++ = view->words[j] == PL_NO_WORD ? (uint32_t)s->missing + j * n
                                                     : PL_NO_WEIGHT;
            for (uint32_t j = 0; j < PL_NET_LABEL_SLOTS; j++)
                *to++ = (uint32_t)s->labels + (j * all + view->labels[j]) * n;
        }
    return out;
}

/* The words that some view has in a slot, each once, and what they add there. Of all pairs
 * of a word and a slot, views ask for about a third; only these are computed. */
typedef struct slot {
    pl_dense layer;
    uint32_t *rows;  /* [x.n_rows] of the words */
    uint32_t *views; /* [views] the row here of each view's word; PL_NONE: it has none */
    pl_mat x, y;
} slot;

static uint32_t list_words(const pl_net_pass *p, int which, uint32_t j, slot *s,
                           uint32_t *place)
{
    uint32_t n = 0;
    for (uint32_t i = 0, v = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->sentences[i]->n_views[which]; k++, v++) {
            uint16_t word = p->sentences[i]->views[which][k].words[j];
            s->views[v] = PL_NONE;
            if (word == PL_NO_WORD)
                continue;
            uint32_t row = pl_steps_row(&p->steps, i, word);
            if (place[row] == PL_NONE) {
                s->rows[n] = row;
                place[row] = n++;
            }
            s->views[v] = place[row];
        }
    return n;
}

static slot new_slot(pl_net_pass *p, int which, uint32_t j, uint32_t n_views, pl_mat x)
{
    const pl_dense *all = &p->net->scorers[which].slots;
    uint32_t n_out = p->net->sizes.hidden;
    slot s = {.layer = {all->n_in, n_out, all->w + (size_t)j * n_out * all->n_in,
                        all->b + (size_t)j * n_out}};
    uint32_t *place = PL_NEW_ARRAY(&p->m, uint32_t, x.n_rows + 1);
    memset(place, 0xff, x.n_rows * sizeof *place);
    s.rows = PL_NEW_ARRAY(&p->m, uint32_t, x.n_rows + 1);
    s.views = PL_NEW_ARRAY(&p->m, uint32_t, n_views + 1);
    uint32_t n = list_words(p, which, j, &s, place);
    s.x = new_rows(p, n, x.n_cols);
    s.y = new_rows(p, n, n_out);
    for (uint32_t r = 0; r < n; r++)
        memcpy(row_of(s.x, r), row_of(x, s.rows[r]), x.n_cols * sizeof(pl_real));
    return s;
}

static void slot_forward(pl_net_pass *p, slot *s, pl_mat sums)
{
    pl_dense_forward(&s->layer, p->weights, s->x, s->y, &p->work);
    for (uint32_t v = 0; v < sums.n_rows; v++)
        if (s->views[v] != PL_NONE)
            add_to(row_of(sums, v), row_of(s->y, s->views[v]), sums.n_cols);
}

/* `d` is the gradient at the sums; that of the words is added to `d_x`. The place of what
 * the words add becomes that of its gradient. */
static void slot_backward(pl_net_pass *p, slot *s, pl_mat d, pl_mat d_x)
{
    memset(s->y.at, 0, (size_t)s->y.n_rows * s->y.n_cols * sizeof *s->y.at);
    for (uint32_t v = 0; v < d.n_rows; v++)
        if (s->views[v] != PL_NONE)
            add_to(row_of(s->y, s->views[v]), row_of(d, v), d.n_cols);
    pl_mat to = new_rows(p, s->x.n_rows, s->x.n_cols);
    pl_dense_backward(&s->layer, p->weights, s->x, s->y, to, &p->terms, &p->work);
    for (uint32_t r = 0; r < to.n_rows; r++)
        add_to(row_of(d_x, s->rows[r]), row_of(to, r), to.n_cols);
}

static void score_actions(pl_net_pass *p, int which, wave *top)
{
    const pl_net_scorer *s = &p->net->scorers[which];
    asked q = list_views(p, which);
    if (q.n == 0)
        return;
    slot slots[PL_NET_WORD_SLOTS];
    wave sums = new_wave(p, q.n, p->net->sizes.hidden);
    wave hidden = new_wave(p, q.n, p->net->sizes.hidden);
    pl_real *scales = PL_NEW_ARRAY(&p->m, pl_real, q.n);
    const uint32_t *added = list_added(p, s, which, q.n);
    for (uint32_t j = 0; j < PL_NET_WORD_SLOTS; j++) {
        slots[j] = new_slot(p, which, j, q.n, top->x);
        slot_forward(p, &slots[j], sums.x);
    }
    for (size_t i = 0; i < (size_t)q.n * SLOTS; i++)
        if (added[i] != PL_NO_WEIGHT)
            add_to(row_of(sums.x, (uint32_t)(i / SLOTS)), p->weights + added[i],
                   s->norm.n);
    pl_norm_forward(&s->norm, p->weights, sums.x, hidden.x, scales);
    drop(p, &hidden);
    ask(p, &s->actions, &hidden, q.actions, p->o.smoothing, 1);
    if (q.functions != NULL)
        ask(p, &p->net->node_function, &hidden, q.functions, 0, p->o.tasks);
    if (!p->learns)
        return;
    undrop(p, &hidden);
    pl_norm_backward(&s->norm, p->weights, sums.x, hidden.x, scales, hidden.d, &p->terms,
                     &p->m);
    PL_PUSH(&p->terms,
            (pl_term){.at = s->missing, .d = hidden.d, .to = added, .n_to = SLOTS});
    for (uint32_t j = 0; j < PL_NET_WORD_SLOTS; j++)
        slot_backward(p, &slots[j], hidden.d, top->d);
}

/* -- all of it ------------------------------------------------------------------------- */

double pl_net_pass_run(pl_net_pass *p, const pl_real *weights,
                       const pl_net_example *const *sentences, uint32_t n, double scale,
                       uint64_t seed, bool learns)
{
    encoded c = {0};
    pl_arena_gather(&p->m);
    p->terms.n = 0;
    p->weights = weights;
    p->learns = learns;
    p->rng = (pl_rng){pl_mix(seed)};
    p->scale = scale;
    p->loss = 0;
    line_up(p, sentences, n);
    encode(p, &c);
    wave *first = &c.out[0], *top = &c.out[p->net->sizes.n_layers - 1];
    for (int k = 0; k < PL_N_NET_SCORERS; k++)
        score_actions(p, k, top);
    ask(p, &p->net->tagger, first, GATHER(p, tags), 0, p->o.tasks);
    ask(p, &p->net->morph, first, GATHER(p, morphs), 0, p->o.tasks);
    ask(p, &p->net->coarse, first, GATHER(p, coarse), 0, p->o.tasks);
    ask(p, &p->net->word_function, top, GATHER(p, functions), 0, p->o.tasks);
    learn_arcs(p, top);
    if (learns)
        encode_backward(p, &c);
    return p->loss;
}

const pl_terms *pl_net_pass_terms(const pl_net_pass *p)
{
    return &p->terms;
}

void pl_net_pass_share(pl_net_pass *p, pl_factors *f)
{
    p->work.shared = f;
}

size_t pl_net_pass_bytes(const pl_net_pass *p)
{
    return pl_arena_size(&p->m);
}

pl_net_pass *pl_net_pass_new(const pl_network *n, const pl_spellings *spellings,
                             const pl_net_vectors *vectors, const pl_net_options *o)
{
    pl_net_pass *p = pl_alloc_zero(1, sizeof *p);
    p->net = n;
    p->spellings = spellings;
    p->vectors = vectors;
    p->o = *o;
    return p;
}

void pl_net_pass_free(pl_net_pass *p)
{
    if (p == NULL)
        return;
    pl_arena_release(&p->m);
    pl_packed_release(&p->work.own);
    PL_VEC_RELEASE(&p->terms);
    free(p);
}
