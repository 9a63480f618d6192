/* Learning and parsing of dependencies: models of random trees, the heap against the
 * beam, model files. */
#include "unit.h"

#include "parser/dep_parser.h"
#include "parser/dep_trainer.h"

#include <stdio.h>
#include <string.h>

static pl_tree *random_sentence(pl_arena *m, pl_rng *rng, uint32_t n)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const char *const tags[] = {"X", "Y", "Z"};
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = words[pl_rng_below(rng, 8)];
        t->nodes[i].label = tags[pl_rng_below(rng, 3)];
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : pl_rng_below(rng, i);
        t->tokens[i].deprel = "x";
    }
    t->has_deps = true;
    return t;
}

enum { N_LABELS = 3 };

typedef PL_VEC(pl_tree *) tree_list;

/* A model of `system` for the words of some trees, without weights. */
static pl_dep_model *empty_model(const char *system, bool single_root,
                                 const tree_list *trees)
{
    pl_dep_model *m = pl_dep_model_new();
    pl_error err;
    pl_word_counts counts = {0};
    uint8_t seen[PL_DEP_MAX_MOVES * N_LABELS];
    if (pl_dep_params_load(&m->params, system, &err) < 0)
        fail_msg("%s", err.text);
    m->params.single_root = single_root;
    assert_int_equal(pl_dep_params_check(&m->params, NULL, &err), 0);
    assert_int_equal(pl_dep_templates_load(&m->templates, "dep-wide", &err), 0);
    for (uint32_t i = 0; i < N_LABELS; i++)
        pl_intern_add(&m->labels, (const char *[]){"root", "left", "right"}[i]);
    memset(seen, 1, sizeof seen);
    for (uint32_t k = 0; k < PL_DEP_MAX_MOVES; k++)
        seen[k * N_LABELS] = 2;
    pl_dep_actions_make(&m->actions, &m->params, seen, N_LABELS);
    for (size_t i = 0; i < trees->n; i++)
        pl_word_counts_tree(&counts, trees->at[i]);
    pl_vocab_make(&m->vocab, PL_UNKNOWN_HAPAX, &counts);
    m->far = m->params.D > 1 ? PL_DEP_FAR_BOTH : PL_DEP_FAR_NO;
    pl_str_printf(&m->about,
                  "single-root: %d\narc-distance: %s\nunknown: hapax\nbeam: 7\n",
                  single_root, pl_dep_far_names[m->far]);
    pl_dep_features_compile(&m->features, &m->templates, m->far);
    pl_word_counts_release(&counts);
    return m;
}

/* Three epochs; the number of sentences seen in the last. */
static size_t teach(pl_dep_model *m, const tree_list *trees,
                    const pl_train_options *options)
{
    pl_trainer *t = pl_dep_trainer_new(m, options);
    pl_epoch epoch;
    for (size_t i = 0; i < trees->n; i++) {
        uint32_t labels[12];
        for (uint32_t k = 0; k < trees->at[i]->n_tokens; k++)
            labels[k] = trees->at[i]->tokens[k].head == PL_ROOT_HEAD ? 0 : 1 + k % 2;
        pl_dep_trainer_add(t, trees->at[i], labels);
    }
    for (int i = 0; i < 3; i++)
        assert_true(pl_trainer_epoch(t, &epoch));
    pl_trainer_finish(t, 0);
    pl_trainer_free(t);
    return epoch.n_examples;
}

static void random_trees(pl_arena *m, pl_rng *rng, size_t n, tree_list *trees)
{
    trees->n = 0;
    for (size_t i = 0; i < n; i++)
        PL_PUSH(trees, random_sentence(m, rng, 1 + pl_rng_below(rng, 11)));
}

/* A model of `system` that has learnt from random trees. */
static pl_dep_model *random_model(const char *system, bool single_root, uint32_t beam,
                                  pl_rng *rng)
{
    pl_arena arena = {0};
    tree_list trees = {0};
    random_trees(&arena, rng, 40, &trees);
    pl_dep_model *m = empty_model(system, single_root, &trees);
    pl_train_options options = {
        .beam = beam, .update = beam % 2 ? PL_UPDATE_LASO : PL_UPDATE_EARLY, .seed = 3};
    assert_true(teach(m, &trees, &options) > 5);
    PL_VEC_RELEASE(&trees);
    pl_arena_release(&arena);
    return m;
}

static void assert_is_tree(const pl_tree *t, bool single_root)
{
    uint32_t roots = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t at = i, steps = 0;
        while (at != PL_ROOT_HEAD && steps++ <= t->n_tokens)
            at = t->tokens[at].head;
        assert_int_equal(at, PL_ROOT_HEAD);
        assert_non_null(t->tokens[i].deprel);
        roots += t->tokens[i].head == PL_ROOT_HEAD;
    }
    assert_true(single_root ? roots == 1 : roots >= 1);
}

