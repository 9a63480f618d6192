/* The export format: versions, columns, comments, tables, numbers, errors. */
#include "treebank.h"

#include <stdio.h>

/* Read and written, the text on the left becomes that on the right; NULL: the same. */
static const struct {
    const char *in, *out;
} rewritten[] = {
    /* an empty file is an empty treebank */
    {"", "#FORMAT 4\n"},
    {"\n\n", "#FORMAT 4\n"},
    {"#FORMAT 4\n"
     "#BOS 1 0 0 0\n"
     "a\tb\tA\tm\tSB\t500\n"
     "#500\t--\tNP\t--\t--\t0\n"
     "#EOS 1\n",
     NULL},
    /* version 3 by its header; by the number of columns; more than one tab */
    {"#FORMAT 3\n#BOS 7 0 0 0\na\tA\tm\tSB\t500\n#500\tNP\t--\t--\t0\n#EOS 7\n", NULL},
    {"#BOS 7\na\t\t\tA\tm\t\tSB\t500\n#500\t\tNP\t--\t\t--\t0\n#EOS 7\n",
     "#FORMAT 3\n#BOS 7 0 0 0\na\tA\tm\tSB\t500\n#500\tNP\t--\t--\t0\n#EOS 7\n"},
    {"#BOS 7\na\t--\tA\t--\t--\t0\n#EOS 7\n",
     "#FORMAT 4\n#BOS 7 0 0 0\na\t--\tA\t--\t--\t0\n#EOS 7\n"},
    {"#BOS 7\na\tA\t--\t--\t0\tSB\t0\n#EOS 7\n",
     "#FORMAT 3\n#BOS 7 0 0 0\na\tA\t--\t--\t0\tSB\t0\n#EOS 7\n"},
    /* spaces in place of tabs; line ends of Windows; a byte-order mark; no last newline
     */
    {"\xef\xbb\xbf#BOS 1\r\na  A -- -- 0\r\n#EOS 1",
     "#FORMAT 3\n#BOS 1 0 0 0\na\tA\t--\t--\t0\n#EOS 1\n"},
    /* words with spaces */
    {"#FORMAT 3\n#BOS 1 0 0 0\n1 000 \tA b\t--\t--\t0\n#EOS 1\tA\t--\t--\t0\n#EOS 1\n",
     NULL},
    /* fields of #BOS, comments on it and on lines, lines between sentences and words */
    {"#FORMAT 4\n"
     "#BOS 1 2 1070544990 0 %% @SB2AV@ x\n"
     "a\t--\tA\t--\t--\t0\tSB\t500\t%% why\n"
     "%% in between\n"
     "b\t--\tB\t--\t--\t500\n"
     "#500\t--\tNP\t--\t--\t0\t%% a node\n"
     "#EOS 1\n"
     "%% later\n"
     "#BOS 2 0 0 some origin\n"
     "#EOS 2\n",
     NULL},
    /* tables, before and between the sentences */
    {"%% the header\n#FORMAT 3\n#BOT ORIGIN\n0\ta text\n\n#EOT ORIGIN\n"
     "#BOS 1 0 0 0\na\tA\t--\t--\t0\n#EOS 1\n"
     "#BOT EDITOR\n1\tsomebody\n#EOT EDITOR\n"
     "#BOS 2 0 0 0\na\tA\t--\t--\t0\n#EOS 2\n",
     NULL},
    /* what a table or a comment says of the version is its own affair */
    {"#BOT ORIGIN\n0\ta\n#FORMAT 4\n#EOT ORIGIN\n%% no #FORMAT 4\n"
     "#BOS 1 0 0 0\na\tA\t--\t--\t0\n#EOS 1\n",
     "#FORMAT 3\n#BOT ORIGIN\n0\ta\n#FORMAT 4\n#EOT ORIGIN\n%% no #FORMAT 4\n"
     "#BOS 1 0 0 0\na\tA\t--\t--\t0\n#EOS 1\n"},
    /* words that look like nodes: in the middle, below 500, at the end */
    {"#FORMAT 3\n"
     "#BOS 1 0 0 0\n"
     "#600\tA\t--\t--\t500\n"
     "#1\tA\t--\t--\t500\n"
     "%%\tA\t--\t--\t500\n"
     "%% x\tA\t--\t--\t500\n"
     "#BOS\tA\t--\t--\t500\n"
     "#501\tA\t--\t--\t0\t%% (word)\n"
     "#500\tA\t--\t--\t0\t%% (word) and a comment\n"
     "#500\tNP\t--\t--\t501\n"
     "#501\tNP\t--\t--\t0\n"
     "#EOS 1\n",
     NULL},
    /* one before a lower number needs no mark */
    {"#BOS 1\na\tA\t--\t--\t500\n#700\tA\t--\t--\t500\n#500\tNP\t--\t--\t0\n#EOS 1\n",
     "#FORMAT 3\n#BOS 1 0 0 0\na\tA\t--\t--\t500\n#700\tA\t--\t--\t500\t%% (word)\n"
     "#500\tNP\t--\t--\t0\n#EOS 1\n"},
    /* numbers by levels, from left to right in each; out of order in the source */
    {"#BOS 1\n"
     "a\tA\t--\t--\t504\n"
     "b\tA\t--\t--\t502\n"
     "c\tA\t--\t--\t501\tX\t502\n"
     "d\tA\t--\t--\t502\n"
     "#504\tV\t--\t--\t0\n"
     "#501\tW\t--\t--\t502\n"
     "#502\tX\t--\t--\t504\tY\t504\tZ\t0\n"
     "#EOS 1\n",
     "#FORMAT 3\n#BOS 1 0 0 0\n"
     "a\tA\t--\t--\t502\n"
     "b\tA\t--\t--\t501\n"
     "c\tA\t--\t--\t500\tX\t501\n"
     "d\tA\t--\t--\t501\n"
     "#500\tW\t--\t--\t501\n"
     "#501\tX\t--\t--\t502\tY\t502\tZ\t0\n"
     "#502\tV\t--\t--\t0\n"
     "#EOS 1\n"},
    /* ids that are no numbers, and none at all */
    {"#FORMAT 3\n#BOS cdb/1 0 0 0\na\tA\t--\t--\t0\n#EOS cdb/1\n", NULL},
    {"#BOS\na\tA\t--\t--\t0\n#EOS\n",
     "#FORMAT 3\n#BOS 1 0 0 0\na\tA\t--\t--\t0\n#EOS 1\n"},
};

