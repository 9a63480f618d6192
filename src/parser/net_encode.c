/* Words become vectors; see net_encode.h.
 *
 * Sentences are sorted by length and read step by step, so that a step of a recurrent layer
 * is one product for all of them. What a word is by itself (form, shape, letters) is
 * remembered for the next sentences that have it. */
#include "parser/net_encode.h"

#include "base/alloc.h"
#include "tag/rough.h"

#include <stdlib.h>

enum {
    ROWS_AT_ONCE = 48,   /* whose gates are summed before the steps run over them; they fit L2 */
    FORMS_AT_ONCE = 128, /* that are spelled together */
    REMEMBERED = 12 << 20, /* bytes for forms; then they are forgotten */
};

struct pl_net_encoder {
    const pl_net *net;
    uint32_t version; /* of the weights that forms were read with */
    pl_arena m;       /* of the call */
    /* Forms: their numbers, and vectors [n_members][input without tag] of each. */
    pl_intern forms;
    PL_VEC(float) vectors;
    pl_net_word word; /* the one being looked up */
    pl_str plain, small; /* and how it is spelled */
    /* Work space. */
    pl_byte_rows in, h;
    /* What was found: */
    uint32_t n;
    uint32_t *first;      /* [n + 1] of each sentence among all words */
    pl_byte_rows *top;    /* [n_members] all words, sentence by sentence */
    pl_byte_rows *shares; /* [n][n_members] parts of top */
    uint32_t *answers[PL_N_NET_ANSWERS];
    float *tag_probabilities;
};

pl_net_encoder *pl_net_encoder_new(const pl_net *n)
{
    pl_net_encoder *e = pl_alloc_zero(1, sizeof *e);
    e->net = n;
    e->version = pl_net_version(n);
    e->top = pl_alloc_zero(pl_net_members(n), sizeof *e->top);
    return e;
}

void pl_net_encoder_free(pl_net_encoder *e)
{
    if (e == NULL)
        return;
    for (uint32_t k = 0; k < pl_net_members(e->net); k++)
        pl_byte_rows_release(&e->top[k]);
    free(e->top);
    pl_byte_rows_release(&e->in);
    pl_byte_rows_release(&e->h);
    pl_intern_release(&e->forms);
    PL_VEC_RELEASE(&e->vectors);
    pl_net_word_release(&e->word);
    pl_str_release(&e->plain);
    pl_str_release(&e->small);
    pl_arena_release(&e->m);
    free(e);
}

static pl_mat new_mat(pl_arena *m, size_t n_rows, size_t n_cols)
{
    return pl_mat_of(pl_arena_alloc(m, (n_rows * n_cols + 1) * sizeof(float)), n_rows, n_cols);
}

static float *row_of(pl_mat x, size_t row)
{
    return x.at + row * x.down;
}

/* -- recurrent layers ------------------------------------------------------------------ */

/* One direction over all steps. */
typedef struct pass {
    pl_net_encoder *e;
    const pl_net_recurrent *layer;
    const pl_steps *steps;
    const pl_byte_rows *in;
    pl_mat out;
    pl_mat gates; /* of rows gates_first … */
    uint32_t gates_first;
    float *cells; /* [sequences][n_out] */
} pass;

static uint32_t rows_of_step(const pl_steps *s, uint32_t t)
{
    return s->first[t + 1] - s->first[t];
}

/* One step. Row r of every step belongs to the same sequence; the step `before`, if `shared`
 * is not 0, has so many rows in common with this one. */
static void take_step(pass *p, uint32_t t, uint32_t before, uint32_t shared)
{
    const pl_row_ops *ops = pl_byte_rows_ops();
    uint32_t at = p->steps->first[t], n = rows_of_step(p->steps, t), wide = p->layer->n_out;
    pl_mat sums = pl_mat_rows(p->gates, at - p->gates_first, n);
    if (shared > 0) {
        pl_byte_rows_set(&p->e->h, pl_mat_rows(p->out, p->steps->first[before], shared));
        pl_byte_product(pl_mat_rows(sums, 0, shared), &p->e->h, &p->layer->wh, NULL, true);
    }
    for (uint32_t r = 0; r < n; r++)
        ops->gates(row_of(sums, r), p->cells + (size_t)r * wide, row_of(p->out, at + r), wide);
}