static const char *const systems[] = {
    "arc-standard",    "arc-eager", "arc-hybrid",   "easy-first", "easy-first-np",
    "easy-first-np-5", "attardi",   "easy-first-4", "dag",
};
enum { N_SYSTEMS = sizeof systems / sizeof *systems };

/* Whatever the system and the beam, trees come out; and the best of a larger beam that
 * found the same derivation scores no less. */
static void trees_come_out(void **state)
{
    (void)state;
    pl_rng rng = {11};
    for (uint32_t k = 0; k < 2 * N_SYSTEMS; k++) {
        pl_dep_model *m = random_model(systems[k / 2], k % 2, 1 + 3 * (k % 2), &rng);
        pl_dep_parser *one = pl_dep_parser_new(m, 1), *many = pl_dep_parser_new(m, 6);
        pl_arena arena = {0};
        for (int i = 0; i < 30; i++) {
            pl_tree *t = random_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 14));
            assert_int_equal(pl_dep_parser_run(one, t, 1), 1);
            pl_dep_parser_tree(one, 0, t);
            assert_is_tree(t, m->params.single_root);
            uint32_t n = pl_dep_parser_run(many, t, 6);
            assert_in_range(n, 1, 6);
            for (uint32_t b = 0; b < n; b++) {
                pl_dep_parser_tree(many, b, t);
                assert_is_tree(t, m->params.single_root);
                if (b > 0)
                    assert_true(pl_dep_parser_score(many, b) <=
                                pl_dep_parser_score(many, b - 1));
            }
            pl_arena_reset(&arena);
        }
        pl_dep_parser_free(one);
        pl_dep_parser_free(many);
        pl_arena_release(&arena);
        pl_dep_model_free(m);
    }
}

/* The heap finds what a beam of one finds, scores and all. */
static void heap_against_beam(void **state)
{
    (void)state;
    static const char *const settings[] = {"easy-first", "easy-first-np"};
    pl_rng rng = {5};
    for (uint32_t k = 0; k < 4; k++) {
        pl_dep_model *m = random_model(settings[k / 2], k % 2, 2, &rng);
        pl_dep_parser *heap = pl_dep_parser_new(m, 1);
        m->params.bottom_up = false; /* so that the heap does not fit */
        pl_dep_parser *beam = pl_dep_parser_new(m, 1);
        m->params.bottom_up = true;
        pl_arena arena = {0};
        for (int i = 0; i < 200; i++) {
            pl_tree *a = random_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 25));
            pl_tree *b = pl_tree_copy(a, &arena);
            pl_dep_parser_run(heap, a, 1);
            pl_dep_parser_tree(heap, 0, a);
            pl_dep_parser_run(beam, b, 1);
            pl_dep_parser_tree(beam, 0, b);
            assert_true(pl_dep_parser_score(heap, 0) == pl_dep_parser_score(beam, 0));
            for (uint32_t w = 0; w < a->n_tokens; w++) {
                assert_int_equal(a->tokens[w].head, b->tokens[w].head);
                assert_string_equal(a->tokens[w].deprel, b->tokens[w].deprel);
            }
            pl_arena_reset(&arena);
        }
        pl_dep_parser_free(heap);
        pl_dep_parser_free(beam);
        pl_arena_release(&arena);
        pl_dep_model_free(m);
    }
}

/* What is explained adds up to the score of the tree; a beam of one takes the best step,
 * and the other is another one. */
static void explained(void **state)
{
    (void)state;
    pl_rng rng = {31};
    for (uint32_t k = 0; k < 2 * N_SYSTEMS; k++) {
        uint32_t beam = k % 2 ? 5 : 1, n_others = 0;
        pl_dep_model *m = random_model(systems[k / 2], k % 2, 2, &rng);
        pl_dep_parser *p = pl_dep_parser_new(m, beam);
        pl_arena arena = {0};
        pl_str text = {0};
        for (int i = 0; i < 20; i++) {
            pl_tree *t = random_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 12));
            pl_dep_parser_run(p, t, 1);
            double score = pl_dep_parser_score(p, 0), sum = 0;
            uint32_t n = 0, n_arcs = 0, number;
            pl_str_clear(&text);
            pl_dep_parser_explain(p, 0, &text);
            for (const char *at = pl_str_text(&text); *at != '\0'; n++) {
                char step[64], other[64];
                double one, two = -1e9;
                int got = sscanf(at, "%u\t%63s\t%lf\t%63s\t%lf", &number, step, &one,
                                 other, &two);
                assert_true(got == 5 || (got == 4 && strcmp(other, "-") == 0));
                assert_int_equal(number, n + 1);
                assert_string_not_equal(step, other);
                assert_true(beam > 1 || one >= two);
                sum += one;
                n_others += got == 5;
                size_t length = strcspn(at, "\n");
                n_arcs += memmem(at, length, " -> ", 4) != NULL;
                at += length + 1;
            }
            assert_true(n_arcs == t->n_tokens || m->params.many_heads);
            assert_float_equal(sum, score, 0.01 * n);
            pl_arena_reset(&arena);
        }
        assert_true(n_others > 20);
        pl_str_release(&text);
        pl_dep_parser_free(p);
        pl_arena_release(&arena);
        pl_dep_model_free(m);
    }
}

