/* Rows of a compact table added many at a time, against the plain way and against rows that
 * are added one by one. */
#include "unit.h"

#include "base/hash.h"
#include "learn/compact.h"
#include "learn/spread.h"

#include <stdlib.h>
#include <string.h>

enum { N = 1500 };

static uint64_t hash_of(uint32_t feature)
{
    return pl_mix(feature + 1);
}

/* Rows of every length up to `longest`, with weights of every size: single actions, lists
 * in buckets and elsewhere, lists too long to be copied, dense rows, every shift. */
static pl_bytes make_table(uint32_t n_actions, uint32_t longest, uint64_t seed)
{
    pl_learner *l = pl_learner_new(n_actions);
    pl_rng rng = {seed};
    for (uint32_t i = 0; i < N; i++) {
        uint32_t n = i % (longest + 1), size = pl_rng_below(&rng, 14);
        uint32_t step = 1 + pl_rng_below(&rng, n_actions / (longest + 1));
        for (uint32_t k = 0; k < n; k++) {
            int weight = 1 + (int)pl_rng_below(&rng, 1u << size);
            pl_learner_update(l, hash_of(i), (i + k * step) % n_actions,
                              pl_rng_below(&rng, 2) ? weight : -weight);
        }
    }
    pl_learner_tick(l);
    pl_bytes block = pl_compact_new(l, 0);
    pl_learner_free(l);
    return block;
}

/* The same rows in the form that some processors have, all at once and one by one. */
static void compare_spread(const void *block, uint32_t n, const uint64_t *hashes)
{
    static const void *rows[N], *same[N];
    pl_weights plain = pl_compact_plain_weights(block);
    pl_spread *spread = pl_spread_new(block);
    size_t room = PL_SUMS_ROOM(n) * sizeof(int32_t);
    int32_t *a = calloc(1, room), *b = calloc(1, room);
    if (spread != NULL) {
        pl_weights w = pl_spread_weights(spread);
        assert_true(n <= 256 && w.n_actions == n);
        w.prefetch(w.table, hashes, N);
        size_t found = w.find(w.table, hashes, N, rows);
        assert_int_equal(plain.find(plain.table, hashes, N, same), found);
        for (size_t i = 0; i < found; i++) {
            w.add(w.table, rows + i, 1, a);
            plain.add(plain.table, same + i, 1, b);
            assert_memory_equal(a, b, n * sizeof *a);
        }
        for (size_t n_rows = 0; n_rows <= found; n_rows += 1 + n_rows / 2) {
            w.add(w.table, rows + found - n_rows, n_rows, a);
            plain.add(plain.table, same + found - n_rows, n_rows, b);
            assert_memory_equal(a, b, n * sizeof *a);
        }
        pl_spread_free(spread);
    }
    free(a);
    free(b);
}

static void same_sums(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_actions, longest;
    } cases[] = {{2, 1},     {16, 9},   {64, 30},   {100, 40}, {161, 60},
                 {192, 100}, {230, 57}, {256, 100}, {300, 90}, {700, 400}};
    static uint64_t hashes[N];
    static const void *rows[N], *same[N];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint32_t n = cases[k].n_actions;
        pl_bytes block = make_table(n, cases[k].longest, k);
        pl_error err;
        assert_int_equal(pl_compact_check(block.at, block.size, n, &err), 0);
        pl_weights fast = pl_compact_weights(block.at);
        pl_weights plain = pl_compact_plain_weights(block.at);
        size_t room = PL_SUMS_ROOM(n) * sizeof(int32_t);
        int32_t *a = calloc(1, room), *b = calloc(1, room), *c = calloc(1, room);
        for (uint32_t i = 0; i < N; i++)
            hashes[i] = hash_of(i);
        size_t found = fast.find(fast.table, hashes, N, rows);
        assert_int_equal(plain.find(plain.table, hashes, N, same), found);
        assert_memory_equal(rows, same, found * sizeof *rows);
        for (size_t first = 0; first < found; first += 200) { /* some, and all at last */
            size_t some = found - first;
            fast.add(fast.table, rows + first, some, a);
            plain.add(plain.table, rows + first, some, b);
            for (size_t i = 0; i < some; i++)
                fast.add(fast.table, rows + first + some - 1 - i, 1, c);
            assert_memory_equal(a, b, n * sizeof *a);
            assert_memory_equal(a, c, n * sizeof *a);
        }
        for (size_t i = 0; i < found / 2; i++) { /* large rows before small ones */
            const void *swap = rows[i];
            rows[i] = rows[found - 1 - i];
            rows[found - 1 - i] = swap;
        }
        fast.add(fast.table, rows, found, a);
        plain.add(plain.table, rows, found, b);
        assert_memory_equal(a, b, n * sizeof *a);
        compare_spread(block.at, n, hashes);
        free(a);
        free(b);
        free(c);
        pl_bytes_release(&block);
    }
}

/* Looks for features, and adds what is found; whoever reads or writes outside is caught. */
static void use(pl_weights w, const uint64_t *hashes, int32_t *sums)
{
    static const void *rows[N];
    w.prefetch(w.table, hashes, N);
    w.add(w.table, rows, w.find(w.table, hashes, N, rows), sums);
}

/* Tables with some bytes changed are refused, or every way to use them stays inside and has
 * the same sums. */
