/* Outlines: constituents, dependencies, circles of heads, secondary edges. */
#include "draw_decode.h"
#include "unit_text.h"

static void check(const pl_tree *t, const pl_draw_options *o, const char *expected)
{
    pl_str s = {0};
    draw_into(&s, t, o);
    assert_string_equal(s.at, expected);
    pl_str_release(&s);
}

static void constituents(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(S (VP (ADV 0=So) (V 2=sleep)) (V 1=can) (NP 3=cats))");
    t->nodes[t->root].func = "none";
    t->nodes[1].func = "HD";
    t->nodes[3].lemma = "cat";
    check(t, &(pl_draw_options){.indented = true},
          "  S\n"
          "  ├─ VP [1 3]\n"
          "1 │  ├─ ADV So\n"
          "3 │  └─ V sleep\n"
          "2 ├─ V can\n"
          "4 └─ NP cats\n");
    t->nodes[t->root].func = NULL;
    t->nodes[t->root].head = 1;
    check(t,
          &(pl_draw_options){.indented = true,
                             .ascii = true,
                             .functions = true,
                             .heads = true,
                             .lemmas = true},
          "  S\n"
          "  |- VP [1 3]\n"
          "1 |  |- ADV So\n"
          "3 |  `- V sleep\n"
          "2 |= HD V can\n"
          "4 `- NP cats cat\n");
    pl_tree_add_edge(t, 3, t->nodes[0].parent, "SB");
    pl_tree_add_edge(t, 1, t->root, NULL);
    check(t, &(pl_draw_options){.indented = true, .ascii = true},
          "  S\n"
          "  |- VP [1 3]\n"
          "1 |  |- ADV So\n"
          "3 |  `- V sleep\n"
          "2 |- V can\n"
          "4 `- NP cats\n"
          "secondary SB: VP [1 3] -> NP [4]\n"
          "secondary edge: S [1-4] -> V [2]\n");
    pl_arena_release(&m);
}

static void dependencies(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t heads[3];
        const char *outline;
    } cases[] = {
        {{1, PL_ROOT_HEAD, 1}, "2 b\n1 ├─ a\n3 └─ c\n"},
        {{PL_ROOT_HEAD, 0, 1}, "1 a\n2 └─ b\n3    └─ c\n"},
        {{PL_NONE, 7, PL_ROOT_HEAD}, "1 a\n2 b\n3 c\n"},
        {{1, 0, 0}, "1 a\n2 ├─ b\n3 └─ c\n"}, /* a circle is cut */
        {{1, 2, 0}, "1 a\n3 └─ c\n2    └─ b\n"},
        {{0, 0, 1}, "1 a\n2 └─ b\n3    └─ c\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        pl_tree *t = pl_tree_new(&m, 3);
        for (uint32_t k = 0; k < 3; k++) {
            t->tokens[k].word = k == 0 ? "a" : k == 1 ? "b" : "c";
            t->tokens[k].head = cases[i].heads[k];
        }
        t->has_deps = true;
        check(t, &(pl_draw_options){.indented = true}, cases[i].outline);
        pl_arena_release(&m);
    }
}

/* Every word once, whatever the tree, and no line wider than its depth asks for. */
static void random_trees(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {17};
    for (int round = 0; round < 200; round++) {
        pl_arena_reset(&m);
        bool arcs = round % 2 == 0;
        uint32_t n = 1 + pl_rng_below(&rng, 12);
        const pl_tree *t = arcs ? random_deps(&m, &rng, n, 4) : random_tree(&m, &rng, n);
        pl_str s = {0};
        size_t lines = 0;
        draw_into(&s, t, &(pl_draw_options){.indented = true, .ascii = true});
        for (const char *at = s.at; (at = strchr(at, '\n')) != NULL; at++)
            lines++;
        assert_int_equal(lines, arcs ? t->n_tokens : t->n_nodes);
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            char number[16];
            snprintf(number, sizeof number, "%*u ", t->n_tokens > 9 ? 2 : 1, i + 1);
            const char *line = strncmp(s.at, number, strlen(number)) == 0 ? s.at : NULL;
            char begin[20];
            snprintf(begin, sizeof begin, "\n%s", number);
            if (line == NULL)
                line = strstr(s.at, begin);
            assert_non_null(line);
            assert_non_null(strstr(line, t->tokens[i].word));
        }
        pl_str_release(&s);
    }
    pl_arena_release(&m);
}

/* A chain of as many nodes as brackets may be deep is more than text can show. */
static void too_deep(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = tree_of(&m, "(S (A 0=a))");
    for (int i = 0; i < 9000; i++)
        t->root = pl_tree_insert_above(t, t->root, "S");
    pl_tree_order(t);
    pl_str s = {0};
    pl_out *out = pl_out_memory(&s);
    assert_int_equal(pl_draw(t, &(pl_draw_options){.indented = true}, out, &err), -1);
    assert_int_equal(err.code, PL_TOO_LARGE);
    pl_out_close(out, NULL);
    pl_str_release(&s);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constituents),
        cmocka_unit_test(dependencies),
        cmocka_unit_test(random_trees),
        cmocka_unit_test(too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
