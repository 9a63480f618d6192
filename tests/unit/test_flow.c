/* Items that flow through several threads: order, bounds, ends and failures. */
#include "unit.h"

#include "base/alloc.h"
#include "base/parallel.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct item {
    unsigned number, result;
} item;

typedef struct job {
    unsigned n, next, expected;
    unsigned read_fails, write_fails;    /* at this item; UINT_MAX: never */
    unsigned n_idle, weight, max_weight; /* weight of an item; 0 is 1 */
    size_t together; /* items that are prepared at once; 0: they are not */
    atomic_uint n_prepared;
    atomic_uint at_once, most;
    atomic_bool reading, writing;
} job;

static int read_item(void *context, void *slot)
{
    job *j = context;
    assert_false(atomic_exchange(&j->reading, true));
    item *i = slot;
    int got = j->next == j->read_fails ? -1 : j->next < j->n;
    *i = (item){.number = j->next++};
    if (got > 0) {
        unsigned now = atomic_fetch_add(&j->at_once, 1) + 1, most = atomic_load(&j->most);
        while (now > most && !atomic_compare_exchange_weak(&j->most, &most, now))
            ;
    }
    atomic_store(&j->reading, false);
    return got > 0 && j->weight > 0 ? (int)j->weight : got;
}

static void work(void *context, unsigned thread, void *slot)
{
    (void)context;
    (void)thread;
    item *i = slot;
    volatile unsigned x = i->number;
    for (unsigned k = 0; k < (i->number * 7919) % 2000; k++)
        x = x * 3 + 1;
    i->result = i->number * 2;
}

static int write_item(void *context, void *slot)
{
    job *j = context;
    assert_false(atomic_exchange(&j->writing, true));
    const item *i = slot;
    int got = i->number == j->write_fails ? -1 : 0;
    assert_int_equal(i->number, j->expected);
    assert_int_equal(i->result, 2 * i->number);
    j->expected++;
    atomic_fetch_sub(&j->at_once, 1);
    atomic_store(&j->writing, false);
    return got;
}

/* Every fifth item is waited for. */
static bool ready(void *context)
{
    const job *j = context;
    return j->next % 5 != 0;
}

static void prepare(void *context, unsigned thread, void *const *slots, size_t n)
{
    job *j = context;
    (void)thread;
    assert_in_range(n, 2, j->together);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(((item *)slots[i])->number, ((item *)slots[0])->number + i);
    assert_true(((item *)slots[0])->number / 5 == ((item *)slots[n - 1])->number / 5);
    atomic_fetch_add(&j->n_prepared, (unsigned)n);
}

static void idle(void *context)
{
    job *j = context;
    j->n_idle++;
}

static int run(job *j, unsigned n_slots, unsigned n_threads)
{
    item *slots = pl_alloc_zero(n_slots, sizeof *slots);
    pl_flow f = {.context = j,
                 .slots = slots,
                 .n_slots = n_slots,
                 .slot_size = sizeof *slots,
                 .max_weight = j->max_weight,
                 .read = read_item,
                 .work = work,
                 .ready = j->together > 0 ? ready : NULL,
                 .prepare = prepare,
                 .at_once = j->together,
                 .write = write_item,
                 .idle = idle};
    int got = pl_flow_run(&f, n_threads);
    free(slots);
    return got;
}

static void in_order(void **state)
{
    (void)state;
    static const unsigned sizes[] = {0, 1, 2, 7, 1000};
    for (unsigned threads = 1; threads <= 8; threads *= 2)
        for (unsigned slots = 1; slots <= 64; slots *= 4)
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
                job j = {.n = sizes[k], .read_fails = UINT_MAX, .write_fails = UINT_MAX};
                assert_int_equal(run(&j, slots, threads), 0);
                assert_int_equal(j.expected, sizes[k]);
                assert_true(j.most <= slots);
                assert_true(sizes[k] == 0 || j.n_idle > 0);
                if (slots == 1) /* each is written before the next is read */
                    assert_int_equal(j.n_idle, sizes[k]);
            }
}

