/* Recurring fragments: seeking, counting, texts. */
#include "plain_fragments.h"
#include "thread_peers.h"

#include "grammar/grammar_text.h"

/* The forest of a bank, indexed. */
static void plant(pl_forest *f, const plain_bank *b)
{
    pl_error err;
    for (size_t i = 0; i < b->n; i++)
        assert_int_equal(pl_forest_add(f, b->trees[i], &err), 0);
    pl_forest_index(f);
}

/* What seeking finds, as text. */
static void seek(const plain_bank *b, pl_seek_options options,
                 pl_fragment_columns columns, unsigned n_threads, pl_str *out)
{
    pl_error err;
    pl_forest f = {0};
    pl_fragments found = {0};
    pl_pool *pool = pl_pool_new(n_threads);
    plant(&f, b);
    options.second = columns.second = (uint32_t)b->second;
    options.trees = columns.trees;
    assert_int_equal(pl_fragments_seek(&found, &f, &options, pool, &err), 0);
    pl_out *stream = pl_out_memory(out);
    pl_fragments_print(&found, &f.productions, &columns, stream);
    pl_out_close(stream, NULL);
    pl_fragments_release(&found);
    pl_pool_free(pool);
    pl_forest_release(&f);
}

static plain_bank bank_of(pl_arena *m, const char *const *texts, size_t n)
{
    plain_bank b = {.n = n};
    for (size_t i = 0; i < n; i++)
        b.trees[i] = tree_of(m, texts[i]);
    return b;
}

/* Random trees over few labels and words, so that they have much in common. */
static plain_bank random_bank(pl_arena *m, pl_rng *rng)
{
    static const char *const labels[] = {"S", "NP", "VP"}, *const tags[] = {"N", "V"},
                             *const words[] = {"a", "b"};
    plain_bank b = {.n = 2 + pl_rng_below(rng, 9)};
    for (size_t i = 0; i < b.n; i++) {
        if (i > 0 && pl_rng_below(rng, 5) == 0) { /* the same tree again */
            b.trees[i] = pl_tree_copy(b.trees[pl_rng_below(rng, (uint32_t)i)], m);
            continue;
        }
        pl_tree *t = b.trees[i] = random_tree(m, rng, 1 + pl_rng_below(rng, 7));
        for (uint32_t v = 0; v < t->n_nodes; v++)
            t->nodes[v].label = v < t->n_tokens ? tags[pl_rng_below(rng, 2)]
                                                : labels[pl_rng_below(rng, 3)];
        for (uint32_t v = 0; v < t->n_tokens; v++)
            t->tokens[v].word = words[pl_rng_below(rng, 2)];
        if (pl_rng_below(rng, 2) == 0)
            apply(t, "binarize=right");
        assert_true(t->n_nodes <= PLAIN_NODES);
    }
    return b;
}

static void agrees_with_definition(void **unused)
{
    (void)unused;
    pl_rng rng = {5};
    for (int round = 0; round < 40; round++) {
        pl_arena m = {0};
        plain_bank b = random_bank(&m, &rng);
        plain_lines lines = {0};
        pl_str expected = {0}, got = {0};
        pl_seek_options options = {.cover = pl_rng_below(&rng, 4) == 0 ? 2 : 0};
        b.second =
            pl_rng_below(&rng, 3) == 0 ? 1 + pl_rng_below(&rng, (uint32_t)b.n - 1) : 0;
        plain_seek(&lines, &b);
        if (options.cover > 0)
            plain_cover2(&lines, &b);
        plain_finish(&lines, &expected);
        seek(&b, options, (pl_fragment_columns){0}, 1 + pl_rng_below(&rng, 3), &got);
        assert_string_equal(pl_str_text(&got), pl_str_text(&expected));
        pl_str_release(&expected);
        pl_str_release(&got);
        pl_arena_release(&m);
    }
}

