/* Values of fields and distances, on trees made by hand. */
#include "unit.h"

#include "parser/item_values.h"

#include <string.h>

/* Words 0 … 7 have the values 100 …, tags 200 …:  s0 = A(0 A(2 5)), d0 = B(3 4) (a gap of
 * s0), s1 = 1, b0 = 6; s3 = (1 2) without label. */
typedef struct scene {
    pl_arena m;
    pl_labelset labels;
    pl_task task;
    uint32_t words[8], tags[8];
    pl_values values;
    pl_item *at[PL_N_PLACES];
} scene;

static void make(scene *s)
{
    static const char *const names[] = {"A", "B"};
    *s = (scene){0};
    for (uint32_t i = 0; i < 2; i++)
        pl_labelset_add(&s->labels, names[i], false);
    for (uint32_t i = 0; i < 8; i++) {
        s->words[i] = 100 + i;
        s->tags[i] = 200 + i;
    }
    s->values =
        (pl_values){.words = s->words, .tags = s->tags, .n_tokens = 8, .n_labels = 2};
    pl_task_start(&s->task, &s->m, &s->labels, 8);
    pl_item *w = s->task.words;
    pl_item *inner = pl_item_over(&s->task, 0, &w[2], &w[5], &w[5]);
    s->at[PL_PLACE_S] = pl_item_over(&s->task, 0, &w[0], inner, inner);
    s->at[PL_PLACE_S + 1] = &w[1];
    s->at[PL_PLACE_D] = pl_item_over(&s->task, 1, &w[3], &w[4], &w[3]);
    s->at[PL_PLACE_B] = &w[6];
    s->at[PL_PLACE_S + 3] = pl_item_over(&s->task, PL_NONE, &w[1], &w[2], &w[1]);
}

static void release(scene *s)
{
    pl_labelset_release(&s->labels);
    pl_arena_release(&s->m);
}

static void values(void **state)
{
    (void)state;
    static const struct {
        const char *atom;
        uint32_t value;
    } cases[] = {
        {"s0w", 105},
        {"s0t", 205},
        {"s0c", PL_VALUE_FIRST},
        {"d0c", PL_VALUE_FIRST + 1},
        {"b0c", 208}, /* tags after labels */
        {"s3c", PL_VALUE_BORDER},
        {"s3.lc", 203},
        {"s0.lw", 100},
        {"s0.rrw", 105},
        {"s0.rllw", PL_VALUE_NONE},
        {"s0.Lw", 100},
        {"s0.Rw", 105},
        {"s0.Low", PL_VALUE_BORDER},
        {"s0.Row", 106},
        {"s0.Gw", 100}, /* blocks 0, 2, 5 */
        {"s0.Gow", 101},
        {"s0.Hw", 105},
        {"s0.How", 104},
        {"s0.rGt", 202},
        {"s0.rHot", 204},
        {"d0.Gw", PL_VALUE_NONE},
        {"d0.How", PL_VALUE_NONE},
        {"s0n", PL_VALUE_FIRST + 3},
        {"s0g", PL_VALUE_FIRST + 3},
        {"s2w", PL_VALUE_NONE},
        {"s2-d0", PL_VALUE_NONE},
        {"s1-d0", PL_VALUE_FIRST + 1}, /* word 2 between 1 and 3 */
        {"d0-s1", PL_VALUE_FIRST + 1},
        {"d0-b0", PL_VALUE_FIRST + 1},
        {"s0-b0", PL_VALUE_FIRST},
        {"s0-d0", PL_VALUE_FIRST + 9}, /* one within the other */
        {"s0w-d0w", PL_VALUE_FIRST + 2},
        {"s1w-b0w", PL_VALUE_FIRST + 5}, /* 5: the class of 5 and 6 */
    };
    scene s;
    make(&s);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_error err;
        uint32_t fields[PL_MAX_FIELDS], distances[PL_MAX_DISTANCES];
        assert_int_equal(
            pl_templates_parse(&t, &pl_items_notation, "test", cases[i].atom, &err), 0);
        pl_features_compile(&f, &t, PL_FAR_NO);
        pl_atom a = f.list[0].atoms[0];
        pl_distance_values(&f, s.at, distances);
        if (a.place != PL_PLACE_DISTANCE) {
            const pl_item *item = s.at[a.place];
            pl_item_values(&f, &s.values, item, fields);
        }
        uint32_t got =
            a.place != PL_PLACE_DISTANCE ? fields[a.field] : distances[a.field];
        if (got != cases[i].value)
            fail_msg("%s is %u, not %u", cases[i].atom, got, cases[i].value);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
    release(&s);
}

/* Fields and paths of items: a unary node over a node with a gap of two words over words
 * 0 and 3, joined with word 1 (which fills one of two) and then with word 2. */
static void fields(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_labelset labels = {0};
    pl_task s;
    pl_templates t = {0};
    pl_features f;
    pl_error err;
    pl_labelset_add(&labels, "X", false);
    pl_task_start(&s, &m, &labels, 4);
    pl_item *w = s.words, *items[4];
    items[0] = pl_item_over(&s, 0, &w[0], &w[3], &w[0]);
    items[1] = pl_item_over(&s, 0, items[0], NULL, items[0]);
    items[2] = pl_item_over(&s, 0, items[1], &w[1], &w[1]);
    items[3] = pl_item_over(&s, 0, items[2], &w[2], &w[2]);
    assert_int_equal(pl_templates_parse(&t, &pl_items_notation, "test",
                                        "s0x s0y s0.uw s0.lw s0.luw", &err),
                     0);
    pl_features_compile(&f, &t, PL_FAR_NO);
    uint32_t words[] = {10, 11, 12, 13}, tags[] = {20, 21, 22, 23};
    pl_values v = {.words = words, .tags = tags, .n_tokens = 4, .n_labels = 1};
    static const uint32_t expected[4][5] = {
        {PL_VALUE_FIRST + 1, PL_VALUE_FIRST + 2, PL_VALUE_NONE, 10, PL_VALUE_NONE},
        {PL_VALUE_FIRST + 1, PL_VALUE_FIRST + 2, 10, 10, PL_VALUE_NONE},
        {PL_VALUE_FIRST + 1, PL_VALUE_FIRST + 1, PL_VALUE_NONE, 10, 10},
        {PL_VALUE_FIRST + 2, PL_VALUE_FIRST + 0, PL_VALUE_NONE, 11, PL_VALUE_NONE},
    };
    for (int i = 0; i < 4; i++) {
        uint32_t found[PL_MAX_FIELDS];
        pl_item_values(&f, &v, items[i], found);
        assert_memory_equal(found, expected[i], sizeof expected[i]);
    }
    pl_features_release(&f);
    pl_templates_release(&t);
    pl_labelset_release(&labels);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values),
                                       cmocka_unit_test(fields)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
