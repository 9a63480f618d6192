/* Binarization: the orders, the labels, heads, and that it can be undone. */
#include "transform/transform.h"
#include "trees.h"

/* Figure 2 of the SR-GAP paper. */
#define ES_BESTUENDE                                                                     \
    "(S (NP (PPER 0=Es) (NP (ADJA 3=hinreichender) (NN 4=Spielraum))) "                  \
    "(VVFIN 1=bestünde) (ADV 2=somit))"

static void modes_and_labels(void **unused)
{
    (void)unused;
    static const char five[] = "(X (A 0=a) (B 1=b) (V 2=v) (C 3=c) (D 4=d))";
    static const char *const cases[][3] = {
        {ES_BESTUENDE, "heads=negra binarize=sr-gap",
         "(S (S: (NP (PPER 0=Es) (NP (ADJA 3=hinreichender) (NN 4=Spielraum))) "
         "(VVFIN 1=bestünde)) (ADV 2=somit))"},
        {ES_BESTUENDE, "heads=negra binarize=swap",
         "(S (NP (PPER 0=Es) (NP (ADJA 3=hinreichender) (NN 4=Spielraum))) "
         "(@S (VVFIN 1=bestünde) (ADV 2=somit)))"},
        {five, "heads=tests/data/v.rules binarize=sr-gap",
         "(X (X: (X: (A 0=a) (X: (B 1=b) (V 2=v))) (C 3=c)) (D 4=d))"},
        {five, "heads=tests/data/v.rules binarize=swap",
         "(X (A 0=a) (@X (B 1=b) (@X (@X (V 2=v) (C 3=c)) (D 4=d))))"},
        {five, "heads=tests/data/v.rules bin-label=markov markov-h=2 binarize=sr-gap",
         "(X (X|<A,C> (X|<A,B> (A 0=a) (X|<B,V> (B 1=b) (V 2=v))) (C 3=c)) (D 4=d))"},
        {five, "binarize=left",
         "(X (X|<C> (X|<V> (X|<B> (A 0=a) (B 1=b)) (V 2=v)) (C 3=c)) (D 4=d))"},
        {five, "binarize=right",
         "(X (A 0=a) (X|<B> (B 1=b) (X|<V> (V 2=v) (X|<C> (C 3=c) (D 4=d)))))"},
        {five, "markov-h=2 binarize=right",
         "(X (A 0=a) (X|<B,V> (B 1=b) (X|<V,C> (V 2=v) (X|<C,D> (C 3=c) (D 4=d)))))"},
        {five, "binarize=right markov-h=2", /* a parameter may also stand behind */
         "(X (A 0=a) (X|<B,V> (B 1=b) (X|<V,C> (V 2=v) (X|<C,D> (C 3=c) (D 4=d)))))"},
        {five, "bin-label=at binarize=right bin-label=colon unbinarize binarize=left",
         "(X (X: (X: (X: (A 0=a) (B 1=b)) (V 2=v)) (C 3=c)) (D 4=d))"},
        {five, "bin-label=at binarize=right bin-label=colon",
         "(X (A 0=a) (@X (B 1=b) (@X (V 2=v) (@X (C 3=c) (D 4=d)))))"},
        {five, "markov-h=9 binarize=left",
         "(X (X|<A,B,V,C> (X|<A,B,V> (X|<A,B> (A 0=a) (B 1=b)) (V 2=v)) (C 3=c)) (D "
         "4=d))"},
        {five, "markov-h=0 binarize=right",
         "(X (A 0=a) (X|<> (B 1=b) (X|<> (V 2=v) (X|<> (C 3=c) (D 4=d)))))"},
        {"(R (S (X (A 0=a) (B 1=b) (C 2=c))))", "markov-v=2 binarize=right",
         "(R (S (X (A 0=a) (X|<B>^<S> (B 1=b) (C 2=c)))))"},
        {"(R (S (X (A 0=a) (B 1=b) (C 2=c)) (Y 3=y) (Z 4=z)))",
         "markov-v=9 binarize=right",
         "(R (S (X (A 0=a) (X|<B>^<S,R> (B 1=b) (C 2=c))) (S|<Y>^<R> (Y 3=y) (Z 4=z))))"},
        {five, "bin-label=at binarize=right",
         "(X (A 0=a) (@X (B 1=b) (@X (V 2=v) (@X (C 3=c) (D 4=d)))))"},
        {"(X (A 0=a) (B 1=b))", "binarize=right", "(X (A 0=a) (B 1=b))"},
        {"(X (A 0=a))", "binarize=optimal", "(X (A 0=a))"},
        /* labels that look like those of new nodes */
        {"(Z: (@A (A 0=a) (B 1=b)) (C|<D> 2=c) (\\X (N: 3=n)))", "binarize=right",
         "(\\Z: (\\@A (A 0=a) (B 1=b)) (Z:|<C|<D>> (C|<D> 2=c) (\\\\X (N: 3=n))))"},
        {"(S (\\@A (A 0=a) (B 1=b)) (S|<X>^<T> (C 2=c) (\\\\X (N: 3=n))))", "unbinarize",
         "(S (@A (A 0=a) (B 1=b)) (C 2=c) (\\X (N: 3=n)))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        becomes(cases[i][0], cases[i][1], cases[i][2]);
}

/* The highest number of blocks of a new node. */
static uint32_t worst_fan_out(const pl_tree *t)
{
    uint32_t worst = 0;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (t->nodes[v].flags & PL_NODE_TEMPORARY && t->nodes[v].blocks > worst)
            worst = t->nodes[v].blocks;
    return worst;
}

static void optimal_lowers_fan_out(void **unused)
{
    (void)unused;
    /* A and C interleave, and so do B and D: pairing them leaves no gap. */
    becomes("(R (X (A (a 0=a) (a 2=a)) (B (b 3=b) (b 5=b)) (C 1=c) (D 4=d)))",
            "binarize=right",
            "(R (X (A (a 0=a) (a 2=a)) (X|<C> (C 1=c) (X|<B> (B (b 3=b) (b 5=b)) (D "
            "4=d)))))");
    becomes("(R (X (A (a 0=a) (a 2=a)) (B (b 3=b) (b 5=b)) (C 1=c) (D 4=d)))",
            "binarize=optimal",
            "(R (X (X|<A> (A (a 0=a) (a 2=a)) (C 1=c)) (X|<B> (B (b 3=b) (b 5=b)) (D "
            "4=d))))");
}

/* The plain way: every binary tree over the children, by trying all splits. */
static uint32_t plain_optimum(const uint64_t *yield, uint32_t set, uint32_t full)
{
    if ((set & (set - 1)) == 0)
        return 0;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 32; i++)
        if (set >> i & 1)
            bits |= yield[i];
    uint32_t own = (uint32_t)__builtin_popcountll(bits & ~(bits << 1)), best = UINT32_MAX;
    for (uint32_t s = (set - 1) & set; s > 0; s = (s - 1) & set) {
        uint32_t a = plain_optimum(yield, s, full),
                 b = plain_optimum(yield, set ^ s, full);
        a = a > b ? a : b;
        best = a < best ? a : best;
    }
    own = set == full ? 0 : own;
    return own > best ? own : best;
}

static void optimal_equals_plain_search(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {3};
    for (int round = 0; round < 150; round++) {
        pl_arena_reset(&m);
        uint32_t k = 3 + pl_rng_below(&rng, 3), n = 3 * k;
        pl_tree *t = pl_tree_new(&m, n);
        t->root = pl_tree_add(t, "R");
        uint32_t x = pl_tree_add(t, "X");
        pl_tree_append(t, t->root, x);
        uint64_t yield[32] = {0};
        for (uint32_t i = 0; i < k; i++)
            pl_tree_append(t, x, pl_tree_add(t, "C"));
        for (uint32_t i = 0; i < n; i++) {
            uint32_t c = i < k ? i : pl_rng_below(&rng, k + 1);
            t->nodes[i].label = "t";
            pl_tree_append(t, c == k ? t->root : x + 1 + c, i);
            if (c < k)
                yield[c] |= (uint64_t)1 << i;
        }
        pl_tree_order(t);
        pl_tree *copy = pl_tree_copy(t, &m);
        pl_error err;
        pl_bin_options options;
        assert_int_equal(pl_bin_options_named("optimal", &options, &err), 0);
        assert_int_equal(pl_binarize(t, &options, &err), 0);
        uint32_t worst = 0; /* of X: the root and C may have new nodes too */
        for (uint32_t v = x; v != PL_NONE; v = pl_tree_preorder(t, x, v))
            if (strncmp(t->nodes[v].label, "X|", 2) == 0 && t->nodes[v].blocks > worst)
                worst = t->nodes[v].blocks;
        uint32_t full = (1u << k) - 1;
        assert_int_equal(worst, plain_optimum(yield, full, full));
        pl_unbinarize(t, true);
        same_tree(t, copy, "optimal");
    }
    pl_arena_release(&m);
}

static void every_mode_is_undone(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"sr-gap", "swap", "left", "right", "optimal"};
    pl_arena m = {0};
    pl_rng rng = {11};
    for (int round = 0; round < 600; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 24));
        random_heads(t, &rng);
        pl_bin_options options;
        pl_error err;
        assert_int_equal(pl_bin_options_named(modes[round % 5], &options, &err), 0);
        options.label = pl_rng_below(&rng, 3);
        options.h = pl_rng_below(&rng, 4);
        options.v = 1 + pl_rng_below(&rng, 3);
        pl_tree *copy = pl_tree_copy(t, &m);
        assert_int_equal(pl_binarize(t, &options, &err), 0);
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
            assert_true(t->nodes[v].order <= 2);
            assert_true(t->nodes[t->nodes[v].head].parent == v);
            assert_int_equal((t->nodes[v].flags & PL_NODE_TEMPORARY) != 0,
                             pl_looks_temporary(t->nodes[v].label));
        }
        const char *text = text_of(&m, t);
        pl_unbinarize(t, true);
        same_tree(t, copy, modes[round % 5]);
        pl_tree *again = tree_of(&m, text); /* from the text alone */
        pl_unbinarize(again, true);
        assert_string_equal(text_of(&m, again), text_of(&m, copy));
    }
    pl_arena_release(&m);
}