/* What was found, read from its text and counted, has the same counts and trees. */
static void counts_what_it_finds(void **unused)
{
    (void)unused;
    pl_rng rng = {6};
    for (int round = 0; round < 40; round++) {
        pl_arena m = {0};
        plain_bank b = random_bank(&m, &rng);
        pl_forest f = {0};
        pl_fragments found = {0}, counted = {0};
        pl_seek_options options = {.trees = true, .cover = 2};
        pl_pool *pool = pl_pool_new(2);
        pl_fragment_text *text = pl_fragment_text_new();
        pl_str s = {0};
        pl_error err;
        plant(&f, &b);
        options.second = round % 3 == 0 ? 1 : 0;
        assert_int_equal(pl_fragments_seek(&found, &f, &options, pool, &err), 0);
        for (size_t i = 0; i < found.at.n; i++) {
            const char *end;
            const pl_fragment *x = &found.at.at[i];
            pl_str_clear(&s);
            pl_fragment_write(text, &f.productions, found.code.at + x->code, x->n, false,
                              &s);
            assert_int_equal(
                pl_fragment_read(text, &f.productions, s.at, &counted, &end, &err), 0);
            assert_int_equal(*end, '\0');
        }
        pl_fragments_count(&counted, &f, &options, pool);
        for (size_t i = 0; i < found.at.n; i++) {
            const pl_fragment *x = &found.at.at[i], *y = &counted.at.at[i];
            assert_int_equal(x->n, y->n);
            assert_memory_equal(found.code.at + x->code, counted.code.at + y->code,
                                x->n * sizeof(uint32_t));
            assert_int_equal(x->count, y->count);
            assert_int_equal(x->count2, y->count2);
            assert_int_equal(x->n_trees, y->n_trees);
            assert_memory_equal(found.trees.at + x->trees, counted.trees.at + y->trees,
                                x->n_trees * sizeof(uint32_t));
        }
        pl_str_release(&s);
        pl_fragment_text_free(text);
        pl_pool_free(pool);
        pl_fragments_release(&found);
        pl_fragments_release(&counted);
        pl_forest_release(&f);
        pl_arena_release(&m);
    }
}

/* The fragments of figures 2 to 4 of the paper, from the tree of its figure 1 and trees
 * that have each of them in common with it. */
#define UITGEVONDEN                                                                      \
    "(S (VP (NP (DET 0=Dat) (NN 1=werkwoord)) (VB 5=uitgevonden)) (VB 2=had) (NN 3=ze) " \
    "(ADV 4=zelf))"

static void figures_of_the_paper(void **unused)
{
    (void)unused;
    static const char *const trees[][2] = {
        {"(T (VP (PP 0=x) (VB 5=zegt)) (VB 1=had) (VB 2=uitgevonden) (NN 3=ze) (ADV "
         "4=zelf))",
         "(ADV 0=zelf)\t2\n(NN 0=ze)\t2\n(VB 0=had)\t2\n(VB 0=uitgevonden)\t2\n"},
        {"(S (VP (PP 0=x) (VB 4=gezien)) (VB 1=had) (NN 2=ze) (ADV 3=zelf))",
         "(S (VP 0= 4=) (VB 1=had) (NN 2=ze) (ADV 3=zelf))\t2\n"},
        {"(T (VP (NP (N 0=iets)) (VB 2=uitgevonden)) (VB 1=heeft))",
         "(VP (NP 0=) (VB 2=uitgevonden))\t2\n"},
        {"(S (VP (NP (N 0=iets)) (VB 4=uitgevonden)) (VB 1=heeft) (NN 2=hij) (ADV "
         "3=ook))",
         "(S (VP (NP 0=) (VB 4=uitgevonden)) (VB 1=) (NN 2=) (ADV 3=))\t2\n"},
    };
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        pl_arena m = {0};
        pl_str got = {0};
        const char *const both[] = {UITGEVONDEN, trees[i][0]};
        plain_bank b = bank_of(&m, both, 2);
        seek(&b, (pl_seek_options){0}, (pl_fragment_columns){0}, 1, &got);
        assert_string_equal(got.at, trees[i][1]);
        pl_str_release(&got);
        pl_arena_release(&m);
    }
}

static const char *const three[] = {
    "(S (NP (D 0=the) (N 1=dog)) (V 2=barks))",
    "(S (NP (D 0=the) (N 1=cat)) (V 2=sleeps))",
    "(S (NP (D 0=a) (N 1=dog)) (VP (V 2=sees) (NP (D 3=the) (N 4=cat))))",
};

