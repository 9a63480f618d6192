/* The template notation: what it means, and what is wrong with bad templates. */
#include "unit.h"

#include "features/extract.h"

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
        {"# nothing\n\n s0w # and a comment\n\ts0w  s0t", 2, 1, PL_PLACE_S, "", 'w'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_err err;
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
        {"s0x", "expected one of the fields"},
        {"s0wwwwwwwww", "more than 8 atoms"},
        {"include", "include takes the name of one set"},
        {"include no-such-set", "no-such-set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_err err;
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
    pl_err err;
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

/* The sets that come with pleach; the paper's have 40, 40 + 11 and 40 + 11 + 25. */
static void shipped(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t n;
    } cases[] = {{"baseline", 40}, {"extended", 51}, {"spans", 76}, {"best", 104}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_err err;
        assert_int_equal(pl_templates_load(&t, cases[i].name, &err), 0);
        assert_int_equal(t.list.n, cases[i].n);
        pl_features_compile(&f, &t);
        assert_int_equal(f.n, cases[i].n);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),
        cmocka_unit_test(bad),
        cmocka_unit_test(distances),
        cmocka_unit_test(shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
