/* Tree-substitution grammars: elementary trees as rules, derivations as trees. */
#include "trees.h"

#include "grammar/grammar_text.h"
#include "transform/transform.h"

#include <math.h>

/* -- elementary trees as rules ------------------------------------------------------- */

static void put_symbol(const pl_productions *p, uint32_t symbol, pl_str *out)
{
    for (const char *c = p->symbols.at[symbol].label; *c != '\0'; c++)
        pl_str_putc(out, *c == PL_TSG_MARK ? '@' : *c);
    if (p->symbols.at[symbol].fanout > 1)
        pl_str_printf(out, "_%u", p->symbols.at[symbol].fanout);
}

static void put_rule(const pl_tsg *g, uint32_t i, pl_str *out)
{
    const pl_production *q = &g->productions.at.at[i];
    put_symbol(&g->productions, q->lhs, out);
    for (uint32_t k = 0; k < q->n_rhs; k++) {
        pl_str_putc(out, ' ');
        put_symbol(&g->productions, q->rhs[k], out);
    }
    pl_str_putc(out, ' ');
    if (q->word != NULL)
        pl_str_puts(out, q->word);
    else
        pl_yield_put(&g->productions, i, out);
    pl_str_printf(out, " %g\n", g->weights.at[i]);
}

/* The tree of figure 1 of the paper, with the labels of figure 3. */
#define FIGURE_1                                                                         \
    "(S (VP (NP (DT 0=Dat) (NN 1=werkwoord)) (VB 5=uitgevonden)) (VB 2=had) (NN 3=ze) "  \
    "(ADV 4=zelf))"

/* Figure 3 of van Cranenburgh and Bod (2013). The figure gives the inner symbols numbers
 * that are used once each; here leaves that begin alike share one. In its first row the
 * two VB must change places to fit the order of the sentence. */
static void figure_3(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree, *rules;
    } rows[] = {
        {"(S (VP (NP 0=) (VB 4=uitgevonden)) (VB 1=) (NN 2=) (ADV 3=))",
         "@1 NP VB 01 1\n"
         "@2 @1 NN 01 1\n"
         "@3 @2 ADV 01 1\n"
         "VB@uitgevonden uitgevonden 1\n"
         "S @3 VB@uitgevonden 01 0.25\n"},
        {"(S (VP 0= 4=) (VB 1=had) (NN 2=ze) (ADV 3=zelf))",
         "VB@had had 1\n"
         "@4_2 VP_2 VB@had 01,0 1\n"
         "NN@ze ze 1\n"
         "@5_2 @4_2 NN@ze 01,0 1\n"
         "ADV@zelf zelf 1\n"
         "S @5_2 ADV@zelf 010 0.25\n"},
        {"(VP (NP 0=) (VB 2=uitgevonden))", "VP_2 NP VB@uitgevonden 0,1 0.25\n"},
    };
    pl_arena m = {0};
    pl_forest f = {0};
    pl_tsg g;
    pl_tsg_maker maker;
    pl_fragments fragments = {0};
    pl_fragment_text *reader = pl_fragment_text_new();
    pl_error err;
    assert_int_equal(pl_forest_add(&f, tree_of(&m, FIGURE_1), &err), 0);
    assert_int_equal(pl_tsg_start(&maker, &g, &f.productions, &err), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *end;
        pl_str got = {0};
        uint32_t before = (uint32_t)g.productions.at.n;
        if (pl_fragment_read(reader, &f.productions, rows[i].tree, &fragments, &end,
                             &err) < 0)
            fail_msg("%s", err.text);
        const pl_fragment *fragment = &fragments.at.at[i];
        pl_tsg_add(&maker, fragments.code.at + fragment->code, fragment->n, 0.25);
        for (uint32_t k = before; k < g.productions.at.n; k++)
            put_rule(&g, k, &got);
        assert_string_equal(got.at, rows[i].rules);
        pl_str_release(&got);
    }
    pl_tsg_finish(&maker);
    pl_fragment_text_free(reader);
    pl_fragments_release(&fragments);
    pl_tsg_release(&g);
    pl_forest_release(&f);
    pl_arena_release(&m);
}

/* -- random derivations -------------------------------------------------------------- */

/* A treebank as a forest, and its trees as text. */
typedef struct bank {
    pl_arena m;
    pl_forest f;
    const char *text[8];
    pl_fragments fragments;
} bank;

static void fill(bank *b, pl_rng *rng, bool split)
{
    pl_error err;
    *b = (bank){0};
    for (int i = 0; i < 8; i++) {
        pl_tree *t = random_tree(&b->m, rng, 1 + pl_rng_below(rng, 9));
        if (pl_rng_below(rng, 2) == 0)
            apply(t, "binarize=right");
        if (split)
            apply(t, "split-disc");
        b->text[i] = text_of(&b->m, t);
        assert_int_equal(pl_forest_add(&b->f, t, &err), 0);
    }
    pl_forest_index(&b->f);
}

