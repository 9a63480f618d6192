/* Parsing with networks: rounded weights against floating point, one kind of processor
 * against another, sentences together against sentences alone, and the file. */
#include "toy_net.h"

#include "base/byteorder.h"
#include "parser/net_scorer.h"

#include "../../src/learn/bytes.c"
#include "../../src/train/net_pass.c"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

/* -- what comes out, as text ------------------------------------------------------------- */

static void put_tree(const pl_tree *t, pl_str *out)
{
    for (uint32_t i = 0; i < t->n_nodes; i++)
        pl_str_printf(out, "%s/%s/%s<%d ", t->nodes[i].label != NULL ? t->nodes[i].label : "-",
                      t->nodes[i].morph != NULL ? t->nodes[i].morph : "-",
                      t->nodes[i].func != NULL ? t->nodes[i].func : "-",
                      (int)t->nodes[i].parent);
    pl_str_putc(out, '\n');
}

/* Parses all sentences, `at_once` of them read together. */
static void parse_all(const toy_net *t, uint32_t beam, uint32_t at_once, pl_str *out)
{
    pl_arena m = {0};
    pl_model model = t->model;
    model.settings.beam = beam;
    model.settings.nbest = beam;
    pl_model_state *s = pl_model_state_new(&model);
    for (uint32_t i = 0; i < TOY_SENTENCES; i += at_once) {
        pl_tree *some[TOY_SENTENCES];
        uint32_t n = TOY_SENTENCES - i < at_once ? TOY_SENTENCES - i : at_once;
        for (uint32_t k = 0; k < n; k++)
            some[k] = toy_words(t->trees[i + k], &m);
        if (at_once > 1)
            pl_model_prepare(s, some, n);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t found = pl_model_run(s, some[k], beam);
            assert_in_range(found, 1, beam);
            for (uint32_t r = 0; r < found; r++) {
                pl_tree *tree = pl_tree_copy(some[k], &m);
                pl_model_tree(s, r, tree);
                pl_str_printf(out, "%.6f ", pl_model_score(s, r));
                put_tree(tree, out);
            }
            pl_model_explain(s, 0, out);
        }
    }
    pl_model_state_free(s);
    pl_arena_release(&m);
}

static void assert_same(const pl_str *a, const pl_str *b)
{
    assert_string_equal(pl_str_text(a), pl_str_text(b));
}

/* -- sentences together ------------------------------------------------------------------ */

static void check_together(const char *system, uint32_t tag, uint32_t n_members)
{
    toy_net t;
    toy_net_init(&t, system, tag, n_members);
    for (uint32_t beam = 1; beam <= 5; beam += 4) {
        pl_str alone = {0}, pairs = {0}, all = {0};
        parse_all(&t, beam, 1, &alone);
        parse_all(&t, beam, 2, &pairs);
        parse_all(&t, beam, TOY_SENTENCES, &all);
        assert_same(&alone, &pairs);
        assert_same(&alone, &all);
        pl_str_release(&alone);
        pl_str_release(&pairs);
        pl_str_release(&all);
    }
    toy_net_release(&t);
}

static void sentences_read_together_get_the_same_trees(void **state)
{
    (void)state;
    check_together("ml-gap", 0, 1);
    check_together("ml-gap", 5, 1);
    check_together("ml-gap", 0, 2);
    check_together("sr-gap", 0, 1);
    check_together("swap", 0, 1);
}

/* A sentence that takes the memory of the one before is read anew. */
static void the_memory_of_a_sentence_is_used_again(void **state)
{
    (void)state;
    toy_net t;
    pl_str expected = {0}, found = {0};
    toy_net_init(&t, "ml-gap", 0, 1);
    pl_model_state *s = pl_model_state_new(&t.model);
    for (int again = 0; again < 2; again++) {
        pl_tree *memory = toy_words(t.trees[0], &t.arena);
        for (uint32_t i = 0; i < 4; i++) {
            pl_tree *words = again ? memory : toy_words(t.trees[0], &t.arena);
            for (uint32_t k = 0; k < words->n_tokens; k++) {
                words->tokens[k].word = t.trees[0]->tokens[k * (i + 1) % 60].word;
                words->nodes[k].label = words->nodes[k].morph = NULL;
            }
            if (i == 2) { /* is tagged, and not parsed */
                pl_model_tag(s, words);
                continue;
            }
            assert_int_equal(pl_model_run(s, words, 1), 1);
            pl_model_tree(s, 0, words);
            put_tree(words, again ? &found : &expected);
        }
    }
    assert_same(&expected, &found);
    pl_str_release(&expected);
    pl_str_release(&found);
    pl_model_state_free(s);
    toy_net_release(&t);
}

