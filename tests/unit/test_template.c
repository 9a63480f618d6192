/* The template notation: what it means, and what is wrong with bad templates. */
#include "unit.h"

#include "parser/extract.h"

#include <string.h>

static void good(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n_templates, n_atoms;
        uint8_t place;
        const char *path;
        char value; /* of the last atom of the first template */
    } cases[] = {
        {"s0tc", 1, 2, PL_PLACE_S, "", 'c'},
        {"b3w", 1, 1, PL_PLACE_B + 3, "", 'w'},
        {"d0.lw+d0.lc", 1, 2, PL_PLACE_D, "l", 'c'},
        {"s1.rrt", 1, 1, PL_PLACE_S + 1, "rr", 't'},
        {"d0c+d0.Rw+s0.Low", 1, 3, PL_PLACE_S, "o", 'w'},
        {"s0.Rot", 1, 1, PL_PLACE_S, "O", 't'},
        {"s0.lLw", 1, 1, PL_PLACE_S, "lL", 'w'},
        {"d0.Gw", 1, 1, PL_PLACE_D, "G", 'w'},
        {"d0c+d0.Got", 1, 2, PL_PLACE_D, "p", 't'},
        {"s0.Hw+s0.lHow", 1, 2, PL_PLACE_S, "lP", 'w'},
        {"s0.ruwc", 1, 2, PL_PLACE_S, "ru", 'c'},
        {"d0xy", 1, 2, PL_PLACE_D, "", 'y'},
        {"b*wt s0w", 2, 2, PL_PLACE_QUEUE, "", 't'},
        {"# nothing\n\n s0w # and a comment\n\ts0w  s0t", 2, 1, PL_PLACE_S, "", 'w'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_error err;
        assert_int_equal(pl_templates_parse(&t, "test", cases[i].text, &err), 0);
        assert_int_equal(t.list.n, cases[i].n_templates);
        assert_int_equal(t.list.at[0].n, cases[i].n_atoms);
        pl_atom last = t.list.at[0].atoms[t.list.at[0].n - 1];
        assert_int_equal(last.place, cases[i].place);
        assert_string_equal(t.fields[last.field].path, cases[i].path);
        assert_int_equal(t.fields[last.field].value, cases[i].value);
        pl_templates_release(&t);
    }
}

static void bad(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"s0", "expected one of the fields"},
        {"s0w\n\nq0w", "test:3: template q0w: an atom begins with a place"},
        {"s9w", "s goes up to s4"},
        {"b12w", "b goes up to b6"},
        {"s0.w", "after a dot stands a path"},
        {"s0.Lrw", "after a dot"},
        {"s0.lrlrlw", "after a dot"},
        {"s0w+", "an atom begins with a place"},
        {"s0t-d0t", "expected + or a field, found '-d0t'"},
        {"s0-", "an atom begins with a place"},
        {"s0-d9", "d goes up to d3"},
        {"s0w-d0", "a distance is like s0-d0, or s0w-d0w of head words"},
        {"s0-d0w", "expected + or a field, found 'w'"},
        {"s0z", "expected one of the fields"},
        {"s0c+b*w", "b* is every word of the buffer"},
        {"s0-b*", "b* is every word of the buffer"},
        {"b*", "expected one of the fields"},
        {"s0wwwwwwwww", "more than 8 atoms"},
        {"include", "include takes the name of one set"},
        {"include no-such-set", "no-such-set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_error err;
        assert_int_equal(pl_templates_parse(&t, "test", cases[i].text, &err), -1);
        if (strstr(err.text, cases[i].message) == NULL)
            fail_msg("'%s' gives '%s'", cases[i].text, err.text);
        pl_templates_release(&t);
    }
}

static void distances(void **state)
{
    (void)state;
    pl_templates t = {0};
    pl_error err;
    assert_int_equal(
        pl_templates_parse(&t, "test", "s0c+s0-d0 s0-d0 s0w-b0w+d0t s0-d0+d0-b1", &err),
        0);
    static const pl_distance expected[] = {{PL_PLACE_S, PL_PLACE_D, false},
                                           {PL_PLACE_S, PL_PLACE_B, true},
                                           {PL_PLACE_D, PL_PLACE_B + 1, false}};
    assert_int_equal(t.n_distances, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(t.distances[i].from, expected[i].from);
        assert_int_equal(t.distances[i].to, expected[i].to);
        assert_int_equal(t.distances[i].heads, expected[i].heads);
    }
    assert_int_equal(t.list.at[3].atoms[1].place, PL_PLACE_DISTANCE);
    assert_int_equal(t.list.at[3].atoms[1].field, 2);
    pl_features f;
    pl_features_compile(&f, &t); /* s0-d0 looks at S and D */
    assert_int_equal(f.first[PL_GROUP_REST + 1] - f.first[PL_GROUP_REST], 4);
    pl_features_release(&f);
    pl_templates_release(&t);
}

/* The sets that come with pleach; those of Coavoux and Crabbé have 40, 40 + 11 and 40 +
 * 11 + 25, those of Maier and Lichte 42, 42 + 15, and 26 or 1 more. A system's own set
 * goes before one of the same name. */
static void shipped(void **state)
{
    (void)state;
    static const struct {
        const char *own, *name;
        uint32_t n, n_queue;
    } cases[] = {
        {NULL, "baseline", 40, 0},      {NULL, "extended", 51, 0},
        {NULL, "spans", 76, 0},         {NULL, "best", 104, 0},
        {"swap-", "baseline", 42, 0},   {"swap-", "extended", 57, 0},
        {"swap-", "disco", 83, 0},      {"swap-", "full-queue", 57, 1},
        {"swap-", "all", 83, 1},        {"swap-", "spans", 76, 0},
        {NULL, "swap-extended", 57, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_error err;
        assert_int_equal(pl_templates_load(&t, cases[i].own, cases[i].name, &err), 0);
        assert_int_equal(t.list.n, cases[i].n + cases[i].n_queue);
        pl_features_compile(&f, &t);
        assert_int_equal(f.n, cases[i].n);
        assert_int_equal(f.n_queue, cases[i].n_queue);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
}

/* Fields and paths of items: a unary node over a node with a gap of two words over words
 * 0 and 3, joined with word 1 (which fills one of two) and then with word 2. */
static void values(void **state)
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
    assert_int_equal(pl_templates_parse(&t, "test", "s0x s0y s0.uw s0.lw s0.luw", &err),
                     0);
    pl_features_compile(&f, &t);
    uint32_t words[] = {10, 11, 12, 13}, tags[] = {20, 21, 22, 23};
    pl_values v = {words, tags, 4, 1};
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),    cmocka_unit_test(bad),    cmocka_unit_test(distances),
        cmocka_unit_test(shipped), cmocka_unit_test(values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
