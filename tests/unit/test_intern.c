/* Interning, hashing, random numbers and bit sets. */
#include "base/intern.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static void ids_are_in_the_order_of_first_sight(void **unused)
{
    (void)unused;
    pl_intern t = {0};
    assert_int_equal(pl_intern_find(&t, "NP"), PL_NONE);
    assert_int_equal(pl_intern_add(&t, "NP"), 0);
    assert_int_equal(pl_intern_add(&t, "VP"), 1);
    assert_int_equal(pl_intern_add(&t, "NP"), 0);
    assert_int_equal(pl_intern_add(&t, ""), 2);
    assert_int_equal(pl_intern_add_n(&t, "VPX", 2), 1);
    assert_int_equal(pl_intern_find_n(&t, "NPX", 3), PL_NONE);
    assert_int_equal(pl_intern_find(&t, "N"), PL_NONE); /* no prefix matches */
    assert_int_equal(t.n, 3);
    assert_string_equal(t.at[1], "VP");
    pl_intern_release(&t);
    assert_int_equal(pl_intern_find(&t, "NP"), PL_NONE);
}

static void many_strings_survive_growth(void **unused)
{
    (void)unused;
    pl_intern t = {0};
    char text[32];
    for (uint32_t i = 0; i < 20000; i++) {
        snprintf(text, sizeof text, "w%u", i * 7);
        assert_int_equal(pl_intern_add(&t, text), i);
    }
    for (uint32_t i = 0; i < 20000; i++) {
        snprintf(text, sizeof text, "w%u", i * 7);
        assert_int_equal(pl_intern_find(&t, text), i);
        assert_string_equal(t.at[i], text);
    }
    pl_intern_release(&t);
}

/* Short strings are remembered: each is found again among others, from any address, and
 * not after all are gone. */
static void short_strings_come_again(void **unused)
{
    (void)unused;
    pl_intern t = {0};
    char text[32];
    pl_rng rng = {7};
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 20000; i++) {
            uint32_t n = (uint32_t)snprintf(text, sizeof text, "%.*s%u", (int)pl_rng_below(&rng, 5),
                                  "abcd", pl_rng_below(&rng, 3000));
            uint32_t had = pl_intern_find_n(&t, text, n), n_had = t.n;
            uint32_t id = pl_intern_add_n(&t, text, n);
            assert_int_equal(id, had != PL_NONE ? had : n_had);
            assert_string_equal(t.at[id], text);
            assert_int_equal(t.n, had != PL_NONE ? n_had : n_had + 1);
        }
        pl_intern_clear(&t);
        assert_int_equal(pl_intern_find(&t, text), PL_NONE);
        assert_int_equal(pl_intern_find(&t, "12"), PL_NONE);
    }
    pl_intern_release(&t);
}

/* The values are written into files: they may never change. */
static void hash_values_are_pinned(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        uint64_t hash;
    } cases[] = {
        {"", 0xe220a8397b1dcdafu},
        {"a", 0x6232969000262121u},
        {"pleach", 0x402b2c940a34f707u},
        {"a string of more than eight bytes", 0xd1991f97173eb64bu},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (pl_hash(cases[i].text, strlen(cases[i].text)) != cases[i].hash)
            fail_msg("%s: 0x%llx", cases[i].text,
                     (unsigned long long)pl_hash(cases[i].text, strlen(cases[i].text)));
}

static void hash_sees_every_byte(void **unused)
{
    (void)unused;
    char text[40];
    memset(text, 'x', sizeof text);
    for (size_t n = 1; n <= sizeof text; n++) {
        uint64_t whole = pl_hash(text, n);
        assert_true(whole != pl_hash(text, n - 1));
        for (size_t i = 0; i < n; i++) {
            text[i] = 'y';
            assert_true(pl_hash(text, n) != whole);
            text[i] = 'x';
        }
    }
}

static void random_numbers_repeat_and_spread(void **unused)
{
    (void)unused;
    pl_rng a = {42}, b = {42};
    for (int i = 0; i < 100; i++)
        assert_true(pl_rng_next(&a) == pl_rng_next(&b));
    uint32_t seen[7] = {0};
    for (int i = 0; i < 70000; i++) {
        uint32_t x = pl_rng_below(&a, 7);
        assert_true(x < 7);
        seen[x]++;
    }
    for (int i = 0; i < 7; i++) /* 10000 expected, standard deviation 93 */
        assert_in_range(seen[i], 9500, 10500);
    assert_int_equal(pl_rng_below(&a, 1), 0);
}

static void bits(void **unused)
{
    (void)unused;
    static const size_t sizes[][2] = {{0, 0},  {1, 1},  {63, 1},
                                      {64, 1}, {65, 2}, {129, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(pl_bits_words(sizes[i][0]), sizes[i][1]);
    uint64_t set[3] = {0};
    for (size_t i = 0; i < 192; i += 5)
        pl_bit_set(set, i);
    for (size_t i = 0; i < 192; i++)
        assert_int_equal(pl_bit_test(set, i), i % 5 == 0);
    pl_bit_clear(set, 190);
    pl_bit_clear(set, 191);
    assert_false(pl_bit_test(set, 190));
    assert_false(pl_bit_test(set, 191));
    assert_true(pl_bit_test(set, 185));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_in_the_order_of_first_sight),
        cmocka_unit_test(many_strings_survive_growth),
        cmocka_unit_test(short_strings_come_again),
        cmocka_unit_test(hash_values_are_pinned),
        cmocka_unit_test(hash_sees_every_byte),
        cmocka_unit_test(random_numbers_repeat_and_spread),
        cmocka_unit_test(bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