/* -- kinds of processors ------------------------------------------------------------------ */

static void every_processor_gets_the_same_trees(void **state)
{
    (void)state;
    pl_str first = {0};
    for (size_t k = 0; k < N_KINDS; k++) {
        if (!kinds[k].present())
            continue;
        chosen = &kinds[k];
        toy_net t;
        pl_str now = {0};
        toy_net_init(&t, "ml-gap", 0, 2);
        parse_all(&t, 4, 7, &now);
        if (first.n == 0)
            pl_str_put(&first, pl_str_text(&now), now.n);
        assert_same(&first, &now);
        pl_str_release(&now);
        toy_net_release(&t);
    }
    chosen = NULL;
    pl_str_release(&first);
}

static float random_float(pl_rng *rng)
{
    return (float)((double)(pl_rng_next(rng) >> 11) / 4503599627370496.0 - 1);
}

/* A product of bytes, for any shape: the numbers of all kinds, added up in order. */
static void fill_product(pl_rng *rng, uint32_t n, uint32_t n_in, uint32_t n_out, bool add, float *y)
{
    float *x = malloc((n * n_in + 1) * sizeof *x), *b = malloc(n_out * sizeof *b);
    float *row = malloc(n_in * sizeof *row), *scales = malloc(n_out * sizeof *scales);
    int8_t *w = malloc((size_t)n_in * n_out);
    pl_byte_factor f;
    pl_byte_rows rows = {0};
    for (uint32_t i = 0; i < n * n_in; i++)
        x[i] = random_float(rng);
    for (uint32_t i = 0; i < n_out; i++) {
        b[i] = random_float(rng);
        for (uint32_t j = 0; j < n_in; j++)
            row[j] = random_float(rng) * (float)(i % 5);
        scales[i] = pl_round_row(row, n_in, w + (size_t)i * n_in);
    }
    for (uint32_t i = 0; i < n * n_out; i++)
        y[i] = random_float(rng);
    pl_byte_weights weights = {n_in, n_out, w, scales};
    pl_byte_factor_init(&f, &weights);
    pl_byte_rows_set(&rows, pl_mat_of(x, n, n_in));
    pl_byte_product(pl_mat_of(y, n, n_out), &rows, &f, b, add);
    pl_byte_rows_release(&rows);
    pl_byte_factor_release(&f);
    free(x);
    free(b);
    free(row);
    free(scales);
    free(w);
}

enum { MOST = 40 * 100 };

/* The functions between the products. */
static void fill_rows(pl_rng *rng, const pl_row_ops *ops, uint32_t n, float *y)
{
    float x[4 * 100], cells[100], gain[100], shift[100];
    const float *from[7];
    for (uint32_t j = 0; j < 4 * n; j++)
        x[j] = 8 * random_float(rng);
    for (uint32_t j = 0; j < n; j++) {
        cells[j] = random_float(rng);
        gain[j] = random_float(rng);
        shift[j] = random_float(rng);
    }
    ops->gates(x, cells, y, n);
    for (int k = 0; k < 7; k++)
        from[k] = k % 2 ? cells : x + k * (n / 2);
    ops->add(y + n, from, 7, n);
    memcpy(y + 2 * n, x, n * sizeof *x);
    ops->norm(y + 2 * n, gain, shift, n);
    memcpy(y + 3 * n, x, n * sizeof *x);
    y[4 * n] = ops->powers(y + 3 * n, n, &y[4 * n + 1]);
    y[4 * n + 2] = (float)ops->best(x, 3 * n);
    int32_t logs[300];
    ops->logs(logs, x, 7, 1e5f, 3 * n);
    for (uint32_t j = 0; j < 3 * n; j++)
        y[4 * n + 3 + j] = (float)logs[j];
}

static void every_processor_computes_the_same_bytes(void **state)
{
    (void)state;
    static float first[MOST], now[MOST];
    for (uint32_t round = 0; round < 40; round++) {
        bool has_first = false;
        for (size_t k = 0; k < N_KINDS; k++) {
            pl_rng rng = {round + 1};
            if (!kinds[k].present())
                continue;
            chosen = &kinds[k];
            uint32_t n = 1 + pl_rng_below(&rng, 39), n_in = 1 + pl_rng_below(&rng, 99);
            uint32_t n_out = 1 + pl_rng_below(&rng, 99);
            float *to = has_first ? now : first;
            memset(to, 0, sizeof now);
            if (round % 2 == 0)
                fill_product(&rng, n, n_in, n_out, round % 4 == 0, to);
            else
                fill_rows(&rng, pl_byte_rows_ops(), n_in, to);
            assert_memory_equal(to, first, sizeof first);
            has_first = true;
        }
    }
    chosen = NULL;
}

