/* Productions of trees with crossing branches, and treebanks as arrays of them. */
#include "unit.h"

#include "format/reader.h"
#include "grammar/forest.h"

#include <string.h>

/* Adds the trees of a text in discbracket. */
static void add_trees(pl_forest *f, const char *text)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *t;
    pl_in *in = pl_in_memory("text", text, strlen(text));
    pl_reader *r = pl_reader_new(in, pl_format_find("discbracket"), NULL, &err);
    while (pl_reader_next(r, &m, &t, &err) > 0)
        assert_int_equal(pl_forest_add(f, t, &err), 0);
    pl_reader_close(r);
    pl_arena_release(&m);
}

/* LHS RHS… YIELD of a production, or TAG word. */
static void put_production(const pl_productions *p, uint32_t id, pl_str *s)
{
    const pl_production *q = &p->at.at[id];
    pl_str_printf(s, "%s_%u", p->symbols.at[q->lhs].label, p->symbols.at[q->lhs].fanout);
    for (uint32_t k = 0; k < q->n_rhs; k++)
        pl_str_printf(s, " %s_%u", p->symbols.at[q->rhs[k]].label,
                      p->symbols.at[q->rhs[k]].fanout);
    pl_str_putc(s, ' ');
    if (q->word != NULL)
        pl_str_puts(s, q->word);
    else
        pl_yield_put(p, id, s);
}

static const struct {
    const char *tree;
    const char *root; /* the production of its root */
} cases[] = {
    {"(S (A 0=a))", "S_1 A_1 0"},
    {"(S (A 0=a) (B 1=b))", "S_1 A_1 B_1 01"},
    {"(S (VP (A 0=a) (B 2=b)) (C 1=c))", "S_1 VP_2 C_1 010"},
    {"(S (VP (A 0=a) (B 3=b)) (C 1=c) (C 2=c))", "S_1 VP_2 C_1 C_1 0120"},
    /* interleaved children */
    {"(S (X (A 0=a) (A 2=a) (A 4=a)) (Y (B 1=b) (B 3=b)))", "S_1 X_3 Y_2 01010"},
    {"(S (X (A 0=a) (A 3=a)) (Y (B 1=b) (B 2=b)))", "S_1 X_2 Y_1 010"},
    {"(S (A 0=a) (A 1=a) (A 2=a) (A 3=a) (A 4=a) (A 5=a) (A 6=a) (A 7=a) (A 8=a) (A 9=a) "
     "(A 10=a) (A 11=a))",
     "S_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 A_1 0123456789[10][11]"},
};

static void test_yields(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_forest f = {0};
        pl_str s = {0};
        add_trees(&f, cases[i].tree);
        put_production(&f.productions, f.nodes.at[0].production, &s);
        assert_string_equal(s.at, cases[i].root);
        pl_str_release(&s);
        pl_forest_release(&f);
    }
}

/* Gaps of a node that are gaps of its child as well begin new components. */
static void test_components(void **unused)
{
    (void)unused;
    pl_forest f = {0};
    pl_str s = {0};
    add_trees(&f, "(S (X (Y (A 0=a) (A 2=a)) (B 4=b)) (C (D 1=d) (D 3=d)))");
    static const char *const expected[] = {
        "S_1 X_3 C_2 01010",
        "X_3 Y_2 B_1 0,0,1",
        "Y_2 A_1 A_1 0,1",
        "A_1 a",
        "A_1 a",
        "B_1 b",
        "C_2 D_1 D_1 0,1",
        "D_1 d",
        "D_1 d",
    };
    assert_int_equal(f.nodes.n, 9);
    for (size_t i = 0; i < 9; i++) {
        pl_str_clear(&s);
        put_production(&f.productions, f.nodes.at[i].production, &s);
        assert_string_equal(s.at, expected[i]);
    }
    const pl_production *x = &f.productions.at.at[f.nodes.at[1].production];
    assert_int_equal(x->starts[0], 0);
    assert_int_equal(x->starts[1], 1);
    assert_int_equal(x->starts[2], 2);
    assert_int_equal(x->starts[3], 3);
    assert_int_equal(x->variables[1].child, 0);
    assert_int_equal(x->variables[1].block, 1);
    pl_str_release(&s);
    pl_forest_release(&f);
}

static void test_forest(void **unused)
{
    (void)unused;
    pl_forest f = {0};
    add_trees(&f, "(S (VP (A 0=a) (B 2=b)) (C 1=c))\n(S (VP (A 0=a) (B 2=b)) (C 1=d))\n");
    assert_int_equal(f.n_trees, 2);
    assert_int_equal(f.nodes.n, 10);
    assert_int_equal(f.productions.at.n, 6); /* S, VP, a, b, c; and d */
    static const uint32_t sizes[] = {5, 3, 1, 1, 1};
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(f.nodes.at[i].size, sizes[i % 5]);
        assert_int_equal(f.nodes.at[i].tree, i / 5);
    }
    assert_int_equal(f.nodes.at[0].context, PL_NONE);
    uint32_t s_slot = f.productions.at.at[f.nodes.at[0].production].slot;
    assert_int_equal(f.nodes.at[1].context, s_slot);
    assert_int_equal(f.nodes.at[9].context, s_slot + 1);
    pl_forest_index(&f);
    uint32_t s = f.nodes.at[0].production;
    assert_int_equal(f.having.starts[s + 1] - f.having.starts[s], 2);
    assert_int_equal(f.having.at[f.having.starts[s]], 0);
    assert_int_equal(f.having.at[f.having.starts[s] + 1], 5);
    pl_forest_release(&f);
}

