/* TigerXML: what goes where, what comes back, what is refused. */
#include "treebank.h"

#include <stdio.h>

#define HEAD                                                                             \
    "<corpus id=\"C &amp; D\">\n<head><meta><name>x</name></meta><annotation>"           \
    "<feature name=\"morph\" domain=\"T\"/></annotation></head>"
#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"

/* Everything that the format can say, as the writer writes it. */
static const char full[] =
    XML HEAD "\n\n<body>\n"
             "<s id=\"s5\" art_id=\"7\">\n"
             "<?pleach line 1 %% a &amp; b ?&gt;?>\n"
             "<graph root=\"s5_502\" discontinuous=\"true\">\n"
             "<terminals>\n"
             " <t id=\"s5_1\" word=\"Dar&quot;über\" pos=\"PROAV\" morph=\"--\"/>\n"
             " <t id=\"s5_2\" word=\"&lt;muss&gt;\" lemma=\"müssen\" pos=\"VM\" "
             "morph=\"3.Sg\" case=\"--\">\n"
             "  <secedge label=\"HD\" idref=\"s5_501\"/>\n"
             "  <secedge label=\"--\" idref=\"s5_502\"/>\n"
             " </t>\n"
             " <t id=\"s5_3\" word=\"a b\" morph=\"--\"/>\n"
             "</terminals>\n"
             "<nonterminals>\n"
             " <nt id=\"s5_502\" cat=\"S\">\n"
             "  <edge label=\"OC\" idref=\"s5_501\"/>\n"
             "  <edge label=\"HD\" idref=\"s5_2\"/>\n"
             " </nt>\n"
             " <nt id=\"s5_501\" cat=\"VP\" lemma=\"l\" morph=\"m\" x=\"&#10;&#9;\">\n"
             "  <edge label=\"--\" idref=\"s5_1\"/>\n"
             "  <edge label=\"HD\" idref=\"s5_3\"/>\n"
             "  <secedge label=\"SB\" idref=\"s5_502\"/>\n"
             " </nt>\n"
             "</nonterminals>\n"
             "</graph>\n"
             "</s>\n"
             "<s id=\"s6\">\n"
             "<graph root=\"s6_500\">\n"
             "<terminals>\n"
             " <t id=\"s6_1\" word=\"a\" pos=\"--\" morph=\"--\"/>\n"
             " <t id=\"s6_2\" word=\",\" pos=\"$,\" morph=\"--\"/>\n"
             "</terminals>\n"
             "<nonterminals>\n"
             " <nt id=\"s6_500\" cat=\"NP\">\n"
             "  <edge label=\"HD\" idref=\"s6_1\"/>\n"
             " </nt>\n"
             "</nonterminals>\n"
             "</graph>\n"
             "</s>\n"
             "<s id=\"s7\">\n"
             "<graph root=\"s7_VROOT\">\n"
             "<terminals>\n"
             " <t id=\"s7_1\" word=\"a\" pos=\"A\" morph=\"--\"/>\n"
             "</terminals>\n"
             "<nonterminals>\n"
             " <nt id=\"s7_VROOT\" cat=\"VROOT\">\n"
             "  <edge label=\"X\" idref=\"s7_1\"/>\n"
             " </nt>\n"
             "</nonterminals>\n"
             "</graph>\n"
             "</s>\n"
             "<s id=\"s8\">\n"
             "<graph>\n"
             "<terminals>\n"
             "</terminals>\n"
             "<nonterminals>\n"
             "</nonterminals>\n"
             "</graph>\n"
             "</s>\n"
             "</body>\n"
             "</corpus>\n";

static void reads_and_writes(void **unused)
{
    (void)unused;
    treebank b = read_good("tigerxml", full);
    assert_int_equal(b.trees.n, 4);
    unsigned lost;
    assert_string_equal(written(&b, "tigerxml", &lost), full);
    assert_int_equal(lost, 0);
    forget(&b);
}

