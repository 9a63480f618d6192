/* Control parameters, the machine and its oracle: against an exhaustive search over all
 * small trees, written plainly and on its own. */
#include "unit.h"

#include "machine/dep_oracle.h"

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

/* -- all trees of a size ------------------------------------------------------------ */

/* The tree whose heads are the digits of `code` (0: the root); false if it is none. */
static bool make_tree(pl_tree *t, uint32_t code)
{
    uint32_t n = t->n_tokens;
    for (uint32_t i = 0; i < n; i++, code /= n + 1) {
        uint32_t head = code % (n + 1);
        t->tokens[i].head = head == 0 ? PL_ROOT_HEAD : head - 1;
        t->tokens[i].word = "w";
        t->tokens[i].deprel = "x";
    }
    t->has_deps = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i, steps = 0;
        while (at != PL_ROOT_HEAD && steps++ <= n)
            at = t->tokens[at].head;
        if (at != PL_ROOT_HEAD)
            return false;
    }
    return true;
}

static uint32_t n_codes(uint32_t n)
{
    uint32_t codes = 1;
    for (uint32_t i = 0; i < n; i++)
        codes *= n + 1;
    return codes;
}

/* No arc, with the root before the first word, crosses another. */
static bool is_projective(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        for (uint32_t k = 0; k < t->n_tokens; k++) {
            uint32_t a = i + 1,
                     b = t->tokens[i].head + (t->tokens[i].head == PL_ROOT_HEAD ? 2 : 1);
            uint32_t c = k + 1,
                     d = t->tokens[k].head + (t->tokens[k].head == PL_ROOT_HEAD ? 2 : 1);
            uint32_t low = a < b ? a : b, high = a < b ? b : a;
            bool c_in = c > low && c < high, d_out = d < low || d > high;
            bool d_in = d > low && d < high, c_out = c < low || c > high;
            if ((c_in && d_out) || (d_in && c_out))
                return false;
        }
    return true;
}

static uint32_t n_roots(const pl_tree *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        n += t->tokens[i].head == PL_ROOT_HEAD;
    return n;
}

/* Whether the oracle derives the tree; if so, the derivation must give it back. */
static bool oracle_derives(const pl_dep_params *p, const pl_tree *t, pl_arena *m,
                           const pl_dep_gold *gold)
{
    pl_error err;
    pl_dep_task s;
    pl_dep_steps steps = {0};
    uint32_t heads[8] = {0}, labels[8];
    pl_dep_task_start(&s, p, m, t->n_tokens);
    bool derived = pl_dep_derive(&s, gold, &steps);
    if (derived) {
        assert_int_equal(pl_dep_replay(&s, steps.at, steps.n, heads, labels, &err), 0);
        for (uint32_t i = 0; i < t->n_tokens; i++)
            assert_int_equal(heads[i], t->tokens[i].head);
    }
    PL_VEC_RELEASE(&steps);
    return derived;
}

static const char *const settings[] = {
    "K 2\nroot right\nLEFT\nRIGHT\nSHIFT",
    "K 2\nroot left\nLEFT\nRIGHT\nSHIFT",
    "K 2\nLEFT\nRIGHT B=f S=t\nREDUCE P=l\nSHIFT",
    "K 3\nLEFT P=r\nRIGHT P=l\nSHIFT",
    "K inf\nLEFT\nRIGHT",
    "K inf\nroot left\nLEFT\nRIGHT",
    "K inf\nD 2\nLEFT\nRIGHT",
    "K inf\nD 3\nLEFT\nRIGHT",
    "K inf\nD inf\nLEFT\nRIGHT",
    "K inf\nD 2\nroot left\nLEFT\nRIGHT",
    "K 3\nLEFT\nRIGHT\nSHIFT",
    "K 4\nLEFT\nRIGHT\nSHIFT",
    "K 3\nD 2\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 2\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 3\nLEFT\nRIGHT\nSHIFT",
    "K 5\nD 4\nroot left\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 3\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 4\nD 3\nroot left\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 3\nD 2\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 2\nheads many\nLEFT B=f\nRIGHT B=f\nREDUCE P=l\nSHIFT",
    "K 2\nLEFT B=f\nRIGHT B=f\nREDUCE\nSHIFT",
    "K 3\nLEFT\nRIGHT",
    "K 3\nD 2\nLEFT P=l\nRIGHT P=r\nSHIFT",
    "K inf\nD 2\nLEFT B=f\nRIGHT B=f\nREDUCE",
    /* From here on arcs with S=t stand beside others: one taken early moves tokens out of
     * reach, so that the order matters and the oracle may miss a derivation. */
    "K 2\nLEFT\nRIGHT B=f S=t\nRIGHT\nREDUCE P=l\nSHIFT",
    "K 3\nLEFT S=t\nRIGHT\nSHIFT",
    "K 3\nD 2\nLEFT\nRIGHT B=f S=t\nREDUCE\nSHIFT",
};
enum { N_SETTINGS = sizeof settings / sizeof *settings, N_EXACT = N_SETTINGS - 3 };