static void reads_and_writes(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rewritten / sizeof *rewritten; i++) {
        treebank b = read_good("export", rewritten[i].in);
        const char *out = rewritten[i].out != NULL ? rewritten[i].out : rewritten[i].in;
        assert_string_equal(written(&b, "export", NULL), out);
        assert_survives(&b, "export");
        /* and by way of TigerXML nothing is lost either */
        const char *xml = written(&b, "tigerxml", NULL);
        treebank tiger = read_good("tigerxml", xml);
        assert_string_equal(written(&tiger, "export", NULL), out);
        forget(&tiger);
        forget(&b);
    }
}

static void fills_the_tree(void **unused)
{
    (void)unused;
    treebank b = read_good("export", "#BOS 12 3 0 x y %% c d\n"
                                     "müss\tmüssen\tVM\t3\tHD\t501\tSB\t500\t--\t0\n"
                                     "da\t--\t--\t--\t--\t500\n"
                                     "#500\tl\t--\tm\tOC\t501\n"
                                     "#501\t--\tS\t--\t--\t0\n"
                                     "#EOS 12\n");
    const pl_tree *t = b.trees.at[0];
    assert_string_equal(t->id, "12");
    assert_string_equal(pl_attr_get(t->attrs, "editor"), "3");
    assert_null(pl_attr_get(t->attrs, "date"));
    assert_string_equal(pl_attr_get(t->attrs, "origin"), "x y");
    assert_string_equal(pl_attr_get(t->attrs, "comment"), "c d");
    assert_string_equal(t->nodes[t->root].label, "ROOT");
    assert_true(t->nodes[t->root].flags & PL_NODE_VIRTUAL);
    assert_string_equal(t->nodes[0].lemma, "müssen");
    assert_string_equal(t->nodes[0].label, "VM");
    assert_string_equal(t->nodes[0].morph, "3");
    assert_string_equal(t->nodes[0].func, "HD");
    assert_null(t->nodes[1].lemma);
    assert_string_equal(t->nodes[1].label, "--"); /* corpora have such a tag */
    assert_null(t->nodes[1].morph);
    assert_null(t->nodes[1].func);
    uint32_t vp = t->nodes[1].parent;
    assert_string_equal(t->nodes[vp].label, "--");
    assert_string_equal(t->nodes[vp].lemma, "l");
    assert_string_equal(t->nodes[vp].morph, "m");
    assert_int_equal(t->edges->child, 0);
    assert_int_equal(t->edges->parent, vp);
    assert_string_equal(t->edges->label, "SB");
    assert_int_equal(t->edges->next->parent, t->root);
    assert_null(t->edges->next->label);
    forget(&b);
}

