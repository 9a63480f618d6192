/* The oracle of dependencies against an exhaustive search over all small trees, written
 * plainly and on its own. */
#include "settings.h"

#include "machine/arc_oracle.h"

#include <stdio.h>
#include <string.h>

/* -- the exhaustive search: sets of tokens as bits ---------------------------------- */

typedef struct plain {
    const pl_dep_params *p;
    uint32_t n, root; /* tokens with the root; its position */
    const uint32_t *heads;
    bool seen[1 << 6][1 << 6][8]; /* in O, attached, next */
} plain;

static bool search(plain *s, uint32_t in_o, uint32_t done, uint32_t next);

static bool may_shift(const plain *s, uint32_t in_o, uint32_t next)
{
    if (next >= s->n)
        return false;
    return !(s->p->single_root && s->p->bottom_up && !s->p->root_left &&
             next == s->root && (uint32_t)__builtin_popcount(in_o) > s->p->most_at_root);
}

/* Goes on after a step: fills O up where the setting does. */
static bool after(plain *s, uint32_t in_o, uint32_t done, uint32_t next)
{
    while (s->p->fills && (uint32_t)__builtin_popcount(in_o) < s->p->K && next < s->n)
        in_o |= 1u << next++;
    return search(s, in_o, done, next);
}

static bool try_arc(plain *s, const pl_dep_move *m, const uint32_t *o, uint32_t i,
                    uint32_t j, uint32_t in_o, uint32_t done, uint32_t next)
{
    uint32_t n_o = (uint32_t)__builtin_popcount(in_o);
    uint32_t head = m->kind == PL_DEP_LEFT ? o[j] : o[i];
    uint32_t mod = m->kind == PL_DEP_LEFT ? o[i] : o[j];
    if (mod == s->root || s->heads[mod] != head || (done >> mod & 1))
        return false;
    if ((m->edge == PL_DEP_AT_RIGHT && j != 1) ||
        (m->edge == PL_DEP_AT_LEFT && i != s->p->K))
        return false;
    if (head == s->root && s->p->single_root && s->p->bottom_up &&
        !(n_o == 2 && next == s->n))
        return false;
    if (m->reduces)
        in_o &= ~(1u << mod);
    if (m->shifts && !may_shift(s, in_o, next))
        return false;
    if (m->shifts)
        in_o |= 1u << next++;
    return after(s, in_o, done | 1u << mod, next);
}

/* Whether the gold arcs can all be made from here, by any permitted steps at all. */
static bool search(plain *s, uint32_t in_o, uint32_t done, uint32_t next)
{
    uint32_t o[8], n = 0;
    if (s->seen[in_o][done][next])
        return false;
    s->seen[in_o][done][next] = true;
    if (next == s->n && in_o == 1u << s->root)
        return (uint32_t)__builtin_popcount(done) == s->n - 1;
    for (uint32_t t = s->n; t-- > 0;)
        if (in_o >> t & 1 && n < s->p->K)
            o[++n] = t;
    for (uint32_t k = 0; k < s->p->n_moves; k++) {
        const pl_dep_move *m = &s->p->moves[k];
        if (m->kind == PL_DEP_SHIFT && may_shift(s, in_o, next) &&
            after(s, in_o | 1u << next, done, next + 1))
            return true;
        for (uint32_t i = 1; i <= n; i++) {
            if (m->kind == PL_DEP_REDUCE && done >> o[i] & 1 &&
                (m->edge == PL_DEP_ANYWHERE ||
                 i == (m->edge == PL_DEP_AT_LEFT ? s->p->K : 1)) &&
                after(s, in_o & ~(1u << o[i]), done, next))
                return true;
            for (uint32_t j = 1; j < i && pl_dep_is_arc(m); j++)
                if (i - j <= s->p->D && try_arc(s, m, o, i, j, in_o, done, next))
                    return true;
        }
    }
    return false;
}

static bool plain_derives(const pl_dep_params *p, uint32_t n, const uint32_t *heads)
{
    static plain s;
    memset(&s, 0, sizeof s);
    s.p = p;
    s.n = n;
    s.root = p->root_left ? 0 : n - 1;
    s.heads = heads;
    return after(&s, 0, 0, 0);
}

/* Takes the steps of a derivation, each of which must be permitted, to the end. */
static pl_dep_config take_steps(pl_dep_task *s, const pl_acts *steps)
{
    pl_dep_config c = pl_dep_config_start(s);
    for (size_t k = 0; k < steps->n; k++) {
        pl_act act = steps->at[k];
        const pl_dep_move *m = &s->params->moves[s->actions->list.at[act.action].move];
        pl_dep_look(s, &c);
        assert_true(pl_dep_may(s, m, act.place.i, act.place.j));
        pl_dep_apply(s, &c, act.place, act.action);
    }
    assert_true(pl_dep_is_final(s, &c));
    return c;
}

