/* Comparing trees: every difference is found and named. */
#include "tree/tree.h"

#include "unit.h"

#include <string.h>

/* (S (VP 0 2) 1) with all kinds of fields. */
static pl_tree *sample(pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, 3);
    uint32_t s = pl_tree_add(t, "S"), vp = pl_tree_add(t, "VP");
    t->root = s;
    pl_tree_append(t, s, vp);
    pl_tree_append(t, s, 1);
    pl_tree_append(t, vp, 0);
    pl_tree_append(t, vp, 2);
    for (uint32_t i = 0; i < 3; i++) {
        t->tokens[i].word = "w";
        t->tokens[i].head = PL_ROOT_HEAD;
    }
    t->id = "s1";
    pl_attr_add(m, &t->attrs, "editor", "7");
    pl_tree_add_line(t, 1, "%% line");
    pl_tree_add_edge(t, 1, vp, "SB");
    pl_tree_add_edge(t, 2, s, "OC");
    pl_tree_order(t);
    return t;
}

enum { S = 3, VP = 4 };

/* clang-format off */
static void change_word(pl_tree *t) { t->tokens[2].word = "x"; }
static void change_head(pl_tree *t) { t->tokens[2].head = 0; }
static void change_misc(pl_tree *t) { t->tokens[2].misc = "m"; }
static void change_label(pl_tree *t) { t->nodes[VP].label = "NP"; }
static void change_func(pl_tree *t) { t->nodes[1].func = "HD"; }
static void change_lemma(pl_tree *t) { t->nodes[0].lemma = "l"; }
static void change_id(pl_tree *t) { t->id = NULL; }
static void change_attr(pl_tree *t) { t->attrs->value = "8"; }
static void change_line(pl_tree *t) { t->lines->before = 2; }
static void change_edge(pl_tree *t) { t->last_edge->label = "XX"; }
static void drop_edge(pl_tree *t) { t->edges->next = NULL; }
static void mark_virtual(pl_tree *t) { t->nodes[VP].flags |= PL_NODE_VIRTUAL; }
static void mark_head(pl_tree *t) { t->nodes[VP].head = 2; }
static void add_field(pl_tree *t) { pl_attr_add(t->arena, &t->nodes[1].attrs, "key", "v"); }
static void drop_tree(pl_tree *t) { t->root = PL_NONE; }
/* clang-format on */
static void move_word(pl_tree *t)
{
    pl_tree_move(t, 2, S);
    pl_tree_order(t);
}

static void differences_are_named(void **unused)
{
    (void)unused;
    static const struct {
        void (*change)(pl_tree *t);
        bool field; /* only seen when fields are compared */
        const char *why;
    } cases[] = {
        {change_word, false, "word 2: w and x"},
        {change_head, false, "dependency head of token 2"},
        {change_label, false, "label of node 4: VP and NP"},
        {change_func, false, "function of node 1: (none) and HD"},
        {move_word, false, "children of node 3: 2 and 3"},
        {drop_tree, false, "without tree"},
        {change_misc, true, "misc column of token 2"},
        {change_lemma, true, "lemma of node 0"},
        {change_id, true, "id 0: s1 and (none)"},
        {change_attr, true, "editor 0: 7 and 8"},
        {change_line, true, "place of line 0: 1 and 2"},
        {change_edge, true, "secondary edge 1: OC and XX"},
        {drop_edge, true, "secondary edges 0: 2 and 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        char why[200] = "";
        pl_tree *a = sample(&m), *b = sample(&m);
        assert_true(pl_tree_equal(a, b, true, why, sizeof why));
        cases[i].change(b);
        assert_int_equal(pl_tree_equal(a, b, false, NULL, 0), cases[i].field);
        assert_false(pl_tree_equal(a, b, true, why, sizeof why));
        if (strstr(why, cases[i].why) == NULL)
            fail_msg("case %zu: %s", i, why);
        pl_arena_release(&m);
    }
}

/* What b must have of a, while it may have more. */
static void fields_are_kept(void **unused)
{
    (void)unused;
    static const struct {
        void (*change)(pl_tree *t);
        bool fewer;      /* b keeps all of a although this was changed in a */
        bool more;       /* … in b */
        const char *why; /* otherwise */
    } cases[] = {
        {change_word, false, false, "word 2: x and w"},
        {change_misc, false, true, "misc column of token 2: m and (none)"},
        {change_lemma, false, true, "lemma of node 0: l and (none)"},
        {add_field, false, true, "key 1: v and (none)"},
        {mark_virtual, false, true, "virtual node 4"},
        {mark_head, false, true, "head of node 4: 2"},
        {drop_edge, false, false, "secondary edges 0: 1 and 2"},
        {change_id, true, true, NULL},
        {change_attr, true, true, NULL},
        {change_line, true, true, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_arena m = {0};
        char why[200] = "";
        pl_tree *a = sample(&m), *b = sample(&m);
        assert_true(pl_tree_keeps(a, b, NULL, 0));
        cases[i].change(a);
        assert_int_equal(pl_tree_keeps(a, b, why, sizeof why), cases[i].fewer);
        assert_int_equal(pl_tree_keeps(b, a, NULL, 0), cases[i].more);
        if (cases[i].why != NULL && strstr(why, cases[i].why) == NULL)
            fail_msg("case %zu: %s", i, why);
        pl_arena_release(&m);
    }
}

/* Secondary edges between words that are below no node. */
static void edges_without_tree(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *a = pl_tree_new(&m, 2), *b = pl_tree_new(&m, 2);
    for (uint32_t i = 0; i < 2; i++)
        a->tokens[i].word = b->tokens[i].word = "w";
    pl_tree_add_edge(a, 0, 1, "SB");
    assert_false(pl_tree_equal(a, b, true, NULL, 0));
    pl_tree_add_edge(b, 0, 1, "SB");
    assert_true(pl_tree_equal(a, b, true, NULL, 0));
    pl_arena_release(&m);
}

static void order_of_edges_does_not_count(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *a = sample(&m), *b = sample(&m);
    b->edges = b->last_edge = NULL;
    pl_tree_add_edge(b, 2, S, "OC");
    pl_tree_add_edge(b, 1, VP, "SB");
    assert_true(pl_tree_equal(a, b, true, NULL, 0));
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_named),
        cmocka_unit_test(fields_are_kept),
        cmocka_unit_test(edges_without_tree),
        cmocka_unit_test(order_of_edges_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
