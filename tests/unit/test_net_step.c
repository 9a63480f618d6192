/* A whole step of learning against another program: the study of these networks, written
 * with PyTorch, took one on the sentences of tests/data/network-step.txt, in double
 * precision. Weights are drawn here as there, by a formula; loss, gradients and what the
 * step changed must agree. */
#define PL_REAL_DOUBLE
#include "unit.h"

#include "../../src/learn/adam.c"
#undef TINY
#include "../../src/learn/factors.c"
#include "../../src/learn/gradient.c"
#include "../../src/learn/layers.c"
#undef TINY
#include "../../src/learn/lstm.c"
#include "../../src/learn/matrix.c"
#include "../../src/parser/network.c"
#include "../../src/train/net_pass.c"

#include <stdio.h>

enum { N_SENTENCES = 4, LABEL_WIDTH = 4 };

static const pl_net_sizes sizes = {.word = 6,
                                   .shape = 8,
                                   .letter = 48,
                                   .letters = 3,
                                   .tag = 4,
                                   .layer = 5,
                                   .n_layers = 2,
                                   .hidden = 7};

typedef struct study {
    pl_net_counts counts;
    pl_network net;
    pl_spellings spellings;
    pl_arena m;
    pl_net_example examples[N_SENTENCES];
    const pl_net_example *list[N_SENTENCES];
    double *weights, *gradient, *before, *step;
    char *text;
} study;

/* -- reading ----------------------------------------------------------------------------- */

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = calloc(1, 1 << 16);
    assert_true(fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    return text;
}

static long number(char **at)
{
    return strtol(*at, at, 10);
}

static void expect_word(char **at, const char *word)
{
    *at += strspn(*at, " \n");
    assert_memory_equal(*at, word, strlen(word));
    *at += strlen(word);
}

static bool follows(char **at, const char *word)
{
    *at += strspn(*at, " \n");
    return strncmp(*at, word, strlen(word)) == 0;
}

static void read_word(study *s, pl_net_example *e, uint32_t i, char **at)
{
    expect_word(at, "word");
    ((uint32_t *)e->words)[i] = (uint32_t)number(at);
    ((uint8_t *)e->shapes)[i] = (uint8_t)number(at);
    ((uint32_t *)e->tags)[i] = (uint32_t)number(at);
    ((uint32_t *)e->spellings)[i] = (uint32_t)s->spellings.ends.n;
    expect_word(at, "letters");
    while (**at == ' ')
        PL_PUSH(&s->spellings.letters, (uint32_t)number(at));
    PL_PUSH(&s->spellings.ends, (uint32_t)s->spellings.letters.n);
}

static void read_views(study *s, pl_net_example *e, int which, char **at)
{
    static const char *const names[] = {
        [PL_NET_STRUCTURE] = "structure", [PL_NET_LABELS] = "label"};
    enum { MOST = 64 };
    pl_net_view *views = PL_NEW_ARRAY(&s->m, pl_net_view, MOST);
    uint32_t *actions = PL_NEW_ARRAY(&s->m, uint32_t, MOST), n = 0;
    for (; follows(at, names[which]); n++) {
        assert_true(n < MOST);
        expect_word(at, names[which]);
        for (int j = 0; j < PL_NET_WORD_SLOTS; j++) {
            long word = number(at);
            views[n].words[j] = word < 0 ? PL_NO_WORD : (uint16_t)word;
        }
        expect_word(at, "labels");
        for (int j = 0; j < PL_NET_LABEL_SLOTS; j++)
            views[n].labels[j] = (uint16_t)number(at);
        expect_word(at, "action");
        actions[n] = (uint32_t)number(at);
    }
    e->n_views[which] = n;
    e->views[which] = views;
    e->actions[which] = actions;
}

static void read_sentence(study *s, pl_net_example *e, char **at)
{
    expect_word(at, "sentence");
    uint32_t n = e->n_words = (uint32_t)number(at);
    e->words = PL_NEW_ARRAY(&s->m, uint32_t, n);
    e->counts = PL_NEW_ARRAY(&s->m, uint32_t, n);
    e->shapes = PL_NEW_ARRAY(&s->m, uint8_t, n);
    e->spellings = PL_NEW_ARRAY(&s->m, uint32_t, n);
    e->tags = PL_NEW_ARRAY(&s->m, uint32_t, n);
    uint32_t *none = PL_NEW_ARRAY(&s->m, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        read_word(s, e, i, at);
        none[i] = PL_NONE;
    }
    e->morphs = e->functions = none;
    read_views(s, e, PL_NET_STRUCTURE, at);
    read_views(s, e, PL_NET_LABELS, at);
}

/* -- the weights ------------------------------------------------------------------------- */

/* The i-th weight of a tensor of the study. */
static double weight(const char *name, size_t i)
{
    int k = 0;
    for (int c = 0; name[c] != '\0'; c++)
        k += (c + 1) * name[c];
    bool gain = strcmp(name, "sn.weight") == 0 || strcmp(name, "ln.weight") == 0;
    return (gain ? 1 : 0) + 0.4 * sin(1.7 * (double)i + k % 1000);
}