/* Whether the oracle derives the tree; if so, the derivation must give it back. */
static bool oracle_derives(const pl_dep_params *p, const pl_tree *t, pl_arena *m,
                           const pl_dep_gold *gold)
{
    pl_dep_task s;
    pl_acts steps = {0};
    pl_arc_actions actions = one_relation(p);
    uint32_t n_arcs = 0, first = p->root_left ? 1 : 0;
    pl_dep_task_start(&s, p, &actions, m, t->n_tokens);
    bool derived = pl_dep_derive(&s, gold, &steps);
    if (derived) {
        pl_dep_config end = take_steps(&s, &steps);
        for (const pl_arc_list *arc = end.arcs; arc != NULL; arc = arc->before, n_arcs++) {
            uint32_t head = t->tokens[arc->modifier - first].head;
            assert_int_equal(arc->head, head == PL_ROOT_HEAD ? s.root : head + first);
        }
        assert_int_equal(n_arcs, t->n_tokens);
    }
    PL_VEC_RELEASE(&steps);
    pl_arc_actions_release(&actions);
    return derived;
}

/* All 1,441 trees of up to 5 words. */
static void oracle_against_search(void **state)
{
    (void)state;
    pl_arena m = {0};
    size_t n_trees = 0, n_derived = 0;
    for (uint32_t k = 0; k < 2 * N_SETTINGS; k++) {
        pl_dep_params p = setting(settings[k / 2], k % 2);
        for (uint32_t n = 1; n <= 5; n++)
            for (uint32_t code = 0; code < n_codes(n); code++) {
                pl_arena_reset(&m);
                pl_tree *t = pl_tree_new(&m, n);
                pl_dep_gold gold;
                pl_error err;
                if (!make_tree(t, code) || (p.single_root && n_roots(t) != 1))
                    continue;
                assert_int_equal(pl_dep_gold_of(t, p.root_left, NULL, &m, &gold, &err),
                                 0);
                bool found = plain_derives(&p, n + 1, gold.heads);
                bool derived = oracle_derives(&p, t, &m, &gold);
                if (k / 2 < N_EXACT ? derived != found : derived && !found)
                    fail_msg("setting %u, %u words, tree %u: the search says %d", k, n,
                             code, found);
                n_trees++;
                n_derived += found;
            }
    }
    assert_true(n_derived > 1000 && n_derived < n_trees);
    pl_arena_release(&m);
}

/* The named systems derive exactly the trees they should. */
static void projective_systems(void **state)
{
    (void)state;
    static const char *const names[] = {"arc-standard", "arc-eager",    "arc-hybrid",
                                        "easy-first",   "easy-first-4", "dag"};
    pl_arena m = {0};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        pl_dep_params p;
        pl_error err;
        if (pl_dep_params_load(&p, names[k], &err) < 0 ||
            pl_dep_params_check(&p, NULL, &err) < 0)
            fail_msg("%s", err.text);
        for (uint32_t n = 1; n <= 4; n++)
            for (uint32_t code = 0; code < n_codes(n); code++) {
                pl_arena_reset(&m);
                pl_tree *t = pl_tree_new(&m, n);
                pl_dep_gold gold;
                if (!make_tree(t, code))
                    continue;
                assert_int_equal(pl_dep_gold_of(t, p.root_left, NULL, &m, &gold, &err),
                                 0);
                bool derived = oracle_derives(&p, t, &m, &gold);
                if (is_projective(t) && !derived)
                    fail_msg("%s: a projective tree, %u of %u words", names[k], code, n);
                /* Several dependents of a root on the right may cross others when it
                 * stands on the left, and the other way round. */
                if (derived && n_roots(t) == 1)
                    assert_true(is_projective(t));
            }
    }
    pl_arena_release(&m);
}

static void probes(void **state)
{
    (void)state;
    pl_dep_params p = setting(settings[0], false);
    assert_int_equal(pl_dep_probe(&p), 12); /* as many as there are projective ones */
    p = setting(settings[8], false);
    assert_int_equal(pl_dep_probe(&p), 16);
    p = setting("K 2\nroot left\nLEFT\nRIGHT B=f S=t\nREDUCE P=l\nSHIFT", false);
    assert_int_equal(pl_dep_probe(&p), 0);
}

static void circles_are_refused(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_dep_params p = setting(settings[0], false);
    pl_tree *t = pl_tree_new(&m, 2);
    pl_dep_gold gold;
    pl_error err;
    t->tokens[0].word = t->tokens[1].word = "w";
    t->tokens[0].head = 1;
    t->tokens[1].head = 0;
    assert_int_equal(pl_dep_gold_of(t, p.root_left, NULL, &m, &gold, &err), -1);
    t->tokens[1].head = PL_NONE;
    assert_int_equal(pl_dep_gold_of(t, p.root_left, NULL, &m, &gold, &err), -1);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_against_search),
        cmocka_unit_test(projective_systems),
        cmocka_unit_test(probes),
        cmocka_unit_test(circles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
