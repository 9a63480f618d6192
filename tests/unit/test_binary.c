/* Trees made binary and back: shapes, labels, heads, roots. */
#include "unit.h"

#include "machine/lengths.h"
#include "machine/systems.h"

#include <string.h>

/* A binary tree as text: (LABEL left right), the head child marked with *. */
static void show(const pl_binary *b, const pl_labelset *labels, uint32_t v, pl_str *out)
{
    const pl_binary_node *n = &b->nodes[v];
    if (v < b->n_tokens) {
        pl_str_printf(out, "%u", v);
        return;
    }
    pl_str_printf(out, "(%s ", pl_labelset_at(labels, n->label)->text);
    show(b, labels, n->left, out);
    pl_str_puts(out, n->right != PL_NONE && n->head == n->left ? "*" : "");
    if (n->right != PL_NONE) {
        pl_str_putc(out, ' ');
        show(b, labels, n->right, out);
        pl_str_puts(out, n->head == n->right ? "*" : "");
    }
    pl_str_putc(out, ')');
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
        {{.right_first = false}, "(ROOT+S (S: (S: (A+B 0) (S: 1 2*)*)* 3)* 4)"},
        {{.right_first = true}, "(ROOT+S (A+B 0) (S: 1 (S: (S: 2* 3)* 4)*)*)"},
        {{.keep_unaries = true}, "(ROOT (S (S: (S: (A (B 0)) (S: 1 2*)*)* 3)* 4))"},
        {{.artificial_root = true}, "(^+ROOT+S (S: (S: (A+B 0) (S: 1 2*)*)* 3)* 4)"},
        {{.keep_unaries = true, .artificial_root = true},
         "(^ (ROOT (S (S: (S: (A (B 0)) (S: 1 2*)*)* 3)* 4)))"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_arena m = {0};
        pl_labelset labels = {0};
        pl_str text = {0};
        char why[200];
        pl_tree *t = example(&m), *copy = pl_tree_copy(t, &m);
        pl_binary *b = pl_binary_from_tree(t, &cases[k].style, &labels, &m);
        show(b, &labels, b->root, &text);
        assert_string_equal(text.at, cases[k].text);
        assert_int_equal(labels.entries.at[b->nodes[b->root].label].class,
                         PL_LABEL_AXIOM);
        pl_binary_to_tree(b, &labels, false, copy);
        if (!pl_tree_equal(t, copy, false, why, sizeof why))
            fail_msg("case %zu: %s", k, why);
        pl_str_release(&text);
        pl_labelset_release(&labels);
        pl_arena_release(&m);
    }
}

/* Every node's head child is one of its children, and temporary labels are those of the
 * lowest node of a chain. */
static void heads_are_children(void **state)
{
    (void)state;
    pl_rng rng = {4};
    for (int i = 0; i < 200; i++) {
        pl_arena m = {0};
        pl_labelset labels = {0};
        pl_binary_style style = {.right_first = i % 2 == 0};
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 15));
        pl_binary *b = pl_binary_from_tree(t, &style, &labels, &m);
        for (uint32_t v = b->n_tokens; v < b->n_nodes; v++) {
            const pl_binary_node *n = &b->nodes[v];
            assert_true(n->head == n->left || n->head == n->right);
            assert_int_equal(b->nodes[n->left].parent, v);
            const pl_label *label = pl_labelset_at(&labels, n->label);
            if (label->class == PL_LABEL_TEMPORARY)
                assert_int_equal(label->n_parts, 1);
        }
        pl_labelset_release(&labels);
        pl_arena_release(&m);
    }
}

static void label_table(void **state)
{
    (void)state;
    pl_labelset l = {0};
    const char *a[] = {"A", "B"}, *b[] = {"A+B"}, *c[] = {"B"}, *d[] = {"B:"};
    uint32_t merged = pl_labelset_add(&l, a, 2, false),
             plus = pl_labelset_add(&l, b, 1, false);
    uint32_t temporary = pl_labelset_add(&l, c, 1, true);
    uint32_t colon = pl_labelset_add(&l, d, 1, false);
    assert_string_equal(pl_labelset_at(&l, merged)->text, pl_labelset_at(&l, plus)->text);
    assert_string_equal(pl_labelset_at(&l, temporary)->text,
                        pl_labelset_at(&l, colon)->text);
    assert_int_not_equal(merged, plus);
    assert_int_not_equal(temporary, colon);
    assert_int_equal(pl_labelset_add(&l, a, 2, false), merged);
    assert_int_equal(l.entries.n, 4);
    pl_labelset_release(&l);
}

/* Runs of gaps are counted across actions, a compound one by its number. */
static void lengths(void **state)
{
    (void)state;
    pl_lengths l = {0};
    pl_action gaps[] = {{0, 0, PL_NONE}, {1, 0, PL_NONE}, {1, 0, PL_NONE},
                        {3, 0, 0},       {1, 0, PL_NONE}, {3, 0, 0}};
    pl_actions d = {gaps, 6, 6};
    pl_lengths_add(&l, &pl_system_sr_gap, &d, 4);
    assert_int_equal(l.n_actions, 6);
    assert_int_equal(l.longest, 6);
    assert_int_equal(l.n_jumps, 3);
    assert_int_equal(l.longest_run, 2);
    pl_action compound[] = {{3, 5, PL_NONE}, {4, 0, 0}, {3, 0, PL_NONE}, {4, 0, 0}};
    pl_actions e = {compound, 4, 4};
    pl_lengths_add(&l, &pl_system_sr_cgap, &e, 4);
    assert_int_equal(l.n_jumps, 8);
    assert_int_equal(l.longest_run, 5);
    assert_int_equal(l.longest, 6);
    pl_action skips[] = {
        {0, 2, PL_NONE}, {0, 7, PL_NONE}, {0, 0, PL_NONE}, {0, 3, PL_NONE}};
    pl_actions f = {skips, 4, 4};
    pl_lengths_add(&l, &pl_system_skipshift, &f, 4);
    assert_int_equal(l.n_jumps, 20);
    assert_int_equal(l.longest_run, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),
        cmocka_unit_test(heads_are_children),
        cmocka_unit_test(label_table),
        cmocka_unit_test(lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
