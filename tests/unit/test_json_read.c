/* Reading json: what is given back is what was written, and slips are refused. */
#include "unit_convert.h"

#define A      "{\"word\":\"a\",\"tag\":\"A\"}"
#define B      "{\"word\":\"b\",\"tag\":\"B\"}"
#define C      "{\"word\":\"c\",\"tag\":\"C\"}"
#define TOKENS "\"tokens\":[" A "," B "," C "]"

/* What can be computed need not be there; numbers of nodes are in any order. */
static void shapes(void **unused)
{
    (void)unused;
    static const conversion rows[] = {
        {"{" TOKENS ",\"nodes\":[{\"id\":3,\"label\":\"S\",\"children\":[0,1,2]}]}\n",
         NULL,
         "discbracket",
         "(S (A 0=a) (B 1=b) (C 2=c))\n",
         {0},
         {0}},
        {"\n{" TOKENS ",\"nodes\":[{\"id\":90,\"label\":\"VP\",\"children\":[2,0]},"
         "{\"id\":12,\"label\":\"S\",\"children\":[1,90]}],\"root\":12}\n",
         NULL,
         "discbracket",
         "(S (VP (A 0=a) (C 2=c)) (B 1=b))\n",
         {0},
         {0}},
        {"{\"tokens\":[{\"word\":\"a\",\"parent\":5},{\"id\":1,\"word\":\"b\",\"parent\":"
         "5}],"
         "\"nodes\":[{\"id\":5,\"label\":\"S\",\"parent\":null}]}",
         "json",
         "discbracket",
         "(S 0=a 1=b)\n",
         {0},
         {0}},
        {"{\"tokens\":[" A
         "]}\n{\"tokens\":[{\"word\":\"b\",\"head\":-1,\"relation\":\"r\"}]}\n",
         "json",
         "conllx",
         "1\ta\t_\t_\tA\t_\t_\t_\t_\t_\n\n1\tb\t_\t_\t_\t_\t0\tr\t_\t_\n\n",
         {0},
         {0}},
        {"{\"comments\":[\"# c\",\"2-3\\tbc\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\"]," TOKENS
         "}\n",
         "json",
         "conllu",
         "# c\n1\ta\t_\t_\tA\t_\t_\t_\t_\t_\n2-3\tbc\t_\t_\t_\t_\t_\t_\t_\t_\n"
         "2\tb\t_\t_\tB\t_\t_\t_\t_\t_\n3\tc\t_\t_\tC\t_\t_\t_\t_\t_\n\n",
         {0},
         {0}},
    };
    CHECK_CONVERSIONS(rows);
}

/* All that is written is read, to the same bytes. */
static void round_trip(void **unused)
{
    (void)unused;
    static const char *const lines[] = {
        "{\"id\":\"7\",\"text\":\"a b\",\"fields\":{\"k\":\"v\"},\"tokens\":["
        "{\"id\":0,\"word\":\"a\",\"tag\":\"A\",\"coarse\":\"X\",\"function\":\"F\","
        "\"lemma\":\"l\","
        "\"morph\":\"m\",\"parent\":3,\"confidence\":0.5,\"head\":1,\"relation\":\"r\","
        "\"deps\":\"d\","
        "\"misc\":\"i\",\"begin\":0,\"end\":1},"
        "{\"id\":1,\"word\":\"b\",\"parent\":2,\"head\":-1,\"begin\":2,\"end\":3}],"
        "\"nodes\":[{\"id\":2,\"label\":\"S\",\"children\":[3,1],\"blocks\":[[0,2]],"
        "\"head\":3,"
        "\"virtual\":true},{\"id\":3,\"label\":\"NP\",\"function\":\"SB\",\"parent\":2,"
        "\"fields\":{\"x\":\"\"},\"children\":[0],\"blocks\":[[0,1]]}],\"root\":2,"
        "\"edges\":[{\"child\":1,\"parent\":3,\"label\":\"E\"},{\"child\":3,\"parent\":2}"
        "],"
        "\"comments\":[\"# x\"]}\n",
        "{\"tokens\":[{\"id\":0,\"word\":\"\\\"\\n\xc3\xbc\"}]}\n",
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        conversion c = {lines[i], NULL, "json", "", {0}, {0}};
        assert_string_equal(convert_text(&m, &c, NULL), lines[i]);
    }
    pl_arena_release(&m);
}

