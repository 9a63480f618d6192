/* The tagger: it learns, the same each time, is saved and read again, refuses damage. */
#include "unit.h"

#include "tag/tag_features.h"
#include "tag/tagger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_VERBS = 8, N_SENTENCES = 300 };

/* A little language: the fish fish; tags follow from word, ending and neighbour. */
static pl_tree *make_sentence(pl_rng *rng, pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, 5);
    bool plural = pl_rng_below(rng, 2) == 1;
    /* nouns are many, so that some are seen only once */
    t->tokens[0].word = pl_rng_below(rng, 2) == 1 ? "the" : "a";
    t->nodes[0].label = "D";
    int a = 'a' + (int)pl_rng_below(rng, 26), b = 'a' + (int)pl_rng_below(rng, 26);
    t->tokens[1].word = pl_arena_printf(m, "no%c%cu%s", a, b, plural ? "men" : "mer");
    t->nodes[1].label = plural ? "N-pl" : "N-sg";
    t->tokens[2].word = pl_arena_printf(
        m, "verb%c%s", 'a' + (int)pl_rng_below(rng, N_VERBS), plural ? "en" : "t");
    t->nodes[2].label = plural ? "V-pl" : "V-sg";
    t->tokens[3].word = "fish"; /* what it is depends on the sentence */
    t->nodes[3].label = plural ? "V-pl" : "N-sg";
    t->tokens[4].word = ".";
    t->nodes[4].label = ".";
    return t;
}

static void make_treebank(pl_arena *m, pl_tree *trees[N_SENTENCES])
{
    pl_rng rng = {7};
    for (int i = 0; i < N_SENTENCES; i++)
        trees[i] = make_sentence(&rng, m);
}

static pl_tagger *train(uint64_t seed, uint32_t epochs)
{
    pl_tag_options options = pl_tag_defaults;
    pl_arena m = {0};
    pl_tree *trees[N_SENTENCES];
    pl_error err;
    options.epochs.seed = seed;
    options.epochs.n = epochs;
    make_treebank(&m, trees);
    pl_tagger *t = pl_tagger_train(trees, N_SENTENCES, &options, &err);
    assert_non_null(t);
    assert_int_equal(t->pass.number, epochs);
    pl_arena_release(&m); /* the tagger has copied what it needs */
    return t;
}

