/* Transition systems of constituents: derivations as the papers have them, and the
 * conditions of transitions. That all trees come back and no configuration is stuck is
 * tested in test_machine.c. */
#include "trees.h"

#include "machine/derive.h"
#include "machine/system.h"

#include <stdio.h>
#include <string.h>

/* Only systems that reorder do so, and only in ways there are. */
static void wrong_order(void **state)
{
    (void)state;
    static const struct {
        const char *system, *mode, *message;
    } cases[] = {
        {"sr-gap", "left", "sr-gap reads the words in the order of the sentence"},
        {"swap", "restore", "reorder takes left, right, rightd"},
        {"skipshift", "dist", "reorder takes left, right, rightd"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_deriver d;
        pl_error err;
        pl_deriver_start(&d, pl_system_find(cases[i].system));
        assert_int_equal(pl_deriver_reorder(&d, cases[i].mode, &err), -1);
        assert_non_null(strstr(err.text, cases[i].message));
        pl_deriver_release(&d);
    }
}

/* Derivations as text; heads are the last children unless the tree says otherwise. */
static void check_derivation(const char *system, const char *mode, pl_tree *t,
                             const char *expected, pl_arena *m)
{
    pl_deriver d;
    pl_error err;
    pl_actions actions = {0};
    pl_str text = {0};
    pl_deriver_start(&d, pl_system_find(system));
    if (mode != NULL)
        assert_int_equal(pl_deriver_reorder(&d, mode, &err), 0);
    pl_deriver_look(&d, t);
    pl_deriver_tree(&d, t, &actions, m);
    for (size_t i = 0; i < actions.n; i++) {
        if (i > 0)
            pl_str_putc(&text, ' ');
        pl_action_print(d.system, &d.labels, actions.at[i], &text);
    }
    assert_string_equal(text.at, expected);
    pl_str_release(&text);
    PL_VEC_RELEASE(&actions);
    pl_deriver_release(&d);
}

/* Coavoux and Crabbé (2017), figure 2: Es bestünde somit hinreichender Spielraum. */
static void gap_example(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (NP (A 0=Es) (NP (B 3=hinreichender) (C 4=Spielraum))) "
                             "(D 1=bestünde) (E 2=somit))");
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        t->nodes[v].head = v == t->root ? 1 : t->nodes[v].last;
    check_derivation("sr-gap", NULL, t,
                     "SH SH SH SH SH RR(NP) GAP GAP RR(NP) GAP RL(S:) RR(S)", &m);
    check_derivation(
        "sr-cgap", NULL, t,
        "SH GHOST SH GHOST SH GHOST SH GHOST SH GHOST GAP_0 RR(NP) GAP_2 RR(NP) "
        "GAP_1 RL(S:) GAP_0 RR(S)",
        &m);
    pl_arena_release(&m);
}

/* The same sentence without heads: parts of S and of NP wait until their last child. */
static void ml_gap_example(void **state)
{
    (void)state;
    static const struct {
        const char *tree, *derivation;
    } cases[] = {
        {"(S (NP (A 0=Es) (NP (B 3=hinreichender) (C 4=Spielraum))) (D 1=bestünde) "
         "(E 2=somit))",
         "SH NOLABEL SH NOLABEL SH NOLABEL MERGE NOLABEL SH NOLABEL SH NOLABEL "
         "MERGE LABEL(NP) GAP MERGE LABEL(NP) MERGE LABEL(S)"},
        /* chains, over words too, are one label */
        {"(R (S (NP (N (A 0=a))) (VP (VP (B 1=b) (C 2=c)))))",
         "SH LABEL(NP+N) SH NOLABEL SH NOLABEL MERGE LABEL(VP+VP) MERGE LABEL(R+S)"},
        {"(R (S (A 0=a)))", "SH LABEL(R+S)"},
        {"(S (A 0=a))", "SH LABEL(S)"},
        /* a word alone gets an artificial root */
        {"(A 0=a)", "SH LABEL(^)"},
        /* two constituents of the same label, one within the gaps of the other */
        {"(R (X (A 0=a) (C 2=c) (E 4=e)) (X (B 1=b) (D 3=d)))",
         "SH NOLABEL SH NOLABEL SH NOLABEL GAP MERGE NOLABEL SH NOLABEL GAP MERGE "
         "LABEL(X) SH NOLABEL GAP MERGE LABEL(X) MERGE LABEL(R)"},
    };
    pl_arena m = {0};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check_derivation("ml-gap", NULL, tree_of(&m, cases[k].tree), cases[k].derivation,
                         &m);
    pl_arena_release(&m);
}

