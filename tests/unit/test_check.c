/* Check: what each edit does to a tree, what each method finds in a treebank with one
 * error, and that the order of findings depends on nothing else. */
#include "check/check.h"
#include "treebank.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* -- edits -------------------------------------------------------------------------- */

/* The node with this label that has this first word; a word has its tag. */
static uint32_t node_of(const pl_tree *t, const char *label, uint32_t low)
{
    for (uint32_t n = t->n_nodes; n-- > 0;)
        if (pl_same_text(t->nodes[n].label, label) && t->nodes[n].low == low)
            return n;
    fail_msg("there is no %s at %u", label, low);
    return PL_NONE;
}

static const struct edit_case {
    pl_edit_kind kind;
    const char *node;
    uint32_t low;
    const char *other; /* NULL: none */
    uint32_t other_low;
    const char *label, *tree, *words;
} edit_cases[] = {
    {PL_EDIT_TAG, "A", 0, NULL, 0, "X",
     "(R (S (NP (X 0=a) (B 2=c)) (C 1=b) (VP (D 3=d) (E 4=e))))", "tag A (a) as X"},
    {PL_EDIT_LABEL, "NP", 0, NULL, 0, "X",
     "(R (S (X (A 0=a) (B 2=c)) (C 1=b) (VP (D 3=d) (E 4=e))))", "label NP (a … c) as X"},
    {PL_EDIT_LOWER, "C", 1, "NP", 0, NULL,
     "(R (S (NP (A 0=a) (C 1=b) (B 2=c)) (VP (D 3=d) (E 4=e))))",
     "move C (b) into NP (a … c)"},
    {PL_EDIT_RAISE, "E", 4, NULL, 0, NULL,
     "(R (S (NP (A 0=a) (B 2=c)) (C 1=b) (VP (D 3=d)) (E 4=e)))",
     "move E (e) out of VP (d e)"},
    {PL_EDIT_JOIN, "NP", 0, "VP", 3, NULL,
     "(R (S (NP (A 0=a) (B 2=c) (D 3=d) (E 4=e)) (C 1=b)))",
     "join NP (a … c) and VP (d e)"},
    {PL_EDIT_DISSOLVE, "NP", 0, NULL, 0, NULL,
     "(R (S (A 0=a) (C 1=b) (B 2=c) (VP (D 3=d) (E 4=e))))",
     "remove the node NP (a … c)"},
    {PL_EDIT_GROUP, "C", 1, "VP", 3, "X",
     "(R (S (NP (A 0=a) (B 2=c)) (X (C 1=b) (VP (D 3=d) (E 4=e)))))",
     "put C (b) VP (d e) under a new X"},
};

static void edits(void **unused)
{
    (void)unused;
    treebank b = read_good("discbracket",
                           "(R (S (NP (A 0=a) (B 2=c)) (C 1=b) (VP (D 3=d) (E 4=e))))");
    pl_intern names = {0}, words = {0};
    pl_checked view;
    const pl_tree *t = b.trees.at[0];
    pl_view_make(&view, t, &names, &words, b.arena);
    for (size_t i = 0; i < sizeof edit_cases / sizeof *edit_cases; i++) {
        const struct edit_case *c = &edit_cases[i];
        pl_edit e = {c->kind, node_of(t, c->node, c->low),
                     c->other != NULL ? node_of(t, c->other, c->other_low) : PL_NONE,
                     c->label != NULL ? pl_intern_add(&names, c->label) : PL_NONE};
        pl_edited made;
        pl_str said = {0};
        char why[300];
        treebank wanted = read_good("discbracket", c->tree);
        pl_edited_make(&made, &view, e, c->label, b.arena);
        pl_tree *copy = pl_tree_copy(made.after.tree, b.arena);
        pl_tree_compact(copy);
        if (!pl_tree_equal(copy, wanted.trees.at[0], false, why, sizeof why))
            fail_msg("%s: %s", pl_edit_kinds[c->kind].name, why);
        pl_edit_put(&said, t, &e, c->label);
        assert_string_equal(said.at, c->words);
        pl_str_release(&said);
        forget(&wanted);
    }
    pl_intern_release(&names);
    pl_intern_release(&words);
    forget(&b);
}