/* A label that ends like a fan-out is not the same as one that has it. */
static void test_symbols_apart(void **unused)
{
    (void)unused;
    pl_forest f = {0};
    add_trees(&f, "(S (VP (A 0=a) (A 2=a)) (VP_2 (A 1=a)))");
    const pl_production *s = &f.productions.at.at[f.nodes.at[0].production];
    assert_int_not_equal(s->rhs[0], s->rhs[1]);
    assert_int_equal(f.productions.symbols.at[s->rhs[0]].fanout, 2);
    assert_int_equal(f.productions.symbols.at[s->rhs[1]].fanout, 1);
    pl_forest_release(&f);
}

static void test_refused(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_forest f = {0};
    pl_tree *t = pl_tree_new(&m, 1);
    t->tokens[0].word = "dog";
    t->root = PL_NONE;
    assert_int_equal(pl_forest_add(&f, t, &err), -1);
    assert_string_equal(err.text, "the sentence has no constituents");
    t->root = pl_tree_add(t, "S");
    pl_tree_append(t, t->root, 0);
    pl_tree_order(t);
    assert_int_equal(pl_forest_add(&f, t, &err), -1);
    assert_string_equal(err.text, "word 1 (dog) has no tag, which grammars need");
    assert_int_equal(f.n_trees, 0);
    assert_int_equal(f.nodes.n, 0);
    pl_forest_release(&f);
    pl_arena_release(&m);
}

/* Looking up finds what is there, says PL_NONE of what is not, and adds nothing. */
static void test_lookup(void **unused)
{
    (void)unused;
    pl_forest f = {0};
    add_trees(&f, "(S (VP (A 0=a) (B 2=b)) (C 1=c))");
    pl_prod_stack s = {.find = &f.productions};
    size_t n = f.productions.at.n, symbols = f.productions.symbols.n;
    assert_int_equal(pl_prod_word(&s, "A", "a", 5), f.nodes.at[2].production);
    assert_int_equal(pl_prod_word(&s, "A", "b", 6), PL_NONE);
    assert_int_equal(pl_prod_word(&s, "X", "b", 7), PL_NONE);
    pl_prod_stack_clear(&s);
    static const uint32_t positions[] = {3, 9};
    pl_prod_open(&s, "VP", positions, 2);
    pl_prod_open(&s, "C", (const uint32_t[]){4}, 1);
    pl_prod_open(&s, "C", (const uint32_t[]){8}, 1);
    assert_int_equal(pl_prod_join(&s, "S", 3, false), PL_NONE); /* gaps elsewhere */
    pl_prod_stack_clear(&s);
    pl_prod_open(&s, "VP", (const uint32_t[]){3, 5}, 2);
    pl_prod_open(&s, "C", (const uint32_t[]){4}, 1);
    assert_int_equal(pl_prod_join(&s, "S", 2, false), f.nodes.at[0].production);
    assert_int_equal(s.parts.n, 1);
    assert_int_equal(s.blocks.n, 1);
    assert_int_equal(s.blocks.at[0].low, 3);
    assert_int_equal(s.blocks.at[0].high, 5);
    assert_int_equal(f.productions.at.n, n);
    assert_int_equal(f.productions.symbols.n, symbols);
    pl_prod_stack_release(&s);
    pl_forest_release(&f);
}

/* On random trees: fan-outs are those of the tree; each child's blocks occur once each,
 * in order; sizes add up; equal nodes have equal productions. */
static void test_random(void **unused)
{
    (void)unused;
    pl_rng rng = {11};
    for (int round = 0; round < 200; round++) {
        pl_arena m = {0};
        pl_forest f = {0};
        pl_error err;
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        assert_int_equal(pl_forest_add(&f, t, &err), 0);
        uint32_t i = 0;
        for (uint32_t v = t->root; v != PL_NONE;
             v = pl_tree_preorder(t, t->root, v), i++) {
            const pl_production *q = &f.productions.at.at[f.nodes.at[i].production];
            assert_int_equal(f.productions.symbols.at[q->lhs].fanout, t->nodes[v].blocks);
            assert_string_equal(f.productions.symbols.at[q->lhs].label,
                                t->nodes[v].label);
            if (pl_is_terminal(t, v)) {
                assert_string_equal(q->word, t->tokens[v].word);
                continue;
            }
            assert_int_equal(q->n_rhs, t->nodes[v].order);
            uint32_t seen[16] = {0}, total = 0, size = 1, child = i + 1;
            for (uint32_t k = 0; k < q->starts[t->nodes[v].blocks]; k++)
                assert_int_equal(q->variables[k].block, seen[q->variables[k].child]++);
            for (uint32_t k = 0; k < q->n_rhs; k++) {
                total += seen[k];
                assert_int_equal(seen[k], f.productions.symbols.at[q->rhs[k]].fanout);
                size += f.nodes.at[child].size;
                child += f.nodes.at[child].size;
            }
            assert_int_equal(total, q->starts[t->nodes[v].blocks]);
            assert_int_equal(size, f.nodes.at[i].size);
        }
        assert_int_equal(i, f.nodes.n);
        pl_forest_release(&f);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yields),  cmocka_unit_test(test_components),
        cmocka_unit_test(test_forest),  cmocka_unit_test(test_symbols_apart),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_lookup),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
