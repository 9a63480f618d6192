/* Statistics: every figure on small trees, counters, crossing arcs against the plain way.
 */
#include "count/stats.h"
#include "format/reader.h"
#include "tree/crossing.h"
#include "unit.h"

#include <string.h>

static void add_text(pl_stats *s, const char *text)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *t;
    pl_reader *r =
        pl_reader_new(pl_in_memory("test", text, strlen(text)), NULL, NULL, &err);
    assert_non_null(r);
    while (pl_reader_next(r, &m, &t, &err) == 1)
        pl_stats_add(s, t);
    pl_reader_close(r);
    pl_arena_release(&m);
}

static void counts_of_trees(void **unused)
{
    (void)unused;
    pl_stats s = {0};
    add_text(&s,
             "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) "
             "(VMFIN 1=muss)) ($. 4=.))\n"
             "(ROOT (S (NP (PN (NE 0=Eva))) (VVFIN 1=muss)) ($. 2=.))\n"
             "(ROOT (S (VP (NP (N 0=a)) (V 2=b) (X 4=c)) (Y (Z (A 1=d) (B 3=e)))))\n");
    assert_int_equal(s.sentences, 3);
    assert_int_equal(s.trees, 3);
    assert_int_equal(s.tokens, 13);
    assert_int_equal(s.types.names.n, 11);
    assert_int_equal(s.tags.names.n, 12);
    assert_int_equal(s.labels.names.n, 6); /* S VP NP PN Y Z, not ROOT */
    assert_int_equal(s.functions.names.n, 0);
    assert_int_equal(s.constituents, 3 + 3 + 5);
    assert_int_equal(s.discontinuous_sentences, 2);
    assert_int_equal(s.discontinuous_constituents, 5);
    assert_int_equal(s.gap_degrees.n, 3);
    assert_int_equal(s.gap_degrees.at[0], 6);
    assert_int_equal(s.gap_degrees.at[1], 4); /* VP VP Y Z */
    assert_int_equal(s.gap_degrees.at[2], 1); /* VP of the third */
    assert_int_equal(s.sentence_gap_degrees.at[0], 1);
    assert_int_equal(s.sentence_gap_degrees.at[2], 1);
    assert_int_equal(pl_counter_get(&s.discontinuous_labels, "VP"), 3);
    assert_int_equal(pl_counter_get(&s.discontinuous_labels, "S"), 0);
    assert_int_equal(pl_histogram_total(&s.chains), 2); /* NP+PN, Y+Z */
    assert_int_equal(pl_histogram_max(&s.chains), 2);
    assert_int_equal(pl_counter_get(&s.chain_labels, "NP+PN"), 1);
    assert_int_equal(s.unary_over_word, 2); /* PN, NP */
    assert_int_equal(pl_histogram_max(&s.depths), 4);
    assert_int_equal(pl_histogram_max(&s.children), 3);
    assert_int_equal(pl_histogram_max(&s.lengths), 5);
    assert_int_equal(pl_histogram_median(&s.lengths), 5);
    pl_stats_release(&s);
}

/* A chain is counted once, at its top, with its full length; the root is no part of it.
 */
static void chains(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree;
        size_t n, longest;
        const char *label;
    } cases[] = {
        {"(ROOT (A (B (C (t 0=x) (t 1=y)))))", 1, 3, "A+B+C"},
        {"(ROOT (A (B (C (t 0=x)))))", 1, 3, "A+B+C"},
        {"(ROOT (A (t 0=x)))", 0, 0, "A"},
        {"(ROOT (t 0=x))", 0, 0, "ROOT"},
        {"(t 0=x)", 0, 0, "t"},
        {"(ROOT (A (B (t 0=x)) (B (A (t 1=x)))))", 1, 2, "B+A"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_stats s = {0};
        add_text(&s, cases[i].tree);
        assert_int_equal(pl_histogram_total(&s.chains), cases[i].n);
        assert_int_equal(pl_histogram_max(&s.chains), cases[i].longest);
        assert_int_equal(pl_counter_get(&s.chain_labels, cases[i].label), cases[i].n);
        pl_stats_release(&s);
    }
}

/* The plain way: words a < b < c < d with a, c in one constituent and b, d in another. */
static bool plain_ill_nested(const pl_tree *t)
{
    for (uint32_t u = t->n_tokens; u < t->n_nodes; u++)
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
            if (pl_tree_dominates(t, u, v) || pl_tree_dominates(t, v, u))
                continue;
            int changes = 0; /* u, v, u, v as the words go by */
            for (uint32_t i = 0; i < t->n_tokens; i++)
                changes += pl_tree_dominates(t, changes % 2 == 0 ? u : v, i);
            if (changes >= 4)
                return true;
        }
    return false;
}

