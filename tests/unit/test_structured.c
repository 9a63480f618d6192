/* Training: it learns, the number of threads changes nothing, runs are averaged, and
 * training that was interrupted and resumed gives the same model. */
#include "toy_model.h"

#include "base/in.h"
#include "machine/system.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static size_t same_trees(toy *t, uint32_t beam)
{
    pl_transitions_state *p = pl_transitions_state_new(t->parser, beam);
    size_t same = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        pl_tree *copy = pl_tree_copy(t->trees[i], &t->arena);
        assert_int_equal(pl_transitions_run(p, t->trees[i], 1), 1);
        pl_transitions_tree(p, 0, copy);
        bool equal = pl_tree_equal(t->trees[i], copy, false, NULL, 0);
        for (uint32_t k = 0; k < copy->n_tokens; k++)
            equal &= t->trees[i]->tokens[k].head == copy->tokens[k].head;
        same += equal;
    }
    pl_transitions_state_free(p);
    return same;
}

/* Enough epochs for early updates of long derivations, which are those of ml-gap. */
enum { N_EPOCHS = 50 };

static void learns(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (int update = 0; update < PL_N_UPDATES; update++) {
            toy t;
            pl_epoch epoch;
            toy_start(&t,
                      &(toy_options){
                          .system = (*s)->name,
                          .unknown = PL_UNKNOWN_CLASSES,
                          .how = {.beam = 4, .seed = 1, .update = (pl_update)update}});
            for (int i = 0; i < N_EPOCHS; i++)
                assert_true(pl_trainer_epoch(t.trainer, &epoch));
            assert_int_equal(epoch.number, N_EPOCHS);
            assert_int_equal(epoch.n_examples, t.n);
            assert_true(epoch.n_kept <= epoch.n_actions);
            pl_trainer_average(t.trainer);
            assert_true(same_trees(&t, 4) > t.n / 2); /* random trees are hard */
            toy_release(&t);
        }
}

/* Dependencies, with the updates that suit machines of several derivations. */
static void learns_dependencies(void **state)
{
    (void)state;
    static const pl_update updates[] = {PL_UPDATE_EARLY, PL_UPDATE_LASO};
    for (uint32_t k = 0; k < 2 * N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_start(
            &t, &(toy_options){.system = toy_dep_systems[k / 2],
                               .how = {.beam = 4, .seed = 1, .update = updates[k % 2]}});
        size_t n = t.trainer->n_examples;
        assert_true(n > 5);
        assert_int_equal(toy_learn(&t, 15), n);
        assert_true(same_trees(&t, 4) > n / 3);
        toy_release(&t);
    }
}

static void train(toy *t, unsigned threads, uint32_t epochs)
{
    toy_make(t, "sr-gap", epochs,
             (pl_structured_options){.beam = 3, .batch = 7, .seed = 2, .threads = threads});
}

static void assert_same_weights(const toy *a, const toy *b)
{
    assert_int_equal(a->parser->weights.size, b->parser->weights.size);
    assert_memory_equal(a->parser->weights.at, b->parser->weights.at,
                        a->parser->weights.size);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    toy a, b;
    train(&a, 1, 4);
    train(&b, 3, 4);
    assert_same_weights(&a, &b);
    toy_release(&a);
    toy_release(&b);
}

/* Gold actions of the examples that an epoch learns from. */
static size_t actions_of_epoch(toy *t)
{
    pl_epoch epoch;
    assert_true(pl_trainer_epoch(t->trainer, &epoch));
    assert_int_equal(epoch.n_examples, t->n);
    return epoch.n_actions;
}

/* A single sentence is learned after some epochs. Then it rests longer and longer, but for
 * three epochs at most. */
static void known_sentences_rest(void **state)
{
    (void)state;
    toy t;
    toy_start(&t, &(toy_options){.system = "sr-gap", .n = 1, .how = {.beam = 1, .rest = 3}});
    size_t all = actions_of_epoch(&t), rested = 0, longest = 0;
    for (int i = 0; i < 60; i++) {
        size_t n = actions_of_epoch(&t);
        assert_true(n == 0 || n == all);
        rested = n == 0 ? rested + 1 : 0;
        longest = rested > longest ? rested : longest;
    }
    assert_int_equal(longest, 3);
    toy_release(&t);
}