/* Tensors that are the same here as there. */
typedef enum sameness {
    SAME,
    OF_WORDS, /* weights on the vectors of words */
    TWICE,    /* two there are one here, so that a step is twice as long */
} sameness;

typedef struct tensor {
    const char *name;
    size_t at, n;
    sameness kind;
} tensor;

/* Where the i-th weight of a tensor stands in the study: there the tag is the last part of
 * a word's vector, here the letters are. */
static size_t place(const tensor *t, size_t i)
{
    size_t tag = sizes.word + sizes.shape, letters = (size_t)2 * sizes.letters;
    size_t wide = tag + sizes.tag + letters, col = i % wide;
    if (t->kind != OF_WORDS || col < tag)
        return i;
    return col < tag + sizes.tag ? i + letters : i - sizes.tag;
}

static const char *scorer_part(study *s, int which, const char *part)
{
    return pl_arena_printf(&s->m, "%c%s", which == PL_NET_STRUCTURE ? 's' : 'l', part);
}

static size_t list_lstm(const pl_lstm *l, const char *prefix, const char *suffix,
                        tensor *t, pl_arena *m)
{
    size_t wide = (size_t)4 * l->n_out;
    sameness kind = strcmp(prefix, "layers.0") == 0 ? OF_WORDS : SAME;
    t[0] = (tensor){pl_arena_printf(m, "%s.weight_ih_l0%s", prefix, suffix), l->wx,
                    wide * l->n_in, kind};
    t[1] = (tensor){pl_arena_printf(m, "%s.weight_hh_l0%s", prefix, suffix), l->wh,
                    wide * l->n_out, SAME};
    t[2] = (tensor){pl_arena_printf(m, "%s.bias_ih_l0%s", prefix, suffix), l->b, wide,
                    TWICE};
    return 3;
}

static size_t list_dense(const pl_dense *d, const char *name, tensor *t, pl_arena *m)
{
    t[0] = (tensor){pl_arena_printf(m, "%s.weight", name), d->w,
                    (size_t)d->n_in * d->n_out, SAME};
    t[1] = (tensor){pl_arena_printf(m, "%s.bias", name), d->b, d->n_out, SAME};
    return 2;
}

static size_t list_tensors(study *s, tensor *t)
{
    const pl_network *net = &s->net;
    size_t n = 0;
    t[n++] =
        (tensor){"we.weight", net->words, (size_t)s->counts.words * sizes.word, SAME};
    t[n++] =
        (tensor){"cap.weight", net->shapes, (size_t)PL_NET_SHAPES * sizes.shape, SAME};
    t[n++] = (tensor){"ce.weight", net->letters, (size_t)s->counts.letters * sizes.letter,
                      SAME};
    t[n++] = (tensor){"te.weight", net->tags, (size_t)s->counts.tags * sizes.tag, SAME};
    for (int k = 0; k < 2; k++) {
        const char *suffix = k == 0 ? "" : "_reverse";
        n += list_lstm(&net->spell[k], "cl", suffix, t + n, &s->m);
        n += list_lstm(&net->layers.at[k], "layers.0", suffix, t + n, &s->m);
        n += list_lstm(&net->layers.at[2 + k], "layers.1", suffix, t + n, &s->m);
    }
    n += list_dense(&net->tagger, "tagger", t + n, &s->m);
    for (int k = 0; k < PL_N_NET_SCORERS; k++) {
        const pl_net_scorer *c = &net->scorers[k];
        n += list_dense(&c->actions, scorer_part(s, k, "2"), t + n, &s->m);
        const char *norm = scorer_part(s, k, "n");
        t[n++] = (tensor){pl_arena_printf(&s->m, "%s.weight", norm), c->norm.gain,
                          sizes.hidden, SAME};
        t[n++] = (tensor){pl_arena_printf(&s->m, "%s.bias", norm), c->norm.shift,
                          sizes.hidden, SAME};
    }
    return n;
}

/* The hidden layer of the study reads all words and vectors of labels side by side. Here
 * each word has rows of its own, and each label what its vector would give; the bias is
 * with the labels of the first item. */
static void fill_scorer(study *s, int which)
{
    const pl_net_scorer *c = &s->net.scorers[which];
    const char *name = scorer_part(s, which, "1.weight");
    const char *bias = scorer_part(s, which, "1.bias");
    size_t wide = 2 * sizes.layer;
    size_t row = PL_NET_WORD_SLOTS * wide + PL_NET_LABEL_SLOTS * LABEL_WIDTH;
    for (size_t h = 0; h < sizes.hidden; h++)
        for (size_t j = 0; j < PL_NET_WORD_SLOTS; j++)
            for (size_t d = 0; d < wide; d++)
                s->weights[c->slots.w + (j * sizes.hidden + h) * wide + d] =
                    weight(name, h * row + j * wide + d);
    for (size_t j = 0; j < PL_NET_LABEL_SLOTS; j++)
        for (size_t l = 0; l < s->counts.labels; l++)
            for (size_t h = 0; h < sizes.hidden; h++) {
                double sum = j == 0 ? weight(bias, h) : 0;
                for (size_t k = 0; k < LABEL_WIDTH; k++)
                    sum += weight(name, h * row + PL_NET_WORD_SLOTS * wide +
                                            j * LABEL_WIDTH + k) *
                           weight("le.weight", l * LABEL_WIDTH + k);
                s->weights[c->labels + (j * s->counts.labels + l) * sizes.hidden + h] =
                    sum;
            }
}

