/* Bracket scores: each rule by a pair of trees made by hand, properties on random trees,
 * and the fast matching against a plain one. */
#include "eval/brackets.h"
#include "trees.h"

#include <math.h>

/* -- rules -------------------------------------------------------------------------- */

static void read_params(pl_eval_params *p, const char *text)
{
    pl_error err;
    pl_eval_params_init(p);
    pl_in *in = pl_in_memory("test", text, strlen(text));
    if (pl_eval_params_read(p, in, &err) < 0)
        fail_msg("%s", err.text);
    pl_in_close(in);
}

/* Expected counts; gold, candidate, matched, exact of all brackets, the same of those
 * with a gap, the words that are left and the right tags. */
typedef struct rule {
    const char *what, *params, *gold, *candidate;
    unsigned all[4], disc[4], tags, right_tags;
} rule;

/* clang-format off */
static const rule rules[] = {
    {"the root counts where no parameter deletes it", "",
     "(ROOT (NP (A 0=a) (B 1=b)))", "(ROOT (NP (A 0=a) (B 1=b)))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"a deleted root stays and is not counted", "DELETE_LABEL ROOT",
     "(ROOT (NP (A 0=a) (B 1=b)))", "(ROOT (NP (A 0=a) (B 1=b)))",
     {1, 1, 1, 1}, {0, 0, 0, 0}, 2, 2},
    {"other roots of the two trees", "DELETE_LABEL ROOT\nDELETE_LABEL TOP",
     "(ROOT (NP (A 0=a) (B 1=b)))", "(TOP (NP (A 0=a) (B 1=b)))",
     {1, 1, 1, 1}, {0, 0, 0, 0}, 2, 2},
    {"a nonterminal below the root with a deleted label gives way to its children",
     "DELETE_LABEL X", "(S (X (NP (A 0=a) (B 1=b)) (C 2=c)) (D 3=d))",
     "(S (NP (A 0=a) (B 1=b)) (C 2=c) (D 3=d))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 4, 4},
    {"labels are compared", "",
     "(S (NP (A 0=a) (B 1=b)) (C 2=c))", "(S (VP (A 0=a) (B 1=b)) (C 2=c))",
     {2, 2, 1, 0}, {0, 0, 0, 0}, 3, 3},
    {"or not", "LABELED 0",
     "(S (NP (A 0=a) (B 1=b)) (C 2=c))", "(S (VP (A 0=a) (B 1=b)) (C 2=c))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 3, 3},
    {"a discontinuous bracket is a set of positions", "",
     "(S (VP (A 0=a) (C 2=c)) (B 1=b))", "(S (VP (A 0=a) (B 1=b)) (C 2=c))",
     {2, 2, 1, 0}, {1, 0, 0, 0}, 3, 3},
    {"the same discontinuous bracket", "",
     "(S (VP (A 0=a) (C 2=c)) (B 1=b))", "(S (VP (A 0=a) (C 2=c)) (B 1=b))",
     {2, 2, 2, 1}, {1, 1, 1, 1}, 3, 3},
    {"ends and size agree, positions do not", "",
     "(S (VP (A 0=a) (C 2=c) (D 4=e)) (B 1=b) (D 3=d))",
     "(S (VP (A 0=a) (B 1=b) (D 4=e)) (C 2=c) (D 3=d))",
     {2, 2, 1, 0}, {1, 1, 0, 0}, 5, 5},
    {"a gap of punctuation only is no gap", "DELETE_LABEL $,",
     "(S (VP (A 0=a) (C 2=c)) ($, 1=,))", "(S (VP (A 0=a) ($, 1=,) (C 2=c)))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"nor is one of deleted words", "DELETE_WORD ,",
     "(S (VP (A 0=a) (C 2=c)) (B 1=,))", "(S (VP (A 0=a) (B 1=,) (C 2=c)))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"the gold tag decides what is deleted", "DELETE_LABEL $,",
     "(S (VP (A 0=a) (C 2=c)) (B 1=b))", "(S (VP (A 0=a) (C 2=c)) ($, 1=b))",
     {2, 2, 2, 1}, {1, 1, 1, 1}, 3, 2},
    {"and from both trees", "DELETE_LABEL $,",
     "(S (VP (A 0=a) (C 2=c)) ($, 1=b))", "(S (VP (A 0=a) (C 2=c)) (B 1=b))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"nonterminals without words disappear", "DELETE_LABEL $,",
     "(S (NP (A 0=a)) (PU ($, 1=,)))", "(S (NP (A 0=a)) ($, 1=,))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 1, 1},
    {"unary chains of one label count as often as they occur", "",
     "(S (NP (NP (NP (A 0=a)))) (B 1=b))", "(S (NP (NP (A 0=a))) (B 1=b))",
     {4, 3, 3, 0}, {0, 0, 0, 0}, 2, 2},
    {"and so in the candidate", "",
     "(S (NP (A 0=a)) (B 1=b))", "(S (NP (NP (NP (A 0=a)))) (B 1=b))",
     {2, 4, 2, 0}, {0, 0, 0, 0}, 2, 2},
    {"the order in a unary chain does not matter", "",
     "(S (NP (AP (A 0=a))) (B 1=b))", "(S (AP (NP (A 0=a))) (B 1=b))",
     {3, 3, 3, 1}, {0, 0, 0, 0}, 2, 2},
    {"EQ_LABEL is closed: A = B, C = B, so A = C", "EQ_LABEL NP DP\nEQ_LABEL QP DP",
     "(S (NP (A 0=a) (B 1=b)) (C 2=c))", "(S (QP (A 0=a) (B 1=b)) (C 2=c))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 3, 3},
    {"EQ_LABEL goes for tags", "EQ_LABEL NN NE",
     "(S (NN 0=a) (B 1=b))", "(S (NE 0=a) (B 1=b))",
     {1, 1, 1, 1}, {0, 0, 0, 0}, 2, 2},
    {"a class is deleted with any of its members", "EQ_LABEL $, $.\nDELETE_LABEL $.",
     "(S (VP (A 0=a) (C 2=c)) ($, 1=,))", "(S (VP (A 0=a) ($. 1=,) (C 2=c)))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"EQ_WORD", "EQ_WORD ( -LRB-",
     "(S (A 0=#LRB#) (B 1=b))", "(S (A 0=-LRB-) (B 1=b))",
     {1, 1, 1, 1}, {0, 0, 0, 0}, 2, 2},
    {"DELETE_ROOT_PRETERMS goes by the gold tree", "DELETE_ROOT_PRETERMS 1",
     "(S (VP (A 0=a) (C 2=c)) (B 1=b))", "(S (VP (A 0=a) (B 1=b) (C 2=c)))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 2, 2},
    {"only directly under the root", "DELETE_ROOT_PRETERMS 1",
     "(S (VP (A 0=a) (B 1=b)))", "(S (A 0=a) (B 1=b))",
     {2, 1, 1, 0}, {0, 0, 0, 0}, 2, 2},
    {"a sentence that is empty after deletion is an exact match of nothing",
     "DELETE_LABEL $.", "(S ($. 0=.))", "(S (X ($. 0=.)))",
     {0, 0, 0, 1}, {0, 0, 0, 0}, 0, 0},
    {"functions and indices are cut off", "",
     "(S (NP-SBJ (A 0=a) (B 1=b)) (C-x 2=c))", "(S (NP=2 (A 0=a) (B 1=b)) (C-y 2=c))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 3, 3},
    {"not what begins with the mark", "DELETE_LABEL -NONE-",
     "(S (A 0=a) (-NONE- 1=*))", "(S (A 0=a) (-NONE- 1=*))",
     {1, 1, 1, 1}, {0, 0, 0, 0}, 1, 1},
    {"a parameter with a function deletes nothing else", "DELETE_LABEL NP-SBJ",
     "(S (NP (A 0=a) (B 1=b)) (C 2=c))", "(S (NP (A 0=a) (B 1=b)) (C 2=c))",
     {2, 2, 2, 1}, {0, 0, 0, 0}, 3, 3},
    {"a tree of one word has no bracket", "", "(A 0=a)", "(B 0=a)",
     {0, 0, 0, 1}, {0, 0, 0, 0}, 1, 0},
};
/* clang-format on */

static void check_counts(const rule *r, const char *which, const pl_counts *c,
                         const unsigned expected[4])
{
    if (c->gold != expected[0] || c->candidate != expected[1] ||
        c->matched != expected[2] || c->exact != expected[3])
        fail_msg("%s (%s): %u %u %u %u, expected %u %u %u %u", r->what, which,
                 (unsigned)c->gold, (unsigned)c->candidate, (unsigned)c->matched,
                 (unsigned)c->exact, expected[0], expected[1], expected[2], expected[3]);
}

static void each_rule(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *r = &rules[i];
        pl_arena m = {0};
        pl_eval_params params;
        pl_eval e;
        pl_error err;
        read_params(&params, r->params);
        pl_eval_init(&e, &params);
        if (pl_eval_add(&e, tree_of(&m, r->gold), tree_of(&m, r->candidate), &err) < 0)
            fail_msg("%s: %s", r->what, err.text);
        check_counts(r, "all", &e.all.brackets, r->all);
        check_counts(r, "disc", &e.all.disc, r->disc);
        if (e.all.tags != r->tags || e.all.right_tags != r->right_tags)
            fail_msg("%s: %u of %u tags", r->what, (unsigned)e.all.right_tags,
                     (unsigned)e.all.tags);
        pl_eval_release(&e);
        pl_eval_params_release(&params);
        pl_arena_release(&m);
    }
}

static void whole_labels(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_error err;
    const pl_tree *gold = tree_of(&m, "(S (NP-A (N-x 0=a) (B 1=b)) (C 2=c))");
    const pl_tree *candidate = tree_of(&m, "(S (NP-B (N-y 0=a) (B 1=b)) (C 2=c))");
    for (int whole = 0; whole < 2; whole++) {
        pl_eval e;
        read_params(&params, "");
        params.whole_labels = whole;
        pl_eval_init(&e, &params);
        assert_int_equal(pl_eval_add(&e, gold, candidate, &err), 0);
        assert_int_equal(e.all.brackets.matched, whole ? 1 : 2);
        assert_int_equal(e.all.right_tags, whole ? 2 : 3);
        assert_int_equal(e.cut_labels, whole ? 0 : 1);
        assert_int_equal(e.cut_tags, whole ? 0 : 1);
        pl_eval_release(&e);
        pl_eval_params_release(&params);
    }
    pl_arena_release(&m);
}

static void length_and_cutoff(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    /* Length is that of the gold sentence before deletion, less what does not count. */
    read_params(&params, "CUTOFF_LEN 2\nDELETE_LABEL $.\nDELETE_LABEL_FOR_LENGTH -NONE-");
    pl_eval_init(&e, &params);
    const char *trees[] = {"(S (A 0=a) (B 1=b))", "(S (A 0=a) (B 1=b) ($. 2=.))",
                           "(S (A 0=a) (B 1=b) (-NONE- 2=*))"};
    for (int i = 0; i < 3; i++) {
        const pl_tree *t = tree_of(&m, trees[i]);
        assert_int_equal(pl_eval_add(&e, t, t, &err), 0);
    }
    assert_int_equal(e.all.sentences, 3);
    assert_int_equal(e.short_ones.sentences, 2);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void disc_sentences(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    const pl_tree *plain = tree_of(&m, "(S (VP (A 0=a) (B 1=b)) (C 2=c))");
    const pl_tree *disc = tree_of(&m, "(S (VP (A 0=a) (C 2=c)) (B 1=b))");
    read_params(&params, "");
    pl_eval_init(&e, &params);
    assert_true(isnan(pl_exact(&e.all.disc)) && isnan(pl_f1(&e.all.disc)));
    pl_eval_add(&e, plain, plain, &err); /* not counted */
    assert_int_equal(e.all.disc.sentences, 0);
    assert_true(isnan(pl_exact(&e.all.disc)));
    pl_eval_add(&e, disc, disc, &err);
    pl_eval_add(&e, disc, plain, &err);
    assert_int_equal(e.all.disc.sentences, 2);
    assert_float_equal(pl_exact(&e.all.disc), 50, 1e-9);
    assert_float_equal(pl_recall(&e.all.disc), 50, 1e-9);
    assert_float_equal(pl_precision(&e.all.disc), 100, 1e-9);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void missing_is_wrong(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    read_params(&params, "DELETE_LABEL $.");
    pl_eval_init(&e, &params);
    assert_int_equal(pl_eval_add(&e, tree_of(&m, "(S (A 0=a) ($. 1=.))"), NULL, &err), 0);
    assert_int_equal(pl_eval_add(&e, tree_of(&m, "(S ($. 0=.))"), NULL, &err), 0);
    assert_int_equal(e.all.missing, 2);
    assert_int_equal(e.all.brackets.gold, 1);
    assert_int_equal(e.all.brackets.candidate, 0);
    assert_int_equal(e.all.brackets.exact, 0); /* though the second has no bracket */
    assert_int_equal(e.all.right_tags, 0);
    assert_float_equal(pl_recall(&e.all.brackets), 0, 1e-9);
    assert_true(isnan(pl_precision(&e.all.brackets)));
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void words_must_agree(void **unused)
{
    (void)unused;
    static const struct {
        const char *candidate, *message;
    } cases[] = {
        {"(S (A 0=a) (B 1=c))",
         "word 2 is 'b' in the gold file and 'c' in the candidate"},
        {"(S (A 0=a))",
         "the gold file has 2 words and the candidate has 1; word 2, 'b', is "
         "only in the gold file"},
        {"(S (A 0=a) (B 1=b) (C 2=c))",
         "the gold file has 2 words and the candidate has 3; word 3, 'c', is only in the "
         "candidate"},
    };
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    read_params(&params, "");
    pl_eval_init(&e, &params);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        assert_int_equal(pl_eval_add(&e, tree_of(&m, "(S (A 0=a) (B 1=b))"),
                                     tree_of(&m, cases[i].candidate), &err),
                         -1);
        assert_string_equal(err.text, cases[i].message);
    }
    assert_int_equal(e.all.sentences, 0);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void functions(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    pl_tree *gold = tree_of(&m, "(S (NP (NP (A 0=a) (B 1=b))) (C 2=c))");
    pl_tree *candidate = tree_of(&m, "(S (NP (NP (A 0=a) (B 1=b))) (D 2=c))");
    uint32_t inner = gold->nodes[0].parent, outer = gold->nodes[inner].parent;
    /* In a chain of one label the functions are a multiset too. */
    gold->nodes[outer].func = "SB";
    gold->nodes[inner].func = "OA";
    candidate->nodes[candidate->nodes[candidate->nodes[0].parent].parent].func = "OA";
    candidate->nodes[candidate->nodes[0].parent].func = "MO";
    gold->nodes[0].func = candidate->nodes[0].func = "HD";
    candidate->nodes[1].func = "NK";                       /* gold has none */
    gold->nodes[2].func = candidate->nodes[2].func = "HD"; /* the tag is wrong */
    read_params(&params, "");
    pl_eval_init(&e, &params);
    params.functions = true;
    assert_int_equal(pl_eval_add(&e, gold, candidate, &err), 0);
    assert_int_equal(e.all.functions.gold, 3);
    assert_int_equal(e.all.functions.candidate, 4);
    assert_int_equal(e.all.functions.matched, 2);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

/* -- properties --------------------------------------------------------------------- */

static const char *const property_params = "DELETE_LABEL ROOT\nDELETE_LABEL $,\n"
                                           "DELETE_LABEL PP\nEQ_LABEL NP VP\n"
                                           "CUTOFF_LEN 6";

static bool hundred_or_nan(double value)
{
    return isnan(value) || fabs(value - 100) < 1e-9;
}

/* Two random trees over the same words and tags. */
static void random_pair(pl_arena *m, pl_rng *rng, pl_tree **a, pl_tree **b)
{
    uint32_t n = 1 + pl_rng_below(rng, 9);
    *a = random_tree(m, rng, n);
    *b = random_tree(m, rng, n);
    for (uint32_t i = 0; i < n; i++)
        if (pl_rng_below(rng, 4) > 0 || strcmp((*a)->nodes[i].label, "$,") == 0 ||
            strcmp((*b)->nodes[i].label, "$,") == 0)
            (*b)->nodes[i].label = (*a)->nodes[i].label;
}

static void gold_scores_hundred(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {11};
    pl_eval_params params;
    pl_error err;
    read_params(&params, property_params);
    for (int round = 0; round < 300; round++) {
        pl_eval e;
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 9));
        pl_eval_init(&e, &params);
        assert_int_equal(pl_eval_add(&e, t, pl_tree_copy(t, &m), &err), 0);
        const pl_counts *counts[] = {&e.all.brackets, &e.all.disc, &e.short_ones.brackets,
                                     &e.short_ones.disc};
        for (int i = 0; i < 4; i++)
            assert_true(hundred_or_nan(pl_recall(counts[i])) &&
                        hundred_or_nan(pl_precision(counts[i])) &&
                        hundred_or_nan(pl_f1(counts[i])) &&
                        hundred_or_nan(pl_exact(counts[i])));
        assert_true(hundred_or_nan(pl_tag_accuracy(&e.all)));
        pl_eval_release(&e);
    }
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void swap_exchanges_precision_and_recall(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {12};
    pl_eval_params params;
    pl_eval e, swapped;
    pl_error err;
    read_params(&params, property_params);
    pl_eval_init(&e, &params);
    pl_eval_init(&swapped, &params);
    for (int round = 0; round < 300; round++) {
        pl_tree *a, *b;
        pl_arena_reset(&m);
        random_pair(&m, &rng, &a, &b);
        assert_int_equal(pl_eval_add(&e, a, b, &err), 0);
        assert_int_equal(pl_eval_add(&swapped, b, a, &err), 0);
    }
    assert_true(e.all.brackets.matched > 0 && e.all.disc.matched > 0);
    const pl_counts *x[] = {&e.all.brackets, &e.all.disc};
    const pl_counts *y[] = {&swapped.all.brackets, &swapped.all.disc};
    for (int i = 0; i < 2; i++) {
        assert_float_equal(pl_recall(x[i]), pl_precision(y[i]), 1e-12);
        assert_float_equal(pl_precision(x[i]), pl_recall(y[i]), 1e-12);
        assert_int_equal(x[i]->exact, y[i]->exact);
    }
    pl_eval_release(&e);
    pl_eval_release(&swapped);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

/* The plain way: sets of positions as arrays, compared each with each. */
typedef struct plain {
    const char *label;
    bool covers[16];
} plain;

static uint32_t plain_brackets(const pl_eval_params *params, const pl_tree *t,
                               const uint32_t *place, plain *out)
{
    uint32_t n = 0, yield[16];
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        const char *label = pl_classes_leader(&params->eq_label, t->nodes[v].label);
        uint32_t size = pl_tree_yield(t, v, yield), left = 0;
        out[n] = (plain){.label = label};
        for (uint32_t i = 0; i < size; i++)
            if (place[yield[i]] != PL_NONE) {
                out[n].covers[place[yield[i]]] = true;
                left++;
            }
        n += left > 0 && pl_intern_find(&params->delete_label, label) == PL_NONE;
    }
    return n;
}

static bool plain_disc(const plain *b)
{
    int runs = 0;
    for (int i = 0; i < 16; i++)
        runs += b->covers[i] && (i == 0 || !b->covers[i - 1]);
    return runs > 1;
}

static void plain_counts(const pl_eval_params *params, const pl_tree *gold,
                         const pl_tree *candidate, pl_counts counts[2])
{
    plain a[64], b[64];
    bool used[64] = {false};
    uint32_t place[16], n_places = 0;
    for (uint32_t i = 0; i < gold->n_tokens; i++)
        place[i] = strcmp(gold->nodes[i].label, "$,") == 0 ? PL_NONE : n_places++;
    uint32_t n = plain_brackets(params, gold, place, a);
    uint32_t k = plain_brackets(params, candidate, place, b);
    for (uint32_t i = 0; i < n; i++) {
        counts[0].gold++;
        counts[1].gold += plain_disc(&a[i]);
        for (uint32_t j = 0; j < k; j++)
            if (!used[j] && strcmp(a[i].label, b[j].label) == 0 &&
                memcmp(a[i].covers, b[j].covers, sizeof a[i].covers) == 0) {
                used[j] = true;
                counts[0].matched++;
                counts[1].matched += plain_disc(&a[i]);
                break;
            }
    }
    for (uint32_t j = 0; j < k; j++) {
        counts[0].candidate++;
        counts[1].candidate += plain_disc(&b[j]);
    }
}

static void equals_plain_matching(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {13};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    read_params(&params, property_params);
    pl_eval_init(&e, &params);
    for (int round = 0; round < 2000; round++) {
        pl_tree *a, *b;
        pl_counts expected[2] = {{0}};
        pl_arena_reset(&m);
        random_pair(&m, &rng, &a, &b);
        plain_counts(&params, a, b, expected);
        params.functions = round % 2; /* must not change what matches */
        assert_int_equal(pl_eval_add(&e, a, b, &err), 0);
        const pl_counts *found[] = {&e.last.brackets, &e.last.disc};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(found[i]->gold, expected[i].gold);
            assert_int_equal(found[i]->candidate, expected[i].candidate);
            assert_int_equal(found[i]->matched, expected[i].matched);
        }
    }
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

/* A chain of 5,000 equal labels, and 50,000 words: no time, no stack. */
static void large_trees(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_error err;
    pl_tree *t = pl_tree_new(&m, 50000);
    t->root = pl_tree_add(t, "S");
    uint32_t below = 0;
    for (int i = 0; i < 5000; i++) {
        uint32_t v = pl_tree_add(t, "NP");
        pl_tree_append(t, v, below);
        below = v;
    }
    pl_tree_append(t, t->root, below);
    for (uint32_t i = 1; i < t->n_tokens; i++)
        pl_tree_append(t, t->root, i);
    pl_tree_order(t);
    read_params(&params, "");
    pl_eval_init(&e, &params);
    assert_int_equal(pl_eval_add(&e, t, t, &err), 0);
    assert_int_equal(e.all.brackets.matched, 5001);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule),
        cmocka_unit_test(whole_labels),
        cmocka_unit_test(length_and_cutoff),
        cmocka_unit_test(disc_sentences),
        cmocka_unit_test(missing_is_wrong),
        cmocka_unit_test(words_must_agree),
        cmocka_unit_test(functions),
        cmocka_unit_test(gold_scores_hundred),
        cmocka_unit_test(swap_exchanges_precision_and_recall),
        cmocka_unit_test(equals_plain_matching),
        cmocka_unit_test(large_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