/* Maier and Lichte (2016), figure 1: Darüber muss nachgedacht werden. The heads are those
 * of section 3.3: BINL-VP twice, then BINR-S. */
static void swap_example(void **state)
{
    (void)state;
    static const struct {
        const char *system, *mode, *derivation;
    } cases[] = {
        {"swap", "left",
         "SHIFT SHIFT SHIFT SWAP-1 BINL-VP SHIFT SHIFT SWAP-1 BINL-VP SHIFT BINR-S"},
        {"skipshift", "left",
         "SKIPSHIFT-0 SKIPSHIFT-1 BINL-VP SKIPSHIFT-1 BINL-VP SKIPSHIFT-0 BINR-S"},
        {"swap", "rightd", "SHIFT SHIFT SWAP-1 SHIFT SHIFT BINL-VP SHIFT BINL-VP BINL-S"},
        {"skipshift", "rightd",
         "SKIPSHIFT-1 SKIPSHIFT-0 SKIPSHIFT-0 BINL-VP SKIPSHIFT-0 BINL-VP BINL-S"},
        {"skipshift", "dist2",
         "SKIPSHIFT-0 SKIPSHIFT-1 BINL-VP SKIPSHIFT-1 BINL-VP SKIPSHIFT-0 BINR-S"},
        {"skipshift", "right",
         "SKIPSHIFT-1 SKIPSHIFT-2 SKIPSHIFT-1 SKIPSHIFT-0 BINR-VP BINR-VP BINL-S"},
    };
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (VP (VP (A 0=Darüber) (B 2=nachgedacht)) (C 3=werden)) "
                             "(D 1=muss))");
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        t->nodes[v].head = v == t->root ? 1 : t->nodes[v].first;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        check_derivation(cases[k].system, cases[k].mode, t, cases[k].derivation, &m);
    pl_arena_release(&m);
}

/* The head takes its right siblings first, unary nodes stay, new nodes are written @X. */
static void swap_trees(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(R (S (NP (A 0=a)) (B 1=b) (C 2=c) (D 3=d)))");
    t->nodes[t->nodes[t->root].first].head = 2;
    check_derivation(
        "skipshift", "left", t,
        "SKIPSHIFT-0 UNARY-NP SKIPSHIFT-0 SKIPSHIFT-0 SKIPSHIFT-0 BINL-@S BINR-@S "
        "BINR-S UNARY-R",
        &m);
    pl_arena_release(&m);
}

/* The row of a transition; names are cut to what the cases below spell. */
static uint16_t row_of(const pl_system *s, const char *name, size_t n)
{
    uint16_t i = 0;
    while (strncmp(s->transitions[i].name, name, n) != 0)
        i++;
    return i;
}

/* An action as the cases below spell it: the beginning of its name (SH, SK, SW read and
 * swap words), and after a dash its number or label. */
static pl_action action_of(const pl_system *s, const char *text, size_t n,
                           const pl_labelset *labels)
{
    size_t n_name = strcspn(text, "- ");
    const char *value = text + n_name + 1; /* a number, or a label */
    pl_action a = {row_of(s, text, n_name), 0, PL_NONE};
    if (n_name < n && *value >= '0' && *value <= '9')
        a.number = (uint16_t)(*value - '0');
    for (uint32_t k = 0; n_name < n && k < labels->entries.n; k++) {
        const pl_label *label = pl_labelset_at(labels, k);
        bool temporary = *value == '@';
        if ((label->sort == PL_LABEL_TEMPORARY) == temporary &&
            label->name[0] == value[temporary])
            a.label = k;
    }
    return a;
}

