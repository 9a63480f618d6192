/* bracket and discbracket: layouts, escapes, functions, ids, errors. */
#include "unit_convert.h"

static void bracket_layouts(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        /* one line, several lines, several trees on a line: all the same */
        {"(S (NP (D the) (N dog)) (V barks))\n",
         "bracket",
         "bracket",
         "(S (NP (D the) (N dog)) (V barks))\n",
         {0},
         {0}},
        {"(S\n  (NP (D the)\n      (N dog))\n  (V\n barks))",
         "bracket",
         "bracket",
         "(S (NP (D the) (N dog)) (V barks))\n",
         {0},
         {0}},
        {"(A b) (C d)(\nE f)\n", "bracket", "bracket", "(A b)\n(C d)\n(E f)\n", {0}, {0}},
        /* the outer pair is kept, with one child or more */
        {"( (S (N a)) )\n((S (N b)) (. .))",
         "bracket",
         "bracket",
         "( (S (N a)) )\n( (S (N b)) (. .) )\n",
         {0},
         {0}},
        {"( (S (N a)) )\n", "bracket", "discbracket", "(ROOT (S (N 0=a)))\n", {0}, {0}},
        /* labels, indices and traces stay as they stand */
        {"( (S (NP-SBJ-1 (-NONE- *T*-2)) (NP=2 (N 0=x)) (-LRB- -LRB-)) )\n",
         "bracket",
         "discbracket",
         "(ROOT (S (NP-SBJ-1 (-NONE- 0=*T*-2)) (NP=2 (N 1=0=x)) (-LRB- 2=#LRB#)))\n",
         {0},
         {0}},
        /* words without tags */
        {"(S (NP the dog) barks)\n",
         "bracket",
         "bracket",
         "(S (NP the dog) barks)\n",
         {0},
         {0}},
        {"(S (NP the dog) barks)\n",
         "bracket",
         "discbracket",
         "(S (NP 0=the 1=dog) 2=barks)\n",
         {0},
         {0}},
        {"", "bracket", "bracket", "", {0}, {0}},
        {"\n \n\t\n", "bracket", "bracket", "", {0}, {0}},
    };
    CHECK_CONVERSIONS(rows);
}

static void brackets_in_words(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"(S (A -LRB-) (B a-RRB-b) (C x#SPC#y))\n",
         "bracket",
         "discbracket",
         "(S (A 0=#LRB#) (B 1=a#RRB#b) (C 2=x#SPC#y))\n",
         {0},
         {0}},
        {"(S (A 0=#LRB#) (B 1=a#RRB#b=c) (C 2=x#SPC#y))\n",
         "discbracket",
         "bracket",
         "(S (A -LRB-) (B a-RRB-b=c) (C x#SPC#y))\n",
         {0},
         {0}},
        /* a # that would read as a code */
        {"(S (A 0=#HSH#LRB#) (B 1=#) (C 2=##LRB#) (D 3=#LRB))\n",
         "discbracket",
         "discbracket",
         "(S (A 0=#HSH#LRB#) (B 1=#) (C 2=##LRB#) (D 3=#LRB))\n",
         {0},
         {0}},
        {"1\t#LRB#\t_\t_\t_\t_\t0\tx\t_\t_\n", "conllx", "tokens", "#LRB#\n", {0}, {0}},
        {"1\t#SPC#\t_\t_\t_\t_\t0\tx\t_\t_\n",
         "conllx",
         "tokens",
         "#HSH#SPC#\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

static void functions_split_and_added(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"(S (NP-SBJ-1 (N-X a)) (-X- (N b) c) (VP- (V d) e) (NP=2 f g))\n",
         "bracket",
         "bracket",
         "(S (NP (N-X a)) (-X- (N b) c) (VP- (V d) e) (NP=2 f g))\n",
         {.split_functions = true},
         {0}},
        {"(S (NP-SBJ-1 (N-X a)) (-X- (N b) c) (VP- (V d) e) (NP=2 f g))\n",
         "bracket",
         "bracket",
         "(S (NP-SBJ-1 (N-X a)) (-X- (N b) c) (VP- (V d) e) (NP=2 f g))\n",
         {.split_functions = true},
         {.add_functions = true}},
        {"(S (NP-SB (N 0=a)) (VP-OC (V 1=b)))\n",
         "discbracket",
         "discbracket",
         "(S (NP (N 0=a)) (VP (V 1=b)))\n",
         {.split_functions = true},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
    pl_arena m = {0};
    pl_error err;
    pl_tree *t;
    pl_read_options split = {.split_functions = true};
    const char *text = "(S (NP-SBJ-1 (N-X a)))";
    pl_reader *r = pl_reader_new(pl_in_memory("t", text, strlen(text)),
                                 pl_format_find("bracket"), &split, &err);
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 1);
    assert_string_equal(t->nodes[t->nodes[0].parent].label, "NP");
    assert_string_equal(t->nodes[t->nodes[0].parent].func, "SBJ-1");
    assert_string_equal(t->nodes[0].label, "N-X"); /* tags are not split */
    assert_null(t->nodes[0].func);
    pl_reader_close(r);
    pl_arena_release(&m);
}

