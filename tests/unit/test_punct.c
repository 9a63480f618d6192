/* Punctuation and what else hangs at the root. */
#include "transform/transform.h"
#include "trees.h"

static void what_is_punctuation(void **unused)
{
    (void)unused;
    static const struct {
        const char *tag, *word;
        bool punct;
    } cases[] = {
        {"$,", ",", true},     {"NN", "Haus", false}, {"NN", "«", true},
        {"$.", "Haus", true},  {"LET", "'", false},   {"LET", "...", true},
        {NULL, "-LRB-", true}, {"$", "$", false},     {"-LRB-", "(", true},
        {"X", NULL, false},    {"NN", "", false},     {"LET[]", "x", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(pl_is_punct(cases[i].tag, cases[i].word), cases[i].punct);
}

static void modes(void **unused)
{
    (void)unused;
    static const char *const cases[][3] = {
        /* move: to the highest node that begins after the mark; the last one stays */
        {"(R (S (A 0=a) (B (C (c 2=c) (d 3=d)) (e 4=e))) ($, 1=,) ($. 5=.))",
         "punct=move",
         "(R (S (A 0=a) ($, 1=,) (B (C (c 2=c) (d 3=d)) (e 4=e))) ($. 5=.))"},
        {"(R (S (A 0=a) (X (B 2=b) (C 3=c))) ($, 1=,))", "punct=move",
         "(R (S (A 0=a) ($, 1=,) (X (B 2=b) (C 3=c))))"},
        /* a mark before a child of the root stays; two in a row both move */
        {"(R ($, 0=,) (S (A 1=a) (B 2=b)))", "punct=move",
         "(R ($, 0=,) (S (A 1=a) (B 2=b)))"},
        {"(R (S (A 0=a) (B 3=b)) ($, 1=,) ($[ 2=/))", "punct=move",
         "(R (S (A 0=a) ($, 1=,) ($[ 2=/) (B 3=b)))"},
        /* only marks at the root, and only what is punctuation */
        {"(R (S (A 0=a) (B 2=b)) (ITJ 1=ah))", "punct=move",
         "(R (S (A 0=a) (B 2=b)) (ITJ 1=ah))"},
        {"(R (S (A 0=a) (B 2=b)) (ITJ 1=ah))", "punct=moveall",
         "(R (S (A 0=a) (ITJ 1=ah) (B 2=b)))"},
        /* pairs: the right one to the left one's parent, or the left one to the right's
         */
        {"(R (S (A 0=a) (NP ($[ 1=\") (N 2=n)) (V 4=v)) ($[ 3=\"))", "punct=move",
         "(R (S (A 0=a) (NP ($[ 1=\") (N 2=n) ($[ 3=\")) (V 4=v)))"},
        {"(R (S (A 0=a) (NP (N 2=n) ($[ 3=\")) (V 4=v)) ($[ 1=\"))", "punct=move",
         "(R (S (A 0=a) (NP ($[ 1=\") (N 2=n) ($[ 3=\")) (V 4=v)))"},
        /* an ancestor that becomes empty goes (#LRB# is how a bracket is written) */
        {"(R (S (A 0=a) (NP (-LRB- 1=#LRB#) (N 2=n)) (Q (-RRB- 3=#RRB#)) (V 4=v)))",
         "punct=move",
         "(R (S (A 0=a) (NP (-LRB- 1=#LRB#) (N 2=n) (-RRB- 3=#RRB#)) (V 4=v)))"},
        /* lca: between its neighbours that are not at the root themselves */
        {"(R (S (A 0=a) (X (B 2=b) (C 5=c))) ($, 1=,) ($, 3=,) (LET 4=x) ($. 6=.))",
         "punct=lca",
         "(R (S (A 0=a) ($, 1=,) (X (B 2=b) ($, 3=,) (LET 4=x) (C 5=c))) ($. 6=.))"},
        {"(R (S (A 0=a) (B 2=b)) (SYM 1==))", "punct=lca",
         "(R (S (A 0=a) (B 2=b)) (SYM 1==))"},
        {"(R ($, 0=,) ($. 1=.))", "punct=lca", "(R ($, 0=,) ($. 1=.))"},
        {"(R (S (A 0=a) (X ($, 1=,)) (B 2=b)))", "punct=root",
         "(R (S (A 0=a) (B 2=b)) ($, 1=,))"},
        {"(R (S ($, 0=,)))", "punct=root", "(R ($, 0=,))"},
        {"(R (S (A 0=a) (X ($, 1=,)) (B 2=b)))", "punct=remove",
         "(R (S (A 0=a) (B 1=b)))"},
        {"(R (S ($, 0=,)))", "punct=remove", "(R (S ($, 0=,)))"},
        {"(R (S (A 0=a) (B 2=b)) ($, 1=,))", "punct=keep",
         "(R (S (A 0=a) (B 2=b)) ($, 1=,))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        becomes(cases[i][0], cases[i][1], cases[i][2]);
}

static void root_attachment(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"(R (S (A 0=a) (X (B 1=b) (C 3=c))) (ITJ 2=ah))",
         "(R (S (A 0=a) (X (B 1=b) (ITJ 2=ah) (C 3=c))))"},
        {"(R (S (A 0=a) (B 3=b)) (P (p 1=p) (q 2=q)))",
         "(R (S (A 0=a) (P (p 1=p) (q 2=q)) (B 3=b)))"},
        /* the first and the last word have no neighbour on one side */
        {"(R (A 0=a) (S (B 1=b) (C 2=c)) (D 3=d))",
         "(R (A 0=a) (S (B 1=b) (C 2=c)) (D 3=d))"},
        /* the neighbours meet only at the root */
        {"(R (S (A 0=a) (B 1=b)) (X 2=x) (T (C 3=c)))",
         "(R (S (A 0=a) (B 1=b)) (X 2=x) (T (C 3=c)))"},
        /* smallest first: x fills the gap of P, which then fills that of S */
        {"(R (S (A 0=a) (B 4=b)) (P (p 1=p) (q 3=q)) (X 2=x))",
         "(R (S (A 0=a) (P (p 1=p) (X 2=x) (q 3=q)) (B 4=b)))"},
        /* a discontinuous one that takes no gap away stays */
        {"(R (S (A 0=a) (B 4=b)) (P (p 1=p) (q 3=q)) (Q (x 2=x) (y 5=y)))",
         "(R (S (A 0=a) (B 4=b)) (P (p 1=p) (q 3=q)) (Q (x 2=x) (y 5=y)))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        becomes(cases[i][0], "root-attach", cases[i][1]);
}

static void apply_mode(pl_tree *t, const pl_mode *mode)
{
    if (mode->change != NULL)
        mode->change(t);
}

/* Whatever the tree: words stay, every mode gives a tree in order, twice is once. */
static void random_trees(void **unused)
{
    (void)unused;
    static const char *const words[] = {"\"", "(", ")", ",", "w", "w", "-"};
    pl_arena m = {0};
    pl_rng rng = {17};
    for (int round = 0; round < 600; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 14));
        for (uint32_t i = 0; i < t->n_tokens; i++)
            t->tokens[i].word = words[pl_rng_below(&rng, 7)];
        pl_punct_to_root(t);
        const pl_mode *mode = &pl_punct_modes[round % 6];
        bool removes = strcmp(mode->name, "remove") == 0;
        uint32_t n = t->n_tokens;
        apply_mode(t, mode);
        pl_tree *copy = pl_tree_copy(t, &m);
        pl_tree_compact(copy);
        same_tree(t, copy, "in order");
        assert_true(removes || t->n_tokens == n);
        if (strncmp(mode->name, "move", 4) != 0) {
            apply_mode(t, mode);
            same_tree(t, copy, "twice");
        }
        pl_root_attach(t);
        pl_tree_compact(t);
        assert_true(t->nodes[t->root].order <= copy->nodes[copy->root].order);
    }
    pl_arena_release(&m);
}

static void sentences_without_trees(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (const pl_mode *mode = pl_punct_modes; mode->name != NULL; mode++) {
        pl_tree *t = pl_tree_new(&m, 2);
        t->tokens[0].word = ",";
        t->tokens[1].word = "word";
        apply_mode(t, mode);
        assert_int_equal(t->n_tokens, strcmp(mode->name, "remove") == 0 ? 1 : 2);
        pl_root_attach(t);
    }
    pl_error err;
    pl_pipeline p = {0};
    assert_int_equal(pl_pipeline_add(&p, "punct", "away", &err), -1);
    assert_string_equal(
        err.text, "punct takes move, moveall, lca, root, remove or keep, not 'away'");
    pl_pipeline_release(&p);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_punctuation),     cmocka_unit_test(modes),
        cmocka_unit_test(root_attachment),         cmocka_unit_test(random_trees),
        cmocka_unit_test(sentences_without_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