/* X and Y, a temporary X, and R of a root. */
static pl_labelset case_labels(void)
{
    pl_labelset labels = {0};
    pl_labelset_add(&labels, "X", false);
    pl_labelset_add(&labels, "X", true);
    uint32_t top = pl_labelset_add(&labels, "R", false);
    pl_labelset_add(&labels, "Y", false);
    labels.entries.at[top].sort = PL_LABEL_AXIOM;
    return labels;
}

/* Whether a system permits the last of some actions; its inventory is made of them all.
 */
static bool permitted(const char *system, const char *mode, const char *text,
                      pl_labelset *labels)
{
    pl_arena m = {0};
    pl_inventory inv;
    pl_task s;
    pl_actions actions = {0};
    pl_inventory_start(&inv, pl_system_find(system), labels);
    inv.left_first = strcmp(mode, "left") == 0;
    for (size_t n; *text != '\0'; text += n + (text[n] == ' ')) {
        n = strcspn(text, " ");
        pl_action a = action_of(inv.system, text, n, labels);
        pl_inventory_add(&inv, a);
        PL_PUSH(&actions, a);
    }
    pl_inventory_finish(&inv);
    pl_task_start(&s, &m, labels, 5);
    pl_items c = pl_items_start(&s);
    bool may = true;
    for (size_t i = 0; i < actions.n; i++) {
        const pl_group *g = inv.groups.at;
        while (pl_inventory_find(&inv, actions.at[i]) >= g->first + g->n)
            g++;
        may = pl_may(&inv, &c, g);
        if (i + 1 < actions.n) {
            assert_true(may); /* only the last one is in question */
            pl_apply(&inv, &c, actions.at[i]);
        }
    }
    PL_VEC_RELEASE(&actions);
    pl_inventory_release(&inv);
    pl_arena_release(&m);
    return may;
}

/* The conditions of SWAP and SKIPSHIFT, over five words. R is the label of a root. */
static void swap_conditions(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *system, *mode;
        bool may;
        const char *actions;
    } cases[] = {
        {"skipshift",  "dist2",  true,  "SK-4"},
        {"skipshift",  "dist2",  false, "SK-5"},
        {"skipshift",  "dist2",  false, "SK-0 SK-4"},
        /* nothing is read after BINR-@X, under LEFT, while a left sibling waits */
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "dist2",  true,  "SK-0 SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 BINR-@X SK-0"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 BINL-@X SK-0"},
        /* SWAP: words, in order, before the top and before the queue */
        {"swap",       "left",   true,  "SH SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-2"},
        {"swap",       "left",   true,  "SH SH SH SW-2"},
        {"swap",       "left",   false, "SH SH SW-1 SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-1 SH SH SW-2"},
        {"swap",       "left",   true,  "SH SH SW-1 SH SH SW-1"},
        {"swap",       "left",   false, "SH SH SW-1 SH SH SW-1 SW-1"},
        {"swap",       "left",   false, "SH UNARY-X SH SW-1"},
        {"swap",       "left",   true,  "SH SH UNARY-X SW-1"},
        /* joining: two elements, the child that is not the head is not intermediate */
        {"skipshift",  "left",   false, "SK-0 BINL-X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 BINL-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 BINL-@X BINL-X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 BINL-@X BINR-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 BINL-@X SK-0 BINR-X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 BINL-R"},
        /* with nothing to read, an intermediate node needs a sibling below */
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-@X"},
        {"skipshift",  "left",   false, "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-X BINL-X BINL-X BINL-@X"},
        {"skipshift",  "left",   true,  "SK-0 SK-0 SK-0 SK-0 SK-0 BINL-X BINL-X BINL-X BINL-R"},
        /* UNARY: not over itself, nor over an intermediate node, four in a row at most */
        {"swap",       "left",   false, "UNARY-X"},
        {"swap",       "left",   true,  "SH UNARY-X UNARY-Y"},
        {"swap",       "left",   false, "SH UNARY-X UNARY-X"},
        {"swap",       "left",   false, "SH SH BINL-@X UNARY-X"},
        {"swap",       "left",   true,  "SH UNARY-X UNARY-Y UNARY-X UNARY-Y"},
        {"swap",       "left",   false, "SH UNARY-X UNARY-Y UNARY-X UNARY-Y UNARY-X"},
        {"swap",       "left",   false, "SH UNARY-R"},
        /* the end */
        {"swap",       "left",   false, "FINISH"},
        {"swap",       "left",   false, "IDLE"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R UNARY-X"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-X FINISH"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-X UNARY-R"},
        {"swap",       "left",   true,  "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH IDLE"},
        {"swap",       "left",   false, "SH SH SH SH SH BINL-X BINL-X BINL-X BINL-R FINISH FINISH"},
    };
    /* clang-format on */
    pl_labelset labels = case_labels();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (permitted(cases[i].system, cases[i].mode, cases[i].actions, &labels) !=
            cases[i].may)
            fail_msg("case %zu of %s: %s", i, cases[i].system, cases[i].actions);
    pl_labelset_release(&labels);
}