/* Arcs over other tokens in the derivation of the best tree, as it is explained. */
static uint32_t count_far(pl_dep_parser *p, pl_str *text)
{
    uint32_t n = 0, i, j;
    char arc[64];
    pl_str_clear(text);
    pl_dep_parser_explain(p, 0, text);
    for (const char *at = pl_str_text(text); *at != '\0'; at += strcspn(at, "\n") + 1)
        n += sscanf(at, "%*u\t%63[A-Z-][%u,%u]", arc, &i, &j) == 3 && i - j > 1;
    return n;
}

/* Favoured, there are more of them, each counts that much more, and the heap and the beam
 * still agree; without weight nothing changes. */
static void far_arcs_favoured(void **state)
{
    (void)state;
    enum { WEIGHT = 500 };
    static const char *const settings[] = {"easy-first-np", "easy-first-np-5", "attardi"};
    pl_rng rng = {41};
    pl_arena arena = {0};
    pl_str text = {0};
    for (uint32_t k = 0; k < 3; k++) {
        pl_dep_model *m = random_model(settings[k], false, 2, &rng);
        uint32_t few = 0, many = 0;
        for (int i = 0; i < 30; i++) {
            pl_tree *t = random_sentence(&arena, &rng, 5 + pl_rng_below(&rng, 7));
            pl_dep_parser *p = pl_dep_parser_new(m, 1);
            pl_dep_parser_run(p, t, 1);
            double plain = pl_dep_parser_score(p, 0);
            uint32_t n_plain = count_far(p, &text);
            pl_dep_model_favour_far(m, WEIGHT);
            pl_dep_parser_run(p, t, 1);
            double favoured = pl_dep_parser_score(p, 0);
            uint32_t n = count_far(p, &text);
            pl_dep_model_favour_far(m, 0);
            few += n_plain;
            many += n;
            /* no random score is anywhere near the weight */
            assert_true(favoured - plain > (double)WEIGHT * ((double)n - n_plain - 1));
            assert_true(favoured - plain < (double)WEIGHT * ((double)n + 1));
            pl_dep_parser_run(p, t, 1);
            assert_true(pl_dep_parser_score(p, 0) == plain);
            pl_dep_parser_free(p);
            pl_arena_reset(&arena);
        }
        assert_true(many > few + 30);
        pl_dep_model_free(m);
    }
    pl_str_release(&text);
    pl_arena_release(&arena);
}

/* The first and the last three characters of words, whatever their bytes. */
static void affixes(void **state)
{
    (void)state;
    static const char *const words[] = {"ærøfærgen", "ærø", "færgen", "æ", "gen", "agen"};
    pl_arena arena = {0};
    pl_error err;
    pl_dep_model *m = pl_dep_model_new();
    pl_tree *t = pl_tree_new(&arena, 6);
    for (uint32_t i = 0; i < 6; i++)
        t->tokens[i].word = words[i];
    for (int left = 0; left < 2; left++) {
        m->params.root_left = left;
        assert_null(pl_dep_model_values(m, t, &arena).begins);
        if (left == 0)
            assert_int_equal(pl_dep_templates_parse(&m->templates, "x", "s0e+n0b", &err),
                             0);
        pl_dep_features_compile(&m->features, &m->templates, PL_DEP_FAR_NO);
        pl_dep_values v = pl_dep_model_values(m, t, &arena);
        const uint32_t *b = v.begins + left, *e = v.ends + left;
        assert_int_equal(b[0], b[1]);
        assert_int_not_equal(b[0], b[2]);
        assert_int_not_equal(b[1], b[3]);
        assert_int_equal(e[0], e[2]);
        assert_int_equal(e[0], e[4]);
        assert_int_equal(e[0], e[5]);
        assert_int_equal(b[4], e[4]); /* the same three, at either end */
        assert_int_not_equal(e[1], e[3]);
        assert_int_not_equal(v.begins[left ? 0 : 6], b[0]);
        assert_int_equal(v.begins[left ? 0 : 6], v.ends[left ? 0 : 6]);
        pl_dep_features_release(&m->features);
    }
    pl_dep_model_free(m);
    pl_arena_release(&arena);
}