static void fills_the_tree(void **unused)
{
    (void)unused;
    treebank b = read_good("tigerxml", full);
    const pl_tree *t = b.trees.at[0];
    assert_string_equal(t->id, "s5");
    assert_string_equal(pl_attr_get(t->attrs, "art_id"), "7");
    assert_string_equal(t->lines->text, "%% a & b ?>");
    assert_int_equal(t->lines->before, 1);
    assert_string_equal(t->tokens[0].word, "Dar\"über");
    assert_null(t->nodes[0].lemma);
    assert_null(t->nodes[0].morph);
    assert_null(t->nodes[0].func);
    assert_string_equal(t->nodes[1].lemma, "müssen");
    assert_string_equal(t->nodes[1].morph, "3.Sg");
    assert_string_equal(t->nodes[1].label, "VM");
    assert_string_equal(t->nodes[1].func, "HD");
    assert_string_equal(pl_attr_get(t->nodes[1].attrs, "case"), "--");
    assert_null(t->nodes[2].label);
    uint32_t vp = t->nodes[0].parent;
    assert_string_equal(t->nodes[vp].label, "VP");
    assert_string_equal(t->nodes[vp].func, "OC");
    assert_string_equal(pl_attr_get(t->nodes[vp].attrs, "x"), "\n\t");
    assert_int_equal(t->edges->child, 1);
    assert_int_equal(t->edges->parent, vp);
    assert_string_equal(t->edges->label, "HD");
    assert_null(t->edges->next->label);
    assert_int_equal(t->nodes[t->root].flags, 0);

    t = b.trees.at[1]; /* two roots: one is made */
    assert_string_equal(t->nodes[t->root].label, "ROOT");
    assert_int_equal(t->nodes[t->root].flags, PL_NODE_VIRTUAL);
    assert_string_equal(t->nodes[0].label, "--");
    t = b.trees.at[2];
    assert_string_equal(t->nodes[t->root].label, "VROOT");
    assert_int_equal(t->nodes[t->root].flags, PL_NODE_VIRTUAL);
    assert_int_equal(b.trees.at[3]->n_tokens, 0);
    forget(&b);
}

