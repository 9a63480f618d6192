/* Trees: links, order, spans, deletion. */
#include "format/reader.h"
#include "format/writer.h"
#include "unit_text.h"

#include <string.h>

static void written_as(const pl_tree *t, const char *expected)
{
    pl_str s = {0};
    pl_error err;
    pl_writer *w =
        pl_writer_new(pl_out_memory(&s), pl_format_find("discbracket"), NULL, &err);
    assert_int_equal(pl_writer_put(w, t, &err), 0);
    assert_int_equal(pl_writer_close(w, &err), 0);
    assert_string_equal(pl_str_text(&s), expected);
    pl_str_release(&s);
}

static const char *const example =
    "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) "
    "(VMFIN 1=muss)) ($. 4=.))\n";

static void order_computes_spans(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, example);
    written_as(t, example);
    uint32_t vp = t->nodes[0].parent;
    assert_string_equal(t->nodes[vp].label, "VP");
    assert_int_equal(t->nodes[vp].low, 0);
    assert_int_equal(t->nodes[vp].high, 2);
    assert_int_equal(t->nodes[vp].size, 2);
    assert_int_equal(t->nodes[vp].blocks, 2);
    assert_int_equal(t->nodes[vp].order, 2);
    assert_int_equal(t->nodes[t->root].blocks, 1);
    assert_true(pl_tree_is_discontinuous(t));
    assert_int_equal(depth_of(t), 4);
    pl_arena_release(&m);
}

static void deleting_tokens_closes_gaps(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, example);
    bool gone[5] = {[1] = true, [4] = true};
    pl_tree_delete_tokens(t, gone);
    written_as(t, "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 1=nachgedacht)) "
                  "(VAINF 2=werden))))\n");
    assert_false(pl_tree_is_discontinuous(t));
    bool all[3] = {true, true, true};
    pl_tree_delete_tokens(t, all);
    assert_int_equal(t->n_tokens, 0);
    assert_int_equal(t->root, PL_NONE);
    pl_arena_release(&m);
}

static void deleting_tokens_moves_what_names_them(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, example);
    uint32_t s = t->nodes[1].parent;
    const uint32_t heads[] = {2, PL_ROOT_HEAD, 1, 2, 3};
    for (uint32_t i = 0; i < 5; i++)
        t->tokens[i].head = heads[i];
    pl_tree_add_edge(t, 0, s, "SB");
    pl_tree_add_edge(t, 2, s, "OC"); /* goes with its child */
    pl_tree_add_edge(t, 3, s, "HD");
    pl_tree_add_line(t, 2, "before a word that goes");
    pl_tree_add_line(t, 5, "after all");
    bool gone[5] = {[2] = true};
    pl_tree_delete_tokens(t, gone);
    written_as(t, "(ROOT (S (VP (VP (PROAV 0=Darüber)) (VAINF 2=werden)) "
                  "(VMFIN 1=muss)) ($. 3=.))\n");
    const uint32_t moved[] = {1, PL_ROOT_HEAD, 1, 2};
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(t->tokens[i].head, moved[i]);
    assert_int_equal(t->edges->child, 0);
    assert_int_equal(t->edges->next->child, 2);
    assert_ptr_equal(t->edges->next, t->last_edge);
    assert_int_equal(t->last_edge->parent, t->nodes[1].parent);
    assert_int_equal(t->lines->before, 2);
    assert_int_equal(t->last_line->before, 4);
    pl_arena_release(&m);
}

static void splice_and_insert_are_inverse(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, example), *copy = pl_tree_copy(t, &m);
    uint32_t s = t->nodes[1].parent;
    uint32_t above = pl_tree_insert_above(t, s, "X");
    pl_tree_order(t);
    assert_false(pl_tree_equal(t, copy, true, NULL, 0));
    pl_tree_splice(t, above);
    pl_tree_order(t);
    assert_true(pl_tree_equal(t, copy, true, NULL, 0));
    pl_arena_release(&m);
}

static void counts_are_plain(const pl_tree *t)
{
    uint32_t yield[64];
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        const pl_node *node = &t->nodes[v];
        if (!pl_is_live(t, v)) {
            assert_true(node->low == PL_NONE && node->high == 0 && node->size == 0 &&
                        node->blocks == 0 && node->order == 0);
            continue;
        }
        uint32_t n = pl_tree_yield(t, v, yield), blocks = 1, order = 0;
        for (uint32_t i = 1; i < n; i++)
            blocks += yield[i] != yield[i - 1] + 1;
        for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
            order++;
        assert_int_equal(t->nodes[v].size, n);
        assert_int_equal(t->nodes[v].blocks, blocks);
        assert_int_equal(t->nodes[v].low, yield[0]);
        assert_int_equal(t->nodes[v].high, yield[n - 1]);
        assert_int_equal(t->nodes[v].order, order);
    }
}

/* Takes some nodes out of a tree, which leaves dead ones. */
static void splice_some(pl_tree *t, pl_rng *rng)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (v != t->root && pl_rng_below(rng, 3) == 0)
            pl_tree_splice(t, v);
    pl_tree_order(t);
}

/* The plain way to count blocks, against pl_tree_order's, also where the words come in
 * their order at once: after permuting them so; and both where nodes are dead. */
static void blocks_equal_plain_count(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {7};
    for (int round = 0; round < 300; round++) {
        pl_arena_reset(&m);
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 12));
        uint32_t order[16], n = 0;
        counts_are_plain(t);
        for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
            if (pl_is_terminal(t, v))
                order[n++] = v;
        pl_tree *other = pl_tree_copy(t, &m);
        splice_some(other, &rng);
        counts_are_plain(other);
        pl_tree_permute(t, order);
        assert_false(pl_tree_is_discontinuous(t));
        counts_are_plain(t);
        splice_some(t, &rng);
        counts_are_plain(t);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_computes_spans),
        cmocka_unit_test(deleting_tokens_closes_gaps),
        cmocka_unit_test(deleting_tokens_moves_what_names_them),
        cmocka_unit_test(splice_and_insert_are_inverse),
        cmocka_unit_test(blocks_equal_plain_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