static void columns(void **unused)
{
    (void)unused;
    static const struct {
        pl_seek_options options;
        pl_fragment_columns columns;
        size_t second;
        const char *expected;
    } cases[] = {
        {{0},
         {0},
         0,
         "(NP (D 0=) (N 1=))\t4\n(NP (D 0=) (N 1=dog))\t2\n(NP (D 0=the) (N 1=))\t3\n"
         "(NP (D 0=the) (N 1=cat))\t2\n"
         "(S (NP (D 0=the) (N 1=)) (V 2=))\t2\n"},
        {{.min_words = 2}, {0}, 0, "(NP (D 0=the) (N 1=cat))\t2\n"},
        {{.min_words = 2}, {.trees = true}, 0, "(NP (D 0=the) (N 1=cat))\t2\t2 3\n"},
        {{.min_words = 1},
         {.relative = true},
         0,
         "(NP (D 0=) (N 1=dog))\t0.285714286\n"
         "(NP (D 0=the) (N 1=))\t0.428571429\n(NP (D 0=the) (N 1=cat))\t0.285714286\n"
         "(S (NP (D 0=the) (N 1=)) (V 2=))\t1\n"},
        {{.min_words = 2},
         {.both = true, .trees = true},
         2,
         "(NP (D 0=the) (N 1=cat))\t1\t1\t2\t1\n"},
        {{0},
         {.both = true},
         2,
         "(NP (D 0=) (N 1=))\t2\t2\n"
         "(NP (D 0=) (N 1=dog))\t1\t1\n(NP (D 0=the) (N 1=))\t2\t1\n"
         "(NP (D 0=the) (N 1=cat))\t1\t1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_str got = {0};
        plain_bank b = bank_of(&m, three, 3);
        b.second = cases[i].second;
        seek(&b, cases[i].options, cases[i].columns, 2, &got);
        assert_string_equal(got.at, cases[i].expected);
        pl_str_release(&got);
        pl_arena_release(&m);
    }
}

/* Nodes that binarization made go, unless they are root or frontier; where it had joined
 * children out of order, they come back in order; what then is the same is counted as
 * one. */
static void unbinarized(void **unused)
{
    (void)unused;
    static const char *const trees[] = {
        "(S (S|<A> (A 0=a) (C 2=c)) (B 1=b))",
        "(S (S|<A> (A 0=a) (C 2=c)) (B 1=b))",
        "(S (S|<C> (A 0=a) (C 2=c)) (B 1=b))",
        "(S (S|<C> (A 0=a) (C 2=c)) (B 1=b))",
        "(T (S|<A> (A 0=x) (C 2=c)) (B 1=y))",
        "(U (\\X: (A 0=a) (S|<A> (A 1=p) (C 2=q))) (B 3=z))",
        "(W (\\X: (A 0=b) (S|<A> (A 1=p) (C 2=r))) (B 3=z))",
    };
    pl_arena m = {0};
    pl_str got = {0};
    plain_bank b = bank_of(&m, trees, 7);
    seek(&b, (pl_seek_options){0},
         (pl_fragment_columns){.unbinarize = true, .trees = true}, 2, &got);
    assert_non_null(strstr(got.at, "(S (A 0=a) (B 1=b) (C 2=c))\t4\t1 2 3 4\n"));
    assert_non_null(strstr(got.at, "(S|<A> (A 0=) (C 2=c))\t3\t1 2 5\n"));
    assert_non_null(strstr(got.at, "(X: (A 0=) (A 1=p) (C 2=))\t2\t6 7\n"));
    assert_null(strstr(got.at, "\\"));
    pl_str_release(&got);
    pl_arena_release(&m);
}

/* Brackets and blanks in words come back. */
static void odd_words(void **unused)
{
    (void)unused;
    static const char *const trees[] = {"(S (A 0=#LRB#) (B 1=a=b) (C 2=x))",
                                        "(T (A 0=#LRB#) (B 1=a=b) (C 2=x))"};
    pl_arena m = {0};
    pl_str got = {0};
    plain_bank b = bank_of(&m, trees, 2);
    seek(&b, (pl_seek_options){0}, (pl_fragment_columns){0}, 1, &got);
    assert_string_equal(got.at, "(A 0=#LRB#)\t2\n(B 0=a=b)\t2\n(C 0=x)\t2\n");
    pl_str_release(&got);
    pl_arena_release(&m);
}

static void given_fragments(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int count;         /* -1: refused */
        const char *error; /* what it says then */
    } cases[] = {
        {"(NP (D 0=the) (N 1=))", 3, NULL},
        {"(NP (D 7=the) (N 8=))", 3, NULL}, /* from any index */
        {"(NP (D 0=the) (N 2=))", 0, NULL}, /* with a gap: another production */
        {"(S (NP 0=) (V 1=))", 2, NULL},
        {"(S (NP 0=) (VP 1=))", 1, NULL},
        {"(N 0=dog)", 2, NULL},
        {"(N 0=horse)", 0, NULL},
        {"(S (NP 0= 2=) (V 1=))", 0, NULL},
        {"(X (Y 0=) (Z 1=z))", 0, NULL},
        {"(NP 0=)", -1, "a frontier node alone is no fragment"},
        {"(NP (D 0=) (N 1=)", -1, "1 bracket is not closed"},
        {"NP", -1, "expected a fragment in brackets, found NP"},
        {")", -1, "a closing bracket without an opening one"},
        {"(NP)", -1, "nothing stands below NP"},
        {"( (D 0=))", -1, "a label is missing after an opening bracket"},
        {"(NP dog)", -1, "expected INDEX= or INDEX=WORD, found dog"},
        {"(NP 0=the 1=dog)", -1,
         "words need a tag each, as in (DET 0=the) (N 1=dog), at 1=dog)"},
        {"(NP (D 0=) 1=)", -1, "a leaf beside a bracket at 1=)"},
        {"(NP 0= (N 1=))", -1, "a bracket beside a leaf at N 1=))"},
        {"(NP (D 1=) (N 0=))", -1,
         "N stands too late: children ascend by their first index"},
        {"(NP (D 0= 0=) (N 1=))", -1, "index 0 comes too late: indices ascend"},
        {"(NP (D 0= 2=) (N 1= 2=))", -1, "index 2 stands twice"},
        {"(NP (D 9999999999=) (N 1=))", -1,
         "expected INDEX= or INDEX=WORD, found 9999999999="},
    };
    pl_arena m = {0};
    plain_bank b = bank_of(&m, three, 3);
    pl_forest f = {0};
    pl_pool *pool = pl_pool_new(1);
    pl_fragment_text *text = pl_fragment_text_new();
    plant(&f, &b);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_fragments given = {0};
        pl_error err;
        const char *end;
        int status =
            pl_fragment_read(text, &f.productions, cases[i].text, &given, &end, &err);
        if (cases[i].count < 0) {
            assert_int_equal(status, -1);
            assert_string_equal(err.text, cases[i].error);
            assert_int_equal(given.at.n, 0);
            assert_int_equal(given.code.n, 0);
        } else {
            assert_int_equal(status, 0);
            pl_fragments_count(&given, &f, &(pl_seek_options){0}, pool);
            assert_int_equal(given.at.at[0].count, cases[i].count);
        }
        pl_fragments_release(&given);
    }
    pl_fragment_text_free(text);
    pl_pool_free(pool);
    pl_forest_release(&f);
    pl_arena_release(&m);
}

