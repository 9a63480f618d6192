/* Values of pairs of tokens, on nodes made by hand. */
#include "unit.h"

#include "parser/pair_values.h"

/* Tokens 0 … 6 have the words 100 …, tags 200 …, coarse tags 300 …, morphology 400 …. s0 is
 * 1 with the dependents 0 (relation 4) and 2 (relation 5), g0 is 3, n0 is 6, which hangs
 * below 5. */
static void values(void **state)
{
    (void)state;
    static const struct {
        const char *atom;
        uint32_t value;
    } cases[] = {
        {"s0w", 101},
        {"s0p", 201},
        {"s0q", 301},
        {"s0f", 401},
        {"s0.lw", 100},
        {"s0.lc", PL_VALUE_FIRST + 4},
        {"s0.rc", PL_VALUE_FIRST + 5},
        {"s0.r2w", PL_VALUE_NONE},
        {"s0.hw", PL_VALUE_NONE},
        {"s0c", PL_VALUE_BORDER},
        {"s0v", PL_VALUE_FIRST + 1},
        {"s0V", PL_VALUE_FIRST + 7}, /* of nine */
        {"s1w", PL_VALUE_NONE},
        {"g0w", 103},
        {"n0.hp", 205},
        {"n0.h2p", PL_VALUE_NONE},
        {"n0.lx", PL_VALUE_NONE},
        {"d", PL_VALUE_FIRST + 5}, /* 5-10 */
    };
    uint32_t numbers[4][7];
    for (uint32_t i = 0; i < 28; i++)
        numbers[i / 7][i % 7] = 100 * (i / 7 + 1) + i % 7;
    pl_values v = {.words = numbers[0],
                   .tags = numbers[1],
                   .coarse = numbers[2],
                   .morph = numbers[3],
                   .n_tokens = 7};
    pl_dep_node nodes[7];
    for (uint32_t i = 0; i < 7; i++)
        nodes[i] = (pl_dep_node){.at = i, .head = PL_NONE, .label = PL_NONE};
    nodes[0].label = 4;
    nodes[2].label = 5;
    nodes[1].l = &nodes[0];
    nodes[1].r = &nodes[2];
    nodes[1].n_left = 1;
    nodes[1].n_right = 9;
    nodes[6].up = &nodes[5];
    const pl_dep_node *at[PL_DEP_N_PLACES] = {
        [PL_DEP_S0] = &nodes[1], [PL_DEP_G0] = &nodes[3], [PL_DEP_N0] = &nodes[6]};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_templates t = {0};
        pl_features f;
        pl_error err;
        pl_pair_slots slots;
        uint32_t found[PL_DEP_N_PLACES + 1][PL_MAX_FIELDS];
        assert_int_equal(
            pl_templates_parse(&t, &pl_arcs_notation, "test", cases[i].atom, &err), 0);
        pl_features_compile(&f, &t, PL_FAR_NO);
        pl_pair_slots_find(&slots, &f);
        uint64_t key = pl_pair_values(&slots, &v, at, found);
        uint32_t got = found[f.list[0].atoms[0].place][0];
        if (got != cases[i].value)
            fail_msg("%s is %u, not %u", cases[i].atom, got, cases[i].value);
        assert_int_equal(key != 0, got != PL_VALUE_NONE);
        pl_features_release(&f);
        pl_templates_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