/* Steps first … end - 1, in the order of reading. */
static void take_steps(pass *p, uint32_t first, uint32_t end, bool reversed)
{
    uint32_t at = p->steps->first[first], n = p->steps->first[end] - at;
    pl_byte_rows in = pl_byte_rows_part(p->in, at, n);
    p->gates_first = at;
    p->gates.n_rows = n;
    pl_byte_product(p->gates, &in, &p->layer->wx, p->layer->b, false);
    for (uint32_t i = first; i < end; i++) {
        uint32_t t = reversed ? first + end - 1 - i : i;
        uint32_t before = reversed ? t + 1 : t - 1;
        bool begins = reversed ? t + 1 == p->steps->n_steps : t == 0;
        uint32_t n_rows = rows_of_step(p->steps, t);
        uint32_t shared = begins ? 0 : rows_of_step(p->steps, before);
        take_step(p, t, before, shared < n_rows ? shared : n_rows);
    }
}

/* The first step of a run that ends with step `end` and has not too many rows. */
static uint32_t run_before(const pl_steps *s, uint32_t end)
{
    uint32_t first = end - 1;
    while (first > 0 && s->first[end] - s->first[first - 1] <= ROWS_AT_ONCE)
        first--;
    return first;
}

static uint32_t run_after(const pl_steps *s, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < s->n_steps && s->first[end + 1] - s->first[first] <= ROWS_AT_ONCE)
        end++;
    return end;
}

/* Fills `out` [rows][n_out]. */
static void run_layer(pl_net_encoder *e, const pl_net_recurrent *l, bool reversed,
                      const pl_steps *steps, const pl_byte_rows *in, pl_mat out)
{
    uint32_t n_seqs = steps->n_steps > 0 ? steps->first[1] : 0;
    size_t most = n_seqs > ROWS_AT_ONCE ? n_seqs : ROWS_AT_ONCE;
    pass p = {e, l, steps, in, out, new_mat(&e->m, most, (size_t)4 * l->n_out), 0,
              PL_NEW_ARRAY(&e->m, float, (size_t)n_seqs * l->n_out + 1)};
    if (reversed)
        for (uint32_t end = steps->n_steps, first; end > 0; end = first) {
            first = run_before(steps, end);
            take_steps(&p, first, end, true);
        }
    else
        for (uint32_t first = 0, end; first < steps->n_steps; first = end) {
            end = run_after(steps, first);
            take_steps(&p, first, end, false);
        }
}

/* Both directions side by side. */
static pl_mat run_layers(pl_net_encoder *e, const pl_net_recurrent *l, const pl_steps *steps,
                         const pl_byte_rows *in)
{
    pl_mat out = new_mat(&e->m, pl_steps_rows(steps), (size_t)2 * l->n_out);
    for (uint32_t k = 0; k < 2; k++)
        run_layer(e, &l[k], k == 1, steps, in, pl_mat_cols(out, (size_t)k * l->n_out, l->n_out));
    return out;
}

/* -- forms ----------------------------------------------------------------------------- */

/* A form that is new, with its letters. */
typedef struct fresh {
    uint32_t n_letters, form;
    uint32_t word, vector;
    uint8_t shape;
    const uint32_t *letters;
} fresh;

typedef PL_VEC(fresh) fresh_list;

static int longest_first(const void *a, const void *b)
{
    const fresh *x = a, *y = b;
    return x->n_letters != y->n_letters ? (x->n_letters < y->n_letters) - (x->n_letters > y->n_letters)
                                        : (x->form > y->form) - (x->form < y->form);
}

/* Width of what a form is by itself: embedding, shape, vector from elsewhere, letters. */
static uint32_t form_width(const pl_net_sizes *z)
{
    return z->word + z->shape + z->vector + 2 * z->letters;
}

static const float *form_vector(const pl_net_encoder *e, uint32_t form, uint32_t member)
{
    size_t wide = form_width(&pl_net_layout(e->net)->sizes);
    return e->vectors.at + (form * (size_t)pl_net_members(e->net) + member) * wide;
}

static void copy_row(const pl_net_table *t, uint32_t row, float *to)
{
    const int8_t *from = t->at + (size_t)row * t->n_cols;
    for (uint32_t j = 0; j < t->n_cols; j++)
        to[j] = t->scales[row] * from[j];
}

