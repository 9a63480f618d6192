/* Greedy search with a heap: it finds what a beam of one finds, scores and all. */
#include "toy_model.h"

#include "machine/system.h"
#include "parser/easy_first.h"

typedef struct searches {
    const pl_transitions *parser;
    pl_weights weights;
    pl_easy_first *heap;
    pl_beam beam; /* of one */
    pl_arena arena;
} searches;

static void start(searches *s, const pl_transitions *p)
{
    *s = (searches){.parser = p, .weights = pl_compact_weights(p->weights.at)};
    s->heap = pl_easy_first_new(p->machine, &p->features);
    assert_non_null(s->heap);
    pl_beam_init(&s->beam, p->machine, pl_linear_scorer_new(p->machine, &p->features, 2), 1);
}

static void release(searches *s)
{
    pl_easy_first_free(s->heap);
    pl_beam_release(&s->beam);
    pl_arena_release(&s->arena);
}

static void compare(searches *s, pl_tree *a)
{
    const pl_machine_ops *ops = s->parser->machine->ops;
    pl_beam *beam = &s->beam;
    pl_config end;
    pl_tree *b = pl_tree_copy(a, &s->arena);
    pl_values values = pl_transitions_values(s->parser, a, &s->arena);
    void *task = ops->start(s->parser->machine, &s->arena, a->n_tokens, false);
    int64_t score = pl_easy_first_run(s->heap, task, s->weights, &values, &end);
    assert_true(ops->is_final(task, &end));
    ops->tree(task, &end, a);
    task = ops->start(s->parser->machine, &s->arena, a->n_tokens, false);
    beam->scorer->ops->start(beam->scorer, s->weights, &s->arena, &values, task);
    pl_beam_start(beam, &s->arena, task, NULL);
    while (!pl_beam_done(beam) && pl_beam_expand(beam, NULL))
        pl_beam_advance(beam);
    ops->tree(task, &beam->now[0].config, b);
    assert_true(beam->now[0].score == score);
    for (uint32_t w = 0; w < a->n_tokens; w++) {
        assert_int_equal(a->tokens[w].head, b->tokens[w].head);
        assert_string_equal(a->tokens[w].deprel, b->tokens[w].deprel);
    }
    pl_arena_reset(&s->arena);
}

static void heap_against_beam(void **state)
{
    (void)state;
    static const char *const settings[] = {"easy-first", "easy-first-np"};
    pl_rng rng = {5};
    pl_arena arena = {0};
    for (uint32_t k = 0; k < 6; k++) {
        toy t;
        searches s;
        pl_error err;
        bool favoured = k >= 4; /* arcs over other tokens */
        toy_make_deps(&t, settings[favoured || k / 2], k % 2, 2, 5 + k);
        if (favoured)
            assert_int_equal(pl_transitions_favour_crossing(t.parser, 20, &err), 0);
        start(&s, t.parser);
        for (int i = 0; i < 200; i++) {
            compare(&s, toy_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 25)));
            pl_arena_reset(&arena);
        }
        release(&s);
        toy_release(&t);
    }
    pl_arena_release(&arena);
}

/* It is for systems with all places open from the start. */
static void where_it_fits(void **state)
{
    (void)state;
    static const struct {
        const char *system;
        bool fits;
    } cases[] = {
        {"easy-first", true}, {"easy-first-np", true}, {"easy-first-4", false},
        {"dag", false},       {"arc-eager", false},    {"attardi", false},
        {"sr-gap", false},    {"swap", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        toy t;
        toy_start(&t, &(toy_options){.system = cases[i].system, .how = {.beam = 1}});
        pl_easy_first *e = pl_easy_first_new(t.parser->machine, &t.parser->features);
        assert_int_equal(e != NULL, cases[i].fits);
        pl_easy_first_free(e);
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_against_beam),
        cmocka_unit_test(where_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