static void ill_nested_equals_plain_search(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {21};
    size_t n = 0;
    for (int round = 0; round < 1000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        pl_stats s = {0};
        pl_stats_add(&s, t);
        assert_int_equal(s.ill_nested_sentences, plain_ill_nested(t));
        n += s.ill_nested_sentences;
        pl_stats_release(&s);
    }
    assert_in_range(n, 100, 900); /* both kinds are there */
    pl_arena_release(&m);
}

static void nothing_at_all(void **unused)
{
    (void)unused;
    pl_stats s = {0};
    add_text(&s, "");
    assert_int_equal(s.sentences, 0);
    assert_int_equal(pl_histogram_median(&s.lengths), 0);
    assert_true(pl_histogram_mean(&s.lengths) == 0);
    pl_stats_release(&s);
}

static void top_of_a_counter(void **unused)
{
    (void)unused;
    pl_counter c = {0};
    static const char *const seen[] = {"b", "a", "c", "a", "d", "c", "e", "a", NULL};
    for (size_t i = 0; seen[i] != NULL; i++)
        pl_counter_add(&c, seen[i]);
    pl_counter_add(&c, NULL);
    uint32_t ids[8];
    assert_int_equal(pl_counter_top(&c, 3, ids), 3);
    assert_string_equal(c.names.at[ids[0]], "a");
    assert_string_equal(c.names.at[ids[1]], "c");
    assert_string_equal(c.names.at[ids[2]], "b");
    assert_int_equal(pl_counter_top(&c, 8, ids), 5);
    assert_string_equal(c.names.at[ids[4]], "e");
    assert_int_equal(pl_counter_top(&c, 0, ids), 0);
    pl_counter_release(&c);
}

/* -- dependencies ------------------------------------------------------------------- */

/* Position of a head with the root at 0; words from 1. */
static uint32_t position(uint32_t head)
{
    return head == PL_ROOT_HEAD ? 0 : head + 1;
}

static bool below(const pl_tree *t, uint32_t head, uint32_t word) /* positions */
{
    while (word != 0 && word != head)
        word = position(t->tokens[word - 1].head);
    return word == head;
}

static bool plain_non_projective(const pl_tree *t, uint32_t i)
{
    uint32_t h = position(t->tokens[i].head), d = i + 1;
    for (uint32_t k = (h < d ? h : d) + 1; k < (h < d ? d : h); k++)
        if (!below(t, h, k))
            return true;
    return false;
}

static bool plain_crossing(const pl_tree *t, uint32_t i)
{
    uint32_t h = position(t->tokens[i].head), d = i + 1;
    uint32_t low = h < d ? h : d, high = h < d ? d : h;
    for (uint32_t j = 0; j < t->n_tokens; j++) {
        uint32_t a = position(t->tokens[j].head), b = j + 1;
        uint32_t l = a < b ? a : b, r = a < b ? b : a;
        if ((low < l && l < high && high < r) || (l < low && low < r && r < high))
            return true;
    }
    return false;
}

static void arcs_equal_plain_search(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {11};
    unsigned char arcs[40];
    for (int round = 0; round < 2000; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_deps(&m, &rng, 1 + pl_rng_below(&rng, 14), 8);
        pl_projectivity(t, &m, arcs);
        bool any_crossing = false, any_non_projective = false;
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            assert_int_equal((arcs[i] & PL_ARC_CROSSING) != 0, plain_crossing(t, i));
            assert_int_equal((arcs[i] & PL_ARC_NON_PROJECTIVE) != 0,
                             plain_non_projective(t, i));
            any_crossing |= (arcs[i] & PL_ARC_CROSSING) != 0;
            any_non_projective |= (arcs[i] & PL_ARC_NON_PROJECTIVE) != 0;
        }
        assert_int_equal(any_crossing, any_non_projective);
    }
    pl_arena_release(&m);
}

/* Words without head, and words on a cycle, do no harm. */
static void broken_dependencies(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = pl_tree_new(&m, 5);
    static const uint32_t heads[] = {2, PL_NONE, 0, PL_ROOT_HEAD, 4};
    for (uint32_t i = 0; i < 5; i++)
        t->tokens[i].head = heads[i];
    t->has_deps = true;
    unsigned char arcs[5];
    pl_projectivity(t, &m, arcs);
    assert_int_equal(arcs[1], 0);
    assert_true(arcs[0] & PL_ARC_NON_PROJECTIVE); /* over the word without head */
    pl_stats s = {0};
    pl_stats_add(&s, t);
    assert_int_equal(s.arcs, 4);
    assert_int_equal(s.dep_sentences, 1);
    pl_stats_release(&s);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_trees),
        cmocka_unit_test(chains),
        cmocka_unit_test(ill_nested_equals_plain_search),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(top_of_a_counter),
        cmocka_unit_test(arcs_equal_plain_search),
        cmocka_unit_test(broken_dependencies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
