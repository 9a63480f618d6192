/* Grammars read off treebanks. */
#include "trees.h"

#include "grammar/cascade.h"
#include "grammar/grammar_text.h"
#include "transform/transform.h"

#define DARUEBER "(S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss))"

/* The grammar of trees as text: the rules, then the lexicon. */
static void grammar_text(const char *kind, const char *const *trees, size_t n,
                         pl_str *out)
{
    const pl_grammar_kind *k = pl_grammar_kind_find(kind);
    pl_arena m = {0};
    pl_cascade c;
    pl_error err;
    assert_non_null(k);
    pl_cascade_start(&c, k, true);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(pl_cascade_add(&c, tree_of(&m, trees[i]), &err), 0);
    assert_int_equal(pl_cascade_finish(&c, NULL, &err), 0);
    pl_out *stream = pl_out_memory(out);
    pl_tsg_write_rules(&c.at[0].rules, stream);
    pl_tsg_write_lexicon(&c.at[0].rules, stream);
    pl_out_close(stream, NULL);
    pl_cascade_release(&c);
    pl_arena_release(&m);
}

static void kinds(void **unused)
{
    (void)unused;
    static const struct {
        const char *kind;
        const char *trees[2];
        const char *expected;
    } cases[] = {
        {"plcfrs",
         {DARUEBER, DARUEBER},
         "S\tVP_2\tVMFIN\t010\t2\nVP_2\tPROAV\tVVPP\t0,1\t2\n"
         "Darüber\tPROAV 2\nmuss\tVMFIN 2\nnachgedacht\tVVPP 2\n"},
        /* one word, several tags; sorted by bytes */
        {"pcfg",
         {"(S (IN 0=that) (NP (DT 1=that) (N 2=dog)))", "(NP (DT 0=that) (N 1=Dog))"},
         "NP\tDT\tN\t01\t2\nS\tIN\tNP\t01\t1\n"
         "Dog\tN 1\ndog\tN 1\nthat\tDT 2\tIN 1\n"},
        /* of a flat node nothing is binarized that was not before */
        {"split-pcfg",
         {DARUEBER, "(S (A 0=a) (A 1=a) (A 2=a))"},
         "S\tA\tA\tA\t012\t1\nS\tVP*0\tS|<VMFIN,VP*1>\t01\t1\n"
         "S|<VMFIN,VP*1>\tVMFIN\tVP*1\t01\t1\nVP*0\tPROAV\t0\t1\nVP*1\tVVPP\t0\t1\n"
         "Darüber\tPROAV 1\na\tA 3\nmuss\tVMFIN 1\nnachgedacht\tVVPP 1\n"},
        /* a label with a blank stays one field */
        {"pcfg", {"(S (A 0=a#SPC#b))", "(S (A 0=a))"}, "S\tA\t0\t2\na\tA 1\na_b\tA 1\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str got = {0};
        grammar_text(cases[i].kind, cases[i].trees, 2, &got);
        assert_string_equal(got.at, cases[i].expected);
        pl_str_release(&got);
    }
    assert_null(pl_grammar_kind_find("tsg"));
}

static void pcfg_needs_continuous_trees(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = tree_of(&m, DARUEBER);
    assert_int_equal(pl_grammar_prepare(pl_grammar_kind_find("pcfg"), t, &err), -1);
    assert_string_equal(
        err.text, "VP is discontinuous, which a pcfg cannot have; take split-pcfg or "
                  "plcfrs, or make the trees continuous (the transform raise)");
    pl_arena_release(&m);
}

/* Every nonterminal but the roots is on as many right-hand sides as it is rewritten. */
static void books_balance(void **unused)
{
    (void)unused;
    pl_rng rng = {8};
    for (int round = 0; round < 100; round++) {
        pl_arena m = {0};
        pl_forest f = {0};
        pl_tsg g = {0};
        pl_error err;
        for (int i = 0; i < 5; i++) {
            pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 10));
            assert_int_equal(pl_forest_add(&f, t, &err), 0);
        }
        pl_tsg_count(&g, &f, false);
        int64_t balance[1000] = {0};
        assert_true(f.productions.symbols.n <= 1000);
        for (uint32_t p = 0; p < f.productions.at.n; p++) {
            const pl_production *q = &f.productions.at.at[p];
            balance[q->lhs] -= (int64_t)g.weights.at[p];
            for (uint32_t k = 0; k < q->n_rhs; k++)
                balance[q->rhs[k]] += (int64_t)g.weights.at[p];
        }
        for (uint32_t i = 0; i < f.productions.symbols.n; i++) {
            bool root = strcmp(f.productions.symbols.at[i].label, "ROOT") == 0;
            assert_int_equal(balance[i], root ? -5 : 0);
        }
        pl_tsg_release(&g);
        pl_forest_release(&f);
        pl_arena_release(&m);
    }
}

/* Binarized, split and binarized again, trees come back by undoing one after the other.
 */
static void split_is_undone(void **unused)
{
    (void)unused;
    pl_rng rng = {9};
    pl_error err;
    for (int round = 0; round < 200; round++) {
        pl_arena m = {0};
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 10));
        const char *before = text_of(&m, t);
        apply(t, "binarize=right");
        assert_int_equal(pl_grammar_prepare(pl_grammar_kind_find("split-pcfg"), t, &err),
                         0);
        for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
            assert_false(pl_is_discontinuous(t, v));
            assert_true(pl_is_terminal(t, v) || t->nodes[v].order <= 2);
        }
        pl_unbinarize(t, true);
        pl_merge_disc(t);
        pl_unbinarize(t, true);
        assert_string_equal(text_of(&m, t), before);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(pcfg_needs_continuous_trees),
        cmocka_unit_test(books_balance),
        cmocka_unit_test(split_is_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
