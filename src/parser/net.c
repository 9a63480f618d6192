/* The weights of a network in a model; see net.h.
 *
 * A member is a list of parts, each the rows of one matrix, in the order of the layout.
 * Rows are bytes with a scale of their own; biases and the like are exact. What is read is
 * checked before memory is taken: sizes against limits, and the size of each section
 * against the list of parts. */
#include "parser/net.h"

#include "base/alloc.h"
#include "base/byteorder.h"

#include <assert.h>
#include <stdlib.h>

typedef struct part {
    size_t at; /* in the layout */
    uint32_t n_rows, n_cols;
    bool exact;
    size_t bytes, floats; /* where the member has its bytes; its scales, or exact numbers */
} part;

typedef PL_VEC(part) parts;

struct pl_net {
    const pl_machine *machine;
    pl_network layout;
    pl_net_vocab vocab;
    uint32_t n_members, version;
    parts parts;
    size_t n_bytes, n_floats; /* of one member */
    pl_bytes bytes;           /* [n_members][n_bytes] */
    float *floats;            /* [n_members][n_floats] */
    pl_net_member *members;
};

/* -- parts --------------------------------------------------------------------------- */

static void add_part(pl_net *n, size_t at, size_t n_rows, uint32_t n_cols, bool exact)
{
    part p = {at, (uint32_t)n_rows, n_cols, exact, n->n_bytes, n->n_floats};
    if (n_rows == 0 || n_cols == 0)
        return;
    n->n_bytes += exact ? 0 : n_rows * n_cols;
    n->n_floats += exact ? n_cols : n_rows;
    PL_PUSH(&n->parts, p);
}

static void add_dense(pl_net *n, const pl_dense *d)
{
    add_part(n, d->w, d->n_out, d->n_in, false);
    add_part(n, d->b, 1, d->n_out, true);
}

static void add_lstm(pl_net *n, const pl_lstm *l)
{
    add_part(n, l->wx, (size_t)4 * l->n_out, l->n_in, false);
    add_part(n, l->wh, (size_t)4 * l->n_out, l->n_out, false);
    add_part(n, l->b, 1, 4 * l->n_out, true);
}

static void add_scorer(pl_net *n, const pl_net_scorer *s)
{
    uint32_t hidden = n->layout.sizes.hidden;
    add_dense(n, &s->slots);
    add_part(n, s->missing, PL_NET_WORD_SLOTS, hidden, false);
    add_part(n, s->labels, (size_t)PL_NET_LABEL_SLOTS * n->layout.counts.labels, hidden, false);
    add_part(n, s->norm.gain, 1, hidden, true);
    add_part(n, s->norm.shift, 1, hidden, true);
    add_dense(n, &s->actions);
}

static void list_parts(pl_net *n)
{
    const pl_network *l = &n->layout;
    add_part(n, l->words, l->counts.words, l->sizes.word, false);
    add_part(n, l->shapes, PL_NET_SHAPES, l->sizes.shape, false);
    add_part(n, l->letters, l->counts.letters, l->sizes.letter, false);
    add_part(n, l->tags, l->counts.tags, l->sizes.tag, false);
    for (int k = 0; k < 2; k++)
        add_lstm(n, &l->spell[k]);
    for (size_t i = 0; i < l->layers.n; i++)
        add_lstm(n, &l->layers.at[i]);
    const pl_dense *const tasks[] = {&l->tagger, &l->morph, &l->word_function, &l->node_function,
                                     &l->coarse};
    const pl_dense *const arcs[] = {&l->arc_from,      &l->arc_to,      &l->arc_pair,
                                    &l->relation_from, &l->relation_to, &l->relation};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        add_dense(n, tasks[i]);
    if (pl_network_gives_heads(l))
        for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++)
            add_dense(n, arcs[i]);
    else
        for (int k = 0; k < PL_N_NET_SCORERS; k++)
            add_scorer(n, &l->scorers[k]);
}

static const part *part_at(const pl_net *n, size_t at)
{
    for (size_t i = 0; i < n->parts.n; i++)
        if (n->parts.at[i].at == at)
            return &n->parts.at[i];
    return NULL;
}

/* -- a member as it parses ----------------------------------------------------------- */

/* Where the numbers of a member stand. */
typedef struct numbers {
    const pl_net *net;
    const int8_t *bytes;
    const float *floats;
} numbers;