/* The head word of every node is the same before and after. */
static void heads_percolate(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(R (X (A 0=a) (B 1=b) (V 2=v) (C 3=c)))");
    static const char *const modes[] = {"sr-gap", "swap", "left", "right", "optimal"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        pl_tree *copy = pl_tree_copy(t, &m);
        uint32_t x = copy->nodes[0].parent;
        copy->nodes[x].head = 2;
        pl_bin_options options;
        pl_error err;
        assert_int_equal(pl_bin_options_named(modes[i], &options, &err), 0);
        assert_int_equal(pl_binarize(copy, &options, &err), 0);
        uint32_t head = x;
        while (!pl_is_terminal(copy, head))
            head = copy->nodes[head].head;
        assert_int_equal(head, 2);
    }
    pl_arena_release(&m);
}

static void missing_heads_are_an_error(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = tree_of(&m, "(X (A 0=a) (B 1=b) (V 2=v))");
    pl_bin_options options;
    assert_int_equal(pl_bin_options_named("sr-gap", &options, &err), 0);
    assert_int_equal(pl_binarize(t, &options, &err), -1);
    assert_non_null(strstr(err.text, "X has no head child"));
    assert_int_equal(pl_bin_options_named("middle", &options, &err), -1);
    pl_arena_release(&m);
}

