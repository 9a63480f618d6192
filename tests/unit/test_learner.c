/* The perceptron's table and the compact one against plain arrays. */
#include "unit.h"

#include "base/byteorder.h"
#include "learn/compact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEATURES = 3000, MOST = 300 };

/* The textbook: a matrix of weights and a matrix of their sums over time. */
typedef struct textbook {
    int weight[FEATURES][MOST];
    double sum[FEATURES][MOST];
    uint64_t time;
} textbook;

static uint64_t hash_of(uint32_t feature)
{
    return pl_mix(feature + 1);
}

/* Every third update concerns one of four features, which get weights for nearly all
 * actions; most of the others have few. */
static void learn(pl_learner *l, textbook *t, uint32_t n_actions, uint64_t seed)
{
    pl_rng rng = {seed};
    t->time = 1;
    for (int step = 0; step < 400; step++) {
        for (int k = 0; k < 60; k++) {
            uint32_t most = k % 3 == 0 ? 4 : FEATURES;
            uint32_t f = pl_rng_below(&rng, 1 + pl_rng_below(&rng, most));
            uint32_t a = pl_rng_below(&rng, n_actions);
            int change = pl_rng_below(&rng, 2) ? 1 : -1;
            pl_learner_update(l, hash_of(f), a, change);
            t->weight[f][a] += change;
            t->sum[f][a] += (double)t->time * change;
        }
        pl_learner_tick(l);
        t->time++;
    }
}

static void compare(pl_weights w, uint32_t n_actions, textbook *t)
{
    int32_t *sums = calloc(PL_SUMS_ROOM(n_actions), sizeof *sums);
    for (uint32_t f = 0; f < FEATURES; f++) {
        uint64_t hash = hash_of(f);
        const void *row;
        memset(sums, 0, n_actions * sizeof *sums);
        size_t n_found = w.find(w.table, &hash, 1, &row);
        w.add(w.table, &row, n_found, sums);
        for (uint32_t a = 0; a < n_actions; a++)
            assert_int_equal(sums[a], t->weight[f][a]);
    }
    free(sums);
}

/* All features at once give the sum of their rows, in whatever order they are found; so do
 * many changes at once. */
static void many_at_once(void **state)
{
    (void)state;
    enum { ACTIONS = 161, N = 2000 };
    static uint64_t hashes[N];
    static const void *rows[N];
    static pl_change changes[N];
    int32_t sums[PL_SUMS_ROOM(ACTIONS)] = {0}, wanted[ACTIONS] = {0};
    pl_learner *l = pl_learner_new(ACTIONS);
    pl_rng rng = {7};
    for (uint32_t i = 0; i < N; i++) {
        hashes[i] = hash_of(i);
        for (uint32_t k = 0; k < i % 50; k++) { /* none, single ones, lists, dense rows */
            uint32_t a = (i + k * (i % 7)) % ACTIONS;
            pl_learner_update(l, hashes[i], a, 1 + (int)k);
            wanted[a] += 1 + (int)k;
        }
        uint32_t f = pl_rng_below(&rng, N), a = pl_rng_below(&rng, ACTIONS);
        changes[i] = (pl_change){hash_of(f), a, (int32_t)pl_rng_below(&rng, 9) - 4};
        wanted[a] += changes[i].change;
    }
    pl_learner_change(l, changes, N);
    pl_weights w = pl_learner_weights(l);
    w.prefetch(w.table, hashes, N);
    w.add(w.table, rows, w.find(w.table, hashes, N, rows), sums);
    assert_memory_equal(sums, wanted, sizeof wanted);
    pl_learner_free(l);
}

/* The same from a checkpoint; frees the first. */
static pl_learner *saved_and_loaded(pl_learner *l)
{
    pl_str bytes = {0};
    uint32_t n_actions = pl_learner_weights(l).n_actions;
    pl_learner_save(l, &bytes);
    pl_learner_free(l);
    const char *at = bytes.at, *end = at + bytes.n;
    l = pl_learner_load(&at, end, n_actions, 1);
    assert_ptr_equal(at, end);
    pl_str_release(&bytes);
    assert_non_null(l);
    return l;
}

/* Bytes that are cut off, and numbers that promise more than there is, give no learner and
 * take no memory for it. */
static void refuses_nonsense(void **state)
{
    (void)state;
    pl_str bytes = {0};
    pl_learner *l = pl_learner_new(3);
    for (uint32_t i = 0; i < 5; i++)
        pl_learner_update(l, pl_mix(i), i % 3, 1);
    pl_learner_save(l, &bytes);
    pl_learner_free(l);
    for (size_t n = 0; n < bytes.n; n++) {
        char *cut = malloc(n + !n); /* of its size, so that reading too far is seen */
        memcpy(cut, bytes.at, n);
        const char *at = cut;
        assert_null(pl_learner_load(&at, cut + n, 3, 1));
        free(cut);
    }
    static const size_t numbers[] = {8, 24}; /* rows, weights of the first */
    for (size_t i = 0; i < 2; i++)
        for (unsigned bit = 3; bit < 64; bit++) {
            uint64_t old, absurd = (uint64_t)1 << bit;
            memcpy(&old, bytes.at + numbers[i], sizeof old);
            pl_file_order(&absurd, 1, sizeof absurd);
            memcpy(bytes.at + numbers[i], &absurd, sizeof absurd);
            const char *at = bytes.at;
            assert_null(pl_learner_load(&at, bytes.at + bytes.n, 3, 1));
            memcpy(bytes.at + numbers[i], &old, sizeof old);
        }
    pl_str_release(&bytes);
}