/* Every edit of the list leaves a tree over the same words, and the changed nodes are the
 * only ones whose label or yield is not the same before and after. */
static void random_edits(void **unused)
{
    (void)unused;
    pl_rng rng = {5};
    size_t n_edits = 0;
    for (int round = 0; round < 60; round++) {
        pl_arena m = {0};
        pl_intern names = {0}, words = {0};
        pl_checked v;
        pl_edits list = {0};
        const pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 9));
        pl_view_make(&v, t, &names, &words, &m);
        pl_edits_list(&v, &list);
        for (size_t i = 0; i < list.n; i++, n_edits++) {
            pl_edited made;
            pl_edited_make(&made, &v, list.at[i], NULL, &m);
            const pl_tree *after = made.after.tree;
            assert_int_equal(after->nodes[after->root].size, t->n_tokens);
            for (uint32_t n = t->n_tokens; n < t->n_nodes; n++) {
                bool changed = false;
                for (uint32_t k = 0; k < made.n; k++)
                    changed |= made.nodes[k] == n;
                if (!changed && pl_view_has(&v, n)) {
                    assert_true(pl_view_has(&made.after, n));
                    assert_int_equal(after->nodes[n].order, t->nodes[n].order);
                }
            }
        }
        PL_VEC_RELEASE(&list);
        pl_intern_release(&names);
        pl_intern_release(&words);
        pl_arena_release(&m);
    }
    assert_true(n_edits > 500);
}

/* -- counts ------------------------------------------------------------------------- */

static void tally(void **unused)
{
    (void)unused;
    pl_outcomes t = {0};
    pl_samples s = {0};
    for (uint64_t i = 0; i < 3000; i++)
        pl_outcomes_add(&t, pl_mix(i % 1000), i / 1000, 1);
    assert_int_equal(pl_outcomes_total(&t, pl_mix(7)), 3);
    pl_outcomes_add(&t, pl_mix(7), 1, 1);
    pl_outcomes_add(&t, pl_mix(7), 2, -1);
    assert_int_equal(pl_outcomes_count(&t, pl_mix(7), 1), 2);
    assert_int_equal(pl_outcomes_count(&t, pl_mix(7), 2), 0);
    /* total 3, two types: (2 + 2 × 0.1) / (3 + 2) */
    assert_float_equal(pl_outcomes_share(&t, pl_mix(7), 1, 0.1), 0.44, 1e-9);
    assert_float_equal(pl_outcomes_share(&t, pl_mix(5000), 1, 0.1), 0.1, 1e-9);
    for (uint32_t i = 0; i < 5000; i++)
        pl_samples_add(&s, pl_mix(i % 100), (pl_spot){i / 200, i});
    assert_int_equal(pl_samples_get(&s, pl_mix(3))->n, PL_N_SAMPLES);
    assert_int_equal(pl_samples_get(&s, pl_mix(3))->places[1].sentence, 1);
    assert_null(pl_samples_get(&s, pl_mix(100)));
    pl_outcomes_release(&t);
    pl_samples_release(&s);
}

/* -- methods ------------------------------------------------------------------------ */

enum { VARIATION = 1, RULES = 2, TAGS = 4, PARSER = 8, STRUCTURE = 16 };

static pl_checker *check_text(treebank *b, const char *format, const char *text,
                              pl_check_options options)
{
    pl_error err;
    *b = read_good(format, text);
    pl_checker *c = pl_checker_new(&options, &err);
    for (size_t i = 0; i < b->trees.n; i++)
        pl_checker_add(c, b->trees.at[i], "test", i + 1);
    if (pl_checker_run(c, &err) < 0)
        fail_msg("%s", err.text);
    return c;
}

/* Twelve sentences that are alike, from number `first` on: in their words if it is 0,
 * else only in their structure. */