/* Neither deep nor long trees are a danger; two of the same are one fragment. */
static void large_trees(void **unused)
{
    (void)unused;
    enum { DEPTH = 2000, WORDS = 500 };
    pl_arena m = {0};
    plain_bank b = {.n = 2};
    for (size_t i = 0; i < 2; i++) {
        pl_tree *t = b.trees[i] = pl_tree_new(&m, WORDS);
        uint32_t top = t->root = pl_tree_add(t, "R");
        for (uint32_t k = 0; k < DEPTH; k++) {
            uint32_t below = pl_tree_add(t, "X");
            pl_tree_append(t, top, below);
            top = below;
        }
        for (uint32_t k = 0; k < WORDS; k++) {
            t->tokens[k].word = "w";
            t->nodes[k].label = "T";
            pl_tree_append(t, k % 2 == 0 ? top : t->root, k);
        }
        pl_tree_order(t);
    }
    pl_forest f = {0};
    pl_fragments found = {0};
    pl_pool *pool = pl_pool_new(1);
    pl_error err;
    plant(&f, &b);
    assert_int_equal(pl_fragments_seek(&found, &f, &(pl_seek_options){0}, pool, &err), 0);
    uint32_t largest = 0;
    for (size_t i = 0; i < found.at.n; i++)
        largest = found.at.at[i].n > largest ? found.at.at[i].n : largest;
    assert_int_equal(largest, 1 + DEPTH + WORDS);
    pl_fragments_release(&found);
    pl_pool_free(pool);
    pl_forest_release(&f);
    pl_arena_release(&m);
}

