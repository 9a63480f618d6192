/* Remembered sums: who owns them, and what is forgotten when. */
#include "unit.h"

#include "parser/sums.h"

enum { N = 8, ROOM = 20 };

static void oldest_goes_first(void **state)
{
    (void)state;
    pl_sum_store store;
    pl_sum *owners[3 * N] = {NULL};
    pl_sum_store_init(&store, N, ROOM);
    for (uint32_t i = 0; i < 3 * N; i++) {
        pl_sum_store_step(&store);
        pl_sum *sum = pl_sum_store_take(&store, &owners[i]);
        assert_ptr_equal(owners[i], sum);
        assert_int_equal((uintptr_t)sum->scores % 16, 0);
        for (int k = 0; k < ROOM; k++)
            sum->scores[k] = (int32_t)i;
        for (uint32_t k = 0; k <= i; k++) { /* the last N are there, unchanged */
            assert_true((owners[k] != NULL) == (k + N > i));
            if (owners[k] != NULL)
                assert_int_equal(owners[k]->scores[ROOM - 1], k);
        }
    }
    pl_sum_store_release(&store);
}

static void the_current_step_stays(void **state)
{
    (void)state;
    pl_sum_store store;
    pl_sum *used = NULL, *others[5 * N] = {NULL};
    pl_sum_store_init(&store, N, ROOM);
    pl_sum_store_take(&store, &used);
    for (uint32_t i = 0; i < 5 * N; i++) {
        pl_sum_store_step(&store);
        used->step = store.step;
        pl_sum_store_take(&store, &others[i]);
        assert_non_null(used);
        assert_ptr_not_equal(used, others[i]);
    }
    pl_sum_store_release(&store);
}

/* After a sentence its items are gone: nobody writes to them any more. */
static void a_sentence_is_forgotten(void **state)
{
    (void)state;
    pl_sum_store store;
    pl_sum_store_init(&store, N, ROOM);
    for (int sentence = 0; sentence < 3; sentence++) {
        pl_sum **owners = malloc(N * sizeof *owners);
        pl_sum_store_forget(&store);
        for (uint32_t i = 0; i < N; i++) {
            owners[i] = NULL;
            pl_sum_store_step(&store);
            pl_sum_store_take(&store, &owners[i]);
        }
        for (uint32_t i = 1; i < N; i++)
            assert_ptr_not_equal(owners[i - 1], owners[i]);
        free(owners);
    }
    pl_sum_store_release(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oldest_goes_first),
        cmocka_unit_test(the_current_step_stays),
        cmocka_unit_test(a_sentence_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
