/* Grammar files: what is written is read again, what is damaged is refused; parsing with
 * them. */
#include "trees.h"

#include "grammar/grammar_parser.h"

#include <stdio.h>
#include <unistd.h>

static const char *const bank[] = {
    "(ROOT (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss)) (PUNCT 3=.))",
    "(ROOT (S (NP (ART 0=Der) (NN 1=Hund)) (VVFIN 2=bellt)) (PUNCT 3=.))",
    "(ROOT (S (NP (ART 0=Die) (NN 1=Katze)) (VVFIN 2=schläft) (ADV 3=heute)) (PUNCT "
    "4=.))",
    "(ROOT (S (VP (NP (ART 0=Die) (NN 1=Katze)) (VVPP 4=gesehen)) (VAFIN 2=hat) (NE "
    "3=Anna)) "
    "(PUNCT 5=.))",
    "(ROOT (S (VP (NP (ART 0=Den) (NN 1=Hund)) (VVPP 4=gesehen)) (VAFIN 2=hat) (NE "
    "3=Otto)) "
    "(PUNCT 5=!))",
    "(NP (ART 0=Der) (NN 1=Hund))",
};
enum { N_BANK = sizeof bank / sizeof *bank };

typedef struct fixture {
    char path[40];
    pl_arena m;
} fixture;

/* A grammar of n trees in a file. */
static void make_of(fixture *f, const char *kind, const char *const *trees, uint32_t n,
                    bool rare)
{
    pl_cascade c;
    pl_error err;
    pl_pool *pool = pl_pool_new(1);
    *f = (fixture){.path = "/tmp/pleach-grammar-XXXXXX"};
    close(mkstemp(f->path));
    pl_cascade_start(&c, pl_grammar_kind_find(kind), false);
    c.use_rare = rare;
    c.rare = (pl_rare){.rare = 1, .open = 1};
    for (uint32_t i = 0; i < n; i++) {
        pl_tree *t = tree_of(&f->m, trees[i]);
        apply(t, "binarize=right");
        if (pl_cascade_add(&c, t, &err) < 0)
            fail_msg("%s", err.text);
    }
    assert_int_equal(pl_cascade_finish(&c, pool, &err), 0);
    pl_str_puts(&c.undo, "unbinarize");
    pl_str_puts(&c.about, "kind: test\n");
    assert_int_equal(pl_cascade_save(&c, f->path, &err), 0);
    pl_cascade_release(&c);
    pl_pool_free(pool);
}

static void make(fixture *f, const char *kind, uint32_t n, bool rare)
{
    make_of(f, kind, bank, n, rare);
}

static void release(fixture *f)
{
    unlink(f->path);
    pl_arena_release(&f->m);
}

static pl_grammar *open_grammar(const char *path, const pl_grammar_options *options,
                                pl_error *err)
{
    pl_sections *file = pl_sections_open(path, err);
    pl_grammar *g = file != NULL ? pl_grammar_from(file, options, err) : NULL;
    pl_sections_close(file);
    return g;
}

/* The best tree for the words (and, if asked, the tags) of a tree. */
static const char *parse(fixture *f, const char *tree, bool tags,
                         const pl_grammar_options *options)
{
    pl_error err;
    pl_grammar *g = open_grammar(f->path, options, &err);
    if (g == NULL)
        fail_msg("%s", err.text);
    pl_grammar_state *s = pl_grammar_state_new(g);
    pl_tree *t = tree_of(&f->m, tree);
    for (uint32_t i = 0; i < t->n_tokens && !tags; i++)
        t->nodes[i].label = NULL;
    assert_true(pl_grammar_run(s, t, 1) == 1);
    pl_grammar_tree(s, 0, t);
    const char *text = text_of(&f->m, t);
    pl_str said = {0};
    pl_grammar_report(g, &said);
    assert_non_null(strstr(said.at, "of 1 sentences"));
    pl_str_release(&said);
    pl_grammar_state_free(s);
    pl_grammar_free(g);
    return text;
}

/* Every kind gives the trees that it was read off back, with the tags given or not. */
static void trees_come_back(void **unused)
{
    (void)unused;
    static const char *const objectives[] = {"mpp", "mpd", "shortest"};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++) {
        uint32_t n = k->trees == PL_TREES_CONTINUOUS ? 0 : N_BANK;
        for (int objective = 0; objective < 3 && n > 0; objective++) {
            fixture f;
            pl_grammar_options o = {.objective = objectives[objective]};
            make(&f, k->name, n, false);
            for (uint32_t i = 0; i < n; i++) {
                assert_string_equal(parse(&f, bank[i], true, &o), bank[i]);
                assert_string_equal(parse(&f, bank[i], false, &o), bank[i]);
            }
            release(&f);
        }
    }
}

/* Whatever labels trees have, those of the output are among them: nothing is left of what
 * binarizing, splitting and flattening made. */
