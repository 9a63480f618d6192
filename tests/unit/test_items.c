/* Items: one for each label and children, with the words they cover in blocks. */
#include "unit.h"

#include "machine/items.h"

enum { N = 40 };

/* A label set of A and B. */
static void two_labels(pl_labelset *l)
{
    static const char *const names[] = {"A", "B"};
    for (uint32_t i = 0; i < 2; i++)
        pl_labelset_add(l, names[i], false);
}

static void one_item(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_labelset labels = {0};
    pl_task s;
    two_labels(&labels);
    pl_task_start(&s, &m, &labels, 4);
    pl_item *w = s.words;
    pl_item *a = pl_item_over(&s, 0, &w[0], &w[2], &w[0]);
    assert_ptr_equal(pl_item_over(&s, 0, &w[0], &w[2], &w[0]), a);
    assert_ptr_equal(pl_item_over(&s, 0, &w[2], &w[0], &w[0]), a); /* in either order */
    assert_int_equal(s.n_items, 5);
    pl_item *others[] = {
        pl_item_over(&s, 1, &w[0], &w[2], &w[0]), /* another label */
        pl_item_over(&s, 0, &w[0], &w[2], &w[2]), /* … head */
        pl_item_over(&s, 0, &w[1], &w[2], &w[2]), /* … child */
        pl_item_over(&s, 0, &w[2], NULL, &w[2]),  /* … number of children */
        pl_item_over(&s, 0, a, &w[2], a),
    };
    assert_int_equal(s.n_items, 10);
    for (uint32_t i = 0; i < 5; i++) {
        assert_ptr_not_equal(others[i], a);
        assert_int_equal(others[i]->id, 5 + i);
    }
    pl_labelset_release(&labels);
    pl_arena_release(&m);
}

/* Merging and labelling in two steps: the item without label stays as it is for others,
 * its lowest word stands where a head would, and nothing is made twice. */
static void merged_then_labelled(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_labelset labels = {0};
    pl_task s;
    pl_block gap;
    two_labels(&labels);
    pl_task_start(&s, &m, &labels, 4);
    pl_items c = pl_items_start(&s);
    for (int i = 0; i < 4; i++)
        pl_items_shift(&c);
    pl_items_label(&c, 1); /* of a word */
    const pl_item *over_word = c.stack->item;
    assert_ptr_equal(over_word->left, &s.words[3]);
    assert_null(over_word->right);
    assert_false(over_word->temporary);
    pl_items_gap(&c);
    pl_items_merge(&c); /* words 1 and 3; word 2 goes back to S */
    const pl_item *merged = c.stack->item;
    assert_int_equal(merged->label, PL_NONE);
    assert_true(merged->temporary);
    assert_false(pl_item_is_word(merged));
    assert_int_equal(merged->head, 1);
    assert_ptr_equal(c.split->item, &s.words[2]);
    assert_true(pl_item_gap(merged, &gap));
    assert_int_equal(gap.first, 2);
    assert_int_equal(gap.last, 2);
    pl_items one = c, other = c;
    pl_items_label(&one, 0);
    pl_items_label(&other, 0);
    assert_ptr_equal(one.stack->item, other.stack->item);
    assert_ptr_equal(c.stack->item, merged);
    assert_int_equal(merged->label, PL_NONE);
    const pl_item *labelled = one.stack->item;
    assert_int_equal(labelled->label, 0);
    assert_false(labelled->temporary);
    assert_ptr_equal(labelled->left, &s.words[1]);
    assert_ptr_equal(labelled->right, over_word);
    assert_int_equal(s.n_items, 7);
    pl_items_merge(&one); /* with word 2, which stands between: the gap is closed */
    assert_false(pl_item_gap(one.stack->item, &gap));
    assert_int_equal(one.stack->item->head, 1);
    pl_labelset_release(&labels);
    pl_arena_release(&m);
}

/* The blocks of an item must be those of a plain set of words. */
static void check_blocks(const pl_item *item, const bool *covers)
{
    pl_block found[N];
    uint32_t n = 0, size = 0;
    for (uint32_t i = 0; i < N; i++)
        if (covers[i]) {
            size++;
            if (i == 0 || !covers[i - 1])
                found[n++].first = i;
            found[n - 1].last = i;
        }
    assert_int_equal(item->size, size);
    assert_int_equal(item->low, found[0].first);
    assert_int_equal(item->high, found[n - 1].last);
    if (n > 8) { /* the first and the last gap that are kept */
        assert_int_equal(item->n_blocks, 8);
        found[7].last = found[n - 1].last;
        n = 8;
    }
    assert_int_equal(item->n_blocks, n);
    assert_true((item->blocks == NULL) == (n == 1));
    for (uint32_t i = 0; i < n && n > 1; i++) {
        assert_int_equal(item->blocks[i].first, found[i].first);
        assert_int_equal(item->blocks[i].last, found[i].last);
    }
}

/* Random pairs are joined until one item is left. Below nine blocks nothing is lost. */
static void blocks(void **state)
{
    (void)state;
    pl_labelset labels = {0};
    two_labels(&labels);
    for (uint64_t seed = 0; seed < 300; seed++) {
        pl_arena m = {0};
        pl_rng rng = {seed};
        pl_task s;
        pl_item *items[N];
        bool covers[N][N] = {{false}}, exact[N];
        pl_task_start(&s, &m, &labels, N);
        for (uint32_t i = 0; i < N; i++) {
            items[i] = &s.words[i];
            covers[i][i] = exact[i] = true;
        }
        for (uint32_t n = N; n > 1; n--) {
            uint32_t a = pl_rng_below(&rng, n), b = pl_rng_below(&rng, n - 1);
            b += b >= a;
            if (pl_rng_below(&rng, 3) >
                0) { /* mostly neighbours, so that blocks are few */
                a = pl_rng_below(&rng, n - 1);
                b = a + 1;
            }
            items[a] = pl_item_over(&s, seed & 1, items[a], items[b], items[a]);
            exact[a] = exact[a] && exact[b];
            for (uint32_t i = 0; i < N; i++)
                covers[a][i] = covers[a][i] || covers[b][i];
            if (exact[a])
                check_blocks(items[a], covers[a]);
            exact[a] = exact[a] && items[a]->n_blocks < 8;
            items[b] = items[n - 1];
            exact[b] = exact[n - 1];
            for (uint32_t i = 0; i < N; i++)
                covers[b][i] = covers[n - 1][i];
        }
        pl_arena_release(&m);
    }
    pl_labelset_release(&labels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_item),
        cmocka_unit_test(merged_then_labelled),
        cmocka_unit_test(blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