static void ids_and_indenting(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"( (IP (N a)) (ID 1150.A,.1))\n",
         "bracket",
         "bracket",
         "( (IP (N a)) (ID 1150.A,.1) )\n",
         {0},
         {.ids = true}},
        {"( (IP (N a)) (ID 1150.A,.1))\n",
         "bracket",
         "discbracket",
         "(ROOT (IP (N 0=a)))\t1150.A,.1\n",
         {0},
         {.ids = true}},
        {"(S (ID a) (ID b))\n",
         "bracket",
         "bracket",
         "(S (ID a) (ID b))\n",
         {0},
         {.ids = true}},
        {"(S (A 0=x))\ts 17\n(S (A 0=x))\n",
         "discbracket",
         "discbracket",
         "(S (A 0=x))\ts 17\n(S (A 0=x))\n",
         {0},
         {.ids = true}},
        {"(S (A 0=x))\ts17\n", "discbracket", "discbracket", "(S (A 0=x))\n", {0}, {0}},
        {"( (S (NP (D a) (N b)) (VP (V c) (NP d e))) )\n",
         "bracket",
         "bracket",
         "( (S\n    (NP (D a) (N b))\n    (VP\n      (V c)\n      (NP d e))) )\n",
         {0},
         {.pretty = true}},
    };
    CHECK_CONVERSIONS(rows);
    unsigned lost;
    pl_arena m = {0};
    convert_text(&m, &rows[4], &lost);
    assert_int_equal(lost, PL_HAS_IDS);
    convert_text(&m, &rows[3], &lost);
    assert_int_equal(lost, 0);
    pl_arena_release(&m);
}

