/* Scorers against their plain reference: every feature's row added up, nothing remembered,
 * nothing shared, for the places of random beams of every system. */
#include "toy_model.h"

#include "machine/system.h"

#include <stdio.h>

enum { MAX_STATES = 8 };

typedef struct scene {
    const pl_transitions *parser;
    const pl_machine *machine;
    pl_weights weights;
    pl_scorer *scorer;
    void *task;
    int32_t *row, *plain;
    size_t n_rows; /* compared */
} scene;

/* Adds up all rows of a place, one feature at a time. */
static void reference(scene *s, const pl_config *c, pl_place place)
{
    const pl_features *f = &s->parser->features;
    const pl_weights *w = &s->weights;
    bool items = s->machine->ops->sight == PL_SEES_ITEMS;
    uint32_t most = s->scorer->ops->most_features(s->scorer);
    uint64_t *hashes = pl_alloc_zero(most, sizeof *hashes);
    uint32_t n_features = s->scorer->ops->features(s->scorer, c, place, hashes);
    assert_int_equal(n_features,
                     items ? f->n + f->n_queue * c->items.n_buffer : f->n_hashes);
    assert_true(n_features <= most);
    int32_t bonus = !items && place.i - place.j > 1 ? f->far_bonus : 0;
    for (uint32_t a = 0; a < PL_SUMS_ROOM(w->n_actions); a++)
        s->plain[a] = bonus;
    for (uint32_t k = 0; k < n_features; k++) {
        const void *row;
        size_t n = w->find(w->table, &hashes[k], 1, &row);
        w->add(w->table, &row, n, s->plain);
    }
    free(hashes);
}

/* Compares the rows of all places of state i. */
static void compare(scene *s, const pl_config *c, uint32_t i, pl_choices *choices)
{
    size_t bytes = s->weights.n_actions * sizeof *s->row;
    s->machine->ops->choices(s->task, c, NULL, 0, choices);
    for (size_t k = 0; k < choices->n; k++) {
        pl_place place = choices->at[k].place;
        memcpy(s->row, s->scorer->ops->row(s->scorer, i, place), bytes);
        reference(s, c, place);
        assert_memory_equal(s->row, s->plain, bytes);
        s->n_rows++;
    }
}

static void any_successor(scene *s, pl_config *c, pl_choices *choices, pl_rng *rng)
{
    pl_act step = {{0, 0}, PL_NONE};
    uint32_t n = 0;
    s->machine->ops->choices(s->task, c, NULL, 0, choices);
    for (size_t k = 0; k < choices->n; k++)
        for (uint32_t a = choices->at[k].first; a < choices->at[k].end; a++)
            if (pl_rng_below(rng, ++n) == 0)
                step = (pl_act){choices->at[k].place, a};
    if (step.action != PL_NONE)
        s->machine->ops->apply(s->task, c, step);
    else
        assert_true(s->machine->ops->is_final(s->task, c));
}

/* Weights that are twice as large as those of the model. */
static pl_weights single;

static void add_twice(const void *table, const void *const *rows, size_t n, int32_t *sums)
{
    single.add(table, rows, n, sums);
    single.add(table, rows, n, sums);
}

/* Goes on with other weights, as learning does in the middle of a sentence: nothing that was
 * remembered of the ones before may be used. */
static void change_weights(scene *s, pl_arena *arena, const pl_values *values)
{
    s->weights.add = s->weights.add == single.add ? add_twice : single.add;
    s->scorer->ops->start(s->scorer, s->weights, arena, values, s->task);
}

/* Random beams: hypotheses that share items, gaps, nodes and buffers in every way. */
static size_t check_sentence(const pl_transitions *p, const pl_tree *t, uint32_t size,
                             pl_rng *rng)
{
    pl_arena arena = {0};
    pl_choices choices = {0};
    pl_config beam[MAX_STATES], next[MAX_STATES];
    const pl_config *states[MAX_STATES];
    scene s = {
        .parser = p, .machine = p->machine, .weights = pl_compact_weights(p->weights.at)};
    single = s.weights;
    size_t room = PL_SUMS_ROOM(s.weights.n_actions);
    s.row = pl_alloc_zero(room, sizeof *s.row);
    s.plain = pl_alloc_zero(room, sizeof *s.plain);
    pl_values values = pl_transitions_values(p, t, &arena);
    s.task = s.machine->ops->start(s.machine, &arena, t->n_tokens, false);
    s.scorer = pl_linear_scorer_new(s.machine, &p->features, size);
    s.scorer->ops->start(s.scorer, s.weights, &arena, &values, s.task);
    for (uint32_t i = 0; i < size; i++) {
        s.machine->ops->begin(s.task, &beam[i]);
        states[i] = &beam[i];
    }
    for (int step = 0; step < 40; step++) {
        if (step % 5 == 4)
            change_weights(&s, &arena, &values);
        s.scorer->ops->prepare(s.scorer, states, size);
        for (uint32_t i = 0; i < size; i++)
            compare(&s, &beam[i], i, &choices);
        for (uint32_t i = 0; i < size; i++) { /* any successor of any hypothesis */
            next[i] = beam[pl_rng_below(rng, size)];
            any_successor(&s, &next[i], &choices, rng);
        }
        memcpy(beam, next, sizeof beam);
    }
    s.scorer->ops->free(s.scorer);
    free(s.row);
    free(s.plain);
    PL_VEC_RELEASE(&choices);
    pl_arena_release(&arena);
    return s.n_rows;
}

static void check_toy(toy *t, uint32_t n)
{
    pl_rng rng = {5};
    size_t n_rows = 0;
    for (uint32_t i = 0; i < n; i++)
        n_rows += check_sentence(t->parser, t->trees[i], 1 + i % MAX_STATES, &rng);
    assert_true(n_rows > 1000);
}

static void items(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        for (int queue = 0; queue < 2; queue++) {
            toy t;
            char templates[2000];
            snprintf(templates, sizeof templates, "%s%s", toy_templates,
                     queue ? "d0x+s0x d0y+b0t d0.uwc s0.luwc b*wt b*t" : "");
            toy_start(&t, &(toy_options){.system = (*s)->name,
                                         .templates = templates,
                                         .how = {.beam = 3, .seed = 1}});
            toy_learn(&t, 3);
            check_toy(&t, t.n);
            toy_release(&t);
        }
}

static void pairs(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2 * N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_make_deps(&t, toy_dep_systems[k / 2], k % 2, 3, k);
        check_toy(&t, 24);
        if (t.parser->machine->may_cross) {
            pl_error err;
            assert_int_equal(pl_transitions_favour_crossing(t.parser, 7.5, &err), 0);
            check_toy(&t, 24);
        }
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(items), cmocka_unit_test(pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
