/* Arenas: alignment, independence of cells, reuse after a reset, large cells. */
#include "base/arena.h"
#include "unit.h"

#include <string.h>

static void cells_are_aligned_and_apart(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    unsigned char *cells[200];
    size_t sizes[200];
    pl_rng rng = {3};
    for (int i = 0; i < 200; i++) {
        sizes[i] = pl_rng_below(&rng, 5000);
        cells[i] = pl_arena_alloc(&m, sizes[i]);
        assert_int_equal((uintptr_t)cells[i] % 16, 0);
        memset(cells[i], i, sizes[i]);
    }
    for (int i = 0; i < 200; i++) /* nobody wrote into another's cell */
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(cells[i][k], i);
    pl_arena_release(&m);
}

static void zero_is_zero_after_reuse(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    for (int round = 0; round < 3; round++) {
        memset(pl_arena_alloc(&m, 1000), 0xff, 1000);
        const char *p = pl_arena_zero(&m, 100, 7);
        for (int i = 0; i < 700; i++)
            assert_int_equal(p[i], 0);
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
}

static void reset_keeps_the_memory(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    size_t held = 0;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 1000; i++)
            pl_arena_alloc(&m, 1000);
        if (round == 0)
            held = pl_arena_size(&m);
        assert_true(pl_arena_size(&m) <= held + held / 2);
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    assert_int_equal(pl_arena_size(&m), 0);
}

static void large_cells_get_their_own_chunk(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    char *small = pl_arena_strdup(&m, "small");
    char *large = pl_arena_alloc(&m, 20u << 20);
    large[0] = large[(20u << 20) - 1] = 'x';
    assert_string_equal(small, "small");
    assert_true(pl_arena_size(&m) >= 20u << 20);
    pl_arena_release(&m);
}

/* Cells of growing and shrinking sizes: what is held stays near to what is used at most. */
static void gathered_memory_is_one_piece(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {9};
    size_t most = 0;
    for (int round = 0; round < 200; round++) {
        size_t used = 0;
        pl_arena_gather(&m);
        for (int i = 0; i < 20; i++) {
            size_t n = pl_rng_below(&rng, 1u << 20);
            memset(pl_arena_alloc(&m, n), round, n);
            used += n;
        }
        most = used > most ? used : most;
    }
    assert_true(pl_arena_size(&m) < 2 * most + (16u << 20));
    pl_arena_release(&m);
}

static void text(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    assert_null(pl_arena_strdup(&m, NULL));
    assert_string_equal(pl_arena_strdup(&m, ""), "");
    assert_string_equal(pl_arena_strndup(&m, "abcdef", 3), "abc");
    assert_string_equal(pl_arena_printf(&m, "%s-%d", "a", 12), "a-12");
    char *grown = pl_arena_grow(&m, "abc", 3, 10);
    assert_memory_equal(grown, "abc", 3);
    assert_non_null(pl_arena_grow(&m, NULL, 0, 10));
    pl_arena_release(&m);
    pl_arena_release(&m); /* twice is fine */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_aligned_and_apart),
        cmocka_unit_test(zero_is_zero_after_reuse),
        cmocka_unit_test(reset_keeps_the_memory),
        cmocka_unit_test(large_cells_get_their_own_chunk),
        cmocka_unit_test(gathered_memory_is_one_piece),
        cmocka_unit_test(text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