static numbers numbers_of(const pl_net *n, uint32_t member)
{
    return (numbers){n, (const int8_t *)n->bytes.at + member * n->n_bytes,
                     n->floats + member * n->n_floats};
}

static const float *exact(const numbers *x, size_t at, uint32_t n)
{
    return n > 0 ? x->floats + part_at(x->net, at)->floats : NULL;
}

static pl_net_table table(const numbers *x, size_t at, size_t n_rows, uint32_t n_cols)
{
    if (n_rows == 0 || n_cols == 0)
        return (pl_net_table){0};
    const part *p = part_at(x->net, at);
    return (pl_net_table){n_cols, x->bytes + p->bytes, x->floats + p->floats};
}

static pl_byte_factor factor(const numbers *x, size_t at, uint32_t first, uint32_t n_out,
                             uint32_t n_in)
{
    pl_byte_factor f = {0};
    if (n_out == 0 || n_in == 0)
        return f;
    const part *p = part_at(x->net, at);
    pl_byte_weights w = {n_in, n_out, x->bytes + p->bytes + (size_t)first * n_in,
                         x->floats + p->floats + first};
    pl_byte_factor_init(&f, &w);
    return f;
}

static pl_net_factor dense(const numbers *x, const pl_dense *d)
{
    return (pl_net_factor){factor(x, d->w, 0, d->n_out, d->n_in), exact(x, d->b, d->n_out)};
}

static pl_net_recurrent recurrent(const numbers *x, const pl_lstm *l)
{
    return (pl_net_recurrent){factor(x, l->wx, 0, 4 * l->n_out, l->n_in),
                              factor(x, l->wh, 0, 4 * l->n_out, l->n_out),
                              exact(x, l->b, l->n_out), l->n_out};
}

static float *unrounded(pl_net_table t, size_t n_rows)
{
    float *out = pl_alloc((n_rows * t.n_cols + 1) * sizeof *out);
    for (size_t i = 0; i < n_rows; i++)
        for (uint32_t j = 0; j < t.n_cols; j++)
            out[i * t.n_cols + j] = t.scales[i] * t.at[i * t.n_cols + j];
    return out;
}

static pl_net_judge judge(const numbers *x, const pl_net_scorer *s)
{
    uint32_t hidden = x->net->layout.sizes.hidden;
    size_t n_labels = (size_t)PL_NET_LABEL_SLOTS * x->net->layout.counts.labels;
    pl_net_judge j = {.slot_b = exact(x, s->slots.b, s->slots.n_out),
                      .gain = exact(x, s->norm.gain, hidden),
                      .shift = exact(x, s->norm.shift, hidden),
                      .actions = dense(x, &s->actions)};
    for (uint32_t k = 0; k < PL_NET_WORD_SLOTS; k++)
        j.slots[k] = factor(x, s->slots.w, k * hidden, hidden, s->slots.n_in);
    j.missing = unrounded(table(x, s->missing, PL_NET_WORD_SLOTS, hidden), PL_NET_WORD_SLOTS);
    j.labels = unrounded(table(x, s->labels, n_labels, hidden), n_labels);
    return j;
}

static void make_member(pl_net *n, uint32_t i)
{
    const pl_network *l = &n->layout;
    numbers x = numbers_of(n, i);
    pl_net_member *m = &n->members[i];
    *m = (pl_net_member){
        .words = table(&x, l->words, l->counts.words, l->sizes.word),
        .shapes = table(&x, l->shapes, PL_NET_SHAPES, l->sizes.shape),
        .letters = table(&x, l->letters, l->counts.letters, l->sizes.letter),
        .tags = table(&x, l->tags, l->counts.tags, l->sizes.tag),
        .spell = {recurrent(&x, &l->spell[0]), recurrent(&x, &l->spell[1])},
        .layers = pl_alloc_zero(l->layers.n, sizeof *m->layers),
        .tagger = dense(&x, &l->tagger),
        .morph = dense(&x, &l->morph),
        .coarse = dense(&x, &l->coarse),
        .word_function = dense(&x, &l->word_function),
        .node_function = dense(&x, &l->node_function),
    };
    for (size_t k = 0; k < l->layers.n; k++)
        m->layers[k] = recurrent(&x, &l->layers.at[k]);
    if (pl_network_gives_heads(l)) {
        m->arc_from = dense(&x, &l->arc_from);
        m->arc_to = dense(&x, &l->arc_to);
        m->arc_pair = dense(&x, &l->arc_pair);
        m->relation_from = dense(&x, &l->relation_from);
        m->relation_to = dense(&x, &l->relation_to);
        m->relation = dense(&x, &l->relation);
        return;
    }
    for (int k = 0; k < PL_N_NET_SCORERS; k++)
        m->judges[k] = judge(&x, &l->scorers[k]);
}