/* The conditions of merge-label-gap, over five words. */
static void ml_gap_conditions(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        bool may;
        const char *actions;
    } cases[] = {
        /* after SH and MERGE a label or none, and nothing else */
        {true,  "SH"},
        {false, "MERGE"},
        {false, "GAP"},
        {false, "LABEL-X"},
        {false, "NO"},
        {false, "IDLE"},
        {true,  "SH LABEL-X"},
        {true,  "SH NO"},
        {false, "SH SH"},
        {false, "SH NO NO"},
        {false, "SH NO LABEL-X"},
        {false, "SH LABEL-X LABEL-Y"},
        {false, "SH NO SH MERGE"},
        {true,  "SH NO SH NO MERGE"},
        {false, "SH NO SH NO MERGE MERGE"},
        {false, "SH NO SH NO MERGE GAP"},
        {false, "SH NO SH NO MERGE SH"},
        {true,  "SH NO SH NO MERGE LABEL-X"},
        {true,  "SH NO SH NO MERGE NO"},
        /* two elements to merge, two in S to walk over one */
        {false, "SH NO MERGE"},
        {false, "SH NO GAP"},
        {false, "SH NO SH NO GAP"},
        {true,  "SH NO SH NO SH NO GAP"},
        {false, "SH NO SH NO SH NO GAP GAP"},
        {true,  "SH NO SH NO SH NO GAP MERGE"},
        /* GAP is not undone */
        {false, "SH NO SH NO SH NO GAP SH"},
        {true,  "SH NO SH NO SH NO GAP MERGE NO SH"},
        {false, "SH NO SH NO SH NO GAP LABEL-X"},
        {false, "SH NO SH NO SH NO GAP NO"},
        /* the label of the whole sentence is an axiom, and no other is */
        {false, "SH LABEL-R"},
        {false, "SH NO SH NO MERGE LABEL-R"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE LABEL-R"},
        {true,  "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE LABEL-R"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE LABEL-X"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE NO"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE IDLE"},
        {true,  "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE LABEL-R IDLE"},
        {true,  "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE LABEL-R IDLE IDLE"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO MERGE LABEL-R NO"},
        {false, "SH NO SH NO SH NO SH NO SH NO MERGE NO MERGE NO MERGE NO IDLE"},
    };
    /* clang-format on */
    pl_labelset labels = case_labels();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (permitted("ml-gap", "", cases[i].actions, &labels) != cases[i].may)
            fail_msg("case %zu: %s", i, cases[i].actions);
    pl_labelset_release(&labels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_order),       cmocka_unit_test(gap_example),
        cmocka_unit_test(swap_example),      cmocka_unit_test(swap_trees),
        cmocka_unit_test(swap_conditions),   cmocka_unit_test(ml_gap_example),
        cmocka_unit_test(ml_gap_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
