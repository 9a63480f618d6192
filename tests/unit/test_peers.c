/* Processes that work together: what they tell each other, and that what they learn is what
 * one alone learns. */
#include "thread_peers.h"
#include "toy_model.h"

#include "base/err.h"

/* -- calls --------------------------------------------------------------------------- */

typedef struct calls {
    bool exchanged[MOST_PEERS], gathered[MOST_PEERS], any[MOST_PEERS], none[MOST_PEERS],
        same[MOST_PEERS];
    uint32_t odd[MOST_PEERS], sent[MOST_PEERS];
    int agreed[MOST_PEERS], refused[MOST_PEERS];
    pl_error errors[MOST_PEERS];
    uint64_t given[MOST_PEERS], got[MOST_PEERS];
} calls;

/* Rank k gives k bytes of the letter k. */
static bool gathers(pl_peers *p)
{
    pl_str mine = {0};
    pl_shares all = {0};
    bool right = true;
    pl_str_fill(&mine, (char)('a' + p->rank), p->rank);
    pl_peers_gather(p, &mine, &all);
    for (uint32_t k = 0; k < p->n; k++) {
        right &= all.ends[k] - pl_shares_start(&all, k) == k;
        for (size_t i = pl_shares_start(&all, k); i < all.ends[k]; i++)
            right &= all.bytes.at[i] == (char)('a' + k);
    }
    pl_str_release(&mine);
    pl_shares_release(&all);
    return right;
}

/* Rank k gives the letter k, r times, to rank r. */
static bool exchanges(pl_peers *p)
{
    pl_shares mine = {.ends = calloc(p->n, sizeof *mine.ends)}, got = {0};
    bool right = true;
    for (uint32_t k = 0; k < p->n; k++) {
        pl_str_fill(&mine.bytes, (char)('a' + p->rank), k);
        mine.ends[k] = mine.bytes.n;
    }
    pl_peers_exchange(p, &mine, &got);
    right &= got.bytes.n == (size_t)p->n * p->rank;
    for (uint32_t k = 0; k < p->n; k++)
        for (size_t i = pl_shares_start(&got, k); i < got.ends[k]; i++)
            right &= got.bytes.at[i] == (char)('a' + k);
    pl_shares_release(&mine);
    pl_shares_release(&got);
    return right;
}

static void call_all(void *context, pl_peers *p)
{
    calls *c = context;
    uint32_t k = p->rank, odd = k == 2, number = k == 1 ? 77 : 0;
    c->gathered[k] = gathers(p);
    c->given[k] = p->n_given;
    c->got[k] = p->n_got;
    c->exchanged[k] = exchanges(p);
    c->any[k] = pl_peers_any(p, k == 1);
    c->none[k] = pl_peers_any(p, false);
    c->same[k] = pl_peers_same(p, &odd, sizeof odd, &c->odd[k]);
    pl_peers_broadcast(p, 1, &number, sizeof number);
    if (k == 0)
        pl_peers_receive(p, 2, &number, sizeof number);
    if (k == 2) {
        number++;
        pl_peers_send(p, 0, &number, sizeof number);
    }
    c->sent[k] = number;
    c->agreed[k] = pl_peers_agree(p, 0, &c->errors[k]);
    int status = k > 0 ? pl_fail(&c->errors[k], PL_SYSTEM, "disk %u is full", k) : 0;
    c->refused[k] = pl_peers_agree(p, status, &c->errors[k]);
}

static void tell_each_other(void **state)
{
    (void)state;
    calls c = {0};
    thread_peers_run(3, call_all, &c);
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(c.gathered[k] && c.exchanged[k] && c.any[k] && !c.none[k] &&
                    !c.same[k]);
        assert_int_equal(c.given[k], k);
        assert_int_equal(c.got[k], 3 - k);
        assert_int_equal(c.odd[k], 2);
        assert_int_equal(c.sent[k], k == 1 ? 77 : 78);
        assert_int_equal(c.agreed[k], 0);
        assert_int_equal(c.refused[k], -1);
        assert_int_equal(c.errors[k].code, PL_SYSTEM);
        assert_string_equal(c.errors[k].text, "disk 1 is full (process 2 of 3)");
    }
}