/* A learner that was saved gives the same bytes as one that was not, whatever is learnt
 * afterwards: also where rows go over the end of the index. */
static void checkpoints_change_nothing(void **state)
{
    (void)state;
    pl_learner *plain = pl_learner_new(7), *saved = pl_learner_new(7);
    pl_rng rng = {41};
    for (uint32_t step = 0; step < 90000; step++) {
        uint64_t hash = pl_mix(pl_rng_below(&rng, 50000));
        if (step % 100 == 0)
            hash |= (uint64_t)0xffff << 48;
        int change = step % 2 ? 1 : -1;
        pl_learner_update(plain, hash, step % 7, change);
        pl_learner_update(saved, hash, step % 7, change);
        pl_learner_tick(plain);
        pl_learner_tick(saved);
        if (step == 4000 || step == 50000)
            saved = saved_and_loaded(saved);
    }
    pl_bytes a = pl_compact_new(plain, 0), b = pl_compact_new(saved, 0);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.at, b.at, a.size);
    pl_bytes_release(&a);
    pl_bytes_release(&b);
    pl_learner_free(plain);
    pl_learner_free(saved);
}

static void weights_are_the_textbooks(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {2, 40, 256, 300};
    textbook *t = malloc(sizeof *t);
    for (size_t k = 0; k < 4; k++) {
        pl_learner *l = pl_learner_new(sizes[k]);
        memset(t, 0, sizeof *t);
        learn(l, t, sizes[k], k);
        compare(pl_learner_weights(l), sizes[k], t);
        compare(pl_learner_plain_weights(l), sizes[k], t);
        l = saved_and_loaded(l);
        compare(pl_learner_weights(l), sizes[k], t);
        pl_learner_free(l);
    }
    free(t);
}

/* Weights that grow out of a byte, in single pairs, lists and dense rows, in either direction,
 * until they are as large as they can be; of a learner with a unit, too. */
static void weights_grow_to_any_size(void **state)
{
    (void)state;
    enum { ACTIONS = 161, N = 60 };
    static const int changes[] = {1, -1, 127, -128, 128, -129, 300, -300, 32000, -32000};
    static const int units[] = {1, 16};
    for (size_t u = 0; u < 2; u++) {
        static int32_t wanted[N][ACTIONS];
        pl_learner *l = pl_learner_new(ACTIONS);
        pl_rng rng = {u};
        memset(wanted, 0, sizeof wanted);
        pl_learner_set_unit(l, units[u]);
        for (uint32_t step = 0; step < 20000; step++) {
            uint32_t i = pl_rng_below(&rng, N), a = pl_rng_below(&rng, 1 + 3 * (i % 50));
            int change = changes[pl_rng_below(&rng, i < 50 ? 6 : 10)];
            int32_t now = wanted[i][a] + change * units[u];
            wanted[i][a] = now > INT16_MAX ? INT16_MAX : now < INT16_MIN ? INT16_MIN : now;
            pl_learner_update(l, hash_of(i), a, change);
        }
        for (uint32_t i = 0; i < N; i++)
            for (uint32_t plain = 0; plain < 2; plain++) {
                pl_weights w = plain ? pl_learner_plain_weights(l) : pl_learner_weights(l);
                int32_t sums[PL_SUMS_ROOM(ACTIONS)] = {0};
                uint64_t hash = hash_of(i);
                pl_weights_add(&w, &hash, 1, sums);
                assert_memory_equal(sums, wanted[i], sizeof wanted[i]);
            }
        pl_learner_free(l);
    }
}

/* A feature of all actions that a learner can have, many times those of a parser. */
static void rows_grow_to_any_size(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {10920, 10928, 20000, UINT16_MAX};
    uint64_t hash = hash_of(0);
    for (size_t k = 0; k < 4; k++) {
        pl_learner *l = pl_learner_new(sizes[k]);
        for (uint32_t a = 0; a < sizes[k]; a++)
            pl_learner_update(l, hash, a, (int)(a % 7) - 3);
        pl_weights w = pl_learner_weights(l);
        int32_t *sums = calloc(PL_SUMS_ROOM(sizes[k]), sizeof *sums);
        const void *row;
        assert_int_equal(w.find(w.table, &hash, 1, &row), 1);
        w.add(w.table, &row, 1, sums);
        for (uint32_t a = 0; a < sizes[k]; a++)
            assert_int_equal(sums[a], (int)(a % 7) - 3);
        free(sums);
        pl_learner_free(l);
    }
}

static double average(const textbook *t, uint32_t f, uint32_t a)
{
    return t->weight[f][a] - t->sum[f][a] / (double)t->time;
}