static void resting_resumes(void **state)
{
    (void)state;
    toy a, b;
    pl_error err;
    pl_best best = {0};
    pl_structured_options o = {.beam = 3, .batch = 7, .seed = 2, .rest = 2};
    char path[] = "/tmp/pleach-trainer-XXXXXX";
    close(mkstemp(path));
    toy_make(&a, "sr-gap", 20, o);
    toy_make(&b, "sr-gap", 15, o);
    assert_int_equal(pl_trainer_save(b.trainer, &best, path, &err), 0);
    toy_release(&b);
    o.threads = 3;
    toy_make(&b, "sr-gap", 0, o);
    assert_int_equal(pl_trainer_resume(b.trainer, &best, path, &err), 0);
    toy_learn(&b, 5);
    assert_same_weights(&a, &b);
    toy_release(&b);
    train(&b, 1, 0);
    assert_int_equal(pl_trainer_resume(b.trainer, &best, path, &err), -1);
    toy_release(&a);
    toy_release(&b);
    unlink(path);
}

static void resumes(void **state)
{
    (void)state;
    toy a, b;
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
    assert_int_equal(b.trainer->epochs, 2);
    toy_learn(&b, 3);
    assert_int_equal(b.trainer->epochs, 5);
    assert_same_weights(&a, &b);
    toy_release(&a);
    toy_release(&b);
    static const toy_options others[] = {
        {.system = "sr-cgap", .how = {.beam = 3, .batch = 7, .seed = 2}},
        {.system = "sr-gap", .how = {.beam = 4, .batch = 7, .seed = 2}},
        {.system = "sr-gap", .how = {.beam = 3, .batch = 1, .seed = 2}},
        {.system = "sr-gap", .how = {.beam = 3, .batch = 7, .seed = 3}},
        {.system = "sr-gap", .how = {.beam = 3, .batch = 7, .seed = 2, .runs = 2}},
        {.system = "sr-gap", .how = {.beam = 3, .batch = 7, .seed = 2, .mix = 2}},
        {.system = "sr-gap", .seed = 4, .how = {.beam = 3, .batch = 7, .seed = 2}},
        {.system = "arc-eager", .how = {.beam = 3, .batch = 7, .seed = 2}},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        toy_start(&a, &others[i]);
        assert_int_equal(pl_trainer_resume(a.trainer, &best, path, &err), -1);
        assert_int_equal(err.code, PL_DAMAGED);
        assert_int_equal(a.trainer->epochs, 0);
        toy_release(&a);
    }
    unlink(path);
}

/* A trainer that the checkpoint at `path` fits. */
static void resume_refused(toy *t, const char *path, const char *message)
{
    pl_best best;
    pl_error err;
    assert_int_equal(pl_trainer_resume(t->trainer, &best, path, &err), -1);
    assert_int_equal(err.code, PL_DAMAGED);
    assert_non_null(strstr(err.text, message));
    assert_non_null(strstr(err.text, "delete it to train from the start"));
    assert_int_equal(t->trainer->epochs, 0);
}