/* The vectors of a few new forms, the longest first. */
static void read_forms(pl_net_encoder *e, const fresh *list, uint32_t n, uint32_t member)
{
    const pl_net_sizes *z = &pl_net_layout(e->net)->sizes;
    const pl_net_member *net = pl_net_member_at(e->net, member);
    uint32_t *lengths = PL_NEW_ARRAY(&e->m, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        lengths[i] = list[i].n_letters;
    pl_steps steps = pl_steps_of(&e->m, lengths, n);
    pl_mat in = new_mat(&e->m, pl_steps_rows(&steps), z->letter);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < lengths[i]; k++)
            copy_row(&net->letters, list[i].letters[k], row_of(in, pl_steps_row(&steps, i, k)));
    pl_byte_rows_set(&e->in, in);
    pl_mat out = run_layers(e, net->spell, &steps, &e->in);
    for (uint32_t i = 0; i < n; i++) {
        float *to = (float *)form_vector(e, list[i].form, member);
        const float *ends[2] = {row_of(out, pl_steps_row(&steps, i, lengths[i] - 1)),
                                row_of(out, pl_steps_row(&steps, i, 0)) + z->letters};
        copy_row(&net->words, list[i].word, to);
        copy_row(&net->shapes, list[i].shape, to + z->word);
        to += z->word + z->shape;
        for (uint32_t j = 0; j < z->vector; j++)
            to[j] = pl_net_vector_at(&pl_net_names(e->net)->vectors, list[i].vector, j);
        for (int k = 0; k < 2; k++)
            memcpy(to + z->vector + k * z->letters, ends[k], z->letters * sizeof *to);
    }
}

static void forget_forms(pl_net_encoder *e)
{
    if (pl_net_version(e->net) == e->version && e->vectors.n * sizeof(float) < REMEMBERED)
        return;
    pl_intern_release(&e->forms);
    PL_VEC_RELEASE(&e->vectors);
    e->version = pl_net_version(e->net);
}

static bool has_word(const void *vocab, const char *word)
{
    return pl_net_vocab_has(vocab, word);
}

/* The number of a form; a new one is added to the list. */
static uint32_t form_of(pl_net_encoder *e, const char *text, fresh_list *list)
{
    uint32_t before = e->forms.n, form = pl_intern_add(&e->forms, text);
    if (form < before)
        return form;
    const pl_net_vocab *v = pl_net_names(e->net);
    pl_net_vocab_word(v, pl_plain_word(text, has_word, v, &e->plain), &e->word);
    uint32_t n = (uint32_t)e->word.letters.n;
    uint32_t *letters = PL_NEW_ARRAY(&e->m, uint32_t, n);
    memcpy(letters, e->word.letters.at, n * sizeof *letters);
    PL_PUSH(list, (fresh){n, form, e->word.id, e->word.vector, e->word.shape, letters});
    return form;
}

/* The numbers of the forms of all words, whose vectors are there afterwards. */
static uint32_t *number_forms(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n)
{
    uint32_t *forms = PL_NEW_ARRAY(&e->m, uint32_t, e->first[n] + 1), n_members = pl_net_members(e->net);
    fresh_list list = {0};
    forget_forms(e);
    for (uint32_t i = 0; i < n; i++) {
        bool capitals = pl_in_capitals(sentences[i]);
        for (uint32_t k = 0; k < sentences[i]->n_tokens; k++) {
            const char *word = sentences[i]->tokens[k].word;
            if (capitals)
                word = pl_without_capitals(&pl_net_names(e->net)->tags, word, &e->small);
            forms[e->first[i] + k] = form_of(e, word, &list);
        }
    }
    e->vectors.n = (size_t)e->forms.n * n_members * form_width(&pl_net_layout(e->net)->sizes);
    PL_RESERVE(&e->vectors, e->vectors.n + 1);
    PL_SORT(&list, longest_first);
    for (uint32_t member = 0; member < n_members; member++)
        for (size_t i = 0; i < list.n; i += FORMS_AT_ONCE)
            read_forms(e, list.at + i,
                       list.n - i < FORMS_AT_ONCE ? (uint32_t)(list.n - i) : FORMS_AT_ONCE, member);
    PL_VEC_RELEASE(&list);
    return forms;
}

/* -- sentences ------------------------------------------------------------------------- */

/* The order in which sentences are read, and where words stand then. */
typedef struct line_up {
    pl_steps steps;
    uint32_t *sentence; /* [n] the longest first */
    uint32_t *rows;     /* [words, sentence by sentence] */
} line_up;