static void release_recurrent(pl_net_recurrent *r)
{
    pl_byte_factor_release(&r->wx);
    pl_byte_factor_release(&r->wh);
}

static void release_member(pl_net *n, pl_net_member *m)
{
    for (int k = 0; k < 2; k++)
        release_recurrent(&m->spell[k]);
    for (size_t k = 0; m->layers != NULL && k < n->layout.layers.n; k++)
        release_recurrent(&m->layers[k]);
    free(m->layers);
    pl_net_factor *const factors[] = {
        &m->tagger, &m->morph,    &m->word_function, &m->node_function, &m->arc_from,
        &m->arc_to, &m->arc_pair, &m->relation_from, &m->relation_to,   &m->relation,
        &m->coarse};
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
        pl_byte_factor_release(&factors[k]->w);
    for (int k = 0; k < PL_N_NET_SCORERS; k++) {
        pl_net_judge *j = &m->judges[k];
        for (uint32_t s = 0; s < PL_NET_WORD_SLOTS; s++)
            pl_byte_factor_release(&j->slots[s]);
        pl_byte_factor_release(&j->actions.w);
        free(j->missing);
        free(j->labels);
    }
    *m = (pl_net_member){0};
}

/* -- making -------------------------------------------------------------------------- */

/* Lays out a network for a machine and a vocabulary, without weights. */
static pl_net *lay_out(const pl_machine *m, const pl_net_sizes *sizes, pl_net_vocab *vocab,
                       uint32_t n_members)
{
    pl_net *n = pl_alloc_zero(1, sizeof *n);
    n->machine = m;
    n->vocab = *vocab;
    *vocab = (pl_net_vocab){0};
    n->n_members = n_members;
    pl_net_counts c = {.words = n->vocab.words.n,
                       .letters = n->vocab.letters.n,
                       .tags = n->vocab.tags.n,
                       .morphs = n->vocab.morphs.n,
                       .coarse = n->vocab.coarse.n > 1 ? n->vocab.coarse.n : 0,
                       .functions = n->vocab.functions.n,
                       .relations = n->vocab.relations.n};
    if (m->ops->sight == PL_SEES_WORDS) {
        c.relations = m->n_labels;
    } else {
        c.labels = m->n_labels + 2;
        c.structures = m->first_label;
        c.names = m->n_actions - m->first_label;
    }
    pl_network_init(&n->layout, sizes, &c);
    n->members = pl_alloc_zero(n_members, sizeof *n->members);
    list_parts(n);
    return n;
}

pl_net *pl_net_new(const pl_machine *m, const pl_net_sizes *sizes, pl_net_vocab *vocab,
                   uint32_t n_members)
{
    pl_net *n = lay_out(m, sizes, vocab, n_members);
    pl_bytes_take(&n->bytes, pl_alloc_zero(n_members, n->n_bytes), n_members * n->n_bytes);
    n->floats = pl_alloc_zero(n_members * n->n_floats, sizeof *n->floats);
    for (uint32_t i = 0; i < n_members; i++)
        make_member(n, i);
    return n;
}

void pl_net_free(pl_net *n)
{
    if (n == NULL)
        return;
    for (uint32_t i = 0; i < n->n_members; i++)
        release_member(n, &n->members[i]);
    free(n->members);
    free(n->floats);
    pl_bytes_release(&n->bytes);
    PL_VEC_RELEASE(&n->parts);
    pl_network_release(&n->layout);
    pl_net_vocab_release(&n->vocab);
    free(n);
}

const pl_network *pl_net_layout(const pl_net *n)
{
    return &n->layout;
}

const pl_net_vocab *pl_net_names(const pl_net *n)
{
    return &n->vocab;
}

uint32_t pl_net_members(const pl_net *n)
{
    return n->n_members;
}

