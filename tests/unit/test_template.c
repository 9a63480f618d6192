/* The template notation: what it means, and what is wrong with bad templates; the hashes
 * of compiled ones. */
#include "unit.h"

#include "parser/item_values.h"
#include "parser/pair_values.h"

#include <string.h>

#define ITEMS &pl_items_notation
#define ARCS  &pl_arcs_notation

static void good(void **state)
{
    (void)state;
    static const struct {
        const pl_notation *notation;
        const char *text;
        size_t n_templates, n_atoms;
        uint8_t place;
        const char *path;
        char value; /* of the last atom of the first template */
    } cases[] = {
        {ITEMS, "s0tc", 1, 2, PL_PLACE_S, "", 'c'},
        {ITEMS, "b3w", 1, 1, PL_PLACE_B + 3, "", 'w'},
        {ITEMS, "d0.lw+d0.lc", 1, 2, PL_PLACE_D, "l", 'c'},
        {ITEMS, "s1.rrt", 1, 1, PL_PLACE_S + 1, "rr", 't'},
        {ITEMS, "d0c+d0.Rw+s0.Low", 1, 3, PL_PLACE_S, "o", 'w'},
        {ITEMS, "s0.Rot", 1, 1, PL_PLACE_S, "O", 't'},
        {ITEMS, "s0.lLw", 1, 1, PL_PLACE_S, "lL", 'w'},
        {ITEMS, "d0.Gw", 1, 1, PL_PLACE_D, "G", 'w'},
        {ITEMS, "d0c+d0.Got", 1, 2, PL_PLACE_D, "p", 't'},
        {ITEMS, "s0.Hw+s0.lHow", 1, 2, PL_PLACE_S, "lP", 'w'},
        {ITEMS, "s0.ruwc", 1, 2, PL_PLACE_S, "ru", 'c'},
        {ITEMS, "d0xy", 1, 2, PL_PLACE_D, "", 'y'},
        {ITEMS, "b*wt s0w", 2, 2, PL_PLACE_QUEUE, "", 't'},
        {ITEMS, "# nothing\n\n s0w # and a comment\n\ts0w  s0t", 2, 1, PL_PLACE_S, "",
         'w'},
        {ARCS, "s0wp+n0p", 1, 3, PL_DEP_N0, "", 'p'},
        {ARCS, "g1w+s0.l2p", 1, 2, PL_DEP_S0, "\2", 'p'},
        {ARCS, "d+n2.hX s0w s0w", 2, 2, PL_DEP_N2, "\5", 'X'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_error err;
        assert_int_equal(
            pl_templates_parse(&t, cases[i].notation, "test", cases[i].text, &err), 0);
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
        const pl_notation *notation;
        const char *text, *message;
    } cases[] = {
        {ITEMS, "s0", "expected one of the fields"},
        {ITEMS, "s0w\n\nq0w", "test:3: template q0w: an atom begins with a place"},
        {ITEMS, "s9w", "s goes up to s4"},
        {ITEMS, "b12w", "b goes up to b6"},
        {ITEMS, "s0.w", "after a dot stands a path"},
        {ITEMS, "s0.Lrw", "after a dot"},
        {ITEMS, "s0.lrlrlw", "after a dot"},
        {ITEMS, "s0w+", "an atom begins with a place"},
        {ITEMS, "s0t-d0t", "expected + or a field, found '-d0t'"},
        {ITEMS, "s0-", "an atom begins with a place"},
        {ITEMS, "s0-d9", "d goes up to d3"},
        {ITEMS, "s0w-d0", "a distance is like s0-d0, or s0w-d0w of head words"},
        {ITEMS, "s0-d0w", "expected + or a field, found 'w'"},
        {ITEMS, "s0z", "expected one of the fields"},
        {ITEMS, "s0c+b*w", "b* is every word of the buffer"},
        {ITEMS, "s0-b*", "b* is every word of the buffer"},
        {ITEMS, "b*", "expected one of the fields"},
        {ITEMS, "s0wwwwwwwww", "more than 8 atoms"},
        {ITEMS, "include", "include takes the name of one set"},
        {ITEMS, "include no-such-set", "only files can include a set, here no-such-set"},
        {ARCS, "q0w",
         "an atom begins with s0, s1, s2, g0, g1, n0, n1 or n2, or is d, not"},
        {ARCS, "s3w", "s goes up to s2"},
        {ARCS, "s0", "expected one of the fields wpqfbecvVxX"},
        {ARCS, "s0.xw", "after a dot stands l, l2, r, r2, h or h2, not 'xw'"},
        {ARCS, "s0.lrw", "after a dot stands l, l2, r, r2, h or h2, not 'lrw'"},
        {ARCS, "s0w+", "an atom begins with"},
        {ARCS, "s0w*", "expected + or a field, found '*'"},
        {ARCS, "s0-n0", "expected one of the fields"},
        {ARCS, "include dep", "only files can include a set"},
        {ARCS, "s0wpqfcvVxX", "more than 8 atoms"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_error err;
        assert_int_equal(
            pl_templates_parse(&t, cases[i].notation, "test", cases[i].text, &err), -1);
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
    assert_int_equal(pl_templates_parse(&t, ITEMS, "test",
                                        "s0c+s0-d0 s0-d0 s0w-b0w+d0t s0-d0+d0-b1", &err),
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
    pl_features_compile(&f, &t, PL_FAR_NO); /* s0-d0 looks at S and D */
    assert_int_equal(f.first[PL_GROUP_REST + 1] - f.first[PL_GROUP_REST], 4);
    pl_features_release(&f);
    pl_templates_release(&t);
}

/* The sets that come with pleach; those of Coavoux and Crabbé have 40, 40 + 11 and 40 +
 * 11 + 25, those of Maier and Lichte 42, 42 + 15, and 26 or 1 more, that of Zhang and
 * Nivre 72. A system's own set goes before one of the same name. */
static void shipped(void **state)
{
    (void)state;
    static const struct {
        const pl_notation *notation;
        const char *own, *name;
        uint32_t n, n_queue;
    } cases[] = {
        {ITEMS, NULL, "baseline", 40, 0},      {ITEMS, NULL, "extended", 51, 0},
        {ITEMS, NULL, "spans", 76, 0},         {ITEMS, NULL, "best", 104, 0},
        {ITEMS, "swap-", "baseline", 42, 0},   {ITEMS, "swap-", "extended", 57, 0},
        {ITEMS, "swap-", "disco", 83, 0},      {ITEMS, "swap-", "full-queue", 57, 1},
        {ITEMS, "swap-", "all", 83, 1},        {ITEMS, "swap-", "spans", 76, 0},
        {ITEMS, NULL, "swap-extended", 57, 0}, {ITEMS, "ml-gap-", "best", 163, 0},
        {ITEMS, "ml-gap-", "spans", 76, 0},    {ARCS, NULL, "dep", 72, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_error err;
        assert_int_equal(
            pl_templates_load(&t, cases[i].notation, cases[i].own, cases[i].name, &err),
            0);
        assert_int_equal(t.list.n, cases[i].n + cases[i].n_queue);
        pl_features_compile(&f, &t, PL_FAR_NO);
        assert_int_equal(f.n, cases[i].n);
        assert_int_equal(f.n_queue, cases[i].n_queue);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
}

/* Model files contain hashes of features: they never change. */
static void hashes(void **state)
{
    (void)state;
    static const struct {
        const pl_notation *notation;
        const char *text;
        uint64_t near, far; /* hashes with distances 0 and 3 in O */
    } cases[] = {
        {ITEMS, "s0w+d0.lLc+s0-b0", 0x45dd43aa3fb16bf5u, 0x45dd43aa3fb16bf5u},
        {ITEMS, "b*wt", 0xd5c07dcf5041cbc0u, 0xd5c07dcf5041cbc0u},
        {ARCS, "s0wp+n0.l2c+d", 0x6e767021e79aa182u, 0xb52e5fa391215de8u},
        {ARCS, "g1.hx", 0x5acb2e53c9700ffbu, 0x36ce44796d374feau},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_error err;
        uint32_t values[PL_MAX_FIELDS];
        const uint32_t *at[PL_N_PLACES + 1];
        uint64_t found[2];
        for (uint32_t k = 0; k < PL_MAX_FIELDS; k++)
            values[k] = 10 + k;
        for (uint32_t k = 0; k <= PL_N_PLACES; k++)
            at[k] = values;
        assert_int_equal(
            pl_templates_parse(&t, cases[i].notation, "test", cases[i].text, &err), 0);
        pl_features_compile(&f, &t, PL_FAR_BOTH);
        f.n = 1; /* those of b* too */
        assert_int_equal(pl_feature_hashes(&f, 0, 1, at, 3, found), 2);
        assert_true(found[1] == pl_feature_hash(&f.list[0], at));
        assert_true(found[0] == cases[i].far);
        assert_true(found[1] == cases[i].near);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),    cmocka_unit_test(bad),    cmocka_unit_test(distances),
        cmocka_unit_test(shipped), cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