/* A node of thousands of children, crossing: no mode may take long or fail. */
static void many_children(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"sr-gap", "swap", "left", "right", "optimal"};
    pl_arena m = {0};
    pl_error err;
    for (size_t i = 0; i < 5 * 2; i++) {
        pl_arena_reset(&m);
        uint32_t n = i < 5 ? 4000 : 60;
        pl_tree *t = pl_tree_new(&m, n);
        t->root = pl_tree_add(t, "X");
        for (uint32_t k = 0; k < n / 2; k++) {
            uint32_t c = pl_tree_add(t, "C");
            pl_tree_append(t, t->root, c);
            pl_tree_append(t, c, k);
            pl_tree_append(t, c, n / 2 + (k * 7) % (n / 2));
        }
        for (uint32_t k = 0; k < n; k++)
            t->nodes[k].label = "t";
        for (uint32_t k = 0; k < n; k++) /* 7 divides n/2 or not: no token left over */
            if (t->nodes[k].parent == PL_NONE)
                pl_tree_append(t, t->root, k);
        pl_tree_order(t);
        t->nodes[t->root].head = t->nodes[t->root].first;
        pl_tree *copy = pl_tree_copy(t, &m);
        pl_bin_options options;
        assert_int_equal(pl_bin_options_named(modes[i % 5], &options, &err), 0);
        assert_int_equal(pl_binarize(t, &options, &err), 0);
        assert_true(worst_fan_out(t) > 0);
        pl_unbinarize(t, true);
        same_tree(t, copy, modes[i % 5]);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_and_labels),
        cmocka_unit_test(optimal_lowers_fan_out),
        cmocka_unit_test(optimal_equals_plain_search),
        cmocka_unit_test(every_mode_is_undone),
        cmocka_unit_test(heads_percolate),
        cmocka_unit_test(missing_heads_are_an_error),
        cmocka_unit_test(many_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