static line_up line_up_sentences(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n)
{
    line_up l = {.sentence = PL_NEW_ARRAY(&e->m, uint32_t, n + 1),
                 .rows = PL_NEW_ARRAY(&e->m, uint32_t, e->first[n] + 1)};
    uint32_t *lengths = PL_NEW_ARRAY(&e->m, uint32_t, n + 1);
    PL_VEC(uint64_t) keys = {0};
    for (uint32_t i = 0; i < n; i++)
        PL_PUSH(&keys, (uint64_t)(UINT32_MAX - sentences[i]->n_tokens) << 32 | i);
    PL_SORT(&keys, pl_by_u64);
    for (uint32_t i = 0; i < n; i++) {
        l.sentence[i] = (uint32_t)keys.at[i];
        lengths[i] = sentences[l.sentence[i]]->n_tokens;
    }
    PL_VEC_RELEASE(&keys);
    l.steps = pl_steps_of(&e->m, lengths, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < lengths[i]; k++)
            l.rows[e->first[l.sentence[i]] + k] = pl_steps_row(&l.steps, i, k);
    return l;
}

static uint32_t tag_of(const pl_net_encoder *e, const pl_tree *t, uint32_t word)
{
    const char *tag = t->nodes[word].label;
    uint32_t id = tag != NULL ? pl_intern_find(&pl_net_names(e->net)->tags, tag) : PL_NONE;
    return id != PL_NONE ? id : 0;
}

/* What the first layer reads: form, shape, perhaps a tag and a vector, letters. */
static pl_mat read_words(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n,
                         const line_up *l, const uint32_t *forms, uint32_t member)
{
    const pl_network *net = pl_net_layout(e->net);
    const pl_net_member *of = pl_net_member_at(e->net, member);
    uint32_t before = net->sizes.word + net->sizes.shape, after = net->sizes.vector + 2 * net->sizes.letters;
    pl_mat in = new_mat(&e->m, e->first[n], pl_network_input(net));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < sentences[i]->n_tokens; k++) {
            uint32_t word = e->first[i] + k;
            const float *from = form_vector(e, forms[word], member);
            float *to = row_of(in, l->rows[word]);
            memcpy(to, from, before * sizeof *to);
            if (net->sizes.tag > 0)
                copy_row(&of->tags, tag_of(e, sentences[i], k), to + before);
            memcpy(to + before + net->sizes.tag, from + before, after * sizeof *to);
        }
    return in;
}

/* -- answers --------------------------------------------------------------------------- */

/* Adds the probabilities of answers to `sums` [words][n_out], in the order of rows; of the
 * one member there is, puts the scores there. */
static void ask(const pl_byte_rows *rows, const pl_net_factor *f, pl_mat sums, bool alone,
                pl_arena *m)
{
    if (alone) {
        pl_byte_product(sums, rows, &f->w, f->b, false);
        return;
    }
    const pl_row_ops *ops = pl_byte_rows_ops();
    pl_mat scores = new_mat(m, ROWS_AT_ONCE, f->w.n_out);
    for (uint32_t at = 0; at < rows->n; at += ROWS_AT_ONCE) {
        uint32_t n = rows->n - at < ROWS_AT_ONCE ? rows->n - at : ROWS_AT_ONCE;
        pl_byte_rows some = pl_byte_rows_part(rows, at, n);
        scores.n_rows = n;
        pl_byte_product(scores, &some, &f->w, f->b, false);
        for (uint32_t r = 0; r < n; r++) {
            float *x = row_of(scores, r), *to = row_of(sums, at + r);
            float most, scale = 1 / ops->powers(x, f->w.n_out, &most);
            for (uint32_t j = 0; j < f->w.n_out; j++)
                to[j] += x[j] * scale;
        }
    }
}

/* The sums of a task over the members, and where they are kept. */
static pl_mat new_sums(pl_net_encoder *e, uint32_t n_rows, uint32_t n_out)
{
    return pl_mat_of(PL_NEW_ARRAY(&e->m, float, (size_t)n_rows * n_out + 1), n_rows, n_out);
}

static uint32_t *choose(pl_net_encoder *e, pl_mat sums, const line_up *l, uint32_t n_words)
{
    const pl_row_ops *ops = pl_byte_rows_ops();
    uint32_t *out = PL_NEW_ARRAY(&e->m, uint32_t, n_words + 1);
    for (uint32_t i = 0; i < n_words; i++)
        out[i] = ops->best(row_of(sums, l->rows[i]), sums.n_cols);
    return out;
}

