/* Treebank trees as systems derive them: shapes, labels, heads and roots. */
#include "trees.h"

#include "machine/derive.h"

#include <string.h>

/* A system whose oracle writes the gold tree down and checks it. */
static pl_str shown;
static const pl_labelset *shown_labels;
static bool shown_children; /* nodes may have more than two */

/* A tree as text: (LABEL left right), the head child marked with *. */
static void show(const pl_gold *gold, uint32_t v)
{
    const pl_node *n = &gold->tree->nodes[v];
    if (pl_is_terminal(gold->tree, v)) {
        pl_str_printf(&shown, "%u", v);
        return;
    }
    const pl_label *label = pl_labelset_at(shown_labels, gold->labels[v]);
    bool temporary = (n->flags & PL_NODE_TEMPORARY) != 0;
    assert_string_equal(label->name, n->label);
    assert_int_equal(label->sort == PL_LABEL_TEMPORARY, temporary);
    assert_true(!temporary || label->n_parts == 1);
    assert_true(n->head != PL_NONE && gold->tree->nodes[n->head].parent == v);
    assert_true(n->order == 1 || n->order == 2 || shown_children);
    pl_str_printf(&shown, "(%s", label->text);
    for (uint32_t c = n->first; c != PL_NONE; c = gold->tree->nodes[c].next) {
        pl_str_putc(&shown, ' ');
        show(gold, c);
        pl_str_puts(&shown, n->order > 1 && n->head == c ? "*" : "");
    }
    pl_str_putc(&shown, ')');
}

static void oracle(const pl_system *s, const pl_gold *gold, pl_actions *out, pl_arena *m)
{
    (void)out, (void)m;
    pl_str_clear(&shown);
    show(gold, gold->tree->root);
    assert_int_equal(pl_labelset_at(shown_labels, gold->labels[gold->tree->root])->sort,
                     PL_LABEL_AXIOM);
}

static const char *shown_of(const pl_tree *t, pl_binary_style style, pl_arena *m)
{
    pl_system system = {.name = "shown", .oracle = oracle, .style = style};
    pl_actions actions = {0};
    pl_deriver d;
    pl_deriver_start(&d, &system);
    shown_labels = &d.labels;
    shown_children = style.keep_children;
    pl_deriver_again(&d, t, &actions, m);
    pl_deriver_release(&d);
    return shown.at;
}

/* S over words 0 … 4, head 2; below it a chain A over B over word 0. */
static pl_tree *example(pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, 5);
    uint32_t root = pl_tree_add(t, "ROOT"), s = pl_tree_add(t, "S"),
             a = pl_tree_add(t, "A"), b = pl_tree_add(t, "B");
    t->root = root;
    pl_tree_append(t, root, s);
    pl_tree_append(t, s, a);
    pl_tree_append(t, a, b);
    pl_tree_append(t, b, 0);
    for (uint32_t i = 1; i < 5; i++)
        pl_tree_append(t, s, i);
    pl_tree_order(t);
    t->nodes[s].head = 2;
    return t;
}

static void shapes(void **state)
{
    (void)state;
    static const struct {
        pl_binary_style style;
        const char *text;
    } cases[] = {
        {{PL_BIN_SR_GAP, false, false, false},
         "(ROOT+S (S: (S: (A+B 0) (S: 1 2*)*)* 3)* 4)"},
        {{PL_BIN_SWAP, false, false, false},
         "(ROOT+S (A+B 0) (@S 1 (@S (@S 2* 3)* 4)*)*)"},
        {{PL_BIN_SR_GAP, true, false, false},
         "(ROOT (S (S: (S: (A (B 0)) (S: 1 2*)*)* 3)* 4))"},
        {{PL_BIN_SR_GAP, false, true, false},
         "(^+ROOT+S (S: (S: (A+B 0) (S: 1 2*)*)* 3)* 4)"},
        {{PL_BIN_SR_GAP, true, true, false},
         "(^ (ROOT (S (S: (S: (A (B 0)) (S: 1 2*)*)* 3)* 4)))"},
        {{.keep_children = true}, "(ROOT+S (A+B 0) 1 2* 3 4)"},
        {{.keep_children = true, .artificial_root = true}, "(^+ROOT+S (A+B 0) 1 2* 3 4)"},
    };
    pl_arena m = {0};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_tree *t = example(&m), *copy = pl_tree_copy(t, &m);
        assert_string_equal(shown_of(t, cases[k].style, &m), cases[k].text);
        same_tree(t, copy, "the treebank's tree stays");
    }
    pl_arena_release(&m);
}

/* The oracle above checks labels and heads of all nodes. */
static void random_trees(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_rng rng = {4};
    for (uint32_t i = 0; i < 200; i++) {
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 15));
        pl_binary_style style = {i % 2 ? PL_BIN_SR_GAP : PL_BIN_SWAP, i & 2,
                                 i & 4 || pl_is_terminal(t, t->root), i & 8};
        shown_of(t, style, &m);
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
}

/* What an earlier step made of the tree is the treebank's own. */
static void transformed_before(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_binary_style style = {.mode = PL_BIN_SR_GAP};
    pl_tree *t = example(&m);
    apply(t, "binarize=optimal unary=collapse");
    const char *text = shown_of(t, style, &m);
    assert_non_null(strstr(text, "(ROOT+S "));
    assert_null(strchr(text, ':'));
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        assert_true(v == t->root || t->nodes[v].order < 3);
    pl_arena_release(&m);
}

static void label_table(void **state)
{
    (void)state;
    pl_labelset l = {0};
    uint32_t merged = pl_labelset_add(&l,
                                      "A\x1f"
                                      "B",
                                      false);
    uint32_t plus = pl_labelset_add(&l, "A+B", false);
    uint32_t temporary = pl_labelset_add(&l, "B", true);
    uint32_t colon = pl_labelset_add(&l, "B:", false);
    assert_string_equal(pl_labelset_at(&l, merged)->text, pl_labelset_at(&l, plus)->text);
    assert_string_equal(pl_labelset_at(&l, temporary)->text,
                        pl_labelset_at(&l, colon)->text);
    assert_int_not_equal(merged, plus);
    assert_int_not_equal(temporary, colon);
    assert_int_equal(pl_labelset_at(&l, merged)->n_parts, 2);
    assert_int_equal(pl_labelset_add(&l, "B", true), temporary);
    assert_int_equal(l.entries.n, 4);
    pl_labelset_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),
        cmocka_unit_test(random_trees),
        cmocka_unit_test(transformed_before),
        cmocka_unit_test(label_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
