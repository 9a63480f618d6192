/* Traces: the ways to write them, what moves and what stays, functions, indices. */
#include "transform/transform.h"
#include "unit_text.h"

static const struct {
    const char *about, *tree, *resolved, *removed;
} cases[] = {
    {"Penn: the index at the trace, the function of its phrase",
     "(SBAR (WHNP-1 (WDT which)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBZ is))))",
     "(SBAR (S (WHNP-SBJ (WDT 0=which)) (VP (VBZ 1=is))))",
     "(SBAR (WHNP (WDT 0=which)) (S (VP (VBZ 1=is))))"},
    {"CRAFT: the index on the phrase above",
     "(SBAR (WHNP-1 (WDT which)) (S (NP-SBJ-1 (-NONE- *T*)) (VP (VBZ is) (NP-1 (-NONE- "
     "*)))))",
     "(SBAR (S (WHNP-SBJ (WDT 0=which)) (VP (VBZ 1=is))))",
     "(SBAR (WHNP (WDT 0=which)) (S (VP (VBZ 1=is))))"},
    {"IcePaHC: the phrase is the tag; IP and CP keep their subtype",
     "(IP-MAT (NP-SBJ (D-N sá) (N-N maður) (CP-REL *ICH*-1)) (VBDI kom) (CP-REL-1 (WNP-2 "
     "0) "
     "(C sem) (IP-SUB (NP-SBJ *T*-2) (VBDI fór))))",
     "(IP-MAT (NP-SBJ (D-N 0=sá) (N-N 1=maður) (CP-REL (C 3=sem) (IP-SUB (VBDI 4=fór)))) "
     "(VBDI 2=kom))",
     "(IP-MAT (NP-SBJ (D-N 0=sá) (N-N 1=maður)) (VBDI 2=kom) (CP-REL (C 3=sem) (IP-SUB "
     "(VBDI 4=fór))))"},
    {"a topic loses its function, for there is none at the trace",
     "(S (NP-TPC-3 (DT that)) (NP-SBJ (PRP I)) (VP (VBP know) (NP (-NONE- *T*-3))))",
     "(S (VP (NP (DT 0=that)) (VBP 2=know)) (NP-SBJ (PRP 1=I)))",
     "(S (NP-TPC (DT 0=that)) (NP-SBJ (PRP 1=I)) (VP (VBP 2=know)))"},
    {"it … that: *EXP*",
     "(S (NP-SBJ (NP (PRP it)) (S (-NONE- *EXP*-1))) (VP (VBZ is) (ADJP (JJ odd))) (S-1 "
     "(VP "
     "(TO to) (VB go))))",
     "(S (NP-SBJ (NP (PRP 0=it)) (S (VP (TO 3=to) (VB 4=go)))) (VP (VBZ 1=is) (ADJP (JJ "
     "2=odd))))",
     "(S (NP-SBJ (NP (PRP 0=it))) (VP (VBZ 1=is) (ADJP (JJ 2=odd))) (S (VP (TO 3=to) (VB "
     "4=go))))"},
    {"right node raising: the last trace",
     "(NP (NP (NN a) (NML-2 (-NONE- *RNR*))) (CC and) (NP (NN b) (NML-2 (-NONE- *RNR*))) "
     "(NML-2 "
     "(NN gene)))",
     "(NP (NP (NN 0=a)) (CC 1=and) (NP (NN 2=b) (NML (NN 3=gene))))",
     "(NP (NP (NN 0=a)) (CC 1=and) (NP (NN 2=b)) (NML (NN 3=gene)))"},
    {"two traces of one phrase: the first",
     "(SQ (WHNP-1 (WP who)) (S (NP (-NONE- *T*-1)) (V came)) (CC and) (S (NP (-NONE- "
     "*T*-1)) "
     "(V left)))",
     "(SQ (S (WHNP (WP 0=who)) (V 1=came)) (CC 2=and) (S (V 3=left)))",
     "(SQ (WHNP (WP 0=who)) (S (V 1=came)) (CC 2=and) (S (V 3=left)))"},
    {"not moved: the phrase dominates its trace",
     "(S (S-1 (NP (N he)) (PRN (V said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (V left)))",
     "(S (S (NP (N 0=he)) (PRN (V 1=said)) (V 2=left)))",
     "(S (S (NP (N 0=he)) (PRN (V 1=said)) (V 2=left)))"},
    {"not moved: the antecedent is empty, or there is none",
     "(NP (NN man) (SBAR (WHNP-1 (-NONE- 0)) (S (NP-1 (-NONE- *T*)) (V left) (NP (-NONE- "
     "*ICH*-7)))))",
     "(NP (NN 0=man) (SBAR (S (V 1=left))))", "(NP (NN 0=man) (SBAR (S (V 1=left))))"},
    {"an empty phrase in front of the overt one with the same index is no antecedent",
     "(S (NP-1 (-NONE- *PRO*)) (NP-1 (NN we)) (VP (V ran) (PP (P by) (NP (-NONE- "
     "*T*-1)))))",
     "(S (VP (PP (NP (NN 0=we)) (P 2=by)) (V 1=ran)))",
     "(S (NP (NN 0=we)) (VP (V 1=ran) (PP (P 2=by))))"},
    {"gapping indices go too; numbers that are no indices stay",
     "(S (NP-SBJ=1 (CD 0) (SYM *) (NN A-1)) (VP=2 (V x)) (X2 (Y-2-3=4 (N *bold*))))",
     "(S (NP-SBJ (CD 0=0) (SYM 1=*) (NN 2=A-1)) (VP (V 3=x)) (X2 (Y (N 4=*bold*))))",
     "(S (NP-SBJ (CD 0=0) (SYM 1=*) (NN 2=A-1)) (VP (V 3=x)) (X2 (Y (N 4=*bold*))))"},
    {"IcePaHC: other empty elements",
     "(IP-MAT (NP-SBJ *con*) (VBDI kom) (NP-SBJ *exp*) (CP-THT (C 0) (IP-SUB (NP-SBJ "
     "*pro*) "
     "(NP-OB1 *-1) (NP-OB2 *) (NUM-N 0) (VBDI sá))))",
     "(IP-MAT (VBDI 0=kom) (CP-THT (IP-SUB (NUM-N 1=0) (VBDI 2=sá))))",
     "(IP-MAT (VBDI 0=kom) (CP-THT (IP-SUB (NUM-N 1=0) (VBDI 2=sá))))"},
    {"a trace right among words: its parent is the place",
     "(S (ADVP-1 (RB so)) (VP (V go) (-NONE- *T*-1) (N x)))",
     "(S (VP (ADVP (RB 0=so)) (V 1=go) (N 2=x)))",
     "(S (ADVP (RB 0=so)) (VP (V 1=go) (N 2=x)))"},
    {"a word may move; what its tag has after a hyphen is no function",
     "(IP-MAT (ADV-D-1 þá) (IP-SUB (VB fór) (ADVP-TMP *T*-1)))",
     "(IP-MAT (IP-SUB (ADV-D 0=þá) (VB 1=fór)))",
     "(IP-MAT (ADV-D 0=þá) (IP-SUB (VB 1=fór)))"},
};