const pl_net_member *pl_net_member_at(const pl_net *n, uint32_t member)
{
    return &n->members[member];
}

uint32_t pl_net_version(const pl_net *n)
{
    return n->version;
}

void pl_net_set(pl_net *n, uint32_t member, const pl_real *weights)
{
    assert(n->bytes.owned != NULL);
    int8_t *bytes = (int8_t *)n->bytes.owned + member * n->n_bytes;
    float *floats = n->floats + member * n->n_floats;
    for (size_t i = 0; i < n->parts.n; i++) {
        const part *p = &n->parts.at[i];
        const pl_real *from = weights + p->at;
        for (uint32_t j = 0; p->exact && j < p->n_cols; j++)
            floats[p->floats + j] = (float)from[j];
        for (size_t r = 0; !p->exact && r < p->n_rows; r++)
            floats[p->floats + r] = pl_round_row(from + r * p->n_cols, p->n_cols,
                                                 bytes + p->bytes + r * p->n_cols);
    }
    release_member(n, &n->members[member]);
    make_member(n, member);
    n->version++;
}

void pl_net_get(const pl_net *n, uint32_t member, pl_real *weights)
{
    numbers x = numbers_of(n, member);
    for (size_t i = 0; i < n->parts.n; i++) {
        const part *p = &n->parts.at[i];
        for (size_t j = 0; j < (size_t)p->n_rows * p->n_cols; j++)
            weights[p->at + j] =
                p->exact ? x.floats[p->floats + j]
                         : x.floats[p->floats + j / p->n_cols] * x.bytes[p->bytes + j];
    }
}

/* -- files --------------------------------------------------------------------------- */

enum { WIDEST = 4096, DEEPEST = 8 };

/* The sizes as they stand in a file, in this order, before the number of members; behind it
 * stands the width of heads where the network gives heads. */
enum { N_SIZES = 8 };

static void list_sizes(const pl_net_sizes *z, uint32_t *out)
{
    const uint32_t all[N_SIZES] = {z->word, z->shape, z->letter,   z->letters,
                                   z->tag,  z->layer, z->n_layers, z->hidden};
    memcpy(out, all, sizeof all);
}

static size_t numbers_in_file(bool gives_heads)
{
    return N_SIZES + 1 + (size_t)gives_heads;
}

int pl_net_check(const pl_net_sizes *z, uint32_t n_members, pl_error *err)
{
    uint32_t all[N_SIZES];
    list_sizes(z, all);
    bool right = z->word > 0 && z->letter > 0 && z->letters > 0 && z->layer > 0 &&
                 z->n_layers > 0 && z->n_layers <= DEEPEST && z->hidden > 0 &&
                 n_members > 0 && n_members <= PL_NET_MEMBERS;
    for (int i = 0; i < N_SIZES; i++)
        right &= all[i] <= WIDEST;
    right &= z->arc <= WIDEST;
    return right ? 0
                 : pl_fail(err, PL_BAD_ARGUMENT,
                           "a network has 1 to %d layers, each up to %d wide, and 1 to %d "
                           "members",
                           DEEPEST, WIDEST, PL_NET_MEMBERS);
}

/* The vocabulary's sections. */
static pl_intern *names_of(pl_net_vocab *v, int i, const char **section)
{
    struct {
        const char *section;
        pl_intern *names;
    } const all[] = {{"net-words", &v->words},   {"net-letters", &v->letters},
                     {"net-tags", &v->tags},     {"net-morphs", &v->morphs},
                     {"net-functions", &v->functions}, {"net-coarse", &v->coarse}};
    if ((size_t)i >= sizeof all / sizeof *all)
        return NULL;
    *section = all[i].section;
    return all[i].names;
}

void pl_net_put(const pl_net *n, pl_section_list *list)
{
    uint32_t head[N_SIZES + 2];
    const char *section;
    const pl_intern *names;
    list_sizes(&n->layout.sizes, head);
    head[N_SIZES] = n->n_members;
    head[N_SIZES + 1] = n->layout.sizes.arc;
    pl_sections_add_numbers(list, PL_NET_SECTION, head,
                            numbers_in_file(pl_network_gives_heads(&n->layout)), sizeof *head);
    for (int i = 0; (names = names_of((pl_net_vocab *)&n->vocab, i, &section)) != NULL; i++)
        if (names->n > (names == &n->vocab.coarse ? 1u : 0u))
            pl_sections_add_strings(list, section, names);
    pl_net_vectors_put(&n->vocab.vectors, list);
    pl_sections_add(list, "net-bytes", n->bytes.at, n->bytes.size);
    pl_sections_add_numbers(list, "net-scales", n->floats, n->n_members * n->n_floats,
                            sizeof *n->floats);
}