/* The probabilities of the tags that were chosen: by `sums`, see ask. */
static float *tag_probabilities(pl_net_encoder *e, pl_mat sums, const line_up *l,
                                uint32_t n_words)
{
    const pl_row_ops *ops = pl_byte_rows_ops();
    uint32_t n_members = pl_net_members(e->net);
    float most, *out = PL_NEW_ARRAY(&e->m, float, n_words + 1);
    for (uint32_t i = 0; i < n_words; i++) {
        float *row = row_of(sums, l->rows[i]);
        out[i] = n_members > 1 ? row[e->answers[PL_NET_TAGS][i]] / (float)n_members
                               : 1 / ops->powers(row, sums.n_cols, &most);
    }
    return out;
}

/* -- all of it ------------------------------------------------------------------------- */

static void encode(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n, unsigned asked)
{
    const pl_network *net = pl_net_layout(e->net);
    const pl_net_counts *c = &net->counts;
    const uint32_t sizes[] = {c->tags, c->morphs, c->coarse, c->functions};
    uint32_t n_words = e->first[n];
    uint32_t *forms = number_forms(e, sentences, n);
    line_up l = line_up_sentences(e, sentences, n);
    pl_mat sums[PL_N_NET_ANSWERS] = {0};
    for (int a = 0; a < PL_N_NET_ANSWERS; a++)
        if (asked >> a & 1 && sizes[a] > 1)
            sums[a] = new_sums(e, n_words, sizes[a]);
    for (uint32_t k = 0; k < pl_net_members(e->net); k++) {
        const pl_net_member *of = pl_net_member_at(e->net, k);
        const pl_net_factor *const layers[] = {&of->tagger, &of->morph, &of->coarse,
                                               &of->word_function};
        pl_mat out = read_words(e, sentences, n, &l, forms, k);
        for (uint32_t i = 0; i < net->sizes.n_layers; i++) {
            pl_byte_rows_set(&e->in, out);
            out = run_layers(e, of->layers + (size_t)2 * i, &l.steps, &e->in);
            for (int a = 0; a < PL_N_NET_ANSWERS; a++) {
                bool here = a == PL_NET_FUNCTIONS ? i + 1 == net->sizes.n_layers : i == 0;
                if (!here || sums[a].at == NULL)
                    continue;
                pl_byte_rows_set(&e->in, out);
                ask(&e->in, layers[a], sums[a], pl_net_members(e->net) == 1, &e->m);
            }
        }
        pl_byte_rows_pick(&e->top[k], out, l.rows, n_words);
    }
    for (int a = 0; a < PL_N_NET_ANSWERS; a++)
        e->answers[a] = sums[a].at != NULL ? choose(e, sums[a], &l, n_words) : NULL;
    bool sure = asked >> PL_NET_TAG_PROBABILITIES & 1 && e->answers[PL_NET_TAGS] != NULL;
    e->tag_probabilities =
        sure ? tag_probabilities(e, sums[PL_NET_TAGS], &l, n_words) : NULL;
}

void pl_net_encode(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n, unsigned asked)
{
    uint32_t n_members = pl_net_members(e->net);
    pl_arena_reset(&e->m);
    e->n = n;
    e->first = PL_NEW_ARRAY(&e->m, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        e->first[i + 1] = e->first[i] + sentences[i]->n_tokens;
    e->shares = PL_NEW_ARRAY(&e->m, pl_byte_rows, (size_t)n * n_members + 1);
    encode(e, sentences, n, asked);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n_members; k++)
            e->shares[(size_t)i * n_members + k] =
                pl_byte_rows_part(&e->top[k], e->first[i], e->first[i + 1] - e->first[i]);
}

pl_net_reading pl_net_read(const pl_net_encoder *e, uint32_t i)
{
    pl_net_reading r = {e->first[i + 1] - e->first[i],
                        e->shares + (size_t)i * pl_net_members(e->net), {0}, NULL};
    for (int a = 0; a < PL_N_NET_ANSWERS; a++)
        r.answers[a] = e->answers[a] != NULL ? e->answers[a] + e->first[i] : NULL;
    if (e->tag_probabilities != NULL)
        r.tag_probabilities = e->tag_probabilities + e->first[i];
    return r;
}
