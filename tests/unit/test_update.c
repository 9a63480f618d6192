/* Updates from one sentence: what they reward and punish, and that they end when the
 * sentence is parsed right. */
#include "toy_model.h"

#include "machine/system.h"

/* What is needed to learn from one tree. */
typedef struct from_one {
    pl_arena arena;
    pl_example example;
    pl_acts steps;
    pl_decoder decoder;
    pl_outcome out;
} from_one;

/* False where the machine cannot derive the tree. */
static bool start(from_one *p, const toy *t, const pl_tree *tree, pl_update update,
                  uint32_t importance)
{
    const pl_machine *m = t->parser->machine;
    *p = (from_one){0};
    if (!m->ops->derive(m, tree, true, &p->example.target, &p->steps, &p->arena))
        return false;
    p->example.values = pl_transitions_values(t->parser, tree, &p->arena);
    pl_decoder_init(&p->decoder, t->parser, update, 2, importance);
    p->out.learner = pl_learner_new(m->n_actions);
    p->out.at_once = true;
    return true;
}

static void release(from_one *p)
{
    if (p->out.learner != NULL)
        pl_decoder_release(&p->decoder);
    pl_learner_free(p->out.learner);
    PL_VEC_RELEASE(&p->out.changes);
    PL_VEC_RELEASE(&p->steps);
    pl_arena_release(&p->arena);
}

/* Rewards of one action for a feature and punishments of another: as many of the one as of
 * the other where derivations are compared up to the same length. */
static void check_changes(const pl_changes *c, bool balanced, int32_t most)
{
    int64_t sum = 0;
    bool up = false, down = false;
    for (size_t i = 0; i < c->n; i++) {
        int32_t change = c->at[i].change;
        assert_true(change != 0 && change >= -most && change <= most);
        sum += change;
        up |= change > 0;
        down |= change < 0;
    }
    assert_true(!balanced || sum == 0);
    assert_true(c->n == 0 || (up && down));
}

/* Learns from one tree until nothing changes any more: this comes soon, since one sentence
 * can be told apart, and then the tree is what the beam gives. */
static void learn_by_heart(const toy *t, const pl_tree *tree, pl_update update,
                           bool balanced)
{
    from_one p;
    uint32_t n = 0;
    if (start(&p, t, tree, update, 1)) {
        do {
            pl_decoder_learn(&p.decoder, &p.example, &p.out);
            if (update != PL_UPDATE_LASO)
                check_changes(&p.out.changes, balanced, 1);
            assert_true(p.out.n_kept <= p.out.n_actions);
            pl_outcome_apply(&p.out);
            pl_learner_tick(p.out.learner);
            assert_int_equal(p.out.changes.n, 0);
        } while (p.out.changed && ++n < 300);
        assert_false(p.out.changed);
        const pl_beam *b = &p.decoder.beam;
        pl_tree *copy = pl_tree_copy(tree, &p.arena);
        assert_true(b->now[0].correct);
        assert_int_equal(p.out.n_kept, p.out.n_actions);
        b->machine->ops->tree(p.decoder.task, &b->now[0].config, copy);
        if (b->machine->ops->constituents)
            assert_true(pl_tree_equal(tree, copy, false, NULL, 0));
        else
            for (uint32_t i = 0; i < tree->n_tokens; i++)
                assert_int_equal(tree->tokens[i].head, copy->tokens[i].head);
    }
    release(&p);
}

static void until_right(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++) {
        toy t;
        toy_start(&t, &(toy_options){.system = (*s)->name, .how = {.beam = 1}});
        for (uint32_t i = 0; i < 12; i++)
            for (int update = 0; update < PL_N_UPDATES; update++)
                learn_by_heart(&t, t.trees[i], (pl_update)update,
                               t.parser->features.n_queue == 0);
        toy_release(&t);
    }
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_start(&t, &(toy_options){.system = toy_dep_systems[k], .how = {.beam = 1}});
        for (uint32_t i = 0; i < 12; i++) {
            learn_by_heart(&t, t.trees[i], PL_UPDATE_EARLY, false);
            learn_by_heart(&t, t.trees[i], PL_UPDATE_LASO, false);
        }
        toy_release(&t);
    }
}

/* With importance, changes of steps that jump over words count so often, those of others
 * once. */
static void importance(void **state)
{
    (void)state;
    static const char *const systems[] = {"sr-gap", "skipshift", "easy-first-np"};
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        toy t;
        size_t n_often = 0;
        toy_start(&t, &(toy_options){.system = systems[k], .how = {.beam = 1}});
        for (uint32_t i = 0; i < t.n; i++) {
            from_one p, q;
            bool once = start(&p, &t, t.trees[i], PL_UPDATE_EARLY, 1);
            bool often = start(&q, &t, t.trees[i], PL_UPDATE_EARLY, 5);
            if (once && often) {
                pl_decoder_learn(&p.decoder, &p.example, &p.out);
                pl_decoder_learn(&q.decoder, &q.example, &q.out);
                assert_int_equal(p.out.changes.n, q.out.changes.n);
                for (size_t c = 0; c < p.out.changes.n; c++) {
                    const pl_change *a = &p.out.changes.at[c], *b = &q.out.changes.at[c];
                    assert_true(a->hash == b->hash && a->action == b->action);
                    assert_true(b->change == a->change || b->change == 5 * a->change);
                    n_often += b->change == 5 * a->change;
                }
            }
            release(&p);
            release(&q);
        }
        assert_true(n_often > 0);
        toy_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(until_right),
        cmocka_unit_test(importance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