static void write_file(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_true(f != NULL && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

/* No bit of a checkpoint can change, and nothing be cut off, without being noticed; where
 * the checksum is made right, what it covers has to make sense. */
static void damaged_checkpoints(void **state)
{
    (void)state;
    toy t;
    pl_error err;
    pl_best best = {0};
    pl_str file = {0};
    char path[] = "/tmp/pleach-check-XXXXXX";
    close(mkstemp(path));
    toy_options o = {.system = "sr-gap", .n = 1, .seed = 5, .how = {.beam = 1}};
    toy_start(&t, &o);
    toy_learn(&t, 1);
    assert_int_equal(pl_trainer_save(t.trainer, &best, path, &err), 0);
    toy_release(&t);
    toy_start(&t, &o);
    assert_int_equal(pl_in_read_file(path, 1 << 20, &file, &err), 0);
    pl_rng rng = {7};
    for (size_t i = 0; i < 5000; i++) { /* all of header, table and the first section */
        size_t bit = i < 8 * 200 ? i : pl_rng_below(&rng, (uint32_t)(8 * file.n));
        file.at[bit / 8] ^= (char)(1 << bit % 8);
        write_file(path, file.at, file.n);
        resume_refused(&t, path, "");
        file.at[bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t i = 0; i < 400; i++) {
        write_file(path, file.at, i < 200 ? i : pl_rng_below(&rng, (uint32_t)file.n));
        resume_refused(&t, path, "");
    }
    for (size_t bit = 0; bit < 64; bit++) { /* the number of rows */
        size_t at = (128 + 32 + 63) / 64 * 64 + 8;
        file.at[at + bit / 8] ^= (char)(1 << bit % 8);
        pl_sections_seal(file.at, file.n);
        write_file(path, file.at, file.n);
        resume_refused(&t, path, "make no sense");
        file.at[at + bit / 8] ^= (char)(1 << bit % 8);
    }
    write_file(path, "pleach learning\0 and what 0.2 wrote after it", 44);
    resume_refused(&t, path, "0.2 or older");
    toy_release(&t);
    pl_str_release(&file);
    unlink(path);
}

/* Stops when so many examples are done. */
static int stop_at(void *context, size_t done, size_t all)
{
    assert_true(done <= all);
    return done >= *(size_t *)context;
}

static void stops(void **state)
{
    (void)state;
    toy t;
    pl_epoch epoch;
    size_t n = 1;
    toy_start(&t, &(toy_options){.system = "sr-gap",
                                 .how = {.beam = 2, .progress = {stop_at, &n}}});
    assert_false(pl_trainer_epoch(t.trainer, &epoch));
    assert_int_equal(epoch.n_examples, 1);
    assert_int_equal(t.trainer->epochs, 0);
    pl_trainer_average(t.trainer); /* a usable model all the same */
    assert_true(same_trees(&t, 2) <= t.n);
    toy_release(&t);
}

/* The weights that some trees give with so many runs and threads. */
static pl_bytes weights_of(uint32_t n, uint32_t runs, unsigned threads)
{
    toy t;
    pl_bytes weights = {0};
    toy_start(&t, &(toy_options){.system = "easy-first-np",
                                 .n = n,
                                 .seed = 23,
                                 .how = {.beam = 3,
                                         .update = PL_UPDATE_LASO,
                                         .seed = 5,
                                         .runs = runs,
                                         .threads = threads}});
    size_t seen = toy_learn(&t, 3), each = t.trainer->n_examples;
    assert_int_equal(seen, each * (runs > 0 ? runs : 1));
    void *copy = pl_alloc(t.parser->weights.size);
    memcpy(copy, t.parser->weights.at, t.parser->weights.size);
    pl_bytes_take(&weights, copy, t.parser->weights.size);
    toy_release(&t);
    return weights;
}

static bool equal_bytes(pl_bytes *a, pl_bytes *b)
{
    return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

/* One run is the plain trainer. Runs over a single sentence cannot differ in its order,
 * so their mean is what each has learnt (2 and 4 divide without rounding); over several
 * they do, and threads change nothing. */
static void several_runs(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 40; n += 39) {
        pl_bytes plain = weights_of(n, 0, 1), one = weights_of(n, 1, 1),
                 two = weights_of(n, 2, 1), four = weights_of(n, 4, 3),
                 alone = weights_of(n, 4, 1);
        assert_true(equal_bytes(&plain, &one));
        assert_int_equal(equal_bytes(&plain, &two), n == 1);
        assert_int_equal(equal_bytes(&plain, &four), n == 1);
        assert_true(equal_bytes(&four, &alone));
        pl_bytes_release(&plain);
        pl_bytes_release(&one);
        pl_bytes_release(&two);
        pl_bytes_release(&four);
        pl_bytes_release(&alone);
    }
}

/* Parts that are mixed: a model that parses, the same with threads and after a stop. */
static void mixed_parts(void **state)
{
    (void)state;
    toy a, b, c;
    pl_error err;
    pl_best best = {0};
    char path[] = "/tmp/pleach-mixed-XXXXXX";
    pl_structured_options o = {.beam = 3, .seed = 2, .mix = 3, .threads = 1};
    close(mkstemp(path));
    toy_make(&a, "sr-gap", 30, o);
    assert_true(same_trees(&a, 3) > a.n / 2);
    toy_release(&a);
    toy_make(&a, "sr-gap", 4, o);
    o.threads = 3;
    toy_make(&b, "sr-gap", 4, o);
    assert_same_weights(&a, &b);
    toy_make(&c, "sr-gap", 2, o);
    assert_int_equal(pl_trainer_save(c.trainer, &best, path, &err), 0);
    toy_release(&c);
    toy_make(&c, "sr-gap", 0, o);
    assert_int_equal(pl_trainer_resume(c.trainer, &best, path, &err), 0);
    toy_learn(&c, 2);
    assert_same_weights(&a, &c);
    toy_release(&a);
    toy_release(&b);
    toy_release(&c);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learns),
        cmocka_unit_test(learns_dependencies),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(known_sentences_rest),
        cmocka_unit_test(resting_resumes),
        cmocka_unit_test(resumes),
        cmocka_unit_test(damaged_checkpoints),
        cmocka_unit_test(stops),
        cmocka_unit_test(several_runs),
        cmocka_unit_test(mixed_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