static void alone(void **state)
{
    (void)state;
    pl_str mine = {0};
    pl_shares all = {0};
    pl_error err;
    uint32_t number = 5, odd;
    pl_str_puts(&mine, "words");
    pl_peers_gather(NULL, &mine, &all);
    assert_int_equal(all.ends[0], 5);
    assert_memory_equal(all.bytes.at, "words", 5);
    pl_peers_broadcast(NULL, 0, &number, sizeof number);
    assert_int_equal(number, 5);
    assert_true(pl_peers_any(NULL, true) && !pl_peers_any(NULL, false));
    assert_true(pl_peers_same(NULL, &number, sizeof number, &odd));
    assert_int_equal(pl_peers_agree(NULL, pl_fail(&err, PL_SYSTEM, "no"), &err), -1);
    assert_string_equal(err.text, "no");
    pl_str_release(&mine);
    pl_shares_release(&all);
}

/* -- learning ------------------------------------------------------------------------ */

enum { N_EPOCHS = 4 };

typedef struct lesson {
    toy_options o;
    toy learned[MOST_PEERS];
    pl_epoch epochs[MOST_PEERS];
    bool complete[MOST_PEERS];
    size_t stop_at; /* rank 1 stops when so many examples are done; 0: never */
} lesson;

static void learn(lesson *l, pl_peers *p)
{
    uint32_t k = pl_peers_rank(p);
    toy_options o = l->o;
    o.how.peers = p;
    if (k == 1 && l->stop_at > 0)
        o.how.progress = (pl_progress){stop_rank, &l->stop_at};
    toy_start(&l->learned[k], &o);
    pl_trainer *t = l->learned[k].trainer;
    for (int i = 0; i < N_EPOCHS && (i == 0 || l->complete[k]); i++)
        l->complete[k] = pl_trainer_epoch(t, &l->epochs[k]);
    pl_trainer_collect(t);
    pl_trainer_average(t);
}

static void learn_together(void *context, pl_peers *p)
{
    learn(context, p);
}

static void assert_same(const lesson *a, const lesson *b, uint32_t rank)
{
    const pl_bytes *x = &a->learned[0].parser->weights;
    const pl_bytes *y = &b->learned[rank].parser->weights;
    assert_int_equal(x->size, y->size);
    assert_memory_equal(x->at, y->at, x->size);
    assert_int_equal(a->epochs[0].n_examples, b->epochs[rank].n_examples);
    assert_int_equal(a->epochs[0].n_updates, b->epochs[rank].n_updates);
    assert_int_equal(a->epochs[0].n_kept, b->epochs[rank].n_kept);
}

static void release(lesson *l, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        toy_release(&l->learned[k]);
}

/* Any number of processes, with batches smaller than that, too, and threads. */
static void learn_the_same(void **state)
{
    (void)state;
    static const toy_options options[] = {
        {.system = "sr-gap", .how = {.beam = 3, .batch = 7, .seed = 2, .threads = 1}},
        {.system = "sr-gap", .how = {.beam = 3, .batch = 7, .seed = 2, .threads = 2}},
        {.system = "ml-gap", .how = {.beam = 2, .batch = 2, .seed = 2, .threads = 1}},
        {.system = "easy-first-np",
         .how =
             {.beam = 3, .batch = 16, .update = PL_UPDATE_LASO, .seed = 2, .threads = 1}},
        {.system = "sr-gap", .how = {.beam = 2, .runs = 3, .seed = 2, .threads = 1}},
        {.system = "sr-gap", .how = {.beam = 2, .mix = 3, .seed = 2, .threads = 1}},
        {.system = "ml-gap",
         .how = {.beam = 2, .mix = 5, .batch = 4, .seed = 2, .threads = 2}},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        lesson one = {.o = options[i]};
        learn(&one, NULL);
        for (uint32_t n = 2; n <= 4; n++) {
            lesson some = {.o = options[i]};
            thread_peers_run(n, learn_together, &some);
            for (uint32_t k = 0; k < (options[i].how.runs > 1 ? 1 : n); k++)
                assert_same(&one, &some, k);
            release(&some, n);
        }
        release(&one, 1);
    }
}

/* When one of them is asked to stop, all do, after the same example. */
static void stop_together(void **state)
{
    (void)state;
    lesson l = {.o = {.system = "sr-gap",
                      .how = {.beam = 2, .batch = 5, .seed = 2, .threads = 1}},
                .stop_at = 10};
    thread_peers_run(3, learn_together, &l);
    for (uint32_t k = 0; k < 3; k++) {
        assert_false(l.complete[k]);
        assert_int_equal(l.epochs[k].n_examples, 15);
        assert_int_equal(l.learned[k].trainer->epochs, 0);
    }
    release(&l, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tell_each_other),
        cmocka_unit_test(alone),
        cmocka_unit_test(learn_the_same),
        cmocka_unit_test(stop_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
