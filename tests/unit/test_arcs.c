/* Configurations of dependencies: all that can be reached, and that every way ends. */
#include "settings.h"

#include "machine/machine.h"

#include <string.h>

/* Where one word shall depend on the root: every derivation of arc-eager ends, with one
 * such word, whatever is chosen; and the trees that come out are all those of one root
 * that it can derive. */
typedef struct endings {
    pl_dep_task task;
    uint32_t n_final;
    bool found[117649]; /* trees by the code of make_tree */
} endings;

static void end_all(endings *e, const pl_dep_config *c)
{
    const pl_dep_params *p = e->task.params;
    uint32_t n = e->task.n - 1, n_steps = 0;
    if (pl_dep_is_final(&e->task, c)) {
        uint32_t code = 0, roots = 0, digit[8] = {0};
        for (const pl_arc_list *a = c->arcs; a != NULL; a = a->before) {
            digit[a->modifier] = a->head == e->task.root ? 0 : a->head + 1;
            roots += a->head == e->task.root;
        }
        for (uint32_t i = n; i-- > 0;)
            code = code * (n + 1) + digit[i];
        assert_int_equal(roots, 1);
        e->found[code] = true;
        e->n_final++;
        return;
    }
    for (uint32_t k = 0; k < p->n_moves; k++) {
        bool arc = pl_dep_is_arc(&p->moves[k]);
        uint32_t i = p->moves[k].kind == PL_DEP_SHIFT ? 0 : 2;
        pl_dep_look(&e->task, c);
        if (!pl_dep_may(&e->task, &p->moves[k], i, arc))
            continue;
        pl_dep_config next = *c;
        pl_place place = arc      ? (pl_place){2, 1}
                         : i == 0 ? PL_SHIFT_PLACE
                                  : (pl_place){i, i - 1};
        pl_dep_apply(&e->task, &next, place, e->task.actions->first[k]);
        end_all(e, &next);
        n_steps++;
    }
    assert_true(n_steps > 0);
}

static void eager_ends_with_one_root(void **state)
{
    (void)state;
    static endings e;
    pl_arena m = {0};
    pl_dep_params p = setting("K 2\nLEFT\nRIGHT B=f S=t\nREDUCE P=l\nSHIFT", true);
    pl_arc_actions actions = one_relation(&p);
    for (uint32_t n = 1; n <= 6; n++) {
        memset(&e, 0, sizeof e);
        pl_dep_task_start(&e.task, &p, &actions, &m, n);
        pl_dep_config c = pl_dep_config_start(&e.task);
        end_all(&e, &c);
        for (uint32_t code = 0; code < n_codes(n); code++) {
            pl_tree *t = pl_tree_new(&m, n);
            bool wanted = make_tree(t, code) && n_roots(t) == 1 && is_projective(t);
            assert_int_equal(e.found[code], wanted);
        }
        pl_arena_reset(&m);
    }
    assert_true(e.n_final > 500);
    pl_arc_actions_release(&actions);
    pl_arena_release(&m);
}

/* Random steps from the start: whatever is permitted, a bottom-up system with P=na ends
 * with a tree. */
static void never_stuck(void **state)
{
    (void)state;
    static const char *const names[] = {
        "arc-standard",    "arc-eager", "arc-hybrid",   "easy-first", "easy-first-np",
        "easy-first-np-5", "attardi",   "easy-first-4", "dag"};
    enum { N_NAMES = sizeof names / sizeof *names };
    pl_arena m = {0};
    pl_rng rng = {7};
    for (uint32_t round = 0; round < 200 * N_NAMES; round++) {
        pl_dep_params p;
        pl_dep_task s;
        pl_error err;
        pl_arena_reset(&m);
        assert_int_equal(pl_dep_params_load(&p, names[round % N_NAMES], &err), 0);
        p.single_root = round / N_NAMES % 2;
        assert_int_equal(pl_dep_params_check(&p, NULL, &err), 0);
        pl_arc_actions actions = one_relation(&p);
        pl_dep_task_start(&s, &p, &actions, &m, 1 + pl_rng_below(&rng, 9));
        pl_dep_config c = pl_dep_config_start(&s);
        while (!pl_dep_is_final(&s, &c)) {
            pl_act all[400];
            uint32_t n = 0;
            pl_dep_look(&s, &c);
            for (uint32_t k = 0; k < p.n_moves; k++) {
                bool arc = pl_dep_is_arc(&p.moves[k]);
                bool shift = p.moves[k].kind == PL_DEP_SHIFT;
                for (uint32_t i = 1; i <= (shift ? 1 : s.view.n); i++)
                    for (uint32_t j = arc ? 1 : 0; j < (arc ? i : 1); j++)
                        if (pl_dep_may(&s, &p.moves[k], i, j))
                            all[n++] = (pl_act){arc     ? (pl_place){i, j}
                                                : shift ? PL_SHIFT_PLACE
                                                        : (pl_place){i, i - 1},
                                                actions.first[k]};
            }
            if (n == 0)
                fail_msg("%s is stuck", p.name);
            pl_act step = all[pl_rng_below(&rng, n)];
            pl_dep_apply(&s, &c, step.place, step.action);
        }
        uint32_t roots = 0;
        for (const pl_arc_list *a = c.arcs; a != NULL; a = a->before)
            roots += a->head == s.root;
        assert_true(roots >= 1);
        if (p.single_root && !p.many_heads)
            assert_int_equal(roots, 1);
        pl_arc_actions_release(&actions);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eager_ends_with_one_root),
        cmocka_unit_test(never_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
