/* tokens, tagged, text, json. */
#include "unit_convert.h"


static void tokens_and_tagged(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"The dog  barks\t.\n\n x \n",
         "tokens",
         "tokens",
         "The dog barks .\nx\n",
         {0},
         {0}},
        {"a#SPC#b c\n", "tokens", "text", "a b c\n", {0}, {0}},
        {"a#SPC#b c\n", "tokens", "tokens", "a#SPC#b c\n", {0}, {0}},
        {"The/DT 1/2/CD and/or/X\n",
         "tagged",
         "tagged",
         "The/DT 1/2/CD and/or/X\n",
         {0},
         {0}},
        {"The/DT 1/2/CD and/or/X\n", "tagged", "tokens", "The 1/2 and/or\n", {0}, {0}},
        {"a/ /b/c/\n", "tagged", "tagged", "a/ /b/c/\n", {0}, {0}},
        {"a/ /b/c/\n", "tagged", "tokens", "a /b/c\n", {0}, {0}},
        {"a/X#SLH#Y\n",
         "tagged",
         "conllx",
         "1\ta\t_\t_\tX/Y\t_\t_\t_\t_\t_\n\n",
         {0},
         {0}},
        {"New York\tNNP\n1/2\tCD\nx\t\n\n\ny\tA/B\r\n",
         "tagged",
         "tagged",
         "New#SPC#York/NNP 1/2/CD x/\ny/A#SLH#B\n",
         {0},
         {0}},
        {"(S (A 0=a/b) (B 1=c) 2=d)\n",
         "discbracket",
         "tagged",
         "a/b/A c/B d/\n",
         {0},
         {0}},
        {"(S (A 1=b) (B 0=a))\n", "discbracket", "tokens", "a b\n", {0}, {0}},
        {"a/A b\nc/C\n",
         "tagged",
         "tagged",
         "! t:1: sentence 1: no tag: expected word/TAG, found b\nc/C\n",
         {0},
         {0}},
        {"/A\n",
         "tagged",
         "tagged",
         "! t:1: sentence 1: a tag without a word: /A\n",
         {0},
         {0}},
        {"a\tA\nb\nc\tC\n\nd\tD\n",
         "tagged",
         "tagged",
         "! t:2: sentence 1: no tag: expected word<TAB>TAG, found b\nd/D\n",
         {0},
         {0}},
        {"a\tA\tB\n",
         "tagged",
         "tagged",
         "! t:1: sentence 1: more than the two columns word<TAB>TAG\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

static void json_has_everything(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    conversion c = {"(ROOT (VP (A 0=\"a) (C 2=ü)) (B 1=\\))\tid7\n",
                    "discbracket",
                    "json",
                    "",
                    {0},
                    {0}};
    unsigned lost;
    const char *text = convert_text(&m, &c, &lost);
    assert_int_equal(lost, 0);
    assert_string_equal(
        text, "{\"id\":\"id7\",\"tokens\":["
              "{\"id\":0,\"word\":\"\\\"a\",\"tag\":\"A\",\"parent\":4},"
              "{\"id\":1,\"word\":\"\\\\\",\"tag\":\"B\",\"parent\":3},"
              "{\"id\":2,\"word\":\"ü\",\"tag\":\"C\",\"parent\":4}],\"nodes\":["
              "{\"id\":3,\"label\":\"ROOT\",\"children\":[4,1],\"blocks\":[[0,3]]},"
              "{\"id\":4,\"label\":\"VP\",\"parent\":3,\"children\":[0,2],\"blocks\":[[0,1],[2,3]]}],"
              "\"root\":3}\n");

    conversion deps = {"1\ta\tl\tC\tP\tM\t2\tr\td\tm\n2\tb\t_\t_\t_\t_\t0\tx\t_\t_\n",
                       "conllx",
                       "json",
                       "",
                       {0},
                       {0}};
    assert_string_equal(
        convert_text(&m, &deps, NULL),
        "{\"tokens\":[{\"id\":0,\"word\":\"a\",\"tag\":\"P\",\"coarse\":\"C\",\"lemma\":\"l\","
        "\"morph\":\"M\",\"head\":1,\"relation\":\"r\",\"deps\":\"d\",\"misc\":\"m\"},"
        "{\"id\":1,\"word\":\"b\",\"head\":-1,\"relation\":\"x\"}]}\n");
    pl_arena_release(&m);
}

static void losses_are_named(void **unused)
{
    (void)unused;
    static const struct {
        conversion c;
        unsigned lost;
    } rows[] = {
        {{"(S (A 0=a))\n", "discbracket", "tokens", "", {0}, {0}},
         PL_HAS_CONSTITUENTS | PL_HAS_TAGS},
        {{"(S (A 0=a))\n", "discbracket", "tagged", "", {0}, {0}}, PL_HAS_CONSTITUENTS},
        {{"a/A\n", "tagged", "tagged", "", {0}, {0}}, 0},
        {{"1\ta\tl\tC\tP\tM\t0\tr\td\tm\n", "conllu", "tokens", "", {0}, {0}},
         PL_HAS_DEPENDENCIES | PL_HAS_TAGS | PL_HAS_LEMMAS | PL_HAS_MORPHOLOGY |
             PL_HAS_COARSE_TAGS | PL_HAS_MORE_HEADS | PL_HAS_MISC},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned lost;
        convert_text(&m, &rows[i].c, &lost);
        assert_int_equal(lost, rows[i].lost);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_and_tagged),
        cmocka_unit_test(json_has_everything),
        cmocka_unit_test(losses_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
