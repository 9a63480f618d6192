/* The pool of threads: every part is done once, whatever the numbers. A flow that is
 * halted. */
#include "unit.h"

#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

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

/* -- a flow that is halted ------------------------------------------------------------ */

enum { ITEMS = 8, MOMENT = 10000, MOMENTS = 6000 }; /* microseconds; of a minute */

static struct {
    pl_flow flow;
    int slots[ITEMS];
    atomic_int n_read, n_worked, n_written, may_write, halted;
} stopped;

static int read_number(void *context, void *slot)
{
    (void)context;
    *(int *)slot = atomic_fetch_add(&stopped.n_read, 1);
    return *(int *)slot < ITEMS;
}

static void count_work(void *context, unsigned thread, void *slot)
{
    (void)context, (void)thread, (void)slot;
    atomic_fetch_add(&stopped.n_worked, 1);
}

static int write_number(void *context, void *slot)
{
    (void)context;
    while (!atomic_load(&stopped.may_write))
        usleep(MOMENT);
    return *(int *)slot == atomic_fetch_add(&stopped.n_written, 1) ? 0 : -1;
}

static void *run_flow(void *unused)
{
    pl_flow_run(&stopped.flow, 2);
    return unused;
}

static void *halt_flow(void *unused)
{
    atomic_store(&stopped.halted, pl_flow_halt(&stopped.flow));
    return unused;
}

static void wait_until(atomic_int *n, int is)
{
    for (int i = 0; i < MOMENTS && atomic_load(n) != is; i++)
        usleep(MOMENT);
    assert_int_equal(atomic_load(n), is);
}

/* While the first item is written all others are ready: whoever halts writes them. */
static void halting_writes_what_is_ready(void **state)
{
    (void)state;
    pthread_t runs, halts;
    stopped.flow = (pl_flow){.slots = stopped.slots,
                             .n_slots = ITEMS,
                             .slot_size = sizeof *stopped.slots,
                             .read = read_number,
                             .work = count_work,
                             .write = write_number};
    assert_false(pl_flow_halt(&stopped.flow));
    assert_int_equal(pthread_create(&runs, NULL, run_flow, NULL), 0);
    wait_until(&stopped.n_worked, ITEMS);
    assert_int_equal(pthread_create(&halts, NULL, halt_flow, NULL), 0);
    usleep(20 * MOMENT); /* it waits for the one that is written */
    atomic_store(&stopped.may_write, 1);
    wait_until(&stopped.halted, 1);
    assert_int_equal(atomic_load(&stopped.n_written), ITEMS);
    pthread_detach(runs); /* it never ends */
    pthread_join(halts, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_once),
        cmocka_unit_test(threads_have_stack),
        cmocka_unit_test(halting_writes_what_is_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
