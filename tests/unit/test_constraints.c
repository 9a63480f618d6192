/* Constraints on trees: what contradicts, what obeys, what is imposed. */
#include "constraints.h"

#include "base/vec.h"

static const pl_tree_kind constituents = {true, false}, dependencies = {false, false},
                          one_root = {false, true};

/* A constraint on the words whose bits are set. */
typedef struct row {
    int kind;
    uint32_t words;
    uint32_t head; /* from 1; 0 is the root */
    const char *label;
} row;

static void add_row(pl_constraints *c, const row *r)
{
    uint32_t words[32], n = 0;
    for (uint32_t i = 0; i < 32; i++)
        if (r->words >> i & 1)
            words[n++] = i;
    pl_constraint one = {(pl_constraint_kind)r->kind, words, n, r->head == 0 ? PL_ROOT_HEAD : r->head - 1,
                         r->label};
    pl_constraints_add(c, &one);
}

enum { W = PL_WANT_BRACKET, B = PL_BAN_BRACKET };
enum { ARC = PL_WANT_ARC, NO_ARC = PL_BAN_ARC, REL = PL_WANT_RELATION, NO_REL = PL_BAN_RELATION };
enum { TAG = PL_WANT_TAG };

static void contradictions(void **state)
{
    (void)state;
    static const struct {
        const pl_tree_kind *kind;
        uint32_t n;
        row rows[4]; /* words 0: none */
        const char *why;
    } cases[] = {
        {&constituents, 5, {{W, 3, 0, "NP"}, {W, 6, 0, NULL}}, "contradict each other: 'bracket 1-2 NP' and 'bracket 2-3'"},
        {&constituents, 5, {{W, 5, 0, "NP"}, {W, 10, 0, NULL}}, NULL}, /* interleaved */
        {&constituents, 5, {{W, 3, 0, "NP"}, {W, 3, 0, "VP"}}, NULL},  /* a chain */
        {&constituents, 5, {{W, 3, 0, "NP"}, {B, 3, 0, "VP"}}, NULL},
        {&constituents, 5, {{W, 3, 0, NULL}, {B, 3, 0, "VP"}}, NULL},
        {&constituents, 5, {{W, 3, 0, "NP"}, {B, 3, 0, "NP"}}, "'bracket 1-2 NP' and 'no-bracket 1-2 NP'"},
        {&constituents, 5, {{B, 3, 0, NULL}, {W, 3, 0, "NP"}}, "'no-bracket 1-2' and 'bracket 1-2 NP'"},
        {&constituents, 5, {{B, 31, 0, NULL}}, "all words together always are a constituent"},
        {&constituents, 5, {{B, 31, 0, "S"}}, NULL},
        {&constituents, 5, {{W, 32, 0, "NP"}}, "'bracket 6 NP': the sentence has 5 words"},
        {&constituents, 1, {{W, 2, 0, "NP"}}, "the sentence has 1 word"},
        {&constituents, 5, {{ARC, 2, 1, "nsubj"}}, "'arc 1->2 nsubj': the parser makes constituents"},
        {&constituents, 5, {{TAG, 2, 0, "N"}, {TAG, 2, 0, "V"}}, "'tag 2 N' and 'tag 2 V'"},
        {&constituents, 5, {{TAG, 2, 0, NULL}}, "it needs a label"},
        {&dependencies, 5, {{W, 3, 0, "NP"}}, "the parser makes dependencies"},
        {&dependencies, 5, {{ARC, 2, 1, NULL}, {ARC, 2, 3, NULL}}, "word 2 would have two heads"},
        {&dependencies, 5, {{ARC, 2, 1, "a"}, {REL, 2, 0, "b"}}, "word 2 would have two relations, a and b"},
        {&dependencies, 5, {{ARC, 2, 1, NULL}, {ARC, 1, 2, NULL}}, "no tree has these arcs"},
        {&dependencies, 5, {{ARC, 2, 1, NULL}, {NO_ARC, 2, 1, NULL}}, "no tree has these arcs"},
        {&dependencies, 5, {{ARC, 2, 1, NULL}, {NO_ARC, 2, 1, "x"}}, NULL},
        {&dependencies, 5, {{REL, 2, 0, "x"}, {NO_REL, 2, 0, "x"}}, "no tree has these arcs"},
        {&dependencies, 2, {{NO_ARC, 1, 0, NULL}, {NO_ARC, 2, 0, NULL}}, "no tree has these arcs"},
        {&dependencies, 5, {{ARC, 2, 2, NULL}}, "no word is its own head"},
        {&dependencies, 5, {{ARC, 2, 7, NULL}}, "'arc 7->2': the sentence has 5 words"},
        {&dependencies, 5, {{ARC, 3, 4, NULL}}, "it takes one word"},
        {&dependencies, 5, {{ARC, 1, 0, NULL}, {ARC, 2, 0, NULL}}, NULL},
        {&one_root, 5, {{ARC, 1, 0, NULL}, {ARC, 2, 0, NULL}}, "2 words below the root"},
        {&one_root, 2, {{ARC, 1, 0, NULL}, {NO_ARC, 2, 1, NULL}}, "no tree has these arcs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_constraints c = {0};
        pl_error err = {0};
        for (int k = 0; k < 4 && cases[i].rows[k].words != 0; k++)
            add_row(&c, &cases[i].rows[k]);
        int status = pl_constraints_check(&c, cases[i].n, *cases[i].kind, &err);
        if ((status < 0) != (cases[i].why != NULL) ||
            (status < 0 && strstr(err.text, cases[i].why) == NULL))
            fail_msg("case %zu: %s", i, err.text);
        pl_constraints_release(&c);
    }
}

static void no_words(void **state)
{
    (void)state;
    pl_constraints c = {0};
    pl_error err;
    pl_constraints_add(&c, &(pl_constraint){.kind = PL_WANT_BRACKET, .label = "X"});
    assert_int_equal(pl_constraints_check(&c, 3, constituents, &err), -1);
    assert_non_null(strstr(err.text, "names no word"));
    pl_constraints_release(&c);
}

/* Words in any order and twice are a set. */
static void words_are_sets(void **state)
{
    (void)state;
    static const uint32_t words[] = {4, 0, 2, 1, 4};
    pl_constraints c = {0};
    pl_str text = {0};
    pl_constraints_add(&c, &(pl_constraint){PL_WANT_BRACKET, words, 5, PL_NONE, "NP"});
    assert_string_equal(print_all(&c, &text), "bracket 1-3,5 NP\n");
    pl_str_release(&text);
    pl_constraints_release(&c);
}

/* The number of constituents that two trees have in common. */
static uint32_t n_common(const pl_tree *a, const pl_tree *b)
{
    uint32_t n = 0;
    for (uint32_t v = a->n_tokens; v < a->n_nodes; v++) {
        pl_constraints one = {0};
        add_bracket(&one, PL_WANT_BRACKET, a, v, a->nodes[v].label);
        n += pl_constraints_broken(&one, b) == NULL;
        pl_constraints_release(&one);
    }
    return n;
}

/* What one tree has can be imposed on another; what it has itself changes nothing. */
static void impose_brackets(void **state)
{
    (void)state;
    pl_rng rng = {4};
    for (uint32_t i = 0; i < 300; i++) {
        pl_arena m = {0};
        pl_constraints c = {0};
        pl_error err;
        uint32_t n = 1 + pl_rng_below(&rng, 9);
        pl_tree *gold = random_tree(&m, &rng, n), *t = random_tree(&m, &rng, n);
        sample_wanted(&c, gold, &rng, 1 + i % 4, true);
        sample_bans(&c, gold, &rng, i % 5, true);
        assert_int_equal(pl_constraints_check(&c, n, constituents, &err), 0);
        pl_tree *same = pl_tree_copy(gold, &m);
        pl_constraints_impose(&c, constituents, same);
        assert_int_equal(n_common(gold, same), gold->n_nodes - n);
        pl_constraints_impose(&c, constituents, t);
        assert_null(pl_constraints_broken(&c, t));
        assert_int_equal(t->nodes[t->root].size, n);
        pl_constraints_release(&c);
        pl_arena_release(&m);
    }
}

/* Constituents that no constraint speaks of stay. */
static void impose_little(void **state)
{
    (void)state;
    static const uint32_t words[] = {1, 2};
    pl_arena m = {0};
    pl_rng rng = {1};
    pl_constraints c = {0};
    pl_tree *t = random_tree(&m, &rng, 1);
    t = pl_tree_new(&m, 4);
    uint32_t s = pl_tree_add(t, "S"), a = pl_tree_add(t, "A"), b = pl_tree_add(t, "B");
    pl_tree_append(t, s, a);
    pl_tree_append(t, s, b);
    for (uint32_t i = 0; i < 4; i++)
        pl_tree_append(t, i < 2 ? a : b, i);
    t->root = s;
    pl_tree_order(t);
    pl_constraints_add(&c, &(pl_constraint){PL_WANT_BRACKET, words, 2, PL_NONE, NULL});
    pl_constraints_impose(&c, constituents, t);
    assert_int_equal(t->n_nodes, 6); /* both dissolve, one is new */
    assert_string_equal(t->nodes[t->nodes[1].parent].label, "S");
    pl_constraints_release(&c);
    pl_arena_release(&m);
}

static void impose_arcs(void **state)
{
    (void)state;
    pl_rng rng = {4};
    for (uint32_t i = 0; i < 300; i++) {
        pl_arena m = {0};
        pl_constraints c = {0};
        pl_error err;
        uint32_t n = 1 + pl_rng_below(&rng, 9);
        pl_tree_kind kind = i % 2 ? one_root : dependencies;
        pl_tree *gold = random_deps(&m, &rng, n, i % 2 ? 1000000 : 5);
        pl_tree *t = random_deps(&m, &rng, n, 5);
        sample_wanted(&c, gold, &rng, 1 + i % 4, false);
        sample_bans(&c, gold, &rng, i % 9, false);
        assert_int_equal(pl_constraints_check(&c, n, kind, &err), 0);
        pl_constraints_impose(&c, kind, t);
        assert_null(pl_constraints_broken(&c, t));
        for (uint32_t k = 0, at = 0, steps = 0; k < n; k++, steps = 0) {
            for (at = k; at != PL_ROOT_HEAD && steps <= n; steps++)
                at = t->tokens[at].head;
            assert_int_equal(at, PL_ROOT_HEAD);
        }
        pl_constraints_release(&c);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions),  cmocka_unit_test(no_words),
        cmocka_unit_test(words_are_sets),  cmocka_unit_test(impose_brackets),
        cmocka_unit_test(impose_little),   cmocka_unit_test(impose_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
