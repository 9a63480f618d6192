/* Parsing with transitions: trees come out, of every system and beam; steps that are
 * explained add up; crossing arcs can be favoured. */
#include "toy_model.h"

#include "machine/system.h"

#include <stdio.h>

/* Whatever the system and the beam, trees come out; and the best of a larger beam that
 * found the same derivation scores no less. */
static void trees_come_out(void **state)
{
    (void)state;
    pl_rng rng = {11};
    for (uint32_t k = 0; k < 2 * N_TOY_DEP_SYSTEMS; k++) {
        toy toy;
        toy_make_deps(&toy, toy_dep_systems[k / 2], k % 2, 1 + 3 * (k % 2), k + 1);
        pl_transitions_state *one = pl_transitions_state_new(toy.parser, 1),
                             *many = pl_transitions_state_new(toy.parser, 6);
        pl_arena arena = {0};
        for (int i = 0; i < 30; i++) {
            pl_tree *t = toy_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 14));
            assert_int_equal(pl_transitions_run(one, t, 1), 1);
            pl_transitions_tree(one, 0, t);
            assert_is_dep_tree(t, toy.parser->machine->single_root);
            uint32_t n = pl_transitions_run(many, t, 6);
            assert_in_range(n, 1, 6);
            for (uint32_t b = 0; b < n; b++) {
                pl_transitions_tree(many, b, t);
                assert_is_dep_tree(t, toy.parser->machine->single_root);
                if (b > 0)
                    assert_true(pl_transitions_score(many, b) <=
                                pl_transitions_score(many, b - 1));
            }
            double best = pl_transitions_score(many, 0); /* the same if only one is wanted */
            assert_int_equal(pl_transitions_run(many, t, 1), 1);
            assert_float_equal(pl_transitions_score(many, 0), best, 1e-9);
            pl_arena_reset(&arena);
        }
        pl_transitions_state_free(one);
        pl_transitions_state_free(many);
        pl_arena_release(&arena);
        toy_release(&toy);
    }
}

/* Of constituents too: different trees over all words, the better ones first. */
static void constituents(void **state)
{
    (void)state;
    for (const pl_system *const *s = pl_systems; *s != NULL; s++) {
        toy toy;
        toy_make(&toy, (*s)->name, 3, (pl_structured_options){.beam = 4, .seed = 1});
        pl_transitions_state *p = pl_transitions_state_new(toy.parser, 6);
        uint32_t most = 0;
        for (uint32_t i = 0; i < toy.n; i++) {
            pl_tree *trees[6];
            uint32_t n = pl_transitions_run(p, toy.trees[i], 6);
            assert_in_range(n, 1, 6);
            most = n > most ? n : most;
            for (uint32_t k = 0; k < n; k++) {
                trees[k] = pl_tree_copy(toy.trees[i], &toy.arena);
                pl_transitions_tree(p, k, trees[k]);
                assert_int_equal(trees[k]->nodes[trees[k]->root].size,
                                 toy.trees[i]->n_tokens);
                for (uint32_t j = 0; j < k; j++)
                    assert_false(pl_tree_equal(trees[j], trees[k], false, NULL, 0));
                if (k > 0)
                    assert_true(pl_transitions_score(p, k) <=
                                pl_transitions_score(p, k - 1));
            }
            double best = pl_transitions_score(p, 0); /* the same if only one is wanted */
            assert_int_equal(pl_transitions_run(p, toy.trees[i], 1), 1);
            assert_float_equal(pl_transitions_score(p, 0), best, 1e-9);
        }
        assert_true(most > 1);
        assert_int_equal(pl_transitions_run(p, pl_tree_new(&toy.arena, 0), 6), 0);
        assert_int_equal(pl_transitions_run(p, toy.trees[0], 0), 0);
        pl_error err;
        assert_int_equal(pl_transitions_favour_crossing(toy.parser, 1, &err), -1);
        pl_transitions_state_free(p);
        toy_release(&toy);
    }
}

/* Steps of constituents add up to the score, too. */
static void constituents_explained(void **state)
{
    (void)state;
    toy toy;
    toy_make(&toy, "sr-gap", 3, (pl_structured_options){.beam = 4, .seed = 1});
    pl_transitions_state *p = pl_transitions_state_new(toy.parser, 3);
    pl_str text = {0};
    for (uint32_t i = 0; i < toy.n; i++) {
        double sum = 0, one;
        uint32_t n = 0, number;
        pl_transitions_run(p, toy.trees[i], 1);
        double score = pl_transitions_score(p, 0);
        pl_str_clear(&text);
        pl_transitions_explain(p, 0, &text);
        for (const char *at = pl_str_text(&text); *at != '\0'; n++) {
            assert_int_equal(sscanf(at, "%u\t%*s\t%lf", &number, &one), 2);
            assert_int_equal(number, n + 1);
            sum += one;
            at += strcspn(at, "\n") + 1;
        }
        assert_true(n >= 2 * toy.trees[i]->n_tokens - 1);
        assert_float_equal(sum, score, 0.01 * n);
    }
    pl_str_release(&text);
    pl_transitions_state_free(p);
    toy_release(&toy);
}

