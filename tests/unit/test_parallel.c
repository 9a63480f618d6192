/* The pool of threads: every part is done once, whatever the numbers. */
#include "unit.h"

#include "base/parallel.h"

#include <stdatomic.h>

enum { MOST = 2000 };

typedef struct work {
    atomic_int done[MOST];
    unsigned n_threads;
} work;

static void do_part(void *context, unsigned thread, size_t part)
{
    work *w = context;
    assert_true(thread < w->n_threads);
    atomic_fetch_add(&w->done[part], 1);
}

static void each_part_once(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 7, MOST};
    for (unsigned threads = 1; threads <= 5; threads++) {
        pl_pool *pool = pl_pool_new(threads);
        for (int round = 0; round < 20; round++)
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
                static work w;
                for (size_t i = 0; i < MOST; i++)
                    atomic_store(&w.done[i], 0);
                w.n_threads = pl_pool_threads(pool);
                pl_pool_run(pool, sizes[k], do_part, &w);
                for (size_t i = 0; i < MOST; i++)
                    assert_int_equal(atomic_load(&w.done[i]), i < sizes[k]);
            }
        pl_pool_free(pool);
    }
    pl_pool_free(NULL);
}

/* Half of what parallel.c asks for; more than musl and macOS give by default. */
static void use_stack(void *context, unsigned thread, size_t part)
{
    volatile char room[4 * 1024 * 1024];
    for (size_t i = 0; i < sizeof room; i += 1024)
        room[i] = (char)part;
    atomic_fetch_add((atomic_int *)context, room[0] == (char)part);
}

static void threads_have_stack(void **state)
{
    (void)state;
    atomic_int done = 0;
    pl_pool *pool = pl_pool_new(3);
    pl_pool_run(pool, 100, use_stack, &done);
    assert_int_equal(atomic_load(&done), 100);
    pl_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_once),
        cmocka_unit_test(threads_have_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
