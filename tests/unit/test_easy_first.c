/* Beam search over trees of offers: it finds what the beam finds, scores, ties and steps
 * included. */
#include "toy_model.h"

#include "machine/system.h"
#include "parser/easy_first.h"

typedef struct searches {
    const pl_transitions *parser;
    pl_weights weights;
    pl_easy_first *easy;
    pl_beam plain, beam; /* the second one is searched by `easy` */
    pl_arena arena;
} searches;

static void start(searches *s, const pl_transitions *p, uint32_t size)
{
    *s = (searches){.parser = p, .weights = pl_compact_weights(p->weights.at)};
    s->easy = pl_easy_first_new(p->machine, &p->features, size);
    assert_non_null(s->easy);
    for (int k = 0; k < 2; k++)
        pl_beam_init(k == 0 ? &s->plain : &s->beam, p->machine,
                     pl_linear_scorer_new(p->machine, &p->features, size + 1), size);
}

static void release(searches *s)
{
    pl_easy_first_free(s->easy);
    pl_beam_release(&s->plain);
    pl_beam_release(&s->beam);
    pl_arena_release(&s->arena);
}

static void compare_hypotheses(const pl_hypothesis *a, const pl_hypothesis *b)
{
    const pl_dep_config *x = &a->config.arcs, *y = &b->config.arcs;
    assert_true(a->score == b->score && x->n_o == y->n_o && x->n_free == y->n_free &&
                x->signature == y->signature);
    const pl_trace *s = a->trace, *t = b->trace;
    for (; s != NULL && t != NULL; s = s->before, t = t->before)
        assert_true(pl_same_act(s->step, t->step));
    assert_true(s == NULL && t == NULL);
    const pl_dep_cell *c = x->right, *d = y->right;
    for (; c != NULL && d != NULL; c = c->left, d = d->left)
        assert_int_equal(c->node->at, d->node->at);
    assert_true(c == NULL && d == NULL);
}

static void compare(searches *s, const pl_tree *t)
{
    const pl_machine *m = s->parser->machine;
    pl_values values = pl_transitions_values(s->parser, t, &s->arena);
    void *task = m->ops->start(m, &s->arena, t->n_tokens, false);
    pl_beam_start(&s->beam, &s->arena, task, NULL);
    pl_easy_first_run(s->easy, &s->beam, s->weights, &values);
    pl_beam *b = &s->plain;
    task = m->ops->start(m, &s->arena, t->n_tokens, false);
    b->scorer->ops->start(b->scorer, s->weights, &s->arena, &values, task);
    pl_beam_start(b, &s->arena, task, NULL);
    while (!pl_beam_done(b) && pl_beam_expand(b, NULL))
        pl_beam_advance(b);
    assert_int_equal(b->n, s->beam.n);
    for (uint32_t h = 0; h < b->n; h++)
        compare_hypotheses(&s->beam.now[h], &b->now[h]);
    pl_arena_reset(&s->arena);
}

/* Sentences of up to 20 words, every fifth of up to 50. */
static void equals_beam(void **state)
{
    (void)state;
    static const char *const settings[] = {"easy-first", "easy-first-np"};
    static const uint32_t sizes[] = {1, 3, 12};
    pl_rng rng = {5};
    pl_arena arena = {0};
    for (uint32_t k = 0; k < 6; k++) {
        toy t;
        pl_error err;
        bool favoured = k >= 4; /* arcs over other tokens */
        toy_make_deps(&t, settings[favoured || k / 2], k % 2, 2, 5 + k);
        if (favoured)
            assert_int_equal(pl_transitions_favour_crossing(t.parser, 20, &err), 0);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            searches s;
            start(&s, t.parser, sizes[i]);
            for (int round = 0; round < 20; round++) {
                uint32_t n = 1 + pl_rng_below(&rng, round % 5 == 0 ? 50 : 20);
                compare(&s, toy_sentence(&arena, &rng, n));
                pl_arena_reset(&arena);
            }
            release(&s);
        }
        toy_release(&t);
    }
    pl_arena_release(&arena);
}

/* With constraints the beam itself searches, which takes too long for more than 500 words:
 * then the tree is changed until it obeys, and explanations say so. Steps are known of
 * sentences of any length. */
static void long_sentences(void **state)
{
    (void)state;
    pl_rng rng = {7};
    toy t;
    pl_arena arena = {0};
    toy_make_deps(&t, "easy-first", 0, 2, 3);
    pl_transitions_state *s = pl_transitions_state_new(t.parser, 2);
    for (uint32_t n = 500; n <= 501; n++)
        for (int constrained = 0; constrained < 2; constrained++) {
            pl_constraints c = {0};
            pl_str text = {0};
            pl_tree *tree = toy_sentence(&arena, &rng, n);
            uint32_t word = 3;
            pl_constraints_add(&c, &(pl_constraint){PL_WANT_ARC, &word, 1, n - 1, NULL});
            tree->constraints = constrained && n > 500 ? &c : NULL;
            assert_int_equal(pl_transitions_run(s, tree, 1), 1);
            pl_transitions_explain(s, 0, &text);
            bool said = strncmp(text.at, "# so long that its constraints", 30) == 0;
            assert_int_equal(said, tree->constraints != NULL);
            assert_non_null(strstr(text.at, "\n500\t")); /* a line for each arc */
            pl_transitions_tree(s, 0, tree);
            if (tree->constraints != NULL)
                assert_int_equal(tree->tokens[word].head, n - 1);
            tree->constraints = NULL;
            pl_constraints_release(&c);
            pl_str_release(&text);
        }
    pl_tree *tree = toy_sentence(&arena, &rng, 50000);
    assert_int_equal(pl_transitions_change(t.parser, 2, tree), PL_SEARCH_AS_ASKED);
    assert_int_equal(pl_transitions_change(t.parser, 8, tree), PL_SEARCH_NARROWED);
    pl_transitions_state_free(s);
    toy_release(&t);
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
        pl_easy_first *e = pl_easy_first_new(t.parser->machine, &t.parser->features, 4);
        assert_int_equal(e != NULL, cases[i].fits);
        pl_easy_first_free(e);
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_beam),
        cmocka_unit_test(long_sentences),
        cmocka_unit_test(where_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
