/* What is remembered is right; what is not there is not found. */
#include "unit.h"

#include "base/hash.h"
#include "base/memo.h"

enum { BITS = 6, N_KEYS = 500, N_ROUNDS = 20 };

static void remembers(void **state)
{
    (void)state;
    pl_memo m;
    pl_rng rng = {3};
    size_t n_found = 0;
    pl_memo_init(&m, BITS, sizeof(uint32_t));
    for (uint32_t i = 0; i < N_KEYS * N_ROUNDS; i++) {
        uint32_t number = pl_rng_below(&rng, 1 + pl_rng_below(&rng, N_KEYS));
        uint64_t key = pl_mix(number) | 1;
        uint32_t *value = pl_memo_find(&m, key);
        n_found += value != NULL;
        if (value == NULL)
            *(value = pl_memo_take(&m, key)) = number;
        assert_int_equal(*value, number);
        assert_ptr_equal(pl_memo_find(&m, key), value);
    }
    assert_in_range(n_found, 1000, N_KEYS * N_ROUNDS - 1);
    pl_memo_forget(&m);
    for (uint32_t i = 0; i < N_KEYS; i++)
        assert_null(pl_memo_find(&m, pl_mix(i) | 1));
    pl_memo_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(remembers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