static void labels_are_those_of_the_treebank(void **unused)
{
    (void)unused;
    pl_rng rng = {31};
    pl_grammar_options o = {0};
    for (int round = 0; round < 8; round++)
        for (const pl_grammar_kind *k = pl_grammar_kinds + 1; k->name != NULL; k++) {
            fixture f;
            pl_arena m = {0};
            pl_intern labels = {0};
            const char *trees[6];
            for (int i = 0; i < 6; i++) {
                pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 6));
                trees[i] = text_of(&m, t);
                for (uint32_t v = 0; v < t->n_nodes; v++)
                    pl_intern_add(&labels, t->nodes[v].label);
            }
            make_of(&f, k->name, trees, 6, false);
            for (int i = 0; i < 6; i++) {
                pl_tree *t = tree_of(&m, parse(&f, trees[i], i % 2 == 0, &o));
                for (uint32_t v = 0; v < t->n_nodes; v++)
                    if (pl_intern_find(&labels, t->nodes[v].label) == PL_NONE)
                        fail_msg("%s: %s in %s", k->name, t->nodes[v].label, trees[i]);
            }
            release(&f);
            pl_intern_release(&labels);
            pl_arena_release(&m);
        }
}

/* Labels that are tags and phrases, and go round in circles. */
static void circles(void **unused)
{
    (void)unused;
    static const char *const trees[] = {
        "(ROOT (A (B (A 0=a))))", "(ROOT (B (A (B 0=b))))", "(ROOT (A (B 0=b) (A 1=a)))"};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++) {
        fixture f;
        pl_grammar_options o = {0};
        make_of(&f, k->name, trees, 3, false);
        for (int i = 0; i < 3; i++) {
            const char *text = parse(&f, trees[i], true, &o);
            assert_int_equal(strncmp(text, "(ROOT ", 6), 0);
        }
        release(&f);
    }
}

/* Words that the grammar does not know, with and without tags; with and without
 * signatures. */
static void unknown_words(void **unused)
{
    (void)unused;
    pl_grammar_options o = {0};
    for (int rare = 0; rare < 2; rare++) {
        fixture f;
        make(&f, "2dop", 5, rare != 0);
        assert_string_equal(
            parse(&f, "(X (ART 0=Das) (NN 1=Huhn) (VVFIN 2=gackert) (PUNCT 3=.))", true,
                  &o),
            "(ROOT (S (NP (ART 0=Das) (NN 1=Huhn)) (VVFIN 2=gackert)) (PUNCT 3=.))");
        assert_string_equal(
            parse(&f, "(X (X 0=Die) (X 1=Kuh) (X 2=schläft) (X 3=.))", false, &o),
            "(ROOT (S (NP (ART 0=Die) (NN 1=Kuh)) (VVFIN 2=schläft)) (PUNCT 3=.))");
        release(&f);
    }
}

/* What cannot be derived is a flat tree of what can. */
static void every_sentence_gets_a_tree(void **unused)
{
    (void)unused;
    pl_grammar_options o = {0};
    fixture f;
    make(&f, "2dop", 5, false);
    assert_string_equal(
        parse(&f, "(X (PUNCT 0=.) (ART 1=Der) (NN 2=Hund) (PUNCT 3=.))", true, &o),
        "(NOPARSE (PUNCT 0=.) (NP (ART 1=Der) (NN 2=Hund)) (PUNCT 3=.))");
    o.seconds = 1e-9;
    const char *text = parse(&f, bank[1], true, &o);
    assert_non_null(strstr(text, "Hund"));
    release(&f);
}

static void best_trees(void **unused)
{
    (void)unused;
    fixture f;
    pl_error err;
    pl_grammar_options o = {.nbest = 5};
    make(&f, "plcfrs", N_BANK, false);
    pl_grammar *g = open_grammar(f.path, &o, &err);
    pl_grammar_state *s = pl_grammar_state_new(g);
    pl_tree *t = tree_of(&f.m, bank[2]);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->nodes[i].label = NULL;
    uint32_t n = pl_grammar_run(s, t, 5);
    assert_in_range(n, 1, 5);
    for (uint32_t i = 1; i < n; i++)
        assert_true(pl_grammar_score(s, i) <= pl_grammar_score(s, i - 1));
    pl_grammar_state_free(s);
    pl_grammar_free(g);
    o = (pl_grammar_options){.objective = "best"};
    assert_null(open_grammar(f.path, &o, &err));
    assert_string_equal(err.text,
                        "the objective is one of mpp, mpd and shortest, not 'best'");
    release(&f);
}

static unsigned char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    unsigned char *bytes = aligned_alloc(64, 1 << 20);
    *n = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

