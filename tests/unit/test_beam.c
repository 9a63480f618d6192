/* The beam against a plain one, which lists all candidates and sorts them; and, as large as
 * a search can be, against all derivations there are. */
#include "toy_model.h"

#include "machine/system.h"

/* -- the plain beam ------------------------------------------------------------------ */

/* All candidates of a step in the order of the machine's choices. */
typedef PL_VEC(pl_candidate) candidates;

static void list_all(pl_beam *b, candidates *out)
{
    const pl_machine_ops *ops = b->machine->ops;
    pl_choices choices = {0};
    const pl_config *states[64];
    out->n = 0;
    for (uint32_t h = 0; h < b->n; h++)
        states[h] = &b->now[h].config;
    b->scorer->ops->prepare(b->scorer, states, b->n);
    for (uint32_t h = 0; h < b->n; h++) {
        const pl_hypothesis *from = &b->now[h];
        ops->choices(b->task, &from->config, NULL, 0, &choices);
        for (size_t i = 0; i < choices.n; i++) {
            const int32_t *row = b->scorer->ops->row(b->scorer, h, choices.at[i].place);
            for (uint32_t a = choices.at[i].first; a < choices.at[i].end; a++) {
                pl_candidate c = {.score = from->score + row[a],
                                  .step = {choices.at[i].place, a},
                                  .from = h};
                if (ops->signature != NULL)
                    c.signature = ops->signature(b->task, &from->config, &c.step);
                PL_PUSH(out, c);
            }
        }
        if (choices.n == 0) {
            pl_candidate c = {.score = from->score, .step = {{0, 0}, PL_NONE}, .from = h};
            assert_true(ops->is_final(b->task, &from->config));
            c.signature = ops->signature(b->task, &from->config, NULL);
            PL_PUSH(out, c);
        }
    }
    PL_VEC_RELEASE(&choices);
}

/* The better first, of equal ones the first listed. */
static void sort(candidates *all)
{
    for (size_t i = 1; i < all->n; i++) {
        pl_candidate c = all->at[i];
        size_t k = i;
        for (; k > 0 && all->at[k - 1].score < c.score; k--)
            all->at[k] = all->at[k - 1];
        all->at[k] = c;
    }
}

/* Only the best of those that lead to the same configuration stays. */
static void drop_equal(candidates *all)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++) {
        size_t k = 0;
        while (k < n && all->at[k].signature != all->at[i].signature)
            k++;
        if (k == n)
            all->at[n++] = all->at[i];
    }
    all->n = n;
}

/* Those within the margin stay, and as many of each hypothesis as may. */
static void narrow(candidates *all, const pl_beam *b)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++) {
        uint32_t before = 0;
        for (size_t k = 0; k < n; k++)
            before += all->at[k].from == all->at[i].from;
        if (before < b->branches && all->at[0].score - all->at[i].score <= b->margin)
            all->at[n++] = all->at[i];
    }
    all->n = n;
}

static void start(pl_beam *b, const pl_transitions *p, const pl_tree *t,
                  pl_values *values, pl_arena *arena)
{
    *values = pl_transitions_values(p, t, arena);
    void *task = p->machine->ops->start(p->machine, arena, t->n_tokens, false);
    b->scorer->ops->start(b->scorer, pl_compact_weights(p->weights.at), arena, values,
                          task);
    pl_beam_start(b, arena, task, NULL);
}

/* Every step of the beam keeps what the plain one would keep. */
static void compare(const pl_transitions *p, const pl_tree *t, uint32_t size,
                    int64_t margin)
{
    pl_arena arena = {0};
    pl_beam b;
    pl_values values;
    candidates all = {0};
    pl_beam_init(&b, p->machine, pl_linear_scorer_new(p->machine, &p->features, size + 1),
                 size);
    if (margin != PL_NO_MARGIN)
        pl_beam_set_margin(&b, margin);
    start(&b, p, t, &values, &arena);
    while (!pl_beam_done(&b)) {
        list_all(&b, &all);
        sort(&all);
        if (p->machine->ops->signature != NULL && size > 1)
            drop_equal(&all);
        narrow(&all, &b);
        assert_true(pl_beam_expand(&b, NULL));
        assert_int_equal(b.n_best, all.n < size ? all.n : size);
        for (uint32_t i = 0; i < b.n_best; i++) {
            assert_true(b.best[i].score == all.at[i].score);
            assert_int_equal(b.best[i].from, all.at[i].from);
            assert_true(pl_same_act(b.best[i].step, all.at[i].step));
        }
        pl_beam_advance(&b);
    }
    for (uint32_t h = 1; h < b.n; h++)
        assert_true(b.now[h].score <= b.now[h - 1].score);
    PL_VEC_RELEASE(&all);
    pl_beam_release(&b);
    pl_arena_release(&arena);
}