static pl_dep_params setting(const char *text, bool single_root)
{
    pl_dep_params p;
    pl_error err;
    if (pl_dep_params_parse(&p, "test", text, &err) < 0)
        fail_msg("%s", err.text);
    p.single_root = single_root;
    if (pl_dep_params_check(&p, NULL, &err) < 0)
        fail_msg("%s", err.text);
    return p;
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
                assert_int_equal(pl_dep_gold_of(t, &p, NULL, &m, &gold, &err), 0);
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
                assert_int_equal(pl_dep_gold_of(t, &p, NULL, &m, &gold, &err), 0);
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
    const pl_dep_node *o[2 + 1 + PL_DEP_CONTEXT];
    pl_dep_view v = pl_dep_look(&e->task, c, o);
    uint32_t n = e->task.n - 1, n_steps = 0;
    if (pl_dep_is_final(&e->task, c)) {
        uint32_t code = 0, roots = 0, digit[8] = {0};
        for (const pl_dep_trace *t = c->trace; t != NULL; t = t->before)
            if (t->modifier != PL_NONE) {
                digit[t->modifier] = t->head == e->task.root ? 0 : t->head + 1;
                roots += t->head == e->task.root;
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
        if (!pl_dep_may(&e->task, &v, &p->moves[k], i, arc))
            continue;
        pl_dep_config next = *c;
        pl_dep_step step = {k, i, arc, 0, 0};
        pl_dep_apply(&e->task, &next, &step);
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
    for (uint32_t n = 1; n <= 6; n++) {
        memset(&e, 0, sizeof e);
        pl_dep_task_start(&e.task, &p, &m, n);
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
        pl_dep_task_start(&s, &p, &m, 1 + pl_rng_below(&rng, 9));
        const pl_dep_node **o = pl_arena_alloc(&m, pl_dep_view_room(&s) * sizeof *o);
        pl_dep_config c = pl_dep_config_start(&s);
        uint32_t roots = 0;
        while (!pl_dep_is_final(&s, &c)) {
            pl_dep_view v = pl_dep_look(&s, &c, o);
            pl_dep_step all[400];
            uint32_t n = 0;
            for (uint32_t k = 0; k < p.n_moves; k++) {
                bool arc = pl_dep_is_arc(&p.moves[k]);
                uint32_t last = p.moves[k].kind == PL_DEP_SHIFT ? 1 : v.n;
                for (uint32_t i = 1; i <= last; i++)
                    for (uint32_t j = arc ? 1 : 0; j < (arc ? i : 1); j++)
                        if (pl_dep_may(&s, &v, &p.moves[k], i, j))
                            all[n++] = (pl_dep_step){k, i, j, 0, 0};
            }
            if (n == 0)
                fail_msg("%s is stuck", p.name);
            pl_dep_apply(&s, &c, &all[pl_rng_below(&rng, n)]);
            roots += c.trace->head == s.root;
        }
        assert_true(roots >= 1);
        if (p.single_root && !p.many_heads)
            assert_int_equal(roots, 1);
    }
    pl_arena_release(&m);
}

/* -- the text of parameters --------------------------------------------------------- */

static const struct {
    const char *text;
    const char *says; /* part of the message, NULL if the setting is fine */
} bad[] = {
    {"K 2\nLEFT\nRIGHT\nSHIFT", NULL},
    {"K 1\nLEFT\nRIGHT", "K is at least 2"},
    {"D 0\nLEFT\nRIGHT", "D is at least 1"},
    {"K x\nLEFT", "takes a number"},
    {"K 99999999999\nLEFT", "takes a number"},
    {"K\nLEFT", "takes a number"},
    {"FOO\nLEFT", "is not a parameter"},
    {"K 2 3\nLEFT", "takes one value"},
    {"K 2\nroot up", "root is right or left"},
    {"heads two", "heads is one or many"},
    {"Q 3", "is not a parameter"},
    {"LEFT B=x", "B is f or t"},
    {"LEFT P=x", "P is l, r or na"},
    {"SHIFT B=t", "SHIFT takes no parameters"},
    {"REDUCE B=t", "REDUCE takes P"},
    {"K 2\nRIGHT\nSHIFT", "root right needs LEFT"},
    {"K 2\nroot left\nLEFT\nSHIFT", "root left needs RIGHT"},
    {"K inf\nLEFT P=l\nRIGHT", "there is no left edge"},
    {"K inf\nLEFT S=t\nRIGHT", "none is left to shift"},
    {"K 2\nLEFT\nRIGHT B=f\nSHIFT", "without REDUCE"},
    {"K 3\nLEFT P=r\nRIGHT P=r", "add SHIFT"},
    {"LEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT\nLEFT", "more than 8"},
};

static void messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_dep_params p;
        pl_error err = {0};
        int got = pl_dep_params_parse(&p, "x.sys", bad[i].text, &err);
        if (got == 0)
            got = pl_dep_params_check(&p, NULL, &err);
        assert_int_equal(got, bad[i].says != NULL ? -1 : 0);
        if (bad[i].says != NULL && strstr(err.text, bad[i].says) == NULL)
            fail_msg("%s: %s", bad[i].text, err.text);
    }
}