static void refusals(void **unused)
{
    (void)unused;
    static const struct {
        const char *input, *why;
    } rows[] = {
        {"[]", "the sentence is no object"},
        {"{", "not JSON at byte 2: a name in quotes is missing"},
        {"{\"nodes\":[]}", "the sentence has no \"tokens\""},
        {"{\"tokens\":3}", "\"tokens\" of the sentence is not a list"},
        {"{\"tokens\":[{}]}", "token 0 has no \"word\""},
        {"{\"tokens\":[3]}", "token 0 is no object"},
        {"{\"tokens\":[{\"word\":3}]}", "\"word\" of token 0 is not a text"},
        {"{\"tokens\":[{\"id\":1,\"word\":\"a\"}]}",
         "the id of token 0 is not its place, 0"},
        {"{\"tokens\":[{\"word\":\"a\",\"tg\":\"A\"}]}",
         "\"tg\" of token 0 is not known"},
        {"{\"tokens\":[{\"word\":\"a\",\"head\":1}]}",
         "\"head\" of token 0 is not the number of a token, or -1"},
        {"{\"tokens\":[{\"word\":\"a\",\"head\":1},{\"word\":\"b\",\"head\":0}]}",
         "the heads run in a circle: token 0 (a) depends on itself"},
        {"{\"tokens\":[" A "],\"nodes\":[{\"id\":0,\"label\":\"S\"}]}",
         "the id of a node is not a number from 1 on: tokens have those before"},
        {"{\"tokens\":[" A
         "],\"nodes\":[{\"id\":1,\"label\":\"S\"},{\"id\":1,\"label\":\"S\"}]}",
         "two nodes have the id 1"},
        {"{\"tokens\":[" A "],\"nodes\":[{\"id\":1,\"children\":[0]}]}",
         "node 1 has no \"label\""},
        {"{\"tokens\":[" A "],\"nodes\":[{\"id\":1,\"label\":\"S\",\"children\":[0,2]}]}",
         "\"children\" of node 1 is not a list of numbers of tokens and nodes"},
        {"{\"tokens\":[{\"word\":\"a\",\"parent\":2}],\"nodes\":[{\"id\":1,\"label\":"
         "\"S\",\"children\":"
         "[0,2]},{\"id\":2,\"label\":\"X\"}]}",
         "token 0 has two parents: 2 and 1"},
        {"{\"tokens\":[" A "," B
         "],\"nodes\":[{\"id\":2,\"label\":\"S\",\"children\":[0]}]}",
         "the sentence has two roots: B and S"},
        {"{\"tokens\":[" A
         "],\"nodes\":[{\"id\":1,\"label\":\"S\",\"children\":[0],\"parent\":1}]}",
         "the node S is its own ancestor"},
        {"{\"tokens\":[" A
         "],\"nodes\":[{\"id\":1,\"label\":\"S\",\"children\":[0]}],\"root\":0}",
         "\"root\" of the sentence is not the node without a parent"},
        {"{\"tokens\":[" A
         "],\"nodes\":[{\"id\":1,\"label\":\"S\",\"children\":[0],\"head\":1}]}",
         "\"head\" of node 1 is not one of its children"},
        {"{\"tokens\":[" A "],\"edges\":[{\"child\":0}]}", "edge 0 has no \"parent\""},
        {"{\"tokens\":[{\"word\":\"a\",\"fields\":{\"confidence\":\"0.5\"}}]}",
         "\"confidence\" of token 0 is not a text that is a field"},
    };
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        conversion c = {rows[i].input, "json", "json", "", {0}, {0}};
        const char *expected =
            pl_arena_printf(&m, "! t:1: sentence 1: %s\n", rows[i].why);
        assert_string_equal(convert_text(&m, &c, NULL), expected);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