static void nothing_to_find(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_str got = {0};
    seek(&(plain_bank){0}, (pl_seek_options){0}, (pl_fragment_columns){0}, 2, &got);
    assert_string_equal(pl_str_text(&got), "");
    plain_bank one = bank_of(&m, three, 1);
    seek(&one, (pl_seek_options){0}, (pl_fragment_columns){0}, 2, &got);
    assert_string_equal(pl_str_text(&got), "");
    seek(&one, (pl_seek_options){.cover = 1}, (pl_fragment_columns){0}, 2, &got);
    assert_string_equal(got.at, "(D 0=the)\t1\n(N 0=dog)\t1\n(NP (D 0=) (N 1=))\t1\n"
                                "(S (NP 0=) (V 1=))\t1\n(V 0=barks)\t1\n");
    pl_str_release(&got);
    pl_arena_release(&m);
}

/* -- processes ------------------------------------------------------------------------ */

typedef struct shared_search {
    const plain_bank *bank;
    pl_seek_options options;
    pl_str found, counted; /* of the first process */
} shared_search;

/* Seeks, then counts what it found; all processes count the fragments of the first. */
static void search_together(void *context, pl_peers *p)
{
    shared_search *s = context;
    pl_error err;
    pl_forest f = {0};
    pl_fragments found = {0}, given = {0};
    pl_fragment_columns columns = {.trees = true};
    pl_pool *pool = pl_pool_new(1);
    pl_seek_options options = s->options, alone = s->options;
    options.peers = p;
    plant(&f, s->bank);
    pl_fragments_seek(&found, &f, &options, pool, &err);
    pl_fragments_seek(&given, &f, &alone, pool, &err);
    pl_fragments_count(&given, &f, &options, pool);
    for (int i = 0; i < 2 && pl_peers_rank(p) == 0; i++) {
        pl_out *stream = pl_out_memory(i == 0 ? &s->found : &s->counted);
        pl_fragments_print(i == 0 ? &found : &given, &f.productions, &columns, stream);
        pl_out_close(stream, NULL);
    }
    pl_fragments_release(&found);
    pl_fragments_release(&given);
    pl_pool_free(pool);
    pl_forest_release(&f);
}

static void processes_share(void **unused)
{
    (void)unused;
    pl_rng rng = {9};
    for (int round = 0; round < 10; round++) {
        pl_arena m = {0};
        plain_bank b = random_bank(&m, &rng);
        shared_search one = {.bank = &b, .options = {.trees = true, .cover = round % 3}};
        search_together(&one, NULL);
        for (uint32_t n = 2; n <= 4; n++) {
            shared_search some = {.bank = &b, .options = one.options};
            thread_peers_run(n, search_together, &some);
            assert_string_equal(pl_str_text(&one.found), pl_str_text(&some.found));
            assert_string_equal(pl_str_text(&one.counted), pl_str_text(&some.counted));
            pl_str_release(&some.found);
            pl_str_release(&some.counted);
        }
        pl_str_release(&one.found);
        pl_str_release(&one.counted);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_definition),
        cmocka_unit_test(counts_what_it_finds),
        cmocka_unit_test(figures_of_the_paper),
        cmocka_unit_test(columns),
        cmocka_unit_test(unbinarized),
        cmocka_unit_test(odd_words),
        cmocka_unit_test(given_fragments),
        cmocka_unit_test(large_trees),
        cmocka_unit_test(nothing_to_find),
        cmocka_unit_test(processes_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