static void release(bank *b)
{
    pl_fragments_release(&b->fragments);
    pl_forest_release(&b->f);
    pl_arena_release(&b->m);
}

static uint32_t first_of_tree(const pl_forest *f, uint32_t tree)
{
    uint32_t i = 0;
    while (f->nodes.at[i].tree != tree)
        i++;
    return i;
}

/* The tree that a code of the forest's productions is, over the words of tree `number`.
 */
static const char *tree_text(bank *b, const uint32_t *code, uint32_t n, uint32_t number)
{
    pl_code c = {0};
    pl_tree *t = tree_of(&b->m, b->text[number]);
    assert_true(pl_code_complete(&b->f.productions, code, n));
    pl_tree *words = pl_tree_new(&b->m, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        words->tokens[i].word = t->tokens[i].word;
    assert_true(pl_code_tree(&c, &b->f.productions, code, n, words));
    assert_false(pl_code_tree(&c, &b->f.productions, code, n,
                              pl_tree_new(&b->m, t->n_tokens + 1)));
    pl_code_release(&c);
    return text_of(&b->m, words);
}

/* A tree is its nodes' productions in pre-order, with or without those of words. */
static void codes_are_trees(void **unused)
{
    (void)unused;
    pl_rng rng = {11};
    for (int round = 0; round < 60; round++) {
        bank b;
        fill(&b, &rng, round % 2 == 1);
        for (uint32_t tree = 0; tree < 8; tree++) {
            uint32_t first = first_of_tree(&b.f, tree), code[200];
            uint32_t n = b.f.nodes.at[first].size;
            for (uint32_t i = 0; i < n; i++) {
                code[i] = b.f.nodes.at[first + i].production;
                if (i > 0 && b.f.productions.at.at[code[i]].word != NULL &&
                    pl_rng_below(&rng, 2) == 0)
                    code[i] = PL_NONE;
            }
            assert_string_equal(tree_text(&b, code, n, tree), b.text[tree]);
            assert_false(pl_code_complete(&b.f.productions, code, n - 1));
        }
        release(&b);
    }
}

/* How a tree is cut up: for each node whether a fragment begins there. Fragments are
 * added to the grammar as they come; the derivation is their rules in pre-order. */
typedef struct cutter {
    bank *b;
    pl_tsg_maker maker;
    pl_tsg tsg;
    bool cut[200];
    pl_numbers derivation;
} cutter;

/* The derivation of the fragment at `node` (counted from `first`) and of all below. */
static void derive(cutter *c, uint32_t first, uint32_t node)
{
    const pl_forest *f = &c->b->f;
    uint32_t code[200], n = 0, sites[200], n_sites = 0, leaves[200], n_leaves = 0;
    for (uint32_t i = node; i < node + f->nodes.at[first + node].size;) {
        bool site = i > node && c->cut[i];
        uint32_t production = f->nodes.at[first + i].production;
        code[n++] = site ? PL_NONE : production;
        if (site || f->productions.at.at[production].word != NULL) {
            sites[n_sites++] = i;
            leaves[n_leaves++] = site ? i : PL_NONE;
        }
        i += site ? f->nodes.at[first + i].size : 1;
    }
    uint32_t rule = pl_tsg_add(&c->maker, code, n, 1);
    const pl_elementary e = c->tsg.trees.at[c->tsg.tree_of.at[rule]];
    assert_int_equal(e.n_leaves, n_leaves);
    PL_PUSH(&c->derivation, rule);
    /* the rest of the chain: left children of left children */
    for (uint32_t k = 2, r = rule; k < n_leaves; k++) {
        uint32_t left = c->tsg.productions.at.at[r].rhs[0];
        for (r = 0; c->tsg.productions.at.at[r].lhs != left;)
            r++;
        PL_PUSH(&c->derivation, r);
    }
    if (c->tsg.productions.at.at[rule].word != NULL)
        return;
    for (uint32_t k = 0; k < n_leaves; k++) {
        uint32_t leaf = k; /* in pre-order, the one that is child k of the rule */
        if (e.order != SIZE_MAX)
            for (leaf = 0; c->tsg.orders.at[e.order + leaf] != k;)
                leaf++;
        if (leaves[leaf] == PL_NONE)
            PL_PUSH(&c->derivation, PL_NONE);
        else
            derive(c, first, sites[leaf]);
    }
}

/* Every tree, cut into fragments at random and put together again, is the same. */
static void cut_trees_come_back(void **unused)
{
    (void)unused;
    pl_rng rng = {12};
    pl_tsg_expander x = {0};
    pl_numbers code = {0};
    pl_error err;
    for (int round = 0; round < 100; round++) {
        bank b;
        fill(&b, &rng, round % 3 == 1);
        cutter c = {.b = &b};
        assert_int_equal(pl_tsg_start(&c.maker, &c.tsg, &b.f.productions, &err), 0);
        for (uint32_t tree = 0; tree < 8; tree++) {
            uint32_t first = first_of_tree(&b.f, tree);
            for (uint32_t i = 0; i < b.f.nodes.at[first].size; i++)
                c.cut[i] = pl_rng_below(&rng, 3) == 0;
            c.derivation.n = 0;
            derive(&c, first, 0);
            pl_tsg_expand(&x, &c.tsg, c.derivation.at, (uint32_t)c.derivation.n, &code);
            assert_string_equal(tree_text(&b, code.at, (uint32_t)code.n, tree),
                                b.text[tree]);
        }
        assert_true(pl_tsg_sound(&c.tsg));
        PL_VEC_RELEASE(&c.derivation);
        pl_tsg_finish(&c.maker);
        pl_tsg_release(&c.tsg);
        release(&b);
    }
    pl_tsg_expander_release(&x);
    PL_VEC_RELEASE(&code);
}

/* -- the two grammars ---------------------------------------------------------------- */

/* The weights of rules with the same left-hand side add up to one. */
static void assert_proper(const pl_tsg *g, const char *which)
{
    double sums[4000] = {0};
    assert_true(g->productions.symbols.n <= 4000);
    for (size_t i = 0; i < g->productions.at.n; i++)
        sums[g->productions.at.at[i].lhs] += g->weights.at[i];
    for (size_t s = 0; s < g->productions.symbols.n; s++)
        if (sums[s] != 0 && fabs(sums[s] - 1) > 1e-9)
            fail_msg("%s%s: %g", which, g->productions.symbols.at[s].label, sums[s]);
}

static void weights_are_proper(void **unused)
{
    (void)unused;
    pl_rng rng = {13};
    pl_error err;
    pl_pool *pool = pl_pool_new(1);
    for (int round = 0; round < 50; round++) {
        bank b;
        pl_tsg g;
        pl_seek_options options = {.cover = 1};
        fill(&b, &rng, false);
        assert_int_equal(pl_fragments_seek(&b.fragments, &b.f, &options, pool, &err), 0);
        assert_int_equal(pl_tsg_double_dop(&g, &b.f, &b.fragments, &err), 0);
        assert_int_equal(g.trees.n, b.fragments.at.n);
        assert_proper(&g, "2dop ");
        pl_tsg_release(&g);
        release(&b);
    }
    pl_pool_free(pool);
}

/* The reduction of one tree: a → b c below s. */
static void reduction_of_one_tree(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_forest f = {0};
    pl_tsg g;
    pl_error err;
    pl_str got = {0};
    assert_int_equal(
        pl_forest_add(&f, tree_of(&m, "(S (A (B 0=b) (B 2=b)) (C 1=c))"), &err), 0);
    assert_int_equal(pl_tsg_reduction(&g, &f, &err), 0);
    assert_proper(&g, "reduction ");
    for (uint32_t i = 0; i < g.productions.at.n; i++)
        put_rule(&g, i, &got);
    /* A has 4 fragments, C one: S has 5 * 2 */
    assert_string_equal(got.at, "S@3 A_2 C 010 0.1\n"
                                "S A_2 C 010 0.1\n"
                                "S@3 A@2_2 C 010 0.4\n"
                                "S A@2_2 C 010 0.4\n"
                                "S@3 A_2 C@0 010 0.1\n"
                                "S A_2 C@0 010 0.1\n"
                                "S@3 A@2_2 C@0 010 0.4\n"
                                "S A@2_2 C@0 010 0.4\n"
                                "A@2_2 B B 0,1 0.25\n"
                                "A_2 B B 0,1 0.25\n"
                                "A@2_2 B@1 B 0,1 0.25\n"
                                "A_2 B@1 B 0,1 0.25\n"
                                "A@2_2 B B@1 0,1 0.25\n"
                                "A_2 B B@1 0,1 0.25\n"
                                "A@2_2 B@1 B@1 0,1 0.25\n"
                                "A_2 B@1 B@1 0,1 0.25\n"
                                "B@1 b 1\n"
                                "B b 1\n"
                                "C@0 c 1\n"
                                "C c 1\n");
    pl_str_release(&got);
    pl_tsg_release(&g);
    pl_forest_release(&f);
    f = (pl_forest){0};
    assert_int_equal(pl_forest_add(&f, tree_of(&m, "(S (A 0=a) (A 1=a) (A 2=a))"), &err),
                     0);
    assert_int_equal(pl_tsg_reduction(&g, &f, &err), -1);
    assert_string_equal(err.text,
                        "S has 3 children; the reduction needs trees whose nodes "
                        "have at most two (the transform binarize)");
    pl_forest_release(&f);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_3),
        cmocka_unit_test(codes_are_trees),
        cmocka_unit_test(cut_trees_come_back),
        cmocka_unit_test(weights_are_proper),
        cmocka_unit_test(reduction_of_one_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