static void notes(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"K 4\nD 7\nLEFT\nRIGHT\nSHIFT", "D 7 is the same as D 3"},
        {"K 2\nLEFT\nRIGHT\nREDUCE\nSHIFT", "REDUCE is never possible"},
        {"LEFT\nRIGHT\nSHIFT", "SHIFT is never possible"},
        {"K 2\nLEFT\nSHIFT", "one direction"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_dep_params p;
        pl_error err;
        pl_str text = {0};
        assert_int_equal(pl_dep_params_parse(&p, "x", cases[i][0], &err), 0);
        assert_int_equal(pl_dep_params_check(&p, &text, &err), 0);
        assert_non_null(strstr(pl_str_text(&text), cases[i][1]));
        pl_str_release(&text);
    }
}

static void printed_and_read_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SETTINGS; i++) {
        pl_dep_params p = setting(settings[i], false), q;
        pl_str first = {0}, second = {0};
        pl_error err;
        pl_dep_params_print(&p, &first);
        assert_int_equal(pl_dep_params_parse(&q, "again", first.at, &err), 0);
        pl_dep_params_print(&q, &second);
        assert_string_equal(first.at, second.at);
        pl_str_release(&first);
        pl_str_release(&second);
    }
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
    assert_int_equal(pl_dep_gold_of(t, &p, NULL, &m, &gold, &err), -1);
    t->tokens[1].head = PL_NONE;
    assert_int_equal(pl_dep_gold_of(t, &p, NULL, &m, &gold, &err), -1);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracle_against_search),
        cmocka_unit_test(projective_systems),
        cmocka_unit_test(eager_ends_with_one_root),
        cmocka_unit_test(never_stuck),
        cmocka_unit_test(messages),
        cmocka_unit_test(notes),
        cmocka_unit_test(printed_and_read_again),
        cmocka_unit_test(probes),
        cmocka_unit_test(circles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
