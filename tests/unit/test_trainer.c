/* Training: it learns, the number of threads changes nothing, and a run that was
 * interrupted and resumed gives the same model. */
#include "toy_model.h"

#include "parser/parser.h"

#include <string.h>
#include <unistd.h>

static size_t same_trees(toy *t, uint32_t beam)
{
    pl_parser *p = pl_parser_new(t->model, beam);
    size_t same = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        pl_tree *copy = pl_tree_copy(t->trees[i], &t->arena);
        assert_int_equal(pl_parser_run(p, t->trees[i], 1), 1);
        pl_parser_tree(p, 0, copy);
        same += pl_tree_equal(t->trees[i], copy, false, NULL, 0);
    }
    pl_parser_free(p);
    return same;
}

static void learns(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (int update = 0; update <= PL_UPDATE_MAX_VIOLATION; update++) {
            toy t;
            pl_epoch epoch;
            toy_make(&t, (*s)->name,
                     (pl_train_options){
                         .beam = 4, .batch = 1, .seed = 1, .update = (pl_update)update});
            for (int i = 0; i < 25; i++)
                assert_true(pl_trainer_epoch(t.trainer, &epoch));
            assert_int_equal(epoch.number, 25);
            assert_int_equal(epoch.n_examples, t.n);
            pl_trainer_finish(t.trainer, 0);
            assert_true(same_trees(&t, 4) > t.n / 2); /* random trees are hard */
            toy_release(&t);
        }
}

static void train(toy *t, unsigned threads, uint32_t epochs)
{
    pl_epoch epoch;
    toy_make(t, "sr-gap",
             (pl_train_options){.beam = 3, .batch = 7, .seed = 2, .threads = threads});
    for (uint32_t i = 0; i < epochs; i++)
        pl_trainer_epoch(t->trainer, &epoch);
    pl_trainer_finish(t->trainer, 0);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    toy a, b;
    train(&a, 1, 4);
    train(&b, 3, 4);
    assert_int_equal(a.model->weights_size, b.model->weights_size);
    assert_memory_equal(a.model->weights, b.model->weights, a.model->weights_size);
    toy_release(&a);
    toy_release(&b);
}

static void resumes(void **state)
{
    (void)state;
    toy a, b;
    pl_epoch epoch;
    pl_error err;
    char path[] = "/tmp/pleach-trainer-XXXXXX";
    close(mkstemp(path));
    train(&a, 1, 5);
    train(&b, 1, 2);
    pl_best best = {2, 71.5};
    assert_int_equal(pl_trainer_save(b.trainer, &best, path, &err), 0);
    best = (pl_best){0};
    toy_release(&b);
    train(&b, 1, 0);
    assert_int_equal(pl_trainer_resume(b.trainer, &best, path, &err), 0);
    assert_true(best.epoch == 2 && best.score == 71.5);
    assert_int_equal(pl_trainer_epochs(b.trainer), 2);
    while (pl_trainer_epochs(b.trainer) < 5)
        pl_trainer_epoch(b.trainer, &epoch);
    pl_trainer_finish(b.trainer, 0);
    assert_int_equal(a.model->weights_size, b.model->weights_size);
    assert_memory_equal(a.model->weights, b.model->weights, a.model->weights_size);
    toy_release(&a);
    toy_release(&b);
    toy_make(&a, "sr-cgap", (pl_train_options){.beam = 3, .batch = 7, .seed = 2});
    assert_int_equal(pl_trainer_resume(a.trainer, &best, path, &err), -1);
    toy_release(&a);
    unlink(path);
}

static void stops(void **state)
{
    (void)state;
    toy t;
    pl_epoch epoch;
    atomic_bool stop = true;
    toy_make(&t, "sr-gap", (pl_train_options){.beam = 2, .batch = 1, .stop = &stop});
    assert_false(pl_trainer_epoch(t.trainer, &epoch));
    assert_int_equal(epoch.n_examples, 0);
    pl_trainer_finish(t.trainer, 0); /* a usable model all the same */
    assert_true(same_trees(&t, 2) <= t.n);
    toy_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(resumes),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
