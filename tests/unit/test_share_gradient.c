/* Networks that several processes train: the same bytes as from one. */
#include "net_toy.h"
#include "thread_peers.h"

#include <string.h>

typedef struct lesson {
    const char *system;
    pl_net_trainer_options o;
    net_toy learned[MOST_PEERS];
    pl_epoch epochs[MOST_PEERS];
    size_t stop_at; /* rank 1 stops when so many examples are done; 0: never */
} lesson;

static void learn(void *context, pl_peers *p)
{
    lesson *l = context;
    uint32_t k = pl_peers_rank(p);
    pl_net_trainer_options o = l->o;
    o.peers = p;
    if (k == 1 && l->stop_at > 0)
        o.progress = (pl_progress){stop_rank, &l->stop_at};
    net_toy_start(&l->learned[k], l->system, "tests/data/german.export", 20, &o);
    for (uint32_t i = 0; i < o.epochs * o.members; i++)
        if (!pl_trainer_epoch(l->learned[k].trainer, &l->epochs[k]))
            break;
    pl_trainer_collect(l->learned[k].trainer);
    pl_trainer_average(l->learned[k].trainer);
}

static void assert_same(const lesson *a, const lesson *b, uint32_t rank)
{
    pl_section_list x = {0}, y = {0};
    pl_net_put(a->learned[0].model.transitions->net, &x);
    pl_net_put(b->learned[rank].model.transitions->net, &y);
    assert_int_equal(x.bytes.n, y.bytes.n);
    assert_memory_equal(x.bytes.at, y.bytes.at, x.bytes.n);
    assert_true(a->epochs[0].loss == b->epochs[rank].loss);
    assert_int_equal(a->epochs[0].n_examples, b->epochs[rank].n_examples);
    pl_sections_release(&x);
    pl_sections_release(&y);
}

static void release(lesson *l, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        net_toy_release(&l->learned[k]);
}

static lesson a_lesson(uint32_t batch, uint32_t members, unsigned threads)
{
    lesson l = {.system = "ml-gap", .o = net_toy_options};
    l.o.pass.dropout = 0.3;
    l.o.pass.word_dropout = 0.25;
    l.o.epochs = 2;
    l.o.batch = batch;
    l.o.members = members;
    l.o.threads = threads;
    return l;
}

/* More processes than shards, batches with fewer sentences than shards, threads, members. */
static void learn_the_same(void **state)
{
    (void)state;
    static const struct {
        uint32_t batch, members;
        unsigned threads;
        uint32_t peers[3];
    } rows[] = {
        {7, 1, 1, {2, 3, 5}},
        {3, 1, 1, {4, 2}},
        {8, 1, 2, {2}},
        {6, 2, 1, {2, 3}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lesson one = a_lesson(rows[i].batch, rows[i].members, rows[i].threads);
        learn(&one, NULL);
        for (int j = 0; j < 3 && rows[i].peers[j] > 0; j++) {
            uint32_t n = rows[i].peers[j];
            lesson some = a_lesson(rows[i].batch, rows[i].members, rows[i].threads);
            thread_peers_run(n, learn, &some);
            assert_same(&one, &some, 0);
            release(&some, n);
        }
        release(&one, 1);
    }
}

static void stop_together(void **state)
{
    (void)state;
    lesson l = a_lesson(5, 1, 1);
    l.stop_at = 10;
    thread_peers_run(3, learn, &l);
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(l.epochs[k].n_examples, 10);
        assert_int_equal(l.learned[k].trainer->epochs, 0);
    }
    release(&l, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learn_the_same),
        cmocka_unit_test(stop_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