static void put_good(pl_str *out, int first)
{
    for (int i = 0; i < 12; i++)
        pl_str_printf(out,
                      "(R (S (NP (D 0=de) (N 1=m%d)) (V 2=z%d) (NP (D 3=een) (N 4=h%d) "
                      "(PP (P 5=met) (NP (D 6=een) (N 7=k%d))))) (LET 8=.))\n",
                      first * i, first * i, first * i, first * i);
}

static const struct method_case {
    unsigned methods;
    int first; /* of put_good */
    const char *bad, *place, *correction;
} method_cases[] = {
    {RULES, 1,
     "(R (S (NP (D 0=de) (N 1=x)) (V 2=z) (PP (D 3=een) (N 4=h) (PP (P 5=met) (NP (D "
     "6=een) (N 7=k))))) (LET 8=.))",
     "PP (een h met een k)", "label PP (een h met een k) as NP"},
    {RULES, 1,
     "(R (S (NP (D 0=de) (N 1=x)) (V 2=z) (NP (D 3=een) (N 4=h) (P 5=met) (NP (D 6=een) "
     "(N 7=k)))) (LET 8=.))",
     "P (met)", "put P (met) NP (een k) under a new PP"},
    {RULES, 1,
     "(R (S (NP (D 0=de) (N 1=x)) (V 2=z) (NP (D 3=een) (N 4=h)) (PP (P 5=met) (NP (D "
     "6=een) (N 7=k)))) (LET 8=.))",
     "PP (met een k)", "move PP (met een k) into NP (een h)"},
    {VARIATION, 0,
     "(R (S (NP (D 0=de) (N 1=m0)) (V 2=z0) (NP (D 3=een) (N 4=h0) (X (P 5=met) (NP (D "
     "6=een) (N 7=k0))))) (LET 8=.))",
     "X (met een k0)", "label X (met een k0) as PP"},
    {VARIATION, 0,
     "(R (S (D 0=de) (N 1=m0) (V 2=z0) (NP (D 3=een) (N 4=h0) (PP (P 5=met) (NP (D "
     "6=een) (N 7=k0))))) (LET 8=.))",
     "D (de)", "put D (de) N (m0) under a new NP"},
    {TAGS, 0,
     "(R (S (NP (D 0=de) (N 1=m0)) (N 2=z0) (NP (D 3=een) (N 4=h0) (PP (P 5=met) (NP (D "
     "6=een) (N 7=k0))))) (LET 8=.))",
     "N (z0)", "tag N (z0) as V"},
    {RULES | TAGS | VARIATION, 0,
     "(R (S (NP (D 0=de) (N 1=m0)) (V 2=z0) (NP (D 3=een) (V 4=h0) (PP (P 5=met) (NP (D "
     "6=een) (N 7=k0))))) (LET 8=.))",
     "V (h0)", "tag V (h0) as N"},
};

static void assert_first(pl_checker *c, uint32_t sentence, const char *place,
                         const char *correction)
{
    pl_told told = {0};
    if (c->suspects.n == 0)
        fail_msg("nothing was found for: %s", correction);
    pl_checker_tell(c, &c->suspects.at[0], &told);
    assert_string_equal(pl_str_text(&told.correction), correction);
    assert_string_equal(told.place.at, place);
    assert_int_equal(c->suspects.at[0].sentence, sentence);
    assert_true(told.reasons.n > 0);
    for (size_t i = 0; i < told.evidence.n; i++)
        assert_int_not_equal(told.evidence.at[i].sentence, sentence);
    pl_told_release(&told);
}

static void methods(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof method_cases / sizeof *method_cases; i++) {
        const struct method_case *k = &method_cases[i];
        treebank b;
        pl_str text = {0};
        put_good(&text, k->first);
        pl_str_puts(&text, k->bad);
        pl_checker *c = check_text(&b, "discbracket", text.at,
                                   (pl_check_options){.methods = k->methods});
        assert_first(c, 12, k->place, k->correction);
        pl_checker_free(c);
        forget(&b);
        pl_str_release(&text);
    }
}