/* What is explained adds up to the score of the tree; a beam of one takes the best step,
 * and the other is another one. */
static void explained(void **state)
{
    (void)state;
    pl_rng rng = {31};
    for (uint32_t k = 0; k < 2 * N_TOY_DEP_SYSTEMS; k++) {
        uint32_t beam = k % 2 ? 5 : 1, n_others = 0;
        toy toy;
        toy_make_deps(&toy, toy_dep_systems[k / 2], k % 2, 2, k + 31);
        pl_transitions_state *p = pl_transitions_state_new(toy.parser, beam);
        pl_arena arena = {0};
        pl_str text = {0};
        for (int i = 0; i < 20; i++) {
            pl_tree *t = toy_sentence(&arena, &rng, 1 + pl_rng_below(&rng, 12));
            pl_transitions_run(p, t, 1);
            double score = pl_transitions_score(p, 0), sum = 0;
            uint32_t n = 0, n_arcs = 0, number;
            pl_str_clear(&text);
            pl_transitions_explain(p, 0, &text);
            for (const char *at = pl_str_text(&text); *at != '\0'; n++) {
                char step[64], other[64];
                double one, two = -1e9;
                int got = sscanf(at, "%u\t%63s\t%lf\t%63s\t%lf", &number, step, &one,
                                 other, &two);
                assert_true(got == 5 || (got == 4 && strcmp(other, "-") == 0));
                assert_int_equal(number, n + 1);
                assert_string_not_equal(step, other);
                assert_true(beam > 1 || one >= two);
                sum += one;
                n_others += got == 5;
                size_t length = strcspn(at, "\n");
                n_arcs += memmem(at, length, " -> ", 4) != NULL;
                at += length + 1;
            }
            assert_true(n_arcs == t->n_tokens ||
                        strcmp(toy.parser->machine->name, "dag") == 0);
            assert_float_equal(sum, score, 0.01 * n);
            pl_arena_reset(&arena);
        }
        assert_true(n_others > 20);
        pl_str_release(&text);
        pl_transitions_state_free(p);
        pl_arena_release(&arena);
        toy_release(&toy);
    }
}

/* Arcs over other tokens in the derivation of the best tree, as it is explained. */
static uint32_t count_far(pl_transitions_state *p, pl_str *text)
{
    uint32_t n = 0, i, j;
    char arc[64];
    pl_str_clear(text);
    pl_transitions_explain(p, 0, text);
    for (const char *at = pl_str_text(text); *at != '\0'; at += strcspn(at, "\n") + 1)
        n += sscanf(at, "%*u\t%63[A-Z-][%u,%u]", arc, &i, &j) == 3 && i - j > 1;
    return n;
}

/* Favoured, there are more of them, each counts that much more, and the heap and the beam
 * still agree; without weight nothing changes. */
static void far_arcs_favoured(void **state)
{
    (void)state;
    enum { WEIGHT = 500 };
    static const char *const settings[] = {"easy-first-np", "easy-first-np-5", "attardi"};
    pl_rng rng = {41};
    pl_arena arena = {0};
    pl_str text = {0};
    for (uint32_t k = 0; k < 3; k++) {
        toy toy;
        pl_error err;
        toy_make_deps(&toy, settings[k], false, 2, k + 41);
        uint32_t few = 0, many = 0;
        for (int i = 0; i < 30; i++) {
            pl_tree *t = toy_sentence(&arena, &rng, 5 + pl_rng_below(&rng, 7));
            pl_transitions_state *p = pl_transitions_state_new(toy.parser, 1);
            pl_transitions_run(p, t, 1);
            double plain = pl_transitions_score(p, 0);
            uint32_t n_plain = count_far(p, &text);
            assert_int_equal(pl_transitions_favour_crossing(toy.parser, WEIGHT, &err), 0);
            pl_transitions_run(p, t, 1);
            double favoured = pl_transitions_score(p, 0);
            uint32_t n = count_far(p, &text);
            pl_transitions_favour_crossing(toy.parser, 0, &err);
            few += n_plain;
            many += n;
            /* no random score is anywhere near the weight */
            assert_true(favoured - plain > (double)WEIGHT * ((double)n - n_plain - 1));
            assert_true(favoured - plain < (double)WEIGHT * ((double)n + 1));
            pl_transitions_run(p, t, 1);
            assert_true(pl_transitions_score(p, 0) == plain);
            pl_transitions_state_free(p);
            pl_arena_reset(&arena);
        }
        assert_true(many > few + 30);
        toy_release(&toy);
    }
    pl_str_release(&text);
    pl_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_come_out),         cmocka_unit_test(constituents),
        cmocka_unit_test(constituents_explained), cmocka_unit_test(explained),
        cmocka_unit_test(far_arcs_favoured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