static void both_ways(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_tree *t = tree_from(&m, cases[i].tree, "bracket");
        pl_traces_resolve(t);
        if (strcmp(text_of(&m, t), cases[i].resolved) != 0)
            fail_msg("%s: %s", cases[i].about, text_of(&m, t));
        t = tree_from(&m, cases[i].tree, "bracket");
        pl_traces_remove(t);
        if (strcmp(text_of(&m, t), cases[i].removed) != 0)
            fail_msg("%s: %s", cases[i].about, text_of(&m, t));
    }
    pl_arena_release(&m);
}

/* Functions in fields of their own: the index is at the end of them. */
static void functions_apart(void **unused)
{
    (void)unused;
    static const char *const text = "(SBAR (WHNP-1 (WDT which)) (S (NP-SBJ-1 (-NONE- "
                                    "*T*)) (VP (V is) (NP-PRD-LOC=2 (N x)))))";
    pl_arena m = {0};
    pl_error err;
    pl_tree *t;
    pl_read_options options = {.split_functions = true};
    pl_reader *r = pl_reader_new(pl_in_memory("test", text, strlen(text)),
                                 pl_format_find("bracket"), &options, &err);
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 1);
    pl_reader_close(r);
    pl_traces_resolve(t);
    assert_string_equal(text_of(&m, t),
                        "(SBAR (S (WHNP (WDT 0=which)) (VP (V 1=is) (NP (N 2=x)))))");
    assert_string_equal(t->nodes[t->nodes[0].parent].func, "SBJ");
    assert_string_equal(t->nodes[t->nodes[2].parent].func, "PRD-LOC");
    pl_arena_release(&m);
}

static void only_empty_elements(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_from(&m, "( (S (NP (-NONE- *T*-1)) (VP (-NONE- *?*))))", "bracket");
    pl_traces_resolve(t);
    assert_int_equal(t->n_tokens, 0);
    assert_int_equal(t->root, PL_NONE);
    pl_arena_release(&m);
}

static void same_over_same(void **unused)
{
    (void)unused;
    static const struct {
        const char *tree, *collapsed;
    } same[] = {
        {"(S (NP (NP (N 0=a))) (VP (V 1=b)))", "(S (NP (N 0=a)) (VP (V 1=b)))"},
        {"(S (S (S (NP (N 0=a)) (V 1=b))))", "(S (NP (N 0=a)) (V 1=b))"},
        {"(S (NP (NP (N 0=a)) (NP (NP (NP (N 1=b))))))",
         "(S (NP (NP (N 0=a)) (NP (N 1=b))))"},
        {"(NP (NP 0=a))", "(NP (NP 0=a))"},
        {"(NP (X (NP (N 0=a))))", "(NP (X (NP (N 0=a))))"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        pl_tree *t = tree_of(&m, same[i].tree);
        pl_collapse_same(t);
        assert_string_equal(text_of(&m, t), same[i].collapsed);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways),
        cmocka_unit_test(functions_apart),
        cmocka_unit_test(only_empty_elements),
        cmocka_unit_test(same_over_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