/* A production that is frequent, but not below this parent. */
static void fragments(void **unused)
{
    (void)unused;
    treebank b;
    pl_str text = {0};
    pl_told told = {0};
    for (int i = 0; i < 12; i++)
        pl_str_printf(&text,
                      "(R (S (NP (D 0=d%d) (N 1=n%d) (A 2=a%d)) (PP (P 3=p%d) (NP (D "
                      "4=e%d) (Q (N 5=m%d) (A 6=b%d))))))\n",
                      i, i, i, i, i, i, i);
    pl_str_puts(&text,
                "(R (S (NP (D 0=d) (N 1=n) (A 2=a)) (PP (P 3=p) (NP (D 4=e) (N 5=m) "
                "(A 6=b)))))");
    pl_checker *c =
        check_text(&b, "discbracket", text.at, (pl_check_options){.methods = RULES});
    assert_first(c, 12, "N (m)", "put N (m) A (b) under a new Q");
    pl_checker_tell(c, &c->suspects.at[0], &told);
    assert_string_equal(told.reasons.at, "NP → D N A below PP: 0 elsewhere, but NP → D Q "
                                         "below PP: 12 elsewhere");
    pl_told_release(&told);
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

/* The words of a constituent with a gap are found where they are none. */
static void gaps(void **unused)
{
    (void)unused;
    treebank b;
    pl_str text = {0};
    for (int i = 0; i < 5; i++)
        pl_str_printf(&text,
                      "(R (S (VP (A 0=daaraan) (C 2=gewend)) (V 1=is) (N 3=n%d)))\n", i);
    pl_str_puts(&text, "(R (S (A 0=daaraan) (V 1=was) (C 2=gewend) (N 3=x)))\n"
                       "(R (S (X (A 0=daaraan) (C 1=gewend)) (N 2=n1)))\n");
    pl_checker *c =
        check_text(&b, "discbracket", text.at, (pl_check_options){.methods = VARIATION});
    assert_first(c, 6, "X (daaraan gewend)", "label X (daaraan gewend) as VP");
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

/* A random continuous tree over the words a and b from `low` to `high` - 1. */
static void put_random(pl_str *out, pl_rng *rng, uint32_t low, uint32_t high)
{
    if (high - low == 1) {
        pl_str_printf(out, " (T %u=%c)", low, 'a' + (char)pl_rng_below(rng, 2));
        return;
    }
    uint32_t cut = low + 1 + pl_rng_below(rng, high - low - 1);
    bool flat = pl_rng_below(rng, 3) == 0;
    if (!flat)
        pl_str_printf(out, " (%c", 'X' + (char)pl_rng_below(rng, 2));
    put_random(out, rng, low, cut);
    put_random(out, rng, cut, high);
    pl_str_puts(out, flat ? "" : ")");
}

static bool same_word(const pl_tree *a, int64_t i, const pl_tree *b, int64_t k)
{
    bool in_a = i >= 0 && i < a->n_tokens, in_b = k >= 0 && k < b->n_tokens;
    return in_a && in_b ? pl_same_text(a->tokens[i].word, b->tokens[k].word)
                        : in_a == in_b;
}

/* The label of the topmost node over the words; "no constituent" if there is none. */
static const char *label_at(const pl_tree *t, uint32_t low, uint32_t high)
{
    for (uint32_t n = t->root; n != PL_NONE; n = pl_tree_preorder(t, t->root, n))
        if (n >= t->n_tokens && t->nodes[n].low == low && t->nodes[n].high == high)
            return n == t->root ? NULL : t->nodes[n].label;
    return "no constituent";
}

/* How often the words are `label` in other sentences, by looking everywhere. */
static uint32_t count_plainly(const treebank *b, size_t own, uint32_t low, uint32_t high,
                              bool left, bool right, const char *label)
{
    const pl_tree *t = b->trees.at[own];
    uint32_t n = 0;
    for (size_t i = 0; i < b->trees.n; i++)
        for (uint32_t at = 0; at + high - low < b->trees.at[i]->n_tokens; at++) {
            const pl_tree *u = b->trees.at[i];
            bool same = i != own;
            for (uint32_t k = 0; k <= high - low && same; k++)
                same = same_word(t, low + k, u, at + k);
            same = same && (!left || same_word(t, (int64_t)low - 1, u, (int64_t)at - 1));
            same = same && (!right || same_word(t, high + 1, u, at + high - low + 1));
            const char *there = same ? label_at(u, at, at + high - low) : NULL;
            n += there != NULL && strcmp(there, label) == 0;
        }
    return n;
}

/* The counts in the reasons of all findings are those of the plain way. */
static void counts_of_variation(void **unused)
{
    (void)unused;
    pl_rng rng = {3};
    pl_str text = {0};
    treebank b;
    pl_told told = {0};
    size_t n_counted = 0;
    for (int i = 0; i < 40; i++) {
        pl_str_puts(&text, "(R");
        put_random(&text, &rng, 0, 2 + pl_rng_below(&rng, 7));
        pl_str_puts(&text, ")\n");
    }
    pl_checker *c =
        check_text(&b, "discbracket", text.at, (pl_check_options){.methods = VARIATION});
    for (size_t i = 0; i < c->suspects.n; i++) {
        const pl_suspect *f = &c->suspects.at[i];
        const pl_tree *t = b.trees.at[f->sentence];
        char expected[200];
        uint32_t counts[2];
        pl_checker_tell(c, f, &told);
        if (f->edit.kind != PL_EDIT_LABEL && f->edit.kind != PL_EDIT_DISSOLVE)
            continue;
        const pl_node *node = &t->nodes[f->edit.node];
        const char *counted = strstr(told.reasons.at, ": ");
        bool both = strstr(told.reasons.at, "between the same") != NULL;
        bool left = both || strstr(told.reasons.at, "after the same") != NULL;
        bool right = both || strstr(told.reasons.at, "before the same") != NULL;
        const char *labels[2] = {node->label, f->edit.kind == PL_EDIT_LABEL
                                                  ? c->names.at[f->edit.label]
                                                  : "no constituent"};
        for (int k = 0; k < 2; k++)
            counts[k] = count_plainly(&b, f->sentence, node->low, node->high, left, right,
                                      labels[k]);
        snprintf(expected, sizeof expected, ": %u times %s, %u times %s", counts[0],
                 labels[0], counts[1], labels[1]);
        assert_non_null(counted);
        if (strcmp(counted, expected) != 0)
            fail_msg("%s, expected%s", told.reasons.at, expected);
        n_counted++;
    }
    assert_true(n_counted > 20);
    pl_told_release(&told);
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

/* A unary cycle, an empty label, a label with the wrong case, a gap of punctuation. */
static void structure(void **unused)
{
    (void)unused;
    treebank b;
    pl_str text = {0};
    for (int i = 0; i < 300; i++)
        pl_str_puts(&text, "(R (S (NP (A 0=a)) (NP (B 1=b)) (C 2=c)))\n");
    pl_str_puts(&text, "(R (S (NP (NP (A 0=a))) (C 1=c)))\n"
                       "(R (S (Np (A 0=a)) (C 1=c)))\n"
                       "(R (S (NP (A 0=a) (C 2=c)) (LET 1=,)))\n"
                       "(R (S (-- (A 0=a)) (C 1=c)))\n");
    pl_checker *c =
        check_text(&b, "discbracket", text.at, (pl_check_options){.methods = STRUCTURE});
    assert_int_equal(c->suspects.n, 4);
    assert_first(c, 303, "-- (a)", "");
    unsigned sentences = 0;
    for (size_t i = 1; i < 4; i++)
        sentences |= 1u << (c->suspects.at[i].sentence - 300);
    assert_int_equal(sentences, 7);
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

static void functions(void **unused)
{
    (void)unused;
    treebank b;
    pl_str text = {0};
    for (int i = 1; i <= 300; i++)
        pl_str_printf(&text,
                      "#BOS %d 0 0 0\na\t--\tA\t--\tSB\t500\nb\t--\tB\t--\t%s\t500\n"
                      "#500\t--\tS\t--\t--\t0\n#EOS %d\n",
                      i, i == 77 ? "SB" : "HD", i);
    pl_checker *c =
        check_text(&b, "export", text.at, (pl_check_options){.methods = STRUCTURE});
    assert_int_equal(c->suspects.n, 1);
    assert_first(c, 76, "S (a b)", "");
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

/* Folds: with any number of threads the same findings, and the error is the first. */
static void folds(void **unused)
{
    (void)unused;
    pl_str text = {0};
    size_t n[2];
    double sums[2] = {0, 0};
    for (int i = 0; i < 3; i++)
        put_good(&text, i);
    pl_str_puts(&text, method_cases[1].bad);
    for (unsigned k = 0; k < 2; k++) {
        treebank b;
        pl_check_options o = {.methods = PARSER, .folds = 3, .threads = k + 1, .seed = 1};
        pl_checker *c = check_text(&b, "discbracket", text.at, o);
        assert_first(c, 36, method_cases[1].place, method_cases[1].correction);
        n[k] = c->suspects.n;
        for (size_t i = 0; i < n[k]; i++)
            sums[k] += c->suspects.at[i].score * (double)(i + 1);
        pl_checker_free(c);
        forget(&b);
    }
    assert_int_equal(n[0], n[1]);
    assert_true(sums[0] == sums[1]);
    pl_str_release(&text);
}

/* Where nothing tells which of two trees is right, a parser is not sure of either. */
static void calibration(void **unused)
{
    (void)unused;
    treebank b;
    pl_str text = {0};
    for (int i = 0; i < 120; i++)
        pl_str_printf(&text,
                      i / 6 % 2 == 0 ? "(R (S (NP (N 0=a%d) (P 1=b)) (V 2=c)))\n"
                                     : "(R (S (NP (N 0=a%d)) (PP (P 1=b)) (V 2=c)))\n",
                      i % 7);
    pl_checker *c =
        check_text(&b, "discbracket", text.at,
                   (pl_check_options){.methods = PARSER, .folds = 3, .seed = 1});
    assert_true(c->suspects.n > 30);
    double sum = 0;
    for (size_t i = 0; i < c->suspects.n; i++)
        sum += 1 / (1 + exp(-c->suspects.at[i].scores[PL_CHECK_PARSER]));
    assert_true(sum / (double)c->suspects.n < 0.75);
    pl_checker_free(c);
    forget(&b);
    pl_str_release(&text);
}

/* Sentences without constituents, without words, of one word: nothing breaks. */
static void odd_input(void **unused)
{
    (void)unused;
    treebank b;
    pl_checker *c = check_text(&b, "tagged", "a/A b/B\na/A b/B\na/A b/C\n",
                               (pl_check_options){.folds = 0});
    assert_first(c, 2, "C (b)", "tag C (b) as B");
    pl_checker_free(c);
    forget(&b);
    c = check_text(&b, "discbracket", "(A 0=a)\n(R (A 0=a))\n(R (S (S (S (A 0=a)))))\n",
                   (pl_check_options){.folds = 0});
    pl_checker_free(c);
    forget(&b);
    c = check_text(&b, "discbracket", "", (pl_check_options){.folds = 0});
    assert_int_equal(c->suspects.n, 0);
    pl_checker_free(c);
    forget(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits),       cmocka_unit_test(random_edits),
        cmocka_unit_test(tally),       cmocka_unit_test(methods),
        cmocka_unit_test(fragments),   cmocka_unit_test(counts_of_variation),
        cmocka_unit_test(gaps),        cmocka_unit_test(structure),
        cmocka_unit_test(functions),   cmocka_unit_test(folds),
        cmocka_unit_test(calibration), cmocka_unit_test(odd_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