static size_t count_wrong(const pl_tagger *t, uint64_t seed)
{
    pl_arena m = {0};
    pl_rng rng = {seed};
    size_t n_wrong = 0;
    for (int i = 0; i < 100; i++) {
        pl_tree *gold = make_sentence(&rng, &m), *found = pl_tree_copy(gold, &m);
        pl_tagger_label(t, found, NULL, &m);
        for (uint32_t k = 0; k < gold->n_tokens; k++)
            n_wrong += strcmp(gold->nodes[k].label, found->nodes[k].label) != 0;
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    return n_wrong;
}

static void learns(void **state)
{
    (void)state;
    pl_tagger *none = train(1, 0), *t = train(1, 4);
    assert_true(count_wrong(none, 99) > 50);
    assert_int_equal(count_wrong(t, 99), 0);
    /* words never seen, by their ending and their neighbours */
    pl_arena m = {0};
    pl_tree *s = pl_tree_new(&m, 3);
    s->tokens[0].word = "the";
    s->tokens[1].word = "zzzzmen";
    s->tokens[2].word = "verbaen";
    pl_tagger_label(t, s, NULL, &m);
    assert_string_equal(s->nodes[0].label, "D");
    assert_string_equal(s->nodes[1].label, "N-pl");
    assert_string_equal(s->nodes[2].label, "V-pl");
    pl_tree *empty = pl_tree_new(&m, 0);
    pl_tagger_label(t, empty, NULL, &m);
    pl_arena_release(&m);
    pl_tagger_free(none);
    pl_tagger_free(t);
}

static void put(const pl_tagger *t, pl_section_list *list)
{
    pl_sections_add(list, "about", "kind: test\n", 11);
    pl_tagger_put(t, list);
}

static void same_bytes(void **state)
{
    (void)state;
    pl_tagger *a = train(1, 3), *b = train(1, 3), *c = train(2, 3);
    pl_section_list x = {0}, y = {0}, z = {0};
    put(a, &x);
    put(b, &y);
    put(c, &z);
    assert_int_equal(x.bytes.n, y.bytes.n);
    assert_memory_equal(x.bytes.at, y.bytes.at, x.bytes.n);
    assert_true(x.bytes.n != z.bytes.n || memcmp(x.bytes.at, z.bytes.at, x.bytes.n) != 0);
    pl_sections_release(&x);
    pl_sections_release(&y);
    pl_sections_release(&z);
    pl_tagger_free(a);
    pl_tagger_free(b);
    pl_tagger_free(c);
}

/* The model whose tagger was opened last. */
static pl_sections *opened;

static pl_tagger *open_tagger(const char *path, pl_error *err)
{
    pl_tagger *t = NULL;
    pl_sections_close(opened);
    opened = pl_sections_open(path, err);
    if (opened != NULL)
        pl_tagger_from(&t, opened, err);
    return t;
}

static void file(void **state)
{
    (void)state;
    char path[] = "/tmp/pleach-tagger-XXXXXX";
    pl_error err;
    close(mkstemp(path));
    pl_tagger *t = train(1, 4);
    pl_section_list list = {0};
    put(t, &list);
    assert_int_equal(pl_sections_save(&list, path, &err), 0);
    pl_sections_release(&list);
    pl_tagger *again = open_tagger(path, &err);
    if (again == NULL)
        fail_msg("%s", err.text);
    assert_int_equal(again->beam, t->beam);
    assert_int_equal(again->weights.size, t->weights.size);
    assert_int_equal(count_wrong(again, 5), 0);
    pl_tagger_free(again);
    pl_tagger_free(t);
    unlink(path);
    assert_null(open_tagger(path, &err));
}

/* A file whose checksum is right but whose sections make no sense. */
static void nonsense(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bytes;
        size_t n;
        const char *message;
    } changes[] = {
        {"tagger", "beam: 0\n", 8, "the settings of the tagger"},
        {"tagger.tags", "A\0\2", 3, "the list of tags"},
        {"tagger.tags", "A\0\1A\0\1", 6, "the list of tags"},
        {"tagger.tags", "A\0\0", 3, "no tags"},
        {"tagger.tags", "A", 1, "the list of tags"},
        {"tagger.words", "w\0\1\1\xff\xff", 6, "a tag of the dictionary does not exist"},
        {"tagger.words", "w\0\1\2\0\0", 6, "the tag dictionary"},
        {"tagger.words", "w\0\1", 3, "the tag dictionary"},
        {"tagger.weights", "", 0, "the table of weights"},
    };
    char path[] = "/tmp/pleach-tagger-XXXXXX";
    pl_error err;
    close(mkstemp(path));
    pl_tagger *t = train(1, 1);
    pl_section_list whole = {0};
    put(t, &whole);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        pl_section_list list = {0};
        for (size_t k = 0; k < whole.parts.n; k++) {
            const struct pl_section_part *p = &whole.parts.at[k];
            bool here = strcmp(p->name, changes[i].name) == 0;
            pl_sections_add(&list, p->name,
                            here ? changes[i].bytes : whole.bytes.at + p->at,
                            here ? changes[i].n : p->n);
        }
        assert_int_equal(pl_sections_save(&list, path, &err), 0);
        assert_null(open_tagger(path, &err));
        if (strstr(err.text, changes[i].message) == NULL)
            fail_msg("%s: %s", changes[i].name, err.text);
        pl_sections_release(&list);
    }
    pl_section_list none = {0};
    pl_sections_add(&none, "about", "x", 1);
    assert_int_equal(pl_sections_save(&none, path, &err), 0);
    assert_null(open_tagger(path, &err));
    pl_sections_release(&none);
    pl_sections_release(&whole);
    pl_tagger_free(t);
    unlink(path);
}

static void untagged(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = pl_tree_new(&m, 1);
    t->tokens[0].word = "x";
    assert_null(pl_tagger_train(&t, 1, &pl_tag_defaults, &err));
    assert_string_equal(err.text, "word 1 (x) has no tag");
    pl_arena_release(&m);
}

/* What the passes report; the flag is set after two of them. */
typedef struct watch {
    pl_pass passes[8];
    size_t n;
    atomic_bool stop;
} watch;

static void note(void *context, const pl_pass *pass)
{
    watch *w = context;
    w->passes[w->n++] = *pass;
    if (w->n == 2)
        atomic_store(&w->stop, true);
}