static const struct {
    const char *text, *words;
} wrong[] = {
    {"#BOS 1\na\tA\t--\t--\t500\n#EOS 1\n",
     "test:2: sentence 1: the parent of a is node 500"},
    {"#BOS 1\na\tA\t--\t--\tx\n#EOS 1\n",
     "test:2: sentence 1: the parent of a is not a number: x"},
    {"#BOS 1\na\tA\t--\t--\t500\n#500\tX\t--\t--\t501\n#501\tX\t--\t--\t500\n#EOS 1\n",
     "its own ancestor"},
    {"#BOS 1\na\tA\t--\t--\t500\n#500\tX\t--\t--\t500\n#EOS 1\n", "its own ancestor"},
    {"#BOS 1\na\tA\t--\t--\t500\n#500\tX\t--\t--\t0\n#500\tY\t--\t--\t0\n#EOS 1\n",
     "two nodes have the number 500"},
    {"#BOS 1\na\tA\t--\t--\t0\n#500\tX\t--\t--\t0\n#EOS 1\n", "no word below"},
    {"#BOS 1\n#500\tX\t--\t--\t0\n#EOS 1\n", "no word below"},
    {"#BOS 1\na\tA\t--\t--\t0\tSB\t512\n#EOS 1\n", "secondary edge goes to node 512"},
    {"#FORMAT 3\n#BOS 1\na\tA\t--\t--\t0\tSB\n#EOS 1\n", "6 columns"},
    {"#BOS 1\na\tA\t--\t--\t0\tSB\n#EOS 1\n", "not a number: SB"},
    {"#FORMAT 4\n#BOS 1\na\tA\t--\t--\t0\n#EOS 1\n", "the line has 5 columns; version 4"},
    {"#BOS 1\na\tA\n#EOS 1\n", "2 columns"},
    {"#BOS 1\na\tA\t--\t--\t0\n", "no #EOS"},
    {"#BOS 1\na\tA\t--\t--\t0\n#BOS 2\nb\tA\t--\t--\t0\n#EOS 2\n",
     "sentence 1, which began at line 1"},
    {"#BOS 1\na\tA\t--\t--\t0\n#EOS 2\n", "#EOS 2 ends the sentence"},
    {"#FORMAT 5\n", "versions 3 and 4"},
    {"#BOT ORIGIN\n0\ta\n", "test:1: the table has no #EOT"},
    {"hello\n", "expected #BOS, found hello"},
    {"#BOS 1\nb\xff\tA\t--\t--\t0\n#EOS 1\n", "test:2: invalid UTF-8"},
};

static void refuses(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused("export", wrong[i].text, strlen(wrong[i].text), wrong[i].words);
    static const char nul[] = "#BOS 1\na\0b\tA\t--\t--\t0\n#EOS 1\n";
    assert_refused("export", nul, sizeof nul - 1, "test:2: NUL byte");
}

/* After a bad sentence the next one is read, whatever was wrong. */
static void goes_on_after_errors(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pl_str text = {0};
        pl_str_puts(&text, wrong[i].text);
        pl_str_puts(&text, "#BOS 99\ngood\tA\t--\t--\t0\n#EOS 99\n");
        treebank b = read_text("export", text.at);
        assert_true(b.n_failed > 0);
        size_t n = b.trees.n;
        bool in_table = strncmp(text.at, "#BOT", 4) == 0;
        bool other_version = strncmp(text.at, "#FORMAT 4", 9) == 0;
        if (!in_table && !other_version &&
            (n == 0 || strcmp(b.trees.at[n - 1]->tokens[0].word, "good") != 0))
            fail_msg("lost: %s", text.at);
        forget(&b);
        pl_str_release(&text);
    }
}

/* Trees of other formats: what is node 0, what is lost. */
static void writes_other_trees(void **unused)
{
    (void)unused;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"(ROOT (NP (A 0=a)))\n", "a\t--\tA\t--\t--\t500\n#500\t--\tNP\t--\t--\t0\n"},
        {"(VROOT (A 0=a))\n", "a\t--\tA\t--\t--\t0\n"},
        {"(top (A 0=a) (B 1=b))\n", "a\t--\tA\t--\t--\t0\nb\t--\tB\t--\t--\t0\n"},
        {"(S (A 0=a))\n", "a\t--\tA\t--\t--\t500\n#500\t--\tS\t--\t--\t0\n"},
        {"(S 0=a)\n", "a\t--\tS\t--\t--\t0\n"},
        {"(S (A 0=a#SPC#b) 1=)\n",
         "a b\t--\tA\t--\t--\t500\n--\t--\t--\t--\t--\t500\n#500\t--\tS\t--\t--\t0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("discbracket", cases[i].in);
        char expected[300];
        snprintf(expected, sizeof expected, "#FORMAT 4\n#BOS 1 0 0 0\n%s#EOS 1\n",
                 cases[i].out);
        assert_string_equal(written(&b, "export", NULL), expected);
        forget(&b);
    }
    /* tabs and line ends cannot break a column */
    treebank b = read_good("discbracket", "(ROOT (A 0=a))\n");
    b.trees.at[0]->tokens[0].word = "x\ty\nz";
    b.trees.at[0]->id = "two words";
    assert_string_equal(written(&b, "export", NULL),
                        "#FORMAT 4\n#BOS 1 0 0 0 %% two words\nx y z\t--\tA\t--\t--\t0\n"
                        "#EOS 1\n");
    forget(&b);
}