static void study_init(study *s, tensor *tensors, size_t *n, char **at)
{
    *s = (study){0};
    s->text = *at = read_text("tests/data/network-step.txt");
    pl_net_counts *c = &s->counts;
    expect_word(at, "counts words");
    c->words = (uint32_t)number(at);
    expect_word(at, "letters");
    c->letters = (uint32_t)number(at);
    expect_word(at, "tags");
    c->tags = (uint32_t)number(at);
    expect_word(at, "labels");
    c->labels = (uint32_t)number(at);
    expect_word(at, "structures");
    c->structures = (uint32_t)number(at);
    expect_word(at, "names");
    c->names = (uint32_t)number(at);
    pl_network_init(&s->net, &sizes, c);
    for (int i = 0; i < N_SENTENCES; i++) {
        read_sentence(s, &s->examples[i], at);
        s->list[i] = &s->examples[i];
    }
    size_t size = s->net.n_weights;
    s->weights = calloc(size, sizeof *s->weights);
    s->gradient = calloc(size, sizeof *s->gradient);
    s->before = calloc(size, sizeof *s->before);
    s->step = calloc(size, sizeof *s->step);
    *n = list_tensors(s, tensors);
    for (size_t k = 0; k < *n; k++)
        for (size_t i = 0; i < tensors[k].n; i++)
            s->weights[tensors[k].at + i] =
                weight(tensors[k].name, place(&tensors[k], i));
    fill_scorer(s, PL_NET_STRUCTURE);
    fill_scorer(s, PL_NET_LABELS);
    memcpy(s->before, s->weights, size * sizeof *s->weights);
}

static void study_release(study *s)
{
    pl_network_release(&s->net);
    PL_VEC_RELEASE(&s->spellings.letters, &s->spellings.ends);
    pl_arena_release(&s->m);
    free(s->weights);
    free(s->gradient);
    free(s->before);
    free(s->step);
    free(s->text);
}

/* -- the step ---------------------------------------------------------------------------- */

static void check_number(const char *what, double found, char **at)
{
    double want = strtod(*at, at);
    if (fabs(found - want) > 1e-6 * (0.01 + fabs(want)))
        fail_msg("%s: %.12g, in the study %.12g", what, found, want);
}

/* Three sums over a tensor, as the study printed them. */
static void check_sums(const tensor *t, const double *x, const double *y, char **at)
{
    double sum = 0, size = 0, wave = 0;
    for (size_t i = 0; i < t->n; i++) {
        double d = x[t->at + i] - (y != NULL ? y[t->at + i] : 0);
        sum += d;
        size += fabs(d);
        wave += d * cos(0.7 * (double)place(t, i));
    }
    check_number(t->name, sum, at);
    check_number(t->name, size, at);
    check_number(t->name, wave, at);
}

static void same_step(void **state)
{
    (void)state;
    study s;
    tensor tensors[64];
    size_t n;
    char *at;
    study_init(&s, tensors, &n, &at);
    pl_net_options o = {.smoothing = 0.1, .tasks = 0.3, .arcs = 0.3};
    pl_net_pass *p = pl_net_pass_new(&s.net, &s.spellings, NULL, &o);
    double loss =
        pl_net_pass_run(p, s.weights, s.list, N_SENTENCES, 1.0 / N_SENTENCES, 1, true);
    expect_word(&at, "loss");
    check_number("loss", loss, &at);
    pl_adam a = {.n = s.net.n_weights, .decay = 1e-4, .clip = 1e9, .keep = 0.999};
    pl_pool *pool = pl_pool_new(1);
    pl_gradient_add(pl_net_pass_terms(p), 1, s.gradient, pool);
    pl_adam_init(&a, s.weights);
    memcpy(s.step, s.gradient, s.net.n_weights * sizeof *s.step);
    pl_adam_step(&a, s.step, 2e-3, pool);
    for (size_t k = 0; k < n; k++) {
        const tensor *t = &tensors[k];
        char *line = strstr(at, pl_arena_printf(&s.m, "tensor %s ", t->name));
        assert_non_null(line);
        char *numbers = strstr(line, "gradient ") + strlen("gradient ");
        check_sums(t, s.gradient, NULL, &numbers);
        expect_word(&numbers, "step");
        if (t->kind != TWICE)
            check_sums(t, s.weights, s.before, &numbers);
    }
    pl_adam_release(&a);
    pl_pool_free(pool);
    pl_net_pass_free(p);
    study_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
