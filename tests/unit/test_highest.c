/* The highest of many scores, also where several are equal. */
#include "learn/highest.h"

#include "base/hash.h"
#include "unit.h"

enum { MOST = 300, N_ROUNDS = 20000 };

static void it_is_the_first_of_the_highest(void **unused)
{
    (void)unused;
    pl_rng rng = {5};
    int32_t *scores = malloc(MOST * sizeof *scores);
    for (int round = 0; round < N_ROUNDS; round++) {
        uint32_t n = 1 + pl_rng_below(&rng, 1 + pl_rng_below(&rng, MOST));
        uint32_t range = 1 + pl_rng_below(&rng, 50);
        for (uint32_t i = 0; i < n; i++)
            scores[MOST - n + i] = (int32_t)pl_rng_below(&rng, range) - 60;
        const int32_t *at = scores + MOST - n; /* nothing behind it may be read */
        uint32_t found = pl_highest(at, n);
        assert_int_equal(found, pl_highest_plain(at, n));
        for (uint32_t i = 0; i < n; i++)
            assert_true(at[i] < at[found] || (at[i] == at[found] && i >= found));
    }
    free(scores);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_first_of_the_highest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
