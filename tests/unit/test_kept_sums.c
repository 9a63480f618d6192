/* Sums that are remembered are those of the rows. */
#include "learn/kept_sums.h"

#include "learn/compact.h"
#include "unit.h"

enum { N_FEATURES = 4000, N_GROUPS = 3, IN_GROUP = 5, N_ROUNDS = 20000 };

static pl_bytes learn(uint32_t n_names)
{
    pl_rng rng = {7};
    pl_learner *l = pl_learner_new(n_names);
    for (uint64_t i = 0; i < 10 * N_FEATURES; i++) {
        uint64_t hash = pl_mix(1 + pl_rng_below(&rng, N_FEATURES));
        pl_learner_update(l, hash, pl_rng_below(&rng, n_names),
                          (int)pl_rng_below(&rng, 9) - 4);
        if (i % 10 == 0) /* some rows are dense */
            for (uint32_t k = 0; k < n_names; k++)
                pl_learner_update(l, pl_mix(1 + i % 97), k, (int)(k % 5) - 2);
        pl_learner_tick(l);
    }
    pl_bytes block = pl_compact_new(l, 0.01);
    pl_learner_free(l);
    return block;
}

/* The features of a group that sees one number. */
static void features_of(uint32_t group, uint32_t number, uint64_t hashes[IN_GROUP])
{
    for (uint32_t i = 0; i < IN_GROUP; i++)
        hashes[i] = pl_mix(1 + (number * 31 + group * 7 + i * 13) % (N_FEATURES + 500));
}

static void check(uint32_t n_names, bool plain)
{
    pl_bytes block = learn(n_names);
    pl_weights weights = pl_compact_weights(block.at);
    pl_kept_sums r;
    pl_rng rng = {11};
    size_t n_found = 0;
    int32_t *sums = calloc(PL_SUMS_ROOM(n_names), sizeof *sums);
    int32_t *right = calloc(PL_SUMS_ROOM(n_names), sizeof *right);
    pl_kept_init(&r, &weights, N_GROUPS);
    if (plain)
        r.add = pl_sums_adder(true);
    for (int round = 0; round < N_ROUNDS; round++) {
        const int32_t *parts[N_GROUPS];
        uint64_t hashes[IN_GROUP];
        memset(right, 0, PL_SUMS_ROOM(n_names) * sizeof *right);
        for (uint32_t g = 0; g < N_GROUPS; g++) {
            uint32_t number = pl_rng_below(&rng, 1 + pl_rng_below(&rng, N_FEATURES));
            uint64_t key = pl_kept_key(number, g, 0, 0);
            features_of(g, number, hashes);
            pl_weights_add(&weights, hashes, IN_GROUP, right);
            parts[g] = pl_kept_find(&r, g, key);
            n_found += parts[g] != NULL;
            if (parts[g] == NULL)
                parts[g] = pl_kept_put(&r, g, key, hashes, IN_GROUP);
        }
        pl_kept_add(&r, parts, N_GROUPS, sums);
        assert_memory_equal(sums, right, n_names * sizeof *sums);
    }
    assert_in_range(n_found, N_ROUNDS / 10, N_GROUPS * N_ROUNDS - 1);
    pl_kept_release(&r);
    pl_kept_release(&r);
    pl_bytes_release(&block);
    free(sums);
    free(right);
}

static void sums_are_those_of_rows(void **unused)
{
    (void)unused;
    static const uint32_t names[] = {2, 32, 33, 203, 300};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check(names[i], false);
        check(names[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