/* Averages, rounded and with small ones left out, as compact.h says. */
static void compact_is_the_rounded_average(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_actions;
        double prune;
    } cases[] = {{2, 0}, {40, 0}, {256, 0.3}, {300, 0}};
    textbook *t = malloc(sizeof *t);
    for (size_t k = 0; k < 4; k++) {
        uint32_t n = cases[k].n_actions;
        pl_learner *l = pl_learner_new(n);
        memset(t, 0, sizeof *t);
        learn(l, t, n, k + 10);
        pl_bytes b = pl_compact_new(l, cases[k].prune);
        pl_error err;
        assert_int_equal(pl_compact_check(b.at, b.size, n, &err), 0);
        pl_weights w = pl_compact_weights(b.at), plain = pl_compact_plain_weights(b.at);
        int32_t *sums = calloc(PL_SUMS_ROOM(n), sizeof *sums);
        int32_t *again = calloc(PL_SUMS_ROOM(n), sizeof *again);
        for (uint32_t f = 0; f < FEATURES; f++) {
            uint64_t hash = hash_of(f);
            const void *row, *same;
            double most = 0;
            memset(sums, 0, n * sizeof *sums);
            size_t n_found = w.find(w.table, &hash, 1, &row);
            assert_int_equal(plain.find(plain.table, &hash, 1, &same), n_found);
            assert_true(row == same);
            w.add(w.table, &row, n_found, sums);
            memset(again, 0, n * sizeof *again);
            plain.add(plain.table, &row, n_found, again);
            assert_memory_equal(sums, again, n * sizeof *sums);
            for (uint32_t a = 0; a < n; a++)
                most = fmax(most, fabs(average(t, f, a)));
            double unit = 1;
            while (lrint(most * PL_COMPACT_SCALE / unit) > 127)
                unit *= 2;
            for (uint32_t a = 0; a < n; a++) {
                double mean = average(t, f, a);
                double exact = mean * PL_COMPACT_SCALE;
                if (sums[a] != 0 || fabs(mean) >= cases[k].prune)
                    assert_true(fabs(sums[a] - exact) <= unit / 2 + 0.01);
                if (fabs(mean) < cases[k].prune - 1e-6)
                    assert_int_equal(sums[a], 0);
            }
        }
        free(sums);
        free(again);
        pl_bytes_release(&b);
        pl_learner_free(l);
    }
    free(t);
}

/* A feature may be known to one learner, to some or to all of them. */
static void mean_is_the_mean(void **state)
{
    (void)state;
    enum { LEARNERS = 3, ACTIONS = 40 };
    pl_learner *learners[LEARNERS];
    textbook *books[LEARNERS];
    for (uint32_t k = 0; k < LEARNERS; k++) {
        learners[k] = pl_learner_new(ACTIONS);
        books[k] = calloc(1, sizeof *books[k]);
        learn(learners[k], books[k], ACTIONS, 20 + k);
        for (uint32_t step = 0; step < 10 * k; step++, books[k]->time++)
            pl_learner_tick(learners[k]); /* their times differ */
    }
    const pl_learner *const *all = (const pl_learner *const *)learners;
    pl_bytes block = pl_compact_mean(all, LEARNERS, 0);
    pl_weights w = pl_compact_weights(block.at);
    for (uint32_t f = 0; f < FEATURES; f++) {
        uint64_t hash = hash_of(f);
        const void *row;
        int32_t sums[PL_SUMS_ROOM(ACTIONS)] = {0};
        double exact[ACTIONS] = {0}, most = 0, unit = 1;
        w.add(w.table, &row, w.find(w.table, &hash, 1, &row), sums);
        for (uint32_t a = 0; a < ACTIONS; a++) {
            for (uint32_t k = 0; k < LEARNERS; k++)
                exact[a] += PL_COMPACT_SCALE * average(books[k], f, a) / LEARNERS;
            most = fmax(most, fabs(exact[a]));
        }
        while (lrint(most / unit) > 127)
            unit *= 2;
        for (uint32_t a = 0; a < ACTIONS; a++)
            assert_true(fabs(sums[a] - exact[a]) <= unit / 2 + 0.01);
    }
    pl_bytes_release(&block);
    /* The mean of a learner and itself is what it has learnt. */
    block = pl_compact_new(learners[0], 0.1);
    pl_bytes again =
        pl_compact_mean((const pl_learner *[]){learners[0], learners[0]}, 2, 0.1);
    assert_int_equal(block.size, again.size);
    assert_memory_equal(block.at, again.at, block.size);
    pl_bytes_release(&block);
    pl_bytes_release(&again);
    for (uint32_t k = 0; k < LEARNERS; k++) {
        pl_learner_free(learners[k]);
        free(books[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkpoints_change_nothing),
        cmocka_unit_test(refuses_nonsense),
        cmocka_unit_test(weights_are_the_textbooks),
        cmocka_unit_test(weights_grow_to_any_size),
        cmocka_unit_test(rows_grow_to_any_size),
        cmocka_unit_test(many_at_once),
        cmocka_unit_test(compact_is_the_rounded_average),
        cmocka_unit_test(mean_is_the_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