/* Every bad sentence gives one error, and the good ones around it come through. */
static void bracket_errors(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"(A b)\n(S (A b)\n",
         "bracket",
         "bracket",
         "(A b)\n! t:2: sentence 2: the tree that begins in line 2 is not closed: 1 "
         "bracket "
         "is open at the end\n",
         {0},
         {0}},
        {"( (S (A b))\n( (S (A c)) )\n",
         "bracket",
         "bracket",
         "! t:2: sentence 1: the tree that begins in line 1 is not closed before this "
         "one\n"
         "( (S (A c)) )\n",
         {0},
         {0}},
        {"(S (A b)))\n(C d)\n",
         "bracket",
         "bracket",
         "(S (A b))\n! t:1: sentence 2: expected a tree in brackets, found )\n(C d)\n",
         {0},
         {0}},
        {"(S ((A b)))\n  (X y)\n(C d)\n",
         "bracket",
         "bracket",
         "! t:1: sentence 1: a label is missing after an opening bracket\n(C d)\n",
         {0},
         {0}},
        {"(S (A b) (X))\n(C d)\n",
         "bracket",
         "bracket",
         "! t:1: sentence 1: the node X has no word below it\n(C d)\n",
         {0},
         {0}},
        {"()\n(C d)\n",
         "bracket",
         "bracket",
         "! t:1: sentence 1: a tree without words\n(C d)\n",
         {0},
         {0}},
        {"(S (A b\xff))\n   (C d)\n(E f)\n",
         "bracket",
         "bracket",
         "! t:1: invalid UTF-8 at byte 8 of the line (is the file ISO-8859-1, that is "
         "latin1?)\n(E f)\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

static void bracket_refuses(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"(S (VP (A 0=a) (B 2=b)) (C 1=c))\n(S (A 0=a))\n",
         "discbracket",
         "bracket",
         "! the node VP, from word 1 to word 3, is discontinuous, which bracket cannot "
         "hold; "
         "the transforms raise and split-disc make a tree continuous\n(S (A a))\n",
         {0},
         {0}},
        {"a b\n", "tokens", "bracket", "(ROOT a b)\n", {0}, {0}},
        {"a b\n", "tokens", "discbracket", "(ROOT 0=a 1=b)\n", {0}, {0}},
        {"(NP 0=)\n",
         "discbracket",
         "bracket",
         "! word 1 is empty, which bracket cannot hold\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

static void discbracket_details(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        /* children are put in order; fragments have words without text */
        {"(S (B 1=b) (VP (C 2=c) (A 0=a)))\n",
         "discbracket",
         "discbracket",
         "(S (VP (A 0=a) (C 2=c)) (B 1=b))\n",
         {0},
         {0}},
        {"(VP 2= (A 0=a) 1=)\n",
         "discbracket",
         "discbracket",
         "(VP (A 0=a) 1= 2=)\n",
         {0},
         {0}},
        {"(S (A 1=x))\n(S (A 0=x) (B 0=y))\n(S (A x))\n(S (A 0=a)) x\n",
         "discbracket",
         "discbracket",
         "! t:1: sentence 1: no word has the index 0, but there are 1 words\n"
         "! t:2: sentence 2: two words have the index 0: x and y\n"
         "! t:3: sentence 3: expected INDEX=TOKEN, found x\n"
         "! t:4: sentence 4: text after the tree: x (an id goes after a tab)\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

/* Written and read, a continuous random tree is the same; a discontinuous one in
 * discbracket. */
static void random_trees_come_back(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {11};
    int continuous = 0;
    for (int round = 0; round < 400; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 5)), *back;
        bool bracket = !pl_tree_is_discontinuous(t);
        continuous += bracket;
        const pl_format *f = pl_format_find(bracket ? "bracket" : "discbracket");
        pl_str s = {0};
        pl_error err;
        pl_write_options options = {.pretty = round % 2 == 0};
        pl_writer *w = pl_writer_new(pl_out_memory(&s), f, &options, &err);
        assert_int_equal(pl_writer_put(w, t, &err), 0);
        assert_int_equal(pl_writer_close(w, &err), 0);
        pl_reader *r = pl_reader_new(pl_in_memory("t", s.at, s.n), f, NULL, &err);
        assert_int_equal(pl_reader_next(r, &m, &back, &err), 1);
        char why[200];
        if (!pl_tree_equal(t, back, true, why, sizeof why))
            fail_msg("%s in %s", why, s.at);
        pl_reader_close(r);
        pl_str_release(&s);
    }
    assert_in_range(continuous, 50, 350);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bracket_layouts),
        cmocka_unit_test(brackets_in_words),
        cmocka_unit_test(functions_split_and_added),
        cmocka_unit_test(ids_and_indenting),
        cmocka_unit_test(bracket_errors),
        cmocka_unit_test(bracket_refuses),
        cmocka_unit_test(discbracket_details),
        cmocka_unit_test(random_trees_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
