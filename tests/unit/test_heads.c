/* Head rules: the notation, the search, the rules that come with pleach. */
#include "transform/transform.h"
#include "trees.h"

#include <stdlib.h>
#include <strings.h>

/* The heads of a tree, in pre-order of the nodes: label>label of the head child. */
static const char *heads_text(pl_arena *m, const pl_tree *t)
{
    pl_str s = {0};
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v) && t->nodes[v].order > 1)
            pl_str_printf(&s, "%s%s>%s", s.n > 0 ? " " : "", t->nodes[v].label,
                          t->nodes[v].head != PL_NONE ? t->nodes[t->nodes[v].head].label
                                                      : "?");
    const char *text = pl_arena_strndup(m, pl_str_text(&s), s.n);
    pl_str_release(&s);
    return text;
}

static void rules_choose(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *tree, *heads;
    } cases[] = {
        /* each category in turn, from its end */
        {"X left-to-right B A", "(X (A 0=a) (B 1=b) (A 2=c))", "X>B"},
        {"X right-to-left N", "(X (N 0=a) (N-2 1=b) (A 2=c))", "X>N-2"},
        {"X left-to-right N", "(X (N-1 0=a) (N 1=b))", "X>N-1"},
        /* alternatives are searched together */
        {"X right-to-left A|B", "(X (A 0=a) (B 1=b) (C 2=c))", "X>B"},
        {"X right-to-left A B", "(X (A 0=a) (B 1=b) (C 2=c))", "X>A"},
        /* lines in their order */
        {"X left-to-right Q\nX right-to-left B|A", "(X (A 0=a) (B 1=b))", "X>B"},
        /* prefixes, and letters in either case */
        {"x left-to-right ww-*", "(X (A 0=a) (WW-pv 1=b))", "X>WW-pv"},
        {"X left-to-right N", "(X (NP 0=a) (N=1 1=b))", "X>N=1"},
        /* the longest name of a label wins; * is for all others */
        {"* left-to-right\nX* right-to-left\nXY-Z left-to-right",
         "(S (XY-Z (A 0=a) (B 1=b)) (XY (A 2=c) (B 3=d)))", "S>XY-Z XY-Z>A XY>B"},
        {"XY left-to-right\nXY* right-to-left", "(XY (A 0=a) (B 1=b))", "XY>A"},
        /* the last resort passes over punctuation, unless there is nothing else */
        {"X left-to-right Q", "(X ($, 0=,) (LET 1=/) (A 2=a))", "X>A"},
        {"X right-to-left Q", "(X ($, 0=,) ($. 1=.))", "X>$."},
        {"Y right-to-left Q", "(X (A 0=a) (B 1=b))", "X>A"},
        {"% comment\n\nX right-to-left", "(X (A 0=a) (B 1=b))", "X>B"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_error err;
        pl_heads *rules =
            pl_heads_parse("test", cases[i].rules, strlen(cases[i].rules), &err);
        assert_non_null(rules);
        assert_string_equal(pl_heads_text(rules), cases[i].rules);
        pl_tree *t = tree_of(&m, cases[i].tree);
        pl_heads_mark(rules, t, true);
        assert_string_equal(heads_text(&m, t), cases[i].heads);
        pl_heads_free(rules);
        pl_arena_release(&m);
    }
}

static void functions_win_unless_ignored(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_heads *rules = pl_heads_parse("test", "X left-to-right A", 17, &err);
    pl_tree *t = tree_of(&m, "(X (A 0=a) (B 1=b) (C 2=c))");
    t->nodes[1].func = "hd";
    bool by_rule = false;
    assert_int_equal(pl_heads_find(rules, t, t->root, true, &by_rule), 1);
    assert_true(by_rule);
    assert_int_equal(pl_heads_find(rules, t, t->root, false, NULL), 0);
    assert_int_equal(pl_heads_find(rules, t, 0, true, NULL), PL_NONE);
    assert_int_equal(pl_heads_mark(rules, t, true), 0);
    t->nodes[t->root].label = "Y";
    assert_int_equal(pl_heads_mark(rules, t, false), 1);
    pl_heads_free(rules);
    pl_arena_release(&m);
}

/* The option stands before --heads, after it, or both: the one before counts. */
static void option_before_or_after(void **unused)
{
    (void)unused;
    static const struct {
        const char *steps;
        uint32_t head;
    } cases[] = {
        {"heads=tests/data/v.rules", 1},
        {"head-functions=ignore heads=tests/data/v.rules", 2},
        {"heads=tests/data/v.rules head-functions=ignore", 2},
        {"head-functions=use heads=tests/data/v.rules head-functions=ignore", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_tree *t = tree_of(&m, "(X (A 0=a) (B 1=b) (V 2=c))");
        t->nodes[1].func = "HD";
        apply(t, cases[i].steps);
        assert_int_equal(t->nodes[t->root].head, cases[i].head);
        pl_arena_release(&m);
    }
}

static void bad_rules_are_refused(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"X left-to-right A\nNP", "test:2: a head rule is LABEL DIRECTION"},
        {"NP leftwards N", "test:1: the direction of a head rule is"},
        {"NP left-to-right N*X", "test:1: a * may only end a name"},
        {"% nothing\n", "test: there are no head rules"},
        {"", "test: there are no head rules"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        assert_null(pl_heads_parse("test", cases[i][0], strlen(cases[i][0]), &err));
        if (strncmp(err.text, cases[i][1], strlen(cases[i][1])) != 0)
            fail_msg("%s", err.text);
    }
    pl_error err;
    assert_null(pl_heads_load("no-such-rules", &err));
}

