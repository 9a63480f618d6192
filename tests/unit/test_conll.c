/* conllx and conllu: what is kept, what is checked. */
#include "unit_convert.h"

#include <stdio.h>

#define WORD(id, form, head) id "\t" form "\tl\tC\tP\tF=x\t" head "\trel\t_\t_\n"

/* Each comes back byte for byte. */
static void lines_come_back(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",
        WORD("1", "a", "0") "\n",
        WORD("1", "a", "2") WORD("2", "b", "0") "\n" WORD("1", "c", "0") "\n",
        "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
        "1\t_\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
        "1\tNew York\tNew York\tX\t_\t_\t0\troot\t0:root|0:x\tA=b|SpaceAfter=No\n\n",
        "# newdoc id = d\n# sent_id = s-1\n# text = a b\n#no space\n" WORD("1", "a",
                                                                           "0") "\n",
        "1-2\tab\t_\t_\t_\t_\t_\t_\t_\tTypo=Yes\n" WORD("1", "a", "2")
            WORD("2", "b", "0") "3-4\tcd\t_\t_\t_\t_\t_\t_\t_\t_\n" WORD("3", "c", "2")
                WORD("4", "d", "2") "\n",
        "0.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n" WORD(
            "1", "a", "0") "1.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n1.2\tf\t_\t_\t_\t_\t_\t_\t_"
                           "\t_\n# late\n\n",
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int x = 0; x < 2; x++) {
            const char *format = x ? "conllx" : "conllu";
            conversion c = {texts[i], format, format, texts[i], {0}, {0}};
            unsigned lost;
            assert_string_equal(convert_text(&m, &c, &lost), texts[i]);
            assert_int_equal(lost, 0);
        }
    pl_arena_release(&m);
}

static void columns_go_to_their_places(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t;
    const char *text = "# sent_id = s-1\n# text = Hunde, die\n"
                       "1\tHunde\tHund\tNOUN\tNN\tCase=Nom\t0\troot\t0:root\tx=y\n"
                       "2\tdie\t_\tPRON\t_\t_\t1\tmod\t_\t_\n";
    pl_reader *r = pl_reader_new(pl_in_memory("t", text, strlen(text)), NULL, NULL, &err);
    assert_string_equal(r->format->name, "conllu");
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 1);
    assert_string_equal(t->id, "s-1");
    assert_string_equal(t->text, "Hunde, die");
    assert_true(t->has_deps);
    assert_int_equal(t->root, PL_NONE);
    assert_int_equal(t->n_tokens, 2);
    assert_string_equal(t->tokens[0].word, "Hunde");
    assert_string_equal(t->tokens[0].coarse, "NOUN");
    assert_string_equal(t->nodes[0].label, "NN");
    assert_string_equal(t->nodes[0].lemma, "Hund");
    assert_string_equal(t->nodes[0].morph, "Case=Nom");
    assert_int_equal(t->tokens[0].head, PL_ROOT_HEAD);
    assert_string_equal(t->tokens[0].deprel, "root");
    assert_string_equal(t->tokens[0].deps, "0:root");
    assert_string_equal(t->tokens[0].misc, "x=y");
    assert_int_equal(t->tokens[1].head, 0);
    assert_null(t->nodes[1].label);
    assert_null(t->nodes[1].lemma);
    assert_null(t->nodes[1].morph);
    assert_null(t->tokens[1].misc);
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 0);
    pl_reader_close(r);
    pl_arena_release(&m);
}