static void the_best_pass_is_kept(void **state)
{
    (void)state;
    pl_tag_options options = pl_tag_defaults;
    pl_arena m = {0};
    pl_tree *trees[N_SENTENCES];
    pl_error err;
    watch w = {0};
    make_treebank(&m, trees);
    options.epochs.n = 5;
    options.epochs.progress = note;
    options.epochs.context = &w;
    options.dev = trees;
    options.n_dev = 50;
    pl_tagger *t = pl_tagger_train(trees + 50, N_SENTENCES - 50, &options, &err);
    assert_int_equal(w.n, 5);
    pl_pass best = w.passes[0];
    for (size_t i = 0; i < w.n; i++) {
        assert_int_equal(w.passes[i].number, i + 1);
        assert_int_equal(w.passes[i].n_examples, N_SENTENCES - 50);
        if (w.passes[i].dev > best.dev)
            best = w.passes[i];
    }
    assert_int_equal(t->pass.number, best.number);
    pl_tag_score s = {0};
    for (size_t i = 0; i < options.n_dev; i++)
        pl_tag_score_add(&s, t, NULL, trees[i], &m);
    assert_true(pl_tag_score_percent(&s) == best.dev);
    assert_string_equal(trees[0]->nodes[0].label, "D");
    pl_tagger_free(t);
    pl_arena_release(&m);
}

static void training_stops(void **state)
{
    (void)state;
    pl_tag_options options = pl_tag_defaults;
    pl_arena m = {0};
    pl_tree *trees[N_SENTENCES];
    pl_error err;
    watch w = {0};
    make_treebank(&m, trees);
    options.epochs.progress = note;
    options.epochs.context = &w;
    options.epochs.stop = &w.stop;
    assert_null(pl_tagger_train(trees, N_SENTENCES, &options, &err));
    assert_int_equal(err.code, PL_STOPPED);
    assert_int_equal(w.n, 2);
    pl_arena_release(&m);
}

/* A word of two million letters: what is quadratic would take hours. */
static void the_cost_is_linear(void **state)
{
    (void)state;
    enum { LENGTH = 2000000 };
    pl_arena m = {0};
    pl_tagger *t = train(1, 2);
    pl_tree *s = pl_tree_new(&m, 1);
    char *word = pl_arena_alloc(&m, LENGTH + 1);
    memset(word, 'x', LENGTH);
    memcpy(word + LENGTH - 5, "verba", 6);
    s->tokens[0].word = word;
    pl_tagger_label(t, s, NULL, &m);
    assert_non_null(s->nodes[0].label);
    pl_tagger_free(t);
    pl_arena_release(&m);
}

/* Words in any order, of which many come again, some in capitals, some too long to be
 * remembered: the tags are those that a tagger without memory gives. */
static void what_is_remembered_is_right(void **state)
{
    (void)state;
    static const char *const odd[] = {"!!!",
                                      "www.a.de",
                                      "THE",
                                      "FISH",
                                      "\"",
                                      "Fish",
                                      "a-word-that-is-too-long-to-be-remembered"};
    static const char *const loud_words[] = {"THE", "FISH", "VERBAEN", "A", "."};
    enum { N_LOUD = sizeof loud_words / sizeof *loud_words };
    enum { N_ODD = sizeof odd / sizeof *odd, MOST_WORDS = 12, N_TREES = 2000 };
    pl_arena m = {0};
    pl_tag_memo known;
    pl_rng rng = {3};
    pl_tagger *t = train(1, 1); /* it is not sure of much */
    size_t n_seen = 0;
    pl_tagger_memo(t, &known);
    for (int i = 0; i < N_TREES; i++) {
        pl_tree *a = pl_tree_new(&m, 1 + pl_rng_below(&rng, MOST_WORDS));
        bool loud = pl_rng_below(&rng, 4) == 0; /* all in capitals */
        for (uint32_t k = 0; k < a->n_tokens; k++)
            a->tokens[k].word =
                loud ? loud_words[pl_rng_below(&rng, N_LOUD)]
                : pl_rng_below(&rng, 4) == 0
                    ? odd[pl_rng_below(&rng, N_ODD)]
                    : make_sentence(&rng, &m)->tokens[pl_rng_below(&rng, 5)].word;
        for (uint32_t k = 0; k < a->n_tokens; k++)
            n_seen += pl_known_word_find(&known, a->tokens[k].word) != NULL;
        pl_tree *b = pl_tree_copy(a, &m);
        pl_tagger_label(t, a, &known, &m);
        pl_tagger_label(t, b, NULL, &m);
        for (uint32_t k = 0; k < a->n_tokens; k++)
            assert_string_equal(a->nodes[k].label, b->nodes[k].label);
        pl_arena_reset(&m);
    }
    assert_in_range(n_seen, N_TREES, N_TREES * MOST_WORDS);
    pl_tag_memo_release(&known);
    pl_tagger_free(t);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(file),
        cmocka_unit_test(nonsense),
        cmocka_unit_test(untagged),
        cmocka_unit_test(the_best_pass_is_kept),
        cmocka_unit_test(training_stops),
        cmocka_unit_test(the_cost_is_linear),
        cmocka_unit_test(what_is_remembered_is_right),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    pl_sections_close(opened);
    return failed;
}