/* -- floating point ------------------------------------------------------------------------ */

/* The network in floating point, as training runs it, for one sentence. */
typedef struct reference {
    pl_net_pass *pass;
    pl_spellings spellings;
    pl_mat slots[PL_N_NET_SCORERS];
} reference;

static void read_reference(reference *r, const toy_net *t, const pl_tree *words, pl_arena *m)
{
    const pl_network *l = pl_net_layout(t->net);
    pl_net_words w;
    pl_net_vocab_words(pl_net_names(t->net), words, m, &w);
    uint32_t *numbers = PL_NEW_ARRAY(m, uint32_t, w.n), *zeros = PL_NEW_ARRAY(m, uint32_t, w.n);
    r->spellings.letters.n = r->spellings.ends.n = 0;
    PL_APPEND(&r->spellings.letters, w.letters, w.ends[w.n - 1]);
    PL_APPEND(&r->spellings.ends, w.ends, w.n);
    for (uint32_t i = 0; i < w.n; i++)
        numbers[i] = i;
    pl_net_example e = {.n_words = w.n, .words = w.words, .shapes = w.shapes,
                        .spellings = numbers, .counts = zeros, .tags = zeros};
    const pl_net_example *one = &e;
    encoded c = {0};
    pl_net_pass *p = r->pass;
    p->spellings = &r->spellings;
    p->weights = t->weights;
    p->learns = false;
    pl_arena_reset(&p->m);
    line_up(p, &one, 1);
    encode(p, &c);
    for (int k = 0; k < PL_N_NET_SCORERS; k++) {
        r->slots[k] = new_wave(p, w.n, l->scorers[k].slots.n_out).x;
        pl_dense_forward(&l->scorers[k].slots, t->weights, c.out[l->sizes.n_layers - 1].x,
                         r->slots[k], &p->work);
    }
}

/* The scores of all actions of one kind. */
static void score_reference(reference *r, const toy_net *t, int which, const pl_net_view *v,
                            float *out)
{
    const pl_network *l = pl_net_layout(t->net);
    const pl_net_scorer *s = &l->scorers[which];
    uint32_t n = l->sizes.hidden;
    float sum[64] = {0}, hidden[64], scale;
    for (uint32_t j = 0; j < PL_NET_WORD_SLOTS; j++)
        add_to(sum, v->words[j] == PL_NO_WORD ? t->weights + s->missing + (size_t)j * n
                                              : row_of(r->slots[which], v->words[j]) + (size_t)j * n, n);
    for (uint32_t j = 0; j < PL_NET_LABEL_SLOTS; j++)
        add_to(sum, t->weights + s->labels + ((size_t)j * l->counts.labels + v->labels[j]) * n, n);
    pl_norm_forward(&s->norm, t->weights, pl_mat_of(sum, 1, n), pl_mat_of(hidden, 1, n), &scale);
    pl_dense_forward(&s->actions, t->weights, pl_mat_of(hidden, 1, n),
                     pl_mat_of(out, 1, s->actions.n_out), &r->pass->work);
}

typedef struct difference {
    uint32_t n, n_same; /* choices, and those in which both find the same best one */
    double sum;         /* of the differences of probabilities of the best one */
} difference;