static void written_and_read_again(void **state)
{
    (void)state;
    char path[] = "/tmp/pleach-dep-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    pl_rng rng = {23};
    pl_error err;
    for (uint32_t k = 0; k < N_SYSTEMS; k++) {
        pl_dep_model *m = random_model(systems[k], k % 2, 3, &rng);
        pl_section_list list = {0};
        pl_dep_model_put(m, &list);
        assert_int_equal(pl_sections_save(&list, path, &err), 0);
        pl_sections_release(&list);
        pl_sections *file = pl_sections_open(path, &err);
        assert_non_null(file);
        pl_dep_model *again = pl_dep_model_from(file, &err);
        if (again == NULL)
            fail_msg("%s", err.text);
        assert_int_equal(again->actions.n, m->actions.n);
        assert_int_equal(pl_about_number(&again->about, "beam", 0), 7);
        pl_dep_parser *first = pl_dep_parser_new(m, 4),
                      *second = pl_dep_parser_new(again, 4);
        pl_arena arena = {0};
        for (int i = 0; i < 10; i++) {
            pl_tree *t = random_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 12));
            pl_dep_parser_run(first, t, 1);
            pl_dep_parser_run(second, t, 1);
            assert_true(pl_dep_parser_score(first, 0) == pl_dep_parser_score(second, 0));
        }
        pl_dep_parser_free(first);
        pl_dep_parser_free(second);
        pl_arena_release(&arena);
        pl_dep_model_free(again);
        pl_sections_close(file);
        pl_dep_model_free(m);
    }
    remove(path);
    (void)fd;
}

/* Learns once more with other numbers of runs and threads: the weights. */
static void assert_same_weights(pl_dep_model *m, const tree_list *trees, uint32_t runs,
                                unsigned threads, const void *weights, size_t size,
                                bool same)
{
    pl_train_options options = {
        .beam = 3, .update = PL_UPDATE_LASO, .seed = 5, .runs = runs, .threads = threads};
    size_t seen = teach(m, trees, &options);
    assert_int_equal(seen % (runs > 0 ? runs : 1), 0);
    assert_int_equal(m->weights_size == size && memcmp(m->weights, weights, size) == 0,
                     same);
}

/* One run is the plain trainer. Runs over a single sentence cannot differ in its order,
 * so their mean is what each has learnt (2 and 4 divide without rounding); over several
 * they do, and threads change nothing. */
static void several_runs(void **state)
{
    (void)state;
    pl_rng rng = {23};
    pl_arena arena = {0};
    tree_list trees = {0};
    for (size_t n = 1; n <= 40; n += 39) {
        random_trees(&arena, &rng, n, &trees);
        if (n == 1)
            trees.at[0] = random_sentence(&arena, &rng, 9);
        pl_dep_model *m = empty_model("easy-first-np", false, &trees);
        pl_train_options options = {.beam = 3, .update = PL_UPDATE_LASO, .seed = 5};
        assert_int_equal(teach(m, &trees, &options), n);
        size_t size = m->weights_size;
        void *plain = pl_alloc(size);
        memcpy(plain, m->weights, size);
        assert_same_weights(m, &trees, 1, 1, plain, size, true);
        assert_same_weights(m, &trees, 2, 1, plain, size, n == 1);
        assert_same_weights(m, &trees, 4, 3, plain, size, n == 1);
        free(plain);
        size = m->weights_size;
        plain = pl_alloc(size);
        memcpy(plain, m->weights, size);
        assert_same_weights(m, &trees, 4, 1, plain, size, true);
        free(plain);
        pl_dep_model_free(m);
    }
    PL_VEC_RELEASE(&trees);
    pl_arena_release(&arena);
}

static void bad_templates(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"q0w", "begins with s0"},      {"s0", "one of the fields"},
        {"s0.xw", "after a dot"},       {"s0w+", "begins with"},
        {"s0w*", "expected +"},         {"include dep", "include each other"},
        {"s0wpqfcvVxX", "more than 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_dep_templates t = {0};
        pl_error err;
        assert_int_equal(pl_dep_templates_parse(&t, "x", cases[i][0], &err), -1);
        if (strstr(err.text, cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], err.text);
        pl_dep_templates_release(&t);
    }
    pl_dep_templates t = {0};
    pl_error err;
    assert_int_equal(pl_dep_templates_load(&t, "dep", &err), 0);
    assert_int_equal(t.list.n, 72); /* as many as the paper has */
    pl_dep_templates_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_out),    cmocka_unit_test(heap_against_beam),
        cmocka_unit_test(explained),         cmocka_unit_test(written_and_read_again),
        cmocka_unit_test(far_arcs_favoured), cmocka_unit_test(affixes),
        cmocka_unit_test(several_runs),      cmocka_unit_test(bad_templates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