static void damaged(void **state)
{
    (void)state;
    static const uint32_t actions[] = {16, 100, 256, 300};
    static uint64_t hashes[N];
    uint32_t n_passed = 0, n_refused = 0;
    pl_rng rng = {7};
    for (uint32_t i = 0; i < N; i++)
        hashes[i] = hash_of(i);
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++) {
        uint32_t n = actions[k];
        size_t room = PL_SUMS_ROOM(n) * sizeof(int32_t);
        int32_t *a = calloc(1, room), *b = calloc(1, room), *c = calloc(1, room);
        pl_bytes block = make_table(n, n / 3, k);
        pl_error err;
        for (int round = 0; round < 150; round++) {
            uint8_t *bytes = block.owned, before[8];
            uint32_t at[8];
            for (int i = 0; i < 8; i++) { /* not the header, which tells the size */
                at[i] = 64 + pl_rng_below(&rng, (uint32_t)block.size - 64);
                before[i] = bytes[at[i]];
                bytes[at[i]] = (uint8_t)pl_rng_below(&rng, 256);
            }
            bool passed = pl_compact_check(block.at, block.size, n, &err) == 0;
            n_passed += passed;
            n_refused += !passed;
            pl_spread *spread = passed ? pl_spread_new(block.at) : NULL;
            if (passed) {
                memset(b, 0, room);
                use(pl_compact_weights(block.at), hashes, memset(a, 0, room));
                use(pl_compact_plain_weights(block.at), hashes, b);
                assert_memory_equal(a, b, n * sizeof *a);
            }
            if (spread != NULL) {
                use(pl_spread_weights(spread), hashes, memset(c, 0, room));
                assert_memory_equal(c, b, n * sizeof *c);
            }
            pl_spread_free(spread);
            for (int i = 8; i-- > 0;)
                bytes[at[i]] = before[i];
        }
        free(a);
        free(b);
        free(c);
        pl_bytes_release(&block);
    }
    assert_true(n_passed > 50 && n_refused > 50);
}

/* The first large row of a block, and how many bytes large rows have. */
static uint8_t *large_rows(const pl_bytes *block, size_t *bytes)
{
    pl_compact_header h = pl_compact_info(block->at);
    *bytes = h.far_bytes;
    return (uint8_t *)block->owned + block->size - h.far_bytes;
}

/* Learning makes no weights of -128, but a file may have them: sums of 16 bits must not
 * overflow, whatever the shifts are. */
static void lowest_weights(void **state)
{
    (void)state;
    enum { ACTIONS = 16, HEAD = 3 };
    static const uint8_t shifts[] = {8, 0, 0, 7, 7, 0, 0, 1, 6, 9};
    uint64_t hashes[N];
    size_t room = PL_SUMS_ROOM(ACTIONS) * sizeof(int32_t), bytes;
    int32_t *a = calloc(1, room), *b = calloc(1, room);
    pl_bytes block = make_table(ACTIONS, ACTIONS - 1, 5);
    uint8_t *row = large_rows(&block, &bytes), *end = row + bytes;
    pl_error err;
    for (size_t i = 0; row < end; i++) {
        uint32_t n = row[1] | (uint32_t)row[2] << 8, all = n == PL_COMPACT_DENSE;
        row[0] = (uint8_t)((row[0] & 0xf0) | shifts[i % sizeof shifts]);
        memset(row + HEAD + (all ? 0 : n), 0x80, all ? ACTIONS : n);
        row += HEAD + (all ? ACTIONS : 2 * n);
    }
    assert_int_equal(pl_compact_check(block.at, block.size, ACTIONS, &err), 0);
    for (uint32_t i = 0; i < N; i++)
        hashes[i] = hash_of(i);
    use(pl_compact_weights(block.at), hashes, a);
    use(pl_compact_plain_weights(block.at), hashes, b);
    assert_memory_equal(a, b, ACTIONS * sizeof *a);
    compare_spread(block.at, ACTIONS, hashes);
    free(a);
    free(b);
    pl_bytes_release(&block);
}

/* A row that begins within another one is refused: processors that copy rows one after the
 * other would not find it. */
static void rows_within_rows(void **state)
{
    (void)state;
    enum { ACTIONS = 16, WITHIN = 7 };
    size_t bytes;
    pl_error err;
    pl_bytes block = make_table(ACTIONS, ACTIONS - 1, 5);
    uint8_t *row = large_rows(&block, &bytes), *bucket = (uint8_t *)block.owned + 64;
    uint8_t *large = NULL;
    static const uint8_t list[] = {PL_COMPACT_FAR << 4, 1, 0, 0, 99};
    for (; large == NULL; bucket += PL_COMPACT_BUCKET)
        for (uint32_t k = 0; k < bucket[0] && large == NULL; k++) {
            uint8_t *at = bucket + bucket[2 + 2 * bucket[0] + k];
            large = *at >> 4 == PL_COMPACT_FAR ? at : NULL;
        }
    memcpy(row + WITHIN, list, sizeof list);
    assert_int_equal(pl_compact_check(block.at, block.size, ACTIONS, &err), 0);
    memcpy(large + 1, (uint8_t[]){WITHIN, 0, 0, 0}, 4);
    assert_int_equal(pl_compact_check(block.at, block.size, ACTIONS, &err), -1);
    pl_bytes_release(&block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_sums), cmocka_unit_test(damaged),
        cmocka_unit_test(lowest_weights), cmocka_unit_test(rows_within_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
