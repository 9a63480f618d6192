/* The perceptron's table and the compact one against plain arrays. */
#include "unit.h"

#include "model/compact.h"

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

static void learn(pl_learner *l, textbook *t, uint32_t n_actions, uint64_t seed)
{
    pl_rng rng = {seed};
    t->time = 1;
    for (int step = 0; step < 400; step++) {
        for (int k = 0; k < 60; k++) {
            uint32_t f = pl_rng_below(&rng, 1 + pl_rng_below(&rng, FEATURES));
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
        /* A checkpoint gives the same. */
        char path[] = "/tmp/pleach-learner-XXXXXX";
        pl_err err;
        close(mkstemp(path));
        pl_out *out = pl_out_open(path, &err);
        pl_learner_save(l, out);
        assert_int_equal(pl_out_close(out, &err), 0);
        pl_learner_free(l);
        pl_in *in = pl_in_open(path, &err);
        l = pl_learner_load(in, &err);
        pl_in_close(in);
        unlink(path);
        assert_non_null(l);
        compare(pl_learner_weights(l), sizes[k], t);
        pl_learner_free(l);
    }
    free(t);
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
        size_t size;
        void *block = pl_compact_new(l, cases[k].prune, &size);
        pl_err err;
        assert_int_equal(pl_compact_check(block, size, n, &err), 0);
        pl_weights w = pl_compact_weights(block), plain = pl_compact_plain_weights(block);
        int32_t *sums = calloc(PL_SUMS_ROOM(n), sizeof *sums);
        int32_t *again = calloc(PL_SUMS_ROOM(n), sizeof *again);
        for (uint32_t f = 0; f < FEATURES; f++) {
            uint64_t hash = hash_of(f);
            const void *row;
            double most = 0;
            memset(sums, 0, n * sizeof *sums);
            size_t n_found = w.find(w.table, &hash, 1, &row);
            w.add(w.table, &row, n_found, sums);
            memset(again, 0, n * sizeof *again);
            plain.add(plain.table, &row, n_found, again);
            assert_memory_equal(sums, again, n * sizeof *sums);
            for (uint32_t a = 0; a < n; a++)
                most = fmax(most, fabs(t->weight[f][a] - t->sum[f][a] / (double)t->time));
            double unit = 1;
            while (lrint(most * PL_COMPACT_SCALE / unit) > 127)
                unit *= 2;
            for (uint32_t a = 0; a < n; a++) {
                double average = t->weight[f][a] - t->sum[f][a] / (double)t->time;
                double exact = average * PL_COMPACT_SCALE;
                if (sums[a] != 0 || fabs(average) >= cases[k].prune)
                    assert_true(fabs(sums[a] - exact) <= unit / 2 + 0.01);
                if (fabs(average) < cases[k].prune - 1e-6)
                    assert_int_equal(sums[a], 0);
            }
        }
        free(sums);
        free(again);
        free(block);
        pl_learner_free(l);
    }
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_the_textbooks),
        cmocka_unit_test(compact_is_the_rounded_average),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