/* What is read equals what was written, section by section. */
static void round_trip(void **unused)
{
    (void)unused;
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++) {
        fixture f;
        pl_error err;
        pl_cascade c;
        size_t n_before, n_after;
        if (k->trees == PL_TREES_CONTINUOUS)
            continue;
        make(&f, k->name, N_BANK, true);
        unsigned char *before = read_file(f.path, &n_before);
        pl_sections *file = pl_sections_open(f.path, &err);
        if (pl_cascade_load(&c, file, &err) < 0)
            fail_msg("%s", err.text);
        pl_sections_close(file);
        assert_int_equal(pl_cascade_save(&c, f.path, &err), 0);
        unsigned char *after = read_file(f.path, &n_after);
        assert_int_equal(n_before, n_after);
        assert_memory_equal(before, after, n_before);
        free(before);
        free(after);
        pl_cascade_release(&c);
        release(&f);
    }
}

/* Any byte changed, under a checksum that is right: refused, or good for parsing. */
static void damaged_files(void **unused)
{
    (void)unused;
    fixture f;
    pl_error err;
    size_t n, refused = 0;
    pl_grammar_options o = {.seconds = 0.05, .derivations = 50};
    make(&f, "2dop", 4, true);
    unsigned char *bytes = read_file(f.path, &n);
    for (size_t i = 0; i < n; i += 3) {
        unsigned char old = bytes[i];
        bytes[i] ^= (unsigned char)(1 + i % 255);
        pl_sections_seal(bytes, n);
        pl_sections *file = pl_sections_from_memory("test", bytes, n, &err);
        pl_grammar *g = file != NULL ? pl_grammar_from(file, &o, &err) : NULL;
        refused += g == NULL;
        if (g != NULL) {
            pl_grammar_state *s = pl_grammar_state_new(g);
            pl_tree *t = tree_of(&f.m, bank[3]);
            assert_true(pl_grammar_run(s, t, 1) > 0);
            pl_grammar_tree(s, 0, t);
            assert_int_equal(t->nodes[t->root].size, t->n_tokens);
            pl_grammar_state_free(s);
            pl_grammar_free(g);
        }
        pl_sections_close(file);
        bytes[i] = old;
        pl_arena_reset(&f.m);
    }
    assert_true(refused > n / 30);
    free(bytes);
    release(&f);
}

/* The grammar in the file after a change by which its parts no longer fit together; false
 * if it is then refused. */
static bool loads_after(fixture *f, void (*change)(pl_tsg *last))
{
    pl_error err;
    pl_cascade c;
    pl_sections *file = pl_sections_open(f->path, &err);
    assert_int_equal(pl_cascade_load(&c, file, &err), 0);
    pl_sections_close(file);
    change(&c.at[c.n - 1].rules);
    assert_int_equal(pl_cascade_save(&c, f->path, &err), 0);
    pl_cascade_release(&c);
    file = pl_sections_open(f->path, &err);
    bool loaded = pl_cascade_load(&c, file, &err) == 0;
    pl_cascade_release(&c);
    pl_sections_close(file);
    return loaded;
}

static void repeat_leaf(pl_tsg *g)
{
    assert_true(g->orders.n > 1);
    g->orders.at[0] = g->orders.at[1];
}

/* Every tree goes on with a production of another symbol that has as many children. */
static void mix_up_codes(pl_tsg *g)
{
    for (size_t i = 0; i < g->codes.n; i++) {
        uint32_t code = g->codes.at[i];
        if (code == PL_NONE)
            continue;
        const pl_production *q = &g->base->at.at[code];
        for (uint32_t k = 0; k < g->base->at.n; k++)
            if (g->base->at.at[k].n_rhs == q->n_rhs && g->base->at.at[k].lhs != q->lhs)
                g->codes.at[i] = k;
    }
}

static void parts_that_do_not_fit(void **unused)
{
    (void)unused;
    fixture f;
    pl_grammar_options o = {0};
    make(&f, "2dop", N_BANK, false);
    assert_false(loads_after(&f, repeat_leaf));
    release(&f);
    make(&f, "2dop", N_BANK, false);
    assert_true(loads_after(&f, mix_up_codes));
    for (uint32_t i = 0; i < N_BANK; i++)
        assert_non_null(strstr(parse(&f, bank[i], true, &o), "NOPARSE"));
    release(&f);
}

/* Where the root of all trees is a tag, a new word with it has no production. */
static void roots_that_are_tags(void **unused)
{
    (void)unused;
    static const char *const words[] = {"(N 0=dog)", "(N 0=cat)"};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++) {
        fixture f;
        pl_grammar_options o = {0};
        make_of(&f, k->name, words, 2, false);
        assert_non_null(strstr(parse(&f, "(N 0=bird)", true, &o), "(N 0=bird)"));
        assert_non_null(strstr(parse(&f, "(N 0=dog)", false, &o), "(N 0=dog)"));
        release(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_back),
        cmocka_unit_test(labels_are_those_of_the_treebank),
        cmocka_unit_test(circles),
        cmocka_unit_test(unknown_words),
        cmocka_unit_test(every_sentence_gets_a_tree),
        cmocka_unit_test(best_trees),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(parts_that_do_not_fit),
        cmocka_unit_test(roots_that_are_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