/* Items that are there are prepared together, others are not waited for. */
static void together(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++)
        for (unsigned slots = 1; slots <= 16; slots *= 4)
            for (size_t n = 1; n <= 8; n += 7) {
                job j = {.n = 203, .read_fails = UINT_MAX, .write_fails = UINT_MAX};
                j.together = n;
                assert_int_equal(run(&j, slots, threads), 0);
                assert_int_equal(j.expected, 203);
                assert_true(j.most <= slots);
                assert_true(slots > 1 && n > 1 ? j.n_prepared > 0 : j.n_prepared == 0);
            }
    job bad = {.n = 100, .read_fails = 43, .write_fails = UINT_MAX, .together = 8};
    assert_int_equal(run(&bad, 16, 2), -1);
    assert_int_equal(bad.expected, 43);
}

/* Heavy items: only so many at once, but always one. */
static void heavy_items(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        job j = {.n = 200, .read_fails = UINT_MAX, .write_fails = UINT_MAX};
        j.weight = 10;
        j.max_weight = 25;
        assert_int_equal(run(&j, 64, threads), 0);
        assert_int_equal(j.expected, 200);
        assert_true(j.most <= 3);
        job k = {.n = 20, .read_fails = UINT_MAX, .write_fails = UINT_MAX};
        k.weight = 1000;
        k.max_weight = 1;
        assert_int_equal(run(&k, 64, threads), 0);
        assert_int_equal(k.expected, 20);
        assert_int_equal(k.most, 1);
    }
}

static void failures(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        job reading = {.n = 100, .read_fails = 40, .write_fails = UINT_MAX};
        assert_int_equal(run(&reading, 8, threads), -1);
        assert_int_equal(reading.expected, 40); /* what came before is written */
        job writing = {.n = 100, .read_fails = UINT_MAX, .write_fails = 40};
        assert_int_equal(run(&writing, 8, threads), -1);
        assert_int_equal(writing.expected, 41); /* nothing after it */
        job first = {.n = 100, .read_fails = 0, .write_fails = UINT_MAX};
        assert_int_equal(run(&first, 8, threads), -1);
        assert_int_equal(first.expected, 0);
    }
}

/* -- halting --------------------------------------------------------------------------- */

enum { STUCK = 3 }; /* the number of an item whose work never ends */

static atomic_uint n_done;

static void work_or_hang(void *context, unsigned thread, void *slot)
{
    item *i = slot;
    while (i->number == STUCK)
        pause();
    work(context, thread, slot);
    atomic_fetch_add(&n_done, 1);
}

static void *run_stuck(void *flow)
{
    pl_flow_run(flow, 2);
    abort();
}

/* In a process of its own: items before the one that hangs are written, the others that
 * are ready are not, and halting does not wait. */
static int halt_stuck(void)
{
    job j = {.n = 100, .read_fails = UINT_MAX, .write_fails = UINT_MAX};
    item slots[8];
    pl_flow f = {.context = &j,
                 .slots = slots,
                 .n_slots = 8,
                 .slot_size = sizeof *slots,
                 .read = read_item,
                 .work = work_or_hang,
                 .write = write_item};
    pthread_t thread;
    if (pl_flow_halt(&f) || pthread_create(&thread, NULL, run_stuck, &f) != 0)
        return 1;
    while (atomic_load(&n_done) < 8 - 1 + STUCK) /* till all slots are taken */
        usleep(1000);
    return pl_flow_halt(&f) && !pl_flow_halt(&f) && j.expected == STUCK ? 0 : 2;
}

static void halts(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(halt_stuck());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order),
        cmocka_unit_test(together),
        cmocka_unit_test(heavy_items),
        cmocka_unit_test(failures),
        cmocka_unit_test(halts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
