/* Lists of trees of different structure. */
#include "unit.h"

#include "format/reader.h"
#include "parser/diverse.h"

#include <string.h>

/* Trees whose structures are those of the letters. */
static void picks(void **unused)
{
    (void)unused;
    static const struct {
        const char *structures;
        uint32_t n;
        const char *picked; /* numbers of trees */
    } cases[] = {
        {"aaab", 2, "03"},      {"aaab", 3, "013"},    {"abcd", 2, "01"},
        {"aaaa", 3, "012"},     {"a", 4, "0"},         {"aabbcc", 4, "0124"},
        {"aabacbd", 4, "0246"}, {"aabacbd", 3, "024"}, {"aabacbd", 9, "0123456"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t structures[8];
        uint32_t picked[9], all = (uint32_t)strlen(cases[i].structures);
        char text[10] = "";
        for (uint32_t k = 0; k < all; k++)
            structures[k] = (uint64_t)cases[i].structures[k];
        uint32_t n = pl_diverse_pick(structures, all, cases[i].n, picked);
        for (uint32_t k = 0; k < n; k++)
            text[k] = (char)('0' + picked[k]);
        assert_string_equal(text, cases[i].picked);
    }
}

/* Labels do not matter, constituents and heads do. */
static void structures(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {3};
    for (int i = 0; i < 50; i++) {
        pl_tree *t = random_tree(&m, &rng, 2 + pl_rng_below(&rng, 8));
        uint64_t was = pl_structure(t, &m);
        t->nodes[t->root].label = "OTHER";
        t->tokens[0].deprel = "other";
        assert_int_equal(pl_structure(t, &m), was);
        t->has_deps = true;
        for (uint32_t k = 0; k < t->n_tokens; k++)
            t->tokens[k].head = k == 0 ? PL_ROOT_HEAD : 0;
        uint64_t with = pl_structure(t, &m);
        t->tokens[1].head = PL_ROOT_HEAD;
        assert_int_not_equal(pl_structure(t, &m), with);
        t->has_deps = false;
        pl_tree_insert_above(t, 0, "NEW");
        pl_tree_order(t);
        assert_int_not_equal(pl_structure(t, &m), was);
    }
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(picks),
                                       cmocka_unit_test(structures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