static int get_sizes(const pl_sections *file, bool gives_heads, pl_net_sizes *z,
                     uint32_t *n_members, pl_error *err)
{
    const char *at;
    size_t size;
    pl_error why;
    if (!pl_sections_find(file, PL_NET_SECTION, &at, &size) || 
        size != numbers_in_file(gives_heads) * sizeof(uint32_t))
        return pl_sections_damaged(file, "the sizes of the network", err);
    uint32_t *const all[] = {&z->word,     &z->shape,  &z->letter, &z->letters, &z->tag, &z->layer,
                             &z->n_layers, &z->hidden, n_members,  &z->arc};
    for (size_t i = 0; i < numbers_in_file(gives_heads); i++)
        *all[i] = pl_get32(at + i * sizeof(uint32_t));
    if (gives_heads && z->arc < 2)
        return pl_sections_damaged(file, "the width of heads", err);
    return pl_net_check(z, *n_members, &why) == 0 ? 0
                                                  : pl_sections_damaged(file, why.text, err);
}

static int get_vocab(const pl_sections *file, const pl_net_sizes *sizes, pl_net_vocab *v,
                     pl_error *err)
{
    const char *section;
    pl_intern *names;
    for (int i = 0; (names = names_of(v, i, &section)) != NULL; i++)
        if ((i < 2 || pl_sections_has(file, section)) &&
            pl_sections_strings(file, section, names, err) < 0)
            return -1;
    return v->letters.n >= PL_LETTER_FIRST && (sizes->tag == 0 || v->tags.n > 0)
               ? 0
               : pl_sections_damaged(file, "the letters or tags of the network", err);
}

/* Numbers of a reasonable size; sums of them are finite. */
static bool are_sane(const pl_net *n)
{
    const float most = 1e4f;
    for (size_t i = 0; i < n->n_members * n->n_floats; i++)
        if (!(n->floats[i] >= -most && n->floats[i] <= most))
            return false;
    return true;
}

static int get_weights(pl_net *n, const pl_sections *file, pl_error *err)
{
    const char *bytes, *floats;
    size_t n_bytes, n_floats, all = n->n_members * n->n_floats;
    if (!pl_sections_find(file, "net-bytes", &bytes, &n_bytes) ||
        !pl_sections_find(file, "net-scales", &floats, &n_floats) ||
        n_bytes != n->n_members * n->n_bytes || n_floats != all * sizeof *n->floats)
        return pl_sections_damaged(file, "the weights of the network", err);
    pl_bytes_borrow(&n->bytes, bytes, n_bytes);
    n->floats = pl_alloc(n_floats + 1);
    memcpy(n->floats, floats, n_floats);
    pl_file_order(n->floats, all, sizeof *n->floats);
    if (!are_sane(n))
        return pl_sections_damaged(file, "a weight of the network is out of range", err);
    for (uint32_t i = 0; i < n->n_members; i++)
        make_member(n, i);
    return 0;
}

pl_net *pl_net_from(const pl_sections *file, const pl_machine *m, pl_error *err)
{
    pl_net_sizes sizes = {0};
    pl_net_vocab vocab = {0};
    uint32_t n_members;
    bool gives_heads = m->ops->sight == PL_SEES_WORDS;
    if (m->ops->sight == PL_SEES_PAIRS || m->n_labels + 2 > UINT16_MAX) {
        pl_sections_damaged(file, "a network for a system that has none", err);
        return NULL;
    }
    if (get_sizes(file, gives_heads, &sizes, &n_members, err) < 0 ||
        get_vocab(file, &sizes, &vocab, err) < 0 ||
        pl_net_vectors_from(file, &vocab.vectors, err) < 0) {
        pl_net_vocab_release(&vocab);
        return NULL;
    }
    sizes.vector = vocab.vectors.width;
    pl_net *n = lay_out(m, &sizes, &vocab, n_members);
    if (get_weights(n, file, err) == 0)
        return n;
    pl_net_free(n);
    return NULL;
}