static void says_what_is_lost(void **unused)
{
    (void)unused;
    treebank b = read_good("tigerxml", "<corpus><s id='s5' x='1'><graph><terminals>"
                                       "<t id='s5_1' word='a' lemma='l'/></terminals>"
                                       "</graph></s></corpus>");
    unsigned lost;
    assert_string_equal(written(&b, "export", &lost),
                        "#FORMAT 4\n#BOS 5 0 0 0\na\tl\t--\t--\t--\t0\n#EOS 5\n");
    assert_int_equal(lost, PL_HAS_FIELDS);
    forget(&b);
    b = read_good("export", "#BOS 1 2 3 4 %% c\na\tl\tA\t--\t--\t0\t%% d\n#EOS 1\n");
    written(&b, "export", &lost);
    assert_int_equal(lost, 0);
    b.reader->preamble.version = "3";
    written(&b, "export", &lost);
    assert_int_equal(lost, PL_HAS_LEMMAS);
    forget(&b);
}

static void reads_latin1(void **unused)
{
    (void)unused;
    const char *text = "#BOS 1\nm\xfcss\tA\t--\t--\t0\n#EOS 1\n";
    treebank b = read_bytes("export", text, strlen(text), PL_LATIN1);
    assert_int_equal(b.n_failed, 0);
    assert_string_equal(b.trees.at[0]->tokens[0].word, "müss");
    forget(&b);
}

/* 10,000 words under 1,000 nested nodes. */
static void reads_large_sentences(void **unused)
{
    (void)unused;
    enum { WORDS = 10000, DEEP = 1000 };
    pl_str text = {0};
    pl_str_puts(&text, "#FORMAT 4\n#BOS 1 0 0 0\n");
    for (int i = 0; i < WORDS; i++)
        pl_str_printf(&text, "w%d\t--\tA\t--\t--\t%d\n", i, i < DEEP ? 500 + i : 0);
    for (int i = 0; i < DEEP; i++)
        pl_str_printf(&text, "#%d\t--\tX\t--\t--\t%d\n", 500 + i,
                      i + 1 < DEEP ? 501 + i : 0);
    pl_str_puts(&text, "#EOS 1\n");
    treebank b = read_good("export", text.at);
    assert_int_equal(b.trees.at[0]->n_tokens, WORDS);
    assert_int_equal(depth_of(b.trees.at[0]), DEEP + 1);
    assert_string_equal(written(&b, "export", NULL), text.at);
    forget(&b);
    pl_str_release(&text);
}

static void random_trees_survive(void **unused)
{
    (void)unused;
    pl_rng rng = {11};
    for (int round = 0; round < 300; round++) {
        treebank b = read_good("export", "");
        pl_tree *t = random_tree(b.arena, &rng, 1 + pl_rng_below(&rng, 12));
        t->id = "x1";
        for (uint32_t i = 0; i < t->n_nodes; i++)
            if (i != t->root && pl_rng_below(&rng, 2) > 0) {
                t->nodes[i].func = "F";
                t->nodes[i].morph = "m|n";
                t->nodes[i].lemma = "l";
                uint32_t above =
                    t->n_tokens + pl_rng_below(&rng, t->n_nodes - t->n_tokens);
                pl_tree_add_edge(t, i, above, pl_rng_below(&rng, 2) > 0 ? "E" : NULL);
            }
        PL_PUSH(&b.trees, t);
        assert_survives(&b, "export");
        assert_survives(&b, "tigerxml");
        forget(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(fills_the_tree),
        cmocka_unit_test(refuses),
        cmocka_unit_test(goes_on_after_errors),
        cmocka_unit_test(writes_other_trees),
        cmocka_unit_test(says_what_is_lost),
        cmocka_unit_test(reads_latin1),
        cmocka_unit_test(reads_large_sentences),
        cmocka_unit_test(random_trees_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
