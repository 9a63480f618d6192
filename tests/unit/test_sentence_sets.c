/* Sets of sentences: what was added is in them after reading, whatever was changed in the
 * bytes is refused or is another set within its limit. */
#include "unit.h"

#include "format/sentence_sets.h"

#include <string.h>

/* Rare, common and nearly everywhere; the last two take bits, not lists. */
static bool has(uint32_t text, uint32_t sentence)
{
    return text == 0   ? sentence == 70000
           : text == 1 ? sentence % 1000 == 3
           : text == 2 ? sentence % 3 == 0
                       : sentence % 50 != 7;
}

enum { N = 140000, TEXTS = 4 };

static void fill(pl_sets *s)
{
    for (uint32_t i = 0; i < N; i++) {
        uint32_t texts[2 * TEXTS];
        size_t n = 0;
        for (uint32_t k = 0; k < TEXTS; k++)
            if (has(k, i))
                texts[n++] = k, texts[n++] = k;
        pl_sets_add(s, texts, n);
    }
    pl_sets_sort(s);
}

static void bytes_of(const pl_sets *sets, uint32_t k, pl_str *bytes)
{
    size_t begin = sets->starts.at[k];
    pl_set_bytes(sets->sentences + begin, sets->starts.at[k + 1] - begin, bytes);
}

static void round_trip(void **unused)
{
    (void)unused;
    pl_sets sets = {0};
    pl_str bytes = {0};
    if (!pl_sets_built)
        skip();
    fill(&sets);
    for (uint32_t k = 0; k < TEXTS; k++) {
        size_t n = 0;
        bytes_of(&sets, k, &bytes);
        pl_set *s = pl_set_read(bytes.at, bytes.n, N);
        assert_non_null(s);
        for (uint32_t i = 0; i < N; i++) {
            assert_int_equal(pl_set_has(s, i), has(k, i));
            n += has(k, i);
        }
        assert_int_equal(pl_set_count(s), n);
        pl_set_free(s);
        assert_null(pl_set_read(bytes.at, bytes.n - 1, N));
        assert_null(pl_set_read(bytes.at, bytes.n, 70000));
    }
    pl_str_release(&bytes);
    pl_sets_release(&sets);
}

static void damaged_ones_are_refused(void **unused)
{
    (void)unused;
    pl_sets sets = {0};
    pl_str bytes = {0};
    pl_rng rng = {9};
    if (!pl_sets_built)
        skip();
    fill(&sets);
    for (uint32_t round = 0; round < 4000; round++) {
        bytes_of(&sets, round % TEXTS, &bytes);
        size_t at = pl_rng_below(&rng, (uint32_t)(round & 8 ? bytes.n : 18));
        bytes.at[at] ^= (char)(1 << pl_rng_below(&rng, 8));
        pl_set *s = pl_set_read(bytes.at, bytes.n, N);
        assert_true(s == NULL || pl_set_count(s) <= N);
        pl_set_free(s);
    }
    pl_str_release(&bytes);
    pl_sets_release(&sets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(damaged_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