/* Odd files that say the same as tidy ones: discbracket of the trees. */
static void reads_variants(void **unused)
{
    (void)unused;
    static const struct {
        const char *xml, *trees;
    } cases[] = {
        /* nonterminals before terminals, single quotes, no body, comments */
        {"<corpus><!-- c --><s id='s1'><graph><nonterminals><nt id='n' cat='S'>"
         "<edge idref='b'/><edge idref='a'/></nt></nonterminals><terminals>"
         "<t id='a' word='x' pos='A'/><t id='b' word='y' "
         "pos='B'/></terminals></graph></s></corpus>",
         "(S (A 0=x) (B 1=y))\n"},
        /* an entity of the document's own, a character reference, CDATA elsewhere */
        {"<!DOCTYPE corpus [<!ENTITY au '&#228;u'>]><corpus><head><![CDATA[<s>]]></head>"
         "<s id='s1'><graph><terminals><t id='a' word='L&au;t&#101;' "
         "pos='A'/></terminals>"
         "</graph></s></corpus>",
         "(ROOT (A 0=Läute))\n"},
        /* a DOCTYPE that is not fetched */
        {"<!DOCTYPE corpus SYSTEM '/etc/passwd'><corpus/>", ""},
        /* sentences alone, and in parts of the corpus */
        {"<s id='s1'><graph><terminals><t id='a' word='x' "
         "pos='A'/></terminals></graph></s>",
         "(ROOT (A 0=x))\n"},
        {"<corpus><body><subcorpus name='p'><subcorpus name='q'><s><graph><terminals>"
         "<t id='a' word='x' "
         "pos='A'/></terminals></graph><matches/></s></subcorpus></subcorpus>"
         "</body></corpus>",
         "(ROOT (A 0=x))\n"},
        /* two documents */
        {"<corpus><s id='s1'/></corpus>\n<?xml version='1.0'?><corpus><s "
         "id='s2'/></corpus>"
         "<!-- end -->\n",
         "\n\n"},
        {"<?xml version='1.0' encoding='ISO-8859-1'?><corpus><s><graph><terminals>"
         "<t id='a' word='m\xfc' pos='A'/></terminals></graph></s></corpus>",
         "(ROOT (A 0=mü))\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        treebank b = read_good("tigerxml", cases[i].xml);
        assert_string_equal(written(&b, "discbracket", NULL), cases[i].trees);
        assert_survives(&b, "tigerxml");
        forget(&b);
    }
    treebank b = read_good("tigerxml", cases[4].xml);
    assert_string_equal(pl_attr_get(b.trees.at[0]->attrs, "subcorpus"), "p/q");
    assert_string_equal(b.trees.at[0]->id, "s1");
    forget(&b);
}

static void reads_other_encodings(void **unused)
{
    (void)unused;
    const char *latin =
        "<corpus><s><graph><terminals><t id='a' word='m\xfc'/></terminals>"
        "</graph></s></corpus>";
    treebank b = read_bytes("tigerxml", latin, strlen(latin), PL_LATIN1);
    assert_int_equal(b.n_failed, 0);
    assert_string_equal(b.trees.at[0]->tokens[0].word, "mü");
    forget(&b);
    char utf16[400] = "\xff\xfe";
    size_t n = 2;
    for (const char *c = "<corpus><s id='s1'/></corpus>"; *c != '\0'; c++, n += 2)
        utf16[n] = *c;
    b = read_bytes("tigerxml", utf16, n, PL_UTF8);
    assert_int_equal(b.n_failed, 0);
    assert_string_equal(b.trees.at[0]->id, "s1");
    forget(&b);
}

#define S(nodes) "<corpus>\n<s id='s1'>\n<graph>\n" nodes "</graph></s></corpus>"
#define T1       "<terminals><t id='1' word='w'/></terminals>\n"

static const struct {
    const char *xml, *words;
} wrong[] = {
    {"", "test:1: the file is empty, but XML needs a root element"},
    {" \n", "root element"},
    {"<html/>", "the root element is <html>; TigerXML begins with <corpus>"},
    {S(T1 "<nt id='2' cat='X'>\n<edge idref='9'/></nt>"),
     "test:6: sentence s1: the edge of 2 goes to 9, which is not there"},
    {S("<terminals><t id='1' word='w'><secedge idref='8'/></t></terminals>"),
     "the secondary edge of 1 goes to 8"},
    {S(T1 "<nt id='1' cat='X'><edge idref='1'/></nt>"),
     "test:5: sentence s1: two nodes have the id 1"},
    {S(T1 "<nt id='2' cat='X'><edge idref='3'/></nt><nt id='3' cat='X'><edge "
          "idref='2'/></nt>"),
     "test:2: sentence s1: the node X is its own ancestor"},
    {S(T1 "<nt id='2' cat='X'><edge idref='1'/></nt><nt id='3' cat='X'><edge "
          "idref='1'/></nt>"),
     "1 has two parents, 2 and 3"},
    {S(T1 "<nt id='2' cat='X'/>"), "the node X has no word below it"},
    {S("<terminals><t id='1'/></terminals>"), "the terminal 1 has no word"},
    {S("<terminals><t word='a'/></terminals>"), "a node without id"},
    {S(T1 "<nt id='2' cat='X'><edge label='x'/></nt>"), "an edge without idref"},
    {S(T1 "<edge idref='1'/>"), "an edge outside a node"},
    {S("<terminals><t id='1' word='a'><edge idref='2'/></t><t id='2' "
       "word='b'/></terminals>"),
     "below the word 1"},
    {S("<terminals><t id='1' word='a'><secedge idref='2'/></t><t id='2' "
       "word='b'/></terminals>"),
     "below the word 2"},
    {S(T1 "<graph/>"), "two <graph>"},
    {S("<s/>"), "<s> inside <s>"},
    {"<corpus><s id='s1'></corpus>",
     "test:1: sentence s1: not well-formed XML: mismatched tag"},
    {"<corpus>\n<s id='s1'>\n<graph>", "test:3: sentence s1: not well-formed XML"},
    {"<corpus>\n<s id='s1'/>\n</corpus>\nrest", "test:4: not well-formed XML"},
    {"<corpus><s id='\xff'/></corpus>", "not in the encoding it declares"},
    {"<?xml version='1.0' encoding='klingon'?><corpus/>", "convert the file to UTF-8"},
    {"<corpus>&nothing;</corpus>", "undefined entity"},
};

static void refuses(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused("tigerxml", wrong[i].xml, strlen(wrong[i].xml), wrong[i].words);
    static const char nul[] = "<corpus>\0</corpus>";
    assert_refused("tigerxml", nul, sizeof nul - 1, "not well-formed");
}

/* A sentence that makes no tree is left behind; the next one is read. */
static void goes_on_after_errors(void **unused)
{
    (void)unused;
    treebank b = read_text(
        "tigerxml", "<corpus><s id='a'><graph><terminals><t id='1' word='w'/><t id='1' "
                    "word='v'/></terminals></graph></s>"
                    "<s id='b'><graph><terminals><t id='1' word='w'/></terminals></graph>"
                    "</s></corpus>");
    assert_int_equal(b.n_failed, 1);
    assert_int_equal(b.trees.n, 1);
    assert_string_equal(b.trees.at[0]->id, "b");
    forget(&b);
}

static void refuses_attacks(void **unused)
{
    (void)unused;
    /* a billion laughs */
    pl_str bomb = {0};
    pl_str_puts(&bomb, "<!DOCTYPE corpus [<!ENTITY l0 'ha'>");
    for (int i = 1; i < 30; i++)
        pl_str_printf(&bomb, "<!ENTITY l%d '&l%d;&l%d;&l%d;&l%d;'>", i, i - 1, i - 1,
                      i - 1, i - 1);
    pl_str_puts(&bomb, "]><corpus><s id='&l29;'/></corpus>");
    assert_refused("tigerxml", bomb.at, bomb.n, "amplification");
    /* deep nesting */
    pl_str_clear(&bomb);
    pl_str_puts(&bomb, "<corpus>");
    for (unsigned i = 0; i < PL_MAX_DEPTH + 5; i++)
        pl_str_puts(&bomb, "<x>");
    assert_refused("tigerxml", bomb.at, bomb.n, "nested too deep");
    /* a tag that does not end */
    pl_str_clear(&bomb);
    pl_str_puts(&bomb, "<corpus><s id='");
    pl_str_fill(&bomb, 'x', PL_MAX_LINE + (PL_MAX_LINE >> 1));
    pl_str_puts(&bomb, "'/></corpus>");
    assert_refused("tigerxml", bomb.at, bomb.n, "longer than 16 megabytes");
    /* a comment that is as long as permitted, and one that is longer by a byte */
    for (size_t over = 0; over < 2; over++) {
        pl_str_clear(&bomb);
        pl_str_puts(&bomb, "<corpus><body><!--");
        pl_str_fill(&bomb, 'x', PL_MAX_LINE + over - strlen("<!---->"));
        pl_str_puts(&bomb, "--></body></corpus>");
        if (over == 1)
            assert_refused("tigerxml", bomb.at, bomb.n, "longer than 16 megabytes");
        else {
            treebank b = read_good("tigerxml", bomb.at);
            forget(&b);
        }
    }
    pl_str_release(&bomb);
}

/* Trees of other formats get the usual ids; the header of an export file travels along.
 */
static void writes_other_trees(void **unused)
{
    (void)unused;
    treebank b = read_good("discbracket", "(S (VP (A 0=a) (C 2=c)) (B 1=b))\n");
    b.trees.at[0]->tokens[0].word = "\x01\t\xef\xbf\xbf&";
    const char *text = written(&b, "tigerxml", NULL);
    assert_non_null(strstr(text, "<s id=\"s1\">\n<graph root=\"s1_501\">"));
    assert_non_null(strstr(text,
                           " <t id=\"s1_1\" word=\"\xef\xbf\xbd&#9;\xef\xbf\xbd&amp;\" "
                           "lemma=\"--\" pos=\"A\" morph=\"--\"/>\n"));
    assert_non_null(strstr(text, " <nt id=\"s1_500\" cat=\"VP\">\n"
                                 "  <edge label=\"--\" idref=\"s1_1\"/>\n"
                                 "  <edge label=\"--\" idref=\"s1_3\"/>\n </nt>\n"));
    treebank again = read_good("tigerxml", text);
    forget(&again);
    forget(&b);
    b = read_good("export", "%% c\n#FORMAT 3\n#BOT X\n1\t<a> ?> & b\n#EOT X\n"
                            "#BOS 1\na\tA\t--\t--\t0\n#EOS 1\n");
    text = written(&b, "tigerxml", NULL);
    assert_non_null(strstr(text, "<?pleach export-header %% c\n#FORMAT 3\n#BOT X\n"
                                 "1\t<a&gt; ?&gt; &amp; b\n#EOT X\n?>"));
    assert_non_null(strstr(text, "<nt id=\"s1_VROOT\" cat=\"ROOT\">"));
    forget(&b);
    /* fields of the same name as an attribute, and twice the same */
    b = read_good("discbracket", "(S (A 0=a))\n");
    pl_attr **next = &b.trees.at[0]->nodes[0].attrs;
    next = pl_attr_add(b.arena, next, "pos", "noun");
    next = pl_attr_add(b.arena, next, "2 x", "1");
    pl_attr_add(b.arena, next, "2 x", "2");
    text = written(&b, "tigerxml", NULL);
    assert_non_null(
        strstr(text, " pos=\"A\" morph=\"--\" pos_=\"noun\" _2_x=\"1\" _2_x_=\"2\"/>"));
    forget(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes), cmocka_unit_test(fills_the_tree),
        cmocka_unit_test(reads_variants),   cmocka_unit_test(reads_other_encodings),
        cmocka_unit_test(refuses),          cmocka_unit_test(goes_on_after_errors),
        cmocka_unit_test(refuses_attacks),  cmocka_unit_test(writes_other_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
