/* Passes over examples: each once, in an order that the seed decides. */
#include "learn/classifier.h"

#include "unit.h"

#include <string.h>

enum { N = 50, PASSES = 3 };

typedef struct job {
    size_t seen[N * PASSES];
    size_t n;
    uint32_t n_passes, n_scored;
    atomic_bool stop;
} job;

static bool learn(void *self, size_t example)
{
    job *j = self;
    j->seen[j->n++] = example;
    if (j->n == N + 7)
        atomic_store(&j->stop, true);
    return example % 5 == 0;
}

static void after(void *self, pl_pass *pass)
{
    job *j = self;
    j->n_scored++;
    pass->dev = pass->number;
}

static void progress(void *context, const pl_pass *pass)
{
    job *j = context;
    j->n_passes++;
    assert_int_equal(pass->number, j->n_passes);
    assert_int_equal(pass->n_examples, N);
    assert_int_equal(pass->n_wrong, N / 5);
    assert_true(pass->dev == j->n_scored);
}

static void run(job *j, uint64_t seed)
{
    pl_error err;
    pl_epochs how = {.n = PASSES, .seed = seed, .progress = progress, .context = j};
    assert_int_equal(pl_epochs_run(&how, N, learn, after, j, &err), 0);
}

static void each_example_once_per_pass(void **unused)
{
    (void)unused;
    job a = {0}, b = {0}, c = {0};
    run(&a, 1);
    run(&b, 1);
    run(&c, 2);
    assert_int_equal(a.n_passes, PASSES);
    for (size_t pass = 0; pass < PASSES; pass++) {
        bool seen[N] = {false};
        for (size_t i = 0; i < N; i++)
            seen[a.seen[pass * N + i]] = true;
        for (size_t i = 0; i < N; i++)
            assert_true(seen[i]);
    }
    assert_memory_equal(a.seen, b.seen, sizeof a.seen);
    assert_true(memcmp(a.seen, c.seen, sizeof a.seen) != 0);
    assert_true(memcmp(a.seen, a.seen + N, N * sizeof *a.seen) != 0);
}

static void it_stops_at_the_next_example(void **unused)
{
    (void)unused;
    job j = {0};
    pl_error err;
    pl_epochs how = {.n = PASSES, .progress = progress, .context = &j, .stop = &j.stop};
    assert_int_equal(pl_epochs_run(&how, N, learn, after, &j, &err), -1);
    assert_int_equal(err.code, PL_STOPPED);
    assert_int_equal(j.n, N + 7);
    assert_int_equal(j.n_passes, 1);
}

static void nothing_to_do(void **unused)
{
    (void)unused;
    pl_error err;
    pl_epochs none = {.n = 0}, how = {.n = 2};
    assert_int_equal(pl_epochs_run(&none, N, learn, NULL, NULL, &err), 0);
    assert_int_equal(pl_epochs_run(&how, 0, learn, NULL, NULL, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_example_once_per_pass),
        cmocka_unit_test(it_stops_at_the_next_example),
        cmocka_unit_test(nothing_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
