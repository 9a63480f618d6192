/* Building trees from parts: order, roots, and each check with its message. */
#include "unit.h"

#include "tree/build.h"

#include <stdio.h>
#include <string.h>

/* A sentence as a list of parts: a nonterminal has no word. `parent` counts parts from 0,
 * -1 for none. */
typedef struct part_row {
    const char *label, *word;
    int position, parent;
} part_row;

static pl_tree *build(pl_build *b, pl_arena *m, const part_row *rows, const char *root,
                      pl_error *err)
{
    pl_build_start(b, m);
    for (const part_row *r = rows; r->label != NULL; r++)
        if (r->word != NULL)
            pl_build_token(b, (uint32_t)r->position, r->word, r->label);
        else
            pl_build_node(b, r->label);
    for (uint32_t i = 0; rows[i].label != NULL; i++)
        if (rows[i].parent >= 0)
            pl_build_link(b, i, (uint32_t)rows[i].parent);
    return pl_build_finish(b, root, err);
}

static void parts_in_any_order(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_build b = {0};
    pl_error err;
    const part_row rows[] = {{"B", "b", 1, 2},   {"C", "c", 2, 3}, {"S", NULL, 0, -1},
                             {"VP", NULL, 0, 2}, {"A", "a", 0, 3}, {0}};
    pl_tree *t = build(&b, &m, rows, NULL, &err);
    assert_non_null(t);
    assert_int_equal(t->n_tokens, 3);
    assert_string_equal(t->tokens[2].word, "c");
    assert_int_equal(pl_build_id(&b, 0), 1);
    uint32_t vp = pl_build_id(&b, 3);
    assert_string_equal(t->nodes[vp].label, "VP");
    assert_int_equal(t->nodes[vp].blocks, 2);
    assert_int_equal(t->nodes[t->root].first, vp);
    /* under a virtual root */
    t = build(&b, &m, rows, "TOP", &err);
    assert_string_equal(t->nodes[t->root].label, "TOP");
    assert_int_equal(t->nodes[t->root].flags, PL_NODE_VIRTUAL);
    assert_int_equal(t->nodes[t->root].order, 1);
    /* nothing at all */
    t = build(&b, &m, (part_row[]){{0}}, "TOP", &err);
    assert_int_equal(t->n_tokens, 0);
    assert_int_equal(t->root, PL_NONE);
    pl_build_release(&b);
    pl_arena_release(&m);
}

static void wrong_parts_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        part_row rows[4];
        const char *message;
    } cases[] = {
        {{{"S", NULL, 0, -1}, {"A", "a", 1, 0}, {0}},
         "no word has the index 0, but there are 1 words"},
        {{{"S", NULL, 0, -1}, {"A", "a", 0, 0}, {"B", "b", 0, 0}, {0}},
         "two words have the index 0: a and b"},
        {{{"S", NULL, 0, -1}, {"A", "a", 0, 0}, {"B", NULL, 0, 0}, {0}},
         "the node B has no word below it"},
        {{{"S", NULL, 0, 1}, {"T", NULL, 0, 0}, {"A", "a", 0, 0}, {0}},
         "the node T is its own ancestor"},
        {{{"A", "a", 0, -1}, {"S", NULL, 0, 0}, {0}}, "the parent of S is a word: a"},
        {{{"S", NULL, 0, -1}, {"A", "a", 0, 0}, {"B", "b", 1, -1}, {0}},
         "the sentence has two roots: S and B"},
    };
    pl_arena m = {0};
    pl_build b = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error err;
        assert_null(build(&b, &m, cases[i].rows, NULL, &err));
        assert_string_equal(err.text, cases[i].message);
    }
    pl_build_release(&b);
    pl_arena_release(&m);
}

/* A chain of n nodes over one word. */
static pl_tree *chain(pl_build *b, pl_arena *m, uint32_t n, pl_error *err)
{
    pl_build_start(b, m);
    for (uint32_t i = 0; i < n; i++) {
        pl_build_node(b, "X");
        if (i > 0)
            pl_build_link(b, i - 1, i);
    }
    pl_build_link(b, pl_build_token(b, 0, "a", "A"), 0);
    return pl_build_finish(b, NULL, err);
}

static void depth_has_a_limit(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_build b = {0};
    pl_error err;
    pl_tree *t = chain(&b, &m, PL_MAX_DEPTH - 1, &err);
    assert_non_null(t);
    assert_int_equal(depth_of(t), PL_MAX_DEPTH - 1);
    assert_null(chain(&b, &m, PL_MAX_DEPTH, &err));
    assert_string_equal(err.text, "the tree is deeper than 10000");
    pl_build_release(&b);
    pl_arena_release(&m);
}

static void empty_nodes_may_go(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_build b = {.drop_empty = true};
    pl_error err;
    const part_row rows[] = {
        {"S", NULL, 0, -1}, {"A", "a", 0, 0}, {"E", NULL, 0, 0}, {"F", NULL, 0, 2}, {0}};
    pl_tree *t = build(&b, &m, rows, NULL, &err);
    assert_non_null(t);
    assert_int_equal(t->n_nodes, 2);
    assert_int_equal(pl_build_id(&b, 3), PL_NONE);
    pl_build_release(&b);
    pl_arena_release(&m);
}

static void closing_makes_tags_and_functions(void **unused)
{
    (void)unused;
    static const struct {
        const char *label, *new_label, *func;
    } rows[] = {
        {"NP", "NP", NULL},         {"NP-SBJ", "NP", "SBJ"}, {"NP-SBJ-1", "NP", "SBJ-1"},
        {"-NONE-", "-NONE-", NULL}, {"NP-", "NP-", NULL},    {"-A-B", "-A", "B"},
        {"NP=2", "NP=2", NULL},     {"NP=2-X", "NP=2", "X"}, {"-", "-", NULL},
    };
    pl_arena m = {0};
    pl_build b = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_build_start(&b, &m);
        uint32_t node = pl_build_node(&b, rows[i].label);
        for (uint32_t k = 0; k < 2; k++)
            pl_build_link(&b, pl_build_token(&b, k, "w", NULL), node);
        pl_build_close(&b, node, true);
        assert_string_equal(pl_build_at(&b, node)->label, rows[i].new_label);
        if (rows[i].func == NULL)
            assert_null(pl_build_at(&b, node)->func);
        else
            assert_string_equal(pl_build_at(&b, node)->func, rows[i].func);
    }
    pl_build_start(&b, &m);
    uint32_t tag = pl_build_node(&b, "N-X");
    pl_build_link(&b, pl_build_token(&b, 0, "w", NULL), tag);
    pl_build_close(&b, tag, true);
    assert_int_equal(b.parts.n, 1);
    assert_string_equal(b.parts.at[0].word, "w");
    assert_string_equal(b.parts.at[0].label, "N-X");
    pl_build_release(&b);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_any_order),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(empty_nodes_may_go),
        cmocka_unit_test(closing_makes_tags_and_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