static void against_plain(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 5, 16};
    static const int64_t margins[] = {PL_NO_MARGIN, 0, 200, 2000};
    for (const pl_system *const *s = pl_systems; *s != NULL; s++) {
        toy t;
        toy_make(&t, (*s)->name, 2, (pl_structured_options){.beam = 3, .seed = 1});
        for (uint32_t i = 0; i < 16; i++)
            compare(t.parser, t.trees[i], sizes[i % 4], margins[i / 4]);
        toy_release(&t);
    }
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_make_deps(&t, toy_dep_systems[k], k % 2, 3, k + 1);
        for (uint32_t i = 0; i < 16; i++)
            compare(t.parser, t.trees[i], sizes[i % 4], margins[i / 4]);
        toy_release(&t);
    }
}

/* -- steps that are not scored ---------------------------------------------------------- */

/* A beam that skips what need not be scored keeps the same hypotheses at each step, whose
 * scores all lack as much. Returns how many steps were skipped. */
static uint32_t count_skipped(const pl_transitions *p, const pl_tree *t, uint32_t size,
                              int64_t margin)
{
    pl_arena arena = {0};
    pl_beam b[2];
    pl_values values[2];
    for (int i = 0; i < 2; i++) {
        pl_beam_init(&b[i], p->machine,
                     pl_linear_scorer_new(p->machine, &p->features, size + 1), size);
        if (margin != PL_NO_MARGIN)
            pl_beam_set_margin(&b[i], margin);
        start(&b[i], p, t, &values[i], &arena);
    }
    b[1].skips = true;
    while (!pl_beam_done(&b[0])) {
        assert_false(pl_beam_done(&b[1]));
        size_t skipped = b[1].skipped.n;
        assert_true(pl_beam_expand(&b[0], NULL) && pl_beam_expand(&b[1], NULL));
        assert_int_equal(b[0].n_best, b[1].n_best);
        for (uint32_t i = 0; i < b[0].n_best; i++) {
            const pl_candidate *whole = &b[0].best[i], *less = &b[1].best[i];
            assert_int_equal(whole->from, less->from);
            assert_true(pl_same_act(whole->step, less->step));
            assert_true(whole->score - less->score ==
                        b[0].best[0].score - b[1].best[0].score);
        }
        assert_in_range(b[1].skipped.n - skipped, 0, b[1].n == 1);
        pl_beam_advance(&b[0]);
        pl_beam_advance(&b[1]);
    }
    assert_true(pl_beam_done(&b[1]));
    assert_int_equal(b[0].skipped.n, 0);
    uint32_t n_skipped = (uint32_t)b[1].skipped.n;
    pl_beam_release(&b[0]);
    pl_beam_release(&b[1]);
    pl_arena_release(&arena);
    return n_skipped;
}

static void only_steps_are_skipped(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 5, 16};
    static const int64_t margins[] = {PL_NO_MARGIN, 0, 200, 2000};
    uint32_t n_skipped = 0;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++) {
        toy t;
        toy_make(&t, (*s)->name, 2, (pl_structured_options){.beam = 3, .seed = 1});
        for (uint32_t i = 0; i < 16; i++)
            n_skipped +=
                count_skipped(t.parser, t.trees[i], sizes[i % 4], margins[i / 4]);
        toy_release(&t);
    }
    assert_true(n_skipped > 100); /* most systems can only read the first word */
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_make_deps(&t, toy_dep_systems[k], k % 2, 3, k + 1);
        for (uint32_t i = 0; i < 16; i++)
            count_skipped(t.parser, t.trees[i], sizes[i % 4], margins[i / 4]);
        toy_release(&t);
    }
}

/* -- all derivations ------------------------------------------------------------------ */

typedef struct search {
    const pl_machine *machine;
    pl_scorer *scorer;
    void *task;
    int64_t best;
    size_t n; /* derivations */
} search;