/* One sentence for each set of rules, with the heads that its guidelines describe. */
static void shipped_rules(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *tree, *heads;
    } cases[] = {
        {"negra",
         "(ROOT (S (NP (PPER 0=Es) (NP (ADJA 3=hinreichender) (NN 4=Spielraum))) "
         "(VVFIN 1=bestünde) (ADV 2=somit)))",
         "S>VVFIN NP>PPER NP>NN"},
        {"negra",
         "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) "
         "(VMFIN 1=muss)) ($. 4=.))",
         "ROOT>S S>VMFIN VP>VAINF VP>VVPP"},
        {"alpino",
         "(ROOT (SMAIN (NP (LID-bep 0=de) (ADJ-prenom 1=oude) (N-soort 2=man)) "
         "(WW-pv 3=heeft) (PPART (PP (VZ-init 4=in) (N-eigen 5=Gent)) (WW-vd "
         "6=gewoond))) "
         "(LET 7=.))",
         "ROOT>SMAIN SMAIN>WW-pv NP>N-soort PPART>WW-vd PP>VZ-init"},
        {"alpino", "(top (smain (np (det 0=de) (noun 1=man)) (verb 2=slaapt)))",
         "smain>verb np>noun"},
        {"ptb",
         "(ROOT (S (NP (DT 0=the) (NN 1=language) (NNS 2=models)) (VP (MD 3=will) "
         "(VP (VB 4=work) (PP (IN 5=in) (NP (NN 6=time))))) (. 7=.)))",
         "S>VP NP>NNS VP>MD VP>VB PP>IN"},
        {"icepahc",
         "(ROOT (IP-MAT (NP (D-A 0=þann) (N-A 1=dag)) (VBDI 2=sá) (NP (PRO-N 3=hann)) "
         "(PP (P 4=í) (NP (ADJ-D 5=helgum) (N-D 6=anda))) (. 7=.)))",
         "IP-MAT>VBDI NP>N-A PP>P NP>N-D"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_error err;
        pl_heads *rules = pl_heads_load(cases[i].rules, &err);
        if (rules == NULL)
            fail_msg("%s", err.text);
        pl_tree *t = tree_of(&m, cases[i].tree);
        assert_int_equal(pl_heads_mark(rules, t, false), 0);
        assert_string_equal(heads_text(&m, t), cases[i].heads);
        pl_heads_free(rules);
        pl_arena_release(&m);
    }
}

/* Counts over a treebank: nodes of two or more children, those that a rule decides,
 * those with a marked head, and those where the rules alone find it. */
typedef struct tally {
    size_t nodes, decided, marked, agreed;
} tally;

static void add_tree(tally *n, const pl_heads *rules, const pl_tree *t)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        if (t->nodes[v].order < 2)
            continue;
        bool by_rule;
        uint32_t head = pl_heads_find(rules, t, v, false, &by_rule), marked = PL_NONE;
        for (uint32_t c = t->nodes[v].last; c != PL_NONE; c = t->nodes[c].prev)
            if (t->nodes[c].func != NULL && strcasecmp(t->nodes[c].func, "HD") == 0)
                marked = c;
        n->nodes++;
        n->decided += by_rule;
        n->marked += marked != PL_NONE;
        n->agreed += marked != PL_NONE && marked == head;
    }
}

/* The rules on our own trees and on their treebanks. The percentages of nodes decided by a rule, and of
 * marked heads found, must be at least those measured when the rules were written, rounded down. */
static void rules_fit_treebanks(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *file;
        double decided, agreed;
    } cases[] = {
        {"alpino", "tests/data/dutch-everyday.discbracket", 99.9, 0},
        {"negra", "tests/data/german-everyday.discbracket", 99.9, 0},
        {"negra", "tests/data/german.export", 99.9, 99},
        {"ptb", "tests/data/english.discbracket", 99.9, 0},
        {"icepahc", "tests/data/icelandic-everyday.discbracket", 99.9, 0},
        {"alpino", "constituency/alpino/punctroot/dev.export.zst", 99.9, 99.2},
        {"negra", "constituency/squoia-de/punctroot/dev.export.zst", 99.9, 99.8},
        {"ptb", "constituency/craft/dev.discbracket.zst", 99.9, 0},
        {"icepahc", "constituency/icepahc/dev.discbracket.zst", 99.9, 0},
    };
    pl_arena m = {0};
    pl_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[1000];
        if (!treebank_path(path, cases[i].file))
            continue;
        pl_heads *rules = pl_heads_load(cases[i].rules, &err);
        pl_reader *r = pl_reader_open(path, NULL, NULL, &err);
        if (rules == NULL || r == NULL)
            fail_msg("%s", err.text);
        tally n = {0};
        pl_tree *t;
        while (pl_reader_next(r, &m, &t, &err) > 0) {
            add_tree(&n, rules, t);
            pl_arena_reset(&m);
        }
        print_message(
            "# %s: a rule decides %.2f%% of %zu nodes, finds %.2f%% of %zu heads\n",
            cases[i].file, 100.0 * (double)n.decided / (double)n.nodes, n.nodes,
            n.marked > 0 ? 100.0 * (double)n.agreed / (double)n.marked : 0.0, n.marked);
        assert_true(n.nodes > 100);
        assert_true(100.0 * (double)n.decided >= cases[i].decided * (double)n.nodes);
        assert_true(100.0 * (double)n.agreed >= cases[i].agreed * (double)n.marked);
        pl_reader_close(r);
        pl_heads_free(rules);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_choose),
        cmocka_unit_test(functions_win_unless_ignored),
        cmocka_unit_test(option_before_or_after),
        cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(shipped_rules),
        cmocka_unit_test(rules_fit_treebanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
