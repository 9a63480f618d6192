/* Places for rows: none overlap, those left are used again, and small ones lie in one line. */
#include "unit.h"

#include "learn/places.h"

#include <string.h>

enum { N = 3000, LINE = 64 };

static const size_t sizes[] = {16, 32, 64, 128, 400, 5008};
enum { FORMS = sizeof sizes / sizeof *sizes };

/* Fills each place with a byte of its own and looks for it when all are taken. */
static void places_do_not_overlap(void **state)
{
    (void)state;
    static uint32_t places[N];
    pl_places p = {0};
    memcpy(p.bytes, sizes, sizeof sizes);
    for (unsigned round = 0; round < 2; round++) {
        size_t room = p.room;
        for (uint32_t i = 0; i < N; i++) {
            places[i] = pl_places_take(&p, i % FORMS);
            assert_int_not_equal(places[i], 0);
            memset(pl_place_at(&p, places[i]), (int)(i & 0xff), sizes[i % FORMS]);
        }
        for (uint32_t i = 0; i < N; i++) {
            const uint8_t *at = pl_place_at(&p, places[i]);
            size_t last = sizes[i % FORMS] - 1;
            assert_int_equal(at[0], i & 0xff);
            assert_int_equal(at[last], i & 0xff);
            if (last < LINE)
                assert_int_equal((uintptr_t)at / LINE, (uintptr_t)(at + last) / LINE);
        }
        for (uint32_t i = 0; i < N; i++)
            pl_places_leave(&p, places[i], i % FORMS);
        if (round > 0)
            assert_int_equal(p.room, room);
    }
    pl_places_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_do_not_overlap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