static void try_all(search *s, const pl_config *c, int64_t score)
{
    pl_choices choices = {0};
    const pl_machine_ops *ops = s->machine->ops;
    if (ops->is_final(s->task, c)) {
        if (s->n++ == 0 || score > s->best)
            s->best = score;
        return;
    }
    ops->choices(s->task, c, NULL, 0, &choices);
    for (size_t i = 0; i < choices.n; i++)
        for (uint32_t a = choices.at[i].first; a < choices.at[i].end; a++) {
            pl_config next = *c;
            pl_act step = {choices.at[i].place, a};
            s->scorer->ops->prepare(s->scorer, &c, 1);
            int32_t here = s->scorer->ops->row(s->scorer, 0, step.place)[a];
            ops->apply(s->task, &next, step);
            try_all(s, &next, score + here);
        }
    PL_VEC_RELEASE(&choices);
}

/* Of up to three words, a beam that holds all configurations finds the best derivation. */
static void against_all(void **state)
{
    (void)state;
    enum { LARGE = 3000 };
    pl_rng rng = {9};
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        pl_arena arena = {0};
        pl_beam b;
        pl_values values;
        toy_make_deps(&t, toy_dep_systems[k], k % 2, 3, k + 1);
        pl_beam_init(
            &b, t.parser->machine,
            pl_linear_scorer_new(t.parser->machine, &t.parser->features, LARGE + 1),
            LARGE);
        for (uint32_t n = 1; n <= 3; n++) {
            pl_tree *tree = toy_sentence(&arena, &rng, n);
            start(&b, t.parser, tree, &values, &arena);
            search s = {t.parser->machine, b.scorer, b.task, 0, 0};
            pl_config c = b.now[0].config;
            try_all(&s, &c, 0);
            while (!pl_beam_done(&b) && pl_beam_expand(&b, NULL))
                pl_beam_advance(&b);
            assert_true(s.n > 0);
            assert_true(b.n < LARGE);
            assert_true(b.now[0].score == s.best);
        }
        pl_beam_release(&b);
        toy_release(&t);
        pl_arena_release(&arena);
    }
}

/* -- gold ----------------------------------------------------------------------------- */

/* A beam that begins with the gold finds a correct candidate in every step, as long as one
 * of its hypotheses is correct; taken alone it leads to the gold tree. */
static void follow(const pl_transitions *p, const pl_tree *t, uint32_t size)
{
    const pl_machine_ops *ops = p->machine->ops;
    pl_arena arena = {0};
    pl_beam b;
    pl_values values;
    pl_target target;
    pl_acts steps = {0};
    pl_beam_init(&b, p->machine, pl_linear_scorer_new(p->machine, &p->features, size + 1),
                 size);
    if (ops->derive(p->machine, t, false, &target, &steps, &arena)) {
        start(&b, p, t, &values, &arena);
        b.gold = &target;
        while (!pl_beam_done(&b)) {
            assert_true(pl_beam_expand(&b, NULL));
            assert_true(b.has_right);
            b.best[0] = b.right;
            b.n_best = 1;
            pl_beam_advance(&b);
            assert_true(b.now[0].correct);
        }
        assert_true(b.now[0].trace->length >= steps.n);
        pl_act *taken = pl_arena_alloc(&arena, b.now[0].trace->length * sizeof *taken);
        pl_trace_steps(b.now[0].trace, taken);
        for (uint32_t i = 0; i < target.n_steps; i++)
            assert_int_equal(taken[i].action, target.actions[i]);
        pl_tree *copy = pl_tree_copy(t, &arena);
        ops->tree(b.task, &b.now[0].config, copy);
        for (uint32_t i = 0; i < t->n_tokens; i++)
            assert_int_equal(t->tokens[i].head, copy->tokens[i].head);
        if (ops->constituents)
            assert_true(pl_tree_equal(t, copy, false, NULL, 0));
    }
    PL_VEC_RELEASE(&steps);
    pl_beam_release(&b);
    pl_arena_release(&arena);
}

static void correct_steps(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++) {
        toy t;
        toy_make(&t, (*s)->name, 1, (pl_structured_options){.beam = 3, .seed = 1});
        for (uint32_t i = 0; i < t.n; i++)
            follow(t.parser, t.trees[i], 1 + i % 4);
        toy_release(&t);
    }
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_make_deps(&t, toy_dep_systems[k], false, 3, k + 1);
        for (uint32_t i = 0; i < t.n; i++)
            follow(t.parser, t.trees[i], 1 + i % 4);
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_plain),
        cmocka_unit_test(only_steps_are_skipped),
        cmocka_unit_test(against_all),
        cmocka_unit_test(correct_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