/* Compares the rows of a config, and returns the best action. */
static pl_act compare_config(reference *r, const toy_net *t, pl_scorer *scorer, void *task,
                             const pl_config *c, difference *d)
{
    const pl_machine *m = t->model.transitions->machine;
    pl_choices choices = {0};
    pl_net_view v;
    float scores[256], sum = 0, most = -INFINITY;
    bool labels = m->ops->labels_next(task, c);
    uint32_t offset = labels ? m->first_label : 0, best = PL_NONE, other = PL_NONE, n = 0;
    scorer->ops->prepare(scorer, &c, 1);
    m->ops->choices(task, c, NULL, 0, &choices);
    const int32_t *row = scorer->ops->row(scorer, 0, choices.at[0].place);
    pl_net_see(&c->items, labels, m->n_labels, &v);
    score_reference(r, t, labels ? PL_NET_LABELS : PL_NET_STRUCTURE, &v, scores);
    for (size_t i = 0; i < choices.n; i++)
        for (uint32_t a = choices.at[i].first; a < choices.at[i].end; a++, n++) {
            best = best == PL_NONE || row[a] > row[best] ? a : best;
            other = other == PL_NONE || scores[a - offset] > scores[other - offset] ? a : other;
            most = scores[a - offset] > most ? scores[a - offset] : most;
        }
    for (size_t i = 0; i < choices.n; i++)
        for (uint32_t a = choices.at[i].first; a < choices.at[i].end; a++)
            sum += expf(scores[a - offset] - most);
    d->n += n > 1;
    d->n_same += n > 1 && best == other;
    d->sum += fabs(exp(row[best] / (double)PL_NET_SCALE) - expf(scores[best - offset] - most) / sum);
    pl_act act = {choices.at[0].place, best};
    PL_VEC_RELEASE(&choices);
    return act;
}

/* Rounding changes probabilities a little, and the best action seldom. */
static void rounding_changes_little(void **state)
{
    (void)state;
    toy_net t;
    pl_arena m = {0};
    difference d = {0};
    pl_net_options o = {0};
    toy_net_init(&t, "ml-gap", 0, 1);
    const pl_machine *machine = t.model.transitions->machine;
    reference r = {.pass = pl_net_pass_new(pl_net_layout(t.net), NULL, NULL, &o)};
    pl_net_encoder *e = pl_net_encoder_new(t.net);
    pl_scorer *scorer = pl_net_scorer_new(t.net, machine, 1);
    for (uint32_t i = 0; i < TOY_SENTENCES; i++) {
        pl_tree *words = toy_words(t.trees[i], &m);
        read_reference(&r, &t, words, &m);
        pl_net_encode(e, &words, 1, 0);
        pl_net_reading reading = pl_net_read(e, 0);
        pl_net_scorer_read(scorer, &reading);
        void *task = machine->ops->start(machine, &m, words->n_tokens, false);
        scorer->ops->start(scorer, (pl_weights){0}, &m, NULL, task);
        pl_config c;
        machine->ops->begin(task, &c);
        while (!machine->ops->is_final(task, &c))
            machine->ops->apply(task, &c, compare_config(&r, &t, scorer, task, &c, &d));
    }
    print_message("%u choices, %u the same, mean difference %.4f\n", d.n, d.n_same, d.sum / d.n);
    assert_true(d.n > 500 && d.n_same * 100 >= d.n * 95 && d.sum < 0.02 * d.n);
    scorer->ops->free(scorer);
    pl_net_encoder_free(e);
    pl_net_pass_free(r.pass);
    PL_VEC_RELEASE(&r.spellings.letters, &r.spellings.ends);
    toy_net_release(&t);
    pl_arena_release(&m);
}

/* -- members ------------------------------------------------------------------------------- */

/* Two members with the same weights say what one says. */
static void equal_members_agree(void **state)
{
    (void)state;
    toy_net one, two;
    toy_net_init(&one, "ml-gap", 0, 1);
    toy_net_init(&two, "ml-gap", 0, 2);
    pl_net_set(two.net, 1, two.weights);
    pl_model_state *a = pl_model_state_new(&one.model), *b = pl_model_state_new(&two.model);
    for (uint32_t i = 0; i < TOY_SENTENCES; i++) {
        pl_tree *x = toy_words(one.trees[i], &one.arena), *y = toy_words(x, &one.arena);
        pl_str p = {0}, q = {0};
        assert_int_equal(pl_model_run(a, x, 1), pl_model_run(b, y, 1));
        assert_true(fabs(pl_model_score(a, 0) - pl_model_score(b, 0)) < 1e-3);
        pl_model_tree(a, 0, x);
        pl_model_tree(b, 0, y);
        put_tree(x, &p);
        put_tree(y, &q);
        assert_same(&p, &q);
        pl_str_release(&p);
        pl_str_release(&q);
    }
    pl_model_state_free(a);
    pl_model_state_free(b);
    toy_net_release(&one);
    toy_net_release(&two);
}

/* -- long sentences -------------------------------------------------------------------------- */