/* A bad sentence gives one error with its line; the next one comes through. */
static void errors_name_their_line(void **unused)
{
    (void)unused;
    static const struct {
        const char *sentence, *message;
    } rows[] = {
        {"1\ta\t_\n",
         "! t:1: sentence 1: expected 10 columns separated by tabs, found 3\n"},
        {"1 a _ A A _ 0 ROOT _ _\n",
         "! t:1: sentence 1: expected 10 columns separated by tabs, found 1 (are they "
         "separated by spaces?)\n"},
        {"1\ta\ta\ta\tA\tA\t_\t_\t0\t0\tR\tR\t_\t_\n",
         "! t:1: sentence 1: expected 10 columns separated by tabs, found 14 (the format "
         "of CoNLL 2009 has 14 or more; it is not read)\n"},
        {WORD("2", "a", "0"), "! t:1: sentence 1: expected word 1, found 2\n"},
        {WORD("1", "a", "0") WORD("1", "b", "0"),
         "! t:2: sentence 1: expected word 2, found 1 (is a blank line missing before "
         "it?)\n"},
        {WORD("1", "a", "0") WORD("2", "b", "3"),
         "! t:2: sentence 1: the head of word 2 is 3, but there are 2 words\n"},
        {WORD("1", "a", "99999999999"),
         "! t:1: sentence 1: the head of word 1 is 99999999999, but there are 1 words\n"},
        {WORD("1", "a", "x1"),
         "! t:1: sentence 1: the head of word 1 is x1, not a number\n"},
        {WORD("1", "a", "1"),
         "! t:1: sentence 1: the heads run in a circle: word 1 (a) depends on itself\n"},
        {WORD("1", "a", "0") WORD("2", "b", "3") WORD("3", "c", "2"),
         "! t:2: sentence 1: the heads run in a circle: word 2 (b) depends on itself\n"},
        {"# sent_id = z\n" WORD("x", "a", "1"),
         "! t:2: sentence 1 (z): the first column is x, not the number of a word\n"},
        {WORD("1", "", "0"), "! t:1: sentence 1: word 1 has no form\n"},
        {WORD("2-3", "a", "_"),
         "! t:1: sentence 1: the multiword token 2-3 does not begin at word 1\n"},
        {WORD("1-3", "a", "_") WORD("1", "a", "0"),
         "! t:2: sentence 1: a multiword token ends at word 3, but there are 1 words\n"},
        {WORD("0.2", "a", "_"),
         "! t:1: sentence 1: expected the empty node 0.1, found 0.2\n"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char input[400], expected[400];
        snprintf(input, sizeof input, "%s\n%s\n", rows[i].sentence,
                 WORD("1", "good", "0"));
        snprintf(expected, sizeof expected, "%s%s\n", rows[i].message,
                 WORD("1", "good", "0"));
        conversion c = {input, "conllu", "conllu", expected, {0}, {0}};
        assert_string_equal(convert_text(&m, &c, NULL), expected);
    }
    pl_arena_release(&m);
}

static void other_formats(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        /* a tree without dependencies: no heads */
        {"(S (A 0=a) (B 1=b))\ts1\n",
         "discbracket",
         "conllu",
         "# sent_id = s1\n1\ta\t_\t_\tA\t_\t_\t_\t_\t_\n2\tb\t_\t_\tB\t_\t_\t_\t_\t_\n\n",
         {0},
         {0}},
        /* CoNLL-X as such has no comments, multiword tokens and empty nodes */
        {"# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" WORD("1", "a", "2") WORD("2", "b", "0"),
         "conllu",
         "conllx",
         WORD("1", "a", "2") WORD("2", "b", "0") "\n",
         {0},
         {0}},
        {"1\ta\tl\tX\tN\t_\t0\tr\t_\t_\n2\tb\t_\tX\t_\t_\t1\tr\t_\t_\n",
         "conllu",
         "tagged",
         "a/N b/X\n",
         {0},
         {0}},
        {"1\ta\t_\t_\t_\t_\t0\tr\t_\tSpaceAfter=No\n2\tb\t_\tX\t_\t_\t1\tr\t_\t_\n"
         "3\tc\t_\tX\t_\t_\t1\tr\t_\t_\n\n# text = x  y\n1\tx\t_\t_\t_\t_\t0\tr\t_\t_\n",
         "conllu",
         "text",
         "ab c\nx  y\n",
         {0},
         {0}},
        /* XML can have line ends and tabs in a word */
        {"<corpus><body><s id=\"s&#10;1\"><graph><terminals><t id=\"a\" "
         "word=\"x&#10;&#9;y\" "
         "pos=\"A\"/></terminals></graph></s></body></corpus>",
         "tigerxml",
         "conllx",
         "1\tx  y\t_\t_\tA\t_\t_\t_\t_\t_\n\n",
         {0},
         {0}},
        {"(NP 0=)\n",
         "discbracket",
         "conllu",
         "! word 1 is empty, which conllu cannot hold\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
    pl_arena m = {0};
    unsigned lost;
    convert_text(&m, &rows[0], &lost);
    assert_int_equal(lost, PL_HAS_CONSTITUENTS);
    convert_text(&m, &rows[1], &lost);
    assert_int_equal(lost, PL_HAS_COMMENTS);
    pl_arena_release(&m);
}

/* Ranges and the text comment go when words that they speak of went. */
static void lines_that_no_longer_fit_go(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t;
    const char *text = "# text = a bc\n" WORD("1", "a", "0") WORD("2-3", "bc", "_")
        WORD("2", "b", "1") WORD("3", "c", "2");
    pl_reader *r = pl_reader_new(pl_in_memory("t", text, strlen(text)),
                                 pl_format_find("conllu"), NULL, &err);
    assert_int_equal(pl_reader_next(r, &m, &t, &err), 1);
    pl_tree_delete_tokens(t, (bool[]){true, false, false});
    pl_str out = {0};
    pl_writer *w =
        pl_writer_new(pl_out_memory(&out), pl_format_find("conllu"), NULL, &err);
    assert_int_equal(pl_writer_put(w, t, &err), 0);
    assert_int_equal(w->lost, PL_HAS_COMMENTS);
    assert_int_equal(pl_writer_close(w, &err), 0);
    assert_string_equal(out.at, WORD("1", "b", "0") WORD("2", "c", "1") "\n");
    pl_str_release(&out);
    pl_reader_close(r);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back),
        cmocka_unit_test(columns_go_to_their_places),
        cmocka_unit_test(errors_name_their_line),
        cmocka_unit_test(other_formats),
        cmocka_unit_test(lines_that_no_longer_fit_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
