/* State splits and their inverse. */
#include "trees.h"

#include "transform/transform.h"

static void splits(void **unused)
{
    (void)unused;
    static const struct {
        const char *from, *steps, *to;
    } cases[] = {
        {"(S (NN 0=a) ($. 1=.) ($. 2=;))", "split-states=punct",
         "(S (NN 0=a) ($.#end 1=.) ($. 2=;))"},
        {"(S (A#B 0=?))", "split-states=punct", "(S (A##B#end 0=?))"},
        {"(S (WHNP (WP 0=who)) (VP (VBZ 1=is)))", "split-states=wh,vp",
         "(S#wh (WHNP (WP 0=who)) (VP (VBZ 1=is)))"},
        {"(SBAR (WRB 0=how) (S (VP (TO 1=to) (VP (VB 2=go)))))", "split-states=vp,wh",
         "(SBAR#wh (WRB 0=how) (S#to (VP#to (TO 1=to) (VP#inf (VB 2=go)))))"},
        {"(S (VP (VB 0=look) (PRT (RP 1=up))) (WP 2=who))", "split-states=wh,vp",
         "(S#wh-inf (VP#inf (VB 0=look) (PRT (RP 1=up))) (WP 2=who))"},
        {"(S (VP (VBD 0=gave) (PRT (RP 1=up))))", "split-states=vp",
         "(S (VP#part (VBD 0=gave) (PRT (RP 1=up))))"},
        {"(A#b-c (B# 0=b) (C##d 1=c))", "merge-states", "(A (B 0=b) (C#d 1=c))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        becomes(cases[i].from, cases[i].steps, cases[i].to);
}

static void relative_clauses(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_tree *t = tree_of(&m, "(NP (NN 0=a) (S (PRELS 1=b)))");
    for (uint32_t v = 0; v < t->n_nodes; v++)
        t->nodes[v].func = "RC";
    pl_states_split(t, PL_STATE_RELATIVE);
    assert_string_equal(text_of(&m, t), "(NP (NN 0=a) (S#rel (PRELS 1=b)))");
    pl_states_merge(t);
    assert_string_equal(text_of(&m, t), "(NP (NN 0=a) (S (PRELS 1=b)))");
    pl_arena_release(&m);
}

static void names(void **unused)
{
    (void)unused;
    unsigned splits;
    pl_error err;
    assert_int_equal(pl_states_named("vp,punct", &splits, &err), 0);
    assert_int_equal(splits, PL_STATE_VP | PL_STATE_PUNCT);
    static const char *const bad[] = {"", "x", "vp,", ",vp", "vpx", "vp, wh"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(pl_states_named(bad[i], &splits, &err), -1);
}

/* Whatever labels a tree has, merging gives them back. */
static void round_trip(void **unused)
{
    (void)unused;
    static const char *const labels[] = {"S", "VP", "#", "##", "S#wh", "a#", "#b", "VB"};
    pl_rng rng = {5};
    for (int round = 0; round < 200; round++) {
        pl_arena m = {0};
        pl_tree *t = random_tree(&m, &rng, 1 + pl_rng_below(&rng, 8));
        for (uint32_t v = 0; v < t->n_nodes; v++)
            t->nodes[v].label = labels[pl_rng_below(&rng, 8)];
        t->tokens[0].word = "?";
        const char *before = text_of(&m, t);
        pl_states_split(t, pl_rng_below(&rng, 16));
        pl_states_merge(t);
        assert_string_equal(text_of(&m, t), before);
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits),
        cmocka_unit_test(relative_clauses),
        cmocka_unit_test(names),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
