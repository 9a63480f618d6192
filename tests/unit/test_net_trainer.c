/* Training of networks: it learns a few sentences by heart with every system; the number
 * of threads changes nothing; what is interrupted and resumed gives the same bytes. */
#include "net_toy.h"

#include "machine/system.h"

#include <string.h>
#include <unistd.h>

static const char german[] = "tests/data/german.export";

/* -- learning -------------------------------------------------------------------------- */

/* How many sentences of training it parses without a mistake, tags included. */
static size_t n_right(net_toy *t)
{
    pl_model_state *s = pl_model_state_new(&t->model);
    pl_arena m = {0};
    size_t n = 0;
    pl_gold_trees_show_functions(&t->gold, false);
    for (size_t i = 0; i < t->gold.trees.n; i++) {
        const pl_tree *gold = t->gold.trees.at[i];
        pl_tree *copy = pl_tree_copy(gold, &m);
        for (uint32_t k = 0; k < copy->n_tokens; k++)
            copy->nodes[k].label = NULL;
        assert_int_equal(pl_model_run(s, copy, 1), 1);
        pl_model_tree(s, 0, copy);
        for (uint32_t k = 0; k < copy->n_nodes; k++)
            copy->nodes[k].func = NULL;
        n += pl_tree_equal(gold, copy, false, NULL, 0);
    }
    pl_model_state_free(s);
    pl_arena_release(&m);
    return n;
}

/* Learns the first n sentences and asks for so many without a mistake. */
static void learn_by_heart(const char *system, size_t n, uint32_t epochs, size_t wanted)
{
    net_toy t;
    pl_net_trainer_options o = net_toy_options;
    o.epochs = epochs;
    o.batch = (uint32_t)n / 2;
    net_toy_start(&t, system, german, n, &o);
    double first = net_toy_learn(&t, 1), last = net_toy_learn(&t, epochs - 1);
    size_t right = n_right(&t);
    if (last > first / 2 || right < wanted)
        fail_msg("%s: loss %.2f, then %.2f; %zu of %zu right", system, first, last, right,
                 n);
    net_toy_release(&t);
}

static void learns_by_heart(void **state)
{
    (void)state;
    learn_by_heart("ml-gap", 10, 100, 10);
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        learn_by_heart((*s)->name, 10, 60, 6); /* in some, a step that is not seen decides */
}

/* -- same bytes ------------------------------------------------------------------------ */

/* The sections of a model that a trainer has made so far. */
static pl_str bytes_of(const net_toy *t)
{
    pl_section_list list = {0};
    pl_net_put(t->model.transitions->net, &list);
    pl_str out = {0};
    PL_APPEND(&out, list.bytes.at, list.bytes.n);
    pl_sections_release(&list);
    return out;
}

static void assert_same_bytes(pl_str *a, pl_str *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->at, b->at, a->n);
    pl_str_release(b);
}

static pl_net_trainer_options usual(unsigned threads, uint32_t members)
{
    pl_net_trainer_options o = net_toy_options;
    o.pass.dropout = 0.3;
    o.pass.word_dropout = 0.25;
    o.pass.smoothing = 0.1;
    o.threads = threads;
    o.members = members;
    o.epochs = 2;
    return o;
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    pl_str one = {0};
    for (unsigned threads = 1; threads <= 4; threads *= 2) {
        net_toy t;
        pl_net_trainer_options o = usual(threads, 1);
        net_toy_start(&t, "ml-gap", german, 20, &o);
        net_toy_learn(&t, 2);
        pl_str bytes = bytes_of(&t);
        if (threads == 1)
            one = bytes;
        else
            assert_same_bytes(&one, &bytes);
        net_toy_release(&t);
    }
    pl_str_release(&one);
}

/* Stops after each epoch of both members in turn. */
static void resumes(void **state)
{
    (void)state;
    char path[] = "/tmp/pleach-net-XXXXXX";
    pl_net_trainer_options o = usual(1, 2);
    pl_error err;
    pl_best best = {2, 71.5};
    net_toy t;
    close(mkstemp(path));
    net_toy_start(&t, "ml-gap", german, 20, &o);
    net_toy_learn(&t, 4);
    pl_str whole = bytes_of(&t);
    net_toy_release(&t);
    for (uint32_t stop = 1; stop < 4; stop++) {
        net_toy_start(&t, "ml-gap", german, 20, &o);
        net_toy_learn(&t, stop);
        assert_int_equal(pl_trainer_save(t.trainer, &best, path, &err), 0);
        net_toy_release(&t);
        net_toy_start(&t, "ml-gap", german, 20, &o);
        best = (pl_best){0};
        assert_int_equal(pl_trainer_resume(t.trainer, &best, path, &err), 0);
        assert_true(best.epoch == 2 && best.score == 71.5 && t.trainer->epochs == stop);
        net_toy_learn(&t, 4 - stop);
        pl_str bytes = bytes_of(&t);
        assert_same_bytes(&whole, &bytes);
        net_toy_release(&t);
    }
    pl_str_release(&whole);
    unlink(path);
}

/* Changes of the options that make another network. */
static void change(pl_net_trainer_options *o, int what)
{
    switch (what) {
    case 0:
        o->seed++;
        break;
    case 1:
        o->sizes.hidden++;
        break;
    case 2:
        o->pass.dropout = 0.2;
        break;
    case 3:
        o->batch++;
        break;
    case 4:
        o->epochs++;
        break;
    case 5:
        o->members++;
        break;
    case 6:
        o->rate /= 2;
        break;
    default:
        break;
    }
}

static void other_checkpoints_are_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/pleach-net-XXXXXX";
    pl_error err;
    pl_best best = {0};
    net_toy t;
    pl_net_trainer_options usually = usual(1, 1);
    close(mkstemp(path));
    net_toy_start(&t, "ml-gap", german, 5, &usually);
    net_toy_learn(&t, 1);
    assert_int_equal(pl_trainer_save(t.trainer, &best, path, &err), 0);
    net_toy_release(&t);
    for (int what = 0; what < 9; what++) { /* the last two: another treebank, system */
        pl_net_trainer_options o = usually;
        change(&o, what);
        net_toy_start(&t, what == 8 ? "sr-gap" : "ml-gap", german, what == 7 ? 6 : 5, &o);
        assert_int_equal(pl_trainer_resume(t.trainer, &best, path, &err), -1);
        assert_int_equal(err.code, PL_DAMAGED);
        assert_int_equal(t.trainer->epochs, 0);
        net_toy_release(&t);
    }
    unlink(path);
}

/* -- stopping -------------------------------------------------------------------------- */

static int stop_at(void *context, size_t done, size_t all)
{
    assert_true(done <= all);
    return done >= *(size_t *)context;
}

static void stops(void **state)
{
    (void)state;
    size_t n = 10;
    pl_epoch e;
    net_toy t;
    pl_net_trainer_options o = usual(1, 1);
    o.progress = (pl_progress){stop_at, &n};
    net_toy_start(&t, "ml-gap", german, 20, &o);
    assert_false(pl_trainer_epoch(t.trainer, &e));
    assert_int_equal(e.n_examples, 10);
    assert_int_equal(t.trainer->epochs, 0);
    net_toy_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns_by_heart),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(resumes),
        cmocka_unit_test(other_checkpoints_are_refused),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