/* More words than rows of slots are remembered for. */
static void long_sentences_are_parsed(void **state)
{
    (void)state;
    enum { N = 700 };
    toy_net t;
    pl_arena m = {0};
    toy_net_init(&t, "ml-gap", 0, 1);
    pl_tree *words = pl_tree_new(&m, N);
    for (uint32_t i = 0; i < N; i++)
        words->tokens[i].word = t.trees[0]->tokens[i * 7 % 60].word;
    pl_model_state *s = pl_model_state_new(&t.model);
    assert_int_equal(pl_model_run(s, words, 1), 1);
    pl_model_tree(s, 0, words);
    assert_int_equal(words->nodes[words->root].size, N);
    pl_model_state_free(s);
    toy_net_release(&t);
    pl_arena_release(&m);
}

/* -- files ----------------------------------------------------------------------------------- */

/* The bytes of the file of a model. */
static char *file_of(const toy_net *t, size_t *n)
{
    char path[] = "/tmp/pleach-net-XXXXXX";
    pl_error err;
    pl_section_list list = {0};
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    pl_model_put(&t->model, &list);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections_release(&list);
    close(fd); /* another file has taken its place */
    fd = open(path, O_RDONLY);
    *n = (size_t)lseek(fd, 0, SEEK_END);
    char *bytes = malloc(*n);
    assert_int_equal(pread(fd, bytes, *n, 0), *n);
    close(fd);
    unlink(path);
    return bytes;
}

static void a_model_file_keeps_all(void **state)
{
    (void)state;
    toy_net t, again;
    pl_error err;
    size_t n;
    pl_str a = {0}, b = {0};
    toy_net_init(&t, "ml-gap", 3, 2);
    char *bytes = file_of(&t, &n);
    pl_sections *file = pl_sections_from_memory("toy", bytes, n, &err);
    assert_non_null(file);
    again = t;
    again.model.transitions = pl_transitions_from(file, &t.model.about, &err);
    assert_non_null(again.model.transitions);
    parse_all(&t, 3, 4, &a);
    parse_all(&again, 3, 4, &b);
    assert_same(&a, &b);
    pl_transitions_free(again.model.transitions);
    pl_sections_close(file);
    pl_str_release(&a);
    pl_str_release(&b);
    free(bytes);
    toy_net_release(&t);
}

/* Where a section of a file begins. */
static char *section_of(char *bytes, size_t n, const char *name, size_t *size)
{
    pl_error err;
    pl_sections *file = pl_sections_from_memory("toy", bytes, n, &err);
    const char *at;
    assert_true(pl_sections_find(file, name, &at, size));
    char *found = memmem(bytes, n, at, *size);
    pl_sections_close(file);
    assert_non_null(found);
    return found;
}

static void assert_damaged(const toy_net *t, char *bytes, size_t n)
{
    pl_error err;
    pl_sections_seal(bytes, n);
    pl_sections *file = pl_sections_from_memory("toy", bytes, n, &err);
    assert_non_null(file);
    assert_null(pl_transitions_from(file, &t->model.about, &err));
    assert_non_null(strstr(err.text, "toy"));
    pl_sections_close(file);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    toy_net t;
    size_t n, size;
    toy_net_init(&t, "ml-gap", 0, 1);
    char *bytes = file_of(&t, &n);
    for (int i = 0; i < 9; i++) {
        static const uint32_t wrong[] = {0, 1, UINT32_MAX, 4097};
        for (int k = 0; k < 4; k++) {
            char *head = section_of(bytes, n, "net", &size), old[4];
            bool same = false;
            memcpy(old, head + 4 * i, 4);
            uint32_t was = pl_get32(old), now = wrong[k];
            same = was == now;
            pl_file_order(&now, 1, sizeof now);
            memcpy(head + 4 * i, &now, 4);
            if (!same)
                assert_damaged(&t, bytes, n);
            memcpy(head + 4 * i, old, 4);
            pl_sections_seal(bytes, n);
        }
    }
    char *scales = section_of(bytes, n, "net-scales", &size);
    float wrong = NAN;
    pl_file_order(&wrong, 1, sizeof wrong);
    memcpy(scales + 4, &wrong, sizeof wrong);
    assert_damaged(&t, bytes, n);
    free(bytes);
    toy_net_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_read_together_get_the_same_trees),
        cmocka_unit_test(the_memory_of_a_sentence_is_used_again),
        cmocka_unit_test(every_processor_gets_the_same_trees),
        cmocka_unit_test(every_processor_computes_the_same_bytes),
        cmocka_unit_test(rounding_changes_little),
        cmocka_unit_test(equal_members_agree),
        cmocka_unit_test(long_sentences_are_parsed),
        cmocka_unit_test(a_model_file_keeps_all),
        cmocka_unit_test(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
