/* Alpino XML: what goes where, what comes back, what is refused. */
#include "treebank.h"

#include <stdio.h>

/* A document as the writer writes it: a secondary edge, an uncovered word ("nu"), other
 * elements and attributes, comments. */
static const char one[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<alpino_ds version=\"1.5\" x=\"y\">\n"
    "  <metadata><meta name=\"a\" value=\"&lt;\"/></metadata>\n"
    "  <parser cats=\"1\" skips=\"0\"/>\n"
    "  <node begin=\"0\" cat=\"top\" end=\"5\" id=\"0\" rel=\"top\">\n"
    "    <node begin=\"0\" cat=\"smain\" end=\"4\" id=\"2\" rel=\"--\">\n"
    "      <node begin=\"0\" end=\"1\" id=\"3\" index=\"1\" lemma=\"ik\" pos=\"pron\" "
    "postag=\"VNW(pers)\" pt=\"vnw\" rel=\"su\" root=\"ik\" word=\"Ik\"/>\n"
    "      <node begin=\"1\" end=\"2\" id=\"4\" pos=\"verb\" rel=\"hd\" word=\"wil\"/>\n"
    "      <node begin=\"0\" cat=\"inf\" end=\"4\" id=\"5\" rel=\"vc\">\n"
    "        <node begin=\"3\" end=\"4\" id=\"7\" lemma=\"--\" pos=\"verb\" pt=\"ww\" "
    "rel=\"hd\" "
    "word=\"slapen\"/>\n"
    "        <node begin=\"0\" end=\"1\" id=\"6\" index=\"1\" rel=\"su\"/>\n"
    "      </node>\n"
    "    </node>\n"
    "    <node begin=\"4\" end=\"5\" id=\"1\" rel=\"--\" word=\".\"/>\n"
    "  </node>\n"
    "  <sentence sentid=\"s1\">Ik wil nu slapen .</sentence>\n"
    "  <comments>\n"
    "    <comment>Q#1|Ik</comment>\n"
    "    <comment>second</comment>\n"
    "  </comments>\n"
    "</alpino_ds>\n";

/* Two words with the indices 7 and 8; a node with the index 9 has no words below it. */
#define EMPTY(BELOW)                                                                     \
    "<alpino_ds><node cat='top'>"                                                        \
    "<node begin='0' end='1' word='a' pos='P' index='7'/>"                               \
    "<node begin='1' end='2' word='b' pos='P' index='8'/>"                               \
    "<node cat='np' rel='obj1' index='9'>" BELOW "</node>"                               \
    "<node index='9' rel='su'/></node></alpino_ds>"

static void reads_and_writes(void **unused)
{
    (void)unused;
    treebank b = read_good("alpino", one);
    unsigned lost;
    assert_string_equal(written(&b, "alpino", &lost), one);
    assert_int_equal(lost, 0);
    assert_survives(&b, "alpino");
    forget(&b);
}

static void takes_the_last_sentence(void **unused)
{
    (void)unused;
    treebank b = read_good("alpino", "<alpino_ds><sentence a='1' b='2'>x</sentence>"
                                     "<node begin='0' end='1' pos='n' word='x'/>"
                                     "<sentence a='3'>x</sentence></alpino_ds>");
    assert_string_equal(pl_attr_get(b.trees.at[0]->attrs, "sentence.a"), "3");
    assert_survives(&b, "alpino");
    forget(&b);
}

/* The word c stands in <sentence> only, whose positions an empty word would shift. */
static void keeps_words_beside_an_empty_one(void **unused)
{
    (void)unused;
    treebank b = read_good("alpino", "<alpino_ds><node cat='top'>"
                                     "<node begin='0' end='2' pos='n' word=''/></node>"
                                     "<sentence>a b c</sentence></alpino_ds>");
    assert_int_equal(b.trees.at[0]->n_tokens, 2);
    assert_survives(&b, "alpino");
    forget(&b);
}

static void fills_the_tree(void **unused)
{
    (void)unused;
    treebank b = read_good("alpino", one);
    const pl_tree *t = b.trees.at[0];
    assert_string_equal(t->id, "s1");
    assert_string_equal(t->text, "Ik wil nu slapen .");
    assert_string_equal(pl_attr_get(t->attrs, "version"), "1.5");
    assert_string_equal(pl_attr_get(t->attrs, "<parser>"),
                        "<parser cats=\"1\" skips=\"0\"/>");
    assert_string_equal(pl_attr_get(t->attrs, "comment"), "Q#1|Ik\nsecond");
    assert_int_equal(t->n_tokens, 5);
    assert_string_equal(t->nodes[0].label, "vnw");
    assert_string_equal(t->nodes[0].lemma, "ik");
    assert_string_equal(t->nodes[0].morph, "VNW(pers)");
    assert_string_equal(t->nodes[0].func, "su");
    assert_string_equal(pl_attr_get(t->nodes[0].attrs, "pos"), "pron");
    assert_string_equal(pl_attr_get(t->nodes[0].attrs, "root"), "ik");
    assert_string_equal(t->nodes[1].label, "verb"); /* no pt: pos */
    assert_string_equal(t->tokens[2].word, "nu");   /* in no node */
    assert_null(t->nodes[2].label);
    assert_int_equal(t->nodes[2].parent, t->root);
    assert_string_equal(t->nodes[3].lemma, "--");
    assert_null(t->nodes[4].func);
    assert_string_equal(t->nodes[t->root].label, "top");
    uint32_t inf = t->nodes[3].parent;
    assert_string_equal(t->nodes[inf].label, "inf");
    assert_int_equal(t->edges->child, 0);
    assert_int_equal(t->edges->parent, inf);
    assert_string_equal(t->edges->label, "su");
    assert_null(t->edges->next);
    forget(&b);
}

#define W(b, e, w) "<node begin='" b "' end='" e "' pos='P' word='" w "'/>"

static void reads_variants(void **unused)
{
    (void)unused;
    static const struct {
        const char *xml, *trees;
    } cases[] = {
        /* documents one after another, and within an element */
        {"<?xml version='1.0'?>\n<alpino_ds><node cat='top'>" W(
             "0", "1",
             "a") "</node></alpino_ds>\n\n<?xml version='1.0'?><alpino_ds><node "
                  "cat='top'>" W("0", "1", "b") "</node></alpino_ds>\n<!-- end -->",
         "(top (P 0=a))\n(top (P 0=b))\n"},
        {"<x><y/><alpino_ds><node cat='top'>" W(
             "0", "1", "a") "</node></alpino_ds><alpino_ds>"
                            "<node cat='top'>" W("0", "1", "b") "</node></alpino_ds></x>",
         "(top (P 0=a))\n(top (P 0=b))\n"},
        /* words in any order; one node over two positions; words in no node around it */
        {"<alpino_ds><node cat='top'>" W("3", "4", "d")
             W("1", "3", "b c") "</node><sentence>a b c d e</sentence></alpino_ds>",
         "(top 0=a (P 1=b#SPC#c) (P 2=d) 3=e)\n"},
        /* the top is a word; two tops; no nodes at all; no words */
        {"<alpino_ds>" W("0", "1", "a") "<sentence>a b</sentence></alpino_ds>",
         "(top (P 0=a) 1=b)\n"},
        {"<alpino_ds><node cat='x'>" W("0", "1", "a") "</node><node cat='y'>" W(
             "1", "2", "b") "</node></alpino_ds>",
         "(top (x (P 0=a)) (y (P 1=b)))\n"},
        {"<alpino_ds><sentence>a b</sentence></alpino_ds>", "(top 0=a 1=b)\n"},
        {"<alpino_ds><node cat='top' begin='0' "
         "end='1'/><sentence>a</sentence></alpino_ds>",
         "(top 0=a)\n"},
        {"<alpino_ds/>", "\n"},
        /* a node with nothing but secondary edges below is left out, its edges are not */
        {"<alpino_ds><node cat='top'><node begin='0' end='1' word='a' pos='P' index='7'/>"
         "<node cat='np' rel='obj1'><node index='7' rel='hd'/></node></node></alpino_ds>",
         "(top (P 0=a))\n"},
        /* a nonterminal without cat */
        {"<alpino_ds><node><node cat='np'>" W("0", "1", "a") "</node></node></alpino_ds>",
         "(-- (np (P 0=a)))\n"},
        {"<treebank>\n</treebank>\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("alpino", cases[i].xml);
        assert_string_equal(written(&b, "discbracket", NULL), cases[i].trees);
        assert_survives(&b, "alpino");
        forget(&b);
    }
    treebank b = read_good("alpino", cases[8].xml);
    assert_string_equal(b.trees.at[0]->edges->label, "obj1/hd");
    assert_string_equal(b.trees.at[0]->id, "test"); /* the name of the file */
    forget(&b);
    b = read_good("alpino", cases[0].xml);
    assert_string_equal(b.trees.at[1]->id, "2"); /* of several, the number */
    forget(&b);
    /* an edge to a node without words is one to what that node refers to */
    b = read_good("alpino",
                  EMPTY("<node index='7' rel='hd'/><node index='8' rel='mod'/>"));
    char edges[100] = "";
    for (const pl_edge *e = b.trees.at[0]->edges; e != NULL; e = e->next)
        snprintf(edges + strlen(edges), sizeof edges - strlen(edges), "%u %s, ", e->child,
                 e->label);
    assert_string_equal(edges, "0 obj1/hd, 1 obj1/mod, 0 su/hd, 1 su/mod, ");
    forget(&b);
}

static const struct {
    const char *xml, *words;
} wrong[] = {
    {"", "test:1: the file is empty, but XML needs a root element"},
    {"<html/>", "no <alpino_ds> element"},
    {EMPTY("<node index='9' rel='hd'/><node index='9' rel='mod'/>"), "without end"},
    {"<alpino_ds>\n<node cat='top'>\n" W("0", "1", "a")
         W("0", "1", "b") "</node></alpino_ds>",
     "test:3: sentence test: two words at position 0: a and b"},
    {"<alpino_ds><node cat='top'>" W("0", "2", "a")
         W("1", "2", "b") "</node></alpino_ds>",
     "two words at position 1"},
    {"<alpino_ds><node cat='top'>" W("0", "1", "a")
         W("2", "3", "b") "</node></alpino_ds>",
     "no node has the word at position 1"},
    {"<alpino_ds><node cat='top'>" W("9", "10",
                                     "a") "</node><sentence>a b</sentence></alpino_ds>",
     "no node has the word at position 2, and <sentence> has 2 words"},
    {"<alpino_ds><node cat='top'>" W("1", "1", "a") "</node></alpino_ds>",
     "an end after it"},
    {"<alpino_ds><node cat='top'><node word='a'/></node></alpino_ds>", "needs a begin"},
    {"<alpino_ds><node cat='top'>" W("x", "1", "a") "</node></alpino_ds>",
     "begin is not a position: x"},
    {"<alpino_ds><node cat='top'>" W("4294967296", "1", "a") "</node></alpino_ds>",
     "begin is not a position"},
    {"<alpino_ds><node cat='top'>" W("0", "1", "a") "<node/></node></alpino_ds>",
     "neither cat, word nor index"},
    {"<alpino_ds><node cat='top'>" W("0", "1",
                                     "a") "<node index='3'/></node></alpino_ds>",
     "no node with a content has the index 3"},
    {"<alpino_ds><node cat='top'><node begin='0' end='1' index='1' word='a'/>"
     "<node begin='1' end='2' index='1' word='b'/></node></alpino_ds>",
     "two nodes have a content and the index 1"},
    {"<alpino_ds><node cat='top'><node begin='0' end='1' word='a'><node cat='x'/></node>"
     "</node></alpino_ds>",
     "the word a has nodes below it"},
    {"<alpino_ds><node cat='top'>", "not well-formed XML"},
    {"<alpino_ds><node cat='top'></alpino_ds>", "mismatched tag"},
    {"<alpino_ds><sentence>\xff</sentence></alpino_ds>",
     "not in the encoding it declares"},
};

static void refuses(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused("alpino", wrong[i].xml, strlen(wrong[i].xml), wrong[i].words);
    static const char nul[] = "<alpino_ds>\0</alpino_ds>";
    assert_refused("alpino", nul, sizeof nul - 1, "not well-formed");
    pl_str deep = {0};
    pl_str_puts(&deep, "<alpino_ds>");
    for (unsigned i = 0; i < PL_MAX_DEPTH + 5; i++)
        pl_str_puts(&deep, "<node cat='x'>");
    assert_refused("alpino", deep.at, deep.n, "nested too deep");
    pl_str_release(&deep);
}

static void goes_on_after_errors(void **unused)
{
    (void)unused;
    treebank b = read_text("alpino",
                           "<alpino_ds><node cat='top'>" W("0", "1", "a")
                               W("0", "1", "b") "</node></alpino_ds>"
                                                "<alpino_ds><node cat='top'>" W(
                                                    "0", "1", "c") "</node></alpino_ds>");
    assert_int_equal(b.n_failed, 1);
    assert_int_equal(b.trees.n, 1);
    assert_string_equal(b.trees.at[0]->tokens[0].word, "c");
    forget(&b);
}

/* Trees of other formats: ids in the order of writing, spans, edges, one or several. */
static void writes_other_trees(void **unused)
{
    (void)unused;
    treebank b = read_good("discbracket", "(ROOT (VP (A 0=a) (C 2=c)) (B 1=b#SPC#b))\n");
    pl_tree *t = b.trees.at[0];
    t->nodes[1].func = "hd";
    t->nodes[1].morph = "m";
    pl_tree_add_edge(t, 1, t->nodes[0].parent, "su");
    assert_string_equal(
        written(&b, "alpino", NULL),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<alpino_ds version=\"1.3\">\n"
        "  <node begin=\"0\" cat=\"ROOT\" end=\"4\" id=\"0\" rel=\"--\">\n"
        "    <node begin=\"0\" cat=\"VP\" end=\"4\" id=\"1\" rel=\"--\">\n"
        "      <node begin=\"0\" end=\"1\" id=\"2\" pos=\"A\" rel=\"--\" word=\"a\"/>\n"
        "      <node begin=\"3\" end=\"4\" id=\"3\" pos=\"C\" rel=\"--\" word=\"c\"/>\n"
        "      <node begin=\"1\" end=\"3\" id=\"4\" index=\"1\" rel=\"su\"/>\n"
        "    </node>\n"
        "    <node begin=\"1\" end=\"3\" id=\"5\" index=\"1\" pos=\"B\" postag=\"m\" "
        "rel=\"hd\" "
        "word=\"b b\"/>\n"
        "  </node>\n"
        "  <sentence sentid=\"1\">a b b c</sentence>\n"
        "</alpino_ds>\n");
    forget(&b);
    b = read_good("discbracket", "(S 0=a)\n(S (A 0=b) 1=c)\n");
    assert_string_equal(
        written(&b, "alpino", NULL),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<treebank>\n"
        "<alpino_ds version=\"1.3\">\n"
        "  <node begin=\"0\" cat=\"top\" end=\"1\" id=\"0\" rel=\"top\">\n"
        "    <node begin=\"0\" end=\"1\" id=\"1\" pos=\"S\" rel=\"--\" word=\"a\"/>\n"
        "  </node>\n"
        "  <sentence sentid=\"1\">a</sentence>\n"
        "</alpino_ds>\n"
        "<alpino_ds version=\"1.3\">\n"
        "  <node begin=\"0\" cat=\"S\" end=\"2\" id=\"0\" rel=\"--\">\n"
        "    <node begin=\"0\" end=\"1\" id=\"1\" pos=\"A\" rel=\"--\" word=\"b\"/>\n"
        "  </node>\n"
        "  <sentence sentid=\"2\">b c</sentence>\n"
        "</alpino_ds>\n"
        "</treebank>\n");
    forget(&b);
    b = read_good("discbracket", "");
    assert_string_equal(
        written(&b, "alpino", NULL),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<treebank>\n</treebank>\n");
    forget(&b);
}

/* Shape, labels and edges of random trees come back; their new ids are fields then. */
static void random_trees_survive(void **unused)
{
    (void)unused;
    pl_rng rng = {23};
    for (int round = 0; round < 300; round++) {
        treebank b = read_good("alpino", "<treebank/>"); /* nothing is added */
        pl_tree *t = random_tree(b.arena, &rng, 1 + pl_rng_below(&rng, 12));
        t->id = "x";
        for (uint32_t i = 0; i < t->n_nodes; i++) {
            uint32_t above = t->n_tokens + pl_rng_below(&rng, t->n_nodes - t->n_tokens);
            if (pl_rng_below(&rng, 2) > 0)
                t->nodes[i].func = "F";
            if (pl_rng_below(&rng, 4) == 0) {
                pl_tree_add_edge(t, i, above, "E");
                if (pl_attr_get(t->nodes[i].attrs, "index") == NULL)
                    pl_attr_add(b.arena, &t->nodes[i].attrs, "index",
                                pl_arena_printf(b.arena, "%u", i));
            }
        }
        PL_PUSH(&b.trees, t);
        assert_survives(&b, "alpino");
        forget(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(fills_the_tree),
        cmocka_unit_test(reads_variants),
        cmocka_unit_test(refuses),
        cmocka_unit_test(goes_on_after_errors),
        cmocka_unit_test(writes_other_trees),
        cmocka_unit_test(random_trees_survive),
        cmocka_unit_test(keeps_words_beside_an_empty_one),
        cmocka_unit_test(takes_the_last_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
